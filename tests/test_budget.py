"""Budgets: unreached values are unknown, and no reported value is wrong."""

from __future__ import annotations

import sys
from fractions import Fraction
from math import ceil
from typing import Any

import pytest

import numduel
from duel_support import plenty, random_playout
from numduel import Match, Player, Report, Turn
from numduel.budget import STRIDE, Budget, Exhausted
from numduel.core import AnyGame
from numduel.engine import Engine
from numduel.engine.engine import _SHARED_ENGINE
from numduel.engine.solving.analysis import Solver
from numduel.engine.solving.playouts import MAX_MOVES, estimate
from numduel.engine.solving.search import PythonSearch
from numduel.engine.solving.value import unknown, win

STANDARD = [
    ("maze", {}),
    ("sum", {}),
    ("run", {}),
    ("quest", {"stand": True}),
    ("race", {"size": 6}),
]


@pytest.fixture(autouse=True)
def forgetful() -> None:
    """Forget what other tests have solved: solvers are shared."""
    _SHARED_ENGINE.forget()


def check_no_wrong_values(report: Report, true: Report) -> None:
    """Check that every value in a report is correct or unknown."""
    assert list(report.moves) == list(true.moves)
    for move, value in report.moves.items():
        if value.outcome == "unknown":
            assert value.turns is None
            assert 0 <= value.chance <= 1
        else:
            assert value == true.moves[move]
    if report.value.outcome != "unknown":
        assert report.value.outcome == true.value.outcome
        assert report.value.chance == true.value.chance
        assert report.value.turns in (true.value.turns, None)
    unknown = any(value.outcome == "unknown" for value in report.moves.values())
    assert (report.how == "exact") is not unknown
    if report.how == "exact":
        assert report[:4] == true[:4]


def exact(game: AnyGame, state: Any) -> Report:
    """Return the analysis of a new engine without limits."""
    state = game.start() if state is None else state
    return Engine().analyse(game, state, plenty())


@pytest.mark.parametrize(("id", "options"), STANDARD)
@pytest.mark.parametrize("positions", [1, 5, 100, 1500])
def test_analysis_within_few_positions_is_correct(
    id: str, options: dict[str, Any], positions: int
) -> None:
    game = numduel.new(id, seed=3, **options).public()
    for state in random_playout(game, 5, 4)[::2]:
        if isinstance(game.status(state), Turn):
            true = exact(game, state)
            report = numduel.analyse(game, state, positions=positions)
            assert report.positions <= positions
            check_no_wrong_values(report, true)
            _SHARED_ENGINE.forget()


@pytest.mark.parametrize(("id", "options"), STANDARD)
def test_without_positions_every_value_is_unknown(id: str, options: dict[str, Any]) -> None:
    report = numduel.analyse(numduel.new(id, seed=3, **options), None, positions=0)
    assert report.value.outcome == "unknown"
    assert report.value.turns is None
    assert "random games" in report.how
    assert report.positions == 0


@pytest.mark.parametrize(("id", "options"), STANDARD)
def test_larger_budget_makes_values_exact(id: str, options: dict[str, Any]) -> None:
    game = numduel.new(id, seed=3, **options)
    true = exact(game, None)
    for positions in (3, 50, 300):
        check_no_wrong_values(numduel.analyse(game, None, positions=positions), true)
    assert numduel.analyse(game, None)[:4] == true[:4]


