"""Values: their order, their worth, and their forms as text."""

from __future__ import annotations

from fractions import Fraction

from numduel import Value
from numduel.engine.solving.value import chance, draw, endless, loss, unknown, win

CHANCE, ESTIMATE = chance(Fraction(2, 5)), unknown(Fraction(2, 5))


def test_quick_wins_and_slow_losses_rank_higher() -> None:
    assert max(loss(2), win(5), loss(8), endless(), win(3), key=Value.rank) == win(3)
    assert loss(2).rank() < loss(8).rank() < draw().rank() == endless().rank() < win(9).rank()


def test_draw_is_best_beside_endless_play() -> None:
    assert Value.best([loss(2), endless(), draw()]) == draw()


def test_worth_is_a_share_of_a_win() -> None:
    values = (win(3), draw(), endless(), loss(2), CHANCE)
    assert [str(value.worth) for value in values] == ["1", "1/2", "1/2", "0", "2/5"]


def test_short_forms_fit_tables_and_tiles() -> None:
    exact = chance(Fraction(1039, 2520))
    assert [v.label for v in (win(5), exact, ESTIMATE)] == [
        "win in 5 turns",
        "41.2%",
        "unknown, about 40%",
    ]
    assert (exact.full, ESTIMATE.full) == ("1039/2520 (41.2%)", "unknown, about 40%")
    values = (win(5), loss(4), draw(), endless(), exact, ESTIMATE)
    assert [value.sign for value in values] == ["W5", "L4", "D", "=", "41%", "~40%"]


def test_clause_says_the_outcome_and_means_adds_the_name() -> None:
    values = (win(3), loss(1), draw())
    assert [v.clause() for v in values] == ["wins in 3 turns", "loses in 1 turn", "draws"]
    assert [v.means("Ann") for v in values] == [f"Ann {v.clause()}" for v in values]
    assert (endless().clause(), endless().means("Ann")) == (
        "no forced win",
        "there is no forced win",
    )
    assert win(3).means("you", is_you=True) == "you win in 3 turns"
    assert CHANCE.clause() == "has a 40.0% chance to win"
    assert CHANCE.clause(has_draws=True) == "scores 40.0% of a win"
    assert ESTIMATE.clause() == "has about a 40% chance to win (estimate)"
