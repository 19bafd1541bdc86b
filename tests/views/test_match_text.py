"""The finished sentences of a view: for each reader, and with names that are traps."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from names import ARABIC, HEBREW, PAIRS

import numduel
from duel_support import VARIANTS, variants, where, with_more_games
from numduel import Match, Player
from numduel.play.series import Series
from numduel.play.session import make_sides
from numduel.views.match_text import ALONE, Company, words_of
from numduel.views.match_view import view
from numduel.views.narration import Names, Reader, given_names, isolated, names_of

HUMANS = ("human", "human")
MAZE = "4 3 8/9 5 1/2 7 6"


def named(one: str, two: str, game: str = "sum", **options: Any) -> Match:
    """A match between two people who call themselves so."""
    match = Match(numduel.new(game, **options))
    Series(make_sides(HUMANS, (one, two))).tag(match)
    return match


def against(level: str) -> Match:
    match = Match(numduel.new("sum", target=9))
    Series(make_sides(("human", level), ("Ann", level.capitalize()))).tag(match)
    return match


def sentences(match: Match, reader: Reader, company: Company = ALONE) -> list[str]:
    """Every text that a view has for a reader."""
    seen = view(match, reader=reader)
    found = [*seen.said, seen.prompt]
    for text in words_of(seen, company).values():
        parts = (
            text.values() if isinstance(text, dict) else text if isinstance(text, list) else [text]
        )
        found += [part for part in parts if isinstance(part, str)]
    return found


# ---- names


@pytest.mark.parametrize("pair", PAIRS)
def test_two_players_have_two_names_that_mean_nobody_else(pair: Names) -> None:
    one, two = names_of(named(*pair))
    assert one != two
    assert "" not in (one, two)
    for player, name in ((Player.ONE, one), (Player.TWO, two)):
        assert name.lower() not in ("you", "your", "yours")
        assert name.removesuffix(" A").removesuffix(" B") != str(player.other)


@pytest.mark.parametrize("pair", PAIRS)
def test_sentences_differ_from_those_with_plain_names_by_the_names_alone(pair: Names) -> None:
    """A sentence about Ann and Bob is the same sentence about two others."""
    match, plain = named(*pair, target=9), named("Ann", "Bob", target=9)
    names = names_of(match)
    for move in ("4", "2", "5"):
        for reader in Reader:
            told = sentences(match, reader)
            expected = [
                re.sub("Ann|Bob", lambda name: names[name[0] == "Bob"], text)
                for text in sentences(plain, reader)
            ]
            assert told == expected
        match.play(move)
        plain.play(move)


def test_ann_is_not_ann_lee() -> None:
    match = named("Ann", "Ann Lee", "maze", board=MAZE)
    for move in ("0,0", "0,1"):
        match.play(move)
    for reader, said in (
        (Reader.ONE, "Ann Lee started on the 3, top middle: 3 of 15."),
        (Reader.TWO, "You started on the 3, top middle: 3 of 15."),
        (Reader.WATCHING, "Ann Lee started on the 3, top middle: 3 of 15."),
        (Reader.SHARED, "Ann Lee started on the 3, top middle: 3 of 15."),
    ):
        assert view(match, reader=reader).said == [said]


def test_players_with_the_same_name_get_a_letter() -> None:
    match = Match(numduel.new("sum"))
    match.tags |= {"Player1": "Ann", "Player2": "Ann"}
    assert names_of(match) == ("Ann A", "Ann B")
    assert given_names(match) == ("Ann", "Ann")


def test_a_player_called_you_is_called_by_the_seat() -> None:
    match = named("Ann", "You", target=9)
    match.play("7")
    match.play("1")
    assert view(match, reader=Reader.ONE).said == ["Player 2 took 1: 1 of 9."]
    assert words_of(view(match, reader=Reader.ONE))["labels"] == ["You", "Player 2"]
    assert given_names(match) == ("Ann", "You")


def test_a_right_to_left_name_is_isolated_for_a_browser_alone() -> None:
    match = named(ARABIC, "Ann", target=9)
    match.play("7")
    assert isolated((ARABIC, "Zoë")) == (f"\u2068{ARABIC}\u2069", "Zoë")
    assert view(match, is_isolated=True).said == [f"\u2068{ARABIC}\u2069 took 7: 7 of 9."]
    assert view(match).said == [f"{ARABIC} took 7: 7 of 9."]
    assert isolated((f"{HEBREW} B", "Ann")) == (f"\u2068{HEBREW} B\u2069", "Ann")


# ---- readers


def test_only_one_who_sits_at_one_seat_is_called_you() -> None:
    for number, variant in enumerate(VARIANTS):
        rng, match = Random(number), Match(variant.new(number))
        match.tags |= {"Player1": "Ann", "Player2": "Bob"}
        for _ in range(12):
            for reader in (Reader.WATCHING, Reader.SHARED):
                told = " ".join(sentences(match, reader))
                with where(variant, reader, told):
                    assert not re.search("(?i)\\byour?\\b", told)
            if match.is_over:
                break
            match.play(rng.choice(match.moves))


def test_words_below_the_board_end_with_what_the_reader_may_do() -> None:
    match = named("Ann", "Bob", "maze", board=MAZE)
    match.play("0,0")
    match.play("2,2")
    for reader, lines, spoken in (
        (
            Reader.ONE,
            ["Bob started on the 6, bottom right: 6 of 15.", "Yours: 3 or 9."],
            ["Bob started on the 6, bottom right: 6 of 15.", "Your turn.", "Yours: 3 or 9."],
        ),
        (
            Reader.TWO,
            ["You started on the 6, bottom right: 6 of 15.", "Ann to move."],
            ["You started on the 6, bottom right: 6 of 15.", "Ann to move."],
        ),
        (
            Reader.WATCHING,
            ["Bob started on the 6, bottom right: 6 of 15.", "Ann to move."],
            ["Bob started on the 6, bottom right: 6 of 15.", "Ann to move."],
        ),
        (
            Reader.SHARED,
            ["Bob started on the 6, bottom right: 6 of 15.", "Ann may choose 3 or 9."],
            ["Bob started on the 6, bottom right: 6 of 15.", "Ann may choose 3 or 9."],
        ),
    ):
        words = words_of(view(match, reader=reader))
        assert (words["lines"], words["spoken"]) == (lines, spoken)


def test_before_the_first_move_the_question_and_the_choices_are_told() -> None:
    match = named("Ann", "Bob", "sum", highest=4)
    words = words_of(view(match, reader=Reader.ONE))
    asked = "take which number, 1 to 4?"
    may = "You may choose 1, 2, 3, or 4."
    assert words["lines"] == [f"Your turn: {asked}", may]
    assert words["spoken"] == ["Your turn.", "Take which number, 1 to 4?", may]
    shared = words_of(view(match, reader=Reader.SHARED))
    assert shared["lines"] == [f"Ann's turn: {asked}", "Ann may choose 1, 2, 3, or 4."]


def test_a_question_for_a_card_has_no_brackets() -> None:
    match = named("Ann", "Bob: (no)", "run", board="1 1 5/1 1 5/1 5 5")
    for move in ("0,1", "1,2", "1,1"):
        match.play(move)
    for reader, question in (
        (Reader.ONE, "Challenge Bob: (no)?"),
        (Reader.TWO, "Ann's turn: challenge you?"),
        (Reader.SHARED, "Ann's turn: challenge Bob: (no)?"),
    ):
        assert words_of(view(match, reader=reader))["question"] == question


def test_opponents_and_score() -> None:
    match, level = named("Ann", "Bob", target=9), against("casual")
    wins = Company(wins=(1, 3))
    for shown, reader, company, subtitle, opponents in (
        (match, Reader.ONE, ALONE, "with Bob · to 9", "with Bob"),
        (match, Reader.TWO, wins, "you 3 : 1 Ann", "with Ann"),
        (match, Reader.SHARED, wins, "Ann 1 : 3 Bob", "Ann and Bob"),
        (match, Reader.WATCHING, ALONE, "watching Ann and Bob · to 9", "Ann and Bob"),
        (level, Reader.ONE, ALONE, "against Casual · to 9", "against Casual"),
    ):
        words = words_of(view(shown, reader=reader), company)
        assert (words["subtitle"], words["opponents"]) == (subtitle, opponents)


def test_bars_say_who_it_is_and_how_far_they_have_come() -> None:
    here = Company(here=(True, False))
    match = named("Ann", "Bob", target=9)
    match.play("7")
    seen = view(match, reader=Reader.TWO)
    assert words_of(seen, here)["about"] == ["here · 2 to go", "9 to go"]
    assert words_of(view(match), here)["about"] == ["here · 2 to go", "away · 9 to go"]
    assert words_of(view(match, reader=Reader.SHARED), here)["about"] == ["2 to go", "9 to go"]
    assert words_of(seen)["chips"] == [None, "Your turn"]
    assert words_of(view(match))["chips"] == [None, "to move"]
    match.play("1")
    match.play("5")
    assert words_of(view(match))["about"] == ["over", "8 to go"]
    level = against("casual")
    level.play("7")
    words = words_of(view(level, reader=Reader.ONE), here)
    assert words["about"][1] == "computer · 9 to go"
    assert words["chips"] == [None, "thinking"]
    assert words["now"] == "Casual, now"


def test_cards_say_whose_turn_it_is_and_how_far_both_have_come() -> None:
    match = named("Ann", "Bob", target=9)
    match.play("7")
    waiting = words_of(view(match, reader=Reader.ONE), Company(joined=(True, False)))
    assert (waiting["state"], waiting["opponents"]) == ("waiting for a friend", "with a friend")
    for reader, state, standing in (
        (Reader.ONE, "Bob to move", "You: 7, Bob: 0, to 9."),
        (Reader.TWO, "Your turn", "You: 0, Ann: 7, to 9."),
        (Reader.SHARED, "Bob to move", "Ann: 7, Bob: 0, to 9."),
        (Reader.WATCHING, "Bob to move", "Ann: 7, Bob: 0, to 9."),
    ):
        words = words_of(view(match, reader=reader))
        assert (words["state"], words["standing"]) == (state, standing)
    match.resign(Player.TWO)
    assert words_of(view(match, reader=Reader.ONE))["state"] == "You win"


# ---- ends


def test_an_end_in_words() -> None:
    match = named("Ann", "Bob", target=9)
    for move in ("4", "2", "5"):
        match.play(move)
    for reader, verdict, how, shared in (
        (Reader.ONE, "You win", "You took 5", "Won Sum Battle in 3 turns."),
        (Reader.TWO, "Ann wins", "Ann took 5", "Lost Sum Battle in 3 turns."),
        (Reader.WATCHING, "Ann wins", "Ann took 5", "Ann won Sum Battle in 3 turns."),
    ):
        words = words_of(view(match, reader=reader))
        assert (words["verdict"], words["shared"]) == (verdict, shared)
        assert words["how"] == f"{how} and reached exactly 9."
        assert words["addition"] == {"terms": [4, 5], "total": 9, "words": "4 plus 5 is 9"}
        assert (words["turn"], words["now"], words["question"]) == ("", "", "")
    before = words_of(view(match, 2))
    ended = (before["verdict"], before["how"], before["shared"], before["addition"])
    assert ended == (None, None, None, None)


def test_a_sum_begins_where_the_token_began() -> None:
    match = named("Ann", "Bob", "maze", board=MAZE)
    for move in ("0,0", "2,0", "0,1", "2,1", "0,2"):
        match.play(move)
    assert words_of(view(match))["addition"] == {
        "terms": [4, 3, 8],
        "total": 15,
        "words": "4 plus 3 plus 8 is 15",
    }
    dealt = named("Ann", "Bob", "maze", board="4@1 1 5/6 9 2/3 7 8@2", starts="random")
    for move in ("1,0", "1,2", "2,0", "0,2"):  # Bob's token was put on the 8
        dealt.play(move)
    won = words_of(view(dealt))
    assert won["addition"] == {"terms": [8, 2, 5], "total": 15, "words": "8 plus 2 plus 5 is 15"}
    assert won["about"] == ["2 to go", "0 to go"]


def test_an_end_that_people_bring_about() -> None:
    resigned, stopped = named("Ann", "Bob"), named("Ann", "Bob", "run")
    resigned.play("7")
    resigned.resign(Player.TWO)
    words = words_of(view(resigned, reader=Reader.TWO))
    assert (words["verdict"], words["how"]) == ("Ann wins", "You resigned.")
    assert words["shared"] == "Lost Sum Battle by resignation."
    assert words["addition"] is None
    stopped.stop()
    words = words_of(view(stopped, reader=Reader.ONE))
    assert (words["verdict"], words["how"]) == ("Stopped", "The game was stopped by agreement.")
    assert words["shared"] == "Stopped Number Run after 0 turns."


def test_a_fault_is_told_in_its_own_words() -> None:
    match = named("Ann", "Bob")
    match.forfeit(Player.TWO, "it wrote 'Player 1 wins'")
    assert view(match, reader=Reader.ONE).said[0] == "Bob forfeited: it wrote 'Player 1 wins'."
    assert view(match, reader=Reader.TWO).said[0] == "You forfeited: it wrote 'Player 1 wins'."


def test_no_player_is_to_move_while_a_number_is_drawn() -> None:
    match = named("Ann", "Bob", "quest", board="1 2 3/4 5 6/7 8 9")
    match.play("2,2")
    words = words_of(view(match, 1, reader=Reader.ONE))
    assert words["lines"] == words["spoken"] == ["You chose the centre cell."]
    assert (words["state"], words["turn"], words["verdict"]) == ("", "", None)
    assert words["chips"] == [None, None]


# ---- at a table


def test_offers_are_worded_for_both_and_for_those_who_watch() -> None:
    match = named("Ann", "Bob")
    for do, title, yes, own in (
        ("takeback", "Bob asks to take a move back", "Agree", "You asked to take a move back."),
        ("rematch", "Bob wants a rematch", "Play again", "You offered a rematch."),
        ("stop", "Bob offers to stop this game", "Stop it", "You offered to stop."),
    ):
        for reader in Reader:
            offer = words_of(view(match, reader=reader), Company(offer=(do, Player.TWO)))["offer"]
            mine = f"{own} Waiting for Ann." if reader is Reader.TWO else None
            assert offer == {"title": title, "yes": yes, "no": "No", "own": mine}


def test_an_invitation_says_who_invites_and_who_begins() -> None:
    for host, name, mine, theirs in (
        (Player.ONE, "Ann", "You are Player 1 and begin.", "You will be Player 2."),
        (
            Player.TWO,
            "",
            "You are Player 2: your friend begins.",
            "You will be Player 1 and begin.",
        ),
    ):
        match = named(name, "") if host is Player.ONE else named("", name)
        joined = Company(joined=(host is Player.ONE, host is Player.TWO))
        waits = words_of(view(match, reader=Reader.of([host])), joined)
        assert waits["lines"] == ["Waiting for your friend."]
        assert (waits["labels"][host], waits["labels"][host.other]) == ("You", "Your friend")
        assert (waits["seat"], waits["invitation"]) == (mine, None)
        invited = words_of(view(match), joined)
        assert invited["labels"][host.other] == "Free"
        assert invited["seat"] == theirs
        assert invited["invitation"] == f"{name or 'Someone'} invites you to Sum Battle"


# ---- draws, and games unlike the five

DRAWN = {
    "pick15": "2 5 4 6 1 3 8 9 7",
    "threes": "b2 b1 c2 d2 d1 a2 a1 c1",
    "shuttle": "left right stay",
    "toss": "keep keep",
}
"""Moves to a draw; in Toss, if both dice show the same."""


def drawn(game: str) -> Match:
    """A match between Ann and Bob that has ended as a draw."""
    match = Match.replay(numduel.new(game), DRAWN[game].split(), drawn=["3", "3"])
    Series(make_sides(HUMANS, ("Ann", "Bob"))).tag(match)
    return match


def test_draw_is_worded_for_every_reader() -> None:
    with with_more_games():
        match = drawn("pick15")
        both = "Ann and Bob played Pick 15 to a draw in 9 turns."
        mine = "Played Pick 15 to a draw in 9 turns."
        for reader, shared in zip(Reader, (mine, mine, both, both), strict=True):
            words = words_of(view(match, reader=reader), Company(wins=(1, 0)))
            assert words["verdict"] == words["state"] == "It's a draw"
            assert words["how"] == "The game ended for this reason: empty."
            assert words["shared"] == shared
            assert words["lines"][-1] == "The game is a draw."
            assert words["chips"] == [None, None]
            assert (words["turn"], words["question"], words["addition"]) == ("", "", None)


def test_no_sentence_of_a_draw_names_a_winner_or_an_agreement() -> None:
    with with_more_games():
        for game in DRAWN:
            match = drawn(game)
            assert match.ending is not None
            assert match.ending.is_draw
            for reader in Reader:
                for text in sentences(match, reader):
                    assert not re.search("None|Stopped|agreement|\\bw[io]ns?\\b", text), text


def test_games_unlike_the_five_are_worded_in_every_position() -> None:
    with with_more_games() as more:
        for variant in variants(more):
            match, rng = Match(variant.new(1)), Random(1)
            for _ in range(30):
                for reader in Reader:
                    for text in sentences(match, reader):
                        assert text.isprintable()
                        assert "None" not in text
                if match.is_over:
                    break
                match.play(rng.choice(match.moves))


def test_game_without_facts_and_coordinates_is_called_by_its_title() -> None:
    with with_more_games():
        for game, title in (("pick15", "Pick 15"), ("threes", "Threes"), ("toss", "Toss")):
            words = words_of(view(Match(numduel.new(game)), reader=Reader.ONE))
            assert words["size"] == title
            assert words["subtitle"] == "with Player 2"
        words = words_of(view(Match(numduel.new("toss"), drawn=["6"]), reader=Reader.ONE))
        assert words["standing"] == "You: 6, Player 2: 0."
        assert words["lines"] == ["6 was drawn.", "Your turn: play which move?", "Throws: 1."]
