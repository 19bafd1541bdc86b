"""The player's own mistakes as puzzles: wins missed in lost or drawn games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..budget import Budget
from ..core import Player
from ..errors import SetupError
from ..play.match import Match
from ..play.series import people_in
from ..storage import json_files, saves

if TYPE_CHECKING:
    from ..engine import Engine
    from ..engine.teaching.puzzles import Puzzle

FILE_STEM = "mistakes"
MAX_SAVED_GAMES = 100
"""Number of saved games searched, the most recent first."""

NONE_LEFT = "no missed wins are left to solve in your saved games"


def find_own_puzzles(engine: Engine, budget: Budget) -> Iterator[Puzzle]:
    """Yield missed wins not solved yet, the most recent game first; may raise Exhausted."""
    from ..engine.teaching.puzzles import find_missed

    solved = json_files.load(FILE_STEM)
    for match, player in _find_unwon_games():
        for puzzle in find_missed(engine, match, player, budget):
            if _key(puzzle) not in solved:
                yield puzzle


def _find_unwon_games() -> Iterator[tuple[Match, Player]]:
    """Yield games that their only person lost or drew, with the person's seat."""
    for save in saves.list_saves()[:MAX_SAVED_GAMES]:
        try:
            match = save.load()
        except SetupError:
            continue
        seats = people_in(match)
        if len(seats) == 1 and match.ending and match.ending.score(seats[0]) in (0, 0.5):
            yield match, seats[0]


def record_solved(puzzle: Puzzle) -> None:
    """Save that a puzzle is solved, so that it doesn't come again; may raise OSError."""
    json_files.add(FILE_STEM, {_key(puzzle): True})


def _key(puzzle: Puzzle) -> str:
    options = " ".join(puzzle.game.options.texts().values())
    return f"{puzzle.game.id} {options} {puzzle.game.board} {' '.join(puzzle.moves)}"
