"""The sentences about daily puzzles and duels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core import Player
from ..daily.duel import NOT_COUNTED
from ..errors import capitalise, counted
from ..games import find_needed
from ..storage.streak import MARK_LEGEND
from .narration import address

if TYPE_CHECKING:
    from ..engine.teaching.puzzles import Puzzle
    from .shapes.study import DuelWords, PuzzleWords

WINNABLE = "The board is the same for everyone, and with best play you win."

COUNTED = "Your first finished game counts. The result shows how often you used help."

ORDINALS = ("first", "second", "third", "fourth", "fifth")


def puzzle_words(puzzle: Puzzle) -> PuzzleWords:
    turns = counted(puzzle.turns, "turn")
    return {
        "heading": f"Win in {turns}",
        "question": first_question(puzzle),
        "summary": f"{puzzle.game.title}: win in {turns}.",
    }


def first_question(puzzle: Puzzle) -> str:
    """Return the question of a puzzle."""
    is_only = len(puzzle.winning_moves) == 1
    asked = "Find the only winning move." if is_only else "Find a winning move."
    return f"You are {puzzle.report.player}. {asked}"


def next_question(puzzle: Puzzle) -> str:
    """Return the question of a puzzle after correct moves."""
    return f"You are {puzzle.report.player}. Find the next winning move."


def address_solver(puzzle: Puzzle, text: str) -> str:
    """Return a sentence about a puzzle, which names players, with "you" for its solver."""
    one, two = map(str, Player)
    return address(text, (one, two), puzzle.report.player)


def puzzle_result(puzzle: Puzzle, day: str, marks: str, hints: int) -> list[str]:
    """Return the result of a solved daily puzzle, to share; it doesn't reveal the solution.

    `marks` has a sign for each move, right or wrong: see `streak.MARK_LEGEND`.
    """
    tries = marks.count("-") + 1
    nth = ORDINALS[tries - 1] if tries <= len(ORDINALS) else f"{tries}th"
    helped = f"with {counted(hints, 'hint')}" if hints else "without hints"
    return [
        f"numduel daily puzzle {day}: solved at the {nth} try, {helped}.",
        f"{puzzle.game.title}, {puzzle.grade}.",
        f"{marks}  ({MARK_LEGEND})",
    ]


def duel_words(game: str, level: str, seat: Player, *, is_today: bool = True) -> DuelWords:
    title = find_needed(game, "this duel").title
    return {
        "title": f"{title} against {capitalise(level)}",
        "seat": f"You are {seat}. {WINNABLE}",
        "counts": COUNTED if is_today else NOT_COUNTED,
    }
