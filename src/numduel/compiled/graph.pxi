# Positions packed side by side, each once, with the ways between them; and a budget to find them by.

from libc.stdlib cimport calloc, free, malloc, realloc

from numduel.budget import STRIDE as _STRIDE, Exhausted as _Stopped

cdef enum:
    FOREVER = 1000000000  # more turns than there ever are
    LOOKS = 65536  # positions visited, or moved in memory, between two looks at the clock
    UNKNOWN = 1 << 30
    PIECE = 1 << 22  # bytes copied or filled between two looks at the clock

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


@cython.final
cdef class Spending:
    """A budget, spent without asking Python for every position.

    What is spent here is added to the budget, and the clock and progress looked at, now and then.
    """

    cdef object budget
    cdef object room
    """For what is found; None where whoever asks has set aside none."""
    cdef bint is_busy
    cdef list chain
    cdef object error
    cdef bint strict
    """Whether somebody may say stop, or time is up already: then it looks up as often as Python."""
    cdef int64_t allowance
    cdef int64_t pending
    cdef int64_t until_look
    cdef int64_t visits
    cdef int64_t between_looks

    cdef void begin(self, object budget, object room=None) except *:
        if self.is_busy:
            raise RuntimeError("one question at a time: an earlier one is not yet answered")
        self.is_busy = True
        try:
            self.budget, self.room = budget, room
            self.error = None
            self.chain = []
            while budget is not None:
                self.chain.append(budget)
                budget = budget._whole
            self.strict = any([one._progress is not None for one in self.chain]) or not self.budget.seconds
            self.pending = 0
            self.reckon()
        except BaseException:
            self.is_busy = False
            raise

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
        """All is put down; whatever stopped the search is raised. Without memory, room is full."""
        try:
            self.settle()
            if isinstance(self.error, MemoryError) and self.room is not None:
                self.room.is_full = True
                raise _Stopped
            if self.error is not None:
                raise self.error
        finally:
            self.error, self.budget, self.room, self.chain = None, None, None, []
            self.is_busy = False

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

    cdef inline void follow(self, int ways) noexcept nogil:
        """What a position takes where it has many ways, seen by the clock."""
        if not self.strict:
            self.until_look -= ways >> 3

    cdef inline bint visit(self, int ways=0) noexcept nogil:
        """One more position that was known before: True to stop."""
        self.visits += 1 + (ways >> 3)
        return self.look_up() if self.visits >= self.between_looks else False

    cdef bint copied(self, void *copy, const void *memory, size_t bytes) noexcept nogil:
        """Copy memory, however large, and look up meanwhile: True to stop."""
        cdef size_t at = 0
        while at < bytes:
            memcpy(<char *>copy + at, <const char *>memory + at, min(bytes - at, <size_t>PIECE))
            at += PIECE
            if at < bytes and self.look_up():
                return True
        return False

    cdef bint filled(self, void *memory, int byte, size_t bytes) noexcept nogil:
        """The same, to fill it with a byte."""
        cdef size_t at = 0
        while at < bytes:
            memset(<char *>memory + at, byte, min(bytes - at, <size_t>PIECE))
            at += PIECE
            if at < bytes and self.look_up():
                return True
        return False

    cdef void stop(self, object error) noexcept with gil:
        self.error = error

    cdef void stop_overflow(self) noexcept with gil:
        self.error = OverflowError("there are too many orders of the numbers left")


cdef int64_t most_in(object room) except -1:
    """How many positions there is room for, as far as can be counted here."""
    return min(room.most, <int64_t>1 << 60)


cdef inline uint64_t rest_of(const State *state) noexcept nogil:
    """All of a position but its sets, as one word."""
    cdef uint64_t rest = 0
    memcpy(&rest, state.total, sizeof(rest))
    return rest


