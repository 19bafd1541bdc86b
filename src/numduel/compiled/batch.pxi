# Batches of games: between two players who both get actions from the caller, or an agent against a
# random opponent.

from cpython.buffer cimport (
    PyBUF_C_CONTIGUOUS, PyBUF_WRITABLE, PyObject_GetBuffer, PyBuffer_Release
)
from libc.stdlib cimport calloc, free

cdef enum:
    RANDOM_SEAT = 2  # the agent's seat is random in every game
    BOTH = 3  # the caller plays both seats
    MAX_ARRAYS = 8

cdef struct Slot:
    State state
    uint64_t moves
    uint32_t turn  # number of the current turn
    uint8_t seat  # the agent's
    uint8_t chosen
    uint16_t unused  # padding, so that every byte is defined


@cython.final
cdef class Games:
    """A batch of games, each with its own dice; a finished game restarts at once.

    Results go to the arrays of `numduel.batch.Batch`, which the caller has checked. With a `seat`
    below BOTH, an agent plays against a random opponent, and two more arrays hold its observation at
    the end of a game and the numbers of games won and lost before its first move.
    """

    cdef Rules rules
    cdef readonly int count
    cdef bint is_dealt
    cdef int seat
    cdef uint32_t max_turns
    cdef int bound  # maximum deals until a player has a move
    cdef int tries  # maximum deals until the agent has a move
    cdef bint is_busy
    cdef Slot *slots
    cdef int *ended  # games that ended in this step
    cdef Board *boards  # one per game if boards are dealt, otherwise one
    cdef Dice *dice  # for dealing
    cdef Dice *luck  # for the opponent's moves
    cdef Py_buffer views[MAX_ARRAYS]
    cdef int n_attached
    cdef int16_t *observation
    cdef uint8_t *mask
    cdef uint8_t *to_move
    cdef float *reward
    cdef uint8_t *terminated
    cdef uint8_t *truncated
    cdef int16_t *final
    cdef int64_t *unplayed

    def __cinit__(
        self, Rules rules not None, int count, bint is_dealt, int64_t max_turns, arrays,
        int bound, int seat=BOTH, int tries=1,
    ):
        if not 1 <= count <= 10**6 or not 0 <= max_turns < 2**32 or not 0 <= seat <= BOTH:
            raise ValueError("count, max_turns or seat is out of range")
        if is_dealt and not rules.can_deal:
            raise ValueError("Python deals the boards with these options")
        self.rules, self.count, self.is_dealt, self.seat = rules, count, is_dealt, seat
        self.max_turns, self.bound, self.tries = max_turns, bound, tries
        self.slots = <Slot *>calloc(count, sizeof(Slot))
        self.boards = <Board *>allocate_zeroed(count if is_dealt else 1, sizeof(Board))
        self.ended = <int *>calloc(count, sizeof(int))
        if not self.slots or not self.boards or not self.ended:
            raise MemoryError
        self.boards[0] = rules.board
        if is_dealt or seat == RANDOM_SEAT:
            self.dice = <Dice *>allocate_zeroed(count, sizeof(Dice))
        if seat != BOTH:
            self.luck = <Dice *>allocate_zeroed(count, sizeof(Dice))
        if (is_dealt or seat == RANDOM_SEAT) and not self.dice or seat != BOTH and not self.luck:
            raise MemoryError
        sizes = [2 * rules.n_features, rules.actions, 1, 8, 1, 1, 2 * rules.n_features, 16]
        if len(arrays) != (6 if seat == BOTH else 8):
            raise ValueError("give 6 arrays, and 2 more for an agent")
        for array, wide in zip(arrays, [2, 1, 1, 4, 1, 1, 2, 8]):
            self._attach(array, sizes[self.n_attached], wide)
        self.observation = <int16_t *>self.views[0].buf
        self.mask = <uint8_t *>self.views[1].buf
        self.to_move = <uint8_t *>self.views[2].buf
        self.reward = <float *>self.views[3].buf
        self.terminated = <uint8_t *>self.views[4].buf
        self.truncated = <uint8_t *>self.views[5].buf
        self.final = <int16_t *>self.views[6].buf
        self.unplayed = <int64_t *>self.views[7].buf

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
        free(self.ended)
        free(self.dice)
        free(self.luck)

    # ---- from Python

    def begin(self, int number, seed=None, luck=None):
        """Deal a game, with new seeds if given; return whether it can be played."""
        cdef bint can_begin
        self._check_idle()
        if not 0 <= number < self.count:
            raise IndexError(f"there are {self.count} games")
        if seed is not None and self.dice:
            seed_dice(&self.dice[number], seed)
        if luck is not None and self.luck:
            seed_dice(&self.luck[number], luck)
        if self.unplayed:
            self.unplayed[2 * number] = self.unplayed[2 * number + 1] = 0
        can_begin = restart(self, self.rules, number)
        write_observation(self, self.rules, number)
        return can_begin

    def step(self, actions):
        """Play a move in every game; return None, or the first game with a fault.

        The number of a game means that its action is illegal, and no game has changed; ~number
        means that the game can't restart. An agent that plays an illegal action loses.
        """
        cdef Py_buffer view
        cdef int64_t *asked
        cdef int wrong
        PyObject_GetBuffer(actions, &view, PyBUF_C_CONTIGUOUS)
        try:
            self._check_idle()
            if not is_int64_array(&view, self.count):
                raise ValueError("actions are 64-bit integers, one per game")
            asked = <int64_t *>view.buf
            self.is_busy = True
            with nogil:
                wrong = store_actions(self, asked)
                if wrong == self.count:
                    wrong = step_all(self, self.rules)
            self.is_busy = False
        finally:
            PyBuffer_Release(&view)
        return None if wrong == self.count else wrong

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

    def restore(self, bytes dumped, seeds, lucks=None):
        """Restore games from `dump`, with new dice, which reshuffle unseen numbers."""
        cdef size_t each = sizeof(Slot) + sizeof(Board)
        cdef const char *at = dumped
        cdef Slot slot
        cdef Board board
        self._check_idle()
        if len(dumped) != each * self.count or len(seeds) != self.count:
            raise ValueError("the data belongs to other games")
        for number, (seed, luck) in enumerate(zip(seeds, lucks or seeds, strict=True)):
            memcpy(&slot, at, sizeof(Slot))
            memcpy(&board, at + sizeof(Slot), sizeof(Board))
            self._check(&slot, &board)
            self.slots[number] = slot
            if self.is_dealt:
                self.boards[number] = board
            if self.dice:
                seed_dice(&self.dice[number], seed)
            if self.luck:
                seed_dice(&self.luck[number], luck)
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
