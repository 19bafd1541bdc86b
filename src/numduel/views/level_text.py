"""Notes on the levels of the computer, the same in every interface."""

from __future__ import annotations

from ..errors import counted
from ..play import players


def describe_level(who: str) -> str:
    """Return a phrase on the strength of a built-in player.

    >>> describe_level("beginner"), describe_level("casual"), describe_level("expert")
    ('sees at most 1 turn ahead', 'sees 1–2 turns ahead', 'sees 3–5 turns ahead')
    """
    if who == players.RANDOM:
        return "plays any legal move"
    from ..engine.opponents.levels import LEVELS
    from ..engine.opponents.lookahead import UNLIMITED_TURNS

    near, far = min(LEVELS[who].sights), max(LEVELS[who].sights)
    if far >= UNLIMITED_TURNS:
        return "searches to the end"
    if near == 0:
        return f"sees at most {counted(far, 'turn')} ahead"
    return f"sees {near}–{far} turns ahead"
