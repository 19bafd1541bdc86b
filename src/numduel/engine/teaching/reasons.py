"""Why a move is bad: a true sentence that a person understands, with the line that shows it."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...budget import Budget
from ...core import AnyGame, Move, Over, Player, Turn
from ..engine import Engine
from ..solving.value import Value, in_turns, percent

__all__ = ["Explanation", "explain"]


class Explanation(NamedTuple):
    """What is wrong with a move; `text` names players, as the sentences of a game do."""

    text: str
    line: tuple[Move, ...]
    """The best play of both after the move: the refutation."""


def explain(
    engine: Engine, game: AnyGame, state: Any, move: Move, budget: Budget
) -> Explanation | None:
    """Why this move is worse than another; None if it is as good as any, or nobody knows.

    >>> import numduel
    >>> race = numduel.new("race", board="1 4 1 1/1 1 1 1/1 1 1 1/1 1 1 1")
    >>> found = explain(Engine(), race, race.start(), "Right", Budget(seconds=10))
    >>> found.text.split(": ", 1)[1]
    'in the end Player 1 could not move from (1,2): a 4 led off the grid in every direction.'
    """
    report = engine.analyse(game, state, budget)
    before, after = report.value, report.moves[move]
    if not report.is_exact or after.rank() == before.rank():
        return None
    line = engine.line(game, game.play(state, move), budget)
    verdict = f"{move} {_compared(before, after, report.best[0])}"
    cause = _cause(game, game.play(state, move), line, report.player)
    text = f"{verdict}: {cause}." if cause and after.outcome == "loss" else f"{verdict}."
    return Explanation(text, line)


def _compared(before: Value, after: Value, best: Move) -> str:
    """The two values in words, the worse first."""
    turns, could = in_turns(after.turns), in_turns(before.turns)
    match before.outcome, after.outcome:
        case "chance", _:
            given = percent(before.chance - after.chance)
            return f"gives away {given}: {best} wins {before.chance}, this {after.chance}"
        case "win", "win":
            return f"wins in {turns}, but {best} wins in {could}"
        case "loss", "loss":
            return f"loses in {turns}, where {best} holds out for {could}"
        case "win", "endless":
            return f"lets the game go on without end, where {best} wins in {could}"
        case "win", _:
            return f"loses in {turns}, where {best} wins in {could}"
    return f"loses in {turns}, where {best} goes on without end"


def _cause(game: AnyGame, state: Any, line: tuple[Move, ...], loser: Player) -> str:
    """What the other player does about it, and how it ends."""
    status = game.status(state)
    threat = ""
    if isinstance(status, Turn) and line and status.player is not loser:
        # Where the answer ends the game, the ending tells it.
        answer = f"{status.player} can answer {line[0]}" if len(line) > 1 else ""
        threat = game.threat(state, line[0]) or answer
    for move in line:
        state = game.play(state, move)
    if not isinstance(game.status(state), Over):
        return threat
    ending = f"in the end {game.ending(state)}"
    return f"{threat}; {ending}" if threat and len(line) > 1 else threat or ending
