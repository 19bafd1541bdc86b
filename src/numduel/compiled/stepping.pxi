# A step of a whole batch of games, without Python.

cdef enum:
    TRUNCATED = -1  # stopped at the turn limit
    ILLEGAL = 255
    PREFETCH = 8  # memory is prefetched this many games ahead

cdef uint8_t bit_bytes[256][8]  # the bits of a byte as bytes
for _number in range(256):
    for _index in range(8):
        bit_bytes[_number][_index] = _number >> _index & 1


cdef inline Board *board_of(Games games, int number) noexcept nogil:
    return &games.boards[number if games.is_dealt else 0]


# ---- playing

cdef inline int resolve_chance(Rules rules, const Board *board, Slot *slot) noexcept nogil:
    """Play the chance outcomes that the dealt board determines; return the status."""
    cdef int code = rules.status(board, &slot.state, &slot.moves)
    while code == CHANCE:
        rules.play(board, &slot.state, rules.determined_outcome(board, &slot.state))
        code = rules.status(board, &slot.state, &slot.moves)
    return code


cdef inline int advance(Games games, Rules rules, const Board *board, Slot *slot, int action) noexcept nogil:
    """Play a legal move; return the status, or TRUNCATED."""
    cdef int mover = slot.state.player
    cdef int code
    rules.play(board, &slot.state, action)
    code = resolve_chance(rules, board, slot)
    if code == TURN and slot.state.player != mover:
        if slot.turn == games.max_turns:
            return TRUNCATED
        slot.turn += 1
    return code


cdef int play_opponent(Games games, Rules rules, int number, int code) noexcept nogil:
    """Play random moves of the opponent until the agent is to move or the game ends."""
    cdef Slot *slot = &games.slots[number]
    cdef uint8_t listed[ACTIONS]
    cdef int found
    while code == TURN and slot.state.player != slot.seat:
        found = rules.list_moves(&slot.state, slot.moves, listed)
        found = listed[below(&games.luck[number], found)]
        code = advance(games, rules, board_of(games, number), slot, found)
    return code


cdef int deal_one(Games games, Rules rules, int number) noexcept nogil:
    """Deal a game until a player has a move; return the status."""
    cdef Board *board = board_of(games, number)
    cdef Slot *slot = &games.slots[number]
    cdef int code = OVER
    for _ in range(games.bound):
        if games.is_dealt:
            rules.deal(&games.dice[number], board)
        slot.state = board.first
        slot.turn = 1
        code = resolve_chance(rules, board, slot)
        if code == TURN or not games.is_dealt:
            break
    return code


cdef bint restart(Games games, Rules rules, int number) noexcept nogil:
    """Deal a game until the caller has a move; return whether it has one."""
    cdef Slot *slot = &games.slots[number]
    cdef int code
    for _ in range(games.tries):
        code = deal_one(games, rules, number)
        if code != TURN:
            break
        if games.seat == BOTH:
            return True
        slot.seat = <uint8_t>(below(&games.dice[number], 2) if games.seat == RANDOM_SEAT else games.seat)
        code = play_opponent(games, rules, number, code)
        if code == TURN:
            return True
        if code >= OVER:
            games.unplayed[2 * number + (((code - OVER) & 1) != slot.seat)] += 1
    slot.moves = 0
    return False


cdef int store_actions(Games games, const int64_t *actions) noexcept nogil:
    """Store every action; return the first game with an illegal one, or the number of games."""
    cdef Slot *slot
    cdef int number
    cdef uint64_t action
    for number in range(games.count):
        slot = &games.slots[number]
        action = <uint64_t>actions[number]
        if action < ACTIONS and slot.moves >> action & 1:
            slot.chosen = <uint8_t>action
        elif games.seat != BOTH and slot.moves:
            slot.chosen = ILLEGAL
        else:
            return number
    return games.count


