# All boards of Number Maze Race: on how many Player 1 wins, loses, or neither, and in how many turns.
#
# A board turned half round is the same game with the players swapped. So it is enough to know when
# Player 1 can force a win: moving first, and moving second, which on the boards turned half round
# is a loss of the player who moves first. Three more things make it short:
# - a cell gets a number only when play can come there, so a leaf stands for many boards;
# - numbers that lead to the same cells are one, most of all those that lead off the grid;
# - some cells hold all their numbers at once, each combination a bit of a word.
# Mirrored along the line between the starts a board is worth the same, so of two one is solved.

from libc.stdlib cimport free, malloc

cdef extern from "Python.h":
    int PyErr_CheckSignals() except -1

cdef enum:
    SIGNALS_EVERY = 1024  # leaves


# ---- the tree of numbers

cdef int compared(const Slice *slice, bint whole) noexcept nogil:
    """Against its mirror image a board comes first (1), second (-1), is the same, or it is open (0)."""
    cdef int cell, other
    for cell in range(slice.last):
        other = slice.mirror[cell]
        if other <= cell or slice.together >> cell & 1:
            continue
        if not whole and (slice.kind[cell] == OPEN or slice.kind[other] == OPEN):
            return 0
        if slice.kind[cell] != slice.kind[other]:
            return 1 if slice.kind[cell] < slice.kind[other] else -1
    return 0


cdef int branch(Slice *slice, uint64_t weight) except -1 nogil:
    """Give a number to the next cell to which play can come, in all ways; solve where all have one."""
    cdef uint32_t reached = within_reach(slice, 1 | <uint32_t>1 << slice.last)
    cdef int place, cell, kind, next = OPEN, order = 0
    for place in range(slice.last + 1):
        cell = slice.order[place]
        if reached >> cell & 1 and slice.kind[cell] == OPEN and not slice.together >> cell & 1:
            next = cell
            break
    if slice.mirrored:
        order = compared(slice, next == OPEN)
    if order < 0:
        return 0
    if next != OPEN:
        for kind in range(slice.kinds[next]):
            slice.kind[next] = kind
            slice.leads[next] = slice.land[next][kind]
            branch(slice, weight * slice.weight[next][kind])
        slice.kind[next] = OPEN
        slice.leads[next] = 0
        return 0
    for cell in range(slice.last + 1):
        if slice.kind[cell] == OPEN and not slice.together >> cell & 1:
            weight *= slice.highest
    solve_leaf(slice, weight << order)
    slice.leaves += 1
    if slice.leaves % SIGNALS_EVERY == 0:
        with gil:
            PyErr_CheckSignals()
    return 0


cdef int solve_slice(Slice *slice) except -1 nogil:
    """Fill in `first` and `second`."""
    cdef uint64_t weight = 1
    cdef int cell
    cdef bint one_moves = slice.leads[0] != 0, two_moves = slice.leads[slice.last] != 0
    for cell in range(slice.last + 1):
        if slice.kind[cell] != OPEN:
            weight *= slice.weight[cell][slice.kind[cell]]
    if one_moves and two_moves:
        return branch(slice, weight)
    weight *= boards_of(slice, slice.every)
    for cell in range(slice.last + 1):
        if slice.kind[cell] == OPEN and not slice.together >> cell & 1:
            weight *= slice.highest
    if not two_moves:
        slice.second[0] += weight
        if one_moves:
            slice.first[1] += weight
    return 0


# ---- from and to Python

