"""The progress chart of a game: Player 1's standing after every ply."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..core import Player

if TYPE_CHECKING:
    from ..engine.solving.value import Value
    from ..engine.teaching.review import Review


class Point(NamedTuple):
    """A point of the chart: the position after one ply."""

    score: float
    """Player 1's standing, from 0 to 1."""
    kind: str
    """The kind of ply before it: "one", "two" or "drawn"; "" for the start."""
    mark: str = ""


def points(review: Review) -> list[Point]:
    """Return the start and one point for every ply; [] without plies."""
    if not review.plies:
        return []
    values = [value for step in review.plies for value in (step.before, step.after)]
    max_turns = max(value.turns or 1 for value in values)
    first = review.plies[0]
    found = [Point(height(first.before, first.player, max_turns), "")]
    for step in review.plies:
        kind = "drawn" if step.drawn else ("one", "two")[step.player]
        found.append(Point(height(step.after, step.player, max_turns), kind, step.mark))
    return found


def height(value: Value, player: Player, max_turns: int) -> float:
    """Return Player 1's standing from 0 to 1: a near win is higher than a far one.

    >>> from numduel.engine.solving.value import endless, loss, win
    >>> [height(v, Player.ONE, 9) for v in (win(1), win(9), endless(), loss(9), loss(1))]
    [1.0, 0.65, 0.5, 0.35, 0.0]
    >>> height(win(1), Player.TWO, 9)
    0.0
    """
    match value.outcome:
        case "win" | "loss":
            far = 0.35 * ((value.turns or 1) - 1) / max(max_turns - 1, 1)
            score = 1 - far if value.outcome == "win" else far
        case _:
            score = float(value.worth)
    return round(score if player is Player.ONE else 1 - score, 4)
