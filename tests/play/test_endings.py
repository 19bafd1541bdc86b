"""Matches that end by resignation, stop or forfeit: finished, but not over by the rules."""

from __future__ import annotations

import copy
import pickle
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import numduel
from duel_support import (
    VARIANTS,
    Variant,
    drawn_games,
    drawn_matches,
    is_one_sentence,
    laid_open,
    snapshot,
    visible_board,
    with_more_games,
)
from numduel import Ending, IllegalMove, Match, Player, RecordError, SetupError, record
from numduel.bots.messages import over
from numduel.core import OTHER_ENDINGS
from numduel.errors import Refused
from numduel.games import find
from numduel.play import match as match_module
from numduel.play.series import Series, Side
from numduel.play.session import Session, make_sides
from numduel.storage import saves, statistics
from numduel.storage.autosave import Autosave
from numduel.storage.saves import Save
from numduel.views.as_json import number_of, position_json, record_json

RESIGNED = {player: f"{player} resigned" for player in Player}


How = Player | tuple[Player, str] | None
"""The player who resigns, or the program that forfeits and its fault; None for a stop."""

WAYS: list[How] = [*Player, None, *((player, f'it said "{player}" \\o/') for player in Player)]
HOW = st.sampled_from(WAYS)


def end(match: Match, how: How) -> None:
    if how is None:
        match.stop()
    elif isinstance(how, tuple):
        match.forfeit(*how)
    else:
        match.resign(how)


def expected_ending(how: How) -> Ending:
    if how is None:
        return Ending(None, "stopped")
    if isinstance(how, tuple):
        return Ending(how[0].other, "forfeited")
    return Ending(how.other, "resigned")


# ---- in every game


@given(drawn_matches(), HOW)
def test_result_by_the_rules_cannot_be_changed(match: Match, how: How) -> None:
    said = match.status, match.is_over, match.winner, match.reason, match.states, match.plies
    if match.is_over:
        assert match.ending == (match.winner, match.reason)
        with pytest.raises(IllegalMove, match="the game is already over"):
            end(match, how)
        return
    assert (match.ending, match.is_finished) == (None, False)
    end(match, how)
    assert (match.ending, match.is_finished) == (expected_ending(how), True)
    now = match.status, match.is_over, match.winner, match.reason, match.states, match.plies
    assert now == said
    assert record.result(match) == "*"


def start_match(variant: Variant) -> Match | None:
    """Return a match after its first move; None if that ends it."""
    match = Match(variant.new())
    for move in match.moves[:1]:
        match.play(move)
    return None if match.is_over else match


def test_ended_match_allows_no_play_or_undo() -> None:
    for variant, how in product(VARIANTS, WAYS):
        match = start_match(variant)
        if match is None:
            continue
        move = match.moves[0]
        end(match, how)
        before = snapshot(match)
        assert (match.player, match.moves) == (None, ())
        for refused in (
            partial(match.play, move),
            partial(match.read, move),
            match.undo,
            match.stop,
            partial(match.resign, Player.ONE),
            partial(match.forfeit, Player.ONE, "it crashed"),
        ):
            with pytest.raises(IllegalMove, match="the match is finished: ") as error:
                refused()
            assert is_one_sentence(str(error.value))
        assert snapshot(match) == before


