# A position packed into 32 bytes, its board, and the rules of any game.

from libc.string cimport memcpy, memmove, memset

from numduel.status import Player as _Player

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define numduel_lowest(bits) __builtin_ctzll(bits)
    #define numduel_count(bits) __builtin_popcountll(bits)
    #define numduel_prefetch(memory) __builtin_prefetch(memory)
    #elif defined(_M_X64)
    #include <intrin.h>
    #define numduel_lowest(bits) ((int)_tzcnt_u64(bits))
    #define numduel_count(bits) ((int)__popcnt64(bits))
    #define numduel_prefetch(memory) _mm_prefetch((const char *)(memory), _MM_HINT_T0)
    #else
    #define numduel_prefetch(memory) ((void)(memory))
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
    static void *numduel_allocate(size_t bytes) {  /* large blocks in huge pages: fewer TLB misses */
        size_t page = (size_t)1 << 21, whole = (bytes + page - 1) / page * page;
        void *space = bytes < page ? malloc(bytes) : aligned_alloc(page, whole);
        if (space && bytes >= page) madvise(space, whole, MADV_HUGEPAGE);
        return space;
    }
    #else
    #define numduel_allocate malloc
    #endif
    static void *numduel_allocate_zeroed(size_t count, size_t size) {
        void *space = numduel_allocate(count * size);
        return space ? memset(space, 0, count * size) : NULL;
    }
    """
    int lowest_bit "numduel_lowest" (uint64_t bits) nogil
    int count_bits "numduel_count" (uint64_t bits) nogil
    void prefetch "numduel_prefetch" (const void *memory) nogil
    void *allocate "numduel_allocate" (size_t size) nogil
    void *allocate_zeroed "numduel_allocate_zeroed" (size_t count, size_t size) nogil

cdef enum:
    MAX_SIDE = 7  # cells along a side of a grid, so that a set of cells fits into one word
    CELLS = 49
    ACTIONS = 64  # so that a set of moves fits into one word
    TURN = 0
    CHANCE = 1
    OVER = 2  # and above: OVER + 2 * (index in the game's reasons) + winner

cdef struct State:
    # Index 0 belongs to the player to move, index 1 to the opponent.
    uint64_t sets[3]
    int16_t total[2]
    uint8_t cell[2]
    uint8_t player
    uint8_t mode

cdef struct Board:
    uint8_t number[ACTIONS]
    uint64_t within[CELLS + 1]  # in the maze: [n] is the cells with numbers up to n
    uint64_t extra
    uint64_t diagonal
    State first


cdef inline uint64_t bit(int index) noexcept nogil:
    return <uint64_t>1 << index


cdef inline void hand_over(State *state) noexcept nogil:
    """Give the turn to the other player, and swap what belongs to each."""
    state.sets[0], state.sets[1] = state.sets[1], state.sets[0]
    state.total[0], state.total[1] = state.total[1], state.total[0]
    state.cell[0], state.cell[1] = state.cell[1], state.cell[0]
    state.player ^= 1


cdef struct Seen:
    # What a player sees of a position: for every tile its number and the sets that contain it, then
    # single numbers. `Game.features` has the same order.
    const uint8_t *numbers  # NULL if the tiles have none
    uint64_t sets[8]
    int16_t singles[8]
    uint8_t uncovered[64]  # for `numbers`, if a player doesn't see all of them


cdef int16_t bit_rows[256][8]  # the bits of a byte as numbers
for _number in range(256):
    for _index in range(8):
        bit_rows[_number][_index] = _number >> _index & 1


cdef inline int16_t *write_bits(int16_t *tiles, uint64_t cells, int count) noexcept nogil:
    """Write 1 for each of these cells and 0 for the others; return the end."""
    cdef int left = count, index
    while left >= 8:
        memcpy(tiles, bit_rows[cells & 255], sizeof(bit_rows[0]))
        cells >>= 8
        tiles += 8
        left -= 8
    for index in range(left):
        tiles[index] = cells >> index & 1
    return tiles + left


cdef inline int16_t *write_numbers(int16_t *tiles, const uint8_t *numbers, int count) noexcept nogil:
    """Write the number of each tile; return the end."""
    cdef int left = count, index
    while left >= 8:
        for index in range(8):
            tiles[index] = numbers[index]
        tiles += 8
        numbers += 8
        left -= 8
    for index in range(left):
        tiles[index] = numbers[index]
    return tiles + left


cdef inline int tokens_marks(const State *state, int tile) noexcept nogil:
    """Return the marks of the tokens on a tile."""
    cdef int seat = state.player
    return (state.cell[0] == tile) * (TOKEN << seat) | (state.cell[1] == tile) * (TOKEN << (seat ^ 1))


cdef inline int walkers_marks(const State *state, int tile) noexcept nogil:
    """Return the marks of the tokens and trails on a tile."""
    cdef int seat = state.player
    cdef int marks = <int>(state.sets[0] >> tile & 1) * (VISITED << seat)
    marks |= <int>(state.sets[1] >> tile & 1) * (VISITED << (seat ^ 1))
    return marks | tokens_marks(state, tile)


cdef inline int over_code(int winner, int reason) noexcept nogil:
    return OVER + 2 * reason + winner


cdef inline int nth_bit(uint64_t bits, int n) noexcept nogil:
    """Return the position of the n-th set bit, counted from 0."""
    while n:
        bits &= bits - 1
        n -= 1
    return lowest_bit(bits)


cdef inline int list_bits(uint64_t moves, uint8_t *listed) noexcept nogil:
    """List the moves of a set of bits; return their number."""
    cdef int found = 0
    while moves:
        listed[found] = <uint8_t>lowest_bit(moves)
        moves &= moves - 1
        found += 1
    return found


cdef class Games
cdef class DuelGames(Games)


cdef class Rules:
    """The rules of one game with its options, for packed positions of any board."""

    cdef readonly int actions
    """Number of moves in the vocabulary."""
    cdef int tiles
    """Number of tiles, each with a number if `has_numbers`."""
    cdef bint has_numbers
    cdef int n_sets
    cdef int n_singles
    """Number of sets and single numbers in `Seen`."""
    cdef readonly bint endless
    cdef readonly bint chance
    cdef bint is_in_bit_order
    """Whether Python lists moves in the order of their bits."""
    cdef bint is_symmetric
    """Whether positions that differ only in the player to move have the same value."""
    cdef readonly bint can_deal
    """Whether `deal` deals boards as Python does. Otherwise all boards are equal, or Python deals."""
    cdef int size
    cdef int count
    cdef int lowest
    cdef int highest
    """Range of numbers on a board; 0 is a number that no player has seen."""
    cdef bint has_distinct_numbers
    """Whether a board has each number once."""
    cdef Board board
    """The board of the game that these rules were built from."""
    cdef object game
    cdef object packing
    """The game's `core.Packing`."""

    def __cinit__(self, game):
        self.game = game
        self.packing = game.packing()
        self.actions = len(game.vocabulary)
        self.size = getattr(game.options, "size", 0)
        self.count = self.size * self.size
        if self.size > MAX_SIDE or self.actions >= ACTIONS:
            raise OverflowError("a set of cells or moves doesn't fit into one word")
        self.tiles = self.count
        self.has_numbers = True
        self.lowest = not game.hidden
        self.has_distinct_numbers = "highest" not in game.options.fields
        self.highest = self.count if self.has_distinct_numbers else game.options.highest
        self.endless = game.endless
        self.chance = game.chance
        self.is_in_bit_order = True
        self.can_deal = game.has_visible_deal or game.hidden

    cdef int step(self, Games games) noexcept nogil:
        """Call `step_all`, compiled for these rules."""
        return step_all(games, self)

    cdef int step_duels(self, DuelGames games, const int64_t *actions) noexcept nogil:
        """Call `step_all_duels`, compiled for these rules."""
        return step_all_duels(games, self, actions)

    @property
    def n_features(self):
        """Number of integers in `Game.features`."""
        return self.tiles * (self.has_numbers + self.n_sets) + self.n_singles

    # ---- rules, as in Python

    cdef int status(self, const Board *board, const State *state, uint64_t *moves) noexcept nogil:
        """Return TURN with the moves as bits, CHANCE with the outcomes as bits, or the ending."""
        return OVER

    cdef void play(self, const Board *board, State *state, int action) noexcept nogil:
        """Play a move, given as an index of the vocabulary, or a chance outcome, given as an index."""

    cdef int list_moves(self, const State *state, uint64_t moves, uint8_t *listed) noexcept nogil:
        """List the moves in the same order as Python; return their number."""
        return list_bits(moves, listed)

    cdef void look(self, const Board *board, const State *state, int player, Seen *seen) noexcept nogil:
        """Write what a player sees."""

    cdef void deal(self, Dice *dice, Board *board) noexcept nogil:
        """Deal a board like `Game.deal`."""

    cdef int determined_outcome(self, const Board *board, const State *state) noexcept nogil:
        """Return the chance outcome that the dealt board determines, as an index."""
        return 0

    cdef uint64_t unseen(self, const State *state) noexcept nogil:
        """Return the cells whose numbers no player has seen."""
        return 0

    # ---- drawn, as `picture` and `board` in Python

    cdef int marks_of(self, const Board *board, const State *state, int tile) noexcept nogil:
        """Return the marks of a tile, tokens included."""
        return 0

    cdef int number_on(self, const Board *board, const State *state, int tile) noexcept nogil:
        """Return the number that a tile shows; 0 if it is hidden."""
        return board.number[tile]

    cdef uint64_t legal_tiles(self, const Board *board, const State *state, uint64_t moves) noexcept nogil:
        """Return the tiles that legal moves choose, as bits."""
        return moves

    cdef void put_facts(self, const Board *board, const State *state, int player, Text *text) noexcept nogil:
        """Write the facts of a player."""

    cdef void put_notes(self, const State *state, Text *text) noexcept nogil:
        """Write the facts that belong to no player, each on a line that a line end begins."""

    cdef void put_cell(self, const Board *board, const State *state, int cell, Text *text) noexcept nogil:
        """Write a cell of the board, as in a record."""
        put_small(text, board.number[cell])

    cdef void put_key(self, const State *state, Text *text) noexcept nogil:
        """Write the parts of `Game.key` as JSON; not for a game with a visible deal."""

    # ---- from and to Python

    cdef int read(self, object state, State *packed) except -1:
        """Pack a position."""
        return 0

    cdef object build_state(self, const State *state):
        """Return the Python state, without the parts that aren't packed."""
        return None

    cdef bint is_valid(self, const State *state) noexcept nogil:
        """Return whether the rules can safely process this position and all that follow."""
        return False

    def pack(self, state):
        """Pack a state; ValueError, OverflowError or TypeError if it isn't one of this game."""
        cdef State packed
        memset(&packed, 0, sizeof(State))
        self.read(state, &packed)
        self.check(&packed)
        return (<char *>&packed)[:sizeof(State)]

    def unpack(self, bytes position):
        """Return the Python state of a packed position."""
        cdef State packed = self.parse(position)
        return self.build_state(&packed)

    def status_of(self, bytes position):
        """Return the status of a packed position, as the Python rules do."""
        from numduel.status import Chance, Over, Turn
        cdef State packed = self.parse(position)
        cdef uint64_t moves = 0
        cdef uint8_t listed[ACTIONS]
        cdef int code = self.status(&self.board, &packed, &moves)
        cdef int index
        if code >= OVER:
            return Over(_Player((code - OVER) & 1), self.game.reasons[(code - OVER) >> 1])
        if code == CHANCE:
            from fractions import Fraction
            draws = [draw for index, draw in enumerate(self.game.chance_outcomes) if moves >> index & 1]
            return Chance(tuple((draw, Fraction(1, len(draws))) for draw in draws))
        count = self.list_moves(&packed, moves, listed)
        moves_listed = tuple(self.game.vocabulary[listed[index]] for index in range(count))
        return Turn(_Player(packed.player), moves_listed)

    def after(self, bytes position, str move):
        """Return the packed position after a move or chance outcome listed by `status_of`."""
        cdef State packed = self.parse(position)
        cdef uint64_t moves = 0
        cdef int code = self.status(&self.board, &packed, &moves)
        index = (self.game.chance_outcomes if code == CHANCE else self.game.vocabulary).index(move)
        if code >= OVER or not moves >> index & 1:
            raise ValueError(f"{move} isn't legal here")
        self.play(&self.board, &packed, index)
        return (<char *>&packed)[:sizeof(State)]

    def features_of(self, bytes position, int player):
        """Return the features of a packed position; only for fully visible boards."""
        cdef State packed = self.parse(position)
        cdef int16_t out[8 * CELLS + 16]
        if not 0 <= player <= 1:
            raise ValueError("player is 0 or 1")
        write_features(self, &self.board, &packed, player, out)
        return tuple([out[index] for index in range(self.n_features)])

    cdef State parse(self, bytes position) except *:
        cdef State packed
        if len(position) != sizeof(State):
            raise ValueError(f"a packed position has {sizeof(State)} bytes")
        memcpy(&packed, <char *>position, sizeof(State))
        self.check(&packed)
        return packed

    cdef int check(self, const State *state) except -1:
        if state.player > 1 or not self.is_valid(state):
            raise ValueError("this isn't a position of this game")
        return 0

    # ---- grids

    cdef uint64_t neighbours(self, int cell) noexcept nogil:
        """Return the cells next to this one, in its row and column."""
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

    cdef void set_numbers(self, Board *board, numbers) except *:
        """Put numbers on a board, or raise ValueError."""
        if len(numbers) != self.count:
            raise ValueError(f"a board has {self.count} numbers")
        for cell, number in enumerate(numbers):
            board.number[cell] = number
        if not self.is_valid_board(board):
            raise ValueError("this isn't a board of this game")

    cdef bint is_valid_board(self, const Board *board) noexcept nogil:
        """Return whether the rules can safely use this board."""
        cdef uint64_t found = 0
        cdef int cell, number
        for cell in range(self.count):
            number = board.number[cell]
            if not self.lowest <= number <= self.highest:
                return False
            if self.has_distinct_numbers and number:
                if found >> number & 1:
                    return False
                found |= bit(number)
        return (board.extra | board.diagonal) >> self.count == 0

    cdef void update_board(self, Board *board) noexcept nogil:
        """Compute what depends on the numbers."""

    def numbers_of(self, board):
        """Return the numbers of a board from `Game.boards`, cell by cell."""
        return board
