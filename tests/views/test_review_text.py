"""The sentences of a review: what each ply was worth, and what decided the game."""

from __future__ import annotations

from fractions import Fraction

import numduel
from duel_support import ENGINE, plenty, with_more_games
from numduel import Match, Player, Value
from numduel.engine.solving.value import chance, draw, endless, loss, unknown, win
from numduel.engine.teaching.review import Review, ReviewedPlayer, ReviewedPly, review
from numduel.views.narration import Narration, Reader
from numduel.views.review_text import (
    ESTIMATED,
    LINE,
    NO_DECISION,
    about_start,
    about_step,
    accuracy,
    decided,
    slip,
)

NAMES = ("ann", "Bob")
MAZE = "4 3 8/9 5 1/2 7 6"
LOST = "0,0 2,0 0,1 2,1 1,1 2,2"
"""A game in which Player 1 throws away a win in turn 5."""


def told(match: Match, reader: Reader = Reader.WATCHING) -> Narration:
    return Narration(match, NAMES, reader)


def reviewed(moves: str) -> tuple[Match, Review]:
    match = Match.replay(numduel.new("maze", board=MAZE), moves.split())
    return match, review(ENGINE, match, plenty())


def ply(before: Value, after: Value, **more: object) -> ReviewedPly:
    moves = more.pop("moves", {"x": after, "y": before})
    found = ReviewedPly(4, Player.TWO, "x", False, before, after, moves)  # type: ignore[arg-type]
    return found._replace(**more)  # type: ignore[arg-type]


def test_a_ply_is_told_by_what_it_left() -> None:
    match = Match(numduel.new("sum"))
    for step, reader, words in (
        (ply(win(3), win(3)), Reader.WATCHING, "Bob wins in 3 turns."),
        (ply(win(3), win(3)), Reader.TWO, "You win in 3 turns."),
        (
            ply(win(3), win(3), moves={"x": win(3), "y": loss(2)}),
            Reader.ONE,
            "That was best. Bob wins in 3 turns.",
        ),
        (ply(endless(), endless()), Reader.TWO, "There is no forced win."),
        (ply(draw(), draw()), Reader.TWO, "You draw."),
        (ply(draw(), draw()), Reader.ONE, "Bob draws."),
        (
            ply(loss(2), loss(2), player=Player.ONE),
            Reader.SHARED,
            "ann loses in 2 turns.",  # a name keeps its first letter
        ),
    ):
        assert about_step(step, told(match, reader)) == words


def test_a_bad_move_is_told_with_its_reason_and_a_line_of_some_moves() -> None:
    narration = told(Match(numduel.new("sum")), Reader.ONE)
    bad = ply(win(3), loss(2), reason="Player 2 could win; now Player 1 won.")
    assert about_step(bad, narration) == "Bob could win; now you won."
    line = tuple(str(number) for number in range(LINE))
    shown = about_step(bad._replace(line=line), narration)
    assert shown.endswith(f"now you won. Best play from there: {' '.join(line)}")
    shown = about_step(bad._replace(line=(*line, "more")), narration)
    assert shown.endswith(f" {line[-1]} …")
    assert "more" not in shown
    assert slip(bad, narration) == "Bob threw away a win."
    assert slip(bad, told(narration.match, Reader.TWO)) == "You threw away a win."


def test_a_draw_is_shown_with_its_luck() -> None:
    narration = told(Match(numduel.new("quest")), Reader.TWO)
    drawn = ply(chance(Fraction(1, 2)), chance(Fraction(5, 8)), drawn=True, moves={})
    assert about_step(drawn, narration).startswith("Your chance went from 50.0% to 62.5%, luck +")
    worse = drawn._replace(before=drawn.after, after=drawn.before)
    assert ", luck -" in about_step(worse, narration)
    unclear = drawn._replace(after=unknown(Fraction(5, 8)))
    assert about_step(unclear, narration) == "Your chance went from 50.0% to 62.5%."


def test_the_start_is_told_by_its_first_player() -> None:
    match, found = reviewed(LOST)
    assert about_start(found, told(match)) == "With best play of both, ann wins in 5 turns."
    assert about_start(found, told(match, Reader.ONE)).endswith(", you win in 5 turns.")
    fresh = Match(numduel.new("maze", board=MAZE))
    assert about_start(review(ENGINE, fresh, plenty()), told(fresh)).startswith("With best play")
    assert about_start(Review((), found.players, None), told(fresh)) == ""


def test_the_last_mistake_of_the_one_who_lost_decided_it() -> None:
    match, found = reviewed(LOST)
    assert match.winner is Player.TWO
    what = decided(found.plies, told(match, Reader.ONE))
    assert what is not None
    assert (what.mark, what.lead) == ("??", "Turn 5 decided it.")
    assert "Bob reached exactly 15" in what.text
    lost = decided(found.plies, told(match, Reader.TWO))
    assert lost is not None
    assert "you reached exactly 15" in lost.text
    unnamed = [step._replace(reason="") for step in found.plies]
    what = decided(unnamed, told(match))
    assert what is not None
    assert what.text == "ann threw away a win with 1,1."


