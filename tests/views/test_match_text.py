"""The sentences of a match for each reader, with confusing names."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from names import ARABIC, HEBREW, PAIRS

import numduel
from duel_support import VARIANTS, variants, where, with_more_games
from numduel import Match, Player
from numduel.play.controller import Declined, Offered
from numduel.play.series import Series
from numduel.play.session import make_sides
from numduel.views.match_text import LOCAL_PLAYERS, PlayersStatus, build_words
from numduel.views.match_view import view
from numduel.views.narration import Names, Reader, given_names, isolate_names, names_of

HUMANS = ("human", "human")
MAZE = "4 3 8/9 5 1/2 7 6"


def match_between(one: str, two: str, game: str = "sum", **options: Any) -> Match:
    """Return a match between two people with these names."""
    match = Match(numduel.new(game, **options))
    Series(make_sides(HUMANS, (one, two))).tag(match)
    return match


def match_against(level: str) -> Match:
    match = Match(numduel.new("sum", target=9))
    Series(make_sides(("human", level), ("Ann", level.capitalize()))).tag(match)
    return match


def sentences(match: Match, reader: Reader, company: PlayersStatus = LOCAL_PLAYERS) -> list[str]:
    """Return every text of a view for a reader."""
    seen = view(match, reader=reader)
    found = [*seen.said, seen.prompt]
    for text in build_words(seen, company).values():
        parts = (
            text.values() if isinstance(text, dict) else text if isinstance(text, list) else [text]
        )
        found += [part for part in parts if isinstance(part, str)]
    return found


# ---- names


@pytest.mark.parametrize("pair", PAIRS)
def test_names_are_distinct_and_never_a_seat(pair: Names) -> None:
    one, two = names_of(match_between(*pair))
    assert one != two
    assert "" not in (one, two)
    for player, name in ((Player.ONE, one), (Player.TWO, two)):
        assert name.lower() not in ("you", "your", "yours")
        assert name.removesuffix(" A").removesuffix(" B") != str(player.other)


@pytest.mark.parametrize("pair", PAIRS)
def test_sentences_depend_on_names_only_by_inserting_them(pair: Names) -> None:
    """A sentence about Ann and Bob is the same sentence about two others."""
    match, plain = match_between(*pair, target=9), match_between("Ann", "Bob", target=9)
    names = names_of(match)
    for move in ("4", "2", "5"):
        for reader in Reader:
            texts = sentences(match, reader)
            expected = [
                re.sub("Ann|Bob", lambda name: names[name[0] == "Bob"], text)
                for text in sentences(plain, reader)
            ]
            assert texts == expected
        match.play(move)
        plain.play(move)


def test_name_inside_another_name_is_not_replaced() -> None:
    match = match_between("Ann", "Ann Lee", "maze", board=MAZE)
    for move in ("0,0", "0,1"):
        match.play(move)
    for reader, said in (
        (Reader.ONE, "Ann Lee started on the 3, top middle: 3 of 15."),
        (Reader.TWO, "You started on the 3, top middle: 3 of 15."),
        (Reader.WATCHING, "Ann Lee started on the 3, top middle: 3 of 15."),
        (Reader.SHARED, "Ann Lee started on the 3, top middle: 3 of 15."),
    ):
        assert view(match, reader=reader).said == [said]


def test_equal_names_get_letters() -> None:
    match = Match(numduel.new("sum"))
    match.tags |= {"Player1": "Ann", "Player2": "Ann"}
    assert names_of(match) == ("Ann A", "Ann B")
    assert given_names(match) == ("Ann", "Ann")


def test_player_named_you_is_called_by_seat() -> None:
    match = match_between("Ann", "You", target=9)
    match.play("7")
    match.play("1")
    assert view(match, reader=Reader.ONE).said == ["Player 2 took 1: 1 of 9."]
    assert build_words(view(match, reader=Reader.ONE))["labels"] == ["You", "Player 2"]
    assert given_names(match) == ("Ann", "You")


def test_right_to_left_name_is_isolated_only_for_browsers() -> None:
    match = match_between(ARABIC, "Ann", target=9)
    match.play("7")
    assert isolate_names((ARABIC, "Zoë")) == (f"\u2068{ARABIC}\u2069", "Zoë")
    assert view(match, is_isolated=True).said == [f"\u2068{ARABIC}\u2069 took 7: 7 of 9."]
    assert view(match).said == [f"{ARABIC} took 7: 7 of 9."]
    assert isolate_names((f"{HEBREW} B", "Ann")) == (f"\u2068{HEBREW} B\u2069", "Ann")


# ---- readers


def test_only_a_reader_with_one_seat_is_called_you() -> None:
    for number, variant in enumerate(VARIANTS):
        rng, match = Random(number), Match(variant.new(number))
        match.tags |= {"Player1": "Ann", "Player2": "Bob"}
        for _ in range(12):
            for reader in (Reader.WATCHING, Reader.SHARED):
                texts = " ".join(sentences(match, reader))
                with where(variant, reader, texts):
                    assert not re.search("(?i)\\byour?\\b", texts)
            if match.is_over:
                break
            match.play(rng.choice(match.moves))


def test_lines_below_the_board_end_with_the_choices() -> None:
    match = match_between("Ann", "Bob", "maze", board=MAZE)
    match.play("0,0")
    match.play("2,2")
    for reader, lines, spoken in (
        (
            Reader.ONE,
            ["Bob started on the 6, bottom right: 6 of 15.", "Choose 3 or 9."],
            ["Bob started on the 6, bottom right: 6 of 15.", "Your turn.", "Choose 3 or 9."],
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
            ["Bob started on the 6, bottom right: 6 of 15.", "Ann can choose 3 or 9."],
            ["Bob started on the 6, bottom right: 6 of 15.", "Ann can choose 3 or 9."],
        ),
    ):
        words = build_words(view(match, reader=reader))
        assert (words["lines"], words["spoken"]) == (lines, spoken)


def test_first_turn_shows_the_question_and_the_choices() -> None:
    match = match_between("Ann", "Bob", "sum", highest=4)
    words = build_words(view(match, reader=Reader.ONE))
    asked = "take which number, 1 to 4?"
    may = "You can choose 1, 2, 3, or 4."
    assert words["lines"] == [f"Your turn: {asked}", may]
    assert words["spoken"] == ["Your turn.", "Take which number, 1 to 4?", may]
    shared = build_words(view(match, reader=Reader.SHARED))
    assert shared["lines"] == [f"Ann's turn: {asked}", "Ann can choose 1, 2, 3, or 4."]


def test_question_for_a_card_has_no_brackets() -> None:
    match = match_between("Ann", "Bob: (no)", "run", board="1 1 5/1 1 5/1 5 5")
    for move in ("0,1", "1,2", "1,1"):
        match.play(move)
    for reader, question in (
        (Reader.ONE, "Challenge Bob: (no)?"),
        (Reader.TWO, "Ann's turn: challenge you?"),
        (Reader.SHARED, "Ann's turn: challenge Bob: (no)?"),
    ):
        assert build_words(view(match, reader=reader))["question"] == question


def test_subtitle_shows_opponents_or_score() -> None:
    match, level = match_between("Ann", "Bob", target=9), match_against("casual")
    wins = PlayersStatus(wins=(1, 3))
    for shown, reader, company, subtitle, opponents in (
        (match, Reader.ONE, LOCAL_PLAYERS, "with Bob · to 9", "with Bob"),
        (match, Reader.TWO, wins, "you 3 : 1 Ann", "with Ann"),
        (match, Reader.SHARED, wins, "Ann 1 : 3 Bob", "Ann and Bob"),
        (match, Reader.WATCHING, LOCAL_PLAYERS, "watching Ann and Bob · to 9", "Ann and Bob"),
        (level, Reader.ONE, LOCAL_PLAYERS, "against Casual · to 9", "against Casual"),
    ):
        words = build_words(view(shown, reader=reader), company)
        assert (words["subtitle"], words["opponents"]) == (subtitle, opponents)


def test_progress_bars_show_players_and_progress() -> None:
    here = PlayersStatus(here=(True, False))
    match = match_between("Ann", "Bob", target=9)
    match.play("7")
    seen = view(match, reader=Reader.TWO)
    assert build_words(seen, here)["about"] == ["online · 2 to go", "9 to go"]
    assert build_words(view(match), here)["about"] == ["online · 2 to go", "away · 9 to go"]
    assert build_words(view(match, reader=Reader.SHARED), here)["about"] == ["2 to go", "9 to go"]
    assert build_words(seen)["chips"] == [None, "Your turn"]
    assert build_words(view(match))["chips"] == [None, "to move"]
    match.play("1")
    match.play("5")
    assert build_words(view(match))["about"] == ["over", "8 to go"]
    level = match_against("casual")
    level.play("7")
    words = build_words(view(level, reader=Reader.ONE), here)
    assert words["about"][1] == "computer · 9 to go"
    assert words["chips"] == [None, "thinking"]
    assert words["now"] == "Casual, now"
    level.play("1")  # the program has moved: a review doesn't say that it thinks
    assert build_words(view(level, 1, reader=Reader.ONE))["chips"] == [None, "to move"]


def test_cards_show_the_turn_and_both_scores() -> None:
    match = match_between("Ann", "Bob", target=9)
    match.play("7")
    waiting = build_words(view(match, reader=Reader.ONE), PlayersStatus(joined=(True, False)))
    assert (waiting["state"], waiting["opponents"]) == ("waiting for a friend", "with a friend")
    for reader, state, standing in (
        (Reader.ONE, "Bob to move", "You: 7, Bob: 0, to 9."),
        (Reader.TWO, "Your turn", "You: 0, Ann: 7, to 9."),
        (Reader.SHARED, "Bob to move", "Ann: 7, Bob: 0, to 9."),
        (Reader.WATCHING, "Bob to move", "Ann: 7, Bob: 0, to 9."),
    ):
        words = build_words(view(match, reader=reader))
        assert (words["state"], words["standing"]) == (state, standing)
    match.resign(Player.TWO)
    assert build_words(view(match, reader=Reader.ONE))["state"] == "You win"


# ---- ends


def test_finished_match_has_verdict_reason_and_shared_text() -> None:
    match = match_between("Ann", "Bob", target=9)
    for move in ("4", "2", "5"):
        match.play(move)
    for reader, verdict, how, shared in (
        (Reader.ONE, "You win", "You took 5", "Won Sum Battle in 3 turns."),
        (Reader.TWO, "Ann wins", "Ann took 5", "Lost Sum Battle in 3 turns."),
        (Reader.WATCHING, "Ann wins", "Ann took 5", "Ann won Sum Battle in 3 turns."),
    ):
        words = build_words(view(match, reader=reader))
        assert (words["verdict"], words["shared"]) == (verdict, shared)
        assert words["how"] == f"{how} and reached exactly 9."
        assert words["addition"] == {"terms": [4, 5], "total": 9, "words": "4 plus 5 is 9"}
        assert (words["turn"], words["now"], words["question"]) == ("", "", "")
    before = build_words(view(match, 2))
    ended = (before["verdict"], before["how"], before["shared"], before["addition"])
    assert ended == (None, None, None, None)


def test_addition_includes_the_starting_cell() -> None:
    match = match_between("Ann", "Bob", "maze", board=MAZE)
    for move in ("0,0", "2,0", "0,1", "2,1", "0,2"):
        match.play(move)
    assert build_words(view(match))["addition"] == {
        "terms": [4, 3, 8],
        "total": 15,
        "words": "4 plus 3 plus 8 is 15",
    }
    dealt = match_between("Ann", "Bob", "maze", board="4@1 1 5/6 9 2/3 7 8@2", starts="random")
    for move in ("1,0", "1,2", "2,0", "0,2"):  # Bob's token was put on the 8
        dealt.play(move)
    won = build_words(view(dealt))
    assert won["addition"] == {"terms": [8, 2, 5], "total": 15, "words": "8 plus 2 plus 5 is 15"}
    assert won["about"] == ["2 to go", "0 to go"]


def test_resigned_and_stopped_matches_have_a_verdict() -> None:
    resigned, stopped = match_between("Ann", "Bob"), match_between("Ann", "Bob", "run")
    resigned.play("7")
    resigned.resign(Player.TWO)
    words = build_words(view(resigned, reader=Reader.TWO))
    assert (words["verdict"], words["how"]) == ("Ann wins", "You resigned.")
    assert words["shared"] == "Lost Sum Battle by resignation."
    assert words["addition"] is None
    stopped.stop()
    words = build_words(view(stopped, reader=Reader.ONE))
    assert (words["verdict"], words["how"]) == (
        "No winner",
        "The game ended without a winner, by agreement.",
    )
    assert words["shared"] == "Ended Number Run without a winner after 0 turns."


def test_fault_keeps_the_text_of_the_program() -> None:
    match = match_between("Ann", "Bob")
    match.forfeit(Player.TWO, "it wrote 'Player 1 wins'")
    assert view(match, reader=Reader.ONE).said[0] == "Bob forfeited: it wrote 'Player 1 wins'."
    assert view(match, reader=Reader.TWO).said[0] == "You forfeited: it wrote 'Player 1 wins'."


def test_no_player_is_to_move_at_a_chance_event() -> None:
    match = match_between("Ann", "Bob", "quest", board="1 2 3/4 5 6/7 8 9")
    match.play("2,2")
    words = build_words(view(match, 1, reader=Reader.ONE))
    assert words["lines"] == words["spoken"] == ["You chose the centre cell."]
    assert (words["state"], words["turn"], words["verdict"]) == ("", "", None)
    assert words["chips"] == [None, None]


def test_end_without_a_winner_is_only_offered_where_it_can_happen() -> None:
    entries = [
        build_words(view(match_between("Ann", "Bob"), reader=reader))["stop"] for reader in Reader
    ]
    offer = "Offer to end without a winner"
    assert entries == [offer, offer, None, "End without a winner"]
    race = match_between("Ann", "Bob", "race", board="1 3 3 4/2 2 3 3/2 3 2 4/1 1 4 2")
    race.tags["Type2"] = "casual"
    assert build_words(view(race, reader=Reader.ONE))["stop"] == offer
    ends_anyway = match_against("casual")  # the computer would always decline
    assert build_words(view(ends_anyway, reader=Reader.ONE))["stop"] is None
    ends_anyway.play("9")
    assert ends_anyway.is_finished
    assert build_words(view(ends_anyway, reader=Reader.SHARED))["stop"] is None


# ---- at a server


def test_offers_are_worded_for_players_and_spectators() -> None:
    match = match_between("Ann", "Bob")
    for do, title, yes, own, watched in (
        (
            "takeback",
            "Bob asks for a takeback",
            "Accept",
            "You asked for a takeback.",
            "Bob asked Ann for a takeback.",
        ),
        (
            "rematch",
            "Bob offers a rematch",
            "Rematch",
            "You offered a rematch.",
            "Bob offered Ann a rematch.",
        ),
        (
            "stop",
            "Bob offers to end the game without a winner",
            "End without a winner",
            "You offered to end the game without a winner.",
            "Bob asked Ann to end the game without a winner.",
        ),
    ):
        for reader in Reader:
            offer = build_words(view(match, reader=reader), PlayersStatus(offer=(do, Player.TWO)))[
                "offer"
            ]
            is_own = reader is Reader.TWO
            mine = f"{own} Waiting for Ann."
            line = mine if is_own else f"{title}." if reader is Reader.ONE else watched
            assert offer == {
                "title": title,
                "yes": yes,
                "no": "Decline",
                "own": mine if is_own else None,
                "line": line,
                "withdraw": "Withdraw" if is_own else None,
            }


def test_presence_and_lateness_are_worded_for_every_reader() -> None:
    match = match_between("Ann", "Bob", target=9)
    here = PlayersStatus(here=(True, False))
    ann, bob = "Ann is online.", "Bob is away. The game waits."
    for reader, presence in (
        (Reader.ONE, [None, bob]),
        (Reader.TWO, [ann, None]),
        (Reader.WATCHING, [ann, bob]),
        (Reader.SHARED, [None, None]),
    ):
        words = build_words(view(match, reader=reader), here)
        assert words["presence"] == presence
        watching = "Both seats are taken. You're watching Ann and Bob."
        assert words["late"] == (watching if reader is Reader.WATCHING else None)
    assert build_words(view(match))["presence"] == [None, None], "not at a server"
    assert build_words(view(match))["late"] is None
    level = build_words(view(match_against("casual"), reader=Reader.ONE), here)
    assert level["presence"] == [None, None]
    match.play("9")
    words = build_words(view(match), here)
    assert words["presence"] == [ann, "Bob is away."]
    assert words["late"] == "Both seats are taken. Ann and Bob have already played."


def test_news_are_beside_the_lines_of_the_last_turn() -> None:
    match = match_between("Ann", "Bob", "maze", board=MAZE)
    match.play("0,0")
    match.play("2,2")
    news = Declined(Offered("takeback", Player.TWO), Player.ONE)
    words = build_words(view(match, reader=Reader.TWO, news=news))
    assert words["news"] == "Ann declined the takeback."
    assert words["lines"] == build_words(view(match, reader=Reader.TWO))["lines"]
    assert build_words(view(match, reader=Reader.ONE, news=news))["news"] == (
        "You declined the takeback."
    )


def test_invitation_names_the_host_and_who_goes_first() -> None:
    for host, name, mine, theirs in (
        (Player.ONE, "Ann", "You are Player 1 and go first.", "You will be Player 2."),
        (
            Player.TWO,
            "",
            "You are Player 2. Your friend goes first.",
            "You will be Player 1 and go first.",
        ),
    ):
        match = match_between(name, "") if host is Player.ONE else match_between("", name)
        joined = PlayersStatus(joined=(host is Player.ONE, host is Player.TWO))
        waits = build_words(view(match, reader=Reader.of([host])), joined)
        assert waits["lines"] == ["Waiting for your friend."]
        assert (waits["late"], waits["presence"]) == (None, [None, None])
        assert (waits["labels"][host], waits["labels"][host.other]) == ("You", "Your friend")
        assert (waits["seat"], waits["invitation"]) == (mine, None)
        invited = build_words(view(match), joined)
        assert invited["labels"][host.other] == "Open seat"
        assert invited["seat"] == theirs
        assert invited["lines"] == [
            f"{name or host} is waiting for a friend.",
            "You can watch when the friend has joined.",
        ]
        title = f"{name} invites you to" if name else "You're invited to"
        assert invited["invitation"] == f"{title} Sum Battle"


# ---- draws, and other kinds of games

DRAWN = {
    "pick15": "2 5 4 6 1 3 8 9 7",
    "threes": "b2 b1 c2 d2 d1 a2 a1 c1",
    "shuttle": "left right stay",
    "toss": "keep keep",
}
"""Moves that end in a draw; in Toss, if both dice are equal."""


def drawn_match(game: str) -> Match:
    """Return a drawn match between Ann and Bob."""
    match = Match.replay(numduel.new(game), DRAWN[game].split(), drawn=["3", "3"])
    Series(make_sides(HUMANS, ("Ann", "Bob"))).tag(match)
    return match


def test_draw_is_worded_for_every_reader() -> None:
    with with_more_games():
        match = drawn_match("pick15")
        both = "Ann and Bob played Pick 15 to a draw in 9 turns."
        mine = "Played Pick 15 to a draw in 9 turns."
        for reader, shared in zip(Reader, (mine, mine, both, both), strict=True):
            words = build_words(view(match, reader=reader), PlayersStatus(wins=(1, 0)))
            assert words["verdict"] == words["state"] == "It's a draw"
            assert words["how"] == "The game ended for this reason: empty."
            assert words["shared"] == shared
            assert words["lines"][-1] == "The game is a draw."
            assert words["chips"] == [None, None]
            assert (words["turn"], words["question"], words["addition"]) == ("", "", None)


def test_no_sentence_of_a_draw_names_a_winner_or_an_agreement() -> None:
    with with_more_games():
        for game in DRAWN:
            match = drawn_match(game)
            assert match.ending is not None
            assert match.ending.is_draw
            for reader in Reader:
                for text in sentences(match, reader):
                    assert not re.search("None|Stopped|agreement|\\bw[io]ns?\\b", text), text


def test_other_kinds_of_games_have_words_in_every_position() -> None:
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


def test_size_of_a_game_without_facts_and_coordinates_is_its_title() -> None:
    with with_more_games():
        for game, title in (("pick15", "Pick 15"), ("threes", "Threes"), ("toss", "Toss")):
            words = build_words(view(Match(numduel.new(game)), reader=Reader.ONE))
            assert words["size"] == title
            assert words["subtitle"] == "with Player 2"
        words = build_words(view(Match(numduel.new("toss"), drawn=["6"]), reader=Reader.ONE))
        assert words["standing"] == "You: 6, Player 2: 0."
        assert words["lines"] == ["6 was drawn.", "Your turn: play which move?", "Throws: 1."]


def test_letters_are_those_that_a_typed_move_can_start_with() -> None:
    cases: tuple[tuple[str, dict[str, Any], tuple[str, ...], str], ...] = (
        ("sum", {}, (), ""),
        ("maze", {}, (), ""),
        ("maze", {"board": "4 3 8/9 5 1/2 7 6"}, ("0,0", "2,0"), "dlru"),
        ("run", {}, (), "dlnruy"),
        ("race", {}, (), "dlru"),
        ("quest", {"stand": True}, (), "s"),
    )
    for game, setup, moves, letters in cases:
        with where(game, moves):
            match = Match(numduel.new(game, **setup))
            for move in moves:
                match.play(move)
            assert build_words(view(match))["letters"] == letters
