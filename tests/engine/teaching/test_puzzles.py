"""Puzzles: exactly one move wins, everyone gets the same each day, and a streak counts days."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

import numduel
from duel_support import ENGINE, plenty, with_more_games
from numduel import Dice, Match, Over, Player, SetupError, Turn
from numduel.budget import Budget, Exhausted
from numduel.core import AnyGame
from numduel.daily.puzzle import TURNS_BY_WEEKDAY, board_filter, daily_puzzle
from numduel.engine.solving.graph import Graph
from numduel.engine.solving.proof import Proof
from numduel.engine.solving.retrograde import Retrograde
from numduel.engine.teaching.naming import name_as_subject, name_move
from numduel.engine.teaching.puzzles import (
    GRADES,
    MIN_MOVES,
    Puzzle,
    find_missed,
    find_puzzle,
    grade,
    puzzles,
    with_puzzles,
)
from numduel.engine.teaching.solution import Attempt, Solution, explain_solution
from numduel.games import find
from numduel.storage import practice, saves, streak
from numduel.storage.streak import Streak
from running import run_program

GAMES = {"maze": 60, "sum": 30, "run": 80, "race": 500}
"""Games with puzzles, and the number of matches searched in these tests."""


def run(*words: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "numduel", *words]
    env = {**os.environ, **environment}
    return run_program(command, typed, env=env)


def gathered(game: str, count: int) -> list[Puzzle]:
    looked = puzzles(find(game), {}, Dice(2026), plenty())
    return [puzzle for _, found in zip(range(count), looked, strict=False) for puzzle in found]


@pytest.mark.parametrize("game", GAMES)
def test_exactly_one_move_of_a_puzzle_wins(game: str) -> None:
    found = gathered(game, GAMES[game])
    assert len(found) >= 8
    for puzzle in found:
        match = Match(numduel.new(game, board=puzzle.game.board or None))
        for move in puzzle.moves:
            match.play(move)
        report = numduel.analyse(match)
        winning = [m for m, value in report.moves.items() if value.outcome == "win"]
        assert winning == [puzzle.answer]
        assert len(report.moves) >= 3
        assert 3 <= puzzle.turns <= 9
        assert report.value.turns == puzzle.turns
        assert puzzle.turns in GRADES[puzzle.grade]


@pytest.mark.parametrize(("game", "count"), [("maze", 60), ("sum", 4), ("run", 80)])
def test_retrograde_analysis_confirms_the_answer(game: str, count: int) -> None:
    """Puzzles of these games come from proof search."""
    found = sorted(gathered(game, count), key=lambda puzzle: len(puzzle.moves))[-4:]
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


def test_proof_search_confirms_the_answer_in_endless_games() -> None:
    """Puzzles of race come from retrograde analysis; the proof looks 40 turns ahead."""
    found = gathered("race", 500)
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


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("wanted", GRADES)
def test_puzzle_has_the_requested_grade(game: str, wanted: str) -> None:
    for seed in range(2):
        puzzle = find_puzzle(find(game), {}, Dice(seed), plenty(), wanted)
        assert puzzle.grade == wanted
        assert puzzle[:3] == find_puzzle(find(game), {}, Dice(seed), plenty(), wanted)[:3]


def test_grade_follows_from_the_turns_to_the_win() -> None:
    far = [grade(turns) for turns in range(3, 10)]
    assert far == [*["easy"] * 2, *["medium"] * 2, *["hard"] * 3]


@pytest.mark.parametrize("game", GAMES)
def test_interrupted_search_finds_the_same_puzzle_or_none(game: str) -> None:
    """Every budget gives the same puzzle or none."""
    whole = find_puzzle(find(game), {}, Dice(4), plenty(), "hard")
    found = set()
    for positions in (10, 100, 1000, 10_000, 100_000):
        try:
            puzzle = find_puzzle(find(game), {}, Dice(4), Budget(positions=positions), "hard")
        except Exhausted:
            continue
        found.add((puzzle.game.board, puzzle.moves))
    assert found == {(whole.game.board, whole.moves)}


def test_games_with_chance_have_no_puzzles() -> None:
    assert [kind.id for kind in with_puzzles()] == list(GAMES)
    for options in ({}, {"stand": True}):
        with pytest.raises(SetupError, match="Number Quest has no puzzles"):
            find_puzzle(find("quest"), options, Dice(1), plenty())


def test_variants_have_puzzles() -> None:
    maze = find_puzzle(find("maze"), {"size": 4, "extra": 2}, Dice(1), plenty())
    assert maze.game.options.size == 4
    race = find_puzzle(find("race"), {"size": 6, "highest": 3}, Dice(1), plenty())
    assert race.report.moves[race.answer].outcome == "win"


# ---- daily puzzles


def days(first: str, number: int) -> list[str]:
    begin = date.fromisoformat(first)
    return [(begin + timedelta(n)).isoformat() for n in range(number)]


def key_of(puzzle: Puzzle) -> object:
    return puzzle.game.id, puzzle.game.board, puzzle.game.key(puzzle.state)


def test_daily_puzzles_are_valid_and_distinct() -> None:
    """Two weeks, and one a year later; tools/dailies.py checks five years."""
    made = {
        day: daily_puzzle(day, plenty())
        for day in [*days("2026-11-16", 14), *days("2027-11-15", 7)]
    }
    for day, puzzle in made.items():
        assert len(puzzle.report.moves) >= MIN_MOVES
        assert [v.outcome for v in puzzle.report.moves.values()].count("win") == 1
        assert puzzle.turns in TURNS_BY_WEEKDAY[date.fromisoformat(day).weekday()]
    assert len({key_of(puzzle) for puzzle in made.values()}) == len(made)
    assert {puzzle.game.id for puzzle in made.values()} == set(GAMES)


def test_difficulty_rises_from_monday_to_sunday() -> None:
    for before, after in pairwise(TURNS_BY_WEEKDAY):
        assert before[-1] <= after[0] or before[0] == after[0]
        assert GRADES[grade(before[0])][0] <= GRADES[grade(after[0])][0]
    for turns in TURNS_BY_WEEKDAY:
        assert {grade(number) for number in turns} == {grade(turns[0])}
    assert [grade(turns[0]) for turns in TURNS_BY_WEEKDAY] == [
        *["easy"] * 2,
        *["medium"] * 3,
        *["hard"] * 2,
    ]


def test_board_belongs_to_one_day_of_its_grade_within_a_year() -> None:
    """So no day needs to know the puzzles of other days."""
    year = days("2026-03-01", 366)
    for kind in with_puzzles():
        for board in range(5):
            ours = [day for day in year if board_filter(kind, day)(board)]
            grades = [grade(TURNS_BY_WEEKDAY[date.fromisoformat(day).weekday()][0]) for day in ours]
            assert len(set(grades)) == len(grades)


def test_daily_puzzle_is_independent_of_hash_seeds(home: Path) -> None:
    words = ("puzzle", "--daily", "2026-11-15", "--json")
    shown = [run(*words, PYTHONHASHSEED=seed).stdout for seed in ("1", "2")]
    assert shown[0] == shown[1]
    puzzle = json.loads(shown[0])
    assert puzzle["day"] == "2026-11-15"
    assert puzzle["answer"] in puzzle["analysis"]["moves"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("day", "words", "asked", "board", "moves", "answer"),
    [
        (
            "2026-11-14",
            [],
            (),
            "2 4 5 3 4/2 2 3 2 2/5 2 5 3 1/4 4 2 2 3/3 2 5 1 2",
            "1,0 4,3 1,1 4,2 0,1 3,2 0,2 2,2 0,3",
            "2,1",
        ),
        ("2026-11-15", [], (), "8 6 2/9 3 7/1 4 5", "", "1,2"),
        ("2026-11-16", [], (), "5 2 7/6 8 4/9 1 3", "2,0", "1,0"),
        ("2026-11-17", [], (), "", "1 5 3 1 8 6 1 8 6 9 6 3 5", "9"),
        ("2026-01-01", ["maze"], ("maze",), "5 8 6/1 4 9/7 3 2", "0,2", "1,2"),
        (
            "2026-01-01",
            ["--grade", "hard"],
            ("", "hard"),
            "4 5 4 2 2/5 1 1 1 1/3 1 2 2 4/1 1 5 5 3/1 5 4 2 4",
            "1,0 3,4 1,1 3,3 0,1 2,3 0,2 2,2 1,2 no 2,1 1,3 3,1 0,3",
            "3,0",
        ),
        (
            "2026-11-14",
            ["maze", "--size", "4"],
            ("maze", "", {"size": "4"}),
            "11 10 1 2/8 6 12 7/5 13 4 15/16 14 9 3",
            "3,2 0,1",
            "3,3",
        ),
    ],
)
def test_known_daily_puzzles_never_change(
    day: str,
    words: list[str],
    asked: tuple[Any, ...],
    board: str,
    moves: str,
    answer: str,
    home: Path,
) -> None:
    """From the command line and from Python. If one changes, raise daily.puzzle.VERSION."""
    shown = json.loads(run("puzzle", *words, "--daily", day, "--json").stdout)
    made = [ply["move"] for ply in shown["position"]["plies"]]
    assert (shown["position"]["game"]["board"] or "", made) == (board, moves.split())
    assert shown["answer"] == answer
    puzzle = daily_puzzle(day, plenty(), *asked)
    assert (puzzle.game.board, list(puzzle.moves), puzzle.answer) == (board, moves.split(), answer)


def test_same_dice_give_the_same_sequence_of_puzzles() -> None:
    def several(kind: str, wanted: str | None) -> list[Puzzle]:
        dice = Dice(3)
        game = find(kind) if kind else None
        return [find_puzzle(game, {}, dice, plenty(), wanted) for _ in range(6)]

    told = [[(p.game.id, p.game.board, p.moves) for p in several("", None)] for _ in range(2)]
    assert told[0] == told[1]
    assert len(set(told[0])) == 6
    assert len({game for game, _, _ in told[0]}) > 1
    assert {(p.game.id, p.grade) for p in several("maze", "easy")} == {("maze", "easy")}


# ---- texts


@pytest.mark.parametrize("game", GAMES)
def test_refutation_beats_the_wrong_move(game: str) -> None:
    dice = Dice(11)
    for puzzle in [find_puzzle(find(game), {}, dice, plenty()) for _ in range(4)]:
        solution = Solution(ENGINE, Attempt(puzzle), plenty())
        for move, value in puzzle.report.moves.items():
            if move == puzzle.answer:
                continue
            told = solution.refute(move)
            if value.outcome == "endless":
                assert told == "it leaves no forced win."
                continue
            state = puzzle.game.play(puzzle.state, move)
            if not isinstance(puzzle.game.status(state), Over):
                _, _, line = told.partition(" wins with ")
                state = after_line(puzzle.game, state, line)
            else:
                assert told == "it loses at once."
            over = puzzle.game.status(state)
            assert isinstance(over, Over)
            assert over.winner is puzzle.report.player.other


@pytest.mark.parametrize("game", GAMES)
def test_solution_is_a_winning_line(game: str) -> None:
    dice = Dice(12)
    for puzzle in [find_puzzle(find(game), {}, dice, plenty()) for _ in range(4)]:
        first, second, third = Solution(ENGINE, Attempt(puzzle), plenty()).describe()
        assert third == explain_solution(ENGINE, puzzle, puzzle.answer, plenty())[1]
        name = name_move(puzzle.game, puzzle.state, puzzle.answer)
        assert first == f"The only winning move is {name}: win in {puzzle.turns} turns."
        line = second.removeprefix("Best play: ")
        assert line.startswith(f"{puzzle.report.player.token} {puzzle.answer};")
        over = puzzle.game.status(after_line(puzzle.game, puzzle.state, line))
        assert isinstance(over, Over)
        assert over.winner is puzzle.report.player


def after_line(game: AnyGame, state: Any, line: str) -> Any:
    """Return the position after "A 0,1; B 1,1.", checking who makes each move."""
    for told in line.removesuffix(".").split("; "):
        token, move = told.split(" ")
        status = game.status(state)
        assert isinstance(status, Turn)
        assert (status.player.token, move in status.moves) == (token, True)
        state = game.play(state, move)
    return state


def test_hints_never_reveal_the_answer_and_leave_two_moves() -> None:
    dice = Dice(13)
    for puzzle in [find_puzzle(None, {}, dice, plenty()) for _ in range(8)]:
        given = list(Solution(ENGINE, Attempt(puzzle), plenty()).hints())
        wrong = [hint for hint in given if hint.startswith("Not ")]
        *idea, distance = given[: len(given) - len(wrong)]
        assert distance == f"Best play wins in {puzzle.turns} turns."
        assert len(idea) <= 1, "the idea comes first"
        named = [hint.removeprefix("Not ").partition(":")[0] for hint in wrong]
        left = [
            move
            for move in puzzle.report.moves
            if name_move(puzzle.game, puzzle.state, move) not in named
        ]
        assert len(left) == 2
        assert puzzle.answer in left


# ---- attempts


@pytest.mark.parametrize("game", GAMES)
def test_correct_moves_win_against_best_resistance(game: str) -> None:
    dice = Dice(14)
    for puzzle in [find_puzzle(find(game), {}, dice, plenty()) for _ in range(4)]:
        attempt = Attempt(puzzle)
        left = puzzle.turns
        while not attempt.is_over:
            rules, state = puzzle.game, position(attempt)
            turn = rules.status(state)
            assert isinstance(turn, Turn)
            assert turn.player is puzzle.report.player
            report = ENGINE.analyse(rules, state, plenty())
            assert report.value.turns == left, "what resists holds out as long as it can"
            answer = Solution(ENGINE, attempt, plenty()).answer(report.best[0])
            assert answer.is_right
            attempt.take(answer)
            if not answer.is_solved:
                assert f"Continue: win in {left - 2} turn" in answer.text or not answer.reply
                left -= 2 if answer.reply else 0
        over = puzzle.game.status(position(attempt))
        assert isinstance(over, Over)
        assert over.winner is puzzle.report.player
        assert attempt.is_first_try
        assert attempt.marks == "+" * len(attempt.marks)
        check_explanation(puzzle)


def check_explanation(puzzle: Puzzle) -> None:
    """The answer wins and is never called missed; another move is tempting and does not win."""
    why, tempting = explain_solution(ENGINE, puzzle, puzzle.answer, plenty())
    name, wrong = (
        name_as_subject(puzzle.game, puzzle.state, move)
        for move in (puzzle.answer, puzzle.tempting_move)
    )
    assert why.startswith(f"{name} wins in {puzzle.turns} turns. The best defence is ")
    assert why.endswith(". No other move wins.")
    state = puzzle.state
    for move in ENGINE.line(puzzle.game, state, plenty()):
        state = puzzle.game.play(state, move)
    assert puzzle.game.prospect(state) in why
    assert puzzle.tempting_move != puzzle.answer
    value = puzzle.report.moves[puzzle.tempting_move]
    assert value.rank() == max(
        value.rank() for move, value in puzzle.report.moves.items() if move != puzzle.answer
    )
    what = "leaves no forced win" if value.is_level else f"loses in {value.turns} turns"
    assert tempting.startswith(f"{wrong} is tempting but {what}.")
    assert "would have" not in f"{why} {tempting}".replace("would have no move", "")


def test_explanation_of_a_missed_win_names_all_winning_moves_and_the_one_played() -> None:
    match = Match.replay(numduel.new("sum", target=7, highest=4), ["1"])
    (puzzle,) = find_missed(ENGINE, match, Player.ONE, plenty())
    assert puzzle is not None
    assert (puzzle.winning_moves, puzzle.tempting_move) == (["2", "3"], "1")
    why, tempting = explain_solution(ENGINE, puzzle, "2", plenty())
    assert why.startswith("2 wins in ")
    assert why.endswith(" 3 also wins.")
    assert tempting.startswith("1 is tempting but loses in ")


def position(attempt: Attempt) -> Any:
    return Match.replay(attempt.puzzle.game, attempt.moves).state


@pytest.mark.parametrize("game", GAMES)
def test_wrong_move_is_refuted_and_can_be_retried(game: str) -> None:
    dice = Dice(15)
    for puzzle in [find_puzzle(find(game), {}, dice, plenty()) for _ in range(4)]:
        for move, value in puzzle.report.moves.items():
            if move == puzzle.answer:
                continue
            attempt = Attempt(puzzle)
            answer = Solution(ENGINE, attempt, plenty()).answer(move)
            assert (answer.is_right, answer.is_solved) == (False, False)
            assert answer.text.startswith("No. ")
            assert f"where {puzzle.answer}" not in answer.text
            match = Match.replay(puzzle.game, (*puzzle.moves, move, *answer.reply))
            if match.is_over:
                assert match.winner is puzzle.report.player.other
            else:
                worth = ENGINE.analyse(puzzle.game, match.state, plenty()).value
                assert worth.outcome == value.outcome
            attempt.take(answer)
            assert attempt.marks == "-"
            assert (attempt.made, attempt.is_first_try, attempt.is_over) == ((), False, False)
            again = Solution(ENGINE, attempt, plenty()).answer(puzzle.answer)
            attempt.take(again)
            assert attempt.made[0] == puzzle.answer
            assert not attempt.is_first_try


def test_every_winning_move_is_correct_even_if_later() -> None:
    """Only the first position has a single winning move."""
    dice, late = Dice(16), 0
    for puzzle in [find_puzzle(find("maze"), {}, dice, plenty()) for _ in range(30)]:
        attempt = Attempt(puzzle)
        attempt.take(Solution(ENGINE, attempt, plenty()).answer(puzzle.answer))
        while not attempt.is_over:
            report = ENGINE.analyse(puzzle.game, position(attempt), plenty())
            winning = [move for move, worth in report.moves.items() if worth.outcome == "win"]
            slowest = max(winning, key=lambda move: report.moves[move].turns or 0)
            answer = Solution(ENGINE, attempt, plenty()).answer(slowest)
            assert answer.is_right
            is_late = answer.text.startswith("That also wins, but later.")
            assert is_late <= (answer.mark == ".")
            late += is_late
            attempt.take(answer)
        assert attempt.is_first_try
    assert late


# ---- the streak


def solved(*words: str) -> str:
    """Return what to type to solve a puzzle."""
    shown = json.loads(run("puzzle", *words, "--json").stdout)
    game = shown["position"]["game"]
    rules = numduel.new(game["id"], board=game["board"])
    match = Match.replay(rules, tuple(ply["move"] for ply in shown["position"]["plies"]))
    line = ENGINE.line(rules, match.state, plenty())
    player, typed = match.player, []
    for move in line:
        if match.player is player:
            typed.append(move)
        match.play(move)
    return "".join(f"{move}\n" for move in typed)


def wrong_move(*words: str) -> str:
    shown = json.loads(run("puzzle", *words, "--json").stdout)
    moves: list[str] = list(shown["analysis"]["moves"])
    return next(move for move in moves if move != shown["answer"])


def put(before: int, days: int, best: int) -> None:
    """Write a streak in the format before version 0.1, without a calendar."""
    last = (datetime.now(UTC).date() - timedelta(before)).isoformat()
    os.makedirs(os.path.dirname(streak.file()), exist_ok=True)
    Path(streak.file()).write_text(json.dumps(Streak(last, days, best)._asdict()))


def test_streak_is_saved_beside_the_games(home: Path) -> None:
    assert streak.load() == Streak()
    assert os.path.dirname(streak.file()) == os.path.dirname(saves.folder())
    moves = solved("--daily")
    assert not os.path.exists(streak.file())
    put(1, 4, 6)
    ran = run("puzzle", "--daily", typed=moves)
    assert "Solved!" in ran.stdout
    assert ran.stderr == "Your streak: 5 days (best 6).\n"
    again = run("puzzle", "--daily", typed=moves)
    assert again.stderr == "Today's first try has already been counted.\n"
    assert streak.load().days == 5
    assert list(streak.calendar().values()) == ["first", "first"]


def test_wrong_move_ends_the_streak_and_calendar_shows_later_solution(
    home: Path,
) -> None:
    put(1, 4, 6)
    wrong = wrong_move("--daily")
    ran = run("puzzle", "--daily", typed=f"{wrong}\n")
    assert ran.stderr == "Your streak: 0 days (best 6).\n"
    assert streak.calendar()[streak.today()] == "missed"
    moves = solved("--daily")
    ran = run("puzzle", "--daily", typed=f"{wrong}\n{moves}")
    assert ran.stderr == (
        "Today's first try has already been counted.\n"
        "Only your first try counts towards your streak.\n"
    )
    assert streak.load() == Streak(streak.today(), 0, 6)
    assert list(streak.calendar().values()) == ["first", "later"]
    shown = run("puzzle", "--calendar").stdout
    assert shown.startswith("Your streak: 0 days (best 6).\n\n")
    assert f"[{int(streak.today()[8:]):>2}o]" in shown
    assert "* first try  o later  x missed" in shown


@pytest.mark.slow
def test_only_todays_solved_daily_puzzle_counts(home: Path) -> None:
    ran = run("puzzle", "--daily", "2025-05-05", typed=solved("--daily", "2025-05-05"))
    assert ran.stderr == "Only today's puzzle counts towards your streak.\n"
    ran = run("puzzle", "maze", "--daily", typed=solved("maze", "--daily"))
    assert ran.stderr.startswith("Only the daily puzzle without a game or grade counts")
    run("puzzle", "--daily", typed="hint\n")
    run("puzzle", "--daily", typed=solved("--daily").split("\n")[0])  # and not to the end
    assert streak.load() == Streak()
    assert streak.calendar() == {"2025-05-05": streak.LATER}


def test_puzzles_of_future_days_are_not_given(home: Path) -> None:
    ran = run("puzzle", "--daily", "2999-01-01", "--json")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == (
        "numduel: 2999-01-01 is in the future. You can play today's and earlier days.\n"
    )


def test_prompt_prints_the_result_of_a_daily_puzzle_to_share(home: Path) -> None:
    words = ("--daily", "2026-01-01")
    wrong, moves = wrong_move(*words), solved(*words)
    ran = run("puzzle", *words, typed=f"hint\n{wrong}\n{moves}")
    assert "2026-01-01: solved at the second try, with 1 hint.\n" in ran.stdout
    assert "\n-+++  (+ best, . fine, - mistake)\n" in ran.stdout


def test_showing_the_answer_counts_as_a_try(home: Path) -> None:
    answer = json.loads(run("puzzle", "--daily", "--json").stdout)["answer"]
    assert answer in run("puzzle", "--daily", typed="quit\n").stdout
    assert streak.calendar() == {streak.today(): "missed"}
    ran = run("puzzle", "--daily", typed=solved("--daily"))
    assert ran.stderr == "Only your first try counts towards your streak.\n"


def test_practice_gives_puzzles_until_stopped_and_keeps_the_score(home: Path) -> None:
    words = ("sum", "--grade", "easy", "--seed", "3")
    wrong, moves = wrong_move(*words), solved(*words)
    ran = run("puzzle", *words, "--practice", typed=f"{wrong}\n{moves}\nquit\nq\n")
    assert ran.stdout.count("Sum Battle puzzle, easy\n") == 2
    assert "This session: 0 of 1 solved on the first try.\n" in ran.stdout
    assert "All your practice puzzles of Sum Battle, easy: 0 of 2 solved.\n" in ran.stdout
    ran = run("puzzle", *words, "--practice", typed=f"{moves}")
    assert "This session: 1 of 1 solved on the first try.\n" in ran.stdout
    assert practice.load().of("sum", "easy") == practice.Tally(1, 3)
    for other in ("--daily", "--own", "--json"):
        refused = run("puzzle", "--practice", other)
        assert refused.stderr == (
            "numduel: --practice doesn't work with --daily, --own or --json.\n"
        )


def test_unwritable_streak_is_reported(home: Path) -> None:
    home.parent.parent.mkdir(exist_ok=True)
    home.parent.write_text("a file where the folder should be")
    ran = run("puzzle", "--daily", typed=solved("--daily"))
    assert ran.returncode == 0
    assert "Your streak cannot be saved" in ran.stderr
    assert "Traceback" not in ran.stderr


# ---- command line


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_prompt_accepts_a_solution_after_a_wrong_move(game: str, home: Path) -> None:
    words = (game, "--seed", "5")
    wrong, moves = wrong_move(*words), solved(*words)
    answer, *_ = moves.split("\n")
    ran = run("puzzle", *words, typed=f"nonsense\n{wrong}\n  {moves}")
    assert ran.returncode == 0
    assert "isn't a move" in ran.stdout
    assert "? nonsense\n" in ran.stdout  # echoed, as in play
    before, after = ran.stdout.split("Try again:\n")
    assert "\nNo. " in before
    assert re.search(r"Solved!\n.* wins in .*\. No other move wins\.\n.* is tempting but ", after)
    opening = before.split("\n\n")[1]
    assert opening in after, "the position stands there again"
    assert f"where {answer} wins in" not in before


def test_prompt_hints_never_reveal_the_answer(home: Path) -> None:
    words = ("puzzle", "sum", "--seed", "5", "--grade", "hard")
    puzzle = json.loads(run(*words, "--json").stdout)
    count = len(puzzle["analysis"]["moves"])
    ran = run(*words, typed="hint\n" * (count + 1))
    assert f"Best play wins in {puzzle['turns']} turns." in ran.stdout
    assert ran.stdout.count("\nNot ") == count - 2
    assert f"Not {puzzle['answer']}:" not in ran.stdout
    assert "No more hints." in ran.stdout
    assert "The one move" not in ran.stdout


def test_quitting_reveals_the_answer(home: Path) -> None:
    for word in ("quit", "q", "EXIT"):
        assert "The only winning move is" in run("puzzle", "race", "--seed", "1", typed=word).stdout


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["quest"], "Number Quest has no puzzles"),
        (["--daily", "never"], "'never' isn't a date"),
        (["--daily", "--seed", "1"], "--seed doesn't work with --daily"),
        (["--size", "4"], "game options need a GAME"),
        (["maze", "--seed", "x"], "seed must be a whole number"),
        (["sum", "--highest", "1"], "found no puzzle"),
        (["sum", "--target", "10000"], "games of this size are too large to solve"),
    ],
)
def test_invalid_options_are_refused_in_one_sentence(
    words: list[str], problem: str, home: Path
) -> None:
    ran = run("puzzle", *words)
    assert ran.returncode == 1
    assert ran.stdout == ""
    assert ran.stderr.startswith(f"numduel: {problem}")
    assert ran.stderr.count("\n") == 1


def test_dailies_tool_reports_violations() -> None:
    """tools/dailies.py checks five years of daily puzzles."""
    tool = run_path(str(Path(__file__).parents[3] / "tools" / "dailies.py"))
    monday = date(2026, 11, 16)
    puzzle = daily_puzzle(monday.isoformat(), plenty())
    assert tool["_problems"](puzzle, monday, 0.1, {}) == []
    assert tool["_problems"](puzzle, monday + timedelta(6), 0.1, {}) == ["won in 3 turns"]
    assert tool["_problems"](puzzle, monday, 1.5, {}) == ["1.50 seconds"]
    again = {tool["_identity"](puzzle): monday - timedelta(365)}
    assert tool["_problems"](puzzle, monday, 0.1, again) == ["the same as on 2025-11-16"]
    two = dict(list(puzzle.report.moves.items())[:2])
    fewer = puzzle._replace(report=puzzle.report._replace(moves=two))
    assert "fewer than 3 moves" in tool["_problems"](fewer, monday, 0.1, {})


# ---- draws


def test_puzzle_in_a_game_with_draws_has_one_winning_move() -> None:
    with with_more_games():
        found = gathered("pick15", 20)
        assert found
        levels = 0
        for puzzle in found:
            outcomes = [value.outcome for value in puzzle.report.moves.values()]
            assert outcomes.count("win") == 1
            assert puzzle.report.moves[puzzle.answer].turns in GRADES[puzzle.grade]
            levels += outcomes.count("draw")
        assert levels, "and others that draw"


def test_always_drawn_game_is_not_reported_as_too_large() -> None:
    with with_more_games():
        looked = puzzles(find("threes"), {"columns": 3}, Dice(1), plenty())
        assert len([found for _, found in zip(range(30), looked, strict=False)]) == 30


def test_wrong_move_that_draws_is_reported_as_a_draw() -> None:
    with with_more_games():
        puzzle = next(
            puzzle
            for puzzle in gathered("pick15", 20)
            if any(value.outcome == "draw" for value in puzzle.report.moves.values())
        )
        move = next(m for m, value in puzzle.report.moves.items() if value.outcome == "draw")
        solution = Solution(ENGINE, Attempt(puzzle), plenty())
        assert solution.refute(move) == "it draws."
        answer = solution.answer(move)
        assert (answer.is_right, answer.is_solved) == (False, False)
        assert answer.text == f"No. {move} draws."
        assert solution.refutation(move) == (move, *answer.reply)
