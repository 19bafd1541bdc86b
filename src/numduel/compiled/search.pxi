# Exact values where nothing is drawn: the graph of positions, proofs by growing distance, and
# retrograde analysis. Step by step what engine.solving does in Python, so that budgets of positions
# end at the same place.

from libc.stdlib cimport calloc, free, malloc, realloc

from numduel.budget import STRIDE as _STRIDE, Exhausted as _Stopped

cdef enum:
    FOREVER = 1000000000  # more turns than there ever are
    FEW = 8  # ways of a position beyond which they take room of their own
    MANY = 50
    DEEPEST = 4000  # as deep as a proof goes: its frames must fit on a thread's stack
    ENDLESS_WAYS = 8
    LOOKS = 65536  # positions visited between two looks at the clock
    UNKNOWN = 1 << 30
    STOPPED = 2

cdef struct Node:
    State state
    int32_t ways  # where they begin in the pool; -1 as long as nobody has asked
    uint8_t count
    uint8_t again  # how many of them leave the turn with the same player; they stand first
    int32_t won
    int32_t lost
    int32_t unwon
    int32_t unlost
    int32_t value  # turns to a win, less than 0 to a loss, 0 for ever; UNKNOWN until it is found


cdef class Spending:
    """A budget, spent without asking Python for every position.

    What is spent here is added to the budget, and the clock and progress looked at, now and then.
    """

    cdef object budget
    cdef list chain
    cdef object error
    cdef bint strict
    """Whether somebody may say stop, or time is up already: then it looks up as often as Python."""
    cdef int64_t allowance
    cdef int64_t pending
    cdef int64_t until_look
    cdef int64_t visits
    cdef int64_t between_looks

    cdef void begin(self, object budget) except *:
        self.budget = budget
        self.error = None
        self.chain = []
        while budget is not None:
            self.chain.append(budget)
            budget = budget._whole
        self.strict = any([one._progress is not None for one in self.chain]) or not self.budget.seconds
        self.pending = 0
        self.reckon()

    cdef void reckon(self) except *:
        """How much may be spent before Python is asked again."""
        cdef int64_t most = <int64_t>1 << 60
        for one in self.chain:
            if one._most < most:
                most = max(0, <int64_t>one._most - <int64_t>one.spent)
        self.allowance = most
        self.between_looks = _STRIDE if self.strict else LOOKS
        self.until_look = _STRIDE - self.chain[0].spent % _STRIDE if self.strict else LOOKS // 8
        self.visits = 0

    cdef void settle(self) except *:
        """Put down in the budget what was spent here."""
        for one in self.chain:
            one.spent += self.pending
        self.pending = 0

    cdef void end(self) except *:
        """All is put down; whatever stopped the search is raised."""
        self.settle()
        error, self.error, self.budget = self.error, None, None
        self.chain = []
        if error is not None:
            raise error

    cdef bint look_up(self) noexcept with gil:
        """See whether to stop: True if so."""
        try:
            self.settle()
            self.budget.look_up()
            self.reckon()
        except BaseException as error:
            self.error = error
            return True
        return False

    cdef bint refused(self) noexcept with gil:
        """Nothing is left: the budget says so itself."""
        try:
            self.settle()
            self.budget.spend()
            self.reckon()
        except BaseException as error:
            self.error = error
            return True
        return False

    cdef inline bint spend(self) noexcept nogil:
        """One more position: True to stop."""
        if self.allowance <= 0:
            return self.refused()
        self.allowance -= 1
        self.pending += 1
        self.until_look -= 1
        return self.look_up() if self.until_look <= 0 else False

    cdef inline bint visit(self) noexcept nogil:
        """One more position that was known before: True to stop."""
        self.visits += 1
        return self.look_up() if self.visits >= self.between_looks else False

    cdef void stop(self, object error) noexcept with gil:
        self.error = error

    cdef void stop_overflow(self) noexcept with gil:
        self.error = OverflowError("there are too many orders of the numbers left")


