"""Fixtures for tests that hold for every game, including those of the tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from duel_support import VARIANTS, Variant, variants, with_more_games


@pytest.fixture(scope="module")
def every_variant() -> Iterator[list[Variant]]:
    """Yield all variants of the five games and of the tests' own games."""
    with with_more_games() as ids:
        yield [*VARIANTS, *variants(ids)]
