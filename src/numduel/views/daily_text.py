"""The sentences about daily puzzles and duels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core import Player
from ..errors import capitalise, counted
from ..games import find

if TYPE_CHECKING:
    from ..engine.teaching.puzzles import Puzzle
    from .shapes.study import DuelWords, PuzzleWords

FAIR = "The board is fair and the same for everyone."


def puzzle_words(puzzle: Puzzle) -> PuzzleWords:
    turns = counted(puzzle.turns, "turn")
    return {
        "heading": f"Win in {turns}",
        "question": puzzle_question(puzzle.report.player, is_first=True),
        "summary": f"{puzzle.game.title}: win in {turns}.",
    }


def puzzle_question(player: Player, *, is_first: bool) -> str:
    """Return the question of a puzzle: the first one, or the one after correct moves."""
    asked = "Find the only winning move." if is_first else "Find the next winning move."
    return f"You are {player}. {asked}"


def duel_words(game: str, level: str, seat: Player) -> DuelWords:
    return {
        "title": f"{find(game).title} against {capitalise(level)}",
        "seat": f"You are {seat}. {FAIR}",
    }
