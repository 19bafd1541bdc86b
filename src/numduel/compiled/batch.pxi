# Many games at once, in memory and from Python: between two players who are both asked, or an agent
# against a random one.

from cpython.buffer cimport (
    PyBUF_C_CONTIGUOUS, PyBUF_WRITABLE, PyObject_GetBuffer, PyBuffer_Release
)
from libc.stdlib cimport calloc, free

cdef enum:
    EITHER = 2  # the agent's seat, where it is drawn for every game
    BOTH = 3  # nobody's seat: both players are asked
    ARRAYS = 8  # that are written, at most

cdef struct Slot:
    State state
    uint64_t moves
    uint32_t turn  # the number of the turn being played
    uint8_t seat  # the agent's
    uint8_t chosen
    uint16_t unused  # so that no byte of it is left to chance


@cython.final
cdef class Games:
    """Games side by side, each with dice of its own; one that has ended begins again at once.

    They are written into the arrays of `numduel.batch.Batch`, whose owner has checked them. With a
    `seat` below BOTH an agent plays, against somebody who plays any move, and two more arrays tell
    what it saw at the end of a game, and how many it won and lost before it had a move.
    """

    cdef Rules rules
    cdef readonly int count
    cdef bint is_dealt
    cdef int seat
    cdef uint32_t max_turns
    cdef int bound  # how often a game is dealt until somebody has a move
    cdef int tries  # and until the agent comes to one
    cdef bint is_busy
    cdef Slot *slots
    cdef int *ended  # in a step
    cdef Board *boards  # one a game where they differ
    cdef Dice *dice  # that deal
    cdef Dice *luck  # of the one who plays any move
    cdef Py_buffer views[ARRAYS]
    cdef int held
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
            raise ValueError("no such games")
        if is_dealt and not rules.deals:
            raise ValueError("boards with these options are dealt in Python")
        self.rules, self.count, self.is_dealt, self.seat = rules, count, is_dealt, seat
        self.max_turns, self.bound, self.tries = max_turns, bound, tries
        self.slots = <Slot *>calloc(count, sizeof(Slot))
        self.boards = <Board *>cleared(count if is_dealt else 1, sizeof(Board))
        self.ended = <int *>calloc(count, sizeof(int))
        if not self.slots or not self.boards or not self.ended:
            raise MemoryError
        self.boards[0] = rules.board
        if is_dealt or seat == EITHER:
            self.dice = <Dice *>cleared(count, sizeof(Dice))
        if seat != BOTH:
            self.luck = <Dice *>cleared(count, sizeof(Dice))
        if (is_dealt or seat == EITHER) and not self.dice or seat != BOTH and not self.luck:
            raise MemoryError
        sizes = [2 * rules.told, rules.actions, 1, 8, 1, 1, 2 * rules.told, 16]
        if len(arrays) != (6 if seat == BOTH else 8):
            raise ValueError("there are 6 arrays, and 2 more for an agent")
        for array, wide in zip(arrays, [2, 1, 1, 4, 1, 1, 2, 8]):
            self._hold(array, sizes[self.held], wide)
        self.observation = <int16_t *>self.views[0].buf
        self.mask = <uint8_t *>self.views[1].buf
        self.to_move = <uint8_t *>self.views[2].buf
        self.reward = <float *>self.views[3].buf
        self.terminated = <uint8_t *>self.views[4].buf
        self.truncated = <uint8_t *>self.views[5].buf
        self.final = <int16_t *>self.views[6].buf
        self.unplayed = <int64_t *>self.views[7].buf

    cdef int _hold(self, array, Py_ssize_t row, size_t wide) except -1:
        """Keep an array's memory where it is, as long as these games are played."""
        cdef Py_buffer *view = &self.views[self.held]
        PyObject_GetBuffer(array, view, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS)
        self.held += 1
        if view.len != row * self.count:
            raise ValueError(f"array {self.held} has another size than {self.count} games need")
        if <size_t>view.buf % wide:
            raise ValueError(f"array {self.held} is not aligned")
        return 0

    def __dealloc__(self):
        while self.held:
            self.held -= 1
            PyBuffer_Release(&self.views[self.held])
        free(self.slots)
        free(self.boards)
        free(self.ended)
        free(self.dice)
        free(self.luck)

    # ---- from Python

    def begin(self, int number, seed=None, luck=None):
        """Deal a game, by dice of these seeds or those that are there; whether it can be played."""
        cdef bint can_begin
        self._need_rest()
        if not 0 <= number < self.count:
            raise IndexError(f"there are {self.count} games")
        if seed is not None and self.dice:
            seed_dice(&self.dice[number], seed)
        if luck is not None and self.luck:
            seed_dice(&self.luck[number], luck)
        if self.unplayed:
            self.unplayed[2 * number] = self.unplayed[2 * number + 1] = 0
        can_begin = start_again(self, self.rules, number)
        tell(self, self.rules, number)
        return can_begin

    def step(self, actions):
        """Play a move in every game: None, or the first game that has a fault.

        An action in it is not legal, and nothing has changed in any; or, with the minus sign of
        ~number, no further game of it can be begun. An agent may do what is not legal, and loses.
        """
        cdef Py_buffer view
        cdef int64_t *asked
        cdef int wrong
        PyObject_GetBuffer(actions, &view, PyBUF_C_CONTIGUOUS)
        try:
            self._need_rest()
            if not is_of_words(&view, self.count):
                raise ValueError("an action is a number of 64 bits, one a game")
            asked = <int64_t *>view.buf
            self.is_busy = True
            with nogil:
                wrong = choose_all(self, asked)
                if wrong == self.count:
                    wrong = step_all(self, self.rules)
            self.is_busy = False
        finally:
            PyBuffer_Release(&view)
        return None if wrong == self.count else wrong

    cdef int _need_rest(self) except -1:
        if self.is_busy:
            raise RuntimeError("another thread is at a step of these games")
        return 0

    def sample(self, luck, actions):
        """A legal action of every game, each as likely; drawn by, and counted on in, `luck`."""
        cdef Py_buffer drawn, found
        PyObject_GetBuffer(luck, &drawn, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS)
        try:
            PyObject_GetBuffer(actions, &found, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS)
            try:
                if not (is_of_words(&drawn, self.count) and is_of_words(&found, self.count)):
                    raise ValueError("luck and actions are numbers of 64 bits, one a game")
                with nogil:
                    sample_all(self, <uint64_t *>drawn.buf, <int64_t *>found.buf)
            finally:
                PyBuffer_Release(&found)
        finally:
            PyBuffer_Release(&drawn)

    def kept(self):
        """All games as bytes, with nothing that nobody has seen, nor any dice."""
        cdef Slot slot
        cdef Board board
        cdef uint64_t unseen
        self._need_rest()
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

    def go_on(self, bytes kept, seeds, lucks=None):
        """Stand where `kept` says, with other dice; what nobody has seen is dealt by them."""
        cdef size_t each = sizeof(Slot) + sizeof(Board)
        cdef const char *at = kept
        cdef Slot slot
        cdef Board board
        self._need_rest()
        if len(kept) != each * self.count or len(seeds) != self.count:
            raise ValueError("these are other games")
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
        """What was kept may come from anybody: all that follows from other parts is found anew."""
        cdef uint64_t moves = 0
        self.rules.check(&slot.state)
        self.rules.check(&board.first)
        if slot.seat > 1 or not self.rules.is_laid(board):
            raise ValueError("these are other games")
        if self.is_dealt:
            self.rules.settle(board)
        else:
            board = self.boards
        if self.rules.status(board, &slot.state, &moves) != TURN or not slot.moves:
            moves = 0
        slot.moves = moves
        return 0


cdef bint is_of_words(const Py_buffer *view, Py_ssize_t count) noexcept:
    """Whether it is so many numbers of 64 bits, where they can be read as such."""
    return view.len == 8 * count and <size_t>view.buf % 8 == 0
