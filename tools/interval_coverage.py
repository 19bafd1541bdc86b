"""Measure how often the intervals of numduel.intervals contain the true figure.

    python tools/interval_coverage.py [FILE]

Write docs/intervals.md, or FILE. The samples follow from a seed, so every machine writes the same.
It takes about five minutes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from math import log
from pathlib import Path
from random import Random

from numduel.intervals import Interval, mean, proportion, ratio
from numduel.ratings.elo import ELO_SCALE, elo, rating_interval, win_chance

PAGE = Path(__file__).parents[1] / "docs" / "intervals.md"
SIZES = (10, 30, 60, 300)
SHARES = (0.5, 0.9, 0.97, 0.99)
SAMPLES = 1000
"""Samples of each size and share."""

Trial = Callable[[Random, int, float], tuple[bool, float]]
"""Draw a sample; return whether the interval has the true figure, and the interval's width."""


def _check(interval: Interval | None, truth: float) -> tuple[bool, float]:
    assert interval is not None
    low, high = interval
    return low <= truth <= high, high - low


def try_proportion(rng: Random, size: int, share: float) -> tuple[bool, float]:
    """Wins of independent games."""
    return _check(proportion(sum(rng.random() < share for _ in range(size)), size), share)


def try_draws(rng: Random, size: int, share: float) -> tuple[bool, float]:
    """Wins, draws and losses, a third of the loss being draws."""
    drawn = 2 * (1 - share) / 3
    won = share - drawn / 2
    points = 0.0
    for _ in range(size):
        at = rng.random()
        points += 1.0 if at < won else 0.5 if at < won + drawn else 0.0
    return _check(proportion(points, size), share)


def try_regret(rng: Random, size: int, share: float) -> tuple[bool, float]:
    """The mean of regrets: mostly 0, else anything up to 1."""
    missed = 1 - share
    found = mean([rng.random() if rng.random() < missed else 0.0 for _ in range(size)])
    assert found is not None
    return _check(found.interval, missed / 2)


def try_boards(rng: Random, size: int, share: float) -> tuple[bool, float]:
    """The accuracy on boards with 1 to 5 decisions each; half of the boards are easy."""
    kept, decisions = [], []
    for _ in range(size):
        chance, number = rng.choice((1.0, 2 * share - 1)), rng.randint(1, 5)
        kept.append(float(sum(rng.random() < chance for _ in range(number))))
        decisions.append(float(number))
    found = ratio(kept, decisions)
    assert found is not None
    return _check(found.interval, share)


def try_rating(rng: Random, size: int, share: float) -> tuple[bool, float]:
    """The rating of one of three players; `size` games for each pair."""
    lead = ELO_SCALE * _logit(share)
    truth = {"a": lead, "b": 0.0, "c": -lead}
    wins = dict.fromkeys([(one, two) for one in truth for two in truth if one != two], 0.0)
    for one, two in ("ab", "ac", "bc"):
        won = sum(rng.random() < win_chance(truth[one] - truth[two]) for _ in range(size))
        wins[one, two], wins[two, one] = won, size - won
    ratings = elo(tuple(truth), wins)
    rate = proportion(wins["a", "b"] + wins["a", "c"], 2 * size)
    others = [(ratings[other], float(size)) for other in "bc"]
    return _check(rating_interval(rate, others, ratings["a"]), truth["a"])


def _logit(share: float) -> float:
    return log(share / (1 - share))


TRIALS: dict[str, tuple[Trial, str]] = {
    "Wins": (try_proportion, "A share of independent games (Clopper–Pearson)."),
    "Wins and draws": (try_draws, "The same with draws as half a win."),
    "Regret": (try_regret, "A mean between 0 and 1 (betting); p is the share of perfect moves."),
    "Accuracy by board": (try_boards, "Correct decisions of all, grouped by board (betting)."),
    "Rating": (try_rating, "The best of three players; p is the chance against the next one."),
}
"""A figure, and the sentence that explains it."""

HEAD = f"""# Intervals

Every figure that numduel measures has a 95% interval: if you repeat the measurement many times, at
least 95% of the intervals contain the true figure. `numduel.intervals` computes them.

- **Shares** (won games, solved questions): Clopper and Pearson's interval. After 0 wins in 60 games
  it is 0% to 6%, not 0% to 0%.
- **Means and ratios** (regret, accuracy over decisions): the betting interval of Waudby-Smith and
  Ramdas. It assumes only that values are bounded and that groups are independent. Moves on the same
  board depend on each other, so a board is one group.
- **Figures without a bound** (regret and turns lost per game, seconds per move): the same, with
  twice the extremes seen as the bound. This can be too narrow if large values are rare. Example:
  one game in 33 loses 5 or 6 turns, the others none. After 30 games, 63% of the intervals contain
  the true mean; after 300 games, nearly all do.
- **Ratings**: the ratings at which a player would reach the ends of the interval of the win rate,
  against opponents whose ratings are known. Someone who never lost could be arbitrarily strong, so
  the interval ends 1600 points above the strongest opponent.

`tools/interval_coverage.py` writes this page: it draws {SAMPLES:,} samples of n values for each
cell and counts the intervals that contain the true figure. The mean width is in brackets.
"""


def simulate(
    name: str, trial: Trial, size: int, share: float, samples: int = SAMPLES
) -> tuple[float, float]:
    """Return the share of intervals with the true figure, and their mean width."""
    rng = Random(f"{name} {size} {share}")
    tried = [trial(rng, size, share) for _ in range(samples)]
    return sum(hit for hit, _ in tried) / samples, sum(width for _, width in tried) / samples


def measure(name: str, trial: Trial, size: int) -> str:
    """Return the row of one size in the table of a figure."""
    found = [simulate(name, trial, size, share) for share in SHARES]
    cells = [f"{covered:.1%} ({_format_width(width)})" for covered, width in found]
    print(name, size, *cells, file=sys.stderr)
    return f"| {size} | {' | '.join(cells)} |"


def _format_width(width: float) -> str:
    return f"{width:.0f}" if width >= 100 else f"{width:.3g}"


def write_page() -> str:
    """Return the page with all tables."""
    heads = " | ".join(f"p = {share:g}" for share in SHARES)
    parts = [HEAD]
    for name, (trial, text) in TRIALS.items():
        parts += [
            f"## {name}",
            "",
            text,
            "",
            f"| n | {heads} |",
            f"|{' ---: |' * (len(SHARES) + 1)}",
        ]
        parts += [*(measure(name, trial, size) for size in SIZES), ""]
    return "\n".join(parts)


if __name__ == "__main__":
    page = Path(sys.argv[1] if sys.argv[1:] else PAGE)
    page.write_text(write_page(), encoding="utf-8")
