"""The progress chart of a game: a point for every ply, from Player 1's view."""

from __future__ import annotations

from fractions import Fraction

import numduel
from duel_support import ENGINE, plenty
from numduel import Match, Player
from numduel.engine.solving.value import chance, draw, loss, unknown, win
from numduel.engine.teaching.review import review
from numduel.views.progress_chart import height, points


def test_chart_has_the_start_and_a_point_for_every_ply() -> None:
    match = Match.replay(
        numduel.new("maze", board="4 3 8/9 5 1/2 7 6"), ["0,0", "2,0", "0,1", "2,1", "1,1", "2,2"]
    )
    found = points(review(ENGINE, match, plenty()))
    assert [point.kind for point in found] == ["", "one", "two", "one", "two", "one", "two"]
    assert [point.mark for point in found if point.mark] == ["??"]
    assert found[5].mark == "??"
    assert found[4].score > 0.5 > found[5].score, "the win that Player 1 threw away"
    assert found[-1].score == 0, "and Player 2 has won"
    wells = [point.score for point in found]
    assert wells == [0.65, 0.65, 0.7375, 0.825, 0.9125, 0.0875, 0.0], "nearer to the win each turn"
    assert points(review(ENGINE, Match(match.game), plenty())) == []


def test_chance_event_is_a_point_of_its_own_kind() -> None:
    match = Match(numduel.new("quest", size=2, target=6, board="1 2/3 4"))
    match.play("1,1")
    found = points(review(ENGINE, match, plenty()))
    assert [point.kind for point in found] == ["", "one", "drawn"]


def test_near_wins_are_higher_than_far_wins_and_losses() -> None:
    heights = [height(value, Player.ONE, 7) for value in (win(1), win(4), win(7), loss(7), loss(1))]
    assert heights == sorted(heights, reverse=True)
    assert len(set(heights)) == 5
    assert height(win(1), Player.ONE, 1) == 1.0
    assert [height(value, Player.TWO, 7) for value in (win(1), loss(1))] == [0.0, 1.0]
    for value in (chance(Fraction(1, 4)), unknown(Fraction(1, 4))):
        assert (height(value, Player.ONE, 7), height(value, Player.TWO, 7)) == (0.25, 0.75)


def test_draw_is_in_the_middle_of_the_chart() -> None:
    assert [height(draw(), player, 7) for player in Player] == [0.5, 0.5]
