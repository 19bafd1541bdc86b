"""One's own mistakes as puzzles: wins that were missed in games that were lost or drawn."""

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

KEPT = "mistakes"
GAMES = 100
"""Saved games that are looked at, the last played first."""

NONE_LEFT = "no mistake of yours is left: none of your lost games holds a win you missed"


def own_puzzles(engine: Engine, budget: Budget) -> Iterator[Puzzle]:
    """Those that were not solved yet, of the last played games first; Exhausted may end it."""
    from ..engine.teaching.puzzles import find_missed

    solved = json_files.load(KEPT)
    for match, player in unwon_games():
        for puzzle in find_missed(engine, match, player, budget):
            if _key(puzzle) not in solved:
                yield puzzle


def unwon_games() -> Iterator[tuple[Match, Player]]:
    """Games that the only person in them has lost or drawn, and where they sat."""
    for save in saves.list_saves()[:GAMES]:
        try:
            match = save.load()
        except SetupError:
            continue
        seats = people_in(match)
        if len(seats) == 1 and match.ending and match.ending.score(seats[0]) in (0, 0.5):
            yield match, seats[0]


def count_solved(puzzle: Puzzle) -> None:
    """It is not asked again; OSError if that cannot be written down."""
    json_files.add(KEPT, {_key(puzzle): True})


def _key(puzzle: Puzzle) -> str:
    options = " ".join(puzzle.game.options.texts().values())
    return f"{puzzle.game.id} {options} {puzzle.game.board} {' '.join(puzzle.moves)}"
