"""The HTML page of a review, with draws and chance."""

from __future__ import annotations

import numduel
from duel_support import ENGINE, plenty, with_more_games
from numduel import Match
from numduel.engine.teaching.review import review
from numduel.render.review_page import page


def written(match: Match) -> str:
    return page(match, review(ENGINE, match, plenty()))


def test_review_page_shows_a_draw() -> None:
    with with_more_games():
        text = written(Match.replay(numduel.new("pick15"), [*"951824673"]))
        assert "<p>The game is a draw.</p>" in text
        assert "A draw counts as half a win." in text
        assert ">draw</text>" in text, "the middle of the chart"
        assert "<td>draw</td>" in text
        assert "D draw" in text, "the legend of the moments"
        assert "agreement" not in text


def test_review_page_works_without_tiles_and_with_chance() -> None:
    with with_more_games():
        match = Match.replay(numduel.new("toss"), ["keep", "keep"], drawn=["1", "6"])
        text = written(match)
        assert "<p>Player 2 won the game.</p>" in text
        assert "<h2>Mistakes</h2>" in text


def test_review_page_of_a_game_without_draws_never_mentions_them() -> None:
    text = written(Match.replay(numduel.new("sum", target=9), ["4", "9"]))
    assert "half a win" not in text
    assert ">draw<" not in text
