"""Why a move is bad: a true sentence that a person understands, with the line that shows it."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...core import AnyGame, Move, Over, Player, Turn
from ..solving.analysis import SECONDS, analyse
from ..solving.lines import best_line
from ..solving.value import Value

__all__ = ["Explanation", "explain"]


class Explanation(NamedTuple):
    """What is wrong with a move; `text` speaks to the player who made it."""

    text: str
    before: Value
    """What the player had."""
    after: Value
    """What the move left them."""
    best: tuple[Move, ...]
    """What would have kept it."""
    line: tuple[Move, ...]
    """The best play of both after the move: the refutation."""


def explain(
    game: AnyGame, state: Any, move: Move, *, seconds: float | None = SECONDS
) -> Explanation | None:
    """Why this move is worse than another; None if it is as good as any, or nobody knows.

    >>> import numduel
    >>> race = numduel.new("race", board="1 4 1 1/1 1 1 1/1 1 1 1/1 1 1 1")
    >>> explain(race, race.start(), "Right").text.split(": ")[1]
    'from (1,2) a 4 leaves the grid in every direction.'
    """
    report = analyse(game, state, seconds=seconds)
    before, after = report.value, report.moves[move]
    if report.how != "exact" or after.rank() == before.rank():
        return None
    line = best_line(game, game.play(state, move), seconds=seconds)
    verdict = f"{move} {_compared(before, after, report.best[0])}"
    cause = _cause(game, game.play(state, move), line, report.player)
    text = f"{verdict}: {cause}." if cause and after.outcome == "loss" else f"{verdict}."
    return Explanation(text, before, after, report.best, line)


def _compared(before: Value, after: Value, best: Move) -> str:
    """The two values in words, the worse first."""
    match before.outcome, after.outcome:
        case "chance", _:
            given = float(before.chance - after.chance)
            return f"gives away {given:.1%}: {best} wins {before.chance}, this {after.chance}"
        case "win", "win":
            return f"wins in {_turns(after)}, but {best} wins in {_turns(before)}"
        case "loss", "loss":
            return f"loses in {_turns(after)}, where {best} holds out for {_turns(before)}"
        case "win", "endless":
            return f"lets the game go on without end, where {best} wins in {_turns(before)}"
        case "win", _:
            return f"loses in {_turns(after)}, where {best} wins in {_turns(before)}"
    return f"loses in {_turns(after)}, where {best} goes on without end"


def _turns(value: Value) -> str:
    return "1 turn" if value.turns == 1 else f"{value.turns} turns"


def _cause(game: AnyGame, state: Any, line: tuple[Move, ...], loser: Player) -> str:
    """What the other player does about it, and how it ends."""
    status = game.status(state)
    threat = ""
    if isinstance(status, Turn) and line and status.player is not loser:
        told = game.threat(state, line[0])
        threat = f"{status.player} {told}" if told else _answer(game, state, line)
    for move in line:
        state = game.play(state, move)
    if not isinstance(game.status(state), Over):
        return threat
    ending = game.ending(state)
    return f"{threat}; in the end {ending}" if threat and len(line) > 1 else threat or ending


def _answer(game: AnyGame, state: Any, line: tuple[Move, ...]) -> str:
    """The answer to the move; left out where the ending tells it already."""
    status = game.status(state)
    assert isinstance(status, Turn)
    return f"{status.player} {game.deed(state, line[0])}" if len(line) > 1 else ""
