# Positions packed side by side, each once, with the ways between them; and a budget to find them by.

from libc.stdlib cimport calloc, free, malloc, realloc

from numduel.budget import STRIDE as _STRIDE, Exhausted as _Stopped

cdef enum:
    FOREVER = 32767  # more turns than there ever are
    LEAST = 512  # positions that there is room for at first
    LOOKS = 65536  # positions visited, or moved in memory, between two looks at the clock
    UNKNOWN = FOREVER
    PIECE = 1 << 20  # bytes copied or filled between two looks at the clock

cdef struct Key:
    # What tells a position from others, where nothing is drawn.
    uint64_t sets[2]
    uint64_t rest

cdef struct Node:
    Key key
    int32_t ways  # where they begin in the pool; -1 as long as nobody has asked
    uint8_t count
    uint8_t again  # how many of them leave the turn with the same player; they stand first
    int16_t won
    int16_t lost
    int16_t unwon
    int16_t unlost
    int16_t value  # turns to a win, less than 0 to a loss, 0 for ever; UNKNOWN until it is found

cdef struct Ahead:
    # Where a move leads.
    State state
    Key key
    uint64_t mixed
    int action


@cython.final
cdef class Spending:
    """A budget, spent without asking Python for every position.

    What is spent here is added to the budget, and the clock and progress looked at, now and then.
    """

    cdef object budget
    cdef object quota
    """For what is found; None for a search without one."""
    cdef bint is_busy
    cdef object error
    cdef bint strict
    """Whether somebody may say stop, or time is up already: then it looks up as often as Python."""
    cdef int64_t allowance
    cdef int64_t pending
    cdef int64_t until_look
    cdef int64_t visits
    cdef int64_t between_looks

    cdef void begin(self, object budget, object quota=None) except *:
        if self.is_busy:
            raise RuntimeError("one question at a time: an earlier one is not yet answered")
        self.is_busy = True
        try:
            self.budget, self.quota = budget, quota
            self.error = None
            _, self.strict = budget.allowance
            self.pending = 0
            self.reckon()
        except BaseException:
            self.is_busy = False
            raise

    cdef void reckon(self) except *:
        """How much may be spent before Python is asked again."""
        positions, _ = self.budget.allowance
        self.allowance = min(positions, <int64_t>1 << 60)
        self.between_looks = _STRIDE if self.strict else LOOKS
        self.until_look = _STRIDE - self.budget.spent % _STRIDE if self.strict else LOOKS // 8
        self.visits = 0

    cdef void settle(self) except *:
        """Put down in the budget what was spent here."""
        self.budget.charge(self.pending)
        self.pending = 0

    cdef void end(self) except *:
        """All is put down; whatever stopped the search is raised. Without memory, the quota is full."""
        try:
            self.settle()
            if isinstance(self.error, MemoryError) and self.quota is not None:
                self.quota.is_full = True
                raise _Stopped
            if self.error is not None:
                raise self.error
        finally:
            self.error, self.budget, self.quota = None, None, None
            self.is_busy = False

    cdef bint check(self) noexcept with gil:
        """See whether to stop: True if so."""
        try:
            self.settle()
            self.budget.check()
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
        return self.check() if self.until_look <= 0 else False

    cdef inline void follow(self, int ways) noexcept nogil:
        """What a position takes where it has many ways, seen by the clock."""
        if not self.strict:
            self.until_look -= ways >> 3

    cdef inline bint visit(self, int ways=0) noexcept nogil:
        """One more position that was known before: True to stop."""
        self.visits += 1 + (ways >> 3)
        return self.check() if self.visits >= self.between_looks else False

    cdef bint copied(self, void *copy, const void *memory, size_t bytes) noexcept nogil:
        """Copy memory, however large, and look up meanwhile: True to stop."""
        cdef size_t at = 0
        while at < bytes:
            memcpy(<char *>copy + at, <const char *>memory + at, min(bytes - at, <size_t>PIECE))
            at += PIECE
            if at < bytes and self.check():
                return True
        return False

    cdef bint filled(self, void *memory, int byte, size_t bytes) noexcept nogil:
        """The same, to fill it with a byte."""
        cdef size_t at = 0
        while at < bytes:
            memset(<char *>memory + at, byte, min(bytes - at, <size_t>PIECE))
            at += PIECE
            if at < bytes and self.check():
                return True
        return False

    cdef void stop(self, object error) noexcept with gil:
        self.error = error

    cdef void stop_overflow(self) noexcept with gil:
        self.error = OverflowError("there are too many orders of the numbers left")


