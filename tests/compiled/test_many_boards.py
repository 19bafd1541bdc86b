"""Boards counted in bulk by the compiled core, compared with single boards."""

from __future__ import annotations

import pytest

from duel_support import needs_core, where
from numduel.compiled import rules_of
from numduel.engine import Engine
from numduel.engine.solving.quota import PositionQuota
from numduel.engine.studying.census import Census, Counts, solve_start

CORE = needs_core()

BONUS = (("extra", 1), ("diagonal", 2))
CENSUSES = (
    (Census("maze"), 0, 90),
    (Census("maze"), 45_300, 45_360),
    (Census("maze", (("size", 2), ("target", 7))), 0, 3),
    (Census("maze", boards=60, seed=5), 10, 60),
    (Census("maze", (("size", 4), ("target", 20), *BONUS), boards=9), 0, 9),
    (Census("maze", (("starts", "random"), *BONUS), boards=40), 0, 40),
    (Census("run", (("size", 4),), boards=40), 3, 40),
    (Census("run", (("size", 2), ("highest", 3))), 0, 81),
    (Census("race", boards=300), 100, 300),
    (Census("race", (("size", 6), ("highest", 99)), boards=40), 0, 40),
    (Census("race", (("size", 2), ("highest", 3))), 0, 81),
    # Seeds wrap around from the last one to 0.
    (Census("race", boards=40, seed=2**64 - 20), 0, 40),
    # A small budget of positions leaves the same boards unknown.
    (Census("maze", boards=60, positions=90), 0, 60),
    (Census("run", (("size", 4),), boards=30, positions=100), 0, 30),
    (Census("race", boards=100, positions=12), 0, 100),
)


def test_bulk_counts_agree_with_single_boards() -> None:
    unknown = 0
    for census, first, last in CENSUSES:
        with where(f"{census}"):
            engine = Engine(census.memory)
            one_by_one = Counts()
            for case in census.cases(first, last):
                value = solve_start(engine, case.game, case.larger, census.positions)
                one_by_one.add(value, case.weight)
            assert census.solve(engine, first, last).as_data() == one_by_one.as_data()
            assert rules_of(census.dealt(0)) is not None
            unknown += one_by_one.of("unknown")
    assert unknown > 50


@pytest.mark.parametrize("census", [Census("race", boards=40), Census("maze", boards=40)])
def test_memory_per_board_is_limited(census: Census) -> None:
    counts = census.solve(Engine(30), 0, 40)
    one_by_one = Counts()
    for case in census.cases(0, 40):
        one_by_one.add(solve_start(Engine(30), case.game))
    assert counts.as_data() == one_by_one.as_data()
    assert counts.of("unknown") > 5


def test_boards_dealt_by_python_are_not_counted_in_bulk() -> None:
    given = (("target", 3), ("starts", "random"))  # doesn't fit if the centre holds 1 or 2
    census = Census("maze", given, boards=2)
    rules = rules_of(census.dealt(0))
    assert rules is not None
    assert not rules.can_deal
    with pytest.raises(ValueError, match="Python deals"):
        CORE.count_dealt(rules, 0, 1, PositionQuota(), None)
    assert census.solve(Engine(), 0, 2).boards == 2
