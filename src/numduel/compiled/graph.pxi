# The graph of packed positions, each stored once, and a meter for the budget of a search.

from libc.stdlib cimport calloc, free, malloc, realloc

from numduel.budget import STRIDE as _STRIDE, Exhausted as _Exhausted

cdef enum:
    UNLIMITED = 32767  # more turns than any game has
    INITIAL_POSITIONS = 512  # capacity at first
    CHECK_EVERY = 65536  # positions visited, or moved in memory, between checks of the clock
    UNKNOWN = UNLIMITED
    CHECK_EVERY_BYTES = 1 << 20  # bytes copied or filled between checks of the clock

cdef struct Key:
    # The key of a position in a game without chance.
    uint64_t sets[2]
    uint64_t rest

cdef struct Node:
    Key key
    int32_t first_edge  # index in the edges; -1 before the node is expanded
    uint8_t count  # number of edges
    uint8_t n_same_player  # edges after which the same player moves again; these come first
    int16_t win_within  # proven bounds in turns, as in engine.solving.graph
    int16_t loss_within
    int16_t no_win_within
    int16_t no_loss_within
    int16_t value  # turns to a win, negative to a loss, 0 if endless; UNKNOWN until solved

cdef struct Successor:
    # The position after a move.
    State state
    Key key
    uint64_t hashed
    int action


@cython.final
cdef class BudgetMeter:
    """A budget, spent without a call into Python for every position.

    It charges the budget and checks clock and progress at intervals.
    """

    cdef object budget
    cdef object quota
    """The quota of the search, or None."""
    cdef bint is_busy
    cdef object error
    cdef bint is_strict
    """Whether to check as often as Python: the caller may cancel, or time is already up."""
    cdef int64_t allowance
    cdef int64_t pending
    cdef int64_t until_check
    cdef int64_t visits
    cdef int64_t visits_per_check

    cdef void begin(self, object budget, object quota=None) except *:
        if self.is_busy:
            raise RuntimeError("one question at a time: an earlier one is still running")
        self.is_busy = True
        try:
            self.budget, self.quota = budget, quota
            self.error = None
            _, self.is_strict = budget.allowance
            self.pending = 0
            self.update_allowance()
        except BaseException:
            self.is_busy = False
            raise

    cdef void update_allowance(self) except *:
        """Update what may be spent before the next call into Python."""
        positions, _ = self.budget.allowance
        self.allowance = min(positions, <int64_t>1 << 60)
        self.visits_per_check = _STRIDE if self.is_strict else CHECK_EVERY
        self.until_check = _STRIDE - self.budget.spent % _STRIDE if self.is_strict else CHECK_EVERY // 8
        self.visits = 0

    cdef void charge_pending(self) except *:
        """Charge the budget for the positions spent here."""
        self.budget.charge(self.pending)
        self.pending = 0

    cdef void end(self) except *:
        """Charge the budget and raise the error that stopped the search, if any.

        Running out of memory counts as a full quota.
        """
        try:
            self.charge_pending()
            if isinstance(self.error, MemoryError) and self.quota is not None:
                self.quota.is_full = True
                raise _Exhausted
            if self.error is not None:
                raise self.error
        finally:
            self.error, self.budget, self.quota = None, None, None
            self.is_busy = False

    cdef bint check(self) noexcept with gil:
        """Check the budget; return True to stop."""
        try:
            self.charge_pending()
            self.budget.check()
            self.update_allowance()
        except BaseException as error:
            self.error = error
            return True
        return False

    cdef bint spend_in_python(self) noexcept with gil:
        """Spend a position of an empty allowance in Python; return True to stop."""
        try:
            self.charge_pending()
            self.budget.spend()
            self.update_allowance()
        except BaseException as error:
            self.error = error
            return True
        return False

    cdef inline bint spend(self) noexcept nogil:
        """Spend one position; return True to stop."""
        if self.allowance <= 0:
            return self.spend_in_python()
        self.allowance -= 1
        self.pending += 1
        self.until_check -= 1
        return self.check() if self.until_check <= 0 else False

    cdef inline void count_edges(self, int edges) noexcept nogil:
        """Check the clock sooner after positions with many edges."""
        if not self.is_strict:
            self.until_check -= edges >> 3

    cdef inline bint visit(self, int edges=0) noexcept nogil:
        """Count a visit to a known position; return True to stop."""
        self.visits += 1 + (edges >> 3)
        return self.check() if self.visits >= self.visits_per_check else False

    cdef bint copy_memory(self, void *copy, const void *memory, size_t bytes) noexcept nogil:
        """Copy memory, checking the budget meanwhile; return True to stop."""
        cdef size_t at = 0
        while at < bytes:
            memcpy(<char *>copy + at, <const char *>memory + at, min(bytes - at, <size_t>CHECK_EVERY_BYTES))
            at += CHECK_EVERY_BYTES
            if at < bytes and self.check():
                return True
        return False

    cdef bint fill_memory(self, void *memory, int byte, size_t bytes) noexcept nogil:
        """Fill memory with a byte, checking the budget meanwhile; return True to stop."""
        cdef size_t at = 0
        while at < bytes:
            memset(<char *>memory + at, byte, min(bytes - at, <size_t>CHECK_EVERY_BYTES))
            at += CHECK_EVERY_BYTES
            if at < bytes and self.check():
                return True
        return False

    cdef void stop(self, object error) noexcept with gil:
        self.error = error

    cdef void stop_overflow(self) noexcept with gil:
        self.error = OverflowError("the remaining numbers have too many orders")


