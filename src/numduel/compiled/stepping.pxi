# A step of many games at once, without Python.

cdef enum:
    CUT = -1  # left unfinished, after as many turns as may be
    FAULT = 255  # an action that is not legal
    AHEAD = 8  # so many games before it is their turn, memory is fetched

cdef uint8_t spread[256][8]  # bits, one a byte
for _number in range(256):
    for _place in range(8):
        spread[_number][_place] = _number >> _place & 1


cdef inline Board *board_of(Games games, int number) noexcept nogil:
    return &games.boards[number if games.is_dealt else 0]


# ---- playing

cdef inline int settled(Rules rules, const Board *board, Slot *slot) noexcept nogil:
    """The status once the dealer's board has settled what is drawn."""
    cdef int code = rules.status(board, &slot.state, &slot.moves)
    while code == CHANCE:
        rules.play(board, &slot.state, rules.drawn(board, &slot.state))
        code = rules.status(board, &slot.state, &slot.moves)
    return code


cdef inline int advance(Games games, Rules rules, const Board *board, Slot *slot, int action) noexcept nogil:
    """Play a legal move; how the game stands, which may be cut after it."""
    cdef int mover = slot.state.player
    cdef int code
    rules.play(board, &slot.state, action)
    code = settled(rules, board, slot)
    if code == TURN and slot.state.player != mover:
        if slot.turn == games.max_turns:
            return CUT
        slot.turn += 1
    return code


cdef int answered(Games games, Rules rules, int number, int code) noexcept nogil:
    """Let the other side play any moves until the agent is to move, or nobody is."""
    cdef Slot *slot = &games.slots[number]
    cdef uint8_t listed[ACTIONS]
    cdef int found
    while code == TURN and slot.state.player != slot.seat:
        found = rules.ordered(&slot.state, slot.moves, listed)
        found = listed[below(&games.luck[number], found)]
        code = advance(games, rules, board_of(games, number), slot, found)
    return code


cdef int deal_one(Games games, Rules rules, int number) noexcept nogil:
    """Deal a game in which somebody has a move; how it stands."""
    cdef Board *board = board_of(games, number)
    cdef Slot *slot = &games.slots[number]
    cdef int code = OVER
    for _ in range(games.bound):
        if games.is_dealt:
            rules.deal(&games.dice[number], board)
        slot.state = board.first
        slot.turn = 1
        code = settled(rules, board, slot)
        if code == TURN or not games.is_dealt:
            break
    return code


cdef bint start_again(Games games, Rules rules, int number) noexcept nogil:
    """Deal a game in which whoever is asked has a move; whether there was one."""
    cdef Slot *slot = &games.slots[number]
    cdef int code
    for _ in range(games.tries):
        code = deal_one(games, rules, number)
        if code != TURN:
            break
        if games.seat == BOTH:
            return True
        slot.seat = <uint8_t>(below(&games.dice[number], 2) if games.seat == EITHER else games.seat)
        code = answered(games, rules, number, code)
        if code == TURN:
            return True
        if code >= OVER:
            games.unplayed[2 * number + (((code - OVER) & 1) != slot.seat)] += 1
    slot.moves = 0
    return False


cdef int choose_all(Games games, const int64_t *actions) noexcept nogil:
    """Note every action; the first game in which it is not legal, or their count."""
    cdef Slot *slot
    cdef int number
    cdef uint64_t action
    for number in range(games.count):
        slot = &games.slots[number]
        action = <uint64_t>actions[number]
        if action < ACTIONS and slot.moves >> action & 1:
            slot.chosen = <uint8_t>action
        elif games.seat != BOTH and slot.moves:
            slot.chosen = FAULT
        else:
            return number
    return games.count


cdef int step_all(Games games, Rules rules) noexcept nogil:
    """Play what was chosen; their count, or ~number of a game that cannot begin again."""
    cdef Slot *slot
    cdef Dice *dice
    cdef int number, code, place, ended = 0, wrong = games.count
    for number in range(games.count):
        slot = &games.slots[number]
        if games.is_dealt and number + AHEAD < games.count:
            fetch(&games.boards[number + AHEAD])
            fetch(&games.boards[number + AHEAD].within[0])
            fetch(&games.boards[number + AHEAD].within[8])
        if slot.chosen == FAULT:
            code = won_by(slot.seat ^ 1, 0)
        else:
            code = advance(games, rules, board_of(games, number), slot, slot.chosen)
        if games.seat != BOTH:
            games.unplayed[2 * number] = games.unplayed[2 * number + 1] = 0
            code = answered(games, rules, number, code)
        games.reward[2 * number] = games.reward[2 * number + 1] = 0
        games.terminated[number] = code >= OVER
        games.truncated[number] = code == CUT
        if code == TURN:
            tell(games, rules, number)
        else:
            end(games, rules, number, code)
            games.ended[ended] = number
            ended += 1
    for place in range(ended):
        if games.dice and place + AHEAD < ended:  # not as a function: it would be left out as idle
            dice = &games.dice[games.ended[place + AHEAD // 2]]
            fetch(&dice.word[dice.at])
            fetch(&dice.word[dice.at] + 16)
            fetch(&dice.word[dice.at] + 32)
            fetch(&games.dice[games.ended[place + AHEAD]].at)
            fetch(&board_of(games, games.ended[place + AHEAD]).first)
        number = games.ended[place]
        if not start_again(games, rules, number):
            wrong = ~number
        tell(games, rules, number)
    return wrong


cdef void end(Games games, Rules rules, int number, int code) noexcept nogil:
    """Write how a game ended, and what the agent saw then."""
    cdef Slot *slot = &games.slots[number]
    if code >= OVER:
        games.reward[2 * number + ((code - OVER) & 1)] = 1
        games.reward[2 * number + ((code - OVER) & 1 ^ 1)] = -1
    if games.seat != BOTH:
        rules.features(
            board_of(games, number), &slot.state, slot.seat, games.final + <size_t>number * rules.told
        )


cdef inline void tell(Games games, Rules rules, int number) noexcept nogil:
    """Write what the player to move sees and may do."""
    cdef Slot *slot = &games.slots[number]
    cdef uint8_t *mask = games.mask + <size_t>number * rules.actions
    cdef uint64_t moves = slot.moves
    cdef int left = rules.actions, place
    rules.features(
        board_of(games, number), &slot.state, slot.state.player,
        games.observation + <size_t>number * rules.told,
    )
    while left >= 8:
        memcpy(mask, spread[moves & 255], 8)
        moves >>= 8
        mask += 8
        left -= 8
    for place in range(left):
        mask[place] = moves >> place & 1
    games.to_move[number] = slot.state.player


# ---- chance

cdef void sample_all(Games games, uint64_t *luck, int64_t *actions) noexcept nogil:
    """As `numduel.batch` draws them by numpy: one number a game, well mixed (SplitMix64)."""
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
    """Fill what nobody has seen of a board with the numbers that are not on it."""
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
