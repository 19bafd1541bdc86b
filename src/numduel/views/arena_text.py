"""The figures of a tournament in words: what each is called, what it means, how it is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from ..games import find, ids

if TYPE_CHECKING:
    from ..arena.bootstrap import Measure
    from ..arena.standings import Standing, Standings

NONE = "—"
"""Where there is nothing to count."""


class Figure(NamedTuple):
    """One of the figures."""

    title: str
    meaning: str
    written: Callable[[float], str]


DRAW_RATE = "draw_rate"


def _percent(value: float) -> str:
    return f"{value:.0%}"


def _time(value: float) -> str:
    return f"{value * 1000:.1f} ms" if value < 1 else f"{value:.1f} s"


FIGURES = {
    "win_rate": Figure(
        "win rate", "Wins among the matches that were not cut; a fault is a loss.", _percent
    ),
    DRAW_RATE: Figure(
        "draw rate",
        "Draws among the matches that were not cut; for win rate and Elo a draw is half a win.",
        _percent,
    ),
    "elo": Figure(
        "Elo",
        "Bradley–Terry ratings of all results at once, the mean is 0; 400 more mean ten wins for "
        "each loss.",
        lambda value: f"{round(value):+d}",
    ),
    "accuracy": Figure("accuracy", "Decisions that kept the worth of the position.", _percent),
    "regret": Figure(
        "regret a game", "Worth given away; 1 is a whole win.", lambda value: f"{value:.3f}"
    ),
    "turns_lost": Figure(
        "turns lost a game",
        "By how many turns wins that were kept came later than they could.",
        lambda value: f"{value:.2f}",
    ),
    "luck_adjusted": Figure(
        "luck-adjusted result", "The result without what chance gave and took.", _percent
    ),
    "seconds_a_move": Figure("time a move", "Thinking, on the machine that played.", _time),
}
"""What a tournament tells of every player, in this order."""


def said(name: str, measure: Measure | None) -> str:
    """A figure with its interval, as it stands in a table.

    >>> from numduel.arena.bootstrap import Measure
    >>> said("win_rate", Measure(0.78, (0.73, 0.83))), said("elo", Measure(181.6, None))
    ('78% [73%, 83%]', '+182')
    """
    if measure is None:
        return NONE
    written = FIGURES[name].written
    if measure.interval is None:
        return written(measure.value)
    low, high = (written(end) for end in measure.interval)
    return f"{written(measure.value)} [{low}, {high}]"


def counts(shown: Standings) -> tuple[str, ...]:
    """Return which counts of a `Standing` its tables show: draws only where there were some."""
    return ("won", *(("drawn",) if shown.has_draws else ()), "lost", "cut", "faults")


def figures(shown: Standings) -> dict[str, Figure]:
    """Return the figures that its tables show."""
    return {name: one for name, one in FIGURES.items() if shown.has_draws or name != DRAW_RATE}


def cells(shown: Standings, row: Standing) -> list[str]:
    """Return a player's counts and figures, as they stand in a table."""
    numbers = [f"{getattr(row, name):,}" for name in counts(shown)]
    return [*numbers, *(said(name, row.figures[name]) for name in figures(shown))]


def title(game: str) -> str:
    """What a game is called, and all of them together."""
    return find(game).title if game in ids() else f"{game[:1].upper()}{game[1:]} games"


def shortened(name: str, longest: int) -> str:
    """As much of a player's name as there is room for: how it begins, and how it ends.

    >>> shortened("program python examples/bots/depth_four.py", 22)
    'program …depth_four.py'
    """
    return name if len(name) <= longest else f"{name[:8]}…{name[9 - longest :]}"
