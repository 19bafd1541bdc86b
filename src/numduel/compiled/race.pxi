# Number Maze Race: two cells, and nothing else.

@cython.final
cdef class RaceRules(Rules):
    cdef int start[2]
    cdef int ahead[4]  # how much a step in each direction adds to the number of a cell
    cdef uint8_t row[CELLS]
    cdef uint8_t column[CELLS]

    def __cinit__(self, game):
        cdef int cell
        self.told = 3 * self.count + 2
        self.start[0], self.start[1] = 0, self.count - 1
        self.ahead[0], self.ahead[1], self.ahead[2], self.ahead[3] = -self.size, self.size, -1, 1
        for cell in range(self.count):
            self.row[cell], self.column[cell] = cell // self.size, cell % self.size
        self.lay(&self.board, self.packing.numbers)
        self.read(game.start(), &self.board.first)

    cdef int status(self, const Board *board, const State *state, uint64_t *moves) noexcept nogil:
        cdef int here = state.cell[0]
        cdef int number = board.number[here]
        cdef int row = self.row[here], column = self.column[here], size = self.size
        cdef int gap = state.cell[1] - here
        cdef uint64_t found
        if state.cell[1] == self.start[state.player]:
            return won_by(state.player ^ 1, 0)
        found = (
            <uint64_t>((row >= number) & (gap != -number * size))
            | <uint64_t>((row + number < size) & (gap != number * size)) << 1
            | <uint64_t>((column >= number) & (gap != -number)) << 2
            | <uint64_t>((column + number < size) & (gap != number)) << 3
        )
        moves[0] = found
        return TURN if found else won_by(state.player ^ 1, 1)

    cdef void play(self, const Board *board, State *state, int action) noexcept nogil:
        cdef int here = state.cell[0]
        cdef uint8_t there = <uint8_t>(here + self.ahead[action] * board.number[here])
        state.cell[0] = state.cell[1]
        state.cell[1] = there
        state.player ^= 1

    cdef void features(self, const Board *board, const State *state, int player, int16_t *told) noexcept nogil:
        cdef int mine = 0 if state.player == player else 1
        cdef int count = self.count
        told = lay_out(told, board.number, count)
        told = mark(told, bit(state.cell[mine]), count)
        told = mark(told, bit(state.cell[mine ^ 1]), count)
        told[0] = <int16_t>(player + 1)
        told[1] = mine ^ 1

    cdef void deal(self, Dice *dice, Board *board) noexcept nogil:
        fill(dice, board.number, self.count, self.highest)
        board.first = self.board.first

    cdef int read(self, object state, State *packed) except -1:
        packed.player, packed.cell[0], packed.cell[1] = state
        return 0

    cdef bint fits(self, const State *state) noexcept nogil:
        return state.cell[0] < self.count and state.cell[1] < self.count

    cdef object written(self, const State *state):
        return self.packing.state(_Player(state.player), state.cell[0], state.cell[1])
