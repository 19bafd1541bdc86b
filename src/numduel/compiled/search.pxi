# Exact values for games without chance, by proofs of increasing distance. It follows engine.solving
# step by step, so that a budget of positions ends at the same position.

cdef enum:
    FREE_EDGES = 8  # as in engine.solving.graph
    EDGES_PER_POSITION = 50
    MAX_DEPTH = 1800  # of recursion: its frames fit on a thread's stack of 256 KB
    MAX_ENDLESS_EDGES = 8
    STOPPED = 2

@cython.final
cdef class Search(Graph):
    """Search results of one game without chance."""

    cdef object quota
    cdef int64_t limit
    cdef int64_t extra_edges
    cdef int depth

    def __cinit__(self, Rules rules not None, quota):
        if rules.chance:
            raise ValueError("this needs a game without chance")
        self.quota = quota

    def __len__(self):
        """Return the number of positions that count toward the quota."""
        return self.length + self.extra_edges // EDGES_PER_POSITION

    # ---- questions

    def value(self, bytes position, budget):
        """Return the turns to a win of the player to move, negative to a loss, 0 if endless."""
        cdef State packed = self._begin(position, budget)
        cdef int32_t found
        with nogil:
            found = self.value_of(&packed)
        self.meter.end()
        return found

    def wins(self, bytes position, int turns, budget):
        """Return whether the player to move can force a win within this number of turns."""
        cdef State packed = self._begin(position, budget)
        cdef int found
        with nogil:
            found = self.prove(&packed, turns, True)
        self.meter.end()
        return found == 1

    def loses(self, bytes position, int turns, budget):
        """Return whether the player to move loses by force within this number of turns."""
        cdef State packed = self._begin(position, budget)
        cdef int found
        with nogil:
            found = self.prove(&packed, turns, False)
        self.meter.end()
        return found == 1

    def values(self, bytes position, budget):
        """Return the value of each move for the player who makes it, in the rule book's order.

        Values are as in `value`. If the budget runs out, the list is shorter than the list of moves.
        """
        cdef State packed = self._begin(position, budget)
        cdef int32_t found[ACTIONS]
        cdef int count, index
        with nogil:
            count = self.values_of(&packed, found)
        try:
            self.meter.end()
        except (_Exhausted, RecursionError):
            pass
        return [found[index] for index in range(count)]

    cdef State _begin(self, bytes position, object budget) except *:
        cdef State packed = self.rules.parse(position)
        cdef int64_t limit = limit_of(self.quota)
        self.meter.begin(budget, self.quota)
        self.limit, self.depth = limit, 0
        return packed

    cdef int32_t value_of(self, const State *state) noexcept nogil:
        cdef int32_t index = self.position(state)
        if index < 0:
            return UNKNOWN
        return solve_backwards(self, index) if self.rules.endless else self.find_value(index)

    cdef int values_of(self, const State *state, int32_t *found) noexcept nogil:
        cdef State after
        cdef uint64_t moves = 0
        cdef uint8_t listed[ACTIONS]
        cdef int count, index, code
        cdef int32_t value
        if self.rules.status(&self.rules.board, state, &moves) != TURN:
            return 0
        count = self.rules.list_moves(state, moves, listed)
        for index in range(count):
            after = state[0]
            self.rules.play(&self.rules.board, &after, listed[index])
            code = self.rules.status(&self.rules.board, &after, &moves)
            if code >= OVER:
                value = 1 if (code - OVER) & 1 == state.player else -1
            else:
                value = self.value_of(&after)
                if value == UNKNOWN:
                    return index
                if after.player != state.player and value:  # the opponent's value, one turn earlier
                    value = -value - 1 if value > 0 else -value + 1
            found[index] = value
        return count

    cdef int prove(self, const State *state, int turns, bint win) noexcept nogil:
        cdef int32_t index = self.position(state)
        if index < 0:
            return STOPPED
        turns = min(turns, UNLIMITED - 1)
        return self.wins_within(index, turns) if win else self.loses_within(index, turns)

    # ---- the graph

    cdef bint is_quota_full(self) noexcept with gil:
        """Request more positions from the quota; return True if it has none."""
        try:
            self.quota.check(self.length + self.extra_edges // EDGES_PER_POSITION)
            self.limit = limit_of(self.quota)
        except BaseException as error:
            self.meter.stop(error)
            return True
        return False

    cdef bint expand(self, int32_t index) noexcept nogil:
        """Find the edges of a position, without moves that end the game; return True to stop."""
        cdef uint8_t player
        cdef uint64_t moves = 0
        cdef int32_t same_player[ACTIONS]
        cdef int count, step, code, n_same = 0, n_other = 0
        cdef uint32_t at
        cdef int32_t found
        cdef int32_t *found_edges
        cdef Successor *successor
        cdef Node *node
        if self.length + self.extra_edges // EDGES_PER_POSITION >= self.limit and self.is_quota_full():
            return True
        if self.meter.spend():
            return True
        player = self.state_of(index).player
        count = self.find_successors(index)
        self.meter.count_edges(count)
        if self.n_edges + count > self.edge_capacity and not self.grow_edges():
            return True
        found_edges = &self.edges[self.n_edges]
        for step in range(count):
            successor = &self.successors[step]
            at = self.slot(&successor.key, successor.hashed)
            found = self.table[at]
            if found < 0:
                code = self.rules.status(&self.rules.board, &successor.state, &moves)
                if code >= OVER:
                    if (code - OVER) & 1 == player:
                        node = &self.nodes[index]
                        node.first_edge = 0
                        node.win_within, node.no_loss_within = 1, UNLIMITED
                        return False
                    continue
                found = self.add(&successor.key, successor.hashed, at)
                if found < 0:
                    return True
            if successor.state.player == player:
                same_player[n_same] = found
                n_same += 1
            else:
                found_edges[n_other] = found
                n_other += 1
        if n_same:
            memmove(found_edges + n_same, found_edges, n_other * sizeof(int32_t))
            memcpy(found_edges, same_player, n_same * sizeof(int32_t))
        count = n_same + n_other
        node = &self.nodes[index]
        node.first_edge = <int32_t>self.n_edges
        node.count, node.n_same_player = <uint8_t>count, <uint8_t>n_same
        self.n_edges += count
        if count > FREE_EDGES:
            self.extra_edges += count - FREE_EDGES
        if not count:
            node.loss_within, node.no_win_within = 1, UNLIMITED
        elif not n_same:
            node.no_win_within = node.no_loss_within = 1  # no end within this turn
        return False

    cdef inline void move_to_front(self, Node *node, const int32_t *copied, int index) noexcept nogil:
        """Move an edge to the front of those with the same player to move."""
        cdef int first = 0 if index < node.n_same_player else node.n_same_player
        cdef int32_t *own = &self.edges[node.first_edge]
        cdef int32_t moved
        cdef int step
        if index > first:
            if self.rules.endless:
                memcpy(own, copied, node.count * sizeof(int32_t))
            moved = own[index]
            for step in range(index, first, -1):
                own[step] = own[step - 1]
            own[first] = moved

    # ---- proofs, as in engine.solving.proof

    cdef int32_t find_value(self, int32_t index) noexcept nogil:
        cdef int turns, found
        for turns in range(1, UNLIMITED):
            found = self.wins_within(index, turns)
            if found:
                return UNKNOWN if found == STOPPED else turns
            found = self.loses_within(index, turns)
            if found:
                return UNKNOWN if found == STOPPED else -turns
            if self.meter.is_strict and self.meter.check():
                return UNKNOWN
        self.stop_too_deep()
        return UNKNOWN

    cdef int wins_within(self, int32_t index, int turns) noexcept nogil:
        """Return whether the player to move can force a win within these turns, or STOPPED."""
        cdef Node *node = &self.nodes[index]
        cdef Node *after
        cdef int32_t copied[MAX_ENDLESS_EDGES]
        cdef int32_t first, successor
        cdef int step, settles, count, n_same_player, left = turns - 1
        if turns <= 0:
            return 0
        if node.first_edge < 0:
            if self.expand(index):
                return STOPPED
            node = &self.nodes[index]
        elif self.meter.visit(node.count):
            return STOPPED
        if node.win_within <= turns:
            return 1
        if node.no_win_within >= turns:
            return 0
        if self.depth >= MAX_DEPTH:
            return self.stop_too_deep()
        first, count, n_same_player = node.first_edge, node.count, node.n_same_player
        if self.rules.endless:  # the recursion may come here again and change the order
            memcpy(copied, &self.edges[first], count * sizeof(int32_t))
        self.depth += 1
        for step in range(count):
            successor = copied[step] if self.rules.endless else self.edges[first + step]
            if step < n_same_player:
                settles = self.wins_within(successor, turns)
            else:
                after = &self.nodes[successor]
                if after.loss_within <= left:
                    settles = 1
                elif after.no_loss_within >= left:
                    settles = 0
                else:
                    settles = self.loses_within(successor, left)
            if settles == STOPPED:
                return STOPPED
            if settles:
                self.depth -= 1
                node = &self.nodes[index]
                self.move_to_front(node, copied, step)
                node.win_within, node.no_loss_within = turns, UNLIMITED
                return 1
        self.depth -= 1
        self.nodes[index].no_win_within = turns
        return 0

    cdef int loses_within(self, int32_t index, int turns) noexcept nogil:
        """Return whether the player to move loses by force within these turns, or STOPPED."""
        cdef Node *node = &self.nodes[index]
        cdef Node *after
        cdef int32_t copied[MAX_ENDLESS_EDGES]
        cdef int32_t first, successor
        cdef int step, saves, count, n_same_player, left = turns - 1
        if turns <= 0:
            return 0
        if node.first_edge < 0:
            if self.expand(index):
                return STOPPED
            node = &self.nodes[index]
        elif self.meter.visit(node.count):
            return STOPPED
        if node.loss_within <= turns:
            return 1
        if node.no_loss_within >= turns:
            return 0
        if self.depth >= MAX_DEPTH:
            return self.stop_too_deep()
        first, count, n_same_player = node.first_edge, node.count, node.n_same_player
        if self.rules.endless:
            memcpy(copied, &self.edges[first], count * sizeof(int32_t))
        self.depth += 1
        for step in range(count):
            successor = copied[step] if self.rules.endless else self.edges[first + step]
            if step < n_same_player:
                saves = self.loses_within(successor, turns)
            else:
                after = &self.nodes[successor]
                if after.no_win_within >= left:
                    saves = 0
                elif after.win_within <= left:
                    saves = 1
                else:
                    saves = self.wins_within(successor, left)
            if saves == STOPPED:
                return STOPPED
            if not saves:
                self.depth -= 1
                node = &self.nodes[index]
                self.move_to_front(node, copied, step)
                node.no_loss_within = turns
                return 0
        self.depth -= 1
        node = &self.nodes[index]
        node.loss_within, node.no_win_within = turns, UNLIMITED
        return 1

    cdef int stop_too_deep(self) noexcept nogil:
        with gil:
            self.meter.stop(RecursionError("the proof is too deep"))
        return STOPPED
