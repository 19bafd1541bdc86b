# Batches of games between two players who both get actions from the caller.

from cpython.buffer cimport (
    PyBUF_C_CONTIGUOUS, PyBUF_WRITABLE, PyObject_GetBuffer, PyBuffer_Release
)
from libc.stdlib cimport calloc, free

cdef enum:
    RANDOM_SEAT = 2  # the agent's seat is random in every game
    BOTH = 3  # the caller plays both seats
    MAX_ARRAYS = 9

cdef struct Slot:
    State state
    uint64_t moves
    uint32_t turn  # number of the current turn
    uint8_t seat  # the agent's
    uint8_t chosen
    uint8_t has_moved  # whether the agent has moved in this game
    uint8_t deals  # games in a row that ended before the agent had a move

cdef class Games:
    """A batch of games, each with its own dice; a finished game restarts at once.

    Results go to the arrays of `numduel.batch.Batch`, which the caller has checked. With a `seat`
    below BOTH, an agent plays against an opponent: see `duels.pxi`.
    """

    cdef Rules rules
    cdef int n_features
    cdef readonly int count
    cdef bint is_dealt
    cdef int seat
    cdef uint32_t max_turns
    cdef int bound  # maximum deals until a player has a move
    cdef int tries  # maximum deals until the agent has a move
    cdef bint is_busy
    cdef Slot *slots
    cdef int64_t *ended  # games that ended in this step
    cdef Board *boards  # one per game if boards are dealt, otherwise one
    cdef Dice *dice  # for dealing
    cdef Py_buffer views[MAX_ARRAYS]
    cdef int n_attached
    cdef int16_t *observation
    cdef uint8_t *mask
    cdef uint8_t *to_move
    cdef float *reward
    cdef uint8_t *terminated
    cdef uint8_t *truncated

    def __cinit__(
        self, Rules rules not None, int count, bint is_dealt, int64_t max_turns, arrays,
        int bound, int seat=BOTH, int tries=1, highest=(), has_planes=True, is_asked=False,
    ):
        if not 1 <= count <= 10**6 or not 0 <= max_turns < 2**32 or not 0 <= seat <= BOTH:
            raise ValueError("count, max_turns or seat is out of range")
        if (seat == BOTH) == isinstance(self, DuelGames):
            raise ValueError("DuelGames have a seat, and Games have none")
        if is_dealt and not rules.can_deal:
            raise ValueError("Python deals the boards with these options")
        self.n_features = rules.n_features
        self.rules, self.count, self.is_dealt, self.seat = rules, count, is_dealt, seat
        self.max_turns, self.bound, self.tries = max_turns, bound, tries
        self.slots = <Slot *>calloc(count, sizeof(Slot))
        self.boards = <Board *>allocate_zeroed(count if is_dealt else 1, sizeof(Board))
        if not self.slots or not self.boards:
            raise MemoryError
        self.boards[0] = rules.board
        if is_dealt or seat == RANDOM_SEAT:
            self.dice = <Dice *>allocate_zeroed(count, sizeof(Dice))
            if not self.dice:
                raise MemoryError
        if seat != BOTH:
            return
        self.ended = <int64_t *>calloc(count, sizeof(int64_t))
        if not self.ended:
            raise MemoryError
        self._attach_all(arrays, [2 * self.n_features, rules.actions, 1, 8, 1, 1], [2, 1, 1, 4, 1, 1])
        self.observation = <int16_t *>self.views[0].buf
        self.mask = <uint8_t *>self.views[1].buf
        self.to_move = <uint8_t *>self.views[2].buf
        self.reward = <float *>self.views[3].buf
        self.terminated = <uint8_t *>self.views[4].buf
        self.truncated = <uint8_t *>self.views[5].buf

    cdef int _attach_all(self, arrays, list sizes, list widths) except -1:
        """Attach arrays with these bytes per game and per number."""
        if len(arrays) != len(sizes):
            raise ValueError(f"give {len(sizes)} arrays")
        for array, size, wide in zip(arrays, sizes, widths):
            self._attach(array, size, wide)
        return 0

    cdef int _attach(self, array, Py_ssize_t row, size_t wide) except -1:
        """Hold the memory of an array as long as these games exist."""
        cdef Py_buffer *view = &self.views[self.n_attached]
        PyObject_GetBuffer(array, view, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS)
        self.n_attached += 1
        if view.len != row * self.count:
            raise ValueError(f"array {self.n_attached} has the wrong size for {self.count} games")
        if <size_t>view.buf % wide:
            raise ValueError(f"array {self.n_attached} is not aligned")
        return 0

    def __dealloc__(self):
        while self.n_attached:
            self.n_attached -= 1
            PyBuffer_Release(&self.views[self.n_attached])
        free(self.slots)
        free(self.boards)
        free(self.dice)
        if self.seat == BOTH:
            free(self.ended)

    # ---- from Python

    def begin(self, int number, seed=None):
        """Deal a game, with a new seed if given; return whether it can be played."""
        self._check_number(number)
        if seed is not None and self.dice:
            seed_dice(&self.dice[number], seed)
        return restart(self, self.rules, number)

    cdef int _check_number(self, int number) except -1:
        self._check_idle()
        if not 0 <= number < self.count:
            raise IndexError(f"there are {self.count} games")
        return 0

    def step(self, actions):
        """Play a move in every game; return None, or the first game with a fault.

        The number of a game means that its action is illegal, and no game has changed; ~number
        means that the game can't restart.
        """
        cdef Py_buffer view
        cdef int wrong
        PyObject_GetBuffer(actions, &view, PyBUF_C_CONTIGUOUS)
        try:
            self._check_idle()
            if not is_int64_array(&view, self.count):
                raise ValueError("actions are 64-bit integers, one per game")
            self.is_busy = True
            with nogil:
                wrong = self.step_stored(<int64_t *>view.buf)
            self.is_busy = False
        finally:
            PyBuffer_Release(&view)
        return None if wrong == self.count else wrong

    cdef int step_stored(self, const int64_t *actions) noexcept nogil:
        """Play these actions; return the number of games, or the first game with a fault."""
        cdef int wrong = store_actions(self, actions)
        return self.rules.step(self) if wrong == self.count else wrong

    cdef int _check_idle(self) except -1:
        if self.is_busy:
            raise RuntimeError("another thread is stepping these games")
        return 0

    def sample(self, luck, actions):
        """Write a uniformly random legal action of every game; this advances `luck`."""
        cdef Py_buffer drawn, found
        PyObject_GetBuffer(luck, &drawn, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS)
        try:
            PyObject_GetBuffer(actions, &found, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS)
            try:
                if not (is_int64_array(&drawn, self.count) and is_int64_array(&found, self.count)):
                    raise ValueError("luck and actions are 64-bit integers, one per game")
                with nogil:
                    sample_all(self, <uint64_t *>drawn.buf, <int64_t *>found.buf)
            finally:
                PyBuffer_Release(&found)
        finally:
            PyBuffer_Release(&drawn)

    def dump(self):
        """Return all games as bytes, without unseen numbers and dice."""
        cdef Slot slot
        cdef Board board
        cdef uint64_t unseen
        self._check_idle()
        parts = []
        for number in range(self.count):
            slot = self.slots[number]
            board = self.boards[number if self.is_dealt else 0]
            unseen = self.rules.unseen(&slot.state)
            while unseen:
                board.number[lowest_bit(unseen)] = 0
                unseen &= unseen - 1
            parts.append((<char *>&slot)[:sizeof(Slot)] + (<char *>&board)[:sizeof(Board)])
        return b"".join(parts)

    def restore(self, bytes dumped, seeds):
        """Restore games from `dump`, with new dice, which reshuffle unseen numbers."""
        cdef size_t each = sizeof(Slot) + sizeof(Board)
        cdef const char *at = dumped
        cdef Slot slot
        cdef Board board
        self._check_idle()
        if len(dumped) != each * self.count or len(seeds) != self.count:
            raise ValueError("the data belongs to other games")
        for number, seed in enumerate(seeds):
            memcpy(&slot, at, sizeof(Slot))
            memcpy(&board, at + sizeof(Slot), sizeof(Board))
            self._check(&slot, &board)
            self.slots[number] = slot
            if self.is_dealt:
                self.boards[number] = board
            if self.dice:
                seed_dice(&self.dice[number], seed)
            if self.is_dealt:
                deal_unseen(self, self.rules, number)
            at += each

    cdef int _check(self, Slot *slot, Board *board) except -1:
        """Check untrusted data, and recompute everything derived from other parts."""
        cdef uint64_t moves = 0
        self.rules.check(&slot.state)
        self.rules.check(&board.first)
        if slot.seat > 1 or not self.rules.is_valid_board(board):
            raise ValueError("the data belongs to other games")
        if self.is_dealt:
            self.rules.update_board(board)
        else:
            board = self.boards
        if self.rules.status(board, &slot.state, &moves) != TURN or not slot.moves:
            moves = 0
        slot.moves = moves
        return 0


cdef bint is_int64_array(const Py_buffer *view, Py_ssize_t count) noexcept:
    """Return whether a buffer holds this number of aligned 64-bit integers."""
    return view.len == 8 * count and <size_t>view.buf % 8 == 0
