"""The best moves of a position in a sentence."""

from __future__ import annotations

from fractions import Fraction

import numduel
from numduel import Report, Value
from numduel.core import AnyGame
from numduel.engine.solving.value import OUTCOMES, chance, draw, endless, loss, unknown, win
from numduel.views.values import MAX_NAMED_MOVES, SIGNS, describe_best


def describe(game: AnyGame, moves: dict[str, Value], **more: object) -> str:
    start = game.start()
    report = numduel.analyse(game, start)
    assert isinstance(report, Report)
    return describe_best(report._replace(moves=moves, **more), game.picture(start))  # type: ignore[arg-type]


def test_best_moves_are_named_by_unique_numbers() -> None:
    maze = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
    assert describe(maze, {"0,0": win(3), "0,1": win(5)}) == "Best: 4. It wins in 3 turns."
    best = {"0,0": win(3), "0,1": win(5), "2,2": win(3)}
    assert describe(maze, best) == "Best: 4 or 6. Each wins in 3 turns."
    run = numduel.new("run", board="1 1 5/1 1 5/1 5 5")
    assert describe(run, {"0,1": win(3)}) == "Best: the 1, top middle. It wins in 3 turns."


def test_best_moves_are_cut_to_the_first_few() -> None:
    game = numduel.new("sum")
    moves = {str(number): win(1) for number in range(1, 8)}
    expected = "Best: 1, 2, 3, 4, or 3 more. Each wins in 1 turn."
    assert describe(game, {**moves, "8": loss(2)}) == expected
    assert describe(game, moves) == "All moves are equal. Each wins in 1 turn."
    assert MAX_NAMED_MOVES == 4


def test_estimated_best_moves_say_so() -> None:
    game = numduel.new("sum")
    known = describe(game, {"5": win(3), "6": unknown(Fraction(1, 2))}, how="guessed")
    assert known == "Best: 5. It wins in 3 turns (estimated)."
    guess = describe(game, {"6": unknown(Fraction(1, 2))}, how="guessed")
    assert guess.count("estimate") == 1


def test_best_moves_of_a_drawn_position_draw() -> None:
    assert describe(numduel.new("sum"), {"5": draw(), "6": loss(2)}) == "Best: 5. It draws."


def test_position_without_a_forced_win_says_so() -> None:
    words = describe(numduel.new("sum"), {"5": endless(), "6": loss(2)})
    assert words == "Best: 5. There is no forced win."


def test_every_outcome_has_a_sign_and_a_meaning() -> None:
    assert len(dict(SIGNS.values())) == len(SIGNS) == len(OUTCOMES)
    half = Fraction(1, 2)
    for value in (win(3), loss(4), draw(), endless(), unknown(half)):
        assert value.sign == SIGNS[value.outcome][0]
    assert chance(Fraction(62, 100)).sign == SIGNS["chance"][0]