cdef int64_t most_in(object quota) except -1:
    """How many positions a quota allows, as far as can be counted here."""
    return min(quota.most, <int64_t>1 << 60)


cdef inline void *rest_of(const State *state) noexcept nogil:
    """All of a position but its sets, which is as long as one of them."""
    return <char *>state + sizeof(state.sets)


cdef class Graph:
    """The positions of one game in which nothing is drawn, and where their moves lead."""

    cdef Rules rules
    cdef Spending spending
    cdef int32_t length
    cdef int32_t room_for
    cdef Node *nodes
    """With the table behind them, in one piece of memory."""
    cdef int32_t *table
    cdef uint32_t slots
    cdef int shift
    """The highest bits of a product tell the slot, since all others go into them."""
    cdef int32_t *pool
    cdef int64_t pooled
    cdef int64_t pool_room
    cdef uint64_t key_mask
    cdef Ahead ahead[ACTIONS]
    """Where the moves of the position lead that was looked at last."""

    def __cinit__(self, Rules rules not None, *more):
        self.rules = rules
        self.spending = Spending()
        self.pool_room = 4096
        self.pool = <int32_t *>malloc(self.pool_room * sizeof(int32_t))
        self.nodes = <Node *>room_for_positions(LEAST)
        if self.pool == NULL or self.nodes == NULL:
            raise MemoryError
        self.divide(self.nodes, LEAST)
        memset(self.table, 0xFF, self.slots * sizeof(int32_t))
        cdef State mask
        memset(&mask, 0xFF, sizeof(State))
        mask.player = 0 if rules.symmetric else 0xFF
        memcpy(&self.key_mask, rest_of(&mask), sizeof(uint64_t))

    def __dealloc__(self):
        free(self.nodes)
        free(self.pool)

    # ---- a position and its key

    @cython.final
    cdef inline Key key_of(self, const State *state) noexcept nogil:
        """A position, as it is told from others."""
        cdef Key key
        key.sets[0], key.sets[1] = state.sets[0], state.sets[1]
        memcpy(&key.rest, rest_of(state), sizeof(uint64_t))
        key.rest &= self.key_mask
        return key

    @cython.final
    cdef inline State state_of(self, int32_t place) noexcept nogil:
        """A position that is known, with Player 1 to move where it does not matter who is."""
        cdef const Key *key = &self.nodes[place].key
        cdef State state
        state.sets[0], state.sets[1], state.sets[2] = key.sets[0], key.sets[1], 0
        memcpy(rest_of(&state), &key.rest, sizeof(uint64_t))
        return state

    @cython.final
    cdef inline uint32_t slot(self, const Key *key, uint64_t mixed) noexcept nogil:
        """Where a position stands in the table, or where there is room for it."""
        cdef uint32_t at = <uint32_t>(mixed >> self.shift)
        cdef const Key *other
        while self.table[at] >= 0:
            other = &self.nodes[self.table[at]].key
            if other.sets[0] == key.sets[0] and other.sets[1] == key.sets[1] and other.rest == key.rest:
                break
            at = (at + 1) & (self.slots - 1)
        return at

    @cython.final
    cdef int32_t position(self, const State *state) noexcept nogil:
        """The place of a position in which somebody is to move; -1 where memory ended, or to stop."""
        cdef Key key = self.key_of(state)
        cdef uint64_t mixed = mixture(&key)
        cdef uint32_t at = self.slot(&key, mixed)
        return self.table[at] if self.table[at] >= 0 else self.add(&key, mixed, at)

    @cython.final
    cdef int32_t add(self, const Key *key, uint64_t mixed, uint32_t at) noexcept nogil:
        """A new position with this slot; its place, or -1 where memory ended, or to stop."""
        cdef Node *node
        if self.length >= self.room_for:
            if not self.grow():
                return -1
            at = self.slot(key, mixed)
        node = &self.nodes[self.length]
        node.key = key[0]
        node.ways = -1
        node.count = node.again = 0
        node.won = node.lost = FOREVER
        node.unwon = node.unlost = 0
        node.value = UNKNOWN
        self.table[at] = self.length
        self.length += 1
        return self.length - 1

    @cython.final
    cdef int look_ahead(self, int32_t place) noexcept nogil:
        """Note where the moves of a position lead, in the rule book's order; how many there are.

        What is known of these positions lies far apart in memory: all of it is fetched at once.
        """
        cdef State state = self.state_of(place)
        cdef uint64_t moves = 0
        cdef uint8_t listed[ACTIONS]
        cdef Ahead *ahead
        cdef int count, step
        cdef int32_t found
        self.rules.status(&self.rules.board, &state, &moves)
        count = self.rules.ordered(&state, moves, listed)
        for step in range(count):
            ahead = &self.ahead[step]
            ahead.action = listed[step]
            ahead.state = state
            self.rules.play(&self.rules.board, &ahead.state, listed[step])
        for step in range(count):
            ahead = &self.ahead[step]
            ahead.key = self.key_of(&ahead.state)
            ahead.mixed = mixture(&ahead.key)
            fetch(&self.table[ahead.mixed >> self.shift])
        for step in range(count):
            found = self.table[self.ahead[step].mixed >> self.shift]
            fetch(&self.nodes[found if found >= 0 else 0])
        return count

    # ---- room

    @cython.final
    cdef void divide(self, void *memory, int32_t count) noexcept nogil:
        """Take a piece of memory in which there is room for so many positions."""
        self.room_for = count
        self.nodes = <Node *>memory
        self.table = <int32_t *>(self.nodes + count)
        self.slots = 2 * <uint32_t>count
        self.shift = 64 - lowest_bit(self.slots)

    @cython.final
    cdef bint grow(self) noexcept nogil:
        """Room for four times as many positions; False where there is none, or to stop."""
        cdef Node *nodes = self.nodes
        cdef int32_t room_for = self.room_for
        cdef void *memory = NULL if room_for > 1 << 26 else room_for_positions(4 * room_for)
        cdef bint stopped
        if memory == NULL:
            return self.out_of_memory()
        self.divide(memory, 4 * room_for)
        stopped = (
            self.spending.copied(self.nodes, nodes, <size_t>self.length * sizeof(Node))
            or self.spending.filled(self.table, 0xFF, <size_t>self.slots * sizeof(int32_t))
            or self.placed()
        )
        if stopped:
            self.divide(nodes, room_for)
        free(memory if stopped else nodes)
        return not stopped

    @cython.final
    cdef bint placed(self) noexcept nogil:
        """Put all positions into an empty table: True to stop."""
        cdef int32_t place
        for place in range(self.length):
            self.table[self.slot(&self.nodes[place].key, mixture(&self.nodes[place].key))] = place
            if place % LOOKS == LOOKS - 1 and self.spending.check():
                return True
        return False

    @cython.final
    cdef bint out_of_memory(self) noexcept nogil:
        with gil:
            self.spending.stop(MemoryError())
        return False

    @cython.final
    cdef bint grow_pool(self) noexcept nogil:
        if self.pool_room >= 1 << 30 or not wider(&self.pool, 2 * self.pool_room):
            return self.out_of_memory()
        self.pool_room *= 2
        return True


cdef void *room_for_positions(int32_t count) noexcept nogil:
    """Memory for so many, a power of two; NULL where there is none."""
    return space(<size_t>count * (sizeof(Node) + 2 * sizeof(int32_t)))


cdef inline uint64_t mixture(const Key *key) noexcept nogil:
    """A key as one word, whose highest bits tell most."""
    cdef uint64_t mixed = key.sets[0] * <uint64_t>0x9E3779B97F4A7C15
    mixed = ((mixed >> 32) ^ mixed ^ key.sets[1]) * <uint64_t>0xD6E8FEB86659FD93
    return ((mixed >> 32) ^ mixed ^ key.rest) * <uint64_t>0xD6E8FEB86659FD93


cdef bint wider(int32_t **numbers, int64_t room) noexcept nogil:
    """Room for so many; False where there is none."""
    cdef int32_t *more = <int32_t *>realloc(numbers[0], <size_t>room * sizeof(int32_t))
    if more == NULL:
        return False
    numbers[0] = more
    return True
