"""The meaning of the signs of values, and the best moves in a sentence, everywhere the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core import Picture
from ..errors import listed

if TYPE_CHECKING:
    from ..engine.solving.analysis import Report

SIGNS = {
    "win": ("W3", "wins in 3 turns"),
    "loss": ("L4", "loses in 4 turns"),
    "draw": ("D", "draw"),
    "endless": ("=", "no forced win"),
    "chance": ("62%", "chance to win"),
    "unknown": ("~50%", "estimated chance"),
}
"""For each outcome how it is written on a tile, by an example, and what that means."""


def signs_of(*, has_draws: bool) -> dict[str, tuple[str, str]]:
    """Return the signs that a game's values can have; with draws, a chance includes half of them.

    >>> "draw" in signs_of(has_draws=False), signs_of(has_draws=True)["chance"][1]
    (False, 'share of a win, draws counting half')
    """
    if has_draws:
        return {**SIGNS, "chance": ("62%", "share of a win, draws counting half")}
    return {outcome: sign for outcome, sign in SIGNS.items() if outcome != "draw"}


NAMED = 4
"""Best moves that are named; of more, the first."""


def best_words(report: Report, picture: Picture) -> str:
    """Return the best moves of a position, and what they are worth.

    >>> import numduel
    >>> game = numduel.new("sum", target=9)
    >>> best_words(numduel.analyse(game, game.start()), game.picture(game.start()))
    'Best: 9, wins in 1 turn.'
    """
    labels = [tile.label for tile in picture.tiles]
    named = {tile.move: tile.label for tile in picture.tiles if labels.count(tile.label) == 1}
    best = list(dict.fromkeys(named.get(move) or move for move in report.best))[:NAMED]
    value = report.moves[report.best[0]]
    how = " (estimated)" if value.is_known and not report.is_exact else ""
    clause = value.clause(has_draws=report.has_draws)
    return f"Best: {listed(best)}, {clause}{how}."
