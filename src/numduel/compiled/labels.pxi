# All positions of a board, and what every move in them is worth, in one sweep.

cdef enum:
    WON = -1  # in place of where a move leads: it ends the game
    LOST = -2
    MOST_SWEPT = 1 << 24


@cython.final
cdef class Sweep(Graph):
    """Every position of a board in which somebody is to move, in the order in which it is reached.

    First the start, then what its moves lead to, and so on; `whole` is False, and there are none,
    where there are more than `most`. Moves that lead to the same position are worth the same.
    """

    cdef readonly bint whole
    cdef bint repeats
    """Whether some move leaves the turn with the same player."""
    cdef int32_t *before
    """By which move of which position each was reached first."""
    cdef int32_t before_room

    def __cinit__(self, Rules rules not None, int64_t most, budget):
        cdef bint stopped
        if rules.chance:
            raise ValueError("only where nothing is drawn is everything known")
        if not 0 <= most <= MOST_SWEPT:
            raise ValueError(f"a sweep is of at most {MOST_SWEPT} positions")
        self.spending.begin(budget)
        with nogil:
            stopped = self.find_all(most) or (self.whole and self.settle_all())
        self.spending.end()
        assert not stopped
        if not self.whole:
            self.length = 0

    def __dealloc__(self):
        free(self.before)

    def __len__(self):
        return self.length

    def path(self, int32_t place):
        """The moves that lead from the start to a position, as places in the vocabulary."""
        cdef list moves = []
        self._check(place)
        while place:
            moves.append(self.before[place] % ACTIONS)
            place = self.before[place] // ACTIONS
        return moves[::-1]

    def values(self, int32_t place):
        """What each move is worth to whoever makes it, in the rule book's order.

        Turns to a win, less than 0 to a loss, 0 where play is endless.
        """
        cdef int step
        self._check(place)
        first = self.nodes[place].ways
        return [self.pool[first + step] for step in range(self.nodes[place].count)]

    cdef void _check(self, int32_t place) except *:
        if not 0 <= place < self.length:
            raise IndexError(f"there are {self.length} positions")

    # ---- finding them

    cdef bint find_all(self, int64_t most) noexcept nogil:
        """All that can be reached, as long as they are not too many: True to stop."""
        cdef uint64_t moves = 0
        cdef int32_t place = 0
        cdef State *first = &self.rules.board.first
        if self.rules.status(&self.rules.board, first, &moves) == TURN:
            if self.reached(self.position(first), 0) < 0:
                return True
        while place < self.length <= most:
            if self.spending.spend() or self.follow(place):
                return True
            place += 1
        self.whole = self.length <= most
        return False

    cdef bint follow(self, int32_t place) noexcept nogil:
        """Find where the moves of a position lead: True to stop."""
        cdef uint8_t player = self.state_of(place).player
        cdef uint64_t moves = 0
        cdef int count = self.look_ahead(place), step, code
        cdef int32_t found
        cdef uint32_t at
        cdef bint same
        cdef Ahead *ahead
        if self.pooled + count > self.pool_room and not self.grow_pool():
            return True
        self.nodes[place].ways = <int32_t>self.pooled
        self.nodes[place].count = <uint8_t>count
        for step in range(count):
            ahead = &self.ahead[step]
            at = self.slot(&ahead.key, ahead.mixed)
            found = self.table[at]
            if found < 0:
                code = self.rules.status(&self.rules.board, &ahead.state, &moves)
                if code >= OVER:
                    self.pool[self.pooled] = WON if (code - OVER) & 1 == player else LOST
                    self.pooled += 1
                    continue
                found = self.reached(self.add(&ahead.key, ahead.mixed, at), place * ACTIONS + ahead.action)
                if found < 0:
                    return True
            same = ahead.state.player == player
            self.repeats |= same
            self.pool[self.pooled] = 2 * found + same
            self.pooled += 1
        return False

    cdef int32_t reached(self, int32_t place, int32_t before) noexcept nogil:
        """Note by which move a position was reached first; its place, or -1 to stop."""
        if place >= self.before_room:
            if not wider(&self.before, self.room_for):
                self.out_of_memory()
                return -1
            self.before_room = self.room_for
        if place >= 0:
            self.before[place] = before
        return place

    # ---- what they are worth

    cdef inline int32_t after(self, int32_t way) noexcept nogil:
        """What a move is worth to whoever makes it, as far as it is known."""
        cdef int32_t value
        if way < 0:
            return 1 if way == WON else -1
        value = self.nodes[way >> 1].value
        if value == UNKNOWN or value == 0 or way & 1:
            return value
        return -value - 1 if value > 0 else -value + 1  # seen by the other, a turn earlier

    cdef bint settle_all(self) noexcept nogil:
        """All positions, and then in place of where each move leads what it is worth: True to stop."""
        cdef int64_t at
        if self.settle_by_turns() if self.rules.endless else self.settle_backwards():
            return True
        for at in range(self.pooled):
            self.pool[at] = self.after(self.pool[at])
        return False

    cdef bint settle_backwards(self) noexcept nogil:
        """Where play comes to an end: each as soon as all that follows it is settled."""
        cdef int32_t place, value, left = self.length, before
        while left:
            before = left
            for place in range(self.length - 1, -1, -1):
                if self.nodes[place].value != UNKNOWN:
                    continue
                if self.spending.visit():
                    return True
                value = self.best(place)
                if value != UNKNOWN:
                    self.nodes[place].value = value
                    left -= 1
            if left == before:
                with gil:
                    self.spending.stop(RuntimeError("play goes in circles in a game that ends"))
                return True
        return False

    cdef int32_t best(self, int32_t place) noexcept nogil:
        """The best of all moves, where nothing is endless; UNKNOWN where one is not settled."""
        cdef int32_t best = 0, value, at = self.nodes[place].ways, end = at + self.nodes[place].count
        while at < end:
            value = self.after(self.pool[at])
            if value == UNKNOWN:
                return UNKNOWN
            # Winners hurry, losers delay: of two numbers of the same sign the smaller is better.
            if best == 0 or (value > 0) > (best > 0) or (value < best and (value > 0) == (best > 0)):
                best = value
            at += 1
        return best

    cdef bint settle_by_turns(self) noexcept nogil:
        """Where play can go in circles: wins and losses in one turn, in two, and so on."""
        cdef int32_t place, value, turns = 1
        cdef bint changed = True
        while changed:
            changed = False
            for place in range(self.length):
                if self.nodes[place].value != UNKNOWN:
                    continue
                if self.spending.visit():
                    return True
                value = self.within(place, turns)
                if value != UNKNOWN:
                    self.nodes[place].value = value
                    changed = True
            if not (changed and self.repeats):  # within a turn, one may settle another
                turns += 1
        for place in range(self.length):
            if self.nodes[place].value == UNKNOWN:
                self.nodes[place].value = 0
        return False

    cdef int32_t within(self, int32_t place, int32_t turns) noexcept nogil:
        """A win or a loss in so many turns; UNKNOWN where it is neither."""
        cdef int32_t value, longest = 0, at = self.nodes[place].ways
        cdef int32_t end = at + self.nodes[place].count
        cdef bint is_open = False
        while at < end:
            value = self.after(self.pool[at])
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
