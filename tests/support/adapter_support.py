"""Helpers for tests of environments: every variant, and the same game as a match."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from duel_support import VARIANTS, Variant, variants, with_more_games
from numduel import Dice, Match, Player, SetupError
from numduel.games import find

Copier = Callable[[Any], Any]
COPIERS: list[Copier] = [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))]
"""Every way to make a copy of an object."""


class First:
    """A player that takes the first move and records the calls it gets."""

    def __init__(self) -> None:
        self.events: list[str] = []

    def begin(self, game: Any, player: Player) -> None:
        self.events.append(f"begin {player}")

    def choose(self, view: Any, moves: tuple[str, ...], budget: Any) -> str:
        self.events.append("choose")
        return moves[0]

    def end(self, match: Any) -> None:
        self.events.append("end")


@pytest.fixture(scope="module")
def every_variant() -> Iterator[list[Variant]]:
    """Yield the variants of all games, including those of tests/sixth, that have a first move."""
    with with_more_games() as ids:
        yield [variant for variant in (*VARIANTS, *variants(ids)) if can_begin(variant)]


def can_begin(variant: Variant) -> bool:
    try:
        match_of(variant, 0)
    except SetupError:
        return False
    return True


def match_of(variant: Variant, seed: int) -> Match:
    """Return a match of the first game from this seed that has a first move."""
    dice, kind = Dice(seed), find(variant.id)
    for _ in range(2000):
        match = Match(kind.setup(variant.options, None, dice), dice=dice)
        if match.moves:
            return match
    raise SetupError("no game has a first move")
