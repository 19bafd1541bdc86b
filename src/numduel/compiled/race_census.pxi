# A census of all boards of Number Maze Race: how many Player 1 wins or loses, and in how many turns.
#
# A board rotated by 180 degrees is the same game with the players swapped. So it is enough to know
# when Player 1 can force a win, moving first or second: a win moving second is, on the rotated board,
# a loss for the player who moves first. Three more ideas make it fast:
# - a cell gets a number only if play can reach it, so a leaf stands for many boards;
# - numbers that lead to the same cells are one kind, above all those that lead off the grid;
# - some cells hold all numbers in parallel, each combination a bit of a word.
# Mirroring along the line between the starts keeps the value, so one board of each pair is solved.

from libc.stdlib cimport free, malloc

cdef extern from "Python.h":
    int PyErr_CheckSignals() except -1

cdef enum:
    SIGNALS_EVERY = 1024  # leaves


# ---- the tree of numbers

cdef int compare_to_mirror(const Slice *slice, bint whole) noexcept nogil:
    """Compare with the mirror image: return 1 if the board comes first, -1 if second, 0 if equal or open."""
    cdef int cell, other
    for cell in range(slice.last):
        other = slice.mirror[cell]
        if other <= cell or slice.parallel >> cell & 1:
            continue
        if not whole and (slice.kind[cell] == OPEN or slice.kind[other] == OPEN):
            return 0
        if slice.kind[cell] != slice.kind[other]:
            return 1 if slice.kind[cell] < slice.kind[other] else -1
    return 0


cdef int branch(Slice *slice, uint64_t weight) except -1 nogil:
    """Try every number in the next reachable cell; solve the leaf if all have one."""
    cdef uint32_t reached = reachable_from(slice, 1 | <uint32_t>1 << slice.last)
    cdef int index, cell, kind, next = OPEN, order = 0
    for index in range(slice.last + 1):
        cell = slice.order[index]
        if reached >> cell & 1 and slice.kind[cell] == OPEN and not slice.parallel >> cell & 1:
            next = cell
            break
    if slice.is_mirrored:
        order = compare_to_mirror(slice, next == OPEN)
    if order < 0:
        return 0
    if next != OPEN:
        for kind in range(slice.kinds[next]):
            slice.kind[next] = kind
            slice.targets[next] = slice.kind_targets[next][kind]
            branch(slice, weight * slice.weight[next][kind])
        slice.kind[next] = OPEN
        slice.targets[next] = 0
        return 0
    for cell in range(slice.last + 1):
        if slice.kind[cell] == OPEN and not slice.parallel >> cell & 1:
            weight *= slice.highest
    solve_leaf(slice, weight << order)
    slice.leaves += 1
    if slice.leaves % SIGNALS_EVERY == 0:
        with gil:
            PyErr_CheckSignals()
    return 0


cdef int solve_slice(Slice *slice) except -1 nogil:
    """Count the boards of a slice in `first` and `second`."""
    cdef uint64_t weight = 1
    cdef int cell
    cdef bint one_moves = slice.targets[0] != 0, two_moves = slice.targets[slice.last] != 0
    for cell in range(slice.last + 1):
        if slice.kind[cell] != OPEN:
            weight *= slice.weight[cell][slice.kind[cell]]
    if one_moves and two_moves:
        return branch(slice, weight)
    weight *= boards_of(slice, slice.all_lanes)
    for cell in range(slice.last + 1):
        if slice.kind[cell] == OPEN and not slice.parallel >> cell & 1:
            weight *= slice.highest
    if not two_moves:
        slice.second[0] += weight
        if one_moves:
            slice.first[1] += weight
    return 0


# ---- from and to Python

