# The chance to win where numbers are drawn without putting them back: as whole numbers over the
# orders in which they can still come, or roughly, as far as one looks ahead. Step by step what
# engine.solving.expectation does in Python.

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
    FAR = 1000000000  # more choices than any game has

cdef union Share:
    wide whole
    double rough

cdef struct Known:
    Share share
    uint64_t left
    uint32_t rest
    int32_t looked  # so many choices ahead, and one more; 0 where the slot is free


@cython.final
cdef class Expectation:
    """The chance of the player to move or about to move, each position worked out once."""

    cdef Rules rules
    cdef object quota
    cdef bint rough
    cdef Spending spending
    cdef int64_t most
    cdef Known *known
    cdef uint32_t slots
    cdef int shift
    cdef int32_t length
    cdef wide orders[CELLS + 1]  # by the numbers left; 0 where there are never so few

    def __cinit__(self, Rules rules not None, quota, bint rough):
        cdef int left, fewest
        if not rules.chance:
            raise ValueError("where nothing is drawn there are no chances")
        self.rules = rules
        self.quota = quota
        self.rough = rough
        self.spending = Spending()
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

    def chance(self, bytes position, budget, int choices=FAR):
        """The chance of the player to move, looking so many choices of both ahead.

        As two whole numbers, or as one floating number where it is rough. OverflowError where they
        would not fit.
        """
        cdef State packed = self.rules.taken(position)
        cdef Share share
        cdef bint stopped
        cdef wide orders = self.orders[count_bits(packed.sets[1])]
        cdef int64_t most = most_in(self.quota)
        if not self.rough and (not orders or choices != FAR):
            raise OverflowError("there are too many orders of the numbers left, or halves of them")
        self.spending.begin(budget, self.quota)
        self.most = most
        with nogil:
            stopped = self.of_mover(&packed, min(max(0, choices), FAR), &share)
        self.spending.end()
        assert not stopped
        if self.rough:
            return share.rough
        return _whole(share.whole), _whole(orders)

    def chances(self, bytes position, budget):
        """The chance of the player to move with each of the moves, as far as the budget goes.

        As whole numbers, and the one that they are shares of.
        """
        cdef State packed = self.rules.taken(position)
        cdef State after
        cdef Share share
        cdef uint64_t moves = 0
        cdef wide found[ACTIONS]
        cdef int count = 0, place
        cdef wide orders = self.orders[count_bits(packed.sets[1])]
        if self.rough or not orders or self.rules.status(&self.rules.board, &packed, &moves) != TURN:
            return [], 1
        cdef int64_t most = most_in(self.quota)
        self.spending.begin(budget, self.quota)
        self.most = most
        with nogil:
            while moves:
                after = packed
                self.rules.play(&self.rules.board, &after, lowest_bit(moves))
                if self.of_mover(&after, FAR, &share):
                    break
                found[count] = share.whole if after.player == packed.player else orders - share.whole
                count += 1
                moves &= moves - 1
        try:
            self.spending.end()
        except (_Stopped, OverflowError):
            pass
        return [_whole(found[place]) for place in range(count)], _whole(orders)

    cdef uint32_t slot(self, uint64_t left, uint32_t rest, int32_t looked) noexcept nogil:
        cdef uint64_t mixed = left * <uint64_t>0x9E3779B97F4A7C15
        cdef uint32_t at
        cdef const Known *known
        mixed = ((mixed >> 32) ^ mixed ^ rest ^ <uint64_t>looked << 32) * <uint64_t>0xD6E8FEB86659FD93
        at = <uint32_t>(mixed >> self.shift)
        while True:
            known = &self.known[at]
            if not known.looked or (known.left == left and known.rest == rest and known.looked == looked):
                return at
            at = (at + 1) & (self.slots - 1)

    cdef inline uint32_t rest(self, const State *state) noexcept nogil:
        """What matters of a position besides the numbers left; totals have 14 bits each."""
        return (
            <uint32_t>state.total[0] << 18 | <uint32_t>state.total[1] << 4
            | <uint32_t>state.player << 3 | state.mode
        )

    cdef bint of_mover(self, const State *state, int choices, Share *share) noexcept nogil:
        """The chance of the player to move, from memory or worked out: True to stop."""
        cdef uint32_t rest = self.rest(state)
        cdef uint32_t at = self.slot(state.sets[1], rest, choices + 1)
        if self.known[at].looked:
            share[0] = self.known[at].share
            return False
        if self.length >= self.most and self.is_full():
            return True
        if self.spending.spend() or self.work_out(state, choices, share):
            return True
        if 2 * <uint32_t>self.length >= self.slots and not self.grow():
            return True
        at = self.slot(state.sets[1], rest, choices + 1)
        self.known[at].left, self.known[at].rest = state.sets[1], rest
        self.known[at].looked = choices + 1
        self.known[at].share = share[0]
        self.length += 1
        return False

    cdef bint work_out(self, const State *state, int choices, Share *share) noexcept nogil:
        cdef uint64_t moves = 0
        cdef int code = self.rules.status(&self.rules.board, state, &moves)
        cdef bint won
        if code == CHANCE:
            return self.mean(state, moves, choices, share)
        if code == TURN:
            if choices <= 0:
                share.rough = 0.5
                return False
            return self.best(state, moves, choices if choices == FAR else choices - 1, share)
        won = (code - OVER) & 1 == state.player
        if self.rough:
            share.rough = 1.0 if won else 0.0
        else:
            share.whole = self.orders[count_bits(state.sets[1])] if won else 0
        return False

    cdef bint mean(self, const State *state, uint64_t draws, int choices, Share *share) noexcept nogil:
        """Over all that may be drawn; where the other player is next, all less theirs."""
        cdef State after
        cdef Share found
        cdef wide whole = 0, orders = self.orders[count_bits(draws) - 1]
        cdef double rough = 0, weight = 1.0 / count_bits(draws)
        if not self.rough and not orders:
            self.spending.stop_overflow()
            return True
        while draws:
            after = state[0]
            self.rules.play(&self.rules.board, &after, lowest_bit(draws))
            draws &= draws - 1
            if self.of_mover(&after, choices, &found):
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
        """Of revealing a cell, whichever, and of standing, which hands the turn over."""
        cdef State after = state[0]
        cdef Share other
        cdef uint64_t stand = moves & ~state.sets[0]
        self.rules.play(&self.rules.board, &after, lowest_bit(moves))
        if self.of_mover(&after, choices, share):
            return True
        if stand:
            after = state[0]
            self.rules.play(&self.rules.board, &after, lowest_bit(stand))
            if self.of_mover(&after, choices, &other):
                return True
            if self.rough:
                share.rough = max(share.rough, 1 - other.rough)
            else:
                other.whole = self.orders[count_bits(state.sets[1])] - other.whole
                if share.whole < other.whole:
                    share.whole = other.whole
        return False

    cdef bint is_full(self) noexcept with gil:
        """Ask for room to remember more positions: True where there is none."""
        try:
            self.quota.check(self.length)
            self.most = most_in(self.quota)
        except BaseException as error:
            self.spending.stop(error)
            return True
        return False

    cdef bint grow(self) noexcept nogil:
        """Room for four times as many; False where there is none, or to stop."""
        cdef Known *before = self.known
        cdef Known *known
        cdef uint32_t at, slots = self.slots
        if slots <= 1 << 26:
            known = <Known *>space(4 * <size_t>slots * sizeof(Known))
        else:
            known = NULL
        if known == NULL:
            with gil:
                self.spending.stop(MemoryError())
            return False
        if self.spending.filled(known, 0, 4 * <size_t>slots * sizeof(Known)):
            free(known)
            return False
        self.known = known
        self.slots = 4 * slots
        self.shift -= 2
        for at in range(slots):
            if before[at].looked:
                known[self.slot(before[at].left, before[at].rest, before[at].looked)] = before[at]
            if at % LOOKS == LOOKS - 1 and self.spending.check():
                self.known = before
                self.slots = slots
                self.shift += 2
                free(known)
                return False
        free(before)
        return True


cdef object _whole(wide number):
    """A whole number of Python; in two parts, since some compilers cannot shift by 64."""
    return (<object><uint64_t>(number >> 32 >> 32) << 64) + <object><uint64_t>(number & <wide>0xFFFFFFFFFFFFFFFF)
