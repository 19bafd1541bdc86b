# Many boards of Number Maze Race solved at once: those of a leaf in the tree of numbers, in which every
# cell to which play can come has its number, or holds all its numbers, each combination a bit of a word.

cdef enum:
    PLACES = 16  # cells of the largest grid
    KINDS = 4  # ways in which the numbers of a cell differ
    LANES = 4  # words of 64 combinations
    WEIGHTS = 16
    TURNS = 2 * PLACES * PLACES
    OPEN = -1

cdef struct Slice:
    int last
    int mirror[PLACES]
    bint mirrored  # whether the slice is its own mirror image
    int order[PLACES]  # in which cells get their numbers
    int kinds[PLACES]
    uint32_t land[PLACES][KINDS]  # where each kind of number leads, as bits
    uint64_t weight[PLACES][KINDS]  # how many numbers are of it
    uint64_t highest
    int kind[PLACES]  # OPEN where a cell has no number yet
    uint32_t leads[PLACES]  # where its number leads, or all numbers that it holds at once
    uint32_t before[PLACES]  # from where a number leads there
    # Combinations of the numbers of the cells that hold them all.
    uint32_t together
    uint64_t every[LANES]
    uint64_t holding[PLACES][KINDS][LANES]
    int weights
    uint64_t worth[WEIGHTS]
    uint64_t alike[WEIGHTS][LANES]  # combinations that stand for so many boards
    # On which combinations Player 1 is known to win, by where the players stand.
    uint64_t won[PLACES][PLACES][LANES]  # Player 1 to move: [two][one]
    uint64_t kept[PLACES][PLACES][LANES]  # Player 2 to move: [one][two]
    # What is found: boards by the turns in which Player 1 wins, moving first or second.
    uint64_t first[TURNS]
    uint64_t second[TURNS]
    int64_t leaves


cdef uint64_t boards_of(const Slice *slice, const uint64_t *lanes) noexcept nogil:
    """How many boards these combinations stand for."""
    cdef uint64_t found = 0, bits
    cdef int group, lane
    for group in range(slice.weights):
        bits = 0
        for lane in range(LANES):
            bits += <uint64_t>count_bits(lanes[lane] & slice.alike[group][lane])
        found += bits * slice.worth[group]
    return found


cdef inline bint put(uint64_t *known, const uint64_t *found) noexcept nogil:
    """Keep what is found; whether it is more than was known."""
    cdef uint64_t differing = 0
    cdef int lane
    for lane in range(LANES):
        differing |= known[lane] ^ found[lane]
        known[lane] = found[lane]
    return differing != 0


cdef bint find_won(Slice *slice, int one, int two) noexcept nogil:
    """Player 1, to move, wins where a move leads to a win; whether more is known now."""
    cdef uint64_t found[LANES]
    cdef uint64_t here[LANES]
    cdef uint32_t others = ~(<uint32_t>1 << two)
    cdef int lane, kind
    for lane in range(LANES):
        found[lane] = 0
    if not slice.together >> one & 1:
        any_of(found, slice.kept, two, slice.leads[one] & others)
        return put(slice.won[two][one], found)
    for kind in range(slice.kinds[one]):
        for lane in range(LANES):
            here[lane] = 0
        any_of(here, slice.kept, two, slice.land[one][kind] & others)
        for lane in range(LANES):
            found[lane] |= here[lane] & slice.holding[one][kind][lane]
    return put(slice.won[two][one], found)


cdef inline void any_of(
    uint64_t *found, const uint64_t (*known)[PLACES][LANES], int other, uint32_t cells
) noexcept nogil:
    cdef int cell, lane
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        for lane in range(LANES):
            found[lane] |= known[cell][other][lane]


cdef bint find_kept(Slice *slice, int one, int two) noexcept nogil:
    """Player 2, to move, loses where every move leads to a loss, or there is none."""
    cdef uint64_t found[LANES]
    cdef uint64_t here[LANES]
    cdef uint32_t others = ~(<uint32_t>1 << one)
    cdef int lane, kind
    if not slice.together >> two & 1:
        for lane in range(LANES):
            found[lane] = slice.every[lane]
        all_of(found, slice.won, one, slice.leads[two] & others)
        return put(slice.kept[one][two], found)
    for lane in range(LANES):
        found[lane] = 0
    for kind in range(slice.kinds[two]):
        for lane in range(LANES):
            here[lane] = slice.holding[two][kind][lane]
        all_of(here, slice.won, one, slice.land[two][kind] & others)
        for lane in range(LANES):
            found[lane] |= here[lane]
    return put(slice.kept[one][two], found)


