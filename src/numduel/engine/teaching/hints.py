"""Help in three steps: a nudge, then the move, then the line that follows."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ...core import AnyGame
from ..solving.analysis import Report, analyse
from ..solving.lines import best_line

__all__ = ["STEPS", "hint"]

STEPS = 3
SECONDS = 2.0
"""As long as a person waits for a hint."""


def hint(game: AnyGame, state: Any, step: int) -> str:
    """The hint of this step, from 1; further steps repeat the last.

    >>> import numduel
    >>> game = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
    >>> for step in (1, 2, 3):
    ...     print(hint(game, game.start(), step))
    You can win from here. 4 of the 8 moves keep the win.
    A good move is 0,0: win in 5 turns.
    After 0,0 best play goes on: 0,1  1,0  0,2  2,0
    """
    report = _report(game, state)
    if len(report.moves) == 1:
        return f"There is only one move: {report.best[0]}."
    if step <= 1:
        return _nudge(report)
    move = report.best[0]
    if step == 2:
        return f"{_named(report)} {move}: {report.moves[move]}."
    line = best_line(game, game.play(state, move), seconds=SECONDS)
    if not line:
        return f"What follows on {move} cannot be foreseen."
    return f"After {move} best play goes on: {'  '.join(line)}"


@lru_cache(maxsize=4)
def _report(game: AnyGame, state: Any) -> Report:
    """The same for every step, even where it is only an estimate."""
    return analyse(game, state, seconds=SECONDS)


def _named(report: Report) -> str:
    match report.value.outcome:
        case "loss":
            return "What holds out longest is"
        case "unknown":
            return "What looks best is"
    return "As good as any is" if len(report.best) == len(report.moves) else "A good move is"


def _nudge(report: Report) -> str:
    good, all_moves = len(report.best), len(report.moves)
    match report.value.outcome:
        case "win":
            kept = sum(value.outcome == "win" for value in report.moves.values())
            return f"You can win from here. {_of(kept, all_moves)} the win."
        case "loss":
            return f"This is lost against best play; hold out for {report.value.turns} turns."
        case "endless":
            kept = sum(value.outcome == "endless" for value in report.moves.values())
            return f"Neither can force a win here. {_of(kept, all_moves)} it so."
        case "chance":
            if good == all_moves:
                return f"All moves are equal here: you win {float(report.value.chance):.0%}."
            return f"Best play wins {float(report.value.chance):.0%}; {good} of {all_moves} do."
    return "This is too deep to be sure; trust your eyes."


def _of(kept: int, moves: int) -> str:
    if kept == moves:
        return "Every move keeps"
    return f"{kept} of the {moves} moves {'keeps' if kept == 1 else 'keep'}"