@pytest.mark.parametrize(("id", "options"), STANDARD)
def test_many_small_budgets_solve_the_game(id: str, options: dict[str, Any]) -> None:
    """The engine keeps results, so repeated small budgets solve the game."""
    game = numduel.new(id, seed=4, **options)
    true = exact(game, None)
    for _ in range(100):
        report = numduel.analyse(game, None, positions=true.positions // 8 + 20)
        check_no_wrong_values(report, true)
        if report.how == "exact":
            return
    raise AssertionError("never finished")


@pytest.mark.parametrize(
    ("id", "options"),
    [
        ("maze", {"size": 6}),
        ("run", {"size": 9}),
        ("sum", {"target": 1000}),
        ("quest", {"size": 5, "target": 40, "stand": True}),
        ("race", {"size": 12}),
    ],
)
def test_without_time_every_value_is_unknown(id: str, options: dict[str, Any]) -> None:
    report = numduel.analyse(numduel.new(id, seed=1, **options), None, seconds=0)
    assert report.value.outcome == "unknown"
    assert report.how != "exact"
    assert 0 < report.positions <= 1024


def test_progress_is_reported_and_increases() -> None:
    calls: list[int] = []
    numduel.analyse(numduel.new("sum"), None, progress=calls.append)
    assert calls == sorted(calls)
    assert len(calls) > 3


@pytest.mark.parametrize(("id", "options"), [("sum", {}), ("run", {"size": 7}), ("quest", {})])
def test_progress_cancels_by_returning_true_once(id: str, options: dict[str, Any]) -> None:
    calls: list[int] = []

    def stop(positions: int) -> bool:
        calls.append(positions)
        return len(calls) == 2

    report = numduel.analyse(numduel.new(id, seed=1, **options), None, progress=stop)
    assert len(calls) == 2
    assert report.positions == calls[-1]
    assert report.how != "exact"


def test_spent_budget_stays_spent() -> None:
    budget = Budget(progress=lambda positions: positions == 1024)
    for _ in range(1023):
        budget.spend()
    for _ in range(3):
        with pytest.raises(Exhausted):
            budget.spend()
    assert budget.spent == 1024


def test_cancelling_a_budget_cancels_its_parts() -> None:
    whole = Budget(progress=lambda positions: True)
    part = whole.part(positions=100)
    with pytest.raises(Exhausted):
        part.check()
    assert part.is_cancelled
    assert part.is_spent


def test_win_found_before_the_limit_is_reported() -> None:
    """Moves have exact turns; the position has them only if no move can be quicker."""
    found = set()
    for seed in range(12):
        game = numduel.new("maze", size=4, seed=seed)
        true = exact(game, None)
        for positions in (60, 150, 300):
            report = numduel.analyse(game, None, positions=positions)
            _SHARED_ENGINE.forget()
            check_no_wrong_values(report, true)
            if report.value.outcome == "win" and report.how != "exact":
                assert "win" in {value.outcome for value in report.moves.values()}
                assert str(report.value) == "win" if report.value.turns is None else "win in 1 turn"
                assert all(report.moves[move].outcome == "win" for move in report.best)
                found.add(report.value.turns)
    assert None in found


@pytest.mark.parametrize(
    ("id", "options"),
    [
        ("sum", {"target": 10_000}),
        ("sum", {"target": 10_000, "highest": 1}),
        ("quest", {"size": 12, "target": 10_000}),
        ("quest", {"size": 12, "target": 10_000, "stand": True}),
        ("maze", {"size": 12, "target": 10_000}),
        ("run", {"size": 12}),
    ],
    ids=str,
)
def test_recursion_error_never_escapes(id: str, options: dict[str, Any]) -> None:
    game = numduel.new(id, seed=1, **options)
    report = numduel.analyse(game, None, positions=600)
    if report.how != "exact":
        assert report.value.outcome == "unknown"
        assert 0 <= report.value.chance <= 1


def test_too_deep_position_is_unknown_and_leaves_the_engine_usable() -> None:
    game = numduel.new("sum", target=300, highest=2)  # every move is forced, or over
    deep = numduel.new("sum", target=120)
    true = exact(numduel.new("sum", target=30), None)
    limit = sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(_depth() + 60)
        shallow = numduel.analyse(deep, None, positions=3000)
        numduel.analyse(game, None, positions=3000)
        again = numduel.analyse(numduel.new("sum", target=30), None)
    finally:
        sys.setrecursionlimit(limit)
    assert shallow.value.outcome == "unknown"
    check_no_wrong_values(again, true)
    assert numduel.analyse(numduel.new("sum", target=30), None)[:4] == true[:4]


def _depth() -> int:
    frame, depth = sys._getframe(), 0
    while frame.f_back is not None:
        frame, depth = frame.f_back, depth + 1
    return depth


def test_playouts_beyond_the_limit_count_for_neither_player() -> None:
    """A playout of thousands of moves is abandoned and counts for neither player."""
    report = numduel.analyse(numduel.new("sum", target=10_000), None, positions=10)
    assert report.value.chance == pytest.approx(0.5)


def test_estimate_is_the_same_for_both_players() -> None:
    game = numduel.new("run", size=9, seed=2)
    first = numduel.analyse(game, None, positions=10)
    _SHARED_ENGINE.forget()
    assert numduel.analyse(game, None, positions=10) == first


@pytest.mark.parametrize(("id", "options"), STANDARD)
def test_cancelling_anywhere_leaves_no_wrong_values(id: str, options: dict[str, Any]) -> None:
    """Cancel one solver at every step, then check what it knows."""
    game = numduel.new(id, seed=6, **options).public()
    state = game.start()
    if not isinstance(game.status(state), Turn):
        state = random_playout(game, 1)[0]
    whole, cut = Solver(game), Solver(game)
    true = whole.value_for(state.player, state, Budget())
    for positions in range(0, 120, 3):
        try:
            assert cut.value_for(state.player, state, Budget(positions=positions)) == true
        except Exhausted:
            continue
    assert cut.value_for(state.player, state, Budget()) == true


def test_line_of_best_play_stops_at_unknown_positions() -> None:
    game = numduel.new("run", size=9, seed=2)
    assert Engine().line(game, game.start(), Budget(seconds=0)) == ()


def test_cancelling_works_while_positions_are_settled() -> None:
    """In an endless game, settling positions takes time after the search."""
    game = numduel.new("race", seed=3, size=6)
    whole = plenty()
    assert Engine().analyse(game, game.start(), whole).how == "exact"
    stopped = Budget(progress=lambda positions: positions >= whole.spent)
    assert Engine().analyse(game, game.start(), stopped).value.outcome == "unknown"
    assert stopped.is_cancelled


def test_cancelling_works_when_all_positions_are_known() -> None:
    """Going through known positions by distance also takes time."""
    engine, game = Engine(), numduel.new("sum", target=30)
    assert engine.analyse(game, game.start(), plenty()).is_exact
    stopped = Budget(progress=lambda positions: True)
    assert not engine.analyse(game, game.start(), stopped).is_exact
    assert stopped.is_cancelled
    assert not stopped.spent


def test_progress_is_called_once_per_stride_while_positions_are_settled() -> None:
    """Progress is called regularly, in both passes, but not at every position."""
    calls: list[int] = []
    game = numduel.new("race", seed=1, size=7)
    budget = Budget(progress=calls.append)
    PythonSearch(game).value(game.start(), budget)
    assert budget.spent > 3 * STRIDE
    assert calls.count(budget.spent) == 2 * ceil(budget.spent / STRIDE)
    calls.clear()
    report = Engine().analyse(game, game.start(), Budget(progress=calls.append))
    assert calls.count(report.positions) >= report.positions // STRIDE


def test_overdue_budget_is_answered_at_once() -> None:
    game = numduel.new("run", size=12, seed=1)
    late = Budget(seconds=0)
    late._deadline -= 1
    report, even = Engine().analyse(game, game.start(), late), unknown(Fraction(1, 2))
    status = game.status(game.start())
    assert isinstance(status, Turn)
    assert list(report.moves.items()) == [(move, even) for move in status.moves]
    assert (report.player, report.value, report.positions) == (Player.ONE, even, 0)
    assert "random games" in report.how


def test_estimates_of_all_moves_share_one_limit() -> None:
    """Playouts are long here: a ninth of the limit is enough for a few per move."""
    game = numduel.new("sum", target=1000)
    report = Engine().analyse(game, game.start(), Budget(positions=0))
    for move, value in report.moves.items():
        after = game.play(game.start(), move)
        share = estimate(game, after, Player.ONE, Budget(), MAX_MOVES // len(report.moves))
        assert value == unknown(share)
        assert share.denominator < 20


def test_immediate_win_is_known_even_if_other_moves_are_unknown() -> None:
    game = numduel.new("sum", target=5)
    report = Engine().analyse(game, game.start(), Budget(positions=0))
    assert not report.is_exact
    assert report.value == report.moves["5"] == win(1)


def test_each_analysis_counts_its_own_positions() -> None:
    budget, game = plenty(), numduel.new("maze", seed=1)
    reports = [Engine().analyse(game, game.start(), budget) for _ in range(2)]
    assert reports[0].positions == reports[1].positions == budget.spent // 2 > 0


def test_known_chance_does_not_settle_a_position_with_unknown_moves() -> None:
    """At 14 of 15 without a 1 left, standing is best, but that needs a search."""
    match = Match(numduel.new("quest", stand=True, board="9 1 5/2 3 4/6 7 8"))
    for cell in ("1,1", "1,2", "1,3", "2,1"):
        match.play(cell)
    game, state, engine = match.game, match.state, Engine()
    stood = engine.value(game, Player.ONE, game.play(state, "stand"), plenty())
    report = engine.analyse(game, state, Budget(positions=0))
    assert report.best == ("stand",)
    assert report.moves["stand"] == stood
    assert report.value == unknown(stood.chance)
    assert 0 < stood.chance < 1
