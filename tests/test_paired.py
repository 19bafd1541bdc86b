"""Tests of paired differences; docs/compare.md has the rates of larger simulations."""

from __future__ import annotations

import re
from math import comb
from random import Random
from statistics import NormalDist

import paired_coverage as simulation
import pytest

from numduel.paired import (
    Difference,
    Figure,
    Group,
    Sample,
    compare,
    difference_sample,
    pool_games,
    sign_flip_p,
    skill_sample,
)
from numduel.power import MAX_GROUPS, detectable_difference, detectable_share, groups_needed

ACCURACY = Figure("accuracy")
REGRET = Figure("regret", is_loss=True)


def differing(better: int, worse: int, equal: int) -> Sample:
    """Return a sample of questions, with the first player better, worse and equal."""
    pairs = [(1.0, 0.0)] * better + [(0.0, 1.0)] * worse + [(1.0, 1.0)] * equal
    return difference_sample("sum", [Group(1, *pair) for pair in pairs])


def exchanged(sample: Sample) -> Sample:
    return sample._replace(
        parts=tuple(-part for part in sample.parts), values=(sample.values[1], sample.values[0])
    )


def ends(found: Difference) -> tuple[float, float]:
    assert found.measure.interval is not None
    return found.measure.interval


# ---- the test


@pytest.mark.parametrize(("better", "worse"), [(9, 1), (7, 7), (40, 12), (5, 0)])
def test_p_value_of_answers_is_that_of_the_exact_sign_test(better: int, worse: int) -> None:
    count = better + worse
    tail = sum(comb(count, k) for k in range(max(better, worse), count + 1)) / 2**count
    p = sign_flip_p([1.0] * better + [0.0] * 50 + [-1.0] * worse)
    assert p == pytest.approx(min(1.0, 2 * tail))


def test_p_value_counts_sign_patterns() -> None:
    assert sign_flip_p([0.1, 0.2, 0.3]) == 2 / 8
    assert sign_flip_p([0.1, 0.2, -0.3]) == 1.0  # 0.1 + 0.2 - 0.3 isn't 0 in binary
    assert sign_flip_p([]) == sign_flip_p([0.0]) == 1.0


def test_sampled_p_value_is_close_to_the_normal_one_and_never_0() -> None:
    rng = Random(8)
    values = [rng.gauss(0.05, 1) for _ in range(150)]
    scaled = sum(values) / sum(value**2 for value in values) ** 0.5
    p = sign_flip_p(values)
    assert p == pytest.approx(2 * NormalDist().cdf(-abs(scaled)), abs=0.01)
    assert 0.01 < p < 0.5
    assert p == sign_flip_p([-value for value in values])
    assert sign_flip_p([1 + rng.random() for _ in range(60)]) == 1 / 10_000


# ---- differences


def test_difference_has_value_interval_and_better_player() -> None:
    found = compare(ACCURACY, differing(30, 6, 264))
    assert found.measure.value == pytest.approx(24 / 300)
    assert ends(found) == pytest.approx((0.025, 0.135), abs=0.001)
    assert (found.groups, found.differing, found.better) == (300, 36, 0)
    assert found.is_settled
    assert found.needed is None
    assert compare(REGRET, differing(30, 6, 264)).better == 1


def test_exchanged_players_have_the_opposite_difference() -> None:
    rng = Random(3)
    groups = [Group(2, rng.random(), rng.random()) for _ in range(40)]
    sample = difference_sample("run", groups, None)
    one, two = compare(REGRET, sample), compare(REGRET, exchanged(sample))
    assert two.measure.value == -one.measure.value
    assert ends(two) == pytest.approx((-ends(one)[1], -ends(one)[0]))
    assert (two.p, two.needed) == (one.p, one.needed)
    assert {one.better, two.better} == {0, 1}


def test_order_of_the_groups_hardly_matters() -> None:
    sample = differing(30, 6, 264)
    backwards = sample._replace(parts=sample.parts[::-1])
    one, two = (compare(ACCURACY, each) for each in (sample, backwards))
    assert ends(two) == pytest.approx(ends(one), abs=0.01)


def test_equal_players_have_difference_0_and_p_1() -> None:
    found = compare(ACCURACY, differing(0, 0, 60))
    assert (found.measure.value, found.p, found.needed, found.better) == (0.0, 1.0, None, None)
    assert not found.is_settled
    assert ends(found)[0] < 0 < ends(found)[1]


