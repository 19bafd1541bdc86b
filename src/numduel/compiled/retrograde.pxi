# Retrograde analysis for games that may be endless: solves all reachable positions backwards from the
# ends. It finds the same as engine.solving.retrograde, turn by turn.

cdef struct Unsolved:
    # A position while it is being solved.
    int32_t before  # number of edges into it; later the index of the first of them
    int16_t options_left  # moves that may still save the player; -1 if unreachable
    int16_t longest_loss  # turns of the longest resistance found so far: the loser delays
    int16_t value  # as in Node


cdef int32_t solve_backwards(Search search, int32_t index) noexcept nogil:
    """Return the value of a position, solving everything reachable from it."""
    cdef Unsolved *unsolved = NULL
    cdef bint stopped
    if search.nodes[index].value != UNKNOWN:
        return search.nodes[index].value
    stopped = not find_reachable(search, index, &unsolved) or not solve_reachable(search, index, unsolved)
    free(unsolved)
    return UNKNOWN if stopped else search.nodes[index].value


cdef bint find_reachable(Search search, int32_t index, Unsolved **unsolved) noexcept nogil:
    """Find all reachable positions and count the edges into each; return False to stop.

    The first position counts one more.
    """
    cdef int32_t capacity = 0, waiting = 1, step, after, stack_size = 1024
    cdef int32_t *stack = <int32_t *>malloc(stack_size * sizeof(int32_t))
    cdef bint stopped
    if stack == NULL:
        return search.out_of_memory()
    stopped = search.nodes[index].first_edge < 0 and search.expand(index) or not grow_unsolved(search, unsolved, &capacity)
    if not stopped:
        unsolved[0][index].before = 1
        stack[0] = index
    while waiting and not stopped:
        waiting -= 1
        index = stack[waiting]
        for step in range(search.nodes[index].count):
            after = search.edges[search.nodes[index].first_edge + step]
            unsolved[0][after].before += 1
            if unsolved[0][after].before > 1:
                continue
            if search.nodes[after].first_edge < 0:
                stopped = search.expand(after) or not grow_unsolved(search, unsolved, &capacity)
            else:
                stopped = search.meter.visit()
            if waiting >= stack_size:
                stack_size *= 2
                stopped = stopped or not resize(&stack, stack_size) and not search.out_of_memory()
            if stopped:
                break
            stack[waiting] = after
            waiting += 1
    free(stack)
    return not stopped


cdef bint grow_unsolved(Search search, Unsolved **unsolved, int32_t *capacity) noexcept nogil:
    """Make room for as many positions as the search has; return False if out of memory."""
    cdef Unsolved *more
    if capacity[0] >= search.capacity:
        return True
    more = <Unsolved *>realloc(unsolved[0], <size_t>search.capacity * sizeof(Unsolved))
    if more == NULL:
        return search.out_of_memory()
    memset(more + capacity[0], 0, <size_t>(search.capacity - capacity[0]) * sizeof(Unsolved))
    unsolved[0], capacity[0] = more, search.capacity
    return True


cdef bint solve_reachable(Search search, int32_t first, Unsolved *unsolved) noexcept nogil:
    """Store the values of everything reachable from the first; return False to stop."""
    cdef int32_t index, step, length = search.length, edges = 0
    cdef Node *node
    cdef Unsolved *after
    cdef int32_t *memory
    cdef int32_t *before
    cdef bint stopped
    if search.meter.is_strict and search.meter.check():
        return False
    for index in range(length):
        unsolved[index].options_left = search.nodes[index].count if unsolved[index].before else -1
        unsolved[index].longest_loss = 0
        unsolved[index].value = UNKNOWN
        edges += unsolved[index].before - (index == first)
        unsolved[index].before = edges  # for now, the end of its edges
    memory = <int32_t *>malloc((2 * <size_t>length + edges) * sizeof(int32_t))
    if memory == NULL:
        return search.out_of_memory()
    before = memory + 2 * length
    for index in range(length):
        node = &search.nodes[index]
        for step in range(unsolved[index].options_left):
            after = &unsolved[search.edges[node.first_edge + step]]
            after.before -= 1
            before[after.before] = 2 * index + (step < node.n_same_player)
    stopped = not propagate(search, unsolved, before, edges, memory, memory + length)
    free(memory)
    if not stopped:
        for index in range(length):
            if unsolved[index].options_left >= 0:
                search.nodes[index].value = 0 if unsolved[index].value == UNKNOWN else unsolved[index].value
    return not stopped


cdef bint propagate(
    Search search, Unsolved *unsolved, const int32_t *before, int32_t edges, int32_t *now, int32_t *later
) noexcept nogil:
    """Propagate wins and losses backwards, turn by turn; return False to stop.

    A win scheduled for the next turn may still be found within this one.
    """
    cdef int32_t index, value, edge, end, at, waiting = 0, next_turn = 0, turns = 1
    cdef Unsolved *earlier
    cdef bint same
    for index in range(search.length):
        if unsolved[index].options_left == 0:  # the game ends with this turn
            unsolved[index].value = 1 if search.nodes[index].win_within == 1 else -1
            now[waiting] = index
            waiting += 1
    while waiting:
        at = 0
        while at < waiting:
            index = now[at]
            at += 1
            value = unsolved[index].value
            if value != turns and value != -turns:
                continue
            if search.meter.visit():
                return False
            end = unsolved[index + 1].before if index + 1 < search.length else edges
            for edge in range(unsolved[index].before, end):
                earlier, same = &unsolved[before[edge] >> 1], before[edge] & 1
                if (value > 0) == same:
                    if earlier.value <= turns + (not same):
                        continue
                    earlier.value = turns + (not same)
                else:
                    if earlier.value != UNKNOWN:
                        continue
                    earlier.longest_loss = max(earlier.longest_loss, turns + (not same))
                    earlier.options_left -= 1
                    if earlier.options_left:
                        continue
                    earlier.value = -earlier.longest_loss
                if earlier.value == turns or earlier.value == -turns:
                    now[waiting] = before[edge] >> 1
                    waiting += 1
                else:
                    later[next_turn] = before[edge] >> 1
                    next_turn += 1
        now, later = later, now
        waiting, next_turn = next_turn, 0
        turns += 1
    return True
