# Exact values where nothing is drawn: proofs by growing distance. Step by step what engine.solving
# does in Python, so that budgets of positions end at the same place.

cdef enum:
    FEW = 8  # ways of a position beyond which they take room of their own
    MANY = 50
    DEEPEST = 1800  # as deep as a proof goes: its frames fit on the stack of a thread that has 256 KB
    ENDLESS_WAYS = 8
    STOPPED = 2

@cython.final
cdef class Search(Graph):
    """All that has been worked out about one game in which nothing is drawn."""

    cdef object quota
    cdef int64_t most
    cdef int64_t wide
    cdef int depth

    def __cinit__(self, Rules rules not None, quota):
        if rules.chance:
            raise ValueError("only where nothing is drawn is everything known")
        self.quota = quota

    def __len__(self):
        """How many positions are remembered, or as much as they take."""
        return self.length + self.wide // MANY

    # ---- questions

    def value(self, bytes position, budget):
        """Turns to a win of the player to move, less than 0 to a loss, 0 where play is endless."""
        cdef State packed = self._asked(position, budget)
        cdef int32_t found
        with nogil:
            found = self.value_of(&packed)
        self.spending.end()
        return found

    def wins(self, bytes position, int turns, budget):
        """Whether the player to move can force a win within so many turns."""
        cdef State packed = self._asked(position, budget)
        cdef int found
        with nogil:
            found = self.proved(&packed, turns, True)
        self.spending.end()
        return found == 1

    def loses(self, bytes position, int turns, budget):
        """Whether the player to move can be beaten within so many turns."""
        cdef State packed = self._asked(position, budget)
        cdef int found
        with nogil:
            found = self.proved(&packed, turns, False)
        self.spending.end()
        return found == 1

    def values(self, bytes position, budget):
        """What each move is worth to whoever makes it, in the rule book's order, one after the other.

        As in `value`; fewer than there are moves where the budget ended, which then is for whoever
        asks on to notice.
        """
        cdef State packed = self._asked(position, budget)
        cdef int32_t found[ACTIONS]
        cdef int count, place
        with nogil:
            count = self.values_of(&packed, found)
        try:
            self.spending.end()
        except (_Stopped, RecursionError):
            pass
        return [found[place] for place in range(count)]

    cdef State _asked(self, bytes position, object budget) except *:
        cdef State packed = self.rules.taken(position)
        cdef int64_t most = most_in(self.quota)
        self.spending.begin(budget, self.quota)
        self.most, self.depth = most, 0
        return packed

    cdef int32_t value_of(self, const State *state) noexcept nogil:
        cdef int32_t place = self.position(state)
        if place < 0:
            return UNKNOWN
        return found_backwards(self, place) if self.rules.endless else self.proof(place)

    cdef int values_of(self, const State *state, int32_t *found) noexcept nogil:
        cdef State after
        cdef uint64_t moves = 0
        cdef uint8_t listed[ACTIONS]
        cdef int count, place, code
        cdef int32_t value
        if self.rules.status(&self.rules.board, state, &moves) != TURN:
            return 0
        count = self.rules.ordered(state, moves, listed)
        for place in range(count):
            after = state[0]
            self.rules.play(&self.rules.board, &after, listed[place])
            code = self.rules.status(&self.rules.board, &after, &moves)
            if code >= OVER:
                value = 1 if (code - OVER) & 1 == state.player else -1
            else:
                value = self.value_of(&after)
                if value == UNKNOWN:
                    return place
                if after.player != state.player and value:  # seen by the other, a turn earlier
                    value = -value - 1 if value > 0 else -value + 1
            found[place] = value
        return count

    cdef int proved(self, const State *state, int turns, bint win) noexcept nogil:
        cdef int32_t place = self.position(state)
        if place < 0:
            return STOPPED
        turns = min(turns, FOREVER - 1)
        return self.is_won(place, turns) if win else self.is_lost(place, turns)

    # ---- the graph

    cdef bint is_full(self) noexcept with gil:
        """Ask for room to remember more positions: True where there is none."""
        try:
            self.quota.check(self.length + self.wide // MANY)
            self.most = most_in(self.quota)
        except BaseException as error:
            self.spending.stop(error)
            return True
        return False

    cdef bint expand(self, int32_t place) noexcept nogil:
        """Find the ways on from a position, without the moves that end the game: True to stop."""
        cdef uint8_t player
        cdef uint64_t moves = 0
        cdef int32_t again[ACTIONS]
        cdef int count, step, code, repeats = 0, handed = 0
        cdef uint32_t at
        cdef int32_t found
        cdef int32_t *ways
        cdef Ahead *ahead
        cdef Node *node
        if self.length + self.wide // MANY >= self.most and self.is_full():
            return True
        if self.spending.spend():
            return True
        player = self.state_of(place).player
        count = self.look_ahead(place)
        self.spending.follow(count)
        if self.pooled + count > self.pool_room and not self.grow_pool():
            return True
        ways = &self.pool[self.pooled]
        for step in range(count):
            ahead = &self.ahead[step]
            at = self.slot(&ahead.key, ahead.mixed)
            found = self.table[at]
            if found < 0:
                code = self.rules.status(&self.rules.board, &ahead.state, &moves)
                if code >= OVER:
                    if (code - OVER) & 1 == player:
                        node = &self.nodes[place]
                        node.ways = 0
                        node.won, node.unlost = 1, FOREVER
                        return False
                    continue
                found = self.add(&ahead.key, ahead.mixed, at)
                if found < 0:
                    return True
            if ahead.state.player == player:
                again[repeats] = found
                repeats += 1
            else:
                ways[handed] = found
                handed += 1
        if repeats:
            memmove(ways + repeats, ways, handed * sizeof(int32_t))
            memcpy(ways, again, repeats * sizeof(int32_t))
        count = repeats + handed
        node = &self.nodes[place]
        node.ways = <int32_t>self.pooled
        node.count, node.again = <uint8_t>count, <uint8_t>repeats
        self.pooled += count
        if count > FEW:
            self.wide += count - FEW
        if not count:
            node.lost, node.unwon = 1, FOREVER
        elif not repeats:
            node.unwon = node.unlost = 1  # no end within this turn
        return False

    cdef inline void prefer(self, Node *node, const int32_t *copied, int place) noexcept nogil:
        """From now on, try this way before others of its kind."""
        cdef int first = 0 if place < node.again else node.again
        cdef int32_t *own = &self.pool[node.ways]
        cdef int32_t preferred
        cdef int step
        if place > first:
            if self.rules.endless:
                memcpy(own, copied, node.count * sizeof(int32_t))
            preferred = own[place]
            for step in range(place, first, -1):
                own[step] = own[step - 1]
            own[first] = preferred

    # ---- proofs, as in engine.solving.proof

    cdef int32_t proof(self, int32_t place) noexcept nogil:
        cdef int turns, found
        for turns in range(1, FOREVER):
            found = self.is_won(place, turns)
            if found:
                return UNKNOWN if found == STOPPED else turns
            found = self.is_lost(place, turns)
            if found:
                return UNKNOWN if found == STOPPED else -turns
            if self.spending.strict and self.spending.check():
                return UNKNOWN
        self.too_deep()
        return UNKNOWN

    cdef int is_won(self, int32_t place, int turns) noexcept nogil:
        """Whether the player to move can force a win within so many turns, or STOPPED."""
        cdef Node *node = &self.nodes[place]
        cdef Node *after
        cdef int32_t copied[ENDLESS_WAYS]
        cdef int32_t first, way
        cdef int step, settles, count, again, left = turns - 1
        if turns <= 0:
            return 0
        if node.ways < 0:
            if self.expand(place):
                return STOPPED
            node = &self.nodes[place]
        elif self.spending.visit(node.count):
            return STOPPED
        if node.won <= turns:
            return 1
        if node.unwon >= turns:
            return 0
        if self.depth >= DEEPEST:
            return self.too_deep()
        first, count, again = node.ways, node.count, node.again
        if self.rules.endless:  # whoever comes here again below may change the order
            memcpy(copied, &self.pool[first], count * sizeof(int32_t))
        self.depth += 1
        for step in range(count):
            way = copied[step] if self.rules.endless else self.pool[first + step]
            if step < again:
                settles = self.is_won(way, turns)
            else:
                after = &self.nodes[way]
                if after.lost <= left:
                    settles = 1
                elif after.unlost >= left:
                    settles = 0
                else:
                    settles = self.is_lost(way, left)
            if settles == STOPPED:
                return STOPPED
            if settles:
                self.depth -= 1
                node = &self.nodes[place]
                self.prefer(node, copied, step)
                node.won, node.unlost = turns, FOREVER
                return 1
        self.depth -= 1
        self.nodes[place].unwon = turns
        return 0

    cdef int is_lost(self, int32_t place, int turns) noexcept nogil:
        """Whether the player to move can be beaten within so many turns, or STOPPED."""
        cdef Node *node = &self.nodes[place]
        cdef Node *after
        cdef int32_t copied[ENDLESS_WAYS]
        cdef int32_t first, way
        cdef int step, saves, count, again, left = turns - 1
        if turns <= 0:
            return 0
        if node.ways < 0:
            if self.expand(place):
                return STOPPED
            node = &self.nodes[place]
        elif self.spending.visit(node.count):
            return STOPPED
        if node.lost <= turns:
            return 1
        if node.unlost >= turns:
            return 0
        if self.depth >= DEEPEST:
            return self.too_deep()
        first, count, again = node.ways, node.count, node.again
        if self.rules.endless:
            memcpy(copied, &self.pool[first], count * sizeof(int32_t))
        self.depth += 1
        for step in range(count):
            way = copied[step] if self.rules.endless else self.pool[first + step]
            if step < again:
                saves = self.is_lost(way, turns)
            else:
                after = &self.nodes[way]
                if after.unwon >= left:
                    saves = 0
                elif after.won <= left:
                    saves = 1
                else:
                    saves = self.is_won(way, left)
            if saves == STOPPED:
                return STOPPED
            if not saves:
                self.depth -= 1
                node = &self.nodes[place]
                self.prefer(node, copied, step)
                node.unlost = turns
                return 0
        self.depth -= 1
        node = &self.nodes[place]
        node.lost, node.unwon = turns, FOREVER
        return 1

    cdef int too_deep(self) noexcept nogil:
        with gil:
            self.spending.stop(RecursionError("a proof goes too deep"))
        return STOPPED
