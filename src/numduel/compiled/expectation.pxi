# The chance to win when numbers are drawn without replacement: exact, as a whole number of the orders
# in which the rest can come, or as a float to a limited depth. It follows engine.solving.expectation
# step by step.

cdef extern from *:
    """
    #if defined(__SIZEOF_INT128__)
    typedef unsigned __int128 numduel_wide;
    #define NUMDUEL_BITS 127
    #else
    typedef unsigned long long numduel_wide;
    #define NUMDUEL_BITS 63
    #endif
    """
    ctypedef unsigned long long wide "numduel_wide"
    int WIDE_BITS "NUMDUEL_BITS"

cdef enum:
    UNLIMITED_CHOICES = 1000000000  # more than any game has

cdef union Share:
    wide whole
    double rough

cdef struct Known:
    Share share
    uint64_t left
    uint32_t rest
    int32_t depth  # choices searched ahead, plus 1; 0 if the slot is free


@cython.final
cdef class Expectation:
    """The chance to win of the player to move, or next to move; each position is solved once."""

    cdef Rules rules
    cdef object quota
    cdef bint rough
    cdef BudgetMeter meter
    cdef int64_t limit
    cdef Known *known
    cdef uint32_t slots
    cdef int shift
    cdef int32_t length
    cdef wide orders[CELLS + 1]  # by how many numbers are left; 0 if out of range

    def __cinit__(self, Rules rules not None, quota, bint rough):
        cdef int left, fewest
        if not rules.chance:
            raise ValueError("this needs a game with chance")
        self.rules = rules
        self.quota = quota
        self.rough = rough
        self.meter = BudgetMeter()
        self.slots, self.shift = 256, 64 - 8
        self.known = <Known *>calloc(self.slots, sizeof(Known))
        if self.known == NULL:
            raise MemoryError
        memset(self.orders, 0, sizeof(self.orders))
        fewest = max(0, rules.count - (rules.game.max_plies - rules.game.options.stand) // 2)
        orders = 1
        for left in range(fewest, rules.count + 1):
            if left > fewest:
                orders *= left
            if orders >> WIDE_BITS:
                break
            self.orders[left] = (<wide>(orders >> 64 & 0xFFFFFFFFFFFFFFFF) << 32 << 32) + <wide>(orders & 0xFFFFFFFFFFFFFFFF)

    def __dealloc__(self):
        free(self.known)

    def __len__(self):
        return self.length

    def chance(self, bytes position, budget, int choices=UNLIMITED_CHOICES):
        """Return the chance of the player to move, searching this many choices of both ahead.

        The result is a pair of whole numbers, or a float if `rough`. OverflowError if they don't fit.
        """
        cdef State packed = self.rules.parse(position)
        cdef Share share
        cdef bint stopped
        cdef wide orders = self.orders[count_bits(packed.sets[1])]
        cdef int64_t limit = limit_of(self.quota)
        if not self.rough and (not orders or choices != UNLIMITED_CHOICES):
            raise OverflowError("the remaining numbers have too many orders, or a depth is given")
        self.meter.begin(budget, self.quota)
        self.limit = limit
        with nogil:
            stopped = self.chance_of_mover(&packed, min(max(0, choices), UNLIMITED_CHOICES), &share)
        self.meter.end()
        assert not stopped
        if self.rough:
            return share.rough
        return _to_int(share.whole), _to_int(orders)

    def chances(self, bytes position, budget):
        """Return the chance of the player to move after each move, until the budget runs out.

        The result is a list of numerators and their common denominator.
        """
        cdef State packed = self.rules.parse(position)
        cdef State after
        cdef Share share
        cdef uint64_t moves = 0
        cdef wide found[ACTIONS]
        cdef int count = 0, index
        cdef wide orders = self.orders[count_bits(packed.sets[1])]
        if self.rough or not orders or self.rules.status(&self.rules.board, &packed, &moves) != TURN:
            return [], 1
        cdef int64_t limit = limit_of(self.quota)
        self.meter.begin(budget, self.quota)
        self.limit = limit
        with nogil:
            while moves:
                after = packed
                self.rules.play(&self.rules.board, &after, lowest_bit(moves))
                if self.chance_of_mover(&after, UNLIMITED_CHOICES, &share):
                    break
                found[count] = share.whole if after.player == packed.player else orders - share.whole
                count += 1
                moves &= moves - 1
        try:
            self.meter.end()
        except (_Exhausted, OverflowError):
            pass
        return [_to_int(found[index]) for index in range(count)], _to_int(orders)

    cdef uint32_t slot(self, uint64_t left, uint32_t rest, int32_t depth) noexcept nogil:
        cdef uint64_t hashed = left * <uint64_t>0x9E3779B97F4A7C15
        cdef uint32_t at
        cdef const Known *known
        hashed = ((hashed >> 32) ^ hashed ^ rest ^ <uint64_t>depth << 32) * <uint64_t>0xD6E8FEB86659FD93
        at = <uint32_t>(hashed >> self.shift)
        while True:
            known = &self.known[at]
            if not known.depth or (known.left == left and known.rest == rest and known.depth == depth):
                return at
            at = (at + 1) & (self.slots - 1)

    cdef inline uint32_t rest(self, const State *state) noexcept nogil:
        """Return what matters of a position besides the numbers left; totals have 14 bits each."""
        return (
            <uint32_t>state.total[0] << 18 | <uint32_t>state.total[1] << 4
            | <uint32_t>state.player << 3 | state.mode
        )

    cdef bint chance_of_mover(self, const State *state, int choices, Share *share) noexcept nogil:
        """Find the chance of the player to move, stored or computed; return True to stop."""
        cdef uint32_t rest = self.rest(state)
        cdef uint32_t at = self.slot(state.sets[1], rest, choices + 1)
        if self.known[at].depth:
            share[0] = self.known[at].share
            return False
        if self.length >= self.limit and self.is_quota_full():
            return True
        if self.meter.spend() or self.compute(state, choices, share):
            return True
        if 2 * <uint32_t>self.length >= self.slots and not self.grow():
            return True
        at = self.slot(state.sets[1], rest, choices + 1)
        self.known[at].left, self.known[at].rest = state.sets[1], rest
        self.known[at].depth = choices + 1
        self.known[at].share = share[0]
        self.length += 1
        return False

    cdef bint compute(self, const State *state, int choices, Share *share) noexcept nogil:
        cdef uint64_t moves = 0
        cdef int code = self.rules.status(&self.rules.board, state, &moves)
        cdef bint won
        if code == CHANCE:
            return self.average(state, moves, choices, share)
        if code == TURN:
            if choices <= 0:
                share.rough = 0.5
                return False
            return self.best(state, moves, choices if choices == UNLIMITED_CHOICES else choices - 1, share)
        won = (code - OVER) & 1 == state.player
        if self.rough:
            share.rough = 1.0 if won else 0.0
        else:
            share.whole = self.orders[count_bits(state.sets[1])] if won else 0
        return False

    cdef bint average(self, const State *state, uint64_t outcomes, int choices, Share *share) noexcept nogil:
        """Average over all outcomes; if the opponent is next, use the complement of their chance."""
        cdef State after
        cdef Share found
        cdef wide whole = 0, orders = self.orders[count_bits(outcomes) - 1]
        cdef double rough = 0, weight = 1.0 / count_bits(outcomes)
        if not self.rough and not orders:
            self.meter.stop_overflow()
            return True
        while outcomes:
            after = state[0]
            self.rules.play(&self.rules.board, &after, lowest_bit(outcomes))
            outcomes &= outcomes - 1
            if self.chance_of_mover(&after, choices, &found):
                return True
            if self.rough:
                rough += weight * (found.rough if after.player == state.player else 1 - found.rough)
            else:
                whole += found.whole if after.player == state.player else orders - found.whole
        if self.rough:
            share.rough = rough
        else:
            share.whole = whole
        return False

    cdef bint best(self, const State *state, uint64_t moves, int choices, Share *share) noexcept nogil:
        """Choose the better of revealing a cell, all of which are equal, and of standing."""
        cdef State after = state[0]
        cdef Share other
        cdef uint64_t stand = moves & ~state.sets[0]
        self.rules.play(&self.rules.board, &after, lowest_bit(moves))
        if self.chance_of_mover(&after, choices, share):
            return True
        if stand:
            after = state[0]
            self.rules.play(&self.rules.board, &after, lowest_bit(stand))
            if self.chance_of_mover(&after, choices, &other):
                return True
            if self.rough:
                share.rough = max(share.rough, 1 - other.rough)
            else:
                other.whole = self.orders[count_bits(state.sets[1])] - other.whole
                if share.whole < other.whole:
                    share.whole = other.whole
        return False

    cdef bint is_quota_full(self) noexcept with gil:
        """Request more positions from the quota; return True if it has none."""
        try:
            self.quota.check(self.length)
            self.limit = limit_of(self.quota)
        except BaseException as error:
            self.meter.stop(error)
            return True
        return False

    cdef bint grow(self) noexcept nogil:
        """Make room for 4 times as many positions; return False to stop or if out of memory."""
        cdef Known *before = self.known
        cdef Known *known
        cdef uint32_t at, slots = self.slots
        if slots <= 1 << 26:
            known = <Known *>allocate(4 * <size_t>slots * sizeof(Known))
        else:
            known = NULL
        if known == NULL:
            with gil:
                self.meter.stop(MemoryError())
            return False
        if self.meter.fill_memory(known, 0, 4 * <size_t>slots * sizeof(Known)):
            free(known)
            return False
        self.known = known
        self.slots = 4 * slots
        self.shift -= 2
        for at in range(slots):
            if before[at].depth:
                known[self.slot(before[at].left, before[at].rest, before[at].depth)] = before[at]
            if at % CHECK_EVERY == CHECK_EVERY - 1 and self.meter.check():
                self.known = before
                self.slots = slots
                self.shift += 2
                free(known)
                return False
        free(before)
        return True


cdef object _to_int(wide number):
    """Convert to a Python int, in two parts, since some compilers can't shift by 64."""
    return (<object><uint64_t>(number >> 32 >> 32) << 64) + <object><uint64_t>(number & <wide>0xFFFFFFFFFFFFFFFF)
