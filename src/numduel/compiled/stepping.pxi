# A step of a whole batch of games, without Python.

cdef enum:
    TRUNCATED = -1  # stopped at the turn limit
    ILLEGAL = 255
    PREFETCH = 8  # memory is prefetched this many games ahead

ctypedef fused AnyRules:
    # A step is compiled for each of these, so that their rules are inlined.
    Rules
    MazeRules
    SumRules
    RunRules
    QuestRules
    RaceRules

cdef uint8_t bit_bytes[256][8]  # the bits of a byte as bytes
for _number in range(256):
    for _index in range(8):
        bit_bytes[_number][_index] = _number >> _index & 1


cdef inline Board *board_of(Games games, int number) noexcept nogil:
    return &games.boards[number if games.is_dealt else 0]


# ---- playing

cdef inline int resolve_chance(AnyRules rules, const Board *board, Slot *slot) noexcept nogil:
    """Play the chance outcomes that the dealt board determines; return the status."""
    cdef int code = rules.status(board, &slot.state, &slot.moves)
    while code == CHANCE:
        rules.play(board, &slot.state, rules.determined_outcome(board, &slot.state))
        code = rules.status(board, &slot.state, &slot.moves)
    return code


cdef inline int advance(Games games, AnyRules rules, const Board *board, Slot *slot, int action) noexcept nogil:
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


cdef int deal_one(Games games, AnyRules rules, int number) noexcept nogil:
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


cdef int store_actions(Games games, const int64_t *actions) noexcept nogil:
    """Store every action; return the first game with an illegal one, or the number of games."""
    cdef Slot *slot
    cdef int number
    cdef uint64_t action
    for number in range(games.count):
        slot = &games.slots[number]
        action = <uint64_t>actions[number]
        if not (action < ACTIONS and slot.moves >> action & 1):
            return number
        slot.chosen = <uint8_t>action
    return games.count


cdef int step_all(Games games, AnyRules rules) noexcept nogil:
    """Play the stored actions; return the number of games, or ~number of one that can't restart."""
    cdef Slot *slot
    cdef int number, winner, code, ended = 0
    for number in range(games.count):
        slot = &games.slots[number]
        if games.is_dealt and number + PREFETCH < games.count:
            prefetch(&games.boards[number + PREFETCH])
            prefetch(&games.boards[number + PREFETCH].within[0])
            prefetch(&games.boards[number + PREFETCH].within[8])
        code = advance(games, rules, board_of(games, number), slot, slot.chosen)
        games.reward[2 * number] = games.reward[2 * number + 1] = 0
        games.terminated[number] = code >= OVER
        games.truncated[number] = code == TRUNCATED
        if code == TURN:
            write_observation(games, rules, number)
            continue
        if code >= OVER:
            winner = (code - OVER) & 1
            games.reward[2 * number + winner] = 1
            games.reward[2 * number + (winner ^ 1)] = -1
        games.ended[ended] = number
        ended += 1
    return restart_ended(games, rules, 0, ended)


cdef int restart_ended(Games games, AnyRules rules, int first, int last) noexcept nogil:
    """Restart some of the games that ended; return the number of games, or ~number as `step_all`."""
    cdef Dice *dice
    cdef bint can_play
    cdef int number, index, wrong = games.count
    for index in range(first, last):
        if games.dice and index + PREFETCH < last:  # inline: compilers drop a function without effect
            dice = &games.dice[games.ended[index + PREFETCH // 2]]
            prefetch(&dice.word[dice.at])
            prefetch(&dice.word[dice.at] + 16)
            prefetch(&dice.word[dice.at] + 32)
            prefetch(&games.dice[games.ended[index + PREFETCH]].at)
            prefetch(&board_of(games, <int>games.ended[index + PREFETCH]).first)
        number = <int>games.ended[index]
        if games.seat == BOTH:
            can_play = restart(games, rules, number)
        else:
            can_play = restart_duel(<DuelGames>games, rules, number)
        if not can_play:
            wrong = ~number
    return wrong


cdef inline bint restart(Games games, AnyRules rules, int number) noexcept nogil:
    """Deal a game and write its first observation; return whether it can be played."""
    cdef int code = deal_one(games, rules, number)
    if code != TURN:
        games.slots[number].moves = 0
    write_observation(games, rules, number)
    return code == TURN


cdef inline void write_observation(Games games, AnyRules rules, int number) noexcept nogil:
    """Write the observation and the legal moves of the player to move."""
    cdef Slot *slot = &games.slots[number]
    write_features(
        rules, board_of(games, number), &slot.state, slot.state.player,
        games.observation + <size_t>number * games.n_features,
    )
    write_mask(games.mask + <size_t>number * rules.actions, slot.moves, rules.actions)
    games.to_move[number] = slot.state.player


cdef inline void write_features(
    AnyRules rules, const Board *board, const State *state, int player, int16_t *out
) noexcept nogil:
    """Write `Game.features`."""
    cdef Seen seen
    cdef int index
    rules.look(board, state, player, &seen)
    if rules.has_numbers:
        out = write_numbers(out, seen.numbers, rules.tiles)
    for index in range(rules.n_sets):
        out = write_bits(out, seen.sets[index], rules.tiles)
    for index in range(rules.n_singles):
        out[index] = seen.singles[index]


cdef inline void write_mask(uint8_t *mask, uint64_t moves, int actions) noexcept nogil:
    """Write 1 for each of these moves and 0 for the other actions."""
    cdef int left = actions, index
    while left >= 8:
        memcpy(mask, bit_bytes[moves & 255], 8)
        moves >>= 8
        mask += 8
        left -= 8
    for index in range(left):
        mask[index] = moves >> index & 1


# ---- randomness

cdef inline int draw_action(uint64_t *luck, uint64_t moves) noexcept nogil:
    """Draw one of these moves as `numduel.adapters.opponents` does (SplitMix64)."""
    cdef uint64_t drawn
    luck[0] += <uint64_t>0x9E3779B97F4A7C15
    drawn = luck[0]
    drawn = (drawn ^ (drawn >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    drawn = (drawn ^ (drawn >> 27)) * <uint64_t>0x94D049BB133111EB
    drawn = (drawn ^ (drawn >> 31)) >> 32
    return nth_bit(moves, <int>(drawn * count_bits(moves) >> 32)) if moves else 0


cdef void sample_all(Games games, uint64_t *luck, int64_t *actions) noexcept nogil:
    """Draw an action per game."""
    cdef int number
    for number in range(games.count):
        actions[number] = draw_action(&luck[number], games.slots[number].moves)


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
