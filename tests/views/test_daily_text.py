"""The sentences about a puzzle and a duel."""

from __future__ import annotations

from duel_support import plenty
from numduel import Player
from numduel.daily.puzzle import daily
from numduel.views.daily_text import FAIR, duel_words, puzzle_question, puzzle_words


def test_a_puzzle_says_who_moves_and_how_soon_they_win() -> None:
    puzzle = daily("2026-11-16", plenty())
    words = puzzle_words(puzzle)
    turns = f"{puzzle.turns} turn{'' if puzzle.turns == 1 else 's'}"
    assert words["heading"] == f"Win in {turns}"
    assert words["summary"] == f"{puzzle.game.title}: win in {turns}."
    assert words["question"] == f"You are {puzzle.report.player}. Only one move wins. Which?"
    assert puzzle_question(Player.TWO, is_first=False) == "You are Player 2. Which move wins now?"


def test_a_duel_says_against_whom_and_from_which_seat() -> None:
    assert duel_words("sum", "casual", Player.TWO) == {
        "title": "Sum Battle against Casual",
        "seat": f"You are Player 2. {FAIR}",
    }
    assert FAIR == "The board is fair, and the same for everyone."
