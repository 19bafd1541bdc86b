# Retrograde analysis, for games that may be endless: all positions that can be reached, settled from
# the ends backwards. Step by step what engine.solving.retrograde does in Python.

cdef int32_t found_backwards(Search search, int32_t place) noexcept nogil:
    """The value of a position, found with those of all that can be reached from it."""
    cdef int32_t *reached = NULL
    cdef int32_t *order = NULL
    cdef int32_t count
    cdef bint stopped
    if search.nodes[place].value != UNKNOWN:
        return search.nodes[place].value
    count = reach(search, place, &reached, &order)
    stopped = count < 0 or not settle_all(search, reached, order, count)
    free(reached)
    free(order)
    return UNKNOWN if stopped else search.nodes[place].value


cdef int32_t reach(Search search, int32_t place, int32_t **reached, int32_t **order) noexcept nogil:
    """All positions that can be reached, and of every position its number among them, or -1."""
    cdef int32_t room = 1024, numbers = 0, count = 0, waiting = 0, step, after
    cdef int32_t *stack = <int32_t *>malloc(room * sizeof(int32_t))
    cdef bint stopped = stack == NULL
    reached[0] = <int32_t *>malloc(room * sizeof(int32_t))
    stopped = stopped or reached[0] == NULL or not numbered(search, order, &numbers)
    if not stopped:
        stopped = search.nodes[place].ways < 0 and search.expand(place)
        stopped = stopped or not numbered(search, order, &numbers)
    if stopped:
        free(stack)
        if search.spending.error is None:
            search.out_of_memory()
        return -1
    order[0][place] = 0
    reached[0][0] = stack[0] = place
    count = waiting = 1
    while waiting:
        waiting -= 1
        place = stack[waiting]
        for step in range(search.nodes[place].count):
            after = search.pool[search.nodes[place].ways + step]
            if order[0][after] >= 0:
                continue
            if search.nodes[after].ways < 0:
                if search.expand(after) or not numbered(search, order, &numbers):
                    free(stack)
                    return -1
            elif search.spending.visit():
                free(stack)
                return -1
            if count >= room:
                room *= 2
                if not wider(reached, room) or not wider(&stack, room):
                    free(stack)
                    search.out_of_memory()
                    return -1
            order[0][after] = count
            reached[0][count] = after
            count += 1
            stack[waiting] = after
            waiting += 1
    free(stack)
    return count


cdef bint numbered(Search search, int32_t **order, int32_t *numbers) noexcept nogil:
    """A number for every position there is now; False where memory ended."""
    cdef int32_t more
    if search.length <= numbers[0]:
        return True
    more = 2 * search.length
    if not wider(order, more):
        return search.out_of_memory()
    memset(order[0] + numbers[0], 0xFF, (more - numbers[0]) * sizeof(int32_t))
    numbers[0] = more
    return True


cdef bint settle_all(Search search, const int32_t *reached, const int32_t *order, int32_t count) noexcept nogil:
    """Settle positions from the ends backwards, a turn at a time; False to stop."""
    cdef int64_t edges = 0, edge
    cdef int32_t number, step, after
    cdef Node *node
    cdef int32_t *memory
    cdef int32_t *begins
    cdef int32_t *before
    cdef int32_t *hopes
    cdef int32_t *latest
    cdef int32_t *values
    cdef int32_t *now
    cdef int32_t *later
    cdef bint stopped
    if search.spending.strict and search.spending.look_up():
        return False
    for number in range(count):
        edges += search.nodes[reached[number]].count
    # A position comes into a queue once for each way to it, and once by itself.
    memory = <int32_t *>malloc((6 * <size_t>count + 3 * <size_t>edges + 2) * sizeof(int32_t))
    if memory == NULL:
        return search.out_of_memory()
    begins = memory
    hopes = begins + count + 2
    latest = hopes + count
    values = latest + count
    before = values + count
    now = before + edges
    later = now + edges + count
    memset(begins, 0, (count + 2) * sizeof(int32_t))
    for number in range(count):
        node = &search.nodes[reached[number]]
        hopes[number] = node.count
        latest[number] = 0
        values[number] = UNKNOWN
        for step in range(node.count):
            begins[order[search.pool[node.ways + step]] + 2] += 1
    for number in range(count):
        begins[number + 2] += begins[number + 1]
    for number in range(count):
        node = &search.nodes[reached[number]]
        for step in range(node.count):
            after = order[search.pool[node.ways + step]]
            edge = begins[after + 1]
            begins[after + 1] += 1
            before[edge] = 2 * number + (1 if step < node.again else 0)
    stopped = not swept(search, reached, count, begins, before, hopes, latest, values, now, later)
    if not stopped:
        for number in range(count):
            search.nodes[reached[number]].value = 0 if values[number] == UNKNOWN else values[number]
    free(memory)
    return not stopped


cdef bint swept(
    Search search, const int32_t *reached, int32_t count, const int32_t *begins, const int32_t *before,
    int32_t *hopes, int32_t *latest, int32_t *values, int32_t *now, int32_t *later,
) noexcept nogil:
    """Give every position its value that has one, from the ends backwards; False to stop."""
    cdef int32_t waiting = 0, next_turn = 0, at, number, earlier, value, turns = 1
    cdef int64_t edge
    cdef bint is_win, same
    for number in range(count):
        if not hopes[number]:  # the game ends with this turn
            now[waiting] = 2 * number + (1 if search.nodes[reached[number]].won == 1 else 0)
            waiting += 1
    while waiting:
        at = 0
        while at < waiting:
            number, is_win = now[at] >> 1, now[at] & 1
            at += 1
            if values[number] != UNKNOWN:
                continue
            if search.spending.visit():
                return False
            values[number] = turns if is_win else -turns
            for edge in range(begins[number], begins[number + 1]):
                earlier, same = before[edge] >> 1, before[edge] & 1
                if values[earlier] != UNKNOWN:
                    continue
                if is_win == same:
                    value = turns if same else turns + 1
                    earlier = 2 * earlier + 1
                else:
                    if latest[earlier] < turns + (not same):
                        latest[earlier] = turns + (not same)
                    hopes[earlier] -= 1
                    if hopes[earlier]:
                        continue
                    value = latest[earlier]
                    earlier = 2 * earlier
                if value == turns:
                    now[waiting] = earlier
                    waiting += 1
                else:
                    later[next_turn] = earlier
                    next_turn += 1
        now, later = later, now
        waiting, next_turn = next_turn, 0
        turns += 1
    return True
