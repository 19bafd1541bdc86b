"""Sentences for a reader: names for players, and "you" for the reader."""

from __future__ import annotations

import re
from random import Random

import pytest

import numduel
from duel_support import VARIANTS, Variant, variants, with_more_games
from numduel import Match, Player
from numduel.play.controller import (
    REMATCH,
    STOP,
    TAKEBACK,
    Accepted,
    Arrived,
    Declined,
    Offered,
    Undone,
)
from numduel.views.narration import Narration, Reader, address, names_of, short_names

NAMES = ("Ann", "Bob")


# ---- one sentence


@pytest.mark.parametrize(
    ("text", "you", "line"),
    [
        ("Player 1 won: Player 2 went back", None, "Ann won: Bob went back"),
        ("Player 1 won: Player 2 went back", Player.ONE, "You won: Bob went back"),
        ("Player 1 won: Player 2 went back", Player.TWO, "Ann won: you went back"),
        ("Player 1's 12 beat Player 2's 9", Player.TWO, "Ann's 12 beat your 9"),
        ("Player 2's turn: move?", Player.TWO, "Your turn: move?"),
        ("It ended. Player 1 won.", Player.ONE, "It ended. You won."),
        ("Right! Player 1 won.", Player.ONE, "Right! You won."),
        ("Who won? Player 2's 9 did.", Player.TWO, "Who won? Your 9 did."),
        ("So: Player 1, then Player 2", Player.ONE, "So: you, then Bob"),
        ("It ended! Player 1 won.", Player.ONE, "It ended! You won."),
        ("Who won? Player 1's 12 beat 9.", Player.ONE, "Who won? Your 12 beat 9."),
        ("Player 1, Player 10 and Player 12", None, "Ann, Player 10 and Player 12"),
        ("Nothing of either", Player.ONE, "Nothing of either"),
    ],
)
def test_address_words_a_sentence_for_its_reader(text: str, you: Player | None, line: str) -> None:
    assert address(text, NAMES, you) == line


@pytest.mark.parametrize("name", ["Player 2", "\\1", "\\g<0>", "Player 1's", "you", "a.b*", ""])
def test_address_inserts_names_unchanged(name: str) -> None:
    assert address("Player 1 met Player 2", (name, "Bob")) == f"{name} met Bob"
    assert address("Player 2 met Player 1", ("Ann", name)) == f"{name} met Ann"
    assert address("Player 2 met Player 1", ("Ann", name), Player.ONE) == f"{name} met you"


@pytest.mark.parametrize(
    ("tags", "names"),
    [
        ({}, ("Player 1", "Player 2")),
        ({"Player1": "Ann", "Player2": "Bob"}, ("Ann", "Bob")),
        ({"Player1": "human", "Type1": "human"}, ("Player 1", "Player 2")),
        (
            {"Player1": "human A", "Type1": "human", "Player2": "human B", "Type2": "human"},
            ("Player 1", "Player 2"),
        ),
        (
            {"Player1": "human", "Type1": "human", "Player2": "casual", "Type2": "casual"},
            ("Player 1", "casual"),
        ),
        ({"Player1": "human", "Type1": "random"}, ("human", "Player 2")),
        ({"Player2": "human", "Type2": "random"}, ("Player 1", "human")),
        ({"Player1": "A\x1b[31m"}, ("A\\x1b[31m", "Player 2")),
    ],
)
def test_names_come_from_tags_or_seats(tags: dict[str, str], names: tuple[str, str]) -> None:
    match = Match(numduel.new("sum"))
    match.tags |= tags
    assert names_of(match) == names


def test_short_names_cut_names_over_20_characters() -> None:
    match = Match(numduel.new("sum"))
    match.tags |= {"Player1": "W" * 20, "Player2": "M" * 21}
    assert short_names(match) == ("W" * 20, "M" * 19 + "…")
    match.tags |= {"Player1": "W" * 30, "Player2": "W" * 31}
    assert short_names(match) == ("W" * 19 + "… A", "W" * 19 + "… B")


def test_labels_and_titles_call_the_reader_you() -> None:
    match = Match(numduel.new("sum"))
    for reader, labels, titles in (
        (Reader.ONE, ("you", "Bob"), ["You", "Bob"]),
        (Reader.TWO, ("Ann", "you"), ["Ann", "You"]),
        (Reader.WATCHING, NAMES, [*NAMES]),
        (Reader.SHARED, NAMES, [*NAMES]),
    ):
        narration = Narration(match, NAMES, reader)
        assert (narration.labels, narration.titles) == (labels, titles)


