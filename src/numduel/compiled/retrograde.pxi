# Retrograde analysis, for games that may be endless: all positions that can be reached, settled from
# the ends backwards. What engine.solving.retrograde finds in Python, a turn at a time.

cdef struct Open:
    # A position as it is being settled.
    int32_t before  # how many ways lead to it; then, where these begin among all ways
    int16_t hopes  # how many of its moves may still save its player; -1 if it cannot be reached
    int16_t latest  # how long the longest resistance found so far takes: the loser delays
    int16_t value  # as in a node


cdef int32_t found_backwards(Search search, int32_t place) noexcept nogil:
    """The value of a position, found with those of all that can be reached from it."""
    cdef Open *open = NULL
    cdef bint stopped
    if search.nodes[place].value != UNKNOWN:
        return search.nodes[place].value
    stopped = not reached(search, place, &open) or not settle_reached(search, place, open)
    free(open)
    return UNKNOWN if stopped else search.nodes[place].value


cdef bint reached(Search search, int32_t place, Open **open) noexcept nogil:
    """Find all positions that can be reached, and count the ways to each; False to stop.

    One more is counted for the first of them.
    """
    cdef int32_t room = 0, waiting = 1, step, after, most = 1024
    cdef int32_t *stack = <int32_t *>malloc(most * sizeof(int32_t))
    cdef bint stopped
    if stack == NULL:
        return search.out_of_memory()
    stopped = search.nodes[place].ways < 0 and search.expand(place) or not opened(search, open, &room)
    if not stopped:
        open[0][place].before = 1
        stack[0] = place
    while waiting and not stopped:
        waiting -= 1
        place = stack[waiting]
        for step in range(search.nodes[place].count):
            after = search.pool[search.nodes[place].ways + step]
            open[0][after].before += 1
            if open[0][after].before > 1:
                continue
            if search.nodes[after].ways < 0:
                stopped = search.expand(after) or not opened(search, open, &room)
            else:
                stopped = search.spending.visit()
            if waiting >= most:
                most *= 2
                stopped = stopped or not wider(&stack, most) and not search.out_of_memory()
            if stopped:
                break
            stack[waiting] = after
            waiting += 1
    free(stack)
    return not stopped


cdef bint opened(Search search, Open **open, int32_t *room) noexcept nogil:
    """One for every position that there is room for now; False where memory ended."""
    cdef Open *more
    if room[0] >= search.room_for:
        return True
    more = <Open *>realloc(open[0], <size_t>search.room_for * sizeof(Open))
    if more == NULL:
        return search.out_of_memory()
    memset(more + room[0], 0, <size_t>(search.room_for - room[0]) * sizeof(Open))
    open[0], room[0] = more, search.room_for
    return True


cdef bint settle_reached(Search search, int32_t first, Open *open) noexcept nogil:
    """Give all that can be reached from the first a value; False to stop."""
    cdef int32_t place, step, length = search.length, edges = 0
    cdef Node *node
    cdef Open *after
    cdef int32_t *memory
    cdef int32_t *before
    cdef bint stopped
    if search.spending.strict and search.spending.check():
        return False
    for place in range(length):
        open[place].hopes = search.nodes[place].count if open[place].before else -1
        open[place].latest = 0
        open[place].value = UNKNOWN
        edges += open[place].before - (place == first)
        open[place].before = edges  # as yet, where they end
    memory = <int32_t *>malloc((2 * <size_t>length + edges) * sizeof(int32_t))
    if memory == NULL:
        return search.out_of_memory()
    before = memory + 2 * length
    for place in range(length):
        node = &search.nodes[place]
        for step in range(open[place].hopes):
            after = &open[search.pool[node.ways + step]]
            after.before -= 1
            before[after.before] = 2 * place + (step < node.again)
    stopped = not swept(search, open, before, edges, memory, memory + length)
    free(memory)
    if not stopped:
        for place in range(length):
            if open[place].hopes >= 0:
                search.nodes[place].value = 0 if open[place].value == UNKNOWN else open[place].value
    return not stopped


cdef bint swept(
    Search search, Open *open, const int32_t *before, int32_t edges, int32_t *now, int32_t *later
) noexcept nogil:
    """Settle all that can be, those of this turn before those of a later one; False to stop.

    A win that is settled for the next turn may be found within this one after all.
    """
    cdef int32_t place, value, edge, end, at, waiting = 0, next_turn = 0, turns = 1
    cdef Open *earlier
    cdef bint same
    for place in range(search.length):
        if open[place].hopes == 0:  # the game ends with this turn
            open[place].value = 1 if search.nodes[place].won == 1 else -1
            now[waiting] = place
            waiting += 1
    while waiting:
        at = 0
        while at < waiting:
            place = now[at]
            at += 1
            value = open[place].value
            if value != turns and value != -turns:
                continue
            if search.spending.visit():
                return False
            end = open[place + 1].before if place + 1 < search.length else edges
            for edge in range(open[place].before, end):
                earlier, same = &open[before[edge] >> 1], before[edge] & 1
                if (value > 0) == same:
                    if earlier.value <= turns + (not same):
                        continue
                    earlier.value = turns + (not same)
                else:
                    if earlier.value != UNKNOWN:
                        continue
                    earlier.latest = max(earlier.latest, turns + (not same))
                    earlier.hopes -= 1
                    if earlier.hopes:
                        continue
                    earlier.value = -earlier.latest
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
