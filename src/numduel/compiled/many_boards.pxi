# Many boards of one game, each solved from its start, without a Python game for any of them.

from numduel.budget import Budget as _Budget


def count_dealt(Rules rules not None, first, int count, quota, positions):
    """So many boards by outcome for Player 1 and turns: those that the seeds from `first` on deal.

    For each board there is this quota, and a budget of so many positions.
    """
    cdef Dice dice
    cdef int number
    if not rules.deals:
        raise ValueError("boards with these options are dealt in Python")
    found = {}
    rules = type(rules)(rules.game)  # whose board nobody else plays on
    for number in range(count):
        seed_dice(&dice, (first + number) % 2**64)
        rules.deal(&dice, &rules.board)
        ending = end_of(rules, quota, positions)
        found[ending] = found.get(ending, 0) + 1
    return found


def count_laid(Rules rules not None, boards, quota, positions):
    """The same of boards as `Game.boards` lists them, each with the number that it stands for."""
    found = {}
    rules = type(rules)(rules.game)
    for board, weight in boards:
        rules.lay(&rules.board, rules.numbers_of(board))
        rules.settle(&rules.board)
        ending = end_of(rules, quota, positions)
        found[ending] = found.get(ending, 0) + weight
    return found


cdef tuple end_of(Rules rules, quota, positions):
    """What the board that lies there is worth to Player 1, who begins: the outcome, and turns."""
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
    except (_Stopped, RecursionError):
        return "unknown", None
    if turns == 0:
        return "endless", None
    return ("win", turns) if turns > 0 else ("loss", -turns)
