# Random games, one after the other.

def play_at_random(Rules rules not None, bytes position not None, uint64_t seed, long games, int longest):
    """So many random games from a position, with dice of this seed: wins of both, steps in all.

    The games are those of `engine.solving.playouts.play_out`, one after the other by one Dice(seed).
    """
    cdef State first = rules._taken(position)
    cdef Dice dice
    cdef long won[2]
    cdef long steps = 0, number
    cdef int code
    won[0] = won[1] = 0
    with nogil:
        seed_dice(&dice, seed)
        for number in range(games):
            code = random_game(rules, &first, &dice, longest, &steps)
            if code >= OVER:
                won[(code - OVER) & 1] += 1
    return won[0], won[1], steps


cdef int random_game(Rules rules, const State *first, Dice *dice, int longest, long *steps) noexcept nogil:
    """A random game; how it ended, or TURN where it was given up."""
    cdef State state = first[0]
    cdef uint64_t moves = 0
    cdef uint8_t listed[ACTIONS]
    cdef int code, made = 0, found
    while True:
        code = rules.status(&rules.board, &state, &moves)
        if code >= OVER or made >= longest:
            break
        if code == CHANCE:
            found = nth_bit(moves, at_point(random_number(dice), count_bits(moves)))
        else:
            found = rules.ordered(&state, moves, listed)
            found = listed[below(dice, found)]
        rules.play(&rules.board, &state, found)
        made += 1
    steps[0] += made
    return code if code >= OVER else TURN


cdef inline int at_point(double point, int count) noexcept nogil:
    """`Chance.drawn`: the shares are added up one by one, as Python adds them."""
    cdef double share = 1.0 / count, up_to = 0.0
    cdef int place
    for place in range(count - 1):
        up_to += share
        if point < up_to:
            return place
    return count - 1