cdef int64_t limit_of(object quota) except -1:
    """Return the number of positions that a quota allows, at most 2**60."""
    return min(quota.limit, <int64_t>1 << 60)


cdef inline void *tail_of(const State *state) noexcept nogil:
    """Return the part of a position after its sets, which is one word long."""
    return <char *>state + sizeof(state.sets)


cdef class Graph:
    """The graph of positions of one game without chance."""

    cdef Rules rules
    cdef BudgetMeter meter
    cdef int32_t length
    cdef int32_t capacity
    cdef Node *nodes
    """Nodes and table share one block of memory."""
    cdef int32_t *table
    cdef uint32_t slots
    cdef int shift
    """The highest bits of a hash choose the slot, since they depend on all others."""
    cdef int32_t *edges
    cdef int64_t n_edges
    cdef int64_t edge_capacity
    cdef uint64_t key_mask
    cdef Successor successors[ACTIONS]
    """The successors of the last position passed to `find_successors`."""

    def __cinit__(self, Rules rules not None, *more):
        self.rules = rules
        self.meter = BudgetMeter()
        self.edge_capacity = 4096
        self.edges = <int32_t *>malloc(self.edge_capacity * sizeof(int32_t))
        self.nodes = <Node *>allocate_positions(INITIAL_POSITIONS)
        if self.edges == NULL or self.nodes == NULL:
            raise MemoryError
        self.use_memory(self.nodes, INITIAL_POSITIONS)
        memset(self.table, 0xFF, self.slots * sizeof(int32_t))
        cdef State mask
        memset(&mask, 0xFF, sizeof(State))
        mask.player = 0 if rules.is_symmetric else 0xFF
        memcpy(&self.key_mask, tail_of(&mask), sizeof(uint64_t))

    def __dealloc__(self):
        free(self.nodes)
        free(self.edges)

    # ---- a position and its key

    @cython.final
    cdef inline Key key_of(self, const State *state) noexcept nogil:
        """Return the key of a position."""
        cdef Key key
        key.sets[0], key.sets[1] = state.sets[0], state.sets[1]
        memcpy(&key.rest, tail_of(state), sizeof(uint64_t))
        key.rest &= self.key_mask
        return key

    @cython.final
    cdef inline State state_of(self, int32_t index) noexcept nogil:
        """Return a stored position, with Player 1 to move if the rules are symmetric."""
        cdef const Key *key = &self.nodes[index].key
        cdef State state
        state.sets[0], state.sets[1], state.sets[2] = key.sets[0], key.sets[1], 0
        memcpy(tail_of(&state), &key.rest, sizeof(uint64_t))
        return state

    @cython.final
    cdef inline uint32_t slot(self, const Key *key, uint64_t hashed) noexcept nogil:
        """Return the slot of a key in the table, or the free slot for it."""
        cdef uint32_t at = <uint32_t>(hashed >> self.shift)
        cdef const Key *other
        while self.table[at] >= 0:
            other = &self.nodes[self.table[at]].key
            if other.sets[0] == key.sets[0] and other.sets[1] == key.sets[1] and other.rest == key.rest:
                break
            at = (at + 1) & (self.slots - 1)
        return at

    @cython.final
    cdef int32_t position(self, const State *state) noexcept nogil:
        """Return the index of a position with a player to move; -1 to stop or if out of memory."""
        cdef Key key = self.key_of(state)
        cdef uint64_t hashed = hash_key(&key)
        cdef uint32_t at = self.slot(&key, hashed)
        return self.table[at] if self.table[at] >= 0 else self.add(&key, hashed, at)

    @cython.final
    cdef int32_t add(self, const Key *key, uint64_t hashed, uint32_t at) noexcept nogil:
        """Add a position in this slot; return its index, or -1 to stop or if out of memory."""
        cdef Node *node
        if self.length >= self.capacity:
            if not self.grow():
                return -1
            at = self.slot(key, hashed)
        node = &self.nodes[self.length]
        node.key = key[0]
        node.first_edge = -1
        node.count = node.n_same_player = 0
        node.win_within = node.loss_within = UNLIMITED
        node.no_win_within = node.no_loss_within = 0
        node.value = UNKNOWN
        self.table[at] = self.length
        self.length += 1
        return self.length - 1

    @cython.final
    cdef int find_successors(self, int32_t index) noexcept nogil:
        """Store the successors of a position, in the rule book's order; return their number.

        Their nodes lie far apart in memory, so all are prefetched.
        """
        cdef State state = self.state_of(index)
        cdef uint64_t moves = 0
        cdef uint8_t listed[ACTIONS]
        cdef Successor *successor
        cdef int count, step
        cdef int32_t found
        self.rules.status(&self.rules.board, &state, &moves)
        count = self.rules.list_moves(&state, moves, listed)
        for step in range(count):
            successor = &self.successors[step]
            successor.action = listed[step]
            successor.state = state
            self.rules.play(&self.rules.board, &successor.state, listed[step])
        for step in range(count):
            successor = &self.successors[step]
            successor.key = self.key_of(&successor.state)
            successor.hashed = hash_key(&successor.key)
            prefetch(&self.table[successor.hashed >> self.shift])
        for step in range(count):
            found = self.table[self.successors[step].hashed >> self.shift]
            prefetch(&self.nodes[found if found >= 0 else 0])
        return count

    # ---- memory

    @cython.final
    cdef void use_memory(self, void *memory, int32_t count) noexcept nogil:
        """Use a block of memory for `count` positions."""
        self.capacity = count
        self.nodes = <Node *>memory
        self.table = <int32_t *>(self.nodes + count)
        self.slots = 2 * <uint32_t>count
        self.shift = 64 - lowest_bit(self.slots)

    @cython.final
    cdef bint grow(self) noexcept nogil:
        """Make room for 4 times as many positions; return False to stop or if out of memory."""
        cdef Node *nodes = self.nodes
        cdef int32_t capacity = self.capacity
        cdef void *memory = NULL if capacity > 1 << 26 else allocate_positions(4 * capacity)
        cdef bint stopped
        if memory == NULL:
            return self.out_of_memory()
        self.use_memory(memory, 4 * capacity)
        stopped = (
            self.meter.copy_memory(self.nodes, nodes, <size_t>self.length * sizeof(Node))
            or self.meter.fill_memory(self.table, 0xFF, <size_t>self.slots * sizeof(int32_t))
            or self.rebuild_table()
        )
        if stopped:
            self.use_memory(nodes, capacity)
        free(memory if stopped else nodes)
        return not stopped

    @cython.final
    cdef bint rebuild_table(self) noexcept nogil:
        """Insert all positions into an empty table; return True to stop."""
        cdef int32_t index
        for index in range(self.length):
            self.table[self.slot(&self.nodes[index].key, hash_key(&self.nodes[index].key))] = index
            if index % CHECK_EVERY == CHECK_EVERY - 1 and self.meter.check():
                return True
        return False

    @cython.final
    cdef bint out_of_memory(self) noexcept nogil:
        with gil:
            self.meter.stop(MemoryError())
        return False

    @cython.final
    cdef bint grow_edges(self) noexcept nogil:
        if self.edge_capacity >= 1 << 30 or not resize(&self.edges, 2 * self.edge_capacity):
            return self.out_of_memory()
        self.edge_capacity *= 2
        return True


cdef void *allocate_positions(int32_t count) noexcept nogil:
    """Allocate memory for `count` positions, a power of 2; NULL if there is none."""
    return allocate(<size_t>count * (sizeof(Node) + 2 * sizeof(int32_t)))


cdef inline uint64_t hash_key(const Key *key) noexcept nogil:
    """Return the hash of a key; its highest bits are the best mixed."""
    cdef uint64_t hashed = key.sets[0] * <uint64_t>0x9E3779B97F4A7C15
    hashed = ((hashed >> 32) ^ hashed ^ key.sets[1]) * <uint64_t>0xD6E8FEB86659FD93
    return ((hashed >> 32) ^ hashed ^ key.rest) * <uint64_t>0xD6E8FEB86659FD93


cdef bint resize(int32_t **numbers, int64_t room) noexcept nogil:
    """Resize an array of numbers; return False if out of memory."""
    cdef int32_t *more = <int32_t *>realloc(numbers[0], <size_t>room * sizeof(int32_t))
    if more == NULL:
        return False
    numbers[0] = more
    return True