cdef class Graph:
    """The positions of one game in which nothing is drawn, and where their moves lead."""

    cdef Rules rules
    cdef Spending spending
    cdef Node *nodes
    cdef int32_t length
    cdef int32_t room_for
    cdef int32_t *table
    cdef uint32_t slots
    cdef int shift
    """The highest bits of a product tell the slot, since all others go into them."""
    cdef int32_t *pool
    cdef int64_t pooled
    cdef int64_t pool_room
    cdef uint64_t key_mask

    def __cinit__(self, Rules rules not None, *more):
        self.rules = rules
        self.spending = Spending()
        self.room_for = 1024
        self.slots, self.shift = 2048, 64 - 11
        self.pool_room = 4096
        self.nodes = <Node *>malloc(self.room_for * sizeof(Node))
        self.table = <int32_t *>malloc(self.slots * sizeof(int32_t))
        self.pool = <int32_t *>malloc(self.pool_room * sizeof(int32_t))
        if self.nodes == NULL or self.table == NULL or self.pool == NULL:
            raise MemoryError
        memset(self.table, 0xFF, self.slots * sizeof(int32_t))
        cdef State mask
        memset(&mask, 0xFF, sizeof(State))
        mask.player = 0 if rules.symmetric else 0xFF
        self.key_mask = rest_of(&mask)

    def __dealloc__(self):
        free(self.nodes)
        free(self.table)
        free(self.pool)

    @cython.final
    cdef inline uint32_t slot(self, const State *state) noexcept nogil:
        """Where a position stands in the table, or where there is room for it."""
        cdef uint64_t rest = rest_of(state) & self.key_mask
        cdef uint64_t mixed = state.sets[0] * <uint64_t>0x9E3779B97F4A7C15
        cdef const State *other
        cdef uint32_t at
        mixed = ((mixed >> 32) ^ mixed ^ state.sets[1]) * <uint64_t>0xD6E8FEB86659FD93
        mixed = ((mixed >> 32) ^ mixed ^ rest) * <uint64_t>0xD6E8FEB86659FD93
        at = <uint32_t>(mixed >> self.shift)
        while self.table[at] >= 0:
            other = &self.nodes[self.table[at]].state
            if other.sets[0] == state.sets[0] and other.sets[1] == state.sets[1]:
                if rest_of(other) & self.key_mask == rest:
                    break
            at = (at + 1) & (self.slots - 1)
        return at

    @cython.final
    cdef int32_t position(self, const State *state) noexcept nogil:
        """The place of a position in which somebody is to move; -1 where memory ended."""
        cdef uint32_t at = self.slot(state)
        if self.table[at] >= 0:
            return self.table[at]
        return self.add(state, at)

    @cython.final
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

    @cython.final
    cdef bint grow(self) noexcept nogil:
        """Room for four times as many positions; False where there is none, or to stop."""
        cdef Node *nodes
        cdef int32_t *table
        cdef int32_t *before = self.table
        cdef int32_t place
        if self.room_for > 1 << 26:
            return self.out_of_memory()
        nodes = <Node *>space(4 * <size_t>self.room_for * sizeof(Node))
        if nodes == NULL:
            return self.out_of_memory()
        if self.spending.copied(nodes, self.nodes, <size_t>self.length * sizeof(Node)):
            free(nodes)
            return False
        free(self.nodes)
        self.nodes = nodes
        table = <int32_t *>space(4 * <size_t>self.slots * sizeof(int32_t))
        if table == NULL:
            return self.out_of_memory()
        if self.spending.filled(table, 0xFF, 4 * <size_t>self.slots * sizeof(int32_t)):
            free(table)
            return False
        self.table = table
        self.slots *= 4
        self.shift -= 2
        for place in range(self.length):
            table[self.slot(&self.nodes[place].state)] = place
            if place % LOOKS == LOOKS - 1 and self.spending.look_up():
                self.table = before
                self.slots //= 4
                self.shift += 2
                free(table)
                return False
        free(before)
        self.room_for *= 4
        return True

    @cython.final
    cdef bint out_of_memory(self) noexcept nogil:
        with gil:
            self.spending.stop(MemoryError())
        return False

    @cython.final
    cdef bint grow_pool(self) noexcept nogil:
        cdef int32_t *pool
        if self.pool_room >= 1 << 30:
            return self.out_of_memory()
        pool = <int32_t *>realloc(self.pool, 2 * self.pool_room * sizeof(int32_t))
        if pool == NULL:
            return self.out_of_memory()
        self.pool = pool
        self.pool_room *= 2
        return True


cdef bint wider(int32_t **numbers, int32_t room) noexcept nogil:
    """Room for so many; False where there is none."""
    cdef int32_t *more = <int32_t *>realloc(numbers[0], <size_t>room * sizeof(int32_t))
    if more == NULL:
        return False
    numbers[0] = more
    return True
