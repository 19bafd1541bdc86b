"""The best moves of a position in a sentence."""

from __future__ import annotations

from fractions import Fraction

import numduel
from numduel import Report, Value
from numduel.core import AnyGame
from numduel.engine.solving.value import OUTCOMES, chance, draw, endless, loss, unknown, win
from numduel.views.values import NAMED, SIGNS, best_words


def told(game: AnyGame, moves: dict[str, Value], **more: object) -> str:
    start = game.start()
    report = numduel.analyse(game, start)
    assert isinstance(report, Report)
    return best_words(report._replace(moves=moves, **more), game.picture(start))  # type: ignore[arg-type]


def test_moves_are_named_by_their_numbers_where_these_are_clear() -> None:
    maze = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
    assert told(maze, {"0,0": win(3), "0,1": win(5)}) == "Best: 4, wins in 3 turns."
    assert told(maze, {"0,0": win(3), "2,2": win(3)}) == "Best: 4 or 6, wins in 3 turns."
    run = numduel.new("run", board="1 1 5/1 1 5/1 5 5")
    assert told(run, {"0,1": win(3)}) == "Best: 0,1, wins in 3 turns."


def test_of_many_best_moves_the_first_are_named() -> None:
    game = numduel.new("sum")
    words = told(game, {str(number): win(1) for number in range(1, 8)})
    assert words == "Best: 1, 2, 3, or 4, wins in 1 turn."
    assert NAMED == 4


def test_an_estimate_says_so() -> None:
    game = numduel.new("sum")
    known = told(game, {"5": win(3), "6": unknown(Fraction(1, 2))}, how="guessed")
    assert known == "Best: 5, wins in 3 turns (estimated)."
    guess = told(game, {"6": unknown(Fraction(1, 2))}, how="guessed")
    assert guess.count("estimate") == 1


def test_best_moves_of_a_drawn_position_draw() -> None:
    assert told(numduel.new("sum"), {"5": draw(), "6": loss(2)}) == "Best: 5, draws."


def test_every_sign_has_its_meaning() -> None:
    assert len(dict(SIGNS.values())) == len(SIGNS) == len(OUTCOMES)
    half = Fraction(1, 2)
    for value in (win(3), loss(4), draw(), endless(), unknown(half)):
        assert value.sign == SIGNS[value.outcome][0]
    assert chance(Fraction(62, 100)).sign == SIGNS["chance"][0]