def test_a_mistake_of_the_winner_did_not_decide_it() -> None:
    match, found = reviewed(LOST)
    swapped = [step._replace(player=step.player.other) for step in found.plies]
    what = decided(swapped, told(match))
    assert what is None or what.mark == ""


def test_after_a_mistake_of_the_winner_alone_only_the_loser_made_none() -> None:
    """Someone may resign a game that the other has just thrown away."""
    match, found = reviewed(LOST)
    swapped = [step._replace(player=step.player.other) for step in found.plies]
    for reader, text in (
        (Reader.WATCHING, "ann made no mistake."),
        (Reader.ONE, "You made no mistake."),
        (Reader.TWO, "ann made no mistake."),
    ):
        what = decided(swapped, told(match, reader))
        assert what is not None
        assert what.text == text


def test_a_small_mistake_decides_where_there_is_no_larger_one() -> None:
    match = Match(numduel.new("sum"))
    slow = ply(endless(), loss(4), reason="")
    what = decided([slow], told(match))
    assert what is not None
    assert slow.mark in ("?", "??")
    assert (what.mark, what.text) == (slow.mark, "Bob allowed a forced win with x.")
    shown = about_step(ply(endless(), endless()), told(match))
    assert shown == "There is no forced win."


def test_without_a_mistake_it_says_so() -> None:
    match = Match(numduel.new("sum"))
    kept = ply(win(3), win(3), moves={"x": win(3), "y": loss(2)})
    forced = ply(win(3), win(3), moves={"x": win(3)})
    drawn = ply(chance(Fraction(1, 2)), chance(Fraction(5, 8)), drawn=True, moves={})
    unclear = ply(unknown(Fraction(1, 2)), unknown(Fraction(1, 2)))
    for plies, text in (
        ([kept], "No mistake was made in 1 decision."),
        ([kept, forced, kept], "No mistake was made in 2 decisions."),
        ([forced], "There was nothing to decide: no move was better than another."),
        ([kept, drawn], "It was decided by what was drawn."),
        ([kept, unclear], None),
        ([], None),
    ):
        what = decided(plies, told(match))
        assert (None if what is None else what.text) == text
        assert what is None or (what.mark, what.lead) == ("", "")


def test_accuracy_is_a_share_and_its_count() -> None:
    side = ReviewedPlayer(Player.ONE, 5, 3, 2, 0, {}, Fraction(0), None)
    assert accuracy(side) == ("accuracy 67%", "2 of 3 decisions right")
    assert accuracy(side._replace(decisions=1, kept=1))[1] == "1 of 1 decision right"
    assert accuracy(side._replace(decisions=0, kept=0)) == (NO_DECISION, "")
    assert NO_DECISION == "no decision that mattered"
    assert ESTIMATED.endswith(" is estimated from random games, and not marked.")


# ---- draws


def drawn_match(game: str, moves: str, **more: object) -> tuple[Match, Review]:
    match = Match.replay(numduel.new(game), moves.split(), **more)  # type: ignore[arg-type]
    assert match.ending is not None
    assert match.ending.is_draw
    return match, review(ENGINE, match, plenty())


def test_start_of_a_drawn_game_says_who_draws() -> None:
    with with_more_games():
        match, found = drawn_match("shuttle", "left right stay")
        assert about_start(found, told(match)) == "With best play of both, ann draws."
        assert about_start(found, told(match, Reader.ONE)) == "With best play of both, you draw."


def test_draw_without_a_mistake_was_decided_by_nobody() -> None:
    with with_more_games():
        match, found = drawn_match("pick15", "5 4 9 1 8 2 6 7 3")
        verdict = decided(found.plies, told(match))
        assert verdict is not None
        assert verdict[:2] == ("", "")
        assert verdict.text.startswith("No mistake was made in ")


def test_last_mistake_of_either_player_decided_a_draw() -> None:
    """Player 1 lets Player 2 win by force, and Player 2 lets that slip."""
    with with_more_games():
        match, found = drawn_match("pick15", "9 5 1 8 2 4 6 7 3")
        bad = [ply for ply in found.plies if ply.mark]
        assert [(ply.mark, ply.player) for ply in bad] == [("?", Player.ONE), ("??", Player.TWO)]
        verdict = decided(found.plies, told(match))
        assert verdict is not None
        assert (verdict.mark, verdict.lead) == ("??", f"Turn {bad[-1].turn} decided it.")


def test_draw_of_chance_counts_half() -> None:
    """A throw that makes both dice equal leaves half a win, not none."""
    with with_more_games():
        match, found = drawn_match("toss", "keep throw", drawn=["3", "2", "3"])
        words = about_step(found.plies[-1], told(match))
        assert words.startswith("Bob's chance went from 5")
        assert " to 50.0%, luck -" in words
