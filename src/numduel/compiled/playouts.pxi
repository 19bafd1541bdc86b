# Random games, one after another.

cdef struct Played:
    int64_t won[2]
    int64_t plies
    int64_t chance_outcomes  # possible outcomes, summed over the plies of chance

@cython.final
cdef class Playouts:
    """The same random games as `engine.solving.playouts.play_out`, from the same dice."""

    cdef Rules rules
    cdef Dice dice
    cdef bint is_busy

    def __cinit__(self, Rules rules not None, rng_state):
        """Start from a `Dice.rng_state`."""
        cdef int index
        self.rules = rules
        for index in range(WORDS):
            self.dice.word[index] = rng_state[index]
        self.dice.at = rng_state[WORDS]
        self.dice.ready = WORDS
        if not 0 <= self.dice.at <= WORDS:
            raise ValueError("this isn't a Dice.rng_state")

    @property
    def rng_state(self):
        """The current `Dice.rng_state`."""
        cdef int index, at
        self._check_idle()
        at = self.dice.at
        while self.dice.ready < WORDS:
            refill(&self.dice)
        self.dice.at = at
        return (*[self.dice.word[index] for index in range(WORDS)], self.dice.at)

    def play(self, bytes position not None, int max_plies, int64_t games=1):
        """Play games from a position: return wins of Player 1 and 2, plies and chance outcomes."""
        cdef State first = self.rules.parse(position)
        cdef Played played
        cdef int64_t number
        self._check_idle()
        memset(&played, 0, sizeof(Played))
        self.is_busy = True
        with nogil:
            for number in range(games):
                random_game(self.rules, &first, &self.dice, max_plies, &played)
        self.is_busy = False
        return played.won[0], played.won[1], played.plies, played.chance_outcomes

    cdef int _check_idle(self) except -1:
        if self.is_busy:
            raise RuntimeError("another thread is using these dice")
        return 0


cdef void random_game(Rules rules, const State *first, Dice *dice, int max_plies, Played *played) noexcept nogil:
    """Play one random game, abandoned after `max_plies`."""
    cdef State state = first[0]
    cdef uint64_t moves = 0
    cdef uint8_t listed[ACTIONS]
    cdef int code = TURN, found, made = 0
    while True:
        code = rules.status(&rules.board, &state, &moves)
        if code >= OVER or made >= max_plies:
            break
        if code == CHANCE:
            found = count_bits(moves)
            played.chance_outcomes += found
            found = nth_bit(moves, pick_outcome(random_number(dice), found))
        else:
            found = list_bits(moves, listed) if rules.is_in_bit_order else rules.list_moves(&state, moves, listed)
            found = listed[below(dice, found)]
        rules.play(&rules.board, &state, found)
        made += 1
    played.plies += made
    if code >= OVER:
        played.won[(code - OVER) & 1] += 1


cdef inline int pick_outcome(double point, int count) noexcept nogil:
    """Return the outcome at a point, like `Chance.drawn`; add shares in the same order as Python."""
    cdef double share = 1.0 / count, up_to = 0.0
    cdef int index
    for index in range(count - 1):
        up_to += share
        if point < up_to:
            return index
    return count - 1