# ---- whole matches


def matches(chosen: list[Variant] = VARIANTS) -> list[Match]:
    """Return a random match of every variant, with at most 120 moves."""
    played = []
    for number, variant in enumerate(chosen):
        rng, match = Random(number), Match(variant.new(number))
        for _ in range(120):
            if match.is_over:
                break
            match.play(rng.choice(match.moves))
        played.append(match)
    return played


def everything(narration: Narration) -> list[str]:
    """Return all sentences of a match, from the first position to the last."""
    plies = range(len(narration.match.plies) + 1)
    lines = [line for ply in plies for line in (*narration.last_lines(ply), narration.prompt(ply))]
    return [*lines, *narration.log(), *narration.verdict()]


def test_you_always_means_the_reader() -> None:
    for match in matches():
        by_name = everything(Narration(match, NAMES))
        assert not [line for line in by_name if re.search("(?i)\\byour?\\b", line)]
        for player in Player:
            for line, named in zip(
                everything(Narration(match, NAMES, Reader.of([player]))), by_name, strict=True
            ):
                again = re.sub("(?i)\\byour\\b", f"{NAMES[player]}'s", line)
                assert re.sub("(?i)\\byou\\b", NAMES[player], again) == named


def test_verdict_names_the_winner_without_praise() -> None:
    ended = [match for match in matches() if match.is_over]
    assert {match.game.id for match in ended} == set(numduel.games())
    for match in ended:
        winner = match.winner
        assert winner is not None
        for player in Player:
            how, who = Narration(match, NAMES, Reader.of([player])).verdict()
            assert who == ("You won" if player is winner else f"{NAMES[winner]} won") + " the game."
            assert not re.search("(?i)congratulat|you won|you win", how)
        assert Narration(match, NAMES).log()[-1] == f"{NAMES[winner]} won the game."


PRAISE = "(?i)congratulat|well done|bravo|hooray|you won|you win|you have won"


def test_loser_never_reads_congratulations() -> None:
    with with_more_games() as more:
        ended = [match for match in matches([*VARIANTS, *variants(more)]) if match.is_over]
        assert {match.game.id for match in ended} == {*numduel.games()}
        assert len(more) > 1
        assert any(match.winner is None for match in ended)
        for match in ended:
            for player in Player:
                if player is not match.winner:
                    told = Narration(match, NAMES, Reader.of([player]))
                    lines = [*everything(told), *everything(Narration(match))]
                    assert not [line for line in lines if re.search(PRAISE, line)]


def test_legend_uses_names_and_you() -> None:
    match = Match.replay(numduel.new("maze", board="4 3 8/9 5 1/2 7 6"), ["0,0", "2,2", "0,1"])
    meanings = [*match.game.picture(match.state).legend().values()]
    for reader, lines in (
        (Reader.ONE, ["Your token", "Bob's token", "visited by you", "visited by Bob"]),
        (Reader.WATCHING, ["Ann's token", "Bob's token", "visited by Ann", "visited by Bob"]),
        (Reader.SHARED, ["Ann's token", "Bob's token", "visited by Ann", "visited by Bob"]),
    ):
        assert [Narration(match, NAMES, reader).address(what) for what in meanings] == lines


def test_last_lines_cover_the_whole_last_turn() -> None:
    match = Match(numduel.new("quest", board="1 2 3/4 5 6/7 8 9"))
    assert Narration(match).last_lines() == []
    match.play("2,2")
    match.play("1,1")
    narration = Narration(match, NAMES, Reader.TWO)
    assert narration.last_lines() == ["You chose the top left cell.", "You revealed 1: 1 of 15."]
    assert narration.last_lines(1) == ["Ann chose the centre cell."]
    assert narration.last_lines(2) == ["Ann chose the centre cell.", "Ann revealed 5: 5 of 15."]
    assert narration.log() == [
        "Welcome to Number Quest!",
        "",
        "1. Ann chose the centre cell.",
        "   Ann revealed 5: 5 of 15.",
        "2. You chose the top left cell.",
        "   You revealed 1: 1 of 15.",
    ]


def test_log_of_earlier_plies_hides_the_end() -> None:
    match = Match(numduel.new("sum", target=9))
    match.play("9")
    assert Narration(match).log(0) == ["--- Sum Battle Game Start ---"]
    assert Narration(match).log(1)[-1] == "Player 1 won the game."
    assert Narration(match).prompt() == ""
    assert Narration(match).prompt(0) == "Player 1's turn: take which number, 1 to 9?"


