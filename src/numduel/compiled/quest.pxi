# Number Quest: `sets` holds the closed cells, the numbers left and the numbers that Player 1 revealed.

cdef enum:
    CHOSEN = 1  # cell[0] is selected, and chance reveals its number next
    STANDS = 2  # Player 1 stands; twice this, Player 2

@cython.final
cdef class QuestRules(Rules):
    cdef int target
    cdef bint stand

    def __cinit__(self, game):
        self.target = game.options.target
        self.stand = game.options.stand
        self.n_sets, self.n_singles = 2, 4 + 2 * self.stand
        self.set_numbers(&self.board, self.packing.numbers)
        self.read(game.start(), &self.board.first)

    cdef int status(self, const Board *board, const State *state, uint64_t *moves) noexcept nogil:
        if state.mode & CHOSEN:
            moves[0] = state.sets[1] >> 1
            return CHANCE
        if state.total[1] >= self.target:
            if state.total[1] == self.target:
                return over_code(state.player ^ 1, 0)
            return over_code(state.player, 1)
        if state.sets[0] and state.mode != 3 * STANDS:
            moves[0] = state.sets[0] | bit(self.count) if self.stand else state.sets[0]
            return TURN
        return over_code(state.player if state.total[0] >= state.total[1] else state.player ^ 1, 2)

    cdef void play(self, const Board *board, State *state, int action) noexcept nogil:
        if state.mode & CHOSEN:
            state.mode ^= CHOSEN
            state.total[0] += <int16_t>(action + 1)
            state.sets[0] ^= bit(state.cell[0])
            state.sets[1] ^= bit(action + 1)
            if not state.player:
                state.sets[2] |= bit(action + 1)
            state.cell[0] = 0
            if state.mode and state.sets[0] and state.total[0] < self.target:
                return
        elif action == self.count:
            state.mode |= STANDS << state.player
        else:
            state.cell[0] = <uint8_t>action
            state.mode |= CHOSEN
            return
        state.total[0], state.total[1] = state.total[1], state.total[0]
        state.player ^= 1

    cdef int determined_outcome(self, const Board *board, const State *state) noexcept nogil:
        return board.number[state.cell[0]] - 1

    cdef uint64_t unseen(self, const State *state) noexcept nogil:
        return state.sets[0]

    cdef void look(self, const Board *board, const State *state, int player, Seen *seen) noexcept nogil:
        cdef int mine = 0 if state.player == player else 1
        cdef int cell, number
        cdef uint64_t shown = ~state.sets[0], taken = 0
        cdef uint64_t revealed = ~state.sets[2] if player else state.sets[2]
        for cell in range(self.count):
            number = board.number[cell] & -<int>(shown >> cell & 1)
            seen.uncovered[cell] = <uint8_t>number
            taken |= (revealed >> number & <uint64_t>(number != 0)) << cell
        seen.numbers = &seen.uncovered[0]
        seen.sets[0] = taken
        seen.sets[1] = bit(state.cell[0]) if state.mode & CHOSEN else 0
        seen.singles[0] = state.total[mine]
        seen.singles[1] = state.total[mine ^ 1]
        if self.stand:
            seen.singles[2] = state.mode // (STANDS << player) & 1
            seen.singles[3] = state.mode // (STANDS << (player ^ 1)) & 1
        seen.singles[self.n_singles - 2] = <int16_t>(player + 1)
        seen.singles[self.n_singles - 1] = mine ^ 1

    cdef int number_on(self, const Board *board, const State *state, int tile) noexcept nogil:
        return 0 if state.sets[0] >> tile & 1 else board.number[tile]

    cdef void put_facts(self, const Board *board, const State *state, int player, Text *text) noexcept nogil:
        cdef uint64_t seen = ((bit(self.count) - 1) << 1) & ~state.sets[1]
        cdef uint64_t taken = seen & ~state.sets[2] if player else state.sets[2]
        put(text, b"Score: ")
        put_number(text, <uint64_t>state.total[player ^ state.player])
        put(text, b" of ")
        put_number(text, <uint64_t>self.target)
        if taken:
            put(text, b", Revealed: ")
            put_numbers(text, taken)
        if state.mode & STANDS << player:
            put(text, b", Stands: for the rest of the game")

    cdef void put_notes(self, const State *state, Text *text) noexcept nogil:
        put(text, b"\n   Still hidden: ")
        put_numbers(text, state.sets[1])
        if self.stand:
            put(text, b"\n   Variant: a player may stand")

    cdef void put_cell(self, const Board *board, const State *state, int cell, Text *text) noexcept nogil:
        if state.sets[0] >> cell & 1:
            put_char(text, b"?")
        else:
            put_number(text, board.number[cell])

    cdef void put_key(self, const State *state, Text *text) noexcept nogil:
        put_number(text, state.player)
        put(text, b", ")
        put_number(text, <uint64_t>state.total[0])
        put(text, b", ")
        put_number(text, <uint64_t>state.total[1])
        put(text, b", [], 0, ")
        put_number(text, state.sets[1])
        put(text, b", false, [")
        if state.mode:
            put_number(text, <uint64_t>(state.mode == 2 * STANDS))
        put(text, b"], 0")

    cdef void deal(self, Dice *dice, Board *board) noexcept nogil:
        cdef int cell
        for cell in range(self.count):
            board.number[cell] = <uint8_t>(cell + 1)
        shuffle(dice, board.number, self.count)
        board.first = self.board.first

    cdef int read(self, object state, State *packed) except -1:
        packed.player, packed.total[0], packed.total[1] = state.player, state.mine, state.theirs
        packed.sets[0], packed.sets[1], packed.sets[2] = state.closed, state.left, state.taken
        packed.cell[0] = state.choice or 0
        packed.mode = 0 if state.choice is None else CHOSEN
        for player in state.standing:
            packed.mode |= STANDS << <int>_Player(player)
        if count_bits(packed.mode & 3 * STANDS) != len(state.standing):
            raise ValueError("each player stands once")
        return 0

    cdef bint is_valid(self, const State *state) noexcept nogil:
        cdef uint64_t every = bit(self.count) - 1
        return (
            state.sets[0] & ~every == 0 and (state.sets[1] | state.sets[2]) & ~(every << 1) == 0
            and count_bits(state.sets[0]) == count_bits(state.sets[1])
            and 0 <= state.total[0] < self.target and 0 <= state.total[1] < self.target + self.count
            and state.cell[0] < self.count and state.mode <= CHOSEN + 3 * STANDS
            and (not state.mode & CHOSEN or state.sets[0] >> state.cell[0] & 1)
            and (not state.mode & STANDS << state.player or not self.is_open(state))
        )

    cdef inline bint is_open(self, const State *state) noexcept nogil:
        """Return whether a player may still reveal a number; never one who stands."""
        return state.total[1] < self.target and state.sets[0] and state.mode != 3 * STANDS

    cdef object build_state(self, const State *state):
        """Return the state without the numbers of the opened cells, which aren't packed."""
        standing = tuple(p for p in _Player if state.mode & STANDS << <int>p)
        if len(standing) == 2 and state.player:  # the player who stood first is next
            standing = standing[1], standing[0]
        return self.packing.state(
            _Player(state.player), state.total[0], state.total[1], (), state.sets[0], state.sets[1],
            state.cell[0] if state.mode & CHOSEN else None, standing, state.sets[2],
        )

    cdef int step(self, Games games) noexcept nogil:
        return step_all(games, self)

    cdef int step_duels(self, DuelGames games, const int64_t *actions) noexcept nogil:
        return step_all_duels(games, self, actions)
