"""Why a move is bad: a true sentence that a person understands, with the line that shows it."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...budget import Budget
from ...core import AnyGame, Move, Over, Player, Turn
from ..engine import Engine
from ..solving.value import NO_FORCED_WIN, Value, format_turns, percent


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
    >>> print(found.text.replace(". ", ".\\n"))
    Right loses in 2 turns.
    In the end Player 1 could not move from (1,2): a 4 led off the grid in every direction.
    Down would have won in 11 turns.
    """
    report = engine.analyse(game, state, budget)
    before, after = report.value, report.moves[move]
    if not report.is_exact or after.rank() == before.rank():
        return None
    line = engine.line(game, game.play(state, move), budget)
    why = allowed(game, game.play(state, move), line, report.player)
    best = report.best[0]
    sentences = [
        f"{move} {_made_of_it(before, after)}",
        *(why if after.outcome == "loss" else []),
        f"{best} would have {_better(report.moves[best], after, game.has_draws)}",
    ]
    return Explanation(" ".join(f"{line}." for line in sentences), line)


def _made_of_it(before: Value, after: Value) -> str:
    """What a worse move does."""
    if before.outcome == "chance":
        return f"gives away {percent(before.chance - after.chance)}"
    return f"leaves {NO_FORCED_WIN}" if after.outcome == "endless" else after.clause()


def _better(best: Value, after: Value, has_draws: bool) -> str:
    """Return what the best move would have done instead, to follow "would have"."""
    match best.outcome:
        case "chance":
            verb = "scored" if has_draws else "won"
            return f"{verb} {percent(best.chance)}, not {percent(after.chance)}"
        case "win":
            return f"won in {format_turns(best.turns)}"
        case "loss":
            return f"held out for {format_turns(best.turns)}"
        case "draw":
            return "drawn"
    return f"allowed {NO_FORCED_WIN}"


def allowed(game: AnyGame, state: Any, line: tuple[Move, ...], loser: Player) -> list[str]:
    """What the other player can do after a bad move, and how it ends."""
    status = game.status(state)
    threat = ""
    if isinstance(status, Turn) and line and status.player is not loser:
        # Where the answer ends the game, the ending tells it.
        answer = f"{status.player} can answer {line[0]}" if len(line) > 1 else ""
        threat = game.threat(state, line[0]) or answer
    for move in line:
        state = game.play(state, move)
    ending = ""
    if isinstance(game.status(state), Over) and (len(line) > 1 or not threat):
        ending = f"In the end {game.ending(state)}"
    return [text for text in (threat, ending) if text]
