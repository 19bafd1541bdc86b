"""Measure how often paired comparisons are right: intervals, p-values and predicted sizes.

    python tools/paired_coverage.py [FILE]

Write the tables of docs/compare.md, or of FILE. The samples follow from a seed, so every machine
writes the same. It takes about four minutes.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

from numduel.paired import measure_difference, sign_flip_p
from numduel.power import groups_needed

PAGE = Path(__file__).parents[1] / "docs" / "compare.md"
TABLES = re.compile("(?<=<!-- measured -->\n).*?(?=<!-- end of measured -->)", re.DOTALL)
SIZES = (30, 60, 300)
SHARES = (0.05, 0.2, 0.5)
"""The shares of questions on which the players differ."""
SAMPLES = 1000
"""Samples of each size and share."""

Draw = Callable[[Random, float], tuple[float, float]]
"""Draw a question or board: the difference, and its weight."""


def draw_answers(rng: Random, share: float) -> tuple[float, float]:
    """Draw a question that either player may answer better, equally often."""
    return (rng.choice((-1.0, 1.0)) if rng.random() < share else 0.0), 1.0


def draw_uneven(rng: Random, share: float) -> tuple[float, float]:
    """Draw regrets: one player often loses a little, the other seldom loses much."""
    return (rng.choice((0.2, 0.2, 0.2, 0.2, -0.8)) if rng.random() < share else 0.0), 1.0


def draw_board(rng: Random, share: float) -> tuple[float, float]:
    """Draw a board with 1 to 4 matches that depend on each other."""
    matches = rng.randint(1, 4)
    better = rng.choice((-1, 1))
    chances = [rng.random() < share for _ in range(matches)]
    signs = [better if rng.random() < 0.9 else -better for _ in chances]
    return float(sum(s for s, hit in zip(signs, chances, strict=True) if hit)), float(matches)


DRAWS: dict[str, Draw] = {
    "answers": draw_answers,
    "uneven regrets": draw_uneven,
    "boards": draw_board,
}


def draw_better(rng: Random, share: float) -> tuple[float, float]:
    """Draw a question of players who differ: one is better on two of three."""
    return (rng.choice((1.0, 1.0, -1.0)) if rng.random() < share else 0.0), 1.0


class Rates(NamedTuple):
    """Shares of samples."""

    covered: float
    """The interval contains the true difference."""
    significant: float
    """The p-value is below 5%."""
    settled: float
    """The interval leaves out 0, too."""


def simulate(
    name: str, draw: Draw, size: int, share: float, truth: float = 0.0, samples: int = SAMPLES
) -> Rates:
    """Return how often the interval has the true difference, and how often one is found."""
    rng = Random(f"{name} {size} {share}")
    covered = significant = settled = 0
    for _ in range(samples):
        parts, wholes = zip(*(draw(rng, share) for _ in range(size)), strict=True)
        interval = measure_difference(parts, wholes).interval
        assert interval is not None
        low, high = interval
        is_significant = sign_flip_p(parts) < 0.05
        covered += low <= truth <= high
        significant += is_significant
        settled += is_significant and not low <= 0 <= high
    return Rates(covered / samples, significant / samples, settled / samples)


def predict_size(share: float) -> int:
    """Return the questions that settle it if one player is better on two of three."""
    odd = round(3 / share)
    size = groups_needed([1.0, 1.0, -1.0] + [0.0] * (odd - 3), [1.0] * odd, 1.0)
    assert size is not None
    return size


HEAD = "| players | n | differ | interval has the difference | p < 5% | settled |"
LINE = "| --- | ---: | ---: | ---: | ---: | ---: |"


def write_tables() -> str:
    """Return the two tables."""
    title = "Players who are equal on average, so every difference found is a mistake:"
    lines = [title, "", HEAD, LINE]
    for name, draw in DRAWS.items():
        for size in SIZES:
            lines += [measure(name, draw, size, share) for share in SHARES]
    lines += ["", "Players of whom one is better on two of three questions on which they differ,"]
    lines += ["with the number of questions that `numduel compare` predicts:", "", HEAD, LINE]
    lines += [measure("answers", draw_better, predict_size(s), s, s / 3) for s in SHARES]
    return "\n".join([*lines, ""])


def measure(name: str, draw: Draw, size: int, share: float, truth: float = 0.0) -> str:
    """Return a row of the tables."""
    rates = simulate(name, draw, size, share, truth)
    row = f"| {name} | {size} | {share:.0%} | {' | '.join(f'{rate:.1%}' for rate in rates)} |"
    print(row, file=sys.stderr)
    return row


if __name__ == "__main__":
    page = Path(sys.argv[1] if sys.argv[1:] else PAGE)
    text = page.read_text(encoding="utf-8")
    page.write_text(TABLES.sub(lambda _: write_tables(), text), encoding="utf-8")
