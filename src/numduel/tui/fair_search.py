"""The search for a fair board, which can be followed and stopped."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ..budget import Budget
from ..core import AnyGame
from ..dice import Dice
from ..errors import SetupError

if TYPE_CHECKING:
    from ..engine import Engine
    from ..engine.studying.boards import Board

__all__ = ["FairSearch", "find_fair"]

OFTEN = 0.1
"""Seconds between two words on how far a search is."""


class FairSearch(NamedTuple):
    """How far a search for a fair board is, and what came of it."""

    options: dict[str, Any] | None = None
    """The options that the board is for; None where nobody looks for one."""
    tried: int = 0
    board: str = ""
    problem: str = ""
    """Why there is none."""


def find_fair(
    engine: Engine,
    kind: type[AnyGame],
    options: Mapping[str, object],
    budget: Budget,
    progress: Callable[[int], None],
) -> FairSearch:
    """A finished search; `progress` hears now and then how many boards have been tried."""
    from ..engine.studying.boards import Search, dealt_boards, has_boards, is_fair

    done = FairSearch(dict(options))
    if not has_boards(kind, options):
        why = "before the first move all boards look alike here, so none is fairer; choose random"
        return done._replace(problem=why)

    def boards() -> Iterator[Board]:
        last_word = 0.0
        for board in dealt_boards(engine, kind, options, Dice(), budget):
            if time.monotonic() - last_word > OFTEN:
                last_word = time.monotonic()
                progress(search.tried + 1)
            yield board

    search = Search(boards(), (is_fair,))
    try:
        found = search.next()
    except SetupError as error:
        return done._replace(problem=str(error))
    if found is None:
        why = f"none of {search.tried} boards is fair by these rules: try others"
        return done._replace(problem=why)
    return done._replace(tried=search.tried, board=found.game.board)
