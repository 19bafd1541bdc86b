"""The source of a dataset's positions: board after board, from a seed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from ..budget import Budget
from ..core import AnyGame
from ..dice import Dice
from ..engine import Engine, Report
from ..engine.solving.sweep import Sweep, sweep
from ..games import find
from ..play.match import Match
from .splits import Split, group_of, split_of

MAX_SWEPT_POSITIONS = 50_000
"""A board with more positions is sampled by random games instead of uniformly.

If the first one has more, all boards are.
"""

MAX_SOLVED_POSITIONS = 400_000
"""Positions searched to solve one of a random game; harder ones are left out."""

MAX_TURNS = 200
"""Maximum turns of a random game."""


class Source(NamedTuple):
    """The settings that determine all positions, in any process."""

    id: str
    given: tuple[tuple[str, object], ...]
    seed: int
    each: int
    """Maximum positions per board."""
    split: Split | None = None
    """The side of the split; None for both."""

    def game(self, number: int) -> AnyGame:
        """Return the game on a board, by its number, without hidden information."""
        dice = Dice.derived(self.seed, board_purpose(number))
        return find(self.id).setup(dict(self.given), None, dice).public()

    def labelled(self, number: int) -> Iterator[tuple[Match, Report]]:
        """Yield some positions of a board, each with the value of every move.

        If all boards are the same, each number yields different positions.
        """
        game = self.game(number)
        if game.has_visible_deal and not self._wants(game, None):
            return
        found = _sweep(game) if can_sweep(self) else None
        if found is None:
            labelled = self.from_random_games(game, number)
        else:
            labelled = self._from_sweep(game, found, number)
        for match, report in labelled:
            if game.has_visible_deal or self._wants(game, match.state):
                yield match, report

    def _wants(self, game: AnyGame, state: Any) -> bool:
        """Return whether a position, or any on this visible board, is on the wanted side."""
        return self.split in (None, split_of(game.id, group_of(game, state)))

    def _from_sweep(
        self, game: AnyGame, found: Sweep, number: int
    ) -> Iterator[tuple[Match, Report]]:
        deal, part = (number, 0) if game.has_visible_deal else (0, number)
        order = _shuffle(self.seed, deal, len(found))
        for index in sorted(order[part * self.each : (part + 1) * self.each]):
            match = Match.replay(game, found.path(index))
            yield match, found.report(index, Budget())

    def from_random_games(self, game: AnyGame, number: int) -> Iterator[tuple[Match, Report]]:
        """Yield the positions of random games, from the end back to the last solvable one."""
        engine, seen = Engine(), set[tuple[int, ...]]()
        for time in range(self.each):
            for match in _play_backwards(game, self.seed, *game_purposes(number, time)):
                assert match.player is not None
                features = game.features(match.state, match.player)
                if features in seen:
                    continue
                report = engine.analyse(game, match.state, Budget(positions=MAX_SOLVED_POSITIONS))
                if not report.is_exact:
                    break
                seen.add(features)
                yield match, report
                if len(seen) == self.each:
                    return


def board_purpose(number: int) -> str:
    """Return what the dice of a board are for."""
    return f"board {number} of a data set"


def order_purpose(deal: int) -> str:
    """Return what the dice of the order of a board's positions are for."""
    return f"positions of board {deal} of a data set"


def game_purposes(number: int, time: int) -> tuple[str, str]:
    """Return what the two dice of a random game on a board are for: moves and hidden numbers."""
    name = f"random game {time} on board {number} of a data set"
    return f"moves of {name}", f"draws of {name}"


def _play_backwards(game: AnyGame, seed: int, moving: str, drawing: str) -> Iterator[Match]:
    """Yield the positions of a random game, the last first.

    Each is replayed from the start: undone moves would still have revealed hidden numbers.
    """
    dice = Dice.derived(seed, moving)

    def new_dice() -> Dice:
        return Dice.derived(seed, drawing)

    match = Match(game, dice=new_dice())
    while match.player is not None and match.turn <= MAX_TURNS:
        match.play(dice.choice(match.moves))
    moves = [ply.move for ply in match.plies if ply.player is not None]
    for count in range(len(moves) - 1, -1, -1):
        yield Match.replay(game, moves[:count], dice=new_dice())


@lru_cache(maxsize=1)
def can_sweep(source: Source) -> bool:
    """Return whether the first board has few enough positions; if not, no board is swept."""
    return _sweep(source.game(0)) is not None


@lru_cache(maxsize=1)
def _sweep(game: AnyGame) -> Sweep | None:
    return sweep(game, MAX_SWEPT_POSITIONS, Budget(), both_seats=True)


@lru_cache(maxsize=1)
def _shuffle(seed: int, deal: int, count: int) -> tuple[int, ...]:
    dice = Dice.derived(seed, order_purpose(deal))
    return dice.shuffled(range(count))
