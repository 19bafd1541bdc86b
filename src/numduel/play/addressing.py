"""Sentences of games, which name players by their seats, worded for one reader."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..core import Player
from ..errors import capitalise


def address(text: str, names: Sequence[str], you: Player | None = None) -> str:
    """Return a game's own sentence, which names players by `str(player)`, worded for one reader.

    >>> address("Player 1 won: Player 2 went back", ("Ann", "Bob"))
    'Ann won: Bob went back'
    >>> address("Player 2 reached Player 1's start", ("Ann", "Bob"), Player.ONE)
    'Bob reached your start'
    """

    def named(found: re.Match[str]) -> str:
        player = Player(int(found[1]) - 1)
        if player is not you:
            return f"{names[player]}{found[2] or ''}"
        word = "your" if found[2] else "you"
        before = text[: found.start()].rstrip()
        return capitalise(word) if not before or before[-1] in ".!?" else word

    return re.sub(r"\bPlayer ([12])('s)?(?!\w)", named, text)
