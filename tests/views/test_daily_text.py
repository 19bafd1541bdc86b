"""The sentences about a puzzle and a duel."""

from __future__ import annotations

from duel_support import plenty
from numduel import Player
from numduel.daily.puzzle import daily_puzzle
from numduel.views.daily_text import FAIR, duel_words, puzzle_question, puzzle_words


def test_puzzle_text_names_the_player_and_the_turns_to_win() -> None:
    puzzle = daily_puzzle("2026-11-16", plenty())
    words = puzzle_words(puzzle)
    turns = f"{puzzle.turns} turn{'' if puzzle.turns == 1 else 's'}"
    assert words["heading"] == f"Win in {turns}"
    assert words["summary"] == f"{puzzle.game.title}: win in {turns}."
    assert words["question"] == f"You are {puzzle.report.player}. Find the only winning move."
    assert (
        puzzle_question(Player.TWO, is_first=False)
        == "You are Player 2. Find the next winning move."
    )


def test_duel_text_names_the_opponent_and_the_seat() -> None:
    assert duel_words("sum", "casual", Player.TWO) == {
        "title": "Sum Battle against Casual",
        "seat": f"You are Player 2. {FAIR}",
    }
    assert FAIR == "The board is fair and the same for everyone."
