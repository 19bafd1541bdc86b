"""The sentences about practice puzzles: the score of a session, and totals."""

from __future__ import annotations

from ..storage.practice import Tally


def format_tally(tally: Tally) -> str:
    """Return the results of puzzles as a phrase.

    >>> format_tally(Tally(3, 4)), format_tally(Tally())
    ('3 of 4 solved', 'none tried')
    """
    return f"{tally.solved} of {tally.tried} solved" if tally.tried else "none tried"


def format_session(tally: Tally, in_a_row: int) -> str:
    """Return the score of a session as a phrase.

    >>> format_session(Tally(3, 4), 2), format_session(Tally(3, 4), 1)
    ('3 of 4 solved, 2 in a row', '3 of 4 solved')
    """
    return f"{format_tally(tally)}{_row(in_a_row)}"


def describe_session(tally: Tally, in_a_row: int) -> str:
    """Return the score of a session as a sentence.

    >>> describe_session(Tally(3, 4), 2)
    'This session: 3 of 4 solved on the first try, 2 in a row.'
    """
    return f"This session: {format_tally(tally)} on the first try{_row(in_a_row)}."


def _row(in_a_row: int) -> str:
    return f", {in_a_row} in a row" if in_a_row > 1 else ""
