# The dice of numduel.dice: Python's Mersenne Twister, the same draws from the same seed.

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    WORDS = 624
    MIDDLE = 397

cdef struct Dice:
    uint32_t word[WORDS]
    int at  # the word that comes next


cdef void seed_dice(Dice *dice, uint64_t seed) noexcept nogil:
    """As `random.Random(seed)` begins: the seed in words of 32 bits, mixed in twice."""
    cdef uint32_t *word = dice.word
    cdef uint32_t key[2]
    cdef int length = 2 if seed >> 32 else 1
    cdef int i, j, step
    key[0] = <uint32_t>(seed & <uint64_t>0xFFFFFFFF)
    key[1] = <uint32_t>(seed >> 32)
    word[0] = 19650218
    for i in range(1, WORDS):
        word[i] = <uint32_t>1812433253 * (word[i - 1] ^ (word[i - 1] >> 30)) + <uint32_t>i
    i, j = 1, 0
    for step in range(WORDS):
        word[i] = (word[i] ^ ((word[i - 1] ^ (word[i - 1] >> 30)) * <uint32_t>1664525)) + key[j] + <uint32_t>j
        i += 1
        j += 1
        if i >= WORDS:
            word[0] = word[WORDS - 1]
            i = 1
        if j >= length:
            j = 0
    for step in range(WORDS - 1):
        word[i] = (word[i] ^ ((word[i - 1] ^ (word[i - 1] >> 30)) * <uint32_t>1566083941)) - <uint32_t>i
        i += 1
        if i >= WORDS:
            word[0] = word[WORDS - 1]
            i = 1
    word[0] = <uint32_t>0x80000000
    dice.at = 0


cdef inline uint32_t next_word(Dice *dice) noexcept nogil:
    """The next 32 bits; each word of the twister is made anew just before it is used."""
    cdef int at = dice.at
    cdef int after = at + 1 if at + 1 < WORDS else 0
    cdef int far = at + MIDDLE if at + MIDDLE < WORDS else at + MIDDLE - WORDS
    cdef uint32_t mixed = (dice.word[at] & <uint32_t>0x80000000) | (dice.word[after] & <uint32_t>0x7FFFFFFF)
    cdef uint32_t drawn = dice.word[far] ^ (mixed >> 1) ^ ((-(mixed & 1)) & <uint32_t>0x9908B0DF)
    dice.word[at] = drawn
    dice.at = after
    drawn ^= drawn >> 11
    drawn ^= (drawn << 7) & <uint32_t>0x9D2C5680
    drawn ^= (drawn << 15) & <uint32_t>0xEFC60000
    return drawn ^ (drawn >> 18)


cdef inline double random_number(Dice *dice) noexcept nogil:
    """From 0 up to, not including, 1: `Dice.random`."""
    cdef uint32_t high = next_word(dice) >> 5
    cdef uint32_t low = next_word(dice) >> 6
    return (high * 67108864.0 + low) * (1.0 / 9007199254740992.0)


cdef inline int below(Dice *dice, int bound) noexcept nogil:
    """`Dice.below`: a whole number from 0 to bound - 1."""
    return <int>(random_number(dice) * bound)


cdef inline void shuffle(Dice *dice, uint8_t *deck, int count) noexcept nogil:
    """`Dice.shuffled`, in place."""
    cdef int last, other
    cdef uint8_t card
    for last in range(count - 1, 0, -1):
        other = below(dice, last + 1)
        card = deck[last]
        deck[last] = deck[other]
        deck[other] = card
