# Number Run: `sets` holds visited cells, `total` the scores, `mode` whether a challenge is offered.

@cython.final
cdef class RunRules(Rules):
    cdef int start[2]
    cdef uint64_t near[CELLS]

    def __cinit__(self, game):
        self.n_sets, self.n_singles = 4, 5
        self.start[0], self.start[1] = 0, self.count - 1
        for cell in range(self.count):
            self.near[cell] = self.neighbours(cell)
        self.set_numbers(&self.board, self.packing.numbers)
        self.read(game.start(), &self.board.first)

    cdef int status(self, const Board *board, const State *state, uint64_t *moves) noexcept nogil:
        if state.mode:
            moves[0] = <uint64_t>3 << self.count
            return TURN
        if state.cell[1] == self.start[state.player]:
            return over_code(state.player ^ 1, 0)
        moves[0] = self.near[state.cell[0]] & ~(state.sets[0] | bit(state.cell[1]))
        return TURN if moves[0] else over_code(state.player ^ 1, 1)

    cdef void play(self, const Board *board, State *state, int action) noexcept nogil:
        cdef int loser
        if state.mode:
            state.mode = 0
            if action == self.count and state.total[0] != state.total[1]:
                loser = 1 if state.total[0] > state.total[1] else 0
                state.cell[loser] = <uint8_t>self.start[state.player ^ loser]
                state.total[loser] = 0
        else:
            state.cell[0] = <uint8_t>action
            state.sets[0] |= bit(action)
            state.total[0] += board.number[action]
            if self.near[action] >> state.cell[1] & 1 and action != self.start[state.player ^ 1]:
                state.mode = 1
                return
        hand_over(state)

    cdef void look(self, const Board *board, const State *state, int player, Seen *seen) noexcept nogil:
        cdef int mine = 0 if state.player == player else 1
        cdef int theirs = mine ^ 1
        seen.numbers = &board.number[0]
        seen.sets[0] = bit(state.cell[mine])
        seen.sets[1] = bit(state.cell[theirs])
        seen.sets[2] = state.sets[mine]
        seen.sets[3] = state.sets[theirs]
        seen.singles[0] = state.total[mine]
        seen.singles[1] = state.total[theirs]
        seen.singles[2] = state.mode
        seen.singles[3] = <int16_t>(player + 1)
        seen.singles[4] = mine ^ 1

    cdef int marks_of(self, const Board *board, const State *state, int tile) noexcept nogil:
        cdef int marks = (tile == self.start[0]) * STARTED | (tile == self.start[1]) * 2 * STARTED
        return marks | walkers_marks(state, tile)

    cdef void put_facts(self, const Board *board, const State *state, int player, Text *text) noexcept nogil:
        put(text, b"Score: ")
        put_number(text, <uint64_t>state.total[player ^ state.player])
        if state.mode and player == state.player:
            put(text, b", Challenge: yes or no")

    cdef void put_key(self, const State *state, Text *text) noexcept nogil:
        cdef int index
        put_number(text, state.player)
        for index in range(2):
            put(text, b", [")
            put_number(text, state.cell[index])
            put(text, b", ")
            put_number(text, state.sets[index])
            put(text, b", ")
            put_number(text, <uint64_t>state.total[index])
            put_char(text, b"]")
        put(text, b", true" if state.mode else b", false")

    cdef void deal(self, Dice *dice, Board *board) noexcept nogil:
        fill(dice, board.number, self.count, self.highest)
        board.first = self.board.first

    cdef int read(self, object state, State *packed) except -1:
        player, runners, asked = state.player, (state.me, state.them), state.asked
        for seat in range(2):
            packed.sets[seat] = runners[seat].visited
            packed.total[seat] = runners[seat].score
            packed.cell[seat] = runners[seat].cell
        packed.player = player
        packed.mode = asked
        return 0

    cdef bint is_valid(self, const State *state) noexcept nogil:
        cdef uint64_t outside = ~(bit(self.count) - 1)
        return (
            (state.sets[0] | state.sets[1]) & outside == 0
            and state.cell[0] < self.count and state.cell[1] < self.count
            and 0 <= state.total[0] <= count_bits(state.sets[0]) * self.highest
            and 0 <= state.total[1] <= count_bits(state.sets[1]) * self.highest
            and state.mode <= 1
        )

    cdef object build_state(self, const State *state):
        me, them = (self.packing.part(state.cell[i], state.sets[i], state.total[i]) for i in range(2))
        return self.packing.state(_Player(state.player), me, them, bool(state.mode))

    cdef int step(self, Games games) noexcept nogil:
        return step_all(games, self)

    cdef int step_duels(self, DuelGames games, const int64_t *actions) noexcept nogil:
        return step_all_duels(games, self, actions)
