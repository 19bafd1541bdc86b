"""The difficulty of a puzzle: how often each level finds its winning move.

Every level tries the first position of a puzzle TRIES times, with dice that follow from the puzzle.
So the result is the same on every machine.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import cached_property
from hashlib import sha256

from ..budget import Budget
from ..dice import Dice
from ..engine.opponents.levels import LEVELS, Opponent
from ..engine.teaching.puzzles import Puzzle
from .curves import Curve, chance_at, rating_at, rising_curve
from .scale import REFERENCES, Scale, scale_of

VERSION = 1
"""Version of the measurement. Raise it if any puzzle gets another difficulty."""

TRIES = 30
"""Choices of each level: a multiple of its numbers of turns seen ahead."""

MAX_CACHED = 200
"""Puzzles whose difficulty is remembered."""

KEY_CHARS = 12

_cache: OrderedDict[str, tuple[int, ...]] = OrderedDict()


class Difficulty:
    """How often each opponent finds the winning move, and what follows from it."""

    def __init__(self, finds: Sequence[int], scale: Scale | None) -> None:
        """`finds` has a number of TRIES for each of REFERENCES; `scale` is that of the game."""
        self.finds = tuple(finds)
        self.scale = scale

    def share(self, opponent: str) -> float:
        """Return how often an opponent finds the winning move, from 0 to 1."""
        return self.finds[REFERENCES.index(opponent)] / TRIES

    @cached_property
    def rating(self) -> float | None:
        """The rating at which a player solves the puzzle half of the time; None without a scale."""
        return None if self.scale is None else rating_at(self._curve, 0.5)

    def chance(self, rating: float) -> float:
        """Return how likely a player of this rating solves the puzzle."""
        return chance_at(self._curve, rating)

    @cached_property
    def _curve(self) -> Curve:
        assert self.scale is not None, "only games with a scale have ratings"
        ratings = [self.scale.opponents[name].rating.value for name in REFERENCES]
        pairs = sorted(zip(ratings, self.finds, strict=True))
        return rising_curve([at for at, _ in pairs], [(found, TRIES) for _, found in pairs])


def measure(puzzle: Puzzle) -> Difficulty:
    """Return the difficulty of a puzzle; the second time, from memory."""
    key, scale = key_of(puzzle), scale_of(puzzle.game)
    if key not in _cache:
        _cache[key] = tuple(_count_finds(puzzle, name) for name in REFERENCES)
        while len(_cache) > MAX_CACHED:
            _cache.popitem(last=False)
    return Difficulty(_cache[key], scale)


def key_of(puzzle: Puzzle) -> str:
    """Return a short name of a puzzle, which doesn't reveal its answer."""
    return sha256(puzzle.name.encode()).hexdigest()[:KEY_CHARS]


def _count_finds(puzzle: Puzzle, opponent: str) -> int:
    """Return how many of TRIES choices of an opponent win."""
    moves, winning = tuple(puzzle.report.moves), puzzle.winning_moves
    if opponent not in LEVELS:  # random moves need no tries
        return round(TRIES * len(winning) / len(moves))
    level, found = LEVELS[opponent], 0
    for sight in level.sights:  # each of them equally often
        dice = Dice.derived(VERSION, f"{puzzle.name} {opponent} {sight}")
        player = Opponent(level._replace(sights=(sight,)), dice)
        player.begin(puzzle.game, puzzle.report.player)
        for _ in range(TRIES // len(level.sights)):
            found += player.choose(puzzle.state, moves, Budget()) in winning
    return found
