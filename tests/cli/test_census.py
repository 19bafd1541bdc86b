"""`numduel census` and `numduel board` for games with draws."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from unittest.mock import patch

import pytest
from terminal import Ran

from duel_support import is_one_sentence, with_more_games
from numduel.cli.main import main
from numduel.games import find


@pytest.fixture(autouse=True)
def more_games(home: object) -> Iterator[None]:
    with with_more_games():
        yield


def run(*words: str) -> Ran:
    out, err = io.StringIO(), io.StringIO()
    with patch("sys.stdin", io.StringIO()), redirect_stdout(out), redirect_stderr(err):
        status = main([*words])
    return Ran(status, out.getvalue(), err.getvalue())


def test_census_reports_a_drawn_game() -> None:
    words = ("census", "pick15", "--pairs", "0", "--jobs", "1")
    (row,) = json.loads(run(*words, "--json").out)["rows"]
    assert (row["options"], row["value"]["outcome"]) == ({}, "draw")
    told = run(*words)
    assert told.status == 0
    assert told.out == "Pick 15: as given, solved exactly.\n\nPlayer 1\ndraw\n"


def test_census_shows_draws_of_perfect_play_against_levels() -> None:
    told = run("census", "pick15", "--pairs", "1", "--jobs", "1")
    head, *rows = told.out.split("both seats:\n\n")[1].splitlines()
    names = ["matches", "won", "drawn", "lost", "unfinished", "score", "95%", "interval"]
    assert head.split()[2:] == names
    assert len(rows) == 5
    all_drawn = 0
    for row in rows:
        matches, won, drawn, lost, unfinished = map(int, row.split()[1:6])
        assert (matches, won + drawn, lost, unfinished) == (2, 2, 0, 0), "none beats perfect play"
        assert row.split()[6] == f"{(won + drawn / 2) / matches:.1%}"
        all_drawn += drawn
    assert all_drawn


def test_census_prints_a_score_if_chance_and_draws_decide() -> None:
    told = run("census", "toss", "--pairs", "0", "--jobs", "1")
    assert told.out.splitlines()[-1] == "scores 47.69% (103/216)"


def test_board_command_reports_a_drawn_game() -> None:
    lines = run("board", "shuttle", "--fair").out.splitlines()
    assert lines[1] == "Perfect play: draw."
    assert lines[2].endswith(" drawn.")
    assert not any("Player 2 wins with perfect play" in line for line in lines)
    about = "Player 1 scores 50% between imperfect players. With perfect play, draw."
    assert f"    {about}" in lines[-4:]


def test_board_command_reports_a_game_without_options() -> None:
    told = run("board", "toss", "--fair").out
    assert "Player 1 scores 103/216 (47.7%), a draw counting half, when both play" in told
    assert told.endswith("This game has no options to change.\n")


@pytest.mark.parametrize(
    "words",
    [
        ("census", "pick15", "--pairs", "0", "--jobs", "1"),
        ("board", "pick15", "--fair"),
        ("puzzle", "pick15", "--seed", "1"),
        ("analyse", "pick15"),
        ("play", "pick15", "--p1", "random", "--p2", "perfect"),
    ],
    ids=" ".join,
)
def test_undeclared_draw_is_one_error_line(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(find("pick15"), "has_draws", False)
    told = run(*words)
    assert told.status == 1
    assert told.err == (
        "numduel: Pick 15 ended without a winner, "
        "but the class does not declare has_draws = True.\n"
    )
    assert is_one_sentence(told.err.strip())
