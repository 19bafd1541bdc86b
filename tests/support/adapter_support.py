"""What the tests of environments share: every variant, and the same game in a match of ours."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from duel_support import VARIANTS, Variant, variants, with_more_games
from numduel import Dice, Match, Player, SetupError
from numduel.games import find

Copier = Callable[[Any], Any]
COPIERS: list[Copier] = [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))]
"""Every way to make a copy of an object."""


class First:
    """Plays the first move there is, and notes what it is told."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def begin(self, game: Any, player: Player) -> None:
        self.told.append(f"begin {player}")

    def choose(self, view: Any, moves: tuple[str, ...], budget: Any) -> str:
        self.told.append("choose")
        return moves[0]

    def end(self, match: Any) -> None:
        self.told.append("end")


@pytest.fixture(scope="module")
def every_variant() -> Iterator[list[Variant]]:
    """All of ours, and those of the tests' own games, that can begin with a move."""
    with with_more_games() as ids:
        yield [variant for variant in (*VARIANTS, *variants(ids)) if can_begin(variant)]


def can_begin(variant: Variant) -> bool:
    try:
        match_of(variant, 0)
    except SetupError:
        return False
    return True


def match_of(variant: Variant, seed: int) -> Match:
    """A match of the first game from this seed in which somebody has a move."""
    dice, kind = Dice(seed), find(variant.id)
    for _ in range(2000):
        match = Match(kind.setup(variant.options, None, dice), dice=dice)
        if match.moves:
            return match
    raise SetupError("nobody ever has a move")


def some_action(legal: list[int], random: Random) -> int:
    return random.choice(legal)