cdef inline void all_of(
    uint64_t *found, const uint64_t (*known)[PLACES][LANES], int other, uint32_t cells
) noexcept nogil:
    cdef int cell, lane
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        for lane in range(LANES):
            found[lane] &= known[cell][other][lane]


cdef uint32_t within_reach(const Slice *slice, uint32_t cells) noexcept nogil:
    """These cells, and all to which play can come from them."""
    cdef uint32_t left = cells
    cdef int cell
    while left:
        cell = lowest_bit(left)
        left = (left | (slice.leads[cell] & ~cells)) & ~(<uint32_t>1 << cell)
        cells |= slice.leads[cell]
    return cells


cdef inline uint32_t leading_to(const Slice *slice, uint32_t cells) noexcept nogil:
    cdef uint32_t found = 0
    while cells:
        found |= slice.before[lowest_bit(cells)]
        cells &= cells - 1
    return found


cdef struct Front:
    uint32_t ones  # cells to which Player 1 can come, but the last, where Player 1 has won
    uint32_t twos  # the same of Player 2
    # Of which positions more has become known in the last turn.
    uint32_t won[PLACES]  # by the cell of Player 1, the cells of Player 2
    uint32_t kept[PLACES]  # by the cell of Player 2, the cells of Player 1


cdef void find_before(Slice *slice, uint32_t cells) noexcept nogil:
    """Fill in `before` with what leads on from these cells."""
    cdef uint32_t others
    cdef int cell
    memset(slice.before, 0, sizeof(slice.before))
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        others = slice.leads[cell]
        while others:
            slice.before[lowest_bit(others)] |= <uint32_t>1 << cell
            others &= others - 1


cdef void begin_front(Slice *slice, Front *front) noexcept nogil:
    """All that is won without a further turn: Player 2 is to move, and has lost."""
    cdef int one, two, last = slice.last
    cdef uint32_t ones = within_reach(slice, 1), twos = within_reach(slice, <uint32_t>1 << last)
    cdef uint32_t others
    cdef bint more
    find_before(slice, ones | twos)
    memset(slice.won, 0, sizeof(slice.won))
    memset(slice.kept, 0, sizeof(slice.kept))
    memset(front, 0, sizeof(Front))
    front.ones = ones & ~(<uint32_t>1 << last)
    front.twos = twos & ~<uint32_t>1  # in the other corner, Player 2 has won
    while ones:
        one = lowest_bit(ones)
        ones &= ones - 1
        others = front.twos & ~(<uint32_t>1 << one)
        while others:
            two = lowest_bit(others)
            others &= others - 1
            more = put(slice.kept[one][two], slice.every) if one == last else find_kept(slice, one, two)
            front.kept[two] |= <uint32_t>more << one


cdef bint extend_won(Slice *slice, Front *front) noexcept nogil:
    """A turn of Player 1, from where `kept` has changed backwards; whether more is known now."""
    cdef uint32_t cells = front.twos, others
    cdef int one, two
    cdef bint more = False
    while cells:
        two = lowest_bit(cells)
        cells &= cells - 1
        others = leading_to(slice, front.kept[two]) & front.ones & ~(<uint32_t>1 << two)
        front.kept[two] = 0
        while others:
            one = lowest_bit(others)
            others &= others - 1
            if find_won(slice, one, two):
                front.won[one] |= <uint32_t>1 << two
                more = True
    return more


cdef bint extend_kept(Slice *slice, Front *front) noexcept nogil:
    """The same of Player 2, from where `won` has changed."""
    cdef uint32_t cells = front.ones, others
    cdef int one, two
    cdef bint more = False
    while cells:
        one = lowest_bit(cells)
        cells &= cells - 1
        others = leading_to(slice, front.won[one]) & front.twos & ~(<uint32_t>1 << one)
        front.won[one] = 0
        while others:
            two = lowest_bit(others)
            others &= others - 1
            if find_kept(slice, one, two):
                front.kept[two] |= <uint32_t>1 << one
                more = True
    return more


cdef void solve_leaf(Slice *slice, uint64_t weight) noexcept nogil:
    """Count the boards of a leaf, turn by turn, each as often as it weighs."""
    cdef Front front
    cdef int turn, last = slice.last
    cdef uint64_t boards, first = 0, second
    begin_front(slice, &front)
    second = boards_of(slice, slice.kept[0][last])
    slice.second[0] += second * weight
    for turn in range(1, TURNS - 1, 2):
        if not extend_won(slice, &front):
            return
        if front.won[0] >> last & 1:
            boards = boards_of(slice, slice.won[last][0])
            slice.first[turn] += (boards - first) * weight
            first = boards
        if not extend_kept(slice, &front):
            return
        if front.kept[last] & 1:
            boards = boards_of(slice, slice.kept[0][last])
            slice.second[turn + 1] += (boards - second) * weight
            second = boards
