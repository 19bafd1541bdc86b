"""The search for a fair board, which can be followed and stopped."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ..budget import Budget
from ..core import AnyGame
from ..dice import Dice
from ..errors import SetupError

if TYPE_CHECKING:
    from ..engine import Engine
    from ..engine.studying.boards import Board

__all__ = ["FairBoard", "find_fair"]

OFTEN = 0.1
"""Seconds between two words on how far a search is."""


class FairBoard:
    """A search for a fair board: for which options, how far it is, and what came of it."""

    def __init__(self, number: int = 0, options: dict[str, Any] | None = None) -> None:
        self.number = number
        self.options = options
        self.tried = 0
        self.board = ""
        self.problem = ""

    def next(self, options: dict[str, Any] | None) -> FairBoard:
        """A search after this one; None for the options where nobody looks."""
        return FairBoard(self.number + 1, options)


def find_fair(
    engine: Engine,
    kind: type[AnyGame],
    options: Mapping[str, object],
    budget: Budget,
    tell: Callable[[int], None],
) -> tuple[str, int]:
    """A fair board in text, and how many were tried; SetupError where there is none.

    How many have been tried so far is told now and then.
    """
    from ..engine.studying.boards import Search, dealt_boards, has_boards, is_fair

    if not has_boards(kind, options):
        raise SetupError(
            "before the first move all boards look alike here, so none is fairer; choose random"
        )

    def boards() -> Iterator[Board]:
        told = 0.0
        for board in dealt_boards(engine, kind, options, Dice(), budget):
            if time.monotonic() - told > OFTEN:
                told = time.monotonic()
                tell(search.tried + 1)
            yield board

    search = Search(boards(), (is_fair,))
    found = search.next()
    if found is None:
        raise SetupError(f"none of {search.tried} boards is fair by these rules: try others")
    return found.game.board, search.tried
