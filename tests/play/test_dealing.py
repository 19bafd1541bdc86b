"""Playable boards, for the five games and those of the tests (X3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import numduel
from duel_support import VARIANTS, next_moves, next_round, variants, where, with_more_games
from numduel import Chance, Dice, Over, Player, Turn
from numduel.core import AnyGame
from numduel.games import find
from numduel.play.dealing import BOOK, MAX_DEALS, PLAYABLE, deal_playable, is_playable
from numduel.play.players import HUMAN
from numduel.play.session import Session, make_sides
from numduel.storage import record

PEOPLE = make_sides((HUMAN, HUMAN), ("Ann", "Bob"))


def openings(game: AnyGame) -> Iterator[tuple[int, Any]]:
    """Yield every position up to the second choice, with the number of choices before it."""
    waiting = [(0, game.start())]
    while waiting:
        choices, state = waiting.pop()
        yield choices, state
        status = game.status(state)
        if choices < 1 or isinstance(status, Chance):
            by = isinstance(status, Turn)
            waiting += [(choices + by, game.play(state, m)) for m in next_moves(game, state)]


def ends_at_once(game: AnyGame) -> bool:
    return any(isinstance(game.status(state), Over) for _, state in openings(game))


def test_playable_board_is_not_decided_by_the_first_move() -> None:
    found = set()
    with with_more_games() as sixth:
        for variant in [*VARIANTS, *variants(sixth)]:
            with where(variant):
                kind, dice = find(variant.id), Dice(1)
                deals = [kind.setup(variant.options, None, dice) for _ in range(MAX_DEALS)]
                dice = Dice(1)
                game = deal_playable(lambda k=kind, o=variant.options, d=dice: k.setup(o, None, d))  # type: ignore[misc]
                good = [deal for deal in deals if not ends_at_once(deal)]
                if not game.has_visible_deal:
                    assert game == deals[0]
                else:
                    assert game == (good[0] if good else deals[-1])
                    found.add((bool(good), game == deals[0]))
    assert found >= {(True, True), (True, False), (False, False)}


@pytest.mark.parametrize("id", numduel.games())
def test_only_race_is_redealt_with_standard_options(id: str) -> None:
    deals = [numduel.new(id, seed=seed) for seed in range(200)]
    assert all(is_playable(game) for game in deals) == (id != "race")


def test_every_round_and_resumed_session_deals_the_same_way() -> None:
    for _ in range(5):
        session = Session.begin(find("race"), {}, PEOPLE, dealt=PLAYABLE, rounds=4)
        assert is_playable(session.match.game)
        while next_round(session):
            assert is_playable(session.match.game)
            assert session.match.tags["Deal"] == PLAYABLE
            again = Session.of(record.loads(record.dumps(session.match)))
            again.match.stop()
            again.rematch()
            assert is_playable(again.match.game)


def test_seeded_first_board_is_kept_and_later_boards_are_playable() -> None:
    """The race of this seed is over before the first move."""
    lost = next(s for s in range(99) if numduel.Match(numduel.new("race", seed=s)).is_over)
    for dealt in (BOOK, PLAYABLE):
        sessions = [
            Session.begin(find("race"), {}, PEOPLE, seed=lost, dealt=dealt, rounds=20)
            for _ in range(2)
        ]
        for session in sessions:
            assert session.match.game == numduel.new("race", seed=lost)
        rounds = []
        while next_round(sessions[0]) and next_round(sessions[1]):
            one, two = (session.match.game for session in sessions)
            assert one == two
            rounds.append(is_playable(one))
        assert all(rounds) == (dealt == PLAYABLE)


def test_rule_book_deal_adds_no_tag_to_a_record() -> None:
    for dealt in (BOOK, PLAYABLE):
        for id in numduel.games():
            tags = Session.begin(find(id), {}, PEOPLE, dealt=dealt).match.tags
            is_marked = dealt == PLAYABLE and numduel.new(id).has_visible_deal
            assert tags.get("Deal") == (PLAYABLE if is_marked else None)
    given = Session.begin(find("maze"), {}, PEOPLE, board="4 3 8/9 5 1/2 7 6", dealt=PLAYABLE)
    assert given.match.tags["Deal"] == "given"
    assert given.match.player is Player.ONE
