# Many boards of Number Maze Race solved at once: those of a leaf in the tree of numbers. There, every
# reachable cell has its number, or holds all numbers in parallel: each combination is a bit of a word.

cdef enum:
    CENSUS_CELLS = 16  # of the largest grid
    MAX_KINDS = 4  # classes of numbers of a cell, by where they lead
    LANES = 4  # words of 64 combinations
    MAX_GROUPS = 16
    MAX_TURNS = 2 * CENSUS_CELLS * CENSUS_CELLS
    OPEN = -1

cdef struct Slice:
    int last
    int mirror[CENSUS_CELLS]
    bint is_mirrored  # whether the slice is its own mirror image
    int order[CENSUS_CELLS]  # of cells, in which they get their numbers
    int kinds[CENSUS_CELLS]
    uint32_t kind_targets[CENSUS_CELLS][MAX_KINDS]  # where each kind of number leads, as bits
    uint64_t weight[CENSUS_CELLS][MAX_KINDS]  # how many numbers are of this kind
    uint64_t highest
    int kind[CENSUS_CELLS]  # OPEN: the cell has no number yet
    uint32_t targets[CENSUS_CELLS]  # where its number, or all its parallel numbers, lead
    uint32_t sources[CENSUS_CELLS]  # cells whose numbers lead here
    # Combinations of the numbers of parallel cells.
    uint32_t parallel
    uint64_t all_lanes[LANES]
    uint64_t holding[CENSUS_CELLS][MAX_KINDS][LANES]
    int n_groups
    uint64_t group_weight[MAX_GROUPS]
    uint64_t group_lanes[MAX_GROUPS][LANES]  # combinations of this weight
    # Combinations in which Player 1 is known to win, by the cells of both players.
    uint64_t one_moves[CENSUS_CELLS][CENSUS_CELLS][LANES]  # Player 1 to move: [two][one]
    uint64_t two_moves[CENSUS_CELLS][CENSUS_CELLS][LANES]  # Player 2 to move: [one][two]
    # Results: boards by the turns in which Player 1 wins, moving first or second.
    uint64_t first[MAX_TURNS]
    uint64_t second[MAX_TURNS]
    int64_t leaves


cdef uint64_t boards_of(const Slice *slice, const uint64_t *lanes) noexcept nogil:
    """Return the number of boards of these combinations."""
    cdef uint64_t found = 0, bits
    cdef int group, lane
    for group in range(slice.n_groups):
        bits = 0
        for lane in range(LANES):
            bits += <uint64_t>count_bits(lanes[lane] & slice.group_lanes[group][lane])
        found += bits * slice.group_weight[group]
    return found


cdef inline bint store(uint64_t *known, const uint64_t *found) noexcept nogil:
    """Store combinations; return whether they have changed."""
    cdef uint64_t differing = 0
    cdef int lane
    for lane in range(LANES):
        differing |= known[lane] ^ found[lane]
        known[lane] = found[lane]
    return differing != 0


cdef bint update_one_moves(Slice *slice, int one, int two) noexcept nogil:
    """Update wins with Player 1 to move: some move wins. Return whether they have changed."""
    cdef uint64_t found[LANES]
    cdef uint64_t here[LANES]
    cdef uint32_t others = ~(<uint32_t>1 << two)
    cdef int lane, kind
    for lane in range(LANES):
        found[lane] = 0
    if not slice.parallel >> one & 1:
        any_of(found, slice.two_moves, two, slice.targets[one] & others)
        return store(slice.one_moves[two][one], found)
    for kind in range(slice.kinds[one]):
        for lane in range(LANES):
            here[lane] = 0
        any_of(here, slice.two_moves, two, slice.kind_targets[one][kind] & others)
        for lane in range(LANES):
            found[lane] |= here[lane] & slice.holding[one][kind][lane]
    return store(slice.one_moves[two][one], found)


cdef inline void any_of(
    uint64_t *found, const uint64_t (*known)[CENSUS_CELLS][LANES], int other, uint32_t cells
) noexcept nogil:
    cdef int cell, lane
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        for lane in range(LANES):
            found[lane] |= known[cell][other][lane]


cdef bint update_two_moves(Slice *slice, int one, int two) noexcept nogil:
    """Update wins with Player 2 to move: no move saves them. Return whether they have changed."""
    cdef uint64_t found[LANES]
    cdef uint64_t here[LANES]
    cdef uint32_t others = ~(<uint32_t>1 << one)
    cdef int lane, kind
    if not slice.parallel >> two & 1:
        for lane in range(LANES):
            found[lane] = slice.all_lanes[lane]
        all_of(found, slice.one_moves, one, slice.targets[two] & others)
        return store(slice.two_moves[one][two], found)
    for lane in range(LANES):
        found[lane] = 0
    for kind in range(slice.kinds[two]):
        for lane in range(LANES):
            here[lane] = slice.holding[two][kind][lane]
        all_of(here, slice.one_moves, one, slice.kind_targets[two][kind] & others)
        for lane in range(LANES):
            found[lane] |= here[lane]
    return store(slice.two_moves[one][two], found)


