"""The player's own mistakes as puzzles: wins missed in lost or drawn games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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

NO_GAMES = "you have no lost games to practise with yet"
NONE_MISSED = "none of your lost games holds a win you missed"
ALL_SOLVED = "you have solved every win you missed"
OTHERS_LEFT = "you have missed other wins, but none like this"
NONE_FOUND = "no missed win was found, but some of your games are too large to solve"
NONE_FOUND_LATELY = f"your last {MAX_SAVED_GAMES} games hold no missed win that you haven't solved"


def find_own_puzzle(
    engine: Engine, budget: Budget, admits: Callable[[Puzzle], bool] = lambda puzzle: True
) -> Puzzle:
    """Find the latest missed win that isn't solved yet and is admitted.

    Raise SetupError with the reason if there is none, and Exhausted if the budget is spent.
    """
    search = _MissedWins(engine, budget)
    found = next(filter(admits, search), None)
    if found is None:
        raise SetupError(search.explain_end())
    return found


class _MissedWins:
    """A search of the saved games, which remembers what it met."""

    def __init__(self, engine: Engine, budget: Budget) -> None:
        self._engine = engine
        self._budget = budget
        self._games = self._solved = self._yielded = 0
        self._has_unknown = self._has_older = False

    def __iter__(self) -> Iterator[Puzzle]:
        from ..engine.teaching.puzzles import find_missed

        solved = json_files.load(FILE_STEM)
        all_saves = saves.list_saves()
        self._has_older = len(all_saves) > MAX_SAVED_GAMES
        for match, player in _find_unwon_games(all_saves[:MAX_SAVED_GAMES]):
            self._games += 1
            for puzzle in find_missed(self._engine, match, player, self._budget):
                if puzzle is None:
                    self._has_unknown = True
                elif puzzle.name in solved:
                    self._solved += 1
                else:
                    self._yielded += 1
                    yield puzzle

    def explain_end(self) -> str:
        """Return why a complete search found no puzzle that was admitted."""
        if self._yielded:
            return OTHERS_LEFT
        if self._has_unknown:
            return NONE_FOUND
        if self._has_older:
            return NONE_FOUND_LATELY
        if self._solved:
            return ALL_SOLVED
        return NONE_MISSED if self._games else NO_GAMES


def _find_unwon_games(searched: list[saves.Save]) -> Iterator[tuple[Match, Player]]:
    """Yield games that their only person lost or drew, with the person's seat."""
    for save in searched:
        try:
            match = save.load()
        except SetupError:
            continue
        seats = people_in(match)
        if len(seats) == 1 and match.ending and match.ending.score(seats[0]) in (0, 0.5):
            yield match, seats[0]


def record_solved(puzzle: Puzzle) -> None:
    """Save that a puzzle is solved, so that it doesn't come again; may raise OSError."""
    json_files.add(FILE_STEM, {puzzle.name: True})
