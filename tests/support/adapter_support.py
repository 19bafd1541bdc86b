"""What the tests of environments share: every variant, and the same game in a match of ours."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from duel_support import VARIANTS, Variant, variants, with_more_games
from numduel import Dice, Match, SetupError
from numduel.games import find


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
