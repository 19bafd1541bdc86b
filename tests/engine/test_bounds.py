"""Limits of memory and time, in real processes, with games far too large to solve."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import numduel
from numduel import Dice, Match, record
from running import run_program

pytestmark = pytest.mark.usefixtures("home")

MEGABYTES = 150
"""Address space of the process; the program alone takes half of it."""

WITHOUT_TIME = """
import resource, numduel
resource.setrlimit(resource.RLIMIT_AS, ({megabytes} << 20, {megabytes} << 20))
engine = numduel.Engine(memory=40_000)
for id, options in (
    ("run", dict(size=12, highest=99)),
    ("maze", dict(size=12, target=10_000, extra=60, diagonal=60)),
    ("quest", dict(size=12, target=200, stand=True)),
    ("sum", dict(target=900, highest=99)),
    ("race", dict(size=12, highest=3)),
):
    game = numduel.new(id, seed=1, **options)
    report = engine.analyse(game, game.start(), numduel.Budget())
    print(id, report.how)
"""


@pytest.mark.slow
def test_memory_ends_a_search_without_a_time_limit() -> None:
    """One engine analyses the largest variant of each game in a process of limited memory."""
    code = WITHOUT_TIME.format(megabytes=MEGABYTES)
    done = run_program([sys.executable, "-c", code], seconds=240)
    assert done.returncode == 0, done.stderr
    *estimated, race = done.stdout.splitlines()
    assert all("estimated from" in line for line in estimated)
    assert race == "race exact"


@pytest.mark.slow
def test_review_of_a_huge_game_ends_in_time(tmp_path: Path) -> None:
    """Every position is unknown, and estimating all moves would take minutes."""
    game = numduel.new("quest", size=12, target=10_000, stand=True, seed=3)
    match = Match(game, dice=Dice(1))
    choices = Dice(2)
    while match.player is not None and len(match.plies) < 200:
        match.play(choices.choice([move for move in match.moves if move != "stand"]))
    (tmp_path / "long.txt").write_text(record.dumps(match))
    words = ["review", str(tmp_path / "long.txt"), "--seconds", "1"]
    done = run_program([sys.executable, "-m", "numduel", *words])
    assert done.returncode == 0, done.stderr
    assert "estimated from random games" in done.stdout
