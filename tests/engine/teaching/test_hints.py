"""Hints call luck luck, and don't know hidden numbers."""

from __future__ import annotations

import numduel
from duel_support import ENGINE, plenty
from numduel import Match
from numduel.engine import Engine
from numduel.engine.teaching.hints import Hints


def three_hints(match: Match) -> list[str]:
    hints = Hints(ENGINE, match.game, match.state)
    return [hints.next(plenty()) for _ in range(3)]


def test_hints_of_quest_by_the_book_recommend_nothing() -> None:
    match = Match(numduel.new("quest", board="1 2 3/4 5 6/7 8 9"))
    share = "No choice matters here: luck decides. Every move has a 41% chance to win."
    assert three_hints(match) == [share] * 3
    match.play("1,1")
    assert three_hints(match)[1].startswith("No choice matters here: luck decides. Every move has")


def test_hints_with_stand_recommend_a_move() -> None:
    match = Match(numduel.new("quest", board="9 5 1/2 3 4/6 7 8", stand=True))
    for move in ("1,1", "1,2"):
        match.play(move)
    assert not any("luck" in hint for hint in three_hints(match))
    assert any("good move" in hint or "equally good" in hint for hint in three_hints(match))


def test_no_hint_depends_on_hidden_numbers() -> None:
    """Boards that differ only in hidden numbers get the same hints (Q1)."""
    for stand in (True, False):
        found = []
        for board in ("4 2 3/1 5 6/9 7 8", "4 8 7/9 6 5/1 3 2"):
            match = Match(numduel.new("quest", board=board, stand=stand))
            match.play("1,1")
            hints = Hints(Engine(), match.game, match.state)  # with a memory for each board
            found.append([hints.next(plenty()) for _ in range(3)])
        assert found[0] == found[1]
