# Number Maze Race: `cell` is the whole state.

@cython.final
cdef class RaceRules(Rules):
    cdef int start[2]
    cdef int offset[4]  # by direction: what one step adds to the index of a cell
    cdef uint8_t row[CELLS]
    cdef uint8_t column[CELLS]

    def __cinit__(self, game):
        cdef int cell
        self.n_sets, self.n_singles = 2, 2
        self.start[0], self.start[1] = 0, self.count - 1
        self.offset[0], self.offset[1], self.offset[2], self.offset[3] = -self.size, self.size, -1, 1
        for cell in range(self.count):
            self.row[cell], self.column[cell] = cell // self.size, cell % self.size
        self.set_numbers(&self.board, self.packing.numbers)
        self.read(game.start(), &self.board.first)

    cdef int status(self, const Board *board, const State *state, uint64_t *moves) noexcept nogil:
        cdef int here = state.cell[0]
        cdef int number = board.number[here]
        cdef int row = self.row[here], column = self.column[here], size = self.size
        cdef int gap = state.cell[1] - here
        cdef uint64_t found
        if state.cell[1] == self.start[state.player]:
            return over_code(state.player ^ 1, 0)
        found = (
            <uint64_t>((row >= number) & (gap != -number * size))
            | <uint64_t>((row + number < size) & (gap != number * size)) << 1
            | <uint64_t>((column >= number) & (gap != -number)) << 2
            | <uint64_t>((column + number < size) & (gap != number)) << 3
        )
        moves[0] = found
        return TURN if found else over_code(state.player ^ 1, 1)

    cdef void play(self, const Board *board, State *state, int action) noexcept nogil:
        cdef int here = state.cell[0]
        cdef uint8_t there = <uint8_t>(here + self.offset[action] * board.number[here])
        state.cell[0] = state.cell[1]
        state.cell[1] = there
        state.player ^= 1

    cdef void look(self, const Board *board, const State *state, int player, Seen *seen) noexcept nogil:
        cdef int mine = 0 if state.player == player else 1
        seen.numbers = &board.number[0]
        seen.sets[0] = bit(state.cell[mine])
        seen.sets[1] = bit(state.cell[mine ^ 1])
        seen.singles[0] = <int16_t>(player + 1)
        seen.singles[1] = mine ^ 1

    cdef int marks_of(self, const Board *board, const State *state, int tile) noexcept nogil:
        cdef int marks = (tile == self.start[0]) * STARTED | (tile == self.start[1]) * 2 * STARTED
        return marks | tokens_marks(state, tile)

    cdef uint64_t legal_tiles(self, const Board *board, const State *state, uint64_t moves) noexcept nogil:
        cdef int here = state.cell[0], action
        cdef uint64_t tiles = 0
        for action in range(4):
            if moves >> action & 1:
                tiles |= bit(here + self.offset[action] * board.number[here])
        return tiles

    cdef void put_facts(self, const Board *board, const State *state, int player, Text *text) noexcept nogil:
        put(text, b"Number: ")
        put_number(text, board.number[state.cell[player ^ state.player]])

    cdef void put_key(self, const State *state, Text *text) noexcept nogil:
        put_number(text, state.player)
        put(text, b", ")
        put_number(text, state.cell[0])
        put(text, b", ")
        put_number(text, state.cell[1])

    cdef void deal(self, Dice *dice, Board *board) noexcept nogil:
        fill(dice, board.number, self.count, self.highest)
        board.first = self.board.first

    cdef int read(self, object state, State *packed) except -1:
        packed.player, packed.cell[0], packed.cell[1] = state
        return 0

    cdef bint is_valid(self, const State *state) noexcept nogil:
        return state.cell[0] < self.count and state.cell[1] < self.count

    cdef object build_state(self, const State *state):
        return self.packing.state(_Player(state.player), state.cell[0], state.cell[1])

    cdef int step(self, Games games) noexcept nogil:
        return step_all(games, self)

    cdef int step_duels(self, DuelGames games, const int64_t *actions) noexcept nogil:
        return step_all_duels(games, self, actions)
