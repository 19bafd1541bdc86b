"""JSON for screens: drawn trails, the signs of values, reviews with text."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from names import HEBREW
from shape_support import conforms

import numduel
from duel_support import ENGINE, VARIANTS, plenty, variants, where, with_more_games
from numduel import Match, Player
from numduel.budget import Budget
from numduel.engine.solving.value import chance, draw, endless, loss, unknown, win
from numduel.engine.teaching.review import review
from numduel.views.match_view import view
from numduel.views.narration import Reader
from numduel.views.review_text import ESTIMATED
from numduel.views.screen_json import (
    drawn_json,
    shown_analysis,
    shown_position,
    shown_review,
    shown_value,
)
from numduel.views.shapes.basics import ShownAnalysis
from numduel.views.shapes.match import ShownPosition
from numduel.views.shapes.study import ShownReview

MAZE = "4 3 8/9 5 1/2 7 6"


def test_screen_json_has_tiles_owners_and_links_for_every_game() -> None:
    for number, variant in enumerate(VARIANTS):
        rng, match = Random(number), Match(variant.new(number))
        for _ in range(20):
            if match.is_over:
                break
            match.play(rng.choice(match.moves))
        with where(variant):
            conforms(shown_position(match), ShownPosition)
            seen, drawn = view(match), drawn_json(view(match))
            assert len(drawn["owners"]) == sum(len(row) for row in seen.picture.rows)
            assert len(drawn["tiles"]) == len(match.plies)
            for player in Player:
                mine = [
                    tile
                    for ply, tile in zip(match.plies, drawn["tiles"], strict=True)
                    if ply.player is player and tile is not None
                ]
                assert tuple(mine) == seen.trails[player]
            for link in drawn["links"]:
                assert link["player"] in drawn["owners"][link["end"]]
                ends = [number for piece in link["pieces"] for number in piece]
                numbers = [link["angle"], link["length"], *link["dots"], *ends]
                assert numbers == [round(number, 2) for number in numbers]


def test_earlier_position_shows_nothing_later() -> None:
    match = Match.replay(numduel.new("maze", board=MAZE), ["0,0", "2,2", "0,1", "2,1"])
    shown = shown_position(match, 3, Reader.TWO)
    assert shown["tiles"] == [0, 8, 1]
    assert [(link["start"], link["end"]) for link in shown["links"]] == [(0, 1)]
    assert shown["words"]["turn"] == "Your turn."
    assert shown["columns"] == 3


def test_right_to_left_names_are_isolated() -> None:
    match = Match.replay(numduel.new("sum"), ["7"])
    match.tags |= {"Player1": HEBREW, "Player2": "Bob"}
    shown = shown_position(match)
    assert shown["said"] == [f"\u2068{HEBREW}\u2069 took 7: 7 of 50."]
    assert shown["words"]["labels"] == [f"\u2068{HEBREW}\u2069", "Bob"]
    assert shown["players"][0]["name"] == HEBREW


def test_shown_value_has_a_sign_a_kind_and_words() -> None:
    half = Fraction(1, 2)
    for value, *expected in (
        (win(3), "W3", "win", "wins in 3 turns"),
        (loss(2), "L2", "loss", "loses in 2 turns"),
        (endless(), "=", "endless", "no forced win"),
        (chance(half), "50%", "chance", "has a 50.0% chance to win"),
        (unknown(half), "~50%", "chance", "has about a 50% chance to win (estimate)"),
    ):
        shown = shown_value(value)
        assert [shown["sign"], shown["kind"], shown["words"]] == expected


def test_analysis_legend_explains_the_signs_shown() -> None:
    game = numduel.new("maze", board=MAZE)
    shown = shown_analysis(numduel.analyse(game, game.start()), game.picture(game.start()))
    assert {value["kind"] for value in shown["moves"].values()} == {"win", "loss"}
    assert [(each["kind"], each["sign"]) for each in shown["legend"]] == [
        ("win", "W5"),
        ("loss", "L6"),
    ]
    assert {each["sign"] for each in shown["legend"]} <= {
        value["sign"] for value in shown["moves"].values()
    }
    assert shown["words"] == "Best: 4, 8, 2, or 6. Each wins in 5 turns."


def test_review_is_worded_for_its_reader() -> None:
    moves = ["0,0", "2,0", "0,1", "2,1", "1,1", "2,2"]
    match = Match.replay(numduel.new("maze", board=MAZE), moves)
    match.tags |= {"Player1": "Ann", "Player2": "Bob"}
    found = review(ENGINE, match, plenty())
    for reader, labels, one, slip, verdict in (
        (Reader.ONE, ["You", "Bob"], "you", "You threw away a win.", "Bob won the game."),
        (Reader.TWO, ["Ann", "You"], "Ann", "Ann threw away a win.", "You won the game."),
        (Reader.WATCHING, ["Ann", "Bob"], "Ann", "Ann threw away a win.", "Bob won the game."),
    ):
        shown = shown_review(match, found, reader)
        conforms(shown, ShownReview)
        assert shown["labels"] == labels
        assert shown["better"][0] == f"better for {one}"
        assert shown["chart"].startswith(f"Progress chart: how {one} stood after every move")
        assert [step["slip"] for step in shown["plies"]] == [None] * 4 + [slip, None]
        assert shown["verdict"][-1] == verdict
        assert shown["names"] == ["Ann", "Bob"]
        assert shown["note"] is None
        assert shown["decided"] == {
            "mark": "??",
            "lead": "Turn 5 decided the game.",
            "text": shown["plies"][4]["reason"],
        }
        assert [side["words"] for side in shown["players"]] == [
            "accuracy 50%",
            "no real choices",
        ]


def test_tiles_have_owners_and_links() -> None:
    match = Match.replay(numduel.new("maze", board=MAZE), ["0,0", "2,0", "0,1"])
    shown = shown_position(match)
    assert shown["owners"] == [[1], [1], [], [], [], [], [2], [], []]
    (link,) = shown["links"]
    assert (link["player"], link["start"], link["end"]) == (1, 0, 1)
    assert (link["jump"], link["doubled"], link["dots"]) == (False, False, [])


def test_legend_omits_signs_not_shown() -> None:
    game = numduel.new("maze", board=MAZE)
    report = numduel.analyse(game, game.start())._replace(moves={"0,0": endless()})
    shown = shown_analysis(report, game.picture(game.start()))
    assert shown["legend"] == [{"kind": "endless", "sign": "=", "words": "no forced win"}]
    assert (shown["value"]["sign"], shown["moves"]["0,0"]["sign"]) == ("W5", "=")


def test_estimated_review_has_a_note() -> None:
    match = Match.replay(numduel.new("sum", target=9), ["9"])
    found = review(ENGINE, match, plenty())
    assert shown_review(match, found, Reader.ONE)["note"] is None
    (ply,) = found.plies
    unsure = found._replace(plies=(ply._replace(before=unknown(Fraction(1, 2))),))
    assert shown_review(match, unsure, Reader.ONE)["note"] == ESTIMATED


def test_turning_point_without_a_move_has_no_mark() -> None:
    match = Match.replay(numduel.new("sum", target=9), ["9"])
    shown = shown_review(match, review(ENGINE, match, plenty()), Reader.ONE)
    assert shown["decided"] is not None
    assert (shown["decided"]["mark"], shown["decided"]["lead"]) == (None, "")
    assert len(shown["course"]) == 2


# ---- draws, and other kinds of games


def test_other_kinds_of_games_have_screen_json_and_reviews() -> None:
    with with_more_games() as more:
        for variant in variants(more):
            rng, match = Random(2), Match(variant.new(2))
            for _ in range(12):
                conforms(shown_position(match), ShownPosition)
                if match.is_over:
                    break
                match.play(rng.choice(match.moves))
            with where(variant):
                found = review(ENGINE, match, Budget(positions=20_000))
                for reader in Reader:
                    conforms(shown_review(match, found, reader), ShownReview)


def test_analysis_of_a_drawn_position_has_signs_and_words() -> None:
    with with_more_games():
        match = Match(numduel.new("shuttle"))
        shown = shown_analysis(
            ENGINE.analyse(match.game, match.state, plenty()), view(match).picture
        )
        conforms(shown, ShownAnalysis)
        assert shown["words"] == "Best: left or stay. Each draws."
        assert shown["legend"][1] == {"kind": "draw", "sign": "D", "words": "draw"}
        assert shown["moves"]["stay"] == shown_value(draw())
        assert shown_value(draw())["kind"] == "draw"
