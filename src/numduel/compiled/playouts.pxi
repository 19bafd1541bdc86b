# Random games, one after the other.

cdef struct Played:
    int64_t won[2]
    int64_t steps
    int64_t draws  # of how many possibilities something was drawn, summed

@cython.final
cdef class Playouts:
    """The random games of `engine.solving.playouts.play_out`, by the same dice, and so the same."""

    cdef Rules rules
    cdef Dice dice
    cdef bint is_busy

    def __cinit__(self, Rules rules not None, words):
        """With dice that stand as Python's do: `Dice.rng_state`."""
        cdef int place
        self.rules = rules
        for place in range(WORDS):
            self.dice.word[place] = words[place]
        self.dice.at = words[WORDS]
        self.dice.ready = WORDS
        if not 0 <= self.dice.at <= WORDS:
            raise ValueError("that is no state of dice")

    @property
    def rng_state(self):
        """How the dice stand now."""
        cdef int place, at
        self._need_rest()
        at = self.dice.at
        while self.dice.ready < WORDS:
            refill(&self.dice)
        self.dice.at = at
        return (*[self.dice.word[place] for place in range(WORDS)], self.dice.at)

    def play(self, bytes position not None, int longest, int64_t games=1):
        """Games from a position: wins of Player 1 and 2, steps, and how many possibilities there were
        wherever something was drawn."""
        cdef State first = self.rules.taken(position)
        cdef Played played
        cdef int64_t number
        self._need_rest()
        memset(&played, 0, sizeof(Played))
        self.is_busy = True
        with nogil:
            for number in range(games):
                random_game(self.rules, &first, &self.dice, longest, &played)
        self.is_busy = False
        return played.won[0], played.won[1], played.steps, played.draws

    cdef int _need_rest(self) except -1:
        if self.is_busy:
            raise RuntimeError("another thread throws these dice")
        return 0


cdef void random_game(Rules rules, const State *first, Dice *dice, int longest, Played *played) noexcept nogil:
    """One random game, given up after so many steps."""
    cdef State state = first[0]
    cdef uint64_t moves = 0
    cdef uint8_t listed[ACTIONS]
    cdef int code = TURN, found, made = 0
    while True:
        code = rules.status(&rules.board, &state, &moves)
        if code >= OVER or made >= longest:
            break
        if code == CHANCE:
            found = count_bits(moves)
            played.draws += found
            found = nth_bit(moves, at_point(random_number(dice), found))
        else:
            found = by_bits(moves, listed) if rules.by_bits else rules.ordered(&state, moves, listed)
            found = listed[below(dice, found)]
        rules.play(&rules.board, &state, found)
        made += 1
    played.steps += made
    if code >= OVER:
        played.won[(code - OVER) & 1] += 1


cdef inline int at_point(double point, int count) noexcept nogil:
    """`Chance.drawn`: the shares are added up one by one, as Python adds them."""
    cdef double share = 1.0 / count, up_to = 0.0
    cdef int place
    for place in range(count - 1):
        up_to += share
        if point < up_to:
            return place
    return count - 1
