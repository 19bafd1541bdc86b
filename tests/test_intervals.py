"""Tests of confidence intervals; docs/intervals.md has the coverage of larger simulations."""

from __future__ import annotations

import re
from random import Random

import interval_coverage as simulation
import pytest

from numduel.intervals import mean, proportion, ratio, unbounded_ratio


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (0, 10, 0.0, 0.308497),
        (1, 10, 0.002529, 0.445016),
        (5, 10, 0.187086, 0.812914),
        (10, 10, 0.691503, 1.0),
        (0, 60, 0.0, 0.059630),
        (297, 300, 0.971051, 0.997934),
    ],
)
def test_proportions_are_those_of_published_tables(
    successes: int, trials: int, low: float, high: float
) -> None:
    assert proportion(successes, trials) == pytest.approx((low, high), abs=1e-5)


def test_no_interval_of_a_sample_has_width_zero() -> None:
    for size in (1, 2, 10, 60):
        for value in (0.0, 0.5, 1.0):
            for found in (mean([value] * size), unbounded_ratio([value] * size, [1.0] * size)):
                assert found is not None
                assert found.interval is not None
                low, high = found.interval
                assert low <= found.value <= high
                assert high - low > 0.01
        low, high = proportion(0, size)
        assert low == 0 < high


def test_interval_of_a_ratio_is_that_of_its_scaled_mean() -> None:
    rng = Random(4)
    values = [rng.random() for _ in range(40)]
    plain, scaled = mean(values), ratio([30 * value - 20 for value in values], [10.0] * 40, -2, 1)
    assert plain is not None
    assert scaled is not None
    assert plain.interval is not None
    assert scaled.interval == pytest.approx(tuple(3 * end - 2 for end in plain.interval))


def test_interval_narrows_with_more_values() -> None:
    rng = Random(5)
    values = [float(rng.random() < 0.9) for _ in range(400)]
    widths = []
    for size in (10, 40, 100, 400):
        found = mean(values[:size])
        assert found is not None
        assert found.interval is not None
        widths.append(found.interval[1] - found.interval[0])
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < widths[0] / 4


def test_without_data_there_is_no_figure() -> None:
    assert mean([]) is None
    assert ratio([0.0], [0.0]) is None
    assert unbounded_ratio([], []) is None
    assert proportion(0, 0) == (0.0, 1.0)


MIN_COVERAGE = 0.93
"""The least share of intervals that contain the true figure, in every simulation."""


@pytest.mark.parametrize("name", simulation.TRIALS)
def test_intervals_contain_the_true_figure(name: str) -> None:
    """A small part of the simulation, with its seeds: the figures are the same every time."""
    trial, _ = simulation.TRIALS[name]
    for size, share in ((10, 0.97), (60, 0.9)):
        covered, _ = simulation.simulate(name, trial, size, share, samples=100)
        assert covered >= MIN_COVERAGE


def test_coverage_on_the_page_is_high_enough() -> None:
    shares = re.findall(r"([\d.]+)% \(", simulation.PAGE.read_text(encoding="utf-8"))
    assert len(shares) == len(simulation.TRIALS) * len(simulation.SIZES) * len(simulation.SHARES)
    assert min(map(float, shares)) >= 100 * MIN_COVERAGE


@pytest.mark.long
def test_page_is_what_the_simulation_measures() -> None:
    """The smallest samples of every figure; those of all sizes take minutes."""
    page = simulation.PAGE.read_text(encoding="utf-8")
    assert page.startswith(simulation.HEAD), "run tools/interval_coverage.py"
    for name, (trial, _) in simulation.TRIALS.items():
        row = simulation.measure(name, trial, simulation.SIZES[0])
        assert row in page.splitlines(), "run tools/interval_coverage.py"
