"""The line of best play from a position: what both would do who make no mistake."""

from __future__ import annotations

from typing import Any

from ...core import AnyGame, Move, Turn
from .analysis import SECONDS, analyse

__all__ = ["best_line"]

LONGEST = 60
"""Moves after which an endless line is cut."""


def best_line(
    game: AnyGame, state: Any, *, seconds: float | None = SECONDS, longest: int = LONGEST
) -> tuple[Move, ...]:
    """The moves of both with best play, as far as nothing is drawn and nothing is unknown.

    >>> import numduel
    >>> maze = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
    >>> best_line(maze, maze.start())
    ('0,0', '0,1', '1,0', '0,2', '2,0')
    """
    line: list[Move] = []
    while len(line) < longest and isinstance(game.status(state), Turn):
        report = analyse(game, state, seconds=seconds)
        if report.how != "exact" or report.value.outcome == "chance":
            break
        line.append(report.best[0])
        state = game.play(state, report.best[0])
    return tuple(line)
