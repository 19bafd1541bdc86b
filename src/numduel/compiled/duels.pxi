# Batches of games of one agent against an opponent: random, or answered by the caller.

cdef float bit_reals[256][8]  # the bits of a byte as real numbers
for _number in range(256):
    for _index in range(8):
        bit_reals[_number][_index] = _number >> _index & 1


@cython.final
cdef class DuelGames(Games):
    """Games of one agent; results go to the arrays of `numduel.adapters.vector`.

    An observation is the features, each divided by the `highest` value it can have. If it
    `has_planes`, each single number is written once for every tile. If `is_asked`, the caller
    answers for the opponent after every step, until no game is pending.
    """

    cdef bint is_asked
    cdef int width  # numbers of an observation
    cdef int repeat  # how often a single number is written
    cdef float number_share[256]  # for the numbers on tiles
    cdef float highest_single[8]
    cdef uint64_t *luck  # for the opponent's moves
    cdef int64_t *waiting  # games in which the opponent is to move
    cdef int n_waiting
    cdef readonly int n_ended
    """Number of games that ended in the last step."""
    cdef readonly int n_faults
    """Number of illegal actions in the last step."""
    cdef float *planes
    cdef double *gain
    cdef float *final
    cdef int64_t *unplayed

    def __cinit__(
        self, Rules rules not None, int count, bint is_dealt, int64_t max_turns, arrays,
        int bound, int seat=BOTH, int tries=1, highest=(), bint has_planes=True, bint is_asked=False,
    ):
        cdef int index, first = rules.has_numbers + rules.n_sets
        if not 1 <= tries < 256:
            raise ValueError("tries is out of range")
        if len(highest) != first + rules.n_singles or min(highest) < 1:
            raise ValueError("the highest values belong to other features")
        for index in range(256):
            self.number_share[index] = <float>index / <float>highest[0]
        for index in range(rules.n_singles):
            self.highest_single[index] = highest[first + index]
        self.is_asked = is_asked
        self.repeat = rules.tiles if has_planes else 1
        self.width = rules.tiles * first + self.repeat * rules.n_singles
        self.luck = <uint64_t *>calloc(count, sizeof(uint64_t))
        self.waiting = <int64_t *>calloc(count, sizeof(int64_t))
        if not self.luck or not self.waiting:
            raise MemoryError
        sizes = [4 * self.width, rules.actions, 1, 8, 1, 1, 4 * self.width, 16, 8]
        self._attach_all(arrays, sizes, [4, 1, 1, 8, 1, 1, 4, 8, 8])
        self.planes = <float *>self.views[0].buf
        self.mask = <uint8_t *>self.views[1].buf
        self.to_move = <uint8_t *>self.views[2].buf
        self.gain = <double *>self.views[3].buf
        self.terminated = <uint8_t *>self.views[4].buf
        self.truncated = <uint8_t *>self.views[5].buf
        self.final = <float *>self.views[6].buf
        self.unplayed = <int64_t *>self.views[7].buf
        self.ended = <int64_t *>self.views[8].buf

    def __dealloc__(self):
        free(self.luck)
        free(self.waiting)

    # ---- from Python

    def write_to(self, observation):
        """Write observations into this array from now on."""
        cdef Py_buffer view
        self._check_idle()
        PyObject_GetBuffer(observation, &view, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS)
        if view.len != 4 * <Py_ssize_t>self.width * self.count or <size_t>view.buf % 4:
            PyBuffer_Release(&view)
            raise ValueError(f"the array has the wrong size for {self.count} games")
        PyBuffer_Release(&self.views[0])
        self.views[0] = view
        self.planes = <float *>view.buf

    def begin(self, int number, seed=None, luck=None):
        """Deal a game, with new seeds if given; return whether it can be played."""
        self._check_number(number)
        if seed is not None and self.dice:
            seed_dice(&self.dice[number], seed)
        if luck is not None:
            self.luck[number] = luck
        self.unplayed[2 * number] = self.unplayed[2 * number + 1] = 0
        self.slots[number].deals = 0
        return restart_duel(self, self.rules, number)

    def faults(self):
        """Return the games that the agent lost by an illegal action in the last step."""
        return [number for number in range(self.count) if self.slots[number].chosen == ILLEGAL]

    def pending(self):
        """Return the number of games in which the opponent is to move."""
        cdef int number
        self._check_idle()
        self.n_waiting = 0
        for number in range(self.count):
            if self.slots[number].moves and self.slots[number].state.player != self.slots[number].seat:
                self.waiting[self.n_waiting] = number
                self.n_waiting += 1
        return self.n_waiting

    def observe_pending(self, observation, mask):
        """Write what the opponent sees in the pending games, in order."""
        cdef Py_buffer seen, legal
        cdef int index
        cdef Slot *slot
        self._check_idle()
        PyObject_GetBuffer(observation, &seen, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS)
        try:
            PyObject_GetBuffer(mask, &legal, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS)
            try:
                if (
                    seen.len != 4 * <Py_ssize_t>self.width * self.n_waiting or <size_t>seen.buf % 4
                    or legal.len != <Py_ssize_t>self.rules.actions * self.n_waiting
                ):
                    raise ValueError(f"the arrays have the wrong size for {self.n_waiting} games")
                for index in range(self.n_waiting):
                    slot = &self.slots[self.waiting[index]]
                    write_planes(
                        self, self.rules, <int>self.waiting[index], slot.state.player,
                        <float *>seen.buf + <size_t>index * self.width,
                    )
                    write_mask(
                        <uint8_t *>legal.buf + <size_t>index * self.rules.actions, slot.moves, self.rules.actions
                    )
            finally:
                PyBuffer_Release(&legal)
        finally:
            PyBuffer_Release(&seen)

    def answer(self, actions):
        """Play the opponent's moves in the pending games; return None, or a fault.

        An index means that this action is illegal, and no game has changed; ~number means that
        the game can't restart.
        """
        cdef Py_buffer view
        cdef int wrong
        PyObject_GetBuffer(actions, &view, PyBUF_C_CONTIGUOUS)
        try:
            self._check_idle()
            if not is_int64_array(&view, self.n_waiting):
                raise ValueError("actions are 64-bit integers, one per pending game")
            self.is_busy = True
            with nogil:
                wrong = answer_all(self, self.rules, <int64_t *>view.buf)
            self.is_busy = False
        finally:
            PyBuffer_Release(&view)
        return None if wrong == self.count else wrong

    # ---- without Python

    cdef int step_stored(self, const int64_t *actions) noexcept nogil:
        cdef int number
        for number in range(self.count):
            if <uint64_t>actions[number] >= <uint64_t>self.rules.actions or not self.slots[number].moves:
                return number
        return self.rules.step_duels(self, actions)


