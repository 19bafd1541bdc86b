"""`numduel stats`: ratings with curves, export and reset."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rating_support import play_as, save_match
from schema_support import check
from terminal import numduel as run

from numduel.storage import practice, saves

pytestmark = pytest.mark.usefixtures("home")

GAMES = 6


def save_games(number: int = GAMES) -> None:
    for n in range(number):
        save_match(play_as("perfect", "casual", "maze", n), at=1_700_000_000 + n)


def test_ratings_are_printed_with_a_curve_and_a_suggestion() -> None:
    save_games()
    helped = play_as("perfect", "casual", "sum", 1)
    helped.tags["Help"] = "hints=1"
    save_match(helped)
    lines = run(["stats"]).out.splitlines()
    begin = lines.index("Your ratings")
    block = lines[begin : lines.index("", begin)]
    assert block[1] == "  Number Maze"
    assert f"after {GAMES} games." in block[2] or f"from {GAMES} games." in block[2]
    assert any("Perfect" in line and "┤" in line for line in block)
    assert f"└ {GAMES} games, oldest first" in block[-2]
    assert block[-1].endswith("try Skilled.") or "Try " in block[-1]
    assert not any("Sum Battle" in line for line in block)
    assert "\x1b" not in "\n".join(lines)


def test_json_has_the_ratings() -> None:
    save_games()
    data = json.loads(run(["stats", "--json"]).out)
    check(data, "stats")
    [rating] = data["ratings"]
    assert (rating["game"], rating["games"], len(rating["points"])) == ("maze", GAMES, GAMES)
    assert rating["low"] < rating["value"] < rating["high"]


def test_export_writes_a_new_file_only(tmp_path: Path) -> None:
    save_games(1)
    path = tmp_path / "statistics.json"
    assert run(["stats", "--export", str(path)]).status == 0
    assert json.loads(path.read_text()) == json.loads(run(["stats", "--json"]).out)
    assert run(["stats", "--export", str(tmp_path / "statistics")]).status == 1
    path.write_text("mine")
    again = run(["stats", "--export", str(path)])
    assert again.status != 0
    assert "exists already" in again.err
    assert path.read_text() == "mine"
    assert run(["stats", "--export", str(tmp_path / "none" / "x.json")]).status != 0


def test_reset_moves_finished_games_aside_after_a_question() -> None:
    save_games(2)
    run(["play", "sum", "--p2", "casual"], "9\nquit\n")  # stays, because it is unfinished
    run(["stats"])
    practice.count("maze", "easy", True)
    asked = run(["stats", "--reset"], "no\n")
    assert "Moved aside: 2 finished games" in asked.out
    assert "Kept: 1 unfinished game, lessons and settings." in asked.out
    assert (asked.status, len(saves.list_saves())) == (1, 3)
    assert run(["stats", "--reset"]).status == 1  # no answer
    done = run(["stats", "--reset"], "yes\n")
    assert done.status == 0
    assert len(saves.list_saves()) == 1
    [folder] = Path(saves.home()).glob("reset-*")
    assert len(list((folder / "games").glob("*.numduel"))) == 2
    assert (folder / "practice.json").exists()
    assert "No ratings yet." in run(["stats"]).out
    assert run(["stats", "--reset"]).out == "There is nothing to reset.\n"


def test_second_reset_of_a_day_has_its_own_folder() -> None:
    for _ in range(2):
        save_games(1)
        run(["stats", "--reset"], "yes\n")
    assert len(list(Path(saves.home()).glob("reset-*"))) == 2
