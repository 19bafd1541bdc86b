# Number Maze Race: two cells, and nothing else.

@cython.final
cdef class RaceRules(Rules):
    cdef int start[2]
    cdef uint8_t land[SIDE + 1][CELLS][4]  # by the number; from SIDE on, all lead off the grid

    def __cinit__(self, game):
        self.told = 3 * self.count + 2
        self.start[0], self.start[1] = 0, self.count - 1
        cdef int[4] down = [-1, 1, 0, 0]
        cdef int[4] right = [0, 0, -1, 1]
        cdef int cell, way, number, there
        for number in range(1, SIDE + 1):
            for cell in range(self.count):
                for way in range(4):
                    there = stepped(self.size, cell, down[way], right[way], number)
                    self.land[number][cell][way] = <uint8_t>there
        self.lay(&self.board, game._board)
        self.settle(&self.board)
        self.read(game.start(), &self.board.first)

    cdef void settle(self, Board *board) noexcept nogil:
        """What follows from the numbers."""
        cdef int cell, number
        for cell in range(self.count):
            number = board.number[cell]
            memcpy(board.land[cell], self.land[number if number < SIDE else SIDE][cell], 4)

    cdef int status(self, const Board *board, const State *state, uint64_t *moves) noexcept nogil:
        cdef const uint8_t *land
        cdef uint64_t found
        cdef int way
        if state.cell[1] == self.start[state.player]:
            return won_by(state.player ^ 1, 0)
        land = board.land[state.cell[0]]
        found = 0
        for way in range(4):
            found |= <uint64_t>(land[way] != CELLS and land[way] != state.cell[1]) << way
        moves[0] = found
        return TURN if found else won_by(state.player ^ 1, 1)

    cdef void play(self, const Board *board, State *state, int action) noexcept nogil:
        cdef uint8_t cell = board.land[state.cell[0]][action]
        state.cell[0] = state.cell[1]
        state.cell[1] = cell
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
        self.settle(board)
        board.first = self.board.first

    cdef int read(self, object state, State *packed) except -1:
        packed.player, packed.cell[0], packed.cell[1] = state
        return 0

    cdef bint fits(self, const State *state) noexcept nogil:
        return state.cell[0] < self.count and state.cell[1] < self.count

    cdef object written(self, const State *state):
        from numduel.games.number_maze_race import State as RaceState
        return RaceState(_Player(state.player), state.cell[0], state.cell[1])
