# Sum Battle: `total`, and in `cell[0]` the opponent's last number, 0 before the first choice.

@cython.final
cdef class SumRules(Rules):
    cdef int target
    cdef uint64_t offered[ACTIONS]  # by the opponent's last number

    def __cinit__(self, game):
        self.is_symmetric = True
        self.target = game.options.target
        self.tiles, self.has_numbers, self.n_sets, self.n_singles = self.highest, False, 1, 4
        cdef uint64_t every = bit(self.highest) - 1
        cdef int last
        self.offered[0] = every
        for last in range(1, self.highest + 1):
            self.offered[last] = every & ~(bit(last) | bit(last - 1) | (bit(last) >> 2))
        self.read(game.start(), &self.board.first)

    cdef int status(self, const Board *board, const State *state, uint64_t *moves) noexcept nogil:
        if state.total[1] >= self.target:
            if state.total[1] > self.target:
                return over_code(state.player, 1)
            return over_code(state.player ^ 1, 0)
        moves[0] = self.offered[state.cell[0]]
        return TURN if moves[0] else over_code(state.player ^ 1, 2)

    cdef void play(self, const Board *board, State *state, int action) noexcept nogil:
        cdef int16_t mine = <int16_t>(state.total[0] + action + 1)
        state.total[0] = state.total[1]
        state.total[1] = mine
        state.cell[0] = <uint8_t>(action + 1)
        state.player ^= 1

    cdef void look(self, const Board *board, const State *state, int player, Seen *seen) noexcept nogil:
        cdef int mine = 0 if state.player == player else 1
        seen.sets[0] = bit(state.cell[0]) >> 1
        seen.singles[0] = state.total[mine]
        seen.singles[1] = state.total[mine ^ 1]
        seen.singles[2] = <int16_t>(player + 1)
        seen.singles[3] = mine ^ 1

    cdef int marks_of(self, const Board *board, const State *state, int tile) noexcept nogil:
        cdef int last = state.cell[0], number = tile + 1
        if number == last:
            return CROSSED | LAST
        return CROSSED if last and -1 <= number - last <= 1 else 0

    cdef int number_on(self, const Board *board, const State *state, int tile) noexcept nogil:
        return tile + 1

    cdef void put_facts(self, const Board *board, const State *state, int player, Text *text) noexcept nogil:
        put(text, b"Cumulative total: ")
        put_number(text, <uint64_t>state.total[player ^ state.player])
        put(text, b" of ")
        put_number(text, <uint64_t>self.target)

    cdef void put_key(self, const State *state, Text *text) noexcept nogil:
        put_number(text, <uint64_t>state.total[0])
        put(text, b", ")
        put_number(text, <uint64_t>state.total[1])
        put(text, b", ")
        put_number(text, state.cell[0])

    cdef int read(self, object state, State *packed) except -1:
        packed.player, packed.total[0], packed.total[1], packed.cell[0] = state
        return 0

    cdef bint is_valid(self, const State *state) noexcept nogil:
        return (
            state.cell[0] <= self.highest
            and 0 <= state.total[0] < self.target and 0 <= state.total[1] < self.target + self.highest
        )

    cdef object build_state(self, const State *state):
        return self.packing.state(_Player(state.player), state.total[0], state.total[1], state.cell[0])

    cdef int step(self, Games games) noexcept nogil:
        return step_all(games, self)

    cdef int step_duels(self, DuelGames games, const int64_t *actions) noexcept nogil:
        return step_all_duels(games, self, actions)
