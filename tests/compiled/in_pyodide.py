"""Limits of the compiled core in WebAssembly; test_webassembly.py runs these tests in Pyodide."""

from __future__ import annotations

from typing import Any

import pytest
from js import limitMemory  # type: ignore[import-not-found]

import numduel
from duel_support import needs_core
from numduel import Budget
from numduel.compiled import rules_of
from numduel.core import AnyGame
from numduel.engine import Engine
from numduel.engine.solving.quota import PositionQuota

core = needs_core()

SPARE_BYTES = 2**20
"""Memory that a search may add; the games below need more."""


def games() -> list[AnyGame]:
    return [
        numduel.new("run", size=7, seed=1),
        numduel.new("quest", size=4, target=25, stand=True).public(),
    ]


def start(game: AnyGame) -> tuple[AnyGame, Any]:
    return game, game.start()


def deep_proof() -> tuple[Any, bytes]:
    """Return a search and a position whose proof would need thousands of frames."""
    game = numduel.new("sum", target=10_000, highest=4)
    rules = rules_of(game)
    assert rules is not None
    return core.Search(rules, PositionQuota()), rules.pack(game.start())


def test_out_of_memory_leaves_moves_unknown_and_frees_memory() -> None:
    for game in games():
        engine, state = Engine(), game.start()
        limitMemory(SPARE_BYTES)
        report = engine.analyse(game, state, Budget())
        limitMemory(None)
        assert not report.is_exact, report
        assert len(engine) == 0
        again = engine.analyse(game, state, Budget())
        assert again.is_exact
        assert again[:4] == Engine().analyse(game, state, Budget())[:4]


def test_deep_proof_is_refused_again_and_again() -> None:
    for _ in range(3):
        search, position = deep_proof()
        with pytest.raises(RecursionError, match="the proof is too deep"):
            search.wins(position, 20_000, Budget())
    assert Engine().analyse(*start(numduel.new("maze", seed=1)), Budget()).is_exact


def test_core_searches_below_a_deep_stack_of_python() -> None:
    """Python's own limit ends the recursion; the search below it works or is refused."""
    game = numduel.new("maze", size=5, seed=3)
    known = Engine().analyse(*start(game), Budget())[:4]
    found = []

    def descend(depth: int) -> None:
        if depth:
            return descend(depth - 1)
        search, position = deep_proof()
        with pytest.raises(RecursionError):
            search.wins(position, 20_000, Budget())
        found.append(Engine().analyse(*start(game), Budget())[:4])

    refused = 0
    for depth in range(0, 1000, 100):
        try:
            descend(depth)
        except RecursionError:
            refused += 1
    assert found
    assert all(one == known for one in found)
    assert len(found) + refused == 10


def test_endless_recursion_of_python_is_an_error() -> None:
    def endless() -> int:
        return 1 + endless()

    for _ in range(3):
        with pytest.raises(RecursionError):
            endless()
