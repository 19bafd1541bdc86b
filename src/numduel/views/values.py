"""The meaning of the signs of values, and the best moves in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core import Picture
from ..errors import capitalise, listed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..engine.solving.analysis import Report
    from ..engine.solving.value import Value

SIGNS = {
    "win": ("W3", "wins in 3 turns"),
    "loss": ("L4", "loses in 4 turns"),
    "draw": ("D", "draw"),
    "endless": ("=", "no forced win"),
    "chance": ("62%", "chance to win"),
    "unknown": ("~50%", "estimated chance"),
}
"""For each outcome, an example of its sign on a tile and its meaning."""


def signs_of(*, has_draws: bool) -> dict[str, tuple[str, str]]:
    """Return the signs of a game's values; with draws, a chance counts each draw as half a win.

    >>> "draw" in signs_of(has_draws=False), signs_of(has_draws=True)["chance"][1]
    (False, 'share of a win (a draw counts half)')
    """
    if has_draws:
        return {**SIGNS, "chance": ("62%", "share of a win (a draw counts half)")}
    return {outcome: sign for outcome, sign in SIGNS.items() if outcome != "draw"}


def explain_signs(values: Iterable[Value], *, has_draws: bool) -> list[tuple[Value, str]]:
    """Return the meaning of the signs on a board: for each outcome, its best value and the words.

    >>> from numduel.engine.solving.value import loss, win
    >>> explained = explain_signs([win(3), win(5), loss(4)], has_draws=False)
    >>> [(value.sign, words) for value, words in explained]
    [('W3', 'wins in 3 turns'), ('L4', 'loses in 4 turns')]
    """
    best: dict[str, Value] = {}
    for value in values:
        known = best.get(value.outcome)
        if known is None or value.rank() > known.rank():
            best[value.outcome] = value
    return [
        (best[outcome], best[outcome].clause() if outcome in ("win", "loss") else words)
        for outcome, (_, words) in signs_of(has_draws=has_draws).items()
        if outcome in best
    ]


MAX_NAMED_MOVES = 4
"""Maximum number of best moves that are named."""


def describe_best(report: Report, picture: Picture) -> str:
    """Return a sentence with the best moves of a position and their value.

    >>> import numduel
    >>> game = numduel.new("sum", target=9)
    >>> describe_best(numduel.analyse(game, game.start()), game.picture(game.start()))
    'Best: 9. It wins in 1 turn.'
    """
    labels = [tile.label for tile in picture.tiles]
    named = {tile.move: tile.label for tile in picture.tiles if labels.count(tile.label) == 1}
    names = (named.get(move) or picture.name_of(move) for move in report.best)
    best = list(dict.fromkeys(names))
    more = len(best) - MAX_NAMED_MOVES
    shown = [*best[:MAX_NAMED_MOVES], f"{more} more"] if more > 0 else best
    value = report.moves[report.best[0]]
    how = " (estimated)" if value.is_known and not report.is_exact else ""
    subject = "it" if len(best) == 1 else "each"
    meaning = capitalise(value.means(subject, has_draws=report.has_draws))
    if len(best) == len(report.moves) > 1:
        return f"All moves are equal. {meaning}{how}."
    return f"Best: {listed(shown)}. {meaning}{how}."