def test_skill_parts_add_up_to_the_difference_in_skill() -> None:
    rng = Random(5)
    lost = [Group(2, rng.random(), rng.random() / 2) for _ in range(30)]
    random = [Group(2, 1 + rng.random(), 1 + rng.random()) for _ in range(30)]
    sample = skill_sample("maze", lost, random)
    assert sample is not None
    first, second = (1 - sum(g[k] for g in lost) / sum(g[k] for g in random) for k in (1, 2))
    assert sample.values == pytest.approx((first, second))
    assert sum(sample.parts) / sum(sample.wholes) == pytest.approx(first - second)
    assert skill_sample("maze", [Group(1, 0.0, 0.0)], [Group(1, 0.0, 0.0)]) is None


def test_every_game_has_the_same_weight() -> None:
    small, large = differing(5, 0, 5), differing(0, 10, 90)
    pooled = pool_games([small, large])
    assert compare(ACCURACY, pooled).measure.value == pytest.approx((0.5 - 0.1) / 2)
    assert len(pooled.parts) == 110
    assert pooled.values == pytest.approx(((1 + 0.9) / 2, (0.5 + 1) / 2))


# ---- power


def test_larger_differences_need_fewer_questions() -> None:
    sizes = [groups_needed(differing(k, 10, 80 - k).parts, [1.0] * 90, 1.0) for k in (12, 15, 18)]
    assert sizes == [6300, 1200, 490]
    assert groups_needed([0.0, 0.0], [1.0, 1.0], 1.0) is None
    tiny = [1.0] * 1001 + [-1.0] * 1000
    assert groups_needed(tiny, [1.0] * 2001, 1.0) is None  # above MAX_GROUPS
    assert MAX_GROUPS == 1_000_000


def test_larger_runs_detect_smaller_differences() -> None:
    found = [detectable_share(0.2, size) for size in (100, 300, 3000)]
    assert found == pytest.approx([0.148, 0.09, 0.029], abs=0.001)
    assert detectable_share(0.02, 300) is None
    sample = differing(30, 30, 240)  # differs on 20%
    gap = detectable_difference(sample.parts, sample.wholes, 1.0, 300)
    assert gap == pytest.approx(0.09, abs=0.006)


def test_size_that_is_needed_detects_the_difference() -> None:
    sample = differing(40, 20, 240)
    size = groups_needed(sample.parts, sample.wholes, sample.limit)
    assert size is not None
    gap = detectable_difference(sample.parts, sample.wholes, sample.limit, size)
    assert gap == pytest.approx(20 / 300, rel=0.03)


# ---- simulations

ROW = re.compile(r"^\| (.+?) \| (\d+) \| \d+% \| ([\d.]+)% \| ([\d.]+)% \| ([\d.]+)% \|$", re.M)


@pytest.mark.parametrize("name", simulation.DRAWS)
def test_alike_players_seldom_seem_to_differ(name: str) -> None:
    """A small part of the simulation, with its seeds: the rates are the same every time."""
    rates = simulation.simulate(name, simulation.DRAWS[name], 60, 0.2, samples=60)
    assert rates.covered >= 0.93
    assert rates.settled <= 0.05


def test_rates_on_the_page_are_good_enough() -> None:
    rows = ROW.findall(simulation.PAGE.read_text(encoding="utf-8"))
    alike = len(simulation.DRAWS) * len(simulation.SIZES) * len(simulation.SHARES)
    assert len(rows) == alike + len(simulation.SHARES)
    for name, _, covered, significant, settled in rows[:alike]:
        assert float(covered) >= 93
        assert float(settled) <= 5
        assert float(significant) <= 5 or name == "uneven regrets"  # not alike, see the page
    for _, _, covered, _, settled in rows[alike:]:
        assert float(covered) >= 93
        assert 75 <= float(settled) <= 85


@pytest.mark.long
def test_page_is_what_the_simulation_measures() -> None:
    """The smallest samples of every kind; those of all sizes take minutes."""
    lines = simulation.PAGE.read_text(encoding="utf-8").splitlines()
    for name, draw in simulation.DRAWS.items():
        for share in simulation.SHARES:
            row = simulation.measure(name, draw, simulation.SIZES[0], share)
            assert row in lines, "run tools/paired_coverage.py"