cdef int step_all_duels(DuelGames games, AnyRules rules, const int64_t *actions) noexcept nogil:
    """Play the agent's actions and random answers; an illegal action loses."""
    cdef Slot *slot
    cdef int number, code
    games.n_ended = games.n_faults = 0
    for number in range(games.count):
        slot = &games.slots[number]
        if games.is_dealt and number + PREFETCH < games.count:
            prefetch(&games.boards[number + PREFETCH])
            prefetch(&games.boards[number + PREFETCH].within[0])
            prefetch(&games.boards[number + PREFETCH].within[8])
        slot.has_moved = 1
        slot.deals = 0
        if slot.moves >> actions[number] & 1:
            slot.chosen = <uint8_t>actions[number]
            code = advance(games, rules, board_of(games, number), slot, slot.chosen)
        else:
            slot.chosen = ILLEGAL
            games.n_faults += 1
            code = over_code(slot.seat ^ 1, 0)
        code = play_opponent(games, rules, number, code)
        games.unplayed[2 * number] = games.unplayed[2 * number + 1] = 0
        games.gain[number] = 0
        games.terminated[number] = code >= OVER
        games.truncated[number] = code == TRUNCATED
        if code != TURN:
            end_duel(games, rules, number, code)
        elif slot.state.player == slot.seat:
            write_duel(games, rules, number)
    return restart_ended(games, rules, 0, games.n_ended)


