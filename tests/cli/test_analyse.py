"""`numduel analyse` and `numduel review`: what they print, write and refuse."""

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


def test_the_table_has_every_legal_move_with_its_value() -> None:
    ran = run(["analyse", "maze", "--board", MAZE, "--moves", "0,0 2,0 0,1 2,1"])
    report = analyse(after(numduel.new("maze", board=MAZE), "0,0 2,0 0,1 2,1"))
    assert ran.status == 0
    for move, value in report.moves.items():
        star = "*" if move in report.best else " "
        assert f"\n{star} {move}  {value}\n" in ran.out
    assert "\nBest line: 0,2\n" in ran.out


def test_the_drawing_marks_every_cell_with_the_value_of_its_move() -> None:
    out = run(["analyse", "race", "--board", RACE]).out
    drawing = out.split("to move:")[0]
    assert out.count("P1") == 1  # the board is drawn once
    assert "|   P1  |   L4  |" in drawing
    assert "|  W5*  |" in drawing
    assert "L4: loss in 4 turns" in drawing


def test_moves_without_a_cell_are_in_the_table_alone() -> None:
    out = run(["analyse", "quest", "--stand", "--seed", "3", "--moves", "1,1 2,2"]).out
    assert re.search(r"\n  stand  \d+/\d+ \(\d+\.\d%\)\n", out)
    assert "Best line" not in out


def test_json_has_exact_values() -> None:
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
def test_the_picture_is_whole_and_needs_nothing_from_outside(game: str, tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    ran = run(["analyse", game, "--seed", "5", "--svg", str(path)])
    text = path.read_text()
    root = ElementTree.fromstring(text)
    words = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert ran.status == 0
    assert ran.err == f"Written: {path}\n"
    assert any(word and "★" in word for word in words)
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "prefers-color-scheme: dark" in text


def test_a_record_is_analysed_at_its_end_and_further(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(RECORD)
    told = json.loads(run(["analyse", "--record", str(path), "--json"]).out)
    assert told["player"] == 2
    assert told["value"]["outcome"] == "win"
    more = run(["analyse", "maze", "--record", str(path), "--moves", "1,0"])
    assert more.status == 1
    assert "move 1 of --moves, '1,0'" in more.err


def test_what_is_out_of_reach_is_called_unknown() -> None:
    ran = run(["analyse", "maze", "--size", "8", "--seed", "1", "--seconds", "0", "--json"])
    told = json.loads(ran.out)
    assert told["how"] != "exact"
    assert "unknown" in {value["outcome"] for value in told["moves"].values()}
    assert told["line"] == []


def test_ctrl_c_shows_what_is_known() -> None:
    terminal = Terminal(["analyse", "maze", "--size", "8", "--seed", "1", "--seconds", "600"])
    terminal.until("positions, Ctrl-C stops")
    terminal.type("\x03")
    terminal.until("Stopped: what was found so far follows.")
    assert terminal.wait() == 0
    assert "unknown, about" in terminal.text
    assert "best as far as is known" in terminal.text


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["maze", "--board", MAZE, "--moves", "1,1"], "move 1 of --moves, '1,1': "),
        (["maze", "--board", MAZE, "--moves", "9"], "move 1 of --moves, '9': "),
        (["sum", "--size", "4"], "there is no option 'size' here"),
        (["--record", "nosuch.txt"], "'nosuch.txt' cannot be read: No such file"),
        (["sum", "--target", "1", "--moves", "1"], "there is nothing to analyse"),
        (["maze", "--svg", "/nosuch/board.svg"], "'/nosuch/board.svg' cannot be written: No such"),
    ],
)
def test_what_cannot_be_analysed_is_said_in_one_sentence(words: list[str], problem: str) -> None:
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
def test_misuse_is_status_2(words: list[str]) -> None:
    ran = run(words)
    assert ran.status == 2
    assert "usage: numduel" in ran.err
    assert "Traceback" not in ran.err


def test_a_record_of_another_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(RECORD)
    ran = run(["analyse", "sum", "--record", str(path)])
    assert ran.status == 1
    assert "is a record of maze, not sum" in ran.err


# ---- review


def test_a_review_marks_the_move_that_threw_away_the_win() -> None:
    out = run(["review", "-"], RECORD).out
    assert [line.split()[0] for line in out.split("\n") if " ?? " in line] == ["5."]
    assert "Player 1 threw away a win." in out
    assert "Unfinished. Player 2 to move: win in 1 turn" in out
    assert "Player 1: accuracy 50%, 1 of 2 decisions right (1 ??)" in out


def test_a_saved_game_is_reviewed_by_its_name() -> None:
    run(["play", "sum"], "7\n9\n")
    name = saves.list_saves()[0].name
    ran = run(["review", name, "--json"])
    told = json.loads(ran.out)
    assert [step["mark"] for step in told["plies"]] == ["??", None]


def test_a_page_is_written_beside_what_is_printed(tmp_path: Path) -> None:
    path = tmp_path / "review.html"
    ran = run(["review", "-", "--html", str(path)], RECORD)
    assert ran.status == 0
    assert ran.err == f"Written: {path}\n"
    assert ran.out == run(["review", "-"], RECORD).out
    assert path.read_text().startswith("<!DOCTYPE html>")


def test_a_record_without_moves_can_be_reviewed(tmp_path: Path) -> None:
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
def test_what_cannot_be_reviewed_is_said_in_one_sentence(
    words: list[str], typed: str, problem: str
) -> None:
    ran = run(["review", *words], typed)
    assert ran.status == 1
    assert ran.err.startswith(f"numduel: {problem}")
    assert ran.err.count("\n") == 1
    assert ran.out == ""


def test_an_unfinished_review_tells_nothing_that_is_hidden(tmp_path: Path) -> None:
    """Q1: whatever the hidden board is, the same moves and reveals give the same review."""
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


def test_ctrl_c_ends_a_review_with_what_is_known(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(record.dumps(after(numduel.new("maze", size=8, seed=1), "0,0 7,7")))
    terminal = Terminal(["review", str(path), "--seconds", "600"])
    terminal.until("plies to go")
    terminal.type("\x03")
    terminal.until("Stopped: what was found so far follows.")
    assert terminal.wait() == 0
    assert "What is unknown is estimated from random games, and not marked." in terminal.text


# ---- the page of the docs


def commands(text: str) -> list[tuple[str, str, str]]:
    """What is typed, what is sent, and what the page says is then printed."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        command, _, rest = block.partition("\n")
        sent, end, printed = rest.partition("END\n") if "<<END" in command else ("", "", rest)
        found.append((command, sent + end, printed))
    return found


def test_the_docs_show_what_the_program_prints() -> None:
    """`GOLDEN=write` writes the page anew."""
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


def test_the_docs_review_every_book_s_game() -> None:
    reviewed = {}
    for _, sent, _ in commands(PAGE.read_text()):
        if sent:
            match = record.loads(sent.removesuffix("END\n"))
            moves = " ".join(ply.move for ply in match.plies if ply.player is not None)
            reviewed[match.game.id] = (match.board if match.is_over else None, moves)
    for game, (board, moves) in BOOKS.items():
        assert reviewed[game][1] == moves
        assert reviewed[game][0] in (board, None)