def test_lost_challenge_names_the_challenger_and_the_start() -> None:
    match = Match(numduel.new("run", board="1 1 5/1 1 5/1 5 5"))
    for move in ("0,1", "1,2", "1,1"):
        match.play(move)
    match.play("yes")
    assert Narration(match, NAMES, Reader.ONE).last_lines() == [
        "You moved to the 1, centre: score 2.",
        "You challenged 2 to 5 and lost: you went back to the start with 0.",
    ]


# ---- draws


def test_draw_reads_the_same_for_every_reader() -> None:
    with with_more_games():
        match = Match.replay(numduel.new("pick15"), ["2", "5", "4", "6", "1", "3", "8", "9", "7"])
        verdict = ["The game ended for this reason: empty.", "The game is a draw."]
        for reader in Reader:
            told = Narration(match, NAMES, reader)
            assert told.verdict() == verdict
            assert told.last_lines()[-2:] == told.log()[-2:] == verdict
            assert told.how() == verdict[0]
            assert told.prompt() == ""


def test_stopped_game_is_not_called_a_draw() -> None:
    with with_more_games():
        match = Match.replay(numduel.new("pick15"), ["2", "5"])
        match.stop()
        for reader in Reader:
            assert Narration(match, NAMES, reader).verdict() == [
                "The game ended without a winner, by agreement."
            ]


def test_default_question_lists_moves_only_for_typing() -> None:
    with with_more_games():
        told = Narration(Match(numduel.new("shuttle")), NAMES, Reader.ONE)
        assert told.prompt() == "Your turn: play which move (left, right, or stay)?"
        assert told.question(0, is_named=False) == "Play which move?"


def test_declined_and_withdrawn_offers_are_sentences_for_their_reader() -> None:
    match = Match(numduel.new("race", seed=7))
    for do in (TAKEBACK, STOP, REMATCH):
        offer = Offered(do, Player.ONE)
        for by, verb in ((Player.TWO, "declined"), (Player.ONE, "withdrew")):
            lines = {
                reader: Narration(match, ("Ann", "Bob"), reader).news(Declined(offer, by))
                for reader in Reader
            }
            assert lines[Reader.WATCHING].startswith(f"{('Ann', 'Bob')[by]} {verb} ")
            assert lines[Reader.SHARED] == lines[Reader.WATCHING]
            assert lines[Reader((by,))].startswith(f"You {verb} ")
            assert all(line.count(".") == 1 and line.endswith(".") for line in lines.values())


def test_news_name_the_players_or_address_the_reader() -> None:
    match = Match(numduel.new("race", seed=7))
    match.tags["Round"] = "2/2"
    one, two = Player
    for news, watching, first, second in (
        (
            Accepted(Offered(TAKEBACK, one), two),
            "Bob accepted the takeback. Ann's last move was taken back.",
            "Bob accepted the takeback. Your last move was taken back.",
            "You accepted the takeback. Ann's last move was taken back.",
        ),
        (
            Accepted(Offered(REMATCH, two), one),
            "Ann accepted the rematch. Round 2 has started, with seats swapped.",
            "You accepted the rematch. Round 2 has started, with seats swapped.",
            "Ann accepted the rematch. Round 2 has started, with seats swapped.",
        ),
        (
            Arrived(two),
            "Bob joined the game.",
            "Bob joined the game.",
            "You joined the game.",
        ),
        (
            Undone(one, is_resignation=False),
            "Ann took back a move.",
            "You took back a move.",
            "Ann took back a move.",
        ),
        (
            Undone(one, is_resignation=True),
            "Ann took back the resignation.",
            "You took back the resignation.",
            "Ann took back the resignation.",
        ),
    ):
        lines = [Narration(match, ("Ann", "Bob"), reader).news(news) for reader in Reader]
        assert lines == [first, second, watching, watching]


def test_program_says_when_it_agrees_to_stop() -> None:
    match = Match(numduel.new("race", seed=7))
    match.tags |= {"Player2": "Perfect", "Type2": "perfect"}
    said = Narration(match).news(Declined(Offered(STOP, Player.ONE), Player.TWO))
    assert said == (
        "Perfect declined to end the game without a winner. The computer agrees only if best "
        "play would never end, or if this position has occurred three times."
    )
