"""Output, files and errors of `numduel analyse` and `numduel review`."""

from __future__ import annotations

import json
import os
import re
import shlex
import xml.etree.ElementTree as ElementTree
from fractions import Fraction
from pathlib import Path

import pytest
from terminal import Terminal
from terminal import numduel as run

import numduel
from duel_support import BOOKS
from numduel import Match, analyse, record
from numduel.core import AnyGame
from numduel.storage import saves

pytestmark = pytest.mark.usefixtures("home")

PAGE = Path(__file__).parents[2] / "docs" / "reviews.md"
MAZE = "4 3 8/9 5 1/2 7 6"
RACE = "1 3 2 4/2 1 3 2/4 2 1 3/3 4 2 1"
RECORD = f'[Game "maze"]\n[Board "{MAZE}"]\n\n1. 0,0\n2. 2,0\n3. 0,1\n4. 2,1\n5. 1,1\n'


def after(game: AnyGame, moves: str) -> Match:
    match = Match(game)
    for move in moves.split():
        match.play(move)
    return match


# ---- analyse


def test_analyse_lists_every_legal_move_with_its_value() -> None:
    ran = run(["analyse", "maze", "--board", MAZE, "--moves", "0,0 2,0 0,1 2,1"])
    report = analyse(after(numduel.new("maze", board=MAZE), "0,0 2,0 0,1 2,1"))
    assert ran.status == 0
    for move, value in report.moves.items():
        star = "*" if move in report.best else " "
        assert f"\n{star} {move}  {value}\n" in ran.out
    assert "\nBest line: 0,2\n" in ran.out


def test_analyse_marks_cells_with_values() -> None:
    out = run(["analyse", "race", "--board", RACE]).out
    drawing = out.split("to move:")[0]
    assert out.count("P1") == 1  # one board
    assert "|   P1  |   L4  |" in drawing
    assert "|  W5*  |" in drawing
    assert "L4: loss in 4 turns" in drawing


def test_analyse_lists_moves_without_a_cell_only_in_the_table() -> None:
    out = run(["analyse", "quest", "--stand", "--seed", "3", "--moves", "1,1 2,2"]).out
    assert re.search(r"\n  stand  \d+/\d+ \(\d+\.\d%\)\n", out)
    assert "Best line" not in out


def test_analyse_json_has_exact_values() -> None:
    ran = run(["analyse", "quest", "--board", "4 2 3/1 5 6/9 7 8", "--moves", "2,2", "--json"])
    told = json.loads(ran.out)
    report = analyse(after(numduel.new("quest", board="4 2 3/1 5 6/9 7 8"), "2,2"))
    assert told["player"] == 2
    assert Fraction(told["value"]["chance"]) == report.value.chance
    assert told["value"]["chance_float"] == pytest.approx(float(report.value.chance))
    assert {m: Fraction(v["chance"]) for m, v in told["moves"].items()} == {
        move: value.chance for move, value in report.moves.items()
    }
    assert told["best"] == list(report.best)
    assert told["how"] == "exact"
    assert told["position"]["game"]["board"] == "? ? ?/? 5 ?/? ? ?"
    assert ran.err == ""


@pytest.mark.parametrize("game", numduel.games())
def test_svg_is_self_contained(game: str, tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    ran = run(["analyse", game, "--seed", "5", "--svg", str(path)])
    text = path.read_text()
    root = ElementTree.fromstring(text)
    words = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert ran.status == 0
    assert ran.err == f"Wrote {path}.\n"
    assert any(word and "★" in word for word in words)
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "prefers-color-scheme: dark" in text


def test_analyse_continues_a_record_with_moves(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(RECORD)
    told = json.loads(run(["analyse", "--record", str(path), "--json"]).out)
    assert told["player"] == 2
    assert told["value"]["outcome"] == "win"
    more = run(["analyse", "maze", "--record", str(path), "--moves", "1,0"])
    assert more.status == 1
    assert "move 1 of --moves, '1,0'" in more.err


def test_analyse_reports_unsolved_moves_as_unknown() -> None:
    ran = run(["analyse", "maze", "--size", "8", "--seed", "1", "--seconds", "0", "--json"])
    told = json.loads(ran.out)
    assert told["how"] != "exact"
    assert "unknown" in {value["outcome"] for value in told["moves"].values()}
    assert told["line"] == []


def test_ctrl_c_prints_partial_analysis() -> None:
    terminal = Terminal(["analyse", "maze", "--size", "8", "--seed", "1", "--seconds", "600"])
    terminal.until("positions, Ctrl-C stops")
    terminal.type("\x03")
    terminal.until("Stopped. Results so far:")
    assert terminal.wait() == 0
    assert "unknown, about" in terminal.text
    assert "best known" in terminal.text


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["maze", "--board", MAZE, "--moves", "1,1"], "move 1 of --moves, '1,1': "),
        (["maze", "--board", MAZE, "--moves", "9"], "move 1 of --moves, '9': "),
        (["sum", "--size", "4"], "'size' isn't an option here"),
        (["--record", "nosuch.txt"], "'nosuch.txt' cannot be read: No such file"),
        (["sum", "--target", "1", "--moves", "1"], "the game is over: "),
        (["maze", "--svg", "/nosuch/board.svg"], "'/nosuch/board.svg' cannot be written: No such"),
    ],
)
def test_analyse_error_is_one_line_on_stderr(words: list[str], problem: str) -> None:
    ran = run(["analyse", *words])
    assert ran.status == 1
    assert ran.out == ""
    assert ran.err.startswith(f"numduel: {problem}")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        ["analyse"],
        ["analyse", "chess"],
        ["analyse", "sum", "--seconds", "soon"],
        ["analyse", "sum", "--seconds", "-1"],
        ["analyse", "--record", "game.txt", "--seed", "1"],
        ["review", "game.txt", "--seconds", "nan"],
    ],
)
def test_wrong_usage_of_analyse_and_review_exits_with_status_2(words: list[str]) -> None:
    ran = run(words)
    assert ran.status == 2
    assert "usage: numduel" in ran.err
    assert "Traceback" not in ran.err


