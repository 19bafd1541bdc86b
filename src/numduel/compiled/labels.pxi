# All positions of a board, with the value of every move, in one sweep.

cdef enum:
    WON = -1  # instead of a successor: the move ends the game
    LOST = -2
    MAX_SWEPT_POSITIONS = 1 << 24


@cython.final
cdef class Sweep(Graph):
    """All positions of a board with a player to move, breadth first from the start.

    With more than `max_positions`, `is_complete` is False and the sweep is empty. With `both_seats`,
    positions that differ only in the player to move are different.
    """

    cdef readonly bint is_complete
    cdef bint has_extra_moves
    """Whether the same player moves again after some move."""
    cdef int32_t *origins
    """By position: the earlier position and the move that first reached it."""
    cdef int32_t origins_capacity

    def __cinit__(self, Rules rules not None, int64_t max_positions, budget, bint both_seats=False):
        cdef bint stopped
        if rules.chance:
            raise ValueError("this needs a game without chance")
        if not 0 <= max_positions <= MAX_SWEPT_POSITIONS:
            raise ValueError(f"a sweep has at most {MAX_SWEPT_POSITIONS} positions")
        if both_seats:
            self.key_mask = ~<uint64_t>0
        self.meter.begin(budget)
        with nogil:
            stopped = self.find_all(max_positions) or (self.is_complete and self.solve_all())
        self.meter.end()
        assert not stopped
        if not self.is_complete:
            self.length = 0

    def __dealloc__(self):
        free(self.origins)

    def __len__(self):
        return self.length

    def path(self, int32_t index):
        """Return the moves from the start to a position, as indices of the vocabulary."""
        cdef list moves = []
        self.check_index(index)
        while index:
            moves.append(self.origins[index] % ACTIONS)
            index = self.origins[index] // ACTIONS
        return moves[::-1]

    def values(self, int32_t index):
        """Return the value of each move for the player who makes it, in the rule book's order.

        Turns to a win, negative to a loss, 0 if endless.
        """
        cdef int step
        self.check_index(index)
        first = self.nodes[index].first_edge
        return [self.edges[first + step] for step in range(self.nodes[index].count)]

    cdef void check_index(self, int32_t index) except *:
        if not 0 <= index < self.length:
            raise IndexError(f"there are {self.length} positions")

    # ---- finding them

    cdef bint find_all(self, int64_t max_positions) noexcept nogil:
        """Find all positions, unless there are too many; return True to stop."""
        cdef uint64_t moves = 0
        cdef int32_t index = 0
        cdef State *first = &self.rules.board.first
        if self.rules.status(&self.rules.board, first, &moves) == TURN:
            if self.set_origin(self.position(first), 0) < 0:
                return True
        while index < self.length <= max_positions:
            if self.meter.spend() or self.expand(index):
                return True
            index += 1
        self.is_complete = self.length <= max_positions
        return False

    cdef bint expand(self, int32_t index) noexcept nogil:
        """Find the successors of a position; return True to stop."""
        cdef uint8_t player = self.state_of(index).player
        cdef uint64_t moves = 0
        cdef int count = self.find_successors(index), step, code
        cdef int32_t found
        cdef uint32_t at
        cdef bint same
        cdef Successor *successor
        if self.n_edges + count > self.edge_capacity and not self.grow_edges():
            return True
        self.nodes[index].first_edge = <int32_t>self.n_edges
        self.nodes[index].count = <uint8_t>count
        for step in range(count):
            successor = &self.successors[step]
            at = self.slot(&successor.key, successor.hashed)
            found = self.table[at]
            if found < 0:
                code = self.rules.status(&self.rules.board, &successor.state, &moves)
                if code >= OVER:
                    self.edges[self.n_edges] = WON if (code - OVER) & 1 == player else LOST
                    self.n_edges += 1
                    continue
                found = self.set_origin(self.add(&successor.key, successor.hashed, at), index * ACTIONS + successor.action)
                if found < 0:
                    return True
            same = successor.state.player == player
            self.has_extra_moves |= same
            self.edges[self.n_edges] = 2 * found + same
            self.n_edges += 1
        return False

    cdef int32_t set_origin(self, int32_t index, int32_t before) noexcept nogil:
        """Store the origin of a new position; return its index, or -1 to stop."""
        if index >= self.origins_capacity:
            if not resize(&self.origins, self.capacity):
                self.out_of_memory()
                return -1
            self.origins_capacity = self.capacity
        if index >= 0:
            self.origins[index] = before
        return index

    # ---- values

    cdef inline int32_t edge_value(self, int32_t edge) noexcept nogil:
        """Return the value of a move for the player who makes it, or UNKNOWN."""
        cdef int32_t value
        if edge < 0:
            return 1 if edge == WON else -1
        value = self.nodes[edge >> 1].value
        if value == UNKNOWN or value == 0 or edge & 1:
            return value
        return -value - 1 if value > 0 else -value + 1  # the opponent's value, one turn earlier

    cdef bint solve_all(self) noexcept nogil:
        """Solve all positions, then replace each edge by its value; return True to stop."""
        cdef int64_t at
        if self.solve_by_turns() if self.rules.endless else self.solve_acyclic():
            return True
        for at in range(self.n_edges):
            self.edges[at] = self.edge_value(self.edges[at])
        return False

    cdef bint solve_acyclic(self) noexcept nogil:
        """Solve a game that always ends, each position after its successors; return True to stop."""
        cdef int32_t index, value, left = self.length, before
        while left:
            before = left
            for index in range(self.length - 1, -1, -1):
                if self.nodes[index].value != UNKNOWN:
                    continue
                if self.meter.visit():
                    return True
                value = self.best(index)
                if value != UNKNOWN:
                    self.nodes[index].value = value
                    left -= 1
            if left == before:
                with gil:
                    self.meter.stop(RuntimeError("a game that always ends has a cycle"))
                return True
        return False

    cdef int32_t best(self, int32_t index) noexcept nogil:
        """Return the best value of all moves, none of them endless; UNKNOWN if one is unsolved."""
        cdef int32_t best = 0, value, at = self.nodes[index].first_edge, end = at + self.nodes[index].count
        while at < end:
            value = self.edge_value(self.edges[at])
            if value == UNKNOWN:
                return UNKNOWN
            # Winners hurry, losers delay: of two numbers with the same sign the smaller is better.
            if best == 0 or (value > 0) > (best > 0) or (value < best and (value > 0) == (best > 0)):
                best = value
            at += 1
        return best

    cdef bint solve_by_turns(self) noexcept nogil:
        """Solve a game with cycles: wins and losses in 1 turn, in 2, and so on."""
        cdef int32_t index, value, turns = 1
        cdef bint changed = True
        while changed:
            changed = False
            for index in range(self.length):
                if self.nodes[index].value != UNKNOWN:
                    continue
                if self.meter.visit():
                    return True
                value = self.value_within(index, turns)
                if value != UNKNOWN:
                    self.nodes[index].value = value
                    changed = True
            if not (changed and self.has_extra_moves):  # within a turn, one position may solve another
                turns += 1
        for index in range(self.length):
            if self.nodes[index].value == UNKNOWN:
                self.nodes[index].value = 0
        return False

    cdef int32_t value_within(self, int32_t index, int32_t turns) noexcept nogil:
        """Return the value of a win or loss within these turns, or UNKNOWN."""
        cdef int32_t value, longest = 0, at = self.nodes[index].first_edge
        cdef int32_t end = at + self.nodes[index].count
        cdef bint is_open = False
        while at < end:
            value = self.edge_value(self.edges[at])
            if value == UNKNOWN:
                is_open = True
            elif 0 < value <= turns:
                return value
            elif value > 0:
                is_open = True
            elif value < longest:
                longest = value
            at += 1
        return UNKNOWN if is_open or -longest > turns else longest