@cython.final
cdef class RaceCensus:
    """All boards of Number Maze Race of one size and highest number, counted in pieces."""

    cdef readonly object size
    cdef readonly object highest
    cdef readonly object boards
    """How many boards there are."""
    cdef readonly object positions
    """A board has no more of them."""
    cdef readonly list pieces
    """Numbers on the line between the starts, and 0 on all other cells; for `count`."""
    cdef list together
    cdef list kinds

    def __cinit__(self, size, highest, together=None):
        """`together`: the cells that hold all numbers at once, which is a matter of speed only."""
        from math import prod
        self.size, self.highest = size, highest
        self.boards = highest ** (size * size)
        self.positions = 2 * size**4
        if not 2 <= size <= 4 or self.boards >= 2**64:
            raise ValueError("so many boards are not counted")
        last = size * size - 1
        beside = {1, size, last - size, last - 1}
        self.together = sorted(beside if together is None else set(together))
        if not set(self.together) <= set(range(last + 1)):
            raise ValueError(f"the cells are numbered from 0 to {last}")
        self.kinds = [self._kinds(cell) for cell in range(size * size)]
        if prod(len(self.kinds[cell]) for cell in self.together) > 64 * LANES:
            raise ValueError(f"more than {64 * LANES} combinations of numbers at once")
        self.pieces = self._pieces()

    def _kinds(self, cell):
        """The numbers of a cell by where they lead: bits, the least number and how many there are."""
        cdef uint64_t cells
        row, column = divmod(cell, self.size)
        kinds = {}
        for number in range(1, self.highest + 1):
            cells = 0
            for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                there = row + down * number, column + right * number
                if 0 <= min(there) and max(there) < self.size:
                    cells |= bit(there[0] * self.size + there[1])
            least, count = kinds.get(cells, (number, 0))
            kinds[cells] = least, count + 1
        return [(cells, *found) for cells, found in kinds.items()]

    def _pieces(self):
        from itertools import product
        line = range(0, self.size * self.size, self.size + 1)
        found = []
        for numbers in product(*[[least for _, least, _ in self.kinds[cell]] for cell in line]):
            if numbers <= numbers[::-1]:
                piece = [0] * (self.size * self.size)
                for cell, number in zip(line, numbers):
                    piece[cell] = number
                found.append(tuple(piece))
        return found

    def count(self, numbers):
        """How many boards, by outcome and turns, have cells that lead where these numbers lead.

        A cell with 0 holds any number, and each start has one. The same boards turned half round
        are counted with them; where they are the same boards, once.
        """
        cdef Slice *slice = <Slice *>malloc(sizeof(Slice))
        cdef int turn
        if slice == NULL:
            raise MemoryError
        found = {}
        boards = 0
        try:
            for placed in dict.fromkeys([tuple(numbers), tuple(numbers[::-1])]):
                boards += self._lay(slice, placed)
                with nogil:
                    solve_slice(slice)
                for turn in range(TURNS):
                    for outcome, count in (("win", slice.first[turn]), ("loss", slice.second[turn])):
                        if count:
                            found[outcome, turn] = found.get((outcome, turn), 0) + count
        finally:
            free(slice)
        if left := boards - sum(found.values()):
            found["endless", None] = left
        return found

    cdef object _lay(self, Slice *slice, tuple numbers):
        """A slice with these numbers on it; how many boards it has."""
        cdef int cell, place, cells = self.size * self.size
        memset(slice, 0, sizeof(Slice))
        if len(numbers) != cells or not (numbers[0] and numbers[cells - 1]):
            raise ValueError("a number a cell, 0 where it is open, and none of the starts is open")
        slice.last = cells - 1
        slice.highest = self.highest
        boards = 1
        for cell in range(cells):
            slice.mirror[cell] = cell % <int>self.size * <int>self.size + cell // <int>self.size
            slice.kinds[cell] = len(self.kinds[cell])
            slice.kind[cell] = OPEN
            for place, (leads, _, count) in enumerate(self.kinds[cell]):
                slice.land[cell][place] = leads
                slice.weight[cell][place] = count
                if numbers[cell] and self._leads(cell, numbers[cell]) == leads:
                    slice.kind[cell] = place
                    slice.leads[cell] = leads
                    boards *= count
            boards *= 1 if numbers[cell] else self.highest
        in_pairs = [pair for cell in range(cells) for pair in (cell, slice.mirror[cell])]
        for place, cell in enumerate(dict.fromkeys(in_pairs)):
            slice.order[place] = cell
        open_ones = [one for one in self.together if not numbers[one]]
        self._combine(slice, open_ones)
        slice.mirrored = all(
            numbers[cell] == numbers[slice.mirror[cell]]
            and (cell in open_ones) == (slice.mirror[cell] in open_ones)
            for cell in range(cells)
        )
        return boards

    def _leads(self, cell, number):
        """Where a number leads, as bits."""
        if not 1 <= number <= self.highest:
            raise ValueError(f"{number} is not a number from 1 to {self.highest}")
        kinds = self.kinds[cell]
        return kinds[min(number, len(kinds)) - 1][0]

    cdef object _combine(self, Slice *slice, list together):
        """Number the combinations of what these cells hold, and weigh them."""
        from itertools import product
        cdef int lane, cell, place, group
        for cell in together:
            slice.together |= <uint32_t>1 << cell
            for place in range(slice.kinds[cell]):
                slice.leads[cell] |= slice.land[cell][place]
        combinations = list(product(*[range(len(self.kinds[cell])) for cell in together]))
        groups = {}
        for lane, combination in enumerate(combinations):
            weight = 1
            slice.every[lane >> 6] |= bit(lane & 63)
            for cell, place in zip(together, combination):
                weight *= self.kinds[cell][place][2]
                slice.holding[cell][place][lane >> 6] |= bit(lane & 63)
            group = groups.setdefault(weight, len(groups))
            slice.worth[group] = weight
            slice.alike[group][lane >> 6] |= bit(lane & 63)
        slice.weights = len(groups)
