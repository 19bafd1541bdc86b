"""Laws hold for any game: ours, and those of the tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from duel_support import VARIANTS, Variant, variants, with_more_games


@pytest.fixture(scope="module")
def every_variant() -> Iterator[list[Variant]]:
    """All variants of ours, and those of the tests' own games, which are there meanwhile."""
    with with_more_games() as ids:
        yield [*VARIANTS, *variants(ids)]