@cython.final
cdef class RaceCensus:
    """A census of all boards of Number Maze Race with one size and highest number, in pieces."""

    cdef readonly object size
    cdef readonly object highest
    cdef readonly object boards
    """Number of boards."""
    cdef readonly object positions
    """Upper bound on the positions of a board."""
    cdef readonly list pieces
    """Arguments for `count`: numbers on the line between the starts, 0 on all other cells."""
    cdef list parallel
    cdef list kinds

    def __cinit__(self, size, highest, parallel=None):
        """Prepare a census; the choice of `parallel` cells affects only its speed."""
        from math import prod
        self.size, self.highest = size, highest
        self.boards = highest ** (size * size)
        self.positions = 2 * size**4
        if not 2 <= size <= 4 or self.boards >= 2**64:
            raise ValueError("there are too many boards to count")
        last = size * size - 1
        near_starts = {1, size, last - size, last - 1}
        self.parallel = sorted(near_starts if parallel is None else set(parallel))
        if not set(self.parallel) <= set(range(last + 1)):
            raise ValueError(f"cells are numbers from 0 to {last}")
        self.kinds = [self._find_kinds(cell) for cell in range(size * size)]
        if prod(len(self.kinds[cell]) for cell in self.parallel) > 64 * LANES:
            raise ValueError(f"the parallel cells have more than {64 * LANES} combinations of numbers")
        self.pieces = self._find_pieces()

    def _find_kinds(self, cell):
        """Return the kinds of numbers of a cell: targets as bits, the lowest number, their count."""
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

    def _find_pieces(self):
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
        """Count boards by outcome and turns, with cells that lead where these numbers lead.

        A cell with 0 holds any number; the starts have numbers. Boards rotated by 180 degrees count
        too, but once if they are the same boards.
        """
        cdef Slice *slice = <Slice *>malloc(sizeof(Slice))
        cdef int turn
        if slice == NULL:
            raise MemoryError
        found = {}
        boards = 0
        try:
            for placed in dict.fromkeys([tuple(numbers), tuple(numbers[::-1])]):
                boards += self._fill_slice(slice, placed)
                with nogil:
                    solve_slice(slice)
                for turn in range(MAX_TURNS):
                    for outcome, count in (("win", slice.first[turn]), ("loss", slice.second[turn])):
                        if count:
                            found[outcome, turn] = found.get((outcome, turn), 0) + count
        finally:
            free(slice)
        if left := boards - sum(found.values()):
            found["endless", None] = left
        return found

    cdef object _fill_slice(self, Slice *slice, tuple numbers):
        """Fill a slice with these numbers; return its number of boards."""
        cdef int cell, index, cells = self.size * self.size
        memset(slice, 0, sizeof(Slice))
        if len(numbers) != cells or not (numbers[0] and numbers[cells - 1]):
            raise ValueError("give a number per cell, 0 for any, but not 0 for the starts")
        slice.last = cells - 1
        slice.highest = self.highest
        boards = 1
        for cell in range(cells):
            slice.mirror[cell] = cell % <int>self.size * <int>self.size + cell // <int>self.size
            slice.kinds[cell] = len(self.kinds[cell])
            slice.kind[cell] = OPEN
            for index, (targets, _, count) in enumerate(self.kinds[cell]):
                slice.kind_targets[cell][index] = targets
                slice.weight[cell][index] = count
                if numbers[cell] and self._targets(cell, numbers[cell]) == targets:
                    slice.kind[cell] = index
                    slice.targets[cell] = targets
                    boards *= count
            boards *= 1 if numbers[cell] else self.highest
        in_pairs = [pair for cell in range(cells) for pair in (cell, slice.mirror[cell])]
        for index, cell in enumerate(dict.fromkeys(in_pairs)):
            slice.order[index] = cell
        open_ones = [one for one in self.parallel if not numbers[one]]
        self._combine(slice, open_ones)
        slice.is_mirrored = all(
            numbers[cell] == numbers[slice.mirror[cell]]
            and (cell in open_ones) == (slice.mirror[cell] in open_ones)
            for cell in range(cells)
        )
        return boards

    def _targets(self, cell, number):
        """Return where a number leads, as bits."""
        if not 1 <= number <= self.highest:
            raise ValueError(f"{number} isn't a number from 1 to {self.highest}")
        kinds = self.kinds[cell]
        return kinds[min(number, len(kinds)) - 1][0]

    cdef object _combine(self, Slice *slice, list parallel):
        """Number the combinations of numbers of the parallel cells, with their weights."""
        from itertools import product
        cdef int lane, cell, index, group
        for cell in parallel:
            slice.parallel |= <uint32_t>1 << cell
            for index in range(slice.kinds[cell]):
                slice.targets[cell] |= slice.kind_targets[cell][index]
        combinations = list(product(*[range(len(self.kinds[cell])) for cell in parallel]))
        groups = {}
        for lane, combination in enumerate(combinations):
            weight = 1
            slice.all_lanes[lane >> 6] |= bit(lane & 63)
            for cell, index in zip(parallel, combination):
                weight *= self.kinds[cell][index][2]
                slice.holding[cell][index][lane >> 6] |= bit(lane & 63)
            group = groups.setdefault(weight, len(groups))
            slice.group_weight[group] = weight
            slice.group_lanes[group][lane >> 6] |= bit(lane & 63)
        slice.n_groups = len(groups)
