# Exact values where nothing is drawn: proofs by growing distance, and retrograde analysis. Step by
# step what engine.solving does in Python, so that budgets of positions end at the same place.

cdef enum:
    FEW = 8  # ways of a position beyond which they take room of their own
    MANY = 50
    DEEPEST = 4000  # as deep as a proof goes: its frames must fit on a thread's stack
    ENDLESS_WAYS = 8
    STOPPED = 2

@cython.final
cdef class Search(Graph):
    """All that has been worked out about one game in which nothing is drawn."""

    cdef object room
    cdef int64_t most
    cdef int64_t wide
    cdef int depth

    def __cinit__(self, Rules rules not None, room):
        if rules.chance:
            raise ValueError("only where nothing is drawn is everything known")
        self.room = room

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
        cdef State packed = self.rules._taken(position)
        cdef int64_t most = most_in(self.room)
        self.spending.begin(budget, self.room)
        self.most, self.depth = most, 0
        return packed

    cdef int32_t value_of(self, const State *state) noexcept nogil:
        cdef int32_t place = self.position(state)
        if place < 0:
            return UNKNOWN
        return self.retrograde(place) if self.rules.endless else self.proof(place)

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
            self.room.check(self.length + self.wide // MANY)
            self.most = most_in(self.room)
        except BaseException as error:
            self.spending.stop(error)
            return True
        return False

    cdef bint expand(self, int32_t place) noexcept nogil:
        """Find the ways on from a position, without the moves that end the game: True to stop."""
        cdef State before, after
        cdef uint64_t moves = 0
        cdef uint8_t listed[ACTIONS]
        cdef int32_t again[ACTIONS]
        cdef int32_t others[ACTIONS]
        cdef int count, step, code, repeats = 0, handed = 0
        cdef uint32_t at
        cdef int32_t found
        cdef Node *node
        if self.length + self.wide // MANY >= self.most and self.is_full():
            return True
        if self.spending.spend():
            return True
        before = self.nodes[place].state
        self.rules.status(&self.rules.board, &before, &moves)
        count = self.rules.ordered(&before, moves, listed)
        self.spending.follow(count)
        for step in range(count):
            after = before
            self.rules.play(&self.rules.board, &after, listed[step])
            at = self.slot(&after)
            found = self.table[at]
            if found < 0:
                code = self.rules.status(&self.rules.board, &after, &moves)
                if code >= OVER:
                    if (code - OVER) & 1 == before.player:
                        node = &self.nodes[place]
                        node.ways = 0
                        node.won, node.unlost = 1, FOREVER
                        return False
                    continue
                found = self.add(&after, at)
                if found < 0:
                    return True
            if after.player == before.player:
                again[repeats] = found
                repeats += 1
            else:
                others[handed] = found
                handed += 1
        count = repeats + handed
        if self.pooled + count > self.pool_room and not self.grow_pool():
            return True
        memcpy(&self.pool[self.pooled], again, repeats * sizeof(int32_t))
        memcpy(&self.pool[self.pooled + repeats], others, handed * sizeof(int32_t))
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
        cdef int turns = 1, found
        while True:
            found = self.is_won(place, turns)
            if found:
                return UNKNOWN if found == STOPPED else turns
            found = self.is_lost(place, turns)
            if found:
                return UNKNOWN if found == STOPPED else -turns
            turns += 1
            if self.spending.strict and self.spending.look_up():
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

    # ---- retrograde analysis, as in engine.solving.retrograde

    cdef int32_t retrograde(self, int32_t place) noexcept nogil:
        """The value of a position, found with those of all that can be reached from it."""
        cdef int32_t *reached = NULL
        cdef int32_t *order = NULL
        cdef int32_t count
        cdef bint stopped
        if self.nodes[place].value != UNKNOWN:
            return self.nodes[place].value
        count = self.reach(place, &reached, &order)
        stopped = count < 0 or not self.settled(reached, order, count)
        free(reached)
        free(order)
        return UNKNOWN if stopped else self.nodes[place].value

    cdef int32_t reach(self, int32_t place, int32_t **reached, int32_t **order) noexcept nogil:
        """All positions that can be reached, and of every position its number among them, or -1."""
        cdef int32_t room = 1024, numbers = 0, count = 0, waiting = 0, step, after
        cdef int32_t *stack = <int32_t *>malloc(room * sizeof(int32_t))
        cdef bint stopped = stack == NULL
        reached[0] = <int32_t *>malloc(room * sizeof(int32_t))
        stopped = stopped or reached[0] == NULL or not self.numbered(order, &numbers)
        if not stopped:
            stopped = self.nodes[place].ways < 0 and self.expand(place)
            stopped = stopped or not self.numbered(order, &numbers)
        if stopped:
            free(stack)
            if self.spending.error is None:
                self.out_of_memory()
            return -1
        order[0][place] = 0
        reached[0][0] = stack[0] = place
        count = waiting = 1
        while waiting:
            waiting -= 1
            place = stack[waiting]
            for step in range(self.nodes[place].count):
                after = self.pool[self.nodes[place].ways + step]
                if order[0][after] >= 0:
                    continue
                if self.nodes[after].ways < 0:
                    if self.expand(after) or not self.numbered(order, &numbers):
                        free(stack)
                        return -1
                elif self.spending.visit():
                    free(stack)
                    return -1
                if count >= room:
                    room *= 2
                    if not wider(reached, room) or not wider(&stack, room):
                        free(stack)
                        self.out_of_memory()
                        return -1
                order[0][after] = count
                reached[0][count] = after
                count += 1
                stack[waiting] = after
                waiting += 1
        free(stack)
        return count

    cdef bint numbered(self, int32_t **order, int32_t *numbers) noexcept nogil:
        """A number for every position there is now; False where memory ended."""
        cdef int32_t more
        if self.length <= numbers[0]:
            return True
        more = 2 * self.length
        if not wider(order, more):
            return self.out_of_memory()
        memset(order[0] + numbers[0], 0xFF, (more - numbers[0]) * sizeof(int32_t))
        numbers[0] = more
        return True

    cdef bint settled(self, const int32_t *reached, const int32_t *order, int32_t count) noexcept nogil:
        """Settle positions from the ends backwards, a turn at a time; False to stop."""
        cdef int64_t edges = 0, edge
        cdef int32_t number, step, after
        cdef Node *node
        cdef int32_t *memory
        cdef int32_t *begins
        cdef int32_t *before
        cdef int32_t *hopes
        cdef int32_t *latest
        cdef int32_t *values
        cdef int32_t *now
        cdef int32_t *later
        cdef bint stopped
        if self.spending.strict and self.spending.look_up():
            return False
        for number in range(count):
            edges += self.nodes[reached[number]].count
        # A position comes into a queue once for each way to it, and once by itself.
        memory = <int32_t *>malloc((6 * <size_t>count + 3 * <size_t>edges + 2) * sizeof(int32_t))
        if memory == NULL:
            return self.out_of_memory()
        begins = memory
        hopes = begins + count + 2
        latest = hopes + count
        values = latest + count
        before = values + count
        now = before + edges
        later = now + edges + count
        memset(begins, 0, (count + 2) * sizeof(int32_t))
        for number in range(count):
            node = &self.nodes[reached[number]]
            hopes[number] = node.count
            latest[number] = 0
            values[number] = UNKNOWN
            for step in range(node.count):
                begins[order[self.pool[node.ways + step]] + 2] += 1
        for number in range(count):
            begins[number + 2] += begins[number + 1]
        for number in range(count):
            node = &self.nodes[reached[number]]
            for step in range(node.count):
                after = order[self.pool[node.ways + step]]
                edge = begins[after + 1]
                begins[after + 1] += 1
                before[edge] = 2 * number + (1 if step < node.again else 0)
        stopped = not self.swept(reached, count, begins, before, hopes, latest, values, now, later)
        if not stopped:
            for number in range(count):
                self.nodes[reached[number]].value = 0 if values[number] == UNKNOWN else values[number]
        free(memory)
        return not stopped

    cdef bint swept(
        self, const int32_t *reached, int32_t count, const int32_t *begins, const int32_t *before,
        int32_t *hopes, int32_t *latest, int32_t *values, int32_t *now, int32_t *later,
    ) noexcept nogil:
        """Give every position its value that has one, from the ends backwards; False to stop."""
        cdef int32_t waiting = 0, next_turn = 0, at, number, earlier, value, turns = 1
        cdef int64_t edge
        cdef bint is_win, same
        for number in range(count):
            if not hopes[number]:  # the game ends with this turn
                now[waiting] = 2 * number + (1 if self.nodes[reached[number]].won == 1 else 0)
                waiting += 1
        while waiting:
            at = 0
            while at < waiting:
                number, is_win = now[at] >> 1, now[at] & 1
                at += 1
                if values[number] != UNKNOWN:
                    continue
                if self.spending.visit():
                    return False
                values[number] = turns if is_win else -turns
                for edge in range(begins[number], begins[number + 1]):
                    earlier, same = before[edge] >> 1, before[edge] & 1
                    if values[earlier] != UNKNOWN:
                        continue
                    if is_win == same:
                        value = turns if same else turns + 1
                        earlier = 2 * earlier + 1
                    else:
                        if latest[earlier] < turns + (not same):
                            latest[earlier] = turns + (not same)
                        hopes[earlier] -= 1
                        if hopes[earlier]:
                            continue
                        value = latest[earlier]
                        earlier = 2 * earlier
                    if value == turns:
                        now[waiting] = earlier
                        waiting += 1
                    else:
                        later[next_turn] = earlier
                        next_turn += 1
            now, later = later, now
            waiting, next_turn = next_turn, 0
            turns += 1
        return True
