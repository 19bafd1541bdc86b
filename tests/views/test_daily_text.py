"""The sentences about a puzzle and a duel."""

from __future__ import annotations

import numduel
from duel_support import ENGINE, plenty
from numduel import Match, Player
from numduel.daily.puzzle import daily_puzzle
from numduel.engine.teaching.puzzles import Puzzle, find_missed
from numduel.views.daily_text import (
    WINNABLE,
    address_solver,
    duel_words,
    first_question,
    next_question,
    puzzle_result,
    puzzle_words,
)


def test_puzzle_text_names_the_player_and_the_turns_to_win() -> None:
    puzzle = daily_puzzle("2026-11-16", plenty())
    words = puzzle_words(puzzle)
    turns = f"{puzzle.turns} turn{'' if puzzle.turns == 1 else 's'}"
    assert words["heading"] == f"Win in {turns}"
    assert words["summary"] == f"{puzzle.game.title}: win in {turns}."
    assert words["question"] == f"You are {puzzle.report.player}. Find the only winning move."
    assert next_question(puzzle) == f"You are {puzzle.report.player}. Find the next winning move."


def test_question_of_a_missed_win_with_two_winning_moves_asks_for_one() -> None:
    match = Match.replay(numduel.new("sum", target=7, highest=4), ["1"])
    (puzzle,) = find_missed(ENGINE, match, Player.ONE, plenty())
    assert isinstance(puzzle, Puzzle)
    assert len(puzzle.winning_moves) == 2
    assert first_question(puzzle) == "You are Player 1. Find a winning move."


def test_solver_is_called_you() -> None:
    puzzle = daily_puzzle("2026-11-16", plenty())
    assert puzzle.report.player is Player.TWO
    text = "Player 1 can take 3. Player 2 would reach Player 1's start."
    assert address_solver(puzzle, text) == (
        "Player 1 can take 3. You would reach Player 1's start."
    )


def test_puzzle_result_tells_tries_and_hints_and_no_move() -> None:
    puzzle = daily_puzzle("2026-11-16", plenty())
    for marks, hints, how in (
        ("++", 0, "first try, without hints"),
        ("-+.", 1, "second try, with 1 hint"),
        ("-" * 6 + "+", 2, "7th try, with 2 hints"),
    ):
        assert puzzle_result(puzzle, "2026-11-16", marks, hints) == [
            f"numduel daily puzzle 2026-11-16: solved at the {how}.",
            "Number Maze, easy.",
            f"{marks}  (+ best, . fine, - mistake)",
        ]


def test_duel_text_names_the_opponent_and_the_seat() -> None:
    assert duel_words("sum", "casual", Player.TWO) == {
        "title": "Sum Battle against Casual",
        "seat": f"You are Player 2. {WINNABLE}",
        "counts": "Your first finished game counts. The result shows how often you used help.",
    }
    earlier = duel_words("sum", "casual", Player.TWO, is_today=False)
    assert earlier["counts"] == "Only today's duel counts towards your streaks."
    assert WINNABLE == "The board is the same for everyone, and with best play you win."
