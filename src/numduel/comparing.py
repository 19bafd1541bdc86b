"""Two players, compared by several figures in each game and over all games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .dice import Dice
from .paired import (
    ALL_GAMES,
    Difference,
    Figure,
    Group,
    Sample,
    compare,
    difference_sample,
    pool_games,
    skill_sample,
)
from .power import detectable_difference, detectable_share

SKILL = Figure("skill")
ACCURACY = Figure("accuracy")
RESULT = Figure("result")
REGRET = Figure("regret", is_loss=True)

SHARES = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5)
"""Shares of questions on which two players may differ, for a forecast without files."""


class Tally(NamedTuple):
    """The sums of two players in one game, for each question or board."""

    game: str
    score: list[Group]
    """Correct answers, or results."""
    regret: list[Group]
    losses: list[Group]
    """Regret where the regret of random moves is known, too."""
    guessing: list[Group]
    """The regret of random moves in the positions of each player."""


class Tallies(NamedTuple):
    """Two players on the same questions or boards, before anything is computed."""

    kind: str
    """The occasion: "exam" or "tournament"."""
    names: tuple[str, str]
    games: list[Tally]
    left_out: int
    """Questions or matches that don't count, because a player left them unanswered."""

    @property
    def score(self) -> Figure:
        return ACCURACY if self.kind == "exam" else RESULT

    @property
    def unit(self) -> str:
        """The unit that is paired."""
        return "question" if self.kind == "exam" else "board"


class Comparison(NamedTuple):
    """The paired differences of two players, first minus second."""

    kind: str
    """The occasion: "exam" or "tournament"."""
    unit: str
    """The unit that is paired: "question" or "board"."""
    names: tuple[str, str]
    left_out: int
    """Questions or matches that don't count, because a player left them unanswered."""
    rows: tuple[Difference, ...]

    @property
    def main(self) -> Difference:
        """The difference to judge by: skill over all games, or the score if no choice mattered."""
        name = self.rows[0].figure.name
        return [row for row in self.rows if row.figure.name == name][-1]


class Forecast(NamedTuple):
    """The smallest difference that a sample of some size settles, 80% of the time."""

    figure: Figure
    game: str
    size: int
    """Questions or boards."""
    share: float | None
    """The share of questions on which the players differ; None if it follows from files."""
    deviation: float | None
    """The standard deviation of the difference on one question or board, in files."""
    difference: float | None
    """None if no difference is large enough."""


def compare_players(tallies: Tallies) -> Comparison:
    """Return the difference by every figure, in each game and over all games."""
    rows = tuple(compare(figure, sample) for figure, sample in list_samples(tallies))
    return Comparison(tallies.kind, tallies.unit, tallies.names, tallies.left_out, rows)


def list_samples(tallies: Tallies) -> Iterator[tuple[Figure, Sample]]:
    """Yield the samples of each figure: by game, then over all games if there are several."""
    # A question costs at most a whole win, but the regret of a match has no bound.
    limit = 1.0 if tallies.kind == "exam" else None
    skills = (skill_sample(one.game, one.losses, one.guessing, limit) for one in tallies.games)
    found: dict[Figure, list[Sample]] = {
        SKILL: [sample for sample in skills if sample],
        tallies.score: [difference_sample(t.game, t.score) for t in tallies.games if t.score],
        REGRET: [difference_sample(t.game, t.regret, limit) for t in tallies.games if t.regret],
    }
    for figure, samples in found.items():
        pooled = [pool_games(samples)] if len(samples) > 1 else []
        yield from ((figure, sample) for sample in (*samples, *pooled))


# ---- before a run


def make_independent(tallies: Tallies) -> Tallies:
    """Return tallies with another, equally strong player, whose choices are independent.

    Figures of the first player on other questions or boards take the place of the second's.
    """
    return tallies._replace(games=[_shuffle_tally(one) for one in tallies.games])


def _shuffle_tally(tally: Tally) -> Tally:
    return Tally(tally.game, *(_shuffle_second(groups) for groups in tally[1:]))


def _shuffle_second(groups: list[Group]) -> list[Group]:
    others = Dice(0).shuffled(groups)
    return [
        Group(one.items, one.first, other.first * one.items / other.items)
        for one, other in zip(groups, others, strict=True)
    ]


def forecast_samples(tallies: Tallies, size: int) -> list[Forecast]:
    """Return what a run with `size` questions or boards can settle, if it varies like a sample."""
    return [_forecast(figure, sample, size, tallies) for figure, sample in list_samples(tallies)]


def _forecast(figure: Figure, sample: Sample, size: int, tallies: Tallies) -> Forecast:
    whole = sum(len(one.score) for one in tallies.games)
    count = max(1, round(size * len(sample.parts) / whole))
    found = detectable_difference(sample.parts, sample.wholes, sample.limit, count)
    return Forecast(figure, sample.game, count, None, sample.deviation, found)


def forecast_shares(size: int) -> list[Forecast]:
    """Return what `size` questions can settle, for several shares on which players may differ."""
    return [
        Forecast(ACCURACY, ALL_GAMES, size, share, None, detectable_share(share, size))
        for share in SHARES
    ]
