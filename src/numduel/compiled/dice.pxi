# The dice of numduel.dice: Python's Mersenne Twister, the same draws from the same seed.

cimport cython
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    WORDS = 624
    MIDDLE = 397
    CHUNK = 208  # words generated at a time

cdef struct Dice:
    uint32_t word[WORDS]
    int at  # index of the next word
    int ready  # number of words generated


cdef void seed_dice(Dice *dice, uint64_t seed) noexcept nogil:
    """Seed like `random.Random(seed)`: mix in the seed twice, in words of 32 bits."""
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
    dice.at = dice.ready = WORDS


cdef inline uint32_t twisted(uint32_t one, uint32_t next, uint32_t far) noexcept nogil:
    cdef uint32_t mixed = (one & <uint32_t>0x80000000) | (next & <uint32_t>0x7FFFFFFF)
    return far ^ (mixed >> 1) ^ ((-(mixed & 1)) & <uint32_t>0x9908B0DF)


cdef void refill(Dice *dice) noexcept nogil:
    """Generate some more words: not all at once, since few games need them."""
    cdef uint32_t *word = dice.word
    cdef int first = dice.ready if dice.ready < WORDS else 0
    cdef int last = first + CHUNK
    cdef int i
    # Two loops with fixed distances, which compilers vectorize.
    for i in range(first, min(last, WORDS - MIDDLE)):
        word[i] = twisted(word[i], word[i + 1], word[i + MIDDLE])
    for i in range(max(first, WORDS - MIDDLE), min(last, WORDS - 1)):
        word[i] = twisted(word[i], word[i + 1], word[i - (WORDS - MIDDLE)])
    if last == WORDS:
        word[WORDS - 1] = twisted(word[WORDS - 1], word[0], word[MIDDLE - 1])
    dice.at = first
    dice.ready = last


cdef inline uint32_t temper(uint32_t word) noexcept nogil:
    word ^= word >> 11
    word ^= (word << 7) & <uint32_t>0x9D2C5680
    word ^= (word << 15) & <uint32_t>0xEFC60000
    return word ^ (word >> 18)


cdef inline uint32_t next_word(Dice *dice) noexcept nogil:
    """Return the next 32 bits."""
    if dice.at == dice.ready:
        refill(dice)
    dice.at += 1
    return temper(dice.word[dice.at - 1])


cdef inline void random_numbers(Dice *dice, double *drawn, int count) noexcept nogil:
    """Write the next `count` (at most 64) results of `random_number`, faster."""
    cdef uint32_t word[2 * 64]
    cdef int wanted = 2 * count, made = 0, some, i
    while made < wanted:
        if dice.at == dice.ready:
            refill(dice)
        some = min(wanted - made, dice.ready - dice.at)
        for i in range(some):
            word[made + i] = temper(dice.word[dice.at + i])
        dice.at += some
        made += some
    for i in range(count):
        drawn[i] = (
            <int32_t>(word[2 * i] >> 5) * 67108864.0 + <int32_t>(word[2 * i + 1] >> 6)
        ) * (1.0 / 9007199254740992.0)


cdef inline double random_number(Dice *dice) noexcept nogil:
    """Return a number in [0, 1), like `Dice.random`."""
    cdef uint32_t high = next_word(dice) >> 5
    cdef uint32_t low = next_word(dice) >> 6
    return (high * 67108864.0 + low) * (1.0 / 9007199254740992.0)


cdef inline int below(Dice *dice, int bound) noexcept nogil:
    """Return a whole number from 0 to bound - 1, like `Dice.below`."""
    return <int>(random_number(dice) * bound)


cdef inline void shuffle(Dice *dice, uint8_t *deck, int count) noexcept nogil:
    """Shuffle in place, like `Dice.shuffled`."""
    cdef double drawn[64]
    cdef int last, other
    cdef uint8_t card
    random_numbers(dice, drawn, count - 1)
    for last in range(count - 1, 0, -1):
        other = <int>(drawn[count - 1 - last] * (last + 1))
        card = deck[last]
        deck[last] = deck[other]
        deck[other] = card


cdef inline void fill(Dice *dice, uint8_t *numbers, int count, int highest) noexcept nogil:
    """Fill with random numbers from 1 to the highest, like `Dice.below`."""
    cdef double drawn[64]
    cdef int cell
    random_numbers(dice, drawn, count)
    for cell in range(count):
        numbers[cell] = <uint8_t>(1 + <int>(drawn[cell] * highest))
