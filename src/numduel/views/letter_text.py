"""Sentences about matches by letter."""

from __future__ import annotations

from ..core import AnyGame


def describe_letter_problem(kind: type[AnyGame]) -> str:
    """Return why a game can't be played by letter; empty if it can.

    >>> from numduel.games import find
    >>> describe_letter_problem(find("quest"))
    "Number Quest hides numbers. A link would reveal them, so it can't be played by letter."
    >>> describe_letter_problem(find("maze"))
    ''
    """
    if kind.hidden:
        what = "hides numbers. A link would reveal them"
    elif kind.chance:
        what = "needs chance. A player could try a move until the result is good"
    else:
        return ""
    return f"{kind.title} {what}, so it can't be played by letter."