def test_analyse_refuses_a_record_of_another_game(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(RECORD)
    ran = run(["analyse", "sum", "--record", str(path)])
    assert ran.status == 1
    assert "is a record of maze, not sum" in ran.err


# ---- review


def test_review_marks_the_move_that_lost_the_win() -> None:
    out = run(["review", "-"], RECORD).out
    assert "Key moments\n  ?? Turn 5: Player 1 threw away a win.\n" in out
    assert [line.split()[0] for line in out.split("\n") if " ?? " in line] == ["??", "5."]
    assert "Player 1 threw away a win." in out.split("5. Player 1")[1]
    assert "Unfinished. Player 2 to move: win in 1 turn" in out
    assert "Player 1: accuracy 50%, 1 of 2 real choices correct (1 ??)" in out


def test_review_takes_the_name_of_a_saved_game() -> None:
    run(["play", "sum"], "7\n9\n")
    name = saves.list_saves()[0].name
    ran = run(["review", name, "--json"])
    told = json.loads(ran.out)
    assert [step["mark"] for step in told["plies"]] == ["??", None]


def test_review_html_is_written_beside_the_text(tmp_path: Path) -> None:
    path = tmp_path / "review.html"
    ran = run(["review", "-", "--html", str(path)], RECORD)
    assert ran.status == 0
    assert ran.err == f"Wrote {path}.\n"
    assert ran.out == run(["review", "-"], RECORD).out
    assert path.read_text().startswith("<!DOCTYPE html>")


def test_review_accepts_a_record_without_moves(tmp_path: Path) -> None:
    path = tmp_path / "review.html"
    text = f'[Game "maze"]\n[Board "{MAZE}"]\n'
    ran = run(["review", "-", "--html", str(path)], text)
    assert ran.status == 0
    assert "Unfinished. Player 1 to move: win in 5 turns" in ran.out


@pytest.mark.parametrize(
    ("words", "typed", "problem"),
    [
        (["nosuch.txt"], "", "'nosuch.txt' cannot be read"),
        (["-"], '[Game "sum"]\n\n1. 7\n2. 8\n', "'-', line 4: 8 is next to"),
        (["-", "--html", "/nosuch/page.html"], RECORD, "'/nosuch/page.html' cannot be written"),
    ],
)
def test_review_error_is_one_line_on_stderr(words: list[str], typed: str, problem: str) -> None:
    ran = run(["review", *words], typed)
    assert ran.status == 1
    assert ran.err.startswith(f"numduel: {problem}")
    assert ran.err.count("\n") == 1
    assert ran.out == ""


def test_unfinished_review_reveals_no_hidden_number(tmp_path: Path) -> None:
    """Q1: the review depends on moves and revealed numbers only, not on the hidden board."""
    said = set()
    for rest in ("1 2 4/6 7 8", "8 7 6/4 2 1"):
        board = f"9 5 3/{rest}"
        match = after(numduel.new("quest", board=board), "1,1 1,2")
        path = tmp_path / "review.html"
        ran = run(["review", "-", "--html", str(path)], record.dumps(match))
        told = run(["review", "-", "--json"], record.dumps(match))
        assert json.loads(told.out)["game"]["board"] == "9 5 ?/? ? ?/? ? ?"
        said.add((ran.out, told.out, path.read_text()))
    assert len(said) == 1


def test_ctrl_c_prints_partial_review(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(record.dumps(after(numduel.new("maze", size=8, seed=1), "0,0 7,7")))
    terminal = Terminal(["review", str(path), "--seconds", "600"])
    terminal.until("plies left")
    terminal.type("\x03")
    terminal.until("Stopped. Results so far:")
    assert terminal.wait() == 0
    assert "Unsolved positions are estimated from random games and not marked." in terminal.text


# ---- docs/reviews.md


def commands(text: str) -> list[tuple[str, str, str]]:
    """Return each command of the page, with its input and its output."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        command, _, rest = block.partition("\n")
        sent, end, printed = rest.partition("END\n") if "<<END" in command else ("", "", rest)
        found.append((command, sent + end, printed))
    return found


def test_reviews_page_matches_the_output() -> None:
    """Set `GOLDEN=write` to rewrite the page."""
    text = PAGE.read_text()
    for command, sent, printed in commands(text):
        words = shlex.split(command.removeprefix("$ numduel ").removesuffix(" <<END"))
        ran = run(words, sent.removesuffix("END\n"))
        assert ran.status == 0, ran.err
        if os.environ.get("GOLDEN") == "write":
            block = f"```console\n{command}\n{sent}"
            PAGE.write_text(
                PAGE.read_text().replace(f"{block}{printed}```", f"{block}{ran.out}```")
            )
        else:
            assert printed == ran.out


def test_reviews_page_covers_the_sample_game_of_every_rule_book() -> None:
    reviewed = {}
    for _, sent, _ in commands(PAGE.read_text()):
        if sent:
            match = record.loads(sent.removesuffix("END\n"))
            moves = " ".join(ply.move for ply in match.plies if ply.player is not None)
            reviewed[match.game.id] = (match.board if match.is_over else None, moves)
    for game, (board, moves) in BOOKS.items():
        assert reviewed[game][1] == moves
        assert reviewed[game][0] in (board, None)
