"""Which positions come into a data set: of board after board, drawn by dice."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ..budget import Budget
from ..core import AnyGame
from ..dice import Dice
from ..engine import Engine, Report
from ..engine.solving.sweep import Sweep, sweep
from ..games import find
from ..play.match import Match

SWEPT = 20_000
"""Of a board with at most so many positions any may be drawn; else those that random play meets."""

SOLVED = 400_000
"""Positions looked at for one that random play meets, at most; what takes more is left out."""

LONGEST = 200
"""Moves of a random game, at most."""


class Source(NamedTuple):
    """Where positions come from: all follows from this, whoever asks in whatever process."""

    id: str
    given: tuple[tuple[str, object], ...]
    seed: int
    each: int
    """Positions of one board, at most."""

    def game(self, number: int) -> AnyGame:
        """The game on a board, by its number, with nothing in it that is hidden."""
        dice = Dice.derived(self.seed, f"board {number} of a data set")
        return find(self.id).setup(dict(self.given), None, dice).public()

    def labelled(self, number: int) -> Iterator[tuple[Match, Report]]:
        """Some positions of a board, each with the value of every move.

        Where all boards are the same, those of different numbers are different ones.
        """
        game = self.game(number)
        found = _swept(game)
        if found is None:
            yield from self._met(game, number)
        else:
            yield from self._drawn(game, found, number)

    def _drawn(self, game: AnyGame, found: Sweep, number: int) -> Iterator[tuple[Match, Report]]:
        deal, part = (number, 0) if game.has_visible_deal else (0, number)
        order = _order(self.seed, deal, len(found))
        for place in sorted(order[part * self.each : (part + 1) * self.each]):
            match = Match.replay(game, found.path(place))
            yield match, found.report(place, Budget())

    def _met(self, game: AnyGame, number: int) -> Iterator[tuple[Match, Report]]:
        """The positions of random games, backwards as far as they can be solved."""
        engine, seen = Engine(), set[tuple[int, ...]]()
        for time in range(self.each):
            name = f"random game {time} on board {number} of a data set"
            for match in _backwards(game, self.seed, name):
                assert match.player is not None
                told = game.features(match.state, match.player)
                if told in seen:
                    continue
                report = engine.analyse(game, match.state, Budget(positions=SOLVED))
                if not report.is_exact:
                    break
                seen.add(told)
                yield match, report
                if len(seen) == self.each:
                    return


def _backwards(game: AnyGame, seed: int, name: str) -> Iterator[Match]:
    """A random game, as it stood before each move, the last first.

    Each time it is played anew from the start: moves that are taken back would still have shown
    what they uncovered.
    """
    dice = Dice.derived(seed, f"moves of {name}")

    def begun() -> Dice:
        return Dice.derived(seed, f"draws of {name}")

    match = Match(game, dice=begun())
    while match.player is not None and match.turn <= LONGEST:
        match.play(dice.choice(match.moves))
    moves = [ply.move for ply in match.plies if ply.player is not None]
    for count in range(len(moves) - 1, -1, -1):
        yield Match.replay(game, moves[:count], dice=begun())


@lru_cache(maxsize=1)
def _swept(game: AnyGame) -> Sweep | None:
    return sweep(game, SWEPT, Budget())


@lru_cache(maxsize=1)
def _order(seed: int, deal: int, count: int) -> tuple[int, ...]:
    dice = Dice.derived(seed, f"positions of board {deal} of a data set")
    return dice.shuffled(range(count))
