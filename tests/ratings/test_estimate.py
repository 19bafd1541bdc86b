"""A person's rating from decisions: simulated players land where they were measured."""

from __future__ import annotations

from functools import cache
from itertools import cycle, islice
from random import Random

import pytest
from rating_support import play_as

from numduel.engine import Engine
from numduel.play.players import LEVELS
from numduel.ratings.decisions import BANDS, Decisions, Tally
from numduel.ratings.estimate import Rating, estimate, estimate_each
from numduel.ratings.rated_games import RatedGame, rate_match
from numduel.ratings.scale import scales

GAMES = 20
PERSONS = 4
"""Simulated persons of each level in the long test."""
CHEAP = ("maze", "sum")


@cache
def play_games(game: str, person: str, seed: int = 0) -> list[Decisions]:
    """Return the decisions of a simulated person in games against all levels."""
    engine, found = Engine(), []
    for number, opponent in enumerate(islice(cycle(LEVELS), GAMES), GAMES * seed):
        rated = rate_match(engine, play_as(person, opponent, game, number))
        assert isinstance(rated, RatedGame), rated
        found.append(rated.decisions)
    return found


def find_misses(game: str, seed: int = 0) -> list[tuple[str, Rating | None]]:
    """Return the levels whose measured rating is outside the interval after 20 games."""
    scale, misses = scales()[game], []
    for level in LEVELS:
        found = estimate(scale, play_games(game, level, seed))
        truth = scale.opponents[level].rating.value
        if found is None or not found.interval[0] <= truth <= found.interval[1]:
            misses.append((level, found))
    return misses


@pytest.mark.parametrize("game", CHEAP)
def test_interval_holds_the_strength_of_every_level_after_20_games(game: str) -> None:
    assert not find_misses(game)
    found = [estimate(scales()[game], play_games(game, level)) for level in LEVELS]
    values = [rating.value for rating in found if rating is not None]
    assert values[0] < values[2] < values[-1]


@pytest.mark.long
def test_95_percent_of_the_intervals_hold_the_strength() -> None:
    """Of all levels in all games; docs/ratings.md has more of them."""
    misses = [
        (game, seed, *miss)
        for game in scales()
        for seed in range(PERSONS)
        for miss in find_misses(game, seed)
    ]
    assert len(misses) <= 0.05 * len(scales()) * PERSONS * len(LEVELS), misses


def random_games(rng: Random) -> list[dict[str, Tally]]:
    """Return decisions that no real player need have made."""
    games = []
    for _ in range(rng.randint(1, 12)):
        numbers = {band: rng.randint(1, 6) for band in rng.sample(BANDS, rng.randint(1, 5))}
        games.append({band: Tally(n, round(rng.uniform(0, n), 2)) for band, n in numbers.items()})
    return games


@pytest.mark.parametrize("game", scales())
def test_right_decisions_never_lower_a_rating_and_wrong_ones_never_raise_it(game: str) -> None:
    scale, rng = scales()[game], Random(f"estimates of {game}")

    def value(games: list[dict[str, Tally]]) -> float:
        found = estimate(scale, games)
        assert found is not None
        low, high = found.interval
        assert low < found.value < high
        return found.value

    for _ in range(8):
        first, *others = random_games(rng)
        before, band = value([first, *others]), rng.choice([*first])
        number, kept = first[band]
        changes = {(1, 1.0): 1, (0, number - kept): 1, (1, 0.0): -1, (0, -kept): -1}
        for (more, more_kept), sign in changes.items():
            changed = {**first, band: Tally(number + more, kept + more_kept)}
            assert sign * (value([changed, *others]) - before) >= -1e-9
        assert value([*others, first]) == pytest.approx(before)  # in any order


def test_interval_narrows_with_games() -> None:
    scale, games = scales()["maze"], play_games("maze", "casual")
    each = estimate_each(scale, games * 3, window=1000)
    widths = [one.interval[1] - one.interval[0] for one in each if one is not None]
    assert widths[-1] < widths[len(widths) // 3] < widths[0]
    assert widths[-1] > 0


def test_interval_never_has_no_width() -> None:
    many = [{"1": Tally(999, 999.0), "3": Tally(999, 999.0)}] * 50
    found = estimate(scales()["maze"], many)
    assert found is not None
    assert found.interval[0] < found.value < found.interval[1]


def test_only_the_latest_games_of_the_window_count() -> None:
    scale = scales()["maze"]
    bad, good = {"1": Tally(3, 0.0), "3": Tally(3, 0.0)}, {"1": Tally(3, 3.0), "3": Tally(3, 3.0)}
    last = estimate_each(scale, [bad] * 20 + [good] * 10, window=10)[-1]
    assert last is not None
    assert (last.games, last.decisions) == (10, 60)
    fresh = estimate(scale, [good] * 10)
    assert fresh is not None
    assert last.value == pytest.approx(fresh.value)
    assert last.interval == pytest.approx(fresh.interval)


def test_games_without_decisions_have_no_rating() -> None:
    scale = scales()["maze"]
    assert estimate(scale, []) is None
    assert estimate(scale, [{}, {}]) is None
    assert [one is None for one in estimate_each(scale, [{}, {"1": Tally(1, 1.0)}], 50)] == [
        True,
        False,
    ]


def test_decisions_at_unmeasured_distances_tell_nothing() -> None:
    scale = scales()["quest"]
    assert "1" not in scale.bands
    seen: Decisions = {"no forced win": Tally(20, 18.0)}
    found, more = estimate(scale, [seen]), estimate(scale, [{**seen, "1": Tally(5, 0.0)}])
    assert found is not None
    assert more is not None
    assert (found.value, found.interval) == (more.value, more.interval)
