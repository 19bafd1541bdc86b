"""Other kinds of games at the command line: draws, no board, no facts, other moves."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from terminal import Ran, command_line

import numduel
from duel_support import with_more_games
from numduel import Match
from numduel.storage import record

Run = Callable[..., Ran]

DRAWN = {
    "pick15": "2 5 4 6 1 3 8 9 7",
    "threes": "b2 b1 c2 d2 d1 a2 a1 c1",
    "shuttle": "left right stay",
}
"""Moves that end in a draw."""

ENDS = {"pick15": "empty", "threes": "full", "shuttle": "middle"}


@pytest.fixture(autouse=True)
def _with_more_games() -> Iterator[None]:
    with with_more_games():
        yield


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Return a function that runs the command line with piped input."""
    return command_line(monkeypatch, capsys, tmp_path)


def lines(moves: str) -> str:
    return "".join(f"{move}\n" for move in moves.split())


def written(folder: Path, match: Match) -> str:
    file = folder / "game.txt"
    file.write_text(record.dumps(match), encoding="utf-8")
    return str(file)


def drawn_record(folder: Path, game: str = "pick15") -> str:
    return written(folder, Match.replay(numduel.new(game), DRAWN[game].split()))


# ---- playing


@pytest.mark.parametrize("game", DRAWN)
def test_prompt_and_classic_dialogue_announce_a_draw(run: Run, game: str) -> None:
    how = f"The game ended for this reason: {ENDS[game]}.\nThe game is a draw.\n"
    for words in ([], ["--classic"]):
        ran = run("play", game, *words, typed=lines(DRAWN[game]))
        assert ran.status == 0
        assert ran.out.endswith(f"\n{how}")
        assert "agreement" not in ran.out + ran.err


def test_classic_dialogue_shows_board_and_moves(run: Run) -> None:
    ran = run("play", "threes", "--columns", "3", "--classic", typed="a1\nb2\nc1\n")
    assert ran.out.startswith(
        "Player 1's turn.\na1 b1 c1\na2 b2 c2\nPlay which move (a1, b1, c1, a2, b2, or c2)? a1\n"
        "Player 1 played a1.\n\n"
        "Player 2's turn.\nP1 b1 c1\na2 b2 c2\nPlay which move (b1, c1, a2, b2, or c2)? b2\n"
    )
    ran = run("play", "pick15", "--classic", typed="2\n5\n")
    assert "Player 1's turn.\n1   2p1 3   4   5p2 6   7   8   9\n" in ran.out
    ran = run("play", "shuttle", "--classic", typed="left\n")
    assert "Player 2's turn.\n0  1T 2  3  4\nPlay which move (left or right)? " in ran.out


def test_game_without_tiles_can_be_played(run: Run) -> None:
    ran = run("play", "toss", "--seed", "3", typed="keep\nboard\nkeep\n")
    assert ran.status == 0
    assert ran.out.startswith("Toss\n\n6 was drawn.\n\n > Player 1  Shows: 6\n")
    assert "Player 2's turn: play which move (keep or throw)? board\n" in ran.out
    assert ran.out.endswith("The game ended for this reason: higher.\nPlayer 1 won the game.\n")


def test_commands_work_at_the_prompt(run: Run) -> None:
    for game, move in (("pick15", "5"), ("threes", "b2"), ("shuttle", "left"), ("toss", "keep")):
        typed = f"help\nhint\nhint\nhint\nwhy\nrules\n{move}\nundo\nboard\nsave\nquit\n"
        ran = run("play", game, typed=typed)
        assert ran.status == 0, ran.err
        assert "- How it ends: " in ran.out
        assert f"Undone: {move}" in ran.out


def test_programs_draw_and_rounds_are_counted(run: Run) -> None:
    words = ("--p1", "perfect", "--p2", "perfect", "--rounds", "2")
    ran = run("play", "threes", "--columns", "3", *words)
    assert ran.status == 0
    assert ran.out.count("The game is a draw.") == 2
    assert "Wins: Perfect A 0, Perfect B 0" in ran.out


def test_game_can_be_resumed_to_a_draw(run: Run) -> None:
    started = run("play", "shuttle", typed="left\nquit\n")
    assert "To continue: numduel resume" in started.err
    ran = run("resume", typed="right\nstay\n")
    assert ran.status == 0
    assert ran.out.endswith("The game is a draw.\n")
    again = run("resume")
    assert (again.status, again.err) == (
        1,
        "numduel: no unfinished games. Start one with numduel play.\n",
    )


