"""The compiled sweep over all positions of a board, compared with Python."""

from __future__ import annotations

from typing import Any

import pytest

import numduel
from duel_support import Variant, needs_core, where
from numduel.budget import Budget, Exhausted
from numduel.compiled import rules_of
from numduel.engine.solving.sweep import CompiledSweep, PythonSweep, _find_positions, sweep

core = needs_core()

VARIANTS = [
    *(Variant("maze", {"size": size}) for size in (2, 3)),
    Variant("maze", {"extra": 2, "diagonal": 2}),
    Variant("maze", {"size": 4, "starts": "random", "target": 20, "extra": 2}),
    *(Variant("run", {"size": size, "highest": 3}) for size in (2, 3)),
    *(Variant("race", {"size": size, "highest": 3}) for size in (2, 3, 4, 7)),
    *(Variant("sum", {"target": 20, "highest": highest}) for highest in (1, 2, 9)),
    Variant("sum", {"target": 20, "highest": 63}),
]


@pytest.mark.slow
def test_sweep_agrees_with_python() -> None:
    for variant in VARIANTS:
        for seed in range(3):
            game = variant.new(seed)
            compiled = sweep(game, 20_000, Budget())
            assert isinstance(compiled, CompiledSweep)
            found = _find_positions(game, 20_000, Budget())
            assert found is not None
            python = PythonSweep(game, found)
            assert len(compiled) == len(python)
            for number in range(len(python)):
                with where(variant, seed, number):
                    assert compiled.path(number) == python.path(number)
            for number in range(0, len(python), 1 + len(python) // 150):
                with where(variant, seed, number):
                    ours, theirs = (one.report(number, Budget()) for one in (compiled, python))
                    assert ours[:4] == theirs[:4]


def test_sweep_respects_its_limits() -> None:
    rules = rules_of(numduel.new("maze", size=7, seed=1))
    assert rules is not None
    swept = core.Sweep(rules, 100_000, Budget())
    assert (len(swept), swept.is_complete) == (0, False)
    calls: list[int] = []

    def progress(spent: int) -> bool:
        calls.append(spent)
        return len(calls) == 3

    with pytest.raises(Exhausted):
        core.Sweep(rules, 100_000, Budget(progress=progress))
    with pytest.raises(Exhausted):
        core.Sweep(rules, 100_000, Budget(seconds=0))


def test_sweep_refuses_invalid_arguments() -> None:
    swept = core.Sweep(rules_of(numduel.new("sum", target=5)), 1000, Budget())
    for place in (-1, len(swept)):
        for question in (swept.path, swept.values):
            with pytest.raises(IndexError):
                question(place)
    for more in ((-1, Budget()), (1 << 40, Budget())):
        with pytest.raises(ValueError, match="at most"):
            core.Sweep(rules_of(numduel.new("sum")), *more)
    with pytest.raises(ValueError, match="without chance"):
        core.Sweep(rules_of(numduel.new("quest")), 10, Budget())
    none: Any = None
    with pytest.raises(TypeError):
        core.Sweep(none, 10, Budget())
