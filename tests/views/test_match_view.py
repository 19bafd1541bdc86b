"""A match for one reader: choices, and the player to wait for."""

from __future__ import annotations

import pytest

import numduel
from numduel import IllegalMove, InvalidMove, Match, Player
from numduel.views.match_view import situation, view
from numduel.views.narration import Reader

NAMES = ("Ann", "Bob")


def at_sum(*moves: str) -> Match:
    return Match.replay(numduel.new("sum", target=9), moves)


def test_only_the_player_to_move_has_choices() -> None:
    match = at_sum("7")
    for reader, can_choose in (
        (Reader.ONE, False),
        (Reader.TWO, True),
        (Reader.SHARED, True),
        (Reader.WATCHING, False),
    ):
        seen = view(match, names=NAMES, reader=reader)
        assert seen.choices == (match.moves if can_choose else ())
        assert seen.awaited is (None if can_choose else Player.TWO)
        assert seen.prompt_or_wait == (seen.prompt if can_choose else "Bob is thinking …")
    assert view(match, names=NAMES).no_choice == "It's Bob's turn."


def test_finished_match_awaits_no_player() -> None:
    match = at_sum("4", "2", "5")
    for reader in Reader:
        seen = view(match, names=NAMES, reader=reader)
        assert seen.awaited is None
        assert seen.choices == ()
        assert seen.no_choice == "The game is over."
        assert seen.situation.is_over
        assert (seen.situation.winner, seen.situation.reason) == (Player.ONE, match.reason)


def test_earlier_position_of_a_match_is_not_its_end() -> None:
    match = at_sum("4", "2", "5")
    for ply in range(3):
        seen = view(match, ply)
        assert not seen.situation.is_over
        assert (seen.ply, len(seen.plies)) == (ply, ply)
        assert seen.state == match.states[ply]
    assert situation(match, 3) == situation(match)
    assert situation(match, 2).player is Player.ONE


def test_situation_of_a_forfeited_match_has_the_fault() -> None:
    match = at_sum("4")
    match.forfeit(Player.TWO, "it was silent")
    assert situation(match).fault == "it was silent"
    assert situation(match).reason == "forfeited"
    assert situation(match, 0).fault is None


def test_round_is_read_from_its_tag() -> None:
    match = at_sum()
    for tag, number in (("", 1), ("2/5", 2), ("12/99", 12), ("x", 1), ("3", 1), ("10000/2", 1)):
        match.tags["Round"] = tag
        assert view(match).round == number


def test_moves_without_a_tile_are_buttons_and_words_can_be_typed_ahead() -> None:
    match = Match(numduel.new("run", board="1 1 5/1 1 5/1 5 5"))
    for move in ("0,1", "1,2", "1,1"):
        match.play(move)
    asked, waits = (view(match, names=NAMES, reader=reader) for reader in (Reader.ONE, Reader.TWO))
    assert asked.buttons == ["yes", "no"]
    assert waits.buttons == []
    assert asked.typed_words == waits.typed_words
    assert "yes" in asked.typed_words
    assert view(at_sum(), reader=Reader.ONE).typed_words == []


def test_view_can_be_reworded_for_another_reader() -> None:
    match = at_sum("7")
    for ply in (0, 1):
        first = view(match, ply, names=NAMES, reader=Reader.ONE)
        for reader in Reader:
            told, fresh = first.for_reader(reader), view(match, ply, names=NAMES, reader=reader)
            assert told[1:] == fresh[1:]
            assert told.narration.reader is reader


def test_view_reads_moves_in_its_position() -> None:
    match = Match.replay(numduel.new("maze", board="4 3 8/9 5 1/2 7 6"), ["0,0", "2,2"])
    seen = view(match, 1)
    assert seen.read("(2,0)") == seen.move_to(6) == "2,0"
    with pytest.raises(IllegalMove):
        seen.read("0,0")
    with pytest.raises(InvalidMove):
        seen.read("up and away")
    assert seen.log[-1].endswith("4 of 15.")


def test_invalid_round_tag_means_round_1() -> None:
    match = Match(numduel.new("sum"))
    for tag, expected in (("2/3", 2), ("0/3", 1), ("4/3", 1), ("x", 1)):
        match.tags["Round"] = tag
        assert view(match).round == expected
