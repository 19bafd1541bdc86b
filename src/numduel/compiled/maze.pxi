# Number Maze: `sets` holds visited cells, `total` their sums, `mode` whether this is an extra move.

@cython.final
cdef class MazeRules(Rules):
    cdef int target
    cdef int extras
    cdef int diagonals
    cdef bint random_starts
    cdef uint64_t reach[CELLS + 1]  # the last one: from outside the grid
    cdef uint64_t slants[CELLS]
    cdef uint64_t edge
    cdef State outside  # the first state, if players choose their starts
    cdef uint8_t neighbour_in[CELLS][8]  # by direction, in the rule book's order; CELLS: off the grid

    def __cinit__(self, game):
        options = game.options
        self.is_symmetric = True
        self.is_in_bit_order = False
        self.target = options.target
        self.extras = options.extra
        self.diagonals = options.diagonal
        self.n_sets, self.n_singles = 4 + bool(self.extras) + bool(self.diagonals), 4 + bool(self.extras)
        self.random_starts = options.starts == "random"
        cdef int[8] down = [0, 1, -1, 0, -1, -1, 1, 1]
        cdef int[8] right = [1, 0, 0, -1, -1, 1, -1, 1]
        cdef int cell, direction, row, column
        for cell in range(self.count):
            self.reach[cell], self.slants[cell] = self.neighbours(cell), 0
            if count_bits(self.reach[cell]) < 4:
                self.edge |= bit(cell)
            for direction in range(8):
                row, column = cell // self.size + down[direction], cell % self.size + right[direction]
                self.neighbour_in[cell][direction] = CELLS
                if 0 <= row < self.size and 0 <= column < self.size:
                    self.neighbour_in[cell][direction] = <uint8_t>(row * self.size + column)
                    if direction >= 4:
                        self.slants[cell] |= bit(self.neighbour_in[cell][direction])
        self.reach[self.count] = self.edge
        self.outside.cell[0] = self.outside.cell[1] = <uint8_t>self.count
        # If random starts or bonus cells might not fit, Python deals and reports it.
        fewest = count_bits(self.edge) - max(0, self.count - self.target + 1)
        self.can_deal = self.can_deal and not (self.random_starts and fewest < 2)
        self.can_deal = self.can_deal and self.extras + self.diagonals <= self.count - 2 * self.random_starts
        self.board.extra = self.packing.extra
        self.board.diagonal = self.packing.diagonal
        self.set_numbers(&self.board, self.packing.numbers)
        self.update_board(&self.board)
        self.read(game.start(), &self.board.first)

    cdef void update_board(self, Board *board) noexcept nogil:
        """Compute `within` from the numbers."""
        cdef int cell, number
        cdef uint64_t cells = 0
        for cell in range(self.count):
            board.within[board.number[cell]] = bit(cell)
        board.within[0] = 0
        for number in range(1, self.count + 1):
            cells |= board.within[number]
            board.within[number] = cells

    def numbers_of(self, board):
        return board.numbers

    cdef inline uint64_t free(self, const Board *board, const State *state) noexcept nogil:
        """Return the cells that the player may enter, as bits."""
        cdef int cell = state.cell[0]
        cdef uint64_t reach = self.reach[cell]
        cdef int left = self.target - state.total[0]
        if board.diagonal >> cell & 1 and state.sets[0] != bit(cell):
            reach |= self.slants[cell]
        reach &= board.within[left if left < self.count else self.count]
        return reach & ~(state.sets[0] | bit(state.cell[1]))

    cdef int status(self, const Board *board, const State *state, uint64_t *moves) noexcept nogil:
        cdef uint64_t free
        if state.total[1] == self.target:
            return over_code(state.player ^ 1, 0)
        free = self.free(board, state)
        if not free:
            return over_code(state.player ^ 1, 1)
        moves[0] = free | bit(self.count) if state.mode else free
        return TURN

    cdef void play(self, const Board *board, State *state, int action) noexcept nogil:
        cdef int before = state.cell[0]
        state.mode = 0
        if action != self.count:
            state.cell[0] = <uint8_t>action
            state.sets[0] |= bit(action)
            state.total[0] += board.number[action]
            if board.extra >> action & 1 and before != self.count:
                if state.total[0] != self.target and self.free(board, state):
                    state.mode = 1
                    return
        hand_over(state)

    cdef int list_moves(self, const State *state, uint64_t moves, uint8_t *listed) noexcept nogil:
        cdef int index, cell, found = 0
        if state.cell[0] == self.count:
            return Rules.list_moves(self, state, moves, listed)
        for index in range(8):
            cell = self.neighbour_in[state.cell[0]][index]
            if cell != CELLS and moves >> cell & 1:
                listed[found] = <uint8_t>cell
                found += 1
        if moves >> self.count & 1:
            listed[found] = <uint8_t>self.count
            found += 1
        return found

    cdef void look(self, const Board *board, const State *state, int player, Seen *seen) noexcept nogil:
        cdef int mine = 0 if state.player == player else 1
        cdef int theirs = mine ^ 1
        seen.numbers = &board.number[0]
        seen.sets[0] = bit(state.cell[mine])
        seen.sets[1] = bit(state.cell[theirs])
        seen.sets[2] = state.sets[mine]
        seen.sets[3] = state.sets[theirs]
        if self.extras:
            seen.sets[4] = board.extra
        if self.diagonals:
            seen.sets[self.n_sets - 1] = board.diagonal
        seen.singles[0] = state.total[mine]
        seen.singles[1] = state.total[theirs]
        if self.extras:
            seen.singles[2] = state.mode
        seen.singles[self.n_singles - 2] = <int16_t>(player + 1)
        seen.singles[self.n_singles - 1] = mine ^ 1

    cdef int marks_of(self, const Board *board, const State *state, int tile) noexcept nogil:
        cdef int marks = <int>(board.extra >> tile & 1) * EXTRA | <int>(board.diagonal >> tile & 1) * CROSSED
        return marks | walkers_marks(state, tile)

    cdef void put_facts(self, const Board *board, const State *state, int player, Text *text) noexcept nogil:
        put(text, b"Cumulative Total: ")
        put_number(text, <uint64_t>state.total[player ^ state.player])
        put(text, b" of ")
        put_number(text, <uint64_t>self.target)
        if state.mode and player == state.player:
            put(text, b", Extra move: move once more, or pass")

    cdef void put_cell(self, const Board *board, const State *state, int cell, Text *text) noexcept nogil:
        cdef int seat
        Rules.put_cell(self, board, state, cell, text)
        if board.extra >> cell & 1:
            put_char(text, b"+")
        if board.diagonal >> cell & 1:
            put_char(text, b"x")
        for seat in range(2):
            if self.random_starts and board.first.cell[seat] == cell:
                put_char(text, b"@")
                put_number(text, <uint64_t>(seat + 1))

    cdef void deal(self, Dice *dice, Board *board) noexcept nogil:
        cdef uint8_t deck[CELLS]
        cdef int cell, cards = 0, count = self.count
        for cell in range(count):
            board.number[cell] = <uint8_t>(cell + 1)
        shuffle(dice, board.number, count)
        self.update_board(board)
        board.first = self.outside
        if self.random_starts:
            for cell in range(count):
                if self.edge >> cell & 1 and board.number[cell] < self.target:
                    deck[cards] = <uint8_t>cell
                    cards += 1
            shuffle(dice, deck, cards)
            for cell in range(2):
                board.first.cell[cell] = deck[cell]
                board.first.sets[cell] = bit(deck[cell])
                board.first.total[cell] = board.number[deck[cell]]
        board.extra = board.diagonal = 0
        if self.extras + self.diagonals:
            cards = 0
            for cell in range(count):
                if not self.random_starts or (cell != board.first.cell[0] and cell != board.first.cell[1]):
                    deck[cards] = <uint8_t>cell
                    cards += 1
            shuffle(dice, deck, cards)
            for cell in range(self.extras + self.diagonals):
                if cell < self.extras:
                    board.extra |= bit(deck[cell])
                else:
                    board.diagonal |= bit(deck[cell])

    cdef int read(self, object state, State *packed) except -1:
        player, walkers, again = state.player, (state.me, state.them), state.again
        for seat in range(2):
            packed.sets[seat] = walkers[seat].visited
            packed.total[seat] = walkers[seat].total
            packed.cell[seat] = walkers[seat].cell
        packed.player = player
        packed.mode = again
        return 0

    cdef bint is_valid(self, const State *state) noexcept nogil:
        cdef uint64_t outside = ~(bit(self.count) - 1)
        return (
            (state.sets[0] | state.sets[1]) & outside == 0
            and state.cell[0] <= self.count and state.cell[1] <= self.count
            and 0 <= state.total[0] <= self.target and 0 <= state.total[1] <= self.target
            and state.mode <= 1
        )

    cdef object build_state(self, const State *state):
        me, them = (self.packing.part(state.cell[i], state.sets[i], state.total[i]) for i in range(2))
        return self.packing.state(_Player(state.player), me, them, bool(state.mode))

    cdef int step(self, Games games) noexcept nogil:
        return step_all(games, self)

    cdef int step_duels(self, DuelGames games, const int64_t *actions) noexcept nogil:
        return step_all_duels(games, self, actions)