@given(drawn_matches(), HOW)
@settings(max_examples=50)
def test_copies_keep_the_ending_and_forks_continue(match: Match, how: How) -> None:
    if match.is_over:
        return
    end(match, how)
    for twin in (copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert snapshot(twin) == snapshot(match)
    fork = match.fork(len(match.plies))
    assert fork.ending is None
    assert fork.board == match.board
    fork.play(fork.moves[0])


def test_only_a_player_can_resign() -> None:
    match = Match(numduel.new("sum"))
    wrong: Any = 2
    with pytest.raises(numduel.WrongType, match="2"):
        match.resign(wrong)
    assert not match.is_finished


# ---- hidden numbers


@given(drawn_games(["quest"]), st.lists(st.integers(0, 100), max_size=6), HOW)
def test_hidden_numbers_are_shown_only_at_the_end(game: Any, choices: list[int], how: How) -> None:
    match = Match(game)
    for choice in choices:
        if not match.is_over:
            match.play(match.moves[choice % len(match.moves)])
    if match.is_over:
        return
    unseen = visible_board(match).count("?")
    assert (match.board.count("?"), match.uncovered) == (unseen, ())
    assert f'[Board "{visible_board(match)}"]' in record.dumps(match)
    assert visible_board(match) == record_json(match)["game"]["board"]
    end(match, how)
    assert match.board == laid_open(game)
    rows = [" ".join(row) for row in match.uncovered]
    assert "/".join(rows) == (laid_open(game) if unseen else "")
    assert f'[Board "{laid_open(game)}"]' in record.dumps(match)
    assert laid_open(match.game).count("?") == len(match.board.split("/")) ** 2  # still public


def test_undealt_numbers_are_dealt_at_the_end() -> None:
    """A resumed game deals its hidden numbers when people end it."""
    begun = Match.replay(numduel.new("quest", seed=7), ["1,1"])
    for how in (Player.ONE, None):
        for match in (record.loads(record.dumps(begun)), Match(begun.game)):
            end(match, how)
            numbers = match.board.replace("/", " ").split()
            assert sorted(numbers) == list("123456789")


# ---- records


@given(drawn_matches(), HOW)
def test_record_keeps_the_ending(match: Match, how: How) -> None:
    if not match.is_over:
        end(match, how)
    text = record.dumps(match)
    again = record.loads(text)
    assert snapshot(again) == snapshot(match)
    assert record.dumps(again) == text
    assert ("[Ended " in text) == (not match.is_over)


def test_tag_names_the_player_who_ended_the_match() -> None:
    fault = Player.TWO, "it wrote  a tab\t, \x1b[2J\nand more"
    tag_text = "Player 2 forfeited: it wrote a tab , \\x1b[2J and more"
    for how, tag in (*RESIGNED.items(), (None, "stopped"), (fault, tag_text)):
        match = Match.replay(numduel.new("sum"), ["7"])
        match.tags["Ended"] = "never"  # only the match sets this tag
        end(match, how)
        written = tag.replace("\\", "\\\\")
        assert f'[Result "*"]\n[Ended "{written}"]\n' in record.dumps(match)
        assert match.ended == tag


def test_unknown_ending_in_the_tag_is_refused() -> None:
    wrong = ["Player 3 resigned", "Resigned", "player 1 resigned", "*", " ", "Player 1 forfeited"]
    wrong += [f"Player 1 forfeited: {fault}" for fault in ("", " ", "a  b", "a\x1b[2J", "a" * 301)]
    for ended in wrong:
        with pytest.raises(RecordError, match="Player 1 resigned, Player 2 resigned, stop") as no:
            record.loads(f'[Game "sum"]\n[Ended "{ended}"]\n1. 7')
        assert no.value.line == 2
        with pytest.raises(SetupError):
            Match.replay(numduel.new("sum"), ["7"], ended=ended)


def test_fault_is_shortened() -> None:
    for fault, tag_text in (
        ("x" * 9999, "x" * 299 + "…"),
        (" \n", "it failed"),
        ("\x00" * 500, None),
    ):
        match = Match(numduel.new("sum"))
        match.forfeit(Player.ONE, fault)
        kept = match.ended.removeprefix("Player 1 forfeited: ")
        assert tag_text in (None, kept)
        assert len(kept) <= 300
        assert kept.isprintable()
        assert record.loads(record.dumps(match)).ended == match.ended


def test_record_cannot_resign_a_game_that_is_over() -> None:
    with pytest.raises(RecordError, match="the game is already over") as no:
        record.loads('[Game "sum"]\n[Options "target=7"]\n[Ended "stopped"]\n1. 7')
    assert no.value.line == 3


def test_rescued_record_invents_no_numbers() -> None:
    text = '[Game "quest"]\n[Board "? ? ?/? 5 ?/? ? ?"]\n[Ended "stopped"]\n1. 2,2'
    match = record.loads(text)
    assert match.is_finished
    assert match.board == "? ? ?/? 5 ?/? ? ?"


# ---- one account


def collect_accounts(match: Match) -> dict[str, Any]:
    """Return all accounts of a match: the result by the rules, and the ending."""
    results = {"1-0": 1, "0-1": 2, "1/2-1/2": None, "*": None}
    text = record.dumps(match)
    written, said = record_json(match), over(match)
    view, last = said["view"], position_json(match)
    assert f'[Result "{written["result"]}"]' in text
    assert written["result"] == record.result(match)
    assert written["status"] == view["status"] == last["status"]
    status = {key: written["status"][key] for key in ("winner", "draw", "reason")}
    assert status == {key: said[key] for key in ("winner", "draw", "reason")}
    assert view["picture"]["winner"] == last["picture"]["winner"] == results[written["result"]]
    assert number_of(match.winner) == results[written["result"]]
    assert match.is_over == (written["result"] != "*")
    assert (match.reason is not None) == ("[Reason " in text) == match.is_over
    ending = match.ending or Ending(None, "")
    assert (number_of(ending.winner), ending.reason or None) == (said["winner"], said["reason"])
    assert snapshot(record.loads(text)) == snapshot(match)
    return {"rules": written["result"], "ended": match.ended, **status}


def test_all_interfaces_report_the_same_ending() -> None:
    def account(rules: str, ended: str, winner: int | None, reason: str | None) -> dict[str, Any]:
        is_draw = rules == "1/2-1/2"
        return {"rules": rules, "ended": ended, "winner": winner, "draw": is_draw, "reason": reason}

    with with_more_games():
        begun = [Match.replay(numduel.new("sum"), ["7"]) for _ in range(4)]
        going, resigned, stopped, forfeited = begun
        resigned.resign(Player.TWO)
        stopped.stop()
        forfeited.forfeit(Player.TWO, "it crashed")
        won = Match.replay(numduel.new("sum", target=7), ["7"])
        drawn = Match.replay(numduel.new("shuttle"), ["stay"])
        assert [collect_accounts(match) for match in (going, won, drawn, *begun[1:])] == [
            account("*", "", None, None),
            account("1-0", "", 1, "exact"),
            account("1/2-1/2", "", None, "middle"),
            account("*", "Player 2 resigned", 1, "resigned"),
            account("*", "stopped", None, "stopped"),
            account("*", "Player 2 forfeited: it crashed", 1, "forfeited"),
        ]


# ---- counts


PEOPLE = make_sides(("human", "human"), ("Ann", "Bob"))


def test_resigned_round_counts_in_the_series() -> None:
    session = Session.begin(find("sum"), {}, PEOPLE, rounds=3)
    session.match.play("7")
    session.match.resign(Player.ONE)
    with pytest.raises(Refused, match="The game is over"):
        session.take_back()
    session.next_round()
    assert session.series.wins_line() == "Wins: Ann 0, Bob 1"
    session.match.stop()
    session.next_round()
    assert session.series.wins_line() == "Wins: Ann 0, Bob 1"


def test_resigned_save_is_not_resumed(home: Path) -> None:
    match, save = Match.replay(numduel.new("sum"), ["7"]), Save("sum")
    save.keep(match)
    assert saves.latest_open() is not None
    match.resign(Player.TWO)
    save.keep(match)
    assert saves.latest_open() is None
    with pytest.raises(SetupError, match="finished"):
        Autosave.resume(save)
    with pytest.raises(SetupError, match="finished"):
        Autosave.open(save.path, print)


def test_round_after_a_resigned_one_is_resumed(home: Path) -> None:
    session = Session.begin(find("sum"), {}, PEOPLE, rounds=2)
    autosave = Autosave(session)
    session.match.play("7")
    session.match.resign(Player.ONE)
    autosave.keep()
    again = Autosave.resume(autosave.save).session
    assert again.series.round == 2
    assert again.series.wins_line() == "Wins: Ann 0, Bob 1"


def test_statistics_count_the_ending(home: Path) -> None:
    """A stopped game counts as played and ends a winning streak, but is not a loss."""
    ways: list[How] = [(Player.TWO, "it crashed"), None, Player.ONE, Player.TWO]
    for number, how in enumerate(ways):
        match = Match.replay(numduel.new("sum"), ["7"])
        Series((Side("human", "human"), Side("casual", "casual"))).tag(match)
        end(match, how)
        Save(f"{number}").keep(match)
    (row,) = statistics.count().rows
    assert (row.played, row.won, row.lost, row.open) == (4, 2, 1, 0)
    assert row.streak == 1


def test_games_cannot_declare_reserved_reasons() -> None:
    endings = [*match_module.ENDED.values(), *match_module.FORFEIT_ENDINGS.values()]
    assert {ending.reason for ending in endings} == OTHER_ENDINGS
