"""Puzzles: exactly one move wins, everyone has the same on a date, and a streak counts days."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import numduel
from duel_support import ENGINE, plenty
from numduel import Dice, Match, Over, SetupError, Turn
from numduel.core import AnyGame
from numduel.engine.solving.graph import Graph
from numduel.engine.solving.proof import Proof
from numduel.engine.solving.retrograde import Retrograde
from numduel.engine.teaching.puzzles import (
    GRADES,
    Puzzle,
    daily,
    daily_seed,
    find_puzzle,
    grade,
    puzzles,
    with_puzzles,
)
from numduel.engine.teaching.solution import Solution
from numduel.games import find
from numduel.storage import saves, streak
from numduel.storage.streak import Streak

GAMES = {"maze": 500, "sum": 400, "run": 8, "race": 500}
"""Games with puzzles, and how many matches of each are looked through here."""


def run(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "numduel", *words]
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=60)


def gathered(game: str, count: int) -> list[Puzzle]:
    looked = puzzles(ENGINE, find(game), {}, Dice(2026), plenty())
    return [puzzle for _, found in zip(range(count), looked, strict=False) for puzzle in found]


@pytest.mark.parametrize("game", GAMES)
def test_exactly_one_move_wins_and_not_at_once(game: str) -> None:
    found = gathered(game, GAMES[game])
    assert len(found) >= 8
    for puzzle in found:
        match = Match(numduel.new(game, board=puzzle.game.board or None))
        for move in puzzle.moves:
            match.play(move)
        report = numduel.analyse(match)
        winning = [m for m, value in report.moves.items() if value.outcome == "win"]
        assert winning == [puzzle.answer]
        assert len(report.moves) > 1
        assert report.value.turns == puzzle.turns > 1
        assert puzzle.grade == grade(puzzle.turns, len(report.moves))


@pytest.mark.parametrize(("game", "count"), [("maze", 60), ("sum", 1), ("run", 1)])
def test_retrograde_analysis_finds_the_same_one_move(game: str, count: int) -> None:
    """The puzzles of these games were found by proof search."""
    found = gathered(game, count)[-30:]
    assert found
    for puzzle in found:
        rules, others = puzzle.game, Retrograde(Graph(puzzle.game), plenty())
        turn = rules.status(puzzle.state)
        assert isinstance(turn, Turn)
        assert others.value(puzzle.state) == puzzle.report.value
        for move in turn.moves:
            after = rules.play(puzzle.state, move)
            status = rules.status(after)
            if isinstance(status, Turn):
                wins = "win" if status.player is turn.player else "loss"
                won = others.value(after).outcome == wins
            else:
                assert isinstance(status, Over)
                won = status.winner is turn.player
            assert won == (move == puzzle.answer)


def test_proof_search_finds_the_same_one_move_where_play_can_be_endless() -> None:
    """The puzzles of race were found by retrograde analysis; the proof looks 40 turns ahead."""
    found = gathered("race", 100)
    assert found
    for puzzle in found:
        rules, proof = puzzle.game, Proof(Graph(puzzle.game), plenty())
        assert proof.wins(puzzle.state, puzzle.turns)
        assert not proof.wins(puzzle.state, puzzle.turns - 1)
        for move in puzzle.report.moves:
            after = rules.play(puzzle.state, move)
            status = rules.status(after)
            if isinstance(status, Over):
                assert status.winner is not puzzle.report.player
                assert move != puzzle.answer
            else:
                assert proof.loses(after, 40) == (move == puzzle.answer)


@pytest.mark.parametrize("game", ["maze", "sum", "race"])
@pytest.mark.parametrize("wanted", GRADES)
def test_the_grade_that_was_asked_for(game: str, wanted: str) -> None:
    for seed in range(5):
        puzzle = find_puzzle(ENGINE, find(game), {}, Dice(seed), plenty(), wanted)
        assert puzzle.grade == wanted
        assert puzzle[:3] == find_puzzle(ENGINE, find(game), {}, Dice(seed), plenty(), wanted)[:3]


def test_hard_is_further_than_easy_and_no_toss_of_a_coin() -> None:
    assert [grade(turns, 4) for turns in (2, 3, 4, 5, 6, 7, 12)] == [
        *["easy"] * 2,
        *["medium"] * 3,
        *["hard"] * 2,
    ]
    assert grade(12, 2) == "medium"


def test_games_of_chance_have_none_and_say_so() -> None:
    assert [kind.id for kind in with_puzzles()] == list(GAMES)
    for options in ({}, {"stand": True}):
        with pytest.raises(SetupError, match="Number Quest has no puzzles"):
            find_puzzle(ENGINE, find("quest"), options, Dice(1), plenty())


def test_variants_have_puzzles_too() -> None:
    maze = find_puzzle(ENGINE, find("maze"), {"size": 4, "extra": 2}, Dice(1), plenty())
    assert maze.game.options.size == 4
    race = find_puzzle(ENGINE, find("race"), {"size": 6, "highest": 3}, Dice(1), plenty())
    assert race.report.moves[race.answer].outcome == "win"


# ---- every day


def test_a_day_is_the_same_for_everyone_and_days_differ(home: Path) -> None:
    told = [run("puzzle", "--daily", "2026-11-15", "--json").stdout for _ in range(2)]
    assert told[0] == told[1]
    puzzle = json.loads(told[0])
    assert puzzle["day"] == "2026-11-15"
    assert puzzle["answer"] in puzzle["analysis"]["moves"]
    assert len({daily_seed(f"2026-11-{day:02}") for day in range(1, 31)}) == 30
    assert daily_seed("2026-11-15", "maze", "") != daily_seed("2026-11-15", "race", "")


@pytest.mark.parametrize(
    ("day", "words", "asked", "board", "moves", "answer"),
    [
        ("2026-11-14", [], (), "3 4 4 2/4 3 3 2/1 2 2 2/3 4 4 1", "", "Down"),
        ("2026-01-01", ["maze"], ("maze",), "4 1 8/6 9 7/3 2 5", "", "1,0"),
        ("2026-01-01", ["--grade", "hard"], ("", "hard"), "9 8 4/5 6 3/1 2 7", "", "1,2"),
        (
            "2026-11-14",
            ["maze", "--size", "4"],
            ("maze", "", {"size": "4"}),
            "10 16 12 4/11 3 14 7/6 9 13 1/8 15 2 5",
            "3,0 1,0 3,1 2,0",
            "3,2",
        ),
    ],
)
def test_the_puzzle_of_a_known_day_stays_what_it_is(
    day: str,
    words: list[str],
    asked: tuple[Any, ...],
    board: str,
    moves: str,
    answer: str,
    home: Path,
) -> None:
    """At the prompt as from Python."""
    told = json.loads(run("puzzle", *words, "--daily", day, "--json").stdout)
    made = [ply["move"] for ply in told["position"]["plies"]]
    assert (told["position"]["game"]["board"], made) == (board, moves.split())
    assert told["answer"] == answer
    puzzle = daily(ENGINE, day, plenty(), *asked)
    assert (puzzle.game.board, list(puzzle.moves), puzzle.answer) == (board, moves.split(), answer)


def test_puzzles_follow_one_on_another_from_the_same_dice() -> None:
    def several(kind: str, wanted: str | None) -> list[Puzzle]:
        dice = Dice(3)
        game = find(kind) if kind else None
        return [find_puzzle(ENGINE, game, {}, dice, plenty(), wanted) for _ in range(6)]

    told = [[(p.game.id, p.game.board, p.moves) for p in several("", None)] for _ in range(2)]
    assert told[0] == told[1]
    assert len(set(told[0])) == 6
    assert len({game for game, _, _ in told[0]}) > 1
    assert {(p.game.id, p.grade) for p in several("maze", "easy")} == {("maze", "easy")}


# ---- in words


@pytest.mark.parametrize("game", GAMES)
def test_a_refutation_is_played_to_the_end_and_beats_the_wrong_move(game: str) -> None:
    dice = Dice(11)
    for puzzle in [find_puzzle(ENGINE, find(game), {}, dice, plenty()) for _ in range(4)]:
        solution = Solution(ENGINE, puzzle, plenty())
        for move, value in puzzle.report.moves.items():
            if move == puzzle.answer:
                continue
            told = solution.refuted(move)
            if value.outcome == "endless":
                assert told == "nobody can force a win then."
                continue
            state = puzzle.game.play(puzzle.state, move)
            if not isinstance(puzzle.game.status(state), Over):
                _, _, line = told.partition(" wins by ")
                state = after_line(puzzle.game, state, line)
            else:
                assert told == "it loses at once."
            over = puzzle.game.status(state)
            assert isinstance(over, Over)
            assert over.winner is puzzle.report.player.other


@pytest.mark.parametrize("game", GAMES)
def test_the_solution_is_a_line_that_wins(game: str) -> None:
    dice = Dice(12)
    for puzzle in [find_puzzle(ENGINE, find(game), {}, dice, plenty()) for _ in range(4)]:
        first, second = Solution(ENGINE, puzzle, plenty()).solution()
        assert first == f"The one move that wins is {puzzle.answer}, in {puzzle.turns} turns."
        line = second.removeprefix("Best play goes on: ")
        assert line.startswith(f"{puzzle.report.player.token} {puzzle.answer};")
        over = puzzle.game.status(after_line(puzzle.game, puzzle.state, line))
        assert isinstance(over, Over)
        assert over.winner is puzzle.report.player


def after_line(game: AnyGame, state: Any, line: str) -> Any:
    """The position after "A 0,1; B 1,1.", each move made by whom it says."""
    for told in line.removesuffix(".").split("; "):
        token, move = told.split(" ")
        status = game.status(state)
        assert isinstance(status, Turn)
        assert (status.player.token, move in status.moves) == (token, True)
        state = game.play(state, move)
    return state


def test_help_never_names_the_answer_and_leaves_two_moves() -> None:
    dice = Dice(13)
    for puzzle in [find_puzzle(ENGINE, None, {}, dice, plenty()) for _ in range(8)]:
        _, *wrong = Solution(ENGINE, puzzle, plenty()).helps()
        named = [told.removeprefix("Not ").partition(":")[0] for told in wrong]
        left = [move for move in puzzle.report.moves if move not in named]
        assert len(left) == 2
        assert puzzle.answer in left


# ---- the streak


def test_the_streak_is_kept_beside_the_saved_games(home: Path) -> None:
    assert streak.load() == Streak()
    assert os.path.dirname(streak.file()) == os.path.dirname(saves.folder())
    answer = json.loads(run("puzzle", "--daily", "--json").stdout)["answer"]
    assert not os.path.exists(streak.file())
    before = datetime.now(UTC).date() - timedelta(1)
    os.makedirs(os.path.dirname(streak.file()))
    Path(streak.file()).write_text(json.dumps(Streak(before.isoformat(), 4, 6)._asdict()))
    ran = run("puzzle", "--daily", typed=f"{answer}\n")
    assert "Right!" in ran.stdout
    assert ran.stderr == "Your streak: 5 days (best 6).\n"
    again = run("puzzle", "--daily", typed=f"{answer}\n")
    assert again.stderr == "Today's first answer is counted already.\n"
    assert streak.load().days == 5


def test_other_days_and_no_answer_do_not_count(home: Path) -> None:
    answer = json.loads(run("puzzle", "--daily", "2025-05-05", "--json").stdout)["answer"]
    ran = run("puzzle", "--daily", "2025-05-05", typed=f"{answer}\n")
    assert ran.stderr == "Only the puzzle of today counts for the streak.\n"
    run("puzzle", "--daily", typed="hint\n")
    assert not os.path.exists(streak.file())


def test_who_has_seen_the_answer_has_answered(home: Path) -> None:
    answer = json.loads(run("puzzle", "--daily", "--json").stdout)["answer"]
    assert answer in run("puzzle", "--daily", typed="quit\n").stdout
    ran = run("puzzle", "--daily", typed=f"{answer}\n")
    assert "Today's first answer is counted already." in ran.stderr


def test_where_it_cannot_be_kept_a_word_is_said(home: Path) -> None:
    home.parent.parent.mkdir(exist_ok=True)
    home.parent.write_text("a file where the folder should be")
    answer = json.loads(run("puzzle", "--daily", "--json").stdout)["answer"]
    ran = run("puzzle", "--daily", typed=f"{answer}\n")
    assert ran.returncode == 0
    assert "The streak cannot be kept" in ran.stderr
    assert "Traceback" not in ran.stderr


# ---- at the prompt


@pytest.mark.parametrize("game", GAMES)
def test_right_and_wrong_answers_are_told_with_the_reason(game: str, home: Path) -> None:
    words = ("puzzle", game, "--seed", "5")
    puzzle = json.loads(run(*words, "--json").stdout)
    answer = puzzle["answer"]
    wrong = next(move for move in puzzle["analysis"]["moves"] if move != answer)
    right = run(*words, typed=f"nonsense\n  {answer} \n")
    assert right.returncode == 0
    assert "names no move" in right.stdout
    assert "? nonsense\n" in right.stdout  # echoed, as in play
    assert "\nRight!\nNo other move wins. " in right.stdout
    assert f"The one move that wins is {answer}, in {puzzle['turns']} turns." in right.stdout
    told = run(*words, typed=f"{wrong}\n").stdout
    assert f"\nNo. {wrong} " in told
    assert f"where {answer} wins in" in told
    assert f"The one move that wins is {answer}" in told


def test_hints_never_tell_the_answer(home: Path) -> None:
    words = ("puzzle", "sum", "--seed", "5", "--grade", "hard")
    puzzle = json.loads(run(*words, "--json").stdout)
    count = len(puzzle["analysis"]["moves"])
    ran = run(*words, typed="hint\n" * (count + 1))
    assert f"it is won in {puzzle['turns']} turns" in ran.stdout
    assert ran.stdout.count("\nNot ") == count - 2
    assert f"Not {puzzle['answer']}:" not in ran.stdout
    assert "That is all the help there is." in ran.stdout
    assert "The one move" not in ran.stdout


def test_quitting_shows_the_answer(home: Path) -> None:
    for word in ("quit", "q", "EXIT"):
        assert (
            "The one move that wins is" in run("puzzle", "race", "--seed", "1", typed=word).stdout
        )


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["quest"], "Number Quest has no puzzles"),
        (["--daily", "never"], "'never' is no date"),
        (["--daily", "--seed", "1"], "a daily puzzle has its seed from the date"),
        (["--size", "4"], "options belong to a game"),
        (["maze", "--seed", "x"], "seed must be a whole number"),
        (["sum", "--highest", "1"], "no puzzle was found"),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(words: list[str], problem: str, home: Path) -> None:
    ran = run("puzzle", *words)
    assert ran.returncode == 1
    assert ran.stdout == ""
    assert ran.stderr.startswith(f"numduel: {problem}")
    assert ran.stderr.count("\n") == 1