cdef int step_all(Games games, Rules rules) noexcept nogil:
    """Play the stored actions; return the number of games, or ~number of one that can't restart."""
    cdef Slot *slot
    cdef Dice *dice
    cdef int number, code, index, ended = 0, wrong = games.count
    for number in range(games.count):
        slot = &games.slots[number]
        if games.is_dealt and number + PREFETCH < games.count:
            prefetch(&games.boards[number + PREFETCH])
            prefetch(&games.boards[number + PREFETCH].within[0])
            prefetch(&games.boards[number + PREFETCH].within[8])
        if slot.chosen == ILLEGAL:
            code = over_code(slot.seat ^ 1, 0)
        else:
            code = advance(games, rules, board_of(games, number), slot, slot.chosen)
        if games.seat != BOTH:
            games.unplayed[2 * number] = games.unplayed[2 * number + 1] = 0
            code = play_opponent(games, rules, number, code)
        games.reward[2 * number] = games.reward[2 * number + 1] = 0
        games.terminated[number] = code >= OVER
        games.truncated[number] = code == TRUNCATED
        if code == TURN:
            write_observation(games, rules, number)
        else:
            write_end(games, rules, number, code)
            games.ended[ended] = number
            ended += 1
    for index in range(ended):
        if games.dice and index + PREFETCH < ended:  # inline: compilers drop a function without effect
            dice = &games.dice[games.ended[index + PREFETCH // 2]]
            prefetch(&dice.word[dice.at])
            prefetch(&dice.word[dice.at] + 16)
            prefetch(&dice.word[dice.at] + 32)
            prefetch(&games.dice[games.ended[index + PREFETCH]].at)
            prefetch(&board_of(games, games.ended[index + PREFETCH]).first)
        number = games.ended[index]
        if not restart(games, rules, number):
            wrong = ~number
        write_observation(games, rules, number)
    return wrong


cdef void write_end(Games games, Rules rules, int number, int code) noexcept nogil:
    """Write the rewards of a finished game and the agent's last observation."""
    cdef Slot *slot = &games.slots[number]
    if code >= OVER:
        games.reward[2 * number + ((code - OVER) & 1)] = 1
        games.reward[2 * number + ((code - OVER) & 1 ^ 1)] = -1
    if games.seat != BOTH:
        rules.features(
            board_of(games, number), &slot.state, slot.seat, games.final + <size_t>number * rules.n_features
        )


cdef inline void write_observation(Games games, Rules rules, int number) noexcept nogil:
    """Write the observation and the legal moves of the player to move."""
    cdef Slot *slot = &games.slots[number]
    cdef uint8_t *mask = games.mask + <size_t>number * rules.actions
    cdef uint64_t moves = slot.moves
    cdef int left = rules.actions, index
    rules.features(
        board_of(games, number), &slot.state, slot.state.player,
        games.observation + <size_t>number * rules.n_features,
    )
    while left >= 8:
        memcpy(mask, bit_bytes[moves & 255], 8)
        moves >>= 8
        mask += 8
        left -= 8
    for index in range(left):
        mask[index] = moves >> index & 1
    games.to_move[number] = slot.state.player


# ---- randomness

cdef void sample_all(Games games, uint64_t *luck, int64_t *actions) noexcept nogil:
    """Draw an action per game as `numduel.batch` does with numpy (SplitMix64)."""
    cdef uint64_t drawn, moves
    cdef int number
    for number in range(games.count):
        luck[number] += <uint64_t>0x9E3779B97F4A7C15
        drawn = luck[number]
        drawn = (drawn ^ (drawn >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
        drawn = (drawn ^ (drawn >> 27)) * <uint64_t>0x94D049BB133111EB
        drawn = (drawn ^ (drawn >> 31)) >> 32
        moves = games.slots[number].moves
        actions[number] = nth_bit(moves, <int>(drawn * count_bits(moves) >> 32)) if moves else 0


cdef void deal_unseen(Games games, Rules rules, int number) noexcept nogil:
    """Shuffle the missing numbers onto the unseen cells of a board."""
    cdef Board *board = board_of(games, number)
    cdef uint64_t unseen = rules.unseen(&games.slots[number].state)
    cdef uint64_t absent
    cdef uint8_t deck[ACTIONS]
    cdef int cell, cards = 0
    if not unseen:
        return
    absent = (bit(rules.count) - 1) << 1
    for cell in range(rules.count):
        absent &= ~bit(board.number[cell])
    while absent:
        deck[cards] = <uint8_t>lowest_bit(absent)
        absent &= absent - 1
        cards += 1
    shuffle(&games.dice[number], deck, cards)
    while unseen and cards:
        cards -= 1
        board.number[lowest_bit(unseen)] = deck[cards]
        unseen &= unseen - 1