cdef class Search:
    """All that has been worked out about one game in which nothing is drawn."""

    cdef Rules rules
    cdef object room
    cdef Spending spending
    cdef int64_t most
    cdef Node *nodes
    cdef int32_t length
    cdef int32_t room_for
    cdef int32_t *table
    cdef uint32_t slots
    cdef int32_t *pool
    cdef int64_t pooled
    cdef int64_t pool_room
    cdef int64_t wide
    cdef int depth
    cdef uint64_t key_mask

    def __cinit__(self, Rules rules not None, room):
        self.rules = rules
        self.room = room
        self.spending = Spending()
        self.room_for = 64
        self.slots = 128
        self.pool_room = 256
        self.nodes = <Node *>malloc(self.room_for * sizeof(Node))
        self.table = <int32_t *>malloc(self.slots * sizeof(int32_t))
        self.pool = <int32_t *>malloc(self.pool_room * sizeof(int32_t))
        if self.nodes == NULL or self.table == NULL or self.pool == NULL:
            raise MemoryError
        memset(self.table, 0xFF, self.slots * sizeof(int32_t))
        cdef State mask
        memset(&mask, 0xFF, sizeof(State))
        mask.player = 0 if rules.symmetric else 0xFF
        self.key_mask = (<uint64_t *>&mask)[3]

    def __dealloc__(self):
        free(self.nodes)
        free(self.table)
        free(self.pool)

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
        self.spending.begin(budget)
        self.most = self.room.most
        self.depth = 0
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
        return self.is_won(place, turns) if win else self.is_lost(place, turns)

    # ---- the graph

    cdef inline uint32_t slot(self, const State *state) noexcept nogil:
        """Where a position stands in the table, or where there is room for it."""
        cdef const uint64_t *word = <const uint64_t *>state
        cdef uint64_t rest = word[3] & self.key_mask
        cdef uint64_t mixed = word[0] * <uint64_t>0x9E3779B97F4A7C15
        cdef const uint64_t *other
        cdef uint32_t at
        mixed = ((mixed >> 32) ^ mixed ^ word[1]) * <uint64_t>0xD6E8FEB86659FD93
        mixed = ((mixed >> 32) ^ mixed ^ rest) * <uint64_t>0xD6E8FEB86659FD93
        at = <uint32_t>(mixed >> 32) & (self.slots - 1)
        while self.table[at] >= 0:
            other = <const uint64_t *>&self.nodes[self.table[at]].state
            if other[0] == word[0] and other[1] == word[1] and (other[3] & self.key_mask) == rest:
                break
            at = (at + 1) & (self.slots - 1)
        return at

    cdef int32_t position(self, const State *state) noexcept nogil:
        """The place of a position in which somebody is to move; -1 where memory ended."""
        cdef uint32_t at = self.slot(state)
        if self.table[at] >= 0:
            return self.table[at]
        return self.add(state, at)

    cdef int32_t add(self, const State *state, uint32_t at) noexcept nogil:
        cdef Node *node
        if self.length >= self.room_for:
            if not self.grow():
                return -1
            at = self.slot(state)
        node = &self.nodes[self.length]
        node.state = state[0]
        node.ways = -1
        node.count = node.again = 0
        node.won = node.lost = FOREVER
        node.unwon = node.unlost = 0
        node.value = UNKNOWN
        self.table[at] = self.length
        self.length += 1
        return self.length - 1

    cdef bint grow(self) noexcept nogil:
        """Room for twice as many positions; False where there is none."""
        cdef Node *nodes
        cdef int32_t *table
        cdef int32_t place
        if self.room_for > 1 << 28:
            return self.out_of_memory()
        nodes = <Node *>realloc(self.nodes, 2 * <size_t>self.room_for * sizeof(Node))
        if nodes == NULL:
            return self.out_of_memory()
        self.nodes = nodes
        table = <int32_t *>malloc(2 * <size_t>self.slots * sizeof(int32_t))
        if table == NULL:
            return self.out_of_memory()
        free(self.table)
        self.table = table
        self.room_for *= 2
        self.slots *= 2
        memset(table, 0xFF, self.slots * sizeof(int32_t))
        for place in range(self.length):
            table[self.slot(&self.nodes[place].state)] = place
        return True

    cdef bint out_of_memory(self) noexcept nogil:
        with gil:
            self.spending.stop(MemoryError())
        return False

    cdef bint is_full(self) noexcept with gil:
        """Ask for room to remember more positions: True where there is none."""
        try:
            self.room.check(self.length + self.wide // MANY)
            self.most = self.room.most
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

    cdef bint grow_pool(self) noexcept nogil:
        cdef int32_t *pool
        if self.pool_room > 1 << 30:
            return self.out_of_memory()
        pool = <int32_t *>realloc(self.pool, 2 * self.pool_room * sizeof(int32_t))
        if pool == NULL:
            return self.out_of_memory()
        self.pool = pool
        self.pool_room *= 2
        return True

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
        elif self.spending.visit():
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
        elif self.spending.visit():
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
        cdef int32_t *now
        cdef int32_t *later
        if self.spending.strict and self.spending.look_up():
            return False
        for number in range(count):
            edges += self.nodes[reached[number]].count
        # A position comes into a queue once for each way to it, and once by itself.
        memory = <int32_t *>malloc((4 * <size_t>(count + 1) + 3 * <size_t>edges + 2 * count + 4) * sizeof(int32_t))
        if memory == NULL:
            return self.out_of_memory()
        begins = memory
        hopes = begins + count + 2
        latest = hopes + count
        before = latest + count
        now = before + edges
        later = now + edges + count
        memset(begins, 0, (count + 2) * sizeof(int32_t))
        for number in range(count):
            node = &self.nodes[reached[number]]
            hopes[number] = node.count
            latest[number] = 0
            node.value = UNKNOWN
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
        if not self.swept(reached, count, begins, before, hopes, latest, now, later):
            free(memory)
            for number in range(count):
                self.nodes[reached[number]].value = UNKNOWN
            return False
        for number in range(count):
            node = &self.nodes[reached[number]]
            if node.value == UNKNOWN:
                node.value = 0
        free(memory)
        return True

    cdef bint swept(
        self, const int32_t *reached, int32_t count, const int32_t *begins, const int32_t *before,
        int32_t *hopes, int32_t *latest, int32_t *now, int32_t *later,
    ) noexcept nogil:
        cdef int32_t waiting = 0, next_turn = 0, at, number, earlier, value, turns = 1
        cdef int64_t edge
        cdef bint is_win, same
        for number in range(count):
            if not self.nodes[reached[number]].count:  # the game ends with this turn
                now[waiting] = 2 * number + (1 if self.nodes[reached[number]].won == 1 else 0)
                waiting += 1
        while waiting:
            at = 0
            while at < waiting:
                number, is_win = now[at] >> 1, now[at] & 1
                at += 1
                if self.nodes[reached[number]].value != UNKNOWN:
                    continue
                if self.spending.visit():
                    return False
                self.nodes[reached[number]].value = turns if is_win else -turns
                for edge in range(begins[number], begins[number + 1]):
                    earlier, same = before[edge] >> 1, before[edge] & 1
                    if self.nodes[reached[earlier]].value != UNKNOWN:
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


cdef bint wider(int32_t **numbers, int32_t room) noexcept nogil:
    """Room for so many; False where there is none."""
    cdef int32_t *more = <int32_t *>realloc(numbers[0], <size_t>room * sizeof(int32_t))
    if more == NULL:
        return False
    numbers[0] = more
    return True
