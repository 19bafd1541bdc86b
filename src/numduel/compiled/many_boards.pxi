# Many boards of one game, each solved from its start without a Python game.

from numduel.budget import Budget as _Budget


def count_dealt(Rules rules not None, first, int count, quota, positions):
    """Count boards by outcome for Player 1 and turns: those dealt from `count` seeds from `first`.

    Each board has this quota and a budget of `positions`.
    """
    cdef Dice dice
    cdef int number
    if not rules.can_deal:
        raise ValueError("Python deals the boards with these options")
    found = {}
    rules = type(rules)(rules.game)  # a copy, whose board may change
    for number in range(count):
        seed_dice(&dice, (first + number) % 2**64)
        rules.deal(&dice, &rules.board)
        ending = solve_board(rules, quota, positions)
        found[ending] = found.get(ending, 0) + 1
    return found


def count_listed(Rules rules not None, boards, quota, positions):
    """Count boards with their weights, as listed by `Game.boards`."""
    found = {}
    rules = type(rules)(rules.game)
    for board, weight in boards:
        rules.set_numbers(&rules.board, rules.numbers_of(board))
        rules.update_board(&rules.board)
        ending = solve_board(rules, quota, positions)
        found[ending] = found.get(ending, 0) + weight
    return found


cdef tuple solve_board(Rules rules, quota, positions):
    """Return the outcome and turns for Player 1, who moves first on the current board."""
    cdef uint64_t moves = 0
    cdef State start = rules.board.first
    cdef int code = rules.status(&rules.board, &start, &moves)
    cdef int32_t turns
    PyErr_CheckSignals()
    if code >= OVER:
        return ("loss" if (code - OVER) & 1 else "win"), 0
    cdef Search search = Search(rules, quota)
    try:
        turns = search.value((<char *>&start)[:sizeof(State)], _Budget(positions=positions))
    except (_Exhausted, RecursionError):
        return "unknown", None
    if turns == 0:
        return "endless", None
    return ("win", turns) if turns > 0 else ("loss", -turns)
