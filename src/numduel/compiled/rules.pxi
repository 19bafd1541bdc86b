# A position packed into 32 bytes, a board beside it, and what the rules of any game answer.

from libc.string cimport memcpy, memmove, memset

from numduel.status import Player as _Player

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define numduel_lowest(bits) __builtin_ctzll(bits)
    #define numduel_count(bits) __builtin_popcountll(bits)
    #define numduel_fetch(memory) __builtin_prefetch(memory)
    #elif defined(_M_X64)
    #include <intrin.h>
    #define numduel_lowest(bits) ((int)_tzcnt_u64(bits))
    #define numduel_count(bits) ((int)__popcnt64(bits))
    #define numduel_fetch(memory) _mm_prefetch((const char *)(memory), _MM_HINT_T0)
    #else
    #define numduel_fetch(memory) ((void)(memory))
    static int numduel_count(uint64_t bits) {
        bits -= bits >> 1 & 0x5555555555555555u;
        bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
        return (int)(((bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u >> 56);
    }
    static int numduel_lowest(uint64_t bits) {
        return numduel_count(~bits & (bits - 1));
    }
    #endif
    #include <stdlib.h>
    #include <string.h>
    #if defined(__linux__)
    #include <sys/mman.h>
    static void *numduel_space(size_t bytes) {  /* in large pages where it is large, which are found sooner */
        size_t page = (size_t)1 << 21, whole = (bytes + page - 1) / page * page;
        void *space = bytes < page ? malloc(bytes) : aligned_alloc(page, whole);
        if (space && bytes >= page) madvise(space, whole, MADV_HUGEPAGE);
        return space;
    }
    #else
    #define numduel_space malloc
    #endif
    static void *numduel_cleared(size_t count, size_t size) {
        void *space = numduel_space(count * size);
        return space ? memset(space, 0, count * size) : NULL;
    }
    """
    int lowest_bit "numduel_lowest" (uint64_t bits) nogil
    int count_bits "numduel_count" (uint64_t bits) nogil
    void fetch "numduel_fetch" (const void *memory) nogil
    void *space "numduel_space" (size_t size) nogil
    void *cleared "numduel_cleared" (size_t count, size_t size) nogil

cdef enum:
    SIDE = 7  # the longest side of a grid, so that a set of its cells is one word
    CELLS = 49
    ACTIONS = 64  # so is a set of moves
    TURN = 0
    CHANCE = 1
    OVER = 2  # and above: OVER + 2 * (place in the game's reasons) + winner

cdef struct State:
    # What the player to move has stands first: [0] is mine, [1] is theirs.
    uint64_t sets[3]
    int16_t total[2]
    uint8_t cell[2]
    uint8_t player
    uint8_t mode

cdef struct Board:
    uint8_t number[ACTIONS]
    uint64_t within[CELLS + 1]  # in the maze, the cells whose numbers are at most so much
    uint64_t extra
    uint64_t diagonal
    State first


cdef inline uint64_t bit(int place) noexcept nogil:
    return <uint64_t>1 << place


cdef inline void hand_over(State *state) noexcept nogil:
    """The other player is to move: what was theirs is mine."""
    state.sets[0], state.sets[1] = state.sets[1], state.sets[0]
    state.total[0], state.total[1] = state.total[1], state.total[0]
    state.cell[0], state.cell[1] = state.cell[1], state.cell[0]
    state.player ^= 1


cdef int16_t marks[256][8]  # bits, one a tile
for _number in range(256):
    for _place in range(8):
        marks[_number][_place] = _number >> _place & 1


cdef inline int16_t *mark(int16_t *tiles, uint64_t cells, int count) noexcept nogil:
    """A 1 on each of these cells, and a 0 on the others; what comes after these tiles."""
    cdef int left = count, place
    while left >= 8:
        memcpy(tiles, marks[cells & 255], sizeof(marks[0]))
        cells >>= 8
        tiles += 8
        left -= 8
    for place in range(left):
        tiles[place] = cells >> place & 1
    return tiles + left


cdef inline int16_t *lay_out(int16_t *tiles, const uint8_t *numbers, int count) noexcept nogil:
    """A number on each tile; what comes after these tiles."""
    cdef int left = count, place
    while left >= 8:
        for place in range(8):
            tiles[place] = numbers[place]
        tiles += 8
        numbers += 8
        left -= 8
    for place in range(left):
        tiles[place] = numbers[place]
    return tiles + left


cdef inline int won_by(int winner, int reason) noexcept nogil:
    return OVER + 2 * reason + winner


cdef inline int nth_bit(uint64_t bits, int place) noexcept nogil:
    """The place of the set bit before which there are so many others."""
    while place:
        bits &= bits - 1
        place -= 1
    return lowest_bit(bits)


cdef inline int by_bits(uint64_t moves, uint8_t *listed) noexcept nogil:
    """Moves that are given as bits, as a list; how many there are."""
    cdef int found = 0
    while moves:
        listed[found] = <uint8_t>lowest_bit(moves)
        moves &= moves - 1
        found += 1
    return found


cdef class Rules:
    """The rules of one game under its options, over packed positions of any board."""

    cdef readonly int actions
    """How many moves the vocabulary has."""
    cdef readonly int told
    """How many numbers `features` gives."""
    cdef readonly bint endless
    cdef readonly bint chance
    cdef bint by_bits
    """Whether Python lists moves in the order of their bits."""
    cdef bint symmetric
    """Whether positions that differ only in who is to move are worth the same."""
    cdef readonly bint deals
    """Whether boards are dealt here as in Python; else they are all the same, or Python deals."""
    cdef int size
    cdef int count
    cdef int lowest
    cdef int highest
    """The numbers there are, from the lowest on; 0 is one that nobody has seen."""
    cdef bint once
    """Whether a board has each number once."""
    cdef Board board
    """The board of the game that these rules were made for."""
    cdef object game
    cdef object packing
    """What the game hands over: `core.Packing`."""

    def __cinit__(self, game):
        self.game = game
        self.packing = game.packing()
        self.actions = len(game.vocabulary)
        self.size = getattr(game.options, "size", 0)
        self.count = self.size * self.size
        if self.size > SIDE or self.actions >= ACTIONS:
            raise OverflowError("a set of cells or moves is one word")
        self.lowest = not game.hidden
        self.once = "highest" not in game.options.fields
        self.highest = self.count if self.once else game.options.highest
        self.endless = game.endless
        self.chance = game.chance
        self.by_bits = True
        self.deals = game.has_visible_deal or game.hidden

    # ---- rules, as in Python

    cdef int status(self, const Board *board, const State *state, uint64_t *moves) noexcept nogil:
        """TURN with the moves as bits, CHANCE with the draws as bits, or how it ended."""
        return OVER

    cdef void play(self, const Board *board, State *state, int action) noexcept nogil:
        """Make a move of the vocabulary, or draw what has this place among the draws."""

    cdef int ordered(self, const State *state, uint64_t moves, uint8_t *listed) noexcept nogil:
        """The moves in the order in which Python lists them; how many there are."""
        return by_bits(moves, listed)

    cdef void features(self, const Board *board, const State *state, int player, int16_t *told) noexcept nogil:
        """A position in whole numbers, as this player sees it."""

    cdef void deal(self, Dice *dice, Board *board) noexcept nogil:
        """A board dealt by these dice, as `Game.deal` does it."""

    cdef int drawn(self, const Board *board, const State *state) noexcept nogil:
        """What the dealer's board settles where something is drawn, as a place among the draws."""
        return 0

    cdef uint64_t unseen(self, const State *state) noexcept nogil:
        """The cells whose numbers only the dealer knows."""
        return 0

    # ---- from and to Python

    cdef int read(self, object state, State *packed) except -1:
        """Pack a position."""
        return 0

    cdef object written(self, const State *state):
        """The Python state; what is not packed is left out of it."""
        return None

    cdef bint fits(self, const State *state) noexcept nogil:
        """Whether the rules can be asked about it and all that follows: what they look up is there."""
        return False

    def packed(self, state):
        """A position as bytes; ValueError, OverflowError or TypeError if it is none of this game."""
        cdef State packed
        memset(&packed, 0, sizeof(State))
        self.read(state, &packed)
        self.check(&packed)
        return (<char *>&packed)[:sizeof(State)]

    def unpacked(self, bytes position):
        """The Python state of a packed position."""
        cdef State packed = self.taken(position)
        return self.written(&packed)

    def status_of(self, bytes position):
        """The status of a packed position, as Python's rules put it."""
        from numduel.status import Chance, Over, Turn
        cdef State packed = self.taken(position)
        cdef uint64_t moves = 0
        cdef uint8_t listed[ACTIONS]
        cdef int code = self.status(&self.board, &packed, &moves)
        cdef int place
        if code >= OVER:
            return Over(_Player((code - OVER) & 1), self.game.reasons[(code - OVER) >> 1])
        if code == CHANCE:
            from fractions import Fraction
            draws = [draw for place, draw in enumerate(self.game.chance_outcomes) if moves >> place & 1]
            return Chance(tuple((draw, Fraction(1, len(draws))) for draw in draws))
        count = self.ordered(&packed, moves, listed)
        moves_listed = tuple(self.game.vocabulary[listed[place]] for place in range(count))
        return Turn(_Player(packed.player), moves_listed)

    def after(self, bytes position, str move):
        """The packed position after a move or a draw that `status_of` offers."""
        cdef State packed = self.taken(position)
        cdef uint64_t moves = 0
        cdef int code = self.status(&self.board, &packed, &moves)
        place = (self.game.chance_outcomes if code == CHANCE else self.game.vocabulary).index(move)
        if code >= OVER or not moves >> place & 1:
            raise ValueError(f"{move} cannot be played here")
        self.play(&self.board, &packed, place)
        return (<char *>&packed)[:sizeof(State)]

    def features_of(self, bytes position, int player):
        """What `features` gives of a packed position; only of boards that are laid open."""
        cdef State packed = self.taken(position)
        cdef int16_t told[8 * CELLS + 16]
        if not 0 <= player <= 1:
            raise ValueError("there are players 0 and 1")
        self.features(&self.board, &packed, player, told)
        return tuple([told[place] for place in range(self.told)])

    cdef State taken(self, bytes position) except *:
        cdef State packed
        if len(position) != sizeof(State):
            raise ValueError(f"a packed position has {sizeof(State)} bytes")
        memcpy(&packed, <char *>position, sizeof(State))
        self.check(&packed)
        return packed

    cdef int check(self, const State *state) except -1:
        if state.player > 1 or not self.fits(state):
            raise ValueError("that is no position of this game")
        return 0

    # ---- grids

    cdef uint64_t beside(self, int cell) noexcept nogil:
        """The cells next to one, in a row or a column."""
        cdef int row = cell // self.size, column = cell % self.size
        cdef uint64_t found = 0
        if row:
            found |= bit(cell - self.size)
        if row < self.size - 1:
            found |= bit(cell + self.size)
        if column:
            found |= bit(cell - 1)
        if column < self.size - 1:
            found |= bit(cell + 1)
        return found

    cdef void lay(self, Board *board, numbers) except *:
        """Put numbers on a board."""
        if len(numbers) != self.count:
            raise ValueError(f"a board has {self.count} numbers")
        for cell, number in enumerate(numbers):
            board.number[cell] = number
        if not self.is_laid(board):
            raise ValueError("that is no board of this game")

    cdef bint is_laid(self, const Board *board) noexcept nogil:
        """Whether the rules can be asked about it, as in `fits`."""
        cdef uint64_t found = 0
        cdef int cell, number
        for cell in range(self.count):
            number = board.number[cell]
            if not self.lowest <= number <= self.highest:
                return False
            if self.once and number:
                if found >> number & 1:
                    return False
                found |= bit(number)
        return (board.extra | board.diagonal) >> self.count == 0

    cdef void settle(self, Board *board) noexcept nogil:
        """Note what follows from the numbers."""

    def numbers_of(self, board):
        """The numbers of a board that `Game.boards` lists, cell by cell."""
        return board