cdef inline void all_of(
    uint64_t *found, const uint64_t (*known)[CENSUS_CELLS][LANES], int other, uint32_t cells
) noexcept nogil:
    cdef int cell, lane
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        for lane in range(LANES):
            found[lane] &= known[cell][other][lane]


cdef uint32_t reachable_from(const Slice *slice, uint32_t cells) noexcept nogil:
    """Return these cells and all that are reachable from them."""
    cdef uint32_t left = cells
    cdef int cell
    while left:
        cell = lowest_bit(left)
        left = (left | (slice.targets[cell] & ~cells)) & ~(<uint32_t>1 << cell)
        cells |= slice.targets[cell]
    return cells


cdef inline uint32_t sources_of(const Slice *slice, uint32_t cells) noexcept nogil:
    cdef uint32_t found = 0
    while cells:
        found |= slice.sources[lowest_bit(cells)]
        cells &= cells - 1
    return found


cdef struct Frontier:
    uint32_t ones  # cells that Player 1 can reach, except the last, which wins
    uint32_t twos  # the same for Player 2
    # Positions that changed in the last turn.
    uint32_t one_moves[CENSUS_CELLS]  # by the cell of Player 1, the cells of Player 2
    uint32_t two_moves[CENSUS_CELLS]  # by the cell of Player 2, the cells of Player 1


cdef void find_sources(Slice *slice, uint32_t cells) noexcept nogil:
    """Find the sources of all targets of these cells."""
    cdef uint32_t others
    cdef int cell
    memset(slice.sources, 0, sizeof(slice.sources))
    while cells:
        cell = lowest_bit(cells)
        cells &= cells - 1
        others = slice.targets[cell]
        while others:
            slice.sources[lowest_bit(others)] |= <uint32_t>1 << cell
            others &= others - 1


cdef void init_frontier(Slice *slice, Frontier *frontier) noexcept nogil:
    """Start with positions already won: Player 2 is to move and has lost."""
    cdef int one, two, last = slice.last
    cdef uint32_t ones = reachable_from(slice, 1), twos = reachable_from(slice, <uint32_t>1 << last)
    cdef uint32_t others
    cdef bint more
    find_sources(slice, ones | twos)
    memset(slice.one_moves, 0, sizeof(slice.one_moves))
    memset(slice.two_moves, 0, sizeof(slice.two_moves))
    memset(frontier, 0, sizeof(Frontier))
    frontier.ones = ones & ~(<uint32_t>1 << last)
    frontier.twos = twos & ~<uint32_t>1  # in the other corner, Player 2 has won
    while ones:
        one = lowest_bit(ones)
        ones &= ones - 1
        others = frontier.twos & ~(<uint32_t>1 << one)
        while others:
            two = lowest_bit(others)
            others &= others - 1
            more = store(slice.two_moves[one][two], slice.all_lanes) if one == last else update_two_moves(slice, one, two)
            frontier.two_moves[two] |= <uint32_t>more << one


cdef bint extend_one_moves(Slice *slice, Frontier *frontier) noexcept nogil:
    """Go back by a turn of Player 1 from changed positions; return whether any changed."""
    cdef uint32_t cells = frontier.twos, others
    cdef int one, two
    cdef bint more = False
    while cells:
        two = lowest_bit(cells)
        cells &= cells - 1
        others = sources_of(slice, frontier.two_moves[two]) & frontier.ones & ~(<uint32_t>1 << two)
        frontier.two_moves[two] = 0
        while others:
            one = lowest_bit(others)
            others &= others - 1
            if update_one_moves(slice, one, two):
                frontier.one_moves[one] |= <uint32_t>1 << two
                more = True
    return more


cdef bint extend_two_moves(Slice *slice, Frontier *frontier) noexcept nogil:
    """Go back by a turn of Player 2 from changed positions; return whether any changed."""
    cdef uint32_t cells = frontier.ones, others
    cdef int one, two
    cdef bint more = False
    while cells:
        one = lowest_bit(cells)
        cells &= cells - 1
        others = sources_of(slice, frontier.one_moves[one]) & frontier.twos & ~(<uint32_t>1 << one)
        frontier.one_moves[one] = 0
        while others:
            two = lowest_bit(others)
            others &= others - 1
            if update_two_moves(slice, one, two):
                frontier.two_moves[two] |= <uint32_t>1 << one
                more = True
    return more


cdef void solve_leaf(Slice *slice, uint64_t weight) noexcept nogil:
    """Count the boards of a leaf by turns, multiplied by their weight."""
    cdef Frontier frontier
    cdef int turn, last = slice.last
    cdef uint64_t boards, first = 0, second
    init_frontier(slice, &frontier)
    second = boards_of(slice, slice.two_moves[0][last])
    slice.second[0] += second * weight
    for turn in range(1, MAX_TURNS - 1, 2):
        if not extend_one_moves(slice, &frontier):
            return
        if frontier.one_moves[0] >> last & 1:
            boards = boards_of(slice, slice.one_moves[last][0])
            slice.first[turn] += (boards - first) * weight
            first = boards
        if not extend_two_moves(slice, &frontier):
            return
        if frontier.two_moves[last] & 1:
            boards = boards_of(slice, slice.two_moves[0][last])
            slice.second[turn + 1] += (boards - second) * weight
            second = boards