# ---- studying a game


def test_replay_shows_a_draw(run: Run, tmp_path: Path) -> None:
    for game in DRAWN:
        file = drawn_record(tmp_path, game)
        assert run("replay", file).out.endswith("The game is a draw.\n")
        data = json.loads(run("replay", file, "--json").out)
        assert data["result"] == "1/2-1/2"
        assert data["status"]["winner"] is None
        assert data["status"]["draw"] is True


def test_review_shows_a_draw(run: Run, tmp_path: Path) -> None:
    ran = run("review", drawn_record(tmp_path), "--html", str(tmp_path / "review.html"))
    assert ran.status == 0
    assert "The game is a draw.\n" in ran.out
    assert "<p>The game is a draw.</p>" in (tmp_path / "review.html").read_text(encoding="utf-8")


def test_review_counts_a_draw_by_chance_as_half_a_win(run: Run, tmp_path: Path) -> None:
    match = Match.replay(numduel.new("toss"), ["keep", "throw"], drawn=["3", "2", "3"])
    ran = run("review", written(tmp_path, match))
    assert ran.status == 0
    assert " to  50.0%   luck" in ran.out


def test_analyse_marks_drawn_positions(run: Run, tmp_path: Path) -> None:
    ran = run("analyse", "threes", "--moves", "a1", "--svg", str(tmp_path / "board.svg"))
    assert ran.status == 0
    assert "|       |  [b1] |" in ran.out
    assert "|   P1  |   D*  |" in ran.out
    assert "   D: draw; *: best\n\nPlayer 2 to move: draw\n" in ran.out
    assert "* b1  draw\n" in ran.out
    data = json.loads(run("analyse", "shuttle", "--json").out)
    assert data["value"] == {"outcome": "draw", "turns": None, "chance": "0", "chance_float": 0.0}
    assert run("analyse", "toss", "--seed", "1").status == 0


def test_analyse_seed_sets_the_dice(run: Run) -> None:
    shown = {run("analyse", "toss", "--seed", "3").out for _ in range(6)}
    assert len(shown) == 1


def test_analyse_refuses_a_finished_draw(run: Run) -> None:
    ran = run("analyse", "shuttle", "--moves", DRAWN["shuttle"])
    assert (ran.status, ran.out) == (1, "")
    assert ran.err == (
        "numduel: the game is over: The game ended for this reason: middle. The game is a draw. "
        "Choose an earlier position.\n"
    )


def test_rules_of_a_game_without_a_page_list_known_facts(run: Run) -> None:
    ran = run("rules", "toss")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("Toss\n====\n\nThrow once or twice")
    assert "\n- It can end in a draw.\n" in ran.out


def test_puzzles_of_a_game_with_draws_are_wins(run: Run) -> None:
    puzzle = json.loads(run("puzzle", "pick15", "--seed", "1", "--json").out)
    assert puzzle["analysis"]["value"]["outcome"] == "win"
    others = {m: v["outcome"] for m, v in puzzle["analysis"]["moves"].items()}
    assert [move for move, outcome in others.items() if outcome == "win"] == [puzzle["answer"]]


# ---- undeclared draws


def test_undeclared_draw_is_one_error_line_in_every_command(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = drawn_record(tmp_path, "shuttle")
    monkeypatch.setattr(type(numduel.new("shuttle")), "has_draws", False)
    error = "Shuttle ended without a winner, but the class does not declare has_draws = True.\n"
    for words, typed in (
        (("play", "shuttle"), "left\nright\nstay\n"),
        (("play", "shuttle", "--classic"), "left\nright\nstay\n"),
        (("play", "shuttle", "--p1", "perfect", "--p2", "perfect"), ""),
        (("resume",), "stay\n"),
        (("replay", file), ""),
        (("review", file, "--json"), ""),
        (("analyse", "shuttle"), ""),
        (("puzzle", "shuttle"), ""),
    ):
        ran = run(*words, typed=typed)
        assert ran.status == 1, words
        assert ran.err.startswith("numduel: "), words
        assert ran.err.endswith(error), words
        assert ran.err.count("\n") == 1, words