cdef int answer_all(DuelGames games, AnyRules rules, const int64_t *actions) noexcept nogil:
    """Play the opponent's actions in the games that wait; return as `DuelGames.answer`."""
    cdef Slot *slot
    cdef int index, number, code, first = games.n_ended, wrong = games.count
    for index in range(games.n_waiting):
        slot = &games.slots[games.waiting[index]]
        if <uint64_t>actions[index] >= ACTIONS or not slot.moves >> actions[index] & 1:
            return index
    for index in range(games.n_waiting):
        number = <int>games.waiting[index]
        slot = &games.slots[number]
        code = advance(games, rules, board_of(games, number), slot, <int>actions[index])
        if code == TURN:
            if slot.state.player == slot.seat:
                write_duel(games, rules, number)
        elif slot.has_moved:
            games.terminated[number] = code >= OVER
            games.truncated[number] = code == TRUNCATED
            end_duel(games, rules, number, code)
        else:
            count_unplayed(games, number, code)
            if slot.deals >= games.tries or not restart_duel(games, rules, number):
                slot.moves = 0
                wrong = ~number
    games.n_waiting = 0
    index = restart_ended(games, rules, first, games.n_ended)
    return wrong if index == games.count else index


cdef inline int play_opponent(DuelGames games, AnyRules rules, int number, int code) noexcept nogil:
    """Play random moves of the opponent until the agent is to move or the game ends."""
    cdef Slot *slot = &games.slots[number]
    if games.is_asked:
        return code
    while code == TURN and slot.state.player != slot.seat:
        code = advance(
            games, rules, board_of(games, number), slot, draw_action(&games.luck[number], slot.moves)
        )
    return code


cdef bint restart_duel(DuelGames games, AnyRules rules, int number) noexcept nogil:
    """Deal a game until the agent, or an opponent that the caller answers for, has a move."""
    cdef Slot *slot = &games.slots[number]
    cdef int code
    if slot.has_moved:
        slot.has_moved = slot.deals = 0
    while slot.deals < games.tries:
        slot.deals += 1
        code = deal_one(games, rules, number)
        if code != TURN:
            break
        slot.seat = <uint8_t>(below(&games.dice[number], 2) if games.seat == RANDOM_SEAT else games.seat)
        code = play_opponent(games, rules, number, code)
        if code == TURN:
            if slot.state.player == slot.seat:
                write_duel(games, rules, number)
            return True
        count_unplayed(games, number, code)
    slot.moves = 0
    return False


cdef inline void count_unplayed(DuelGames games, int number, int code) noexcept nogil:
    """Count a game that was won or lost before the agent's first move."""
    if code >= OVER:
        games.unplayed[2 * number + (((code - OVER) & 1) != games.slots[number].seat)] += 1


cdef inline void end_duel(DuelGames games, AnyRules rules, int number, int code) noexcept nogil:
    """Write the reward of a finished game and the agent's last observation."""
    cdef int seat = games.slots[number].seat
    if code >= OVER:
        games.gain[number] = 1 if (code - OVER) & 1 == seat else -1
    write_planes(games, rules, number, seat, games.final + <size_t>games.n_ended * games.width)
    games.ended[games.n_ended] = number
    games.n_ended += 1


cdef inline void write_duel(DuelGames games, AnyRules rules, int number) noexcept nogil:
    """Write what the agent sees, and its legal moves."""
    cdef Slot *slot = &games.slots[number]
    write_planes(games, rules, number, slot.seat, games.planes + <size_t>number * games.width)
    write_mask(games.mask + <size_t>number * rules.actions, slot.moves, rules.actions)
    games.to_move[number] = slot.seat


cdef inline void write_planes(
    DuelGames games, AnyRules rules, int number, int player, float *out
) noexcept nogil:
    """Write the observation of a player as real numbers, as `Encoding` makes them."""
    cdef Seen seen
    cdef float share
    cdef int index, tile
    rules.look(board_of(games, number), &games.slots[number].state, player, &seen)
    if rules.has_numbers:
        for tile in range(rules.tiles):
            out[tile] = games.number_share[seen.numbers[tile]]
        out += rules.tiles
    for index in range(rules.n_sets):
        out = write_real_bits(out, seen.sets[index], rules.tiles)
    for index in range(rules.n_singles):
        share = seen.singles[index] / games.highest_single[index]
        for tile in range(games.repeat):
            out[tile] = share
        out += games.repeat


cdef inline float *write_real_bits(float *tiles, uint64_t cells, int count) noexcept nogil:
    """Write 1 for each of these cells and 0 for the others; return the end."""
    cdef int left = count, index
    while left >= 8:
        memcpy(tiles, bit_reals[cells & 255], sizeof(bit_reals[0]))
        cells >>= 8
        tiles += 8
        left -= 8
    for index in range(left):
        tiles[index] = <float>(<int>(cells >> index & 1))
    return tiles + left
