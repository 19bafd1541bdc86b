"""The figures of a tournament: their titles, meanings and formats."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from ..games import find, ids

if TYPE_CHECKING:
    from ..arena.standings import Standing, Standings
    from ..intervals import Measure

NONE = "—"
"""The text for a figure without data."""


class Figure(NamedTuple):
    """A figure: its title, its meaning, and the function that formats it."""

    title: str
    meaning: str
    format: Callable[[float], str]


DRAW_RATE = "draw_rate"
COUNT_TITLES = {"cut": "unfinished", "tokens_in": "tokens in", "tokens_out": "tokens out"}
"""Titles of counts, where they differ from their names."""


def _format_percent(value: float) -> str:
    return f"{value:.0%}"


def _format_time(value: float) -> str:
    return f"{value * 1000:.1f} ms" if value < 1 else f"{value:.1f} s"


FIGURES = {
    "win_rate": Figure(
        "win rate", "Share of finished matches won. A fault is a loss.", _format_percent
    ),
    DRAW_RATE: Figure(
        "draw rate",
        "Share of finished matches drawn. For win rate and Elo, a draw is half a win.",
        _format_percent,
    ),
    "elo": Figure(
        "Elo",
        "Bradley–Terry rating from all results, with mean 0. 400 points more means 10 wins for "
        "each loss.",
        lambda value: f"{round(value):+d}",
    ),
    "skill": Figure(
        "skill",
        "1 − regret ÷ regret of random choices: 0 is guessing, 1 is perfect. Over several games, "
        "each has the same weight.",
        lambda value: f"{round(value, 2) + 0.0:.2f}",  # never -0.00
    ),
    "accuracy": Figure(
        "accuracy", "Share of real choices in which the move was correct.", _format_percent
    ),
    "regret": Figure(
        "regret per game", "Value lost by choice; 1 is a whole win.", lambda value: f"{value:.3f}"
    ),
    "turns_lost": Figure(
        "turns lost per game",
        "Extra turns to win.",
        lambda value: f"{value:.2f}",
    ),
    "luck_adjusted": Figure(
        "luck-adjusted result", "The result with luck removed.", _format_percent
    ),
    "seconds_a_move": Figure(
        "time per move", "Thinking time on the machine that played.", _format_time
    ),
}
"""The figures of every player, in order."""


def format_measure(name: str, measure: Measure | None) -> str:
    """Return a figure with its interval, for a table.

    >>> from numduel.intervals import Measure
    >>> format_measure("win_rate", Measure(0.78, (0.73, 0.83)))
    '78% [73%, 83%]'
    >>> format_measure("elo", Measure(181.6, None))
    '+182'
    """
    if measure is None:
        return NONE
    format = FIGURES[name].format
    if measure.interval is None:
        return format(measure.value)
    low, high = (format(end) for end in measure.interval)
    return f"{format(measure.value)} [{low}, {high}]"


def count_columns(shown: Standings) -> tuple[str, ...]:
    """Return the names of the counts to show: draws and the like only if there were any."""
    drawn = ("drawn",) if shown.has_draws else ()
    unanswered = ("unanswered",) if shown.has_unanswered else ()
    tokens = ("tokens_in", "tokens_out") if any(row.calls for row in shown.rows) else ()
    return ("won", *drawn, "lost", "cut", "faults", *unanswered, *tokens)


def column_titles(shown: Standings) -> list[str]:
    """Return the titles of all columns: counts, then figures."""
    counts = [COUNT_TITLES.get(name, name) for name in count_columns(shown)]
    return [*counts, *(figure.title for figure in figure_columns(shown).values())]


def figure_columns(shown: Standings) -> dict[str, Figure]:
    """Return the figures that have a column."""
    return {name: one for name, one in FIGURES.items() if shown.has_draws or name != DRAW_RATE}


def format_row(shown: Standings, row: Standing) -> list[str]:
    """Return the counts and figures of a player, as text."""
    numbers = [f"{getattr(row, name):,}" for name in count_columns(shown)]
    return [*numbers, *(format_measure(name, row.figures[name]) for name in figure_columns(shown))]


def game_title(game: str) -> str:
    """Return the title of a game, or "All games"."""
    return find(game).title if game in ids() else f"{game[:1].upper()}{game[1:]} games"


def shorten_name(name: str, max_chars: int) -> str:
    """Return a player's name without its middle, if it is longer than `max_chars`.

    >>> shorten_name("program python examples/bots/depth_four.py", 22)
    'program …depth_four.py'
    """
    return name if len(name) <= max_chars else f"{name[:8]}…{name[9 - max_chars :]}"
