"""The sentences of a review: the value of each ply, and the turning point."""

from __future__ import annotations

from fractions import Fraction

import numduel
from duel_support import ENGINE, plenty, with_more_games
from numduel import Match, Player, Value
from numduel.engine.solving.value import chance, draw, endless, loss, unknown, win
from numduel.engine.teaching.review import (
    Resignation,
    Review,
    ReviewedPlayer,
    ReviewedPly,
    review,
    summarise,
)
from numduel.views.narration import Narration, Reader
from numduel.views.review_text import (
    ESTIMATED,
    MAX_LINE_MOVES,
    NO_REAL_CHOICES,
    describe_line_move,
    describe_no_moments,
    describe_resignation,
    describe_slip,
    describe_start,
    describe_step,
    explain_accuracy,
    find_key_moments,
    find_turning_point,
    format_accuracy,
    play_line,
)

NAMES = ("ann", "Bob")
MAZE = "4 3 8/9 5 1/2 7 6"
LOST = "0,0 2,0 0,1 2,1 1,1 2,2"
"""A game in which Player 1 throws away a win on turn 5."""


def told(match: Match, reader: Reader = Reader.WATCHING) -> Narration:
    return Narration(match, NAMES, reader)


def reviewed(moves: str) -> tuple[Match, Review]:
    match = Match.replay(numduel.new("maze", board=MAZE), moves.split())
    return match, review(ENGINE, match, plenty())


def ply(before: Value, after: Value, **more: object) -> ReviewedPly:
    moves = more.pop("moves", {"x": after, "y": before})
    found = ReviewedPly(4, Player.TWO, "x", False, before, after, moves)  # type: ignore[arg-type]
    return found._replace(**more)  # type: ignore[arg-type]


def test_step_is_described_by_the_value_after_it() -> None:
    match = Match(numduel.new("sum"))
    for step, reader, words in (
        (ply(win(3), win(3)), Reader.WATCHING, "Bob wins in 3 turns."),
        (ply(win(3), win(3)), Reader.TWO, "You win in 3 turns."),
        (
            ply(win(3), win(3), moves={"x": win(3), "y": loss(2)}),
            Reader.ONE,
            "Correct move. Bob wins in 3 turns.",
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
        assert describe_step(step, told(match, reader)) == words


def test_mistake_is_described_by_its_reason_and_best_play() -> None:
    narration = told(Match(numduel.new("sum")), Reader.ONE)
    bad = ply(win(3), loss(2), reason="Player 2 could win; now Player 1 won.")
    assert describe_step(bad, narration) == "Bob could win; now you won."
    line = tuple(str(number) for number in range(MAX_LINE_MOVES))
    shown = describe_step(bad._replace(line=line), narration)
    assert shown.endswith(f"now you won. Best play from there: {' '.join(line)}")
    shown = describe_step(bad._replace(line=(*line, "more")), narration)
    assert shown.endswith(f" {line[-1]} …")
    assert "more" not in shown
    assert describe_slip(bad, narration) == "Bob threw away a win."
    assert describe_slip(bad, told(narration.match, Reader.TWO)) == "You threw away a win."


def test_chance_event_is_described_with_its_luck() -> None:
    narration = told(Match(numduel.new("quest")), Reader.TWO)
    drawn = ply(chance(Fraction(1, 2)), chance(Fraction(5, 8)), drawn=True, moves={})
    assert describe_step(drawn, narration).startswith(
        "Your chance went from 50.0% to 62.5%, luck +"
    )
    worse = drawn._replace(before=drawn.after, after=drawn.before)
    assert ", luck -" in describe_step(worse, narration)
    unclear = drawn._replace(after=unknown(Fraction(5, 8)))
    assert describe_step(unclear, narration) == "Your chance went from 50.0% to 62.5%."


def test_start_is_described_for_the_first_player() -> None:
    match, found = reviewed(LOST)
    assert describe_start(found, told(match)) == "With best play, ann wins in 5 turns."
    assert describe_start(found, told(match, Reader.ONE)).endswith(", you win in 5 turns.")
    fresh = Match(numduel.new("maze", board=MAZE))
    assert describe_start(review(ENGINE, fresh, plenty()), told(fresh)).startswith("With best play")
    assert describe_start(found._replace(plies=(), now=None), told(fresh)) == ""


def test_turning_point_is_the_last_mistake_of_the_loser() -> None:
    match, found = reviewed(LOST)
    assert match.winner is Player.TWO
    what = find_turning_point(found.plies, told(match, Reader.ONE))
    assert what is not None
    assert (what.mark, what.lead) == ("??", "Turn 5 decided the game.")
    assert "Bob reached exactly 15" in what.text
    lost = find_turning_point(found.plies, told(match, Reader.TWO))
    assert lost is not None
    assert "You reached exactly 15" in lost.text
    unnamed = [step._replace(reason="") for step in found.plies]
    what = find_turning_point(unnamed, told(match))
    assert what is not None
    assert what.text == "ann threw away a win with the 5, centre."


def test_no_turn_decided_a_game_without_a_result_of_its_moves() -> None:
    """The last mistake is shown, but neither stopping nor a fault is the fault of a move."""
    for how in ("going on", "stopped", "forfeited"):
        match, found = reviewed("0,0 2,0 0,1 2,1 1,1")
        if how == "stopped":
            match.stop()
        elif how == "forfeited":
            match.forfeit(Player.TWO, "it crashed")
            found = found._replace(
                plies=tuple(step._replace(player=Player.TWO) for step in found.plies)
            )
        what = find_turning_point(found.plies, told(match))
        assert what is not None
        assert (what.mark, what.lead) == ("??", "The last mistake was in turn 5."), how
        assert "Bob would reach exactly 15" in what.text


def test_mistake_of_the_winner_is_not_the_turning_point() -> None:
    match, found = reviewed(LOST)
    swapped = [step._replace(player=step.player.other) for step in found.plies]
    what = find_turning_point(swapped, told(match))
    assert what is None or what.mark == ""


def test_turning_point_without_a_mistake_of_the_loser_says_so() -> None:
    """A player may resign just after the other threw the win away."""
    match, found = reviewed(LOST)
    swapped = [step._replace(player=step.player.other) for step in found.plies]
    for reader, text in (
        (Reader.WATCHING, "ann made no mistakes."),
        (Reader.ONE, "You made no mistakes."),
        (Reader.TWO, "ann made no mistakes."),
    ):
        what = find_turning_point(swapped, told(match, reader))
        assert what is not None
        assert what.text == text


def test_small_mistake_is_the_turning_point_without_a_larger_one() -> None:
    match = Match(numduel.new("sum"))
    slow = ply(endless(), loss(4), reason="")
    what = find_turning_point([slow], told(match))
    assert what is not None
    assert slow.mark in ("?", "??")
    assert (what.mark, what.text) == (slow.mark, "Bob allowed a forced win with x.")
    shown = describe_step(ply(endless(), endless()), told(match))
    assert shown == "There is no forced win."


def test_turning_point_without_mistakes_says_so() -> None:
    match = Match.replay(numduel.new("sum", target=7), ["7"])
    kept = ply(win(3), win(3), moves={"x": win(3), "y": loss(2)})
    forced = ply(win(3), win(3), moves={"x": win(3)})
    drawn = ply(chance(Fraction(1, 2)), chance(Fraction(5, 8)), drawn=True, moves={})
    unclear = ply(unknown(Fraction(1, 2)), unknown(Fraction(1, 2)))
    for plies, text in (
        ([kept], "Neither player made a mistake (1 real choice)."),
        ([kept, forced, kept], "Neither player made a mistake (2 real choices)."),
        ([forced], "There were no real choices: no other move would have changed the outcome."),
        ([kept, drawn], "Luck decided the game."),
        ([kept, unclear], None),
        ([], None),
    ):
        what = find_turning_point(plies, told(match))
        assert (None if what is None else what.text) == text
        assert what is None or (what.mark, what.lead) == ("", "")


def test_stopped_game_is_not_said_to_have_an_outcome() -> None:
    match = Match.replay(numduel.new("sum", target=50), ["8"])
    match.stop()
    forced = ply(win(3), win(3), moves={"x": win(3)})
    what = find_turning_point([forced], told(match))
    why = "no real choices: no other move would have changed the outcome of best play."
    assert what is not None
    assert what.text == f"There were {why}"
    side = ReviewedPlayer(Player.ONE, 1, 0, 0, 0, {}, Fraction(0), None)
    _, found = reviewed(LOST)
    assert explain_accuracy(side, found, told(match, Reader.ONE)) == f"You had {why}"


def test_accuracy_is_a_percentage_and_a_count() -> None:
    side = ReviewedPlayer(Player.ONE, 5, 3, 2, 0, {}, Fraction(0), None)
    assert format_accuracy(side) == ("accuracy 67%", "2 of 3 real choices correct")
    assert format_accuracy(side._replace(decisions=1, kept=1))[1] == "1 of 1 real choice correct"
    assert format_accuracy(side._replace(decisions=0, kept=0)) == (NO_REAL_CHOICES, "")
    assert NO_REAL_CHOICES == "no real choices"
    assert ESTIMATED.endswith(" are estimated from random games and not marked.")


def test_accuracy_is_explained_in_one_line() -> None:
    match, found = reviewed(LOST)
    side = ReviewedPlayer(Player.ONE, 9, 6, 4, 0, {}, Fraction(0), None)
    for kept, count, reader, words in (
        (4, 6, Reader.ONE, "Accuracy 67%: 4 of your 6 real choices were correct."),
        (1, 4, Reader.TWO, "Accuracy 25%: 1 of ann's 4 real choices was correct."),
        (0, 4, Reader.ONE, "Accuracy 0%: none of your 4 real choices was correct."),
        (4, 4, Reader.ONE, "Accuracy 100%: all your 4 real choices were correct."),
        (2, 2, Reader.ONE, "Accuracy 100%: both your real choices were correct."),
        (0, 2, Reader.TWO, "Accuracy 0%: neither of ann's real choices was correct."),
        (1, 1, Reader.ONE, "Accuracy 100%: your only real choice was correct."),
        (0, 1, Reader.TWO, "Accuracy 0%: ann's only real choice was wrong."),
        (
            0,
            0,
            Reader.ONE,
            "You had no real choices: no other move would have changed the outcome.",
        ),
    ):
        one = side._replace(kept=kept, decisions=count)
        assert explain_accuracy(one, found, told(match, reader)) == words
    resigned = found._replace(resignation=Resignation(Player.ONE, win(3)))
    for kept, count, words in (
        (3, 4, "Accuracy 75%: 3 of your 4 real choices were correct, and resigning was not."),
        (0, 1, "Accuracy 0%: your only real choice was to resign, and it was wrong."),
    ):
        one = side._replace(kept=kept, decisions=count)
        assert explain_accuracy(one, resigned, told(match, Reader.ONE)) == words
    lucky = found._replace(plies=(ply(win(3), win(3), drawn=True),))
    words = explain_accuracy(side._replace(decisions=0), lucky, told(match))
    assert words == "ann had no real choices: every move had the same chance."


# ---- key moments


def test_key_moments_are_mistakes_luck_and_a_bad_resignation() -> None:
    match, found = reviewed(LOST)
    (moment,) = find_key_moments(found, told(match, Reader.ONE))
    assert moment == (
        5, "decisive", "??", Player.ONE, "Turn 5: you threw away a win, the decisive mistake"
    )  # fmt: skip
    (moment,) = find_key_moments(found, told(match, Reader.TWO))
    assert moment.title == "Turn 5: ann threw away a win, the decisive mistake"
    match, found = reviewed("0,0 2,0 0,1 2,1 1,1")
    assert [each.kind for each in find_key_moments(found, told(match))] == ["mistake"]
    match.resign(Player.TWO)  # who would win
    found = review(ENGINE, match, plenty())
    titles = [each.title for each in find_key_moments(found, told(match, Reader.TWO))]
    assert titles == [
        "Turn 5: ann threw away a win",
        "The end: you resigned a winning position",
    ]


def test_only_big_luck_is_a_key_moment_and_is_called_luck() -> None:
    match, found = reviewed(LOST)
    half = chance(Fraction(1, 2))
    shares = (Fraction(7, 10), Fraction(69, 100), Fraction(1, 10), Fraction(1), Fraction(9, 10))
    plies = tuple(ply(half, chance(share), drawn=True, moves={}) for share in shares)
    moments = find_key_moments(found._replace(plies=plies), told(match, Reader.TWO))
    assert [(each.ply, each.kind, each.mark) for each in moments] == [
        (3, "luck", ""), (4, "luck", ""), (5, "luck", "")
    ]  # fmt: skip
    assert moments[0].title == "Turn 4: bad luck for you, chance from 50% to 10%"
    assert moments[1].title == "Turn 4: good luck for you, chance from 50% to 100%"


def test_review_without_key_moments_says_why() -> None:
    match, found = reviewed("0,0 0,1 1,0 0,2 2,0")
    kept = ply(win(3), win(3), moves={"x": win(3), "y": loss(2)})
    forced = ply(win(3), win(3), moves={"x": win(3)})
    slow = ply(win(3), win(5), moves={"x": win(5), "y": win(3), "z": loss(2)})
    drawn = ply(chance(Fraction(1, 2)), chance(Fraction(5, 8)), drawn=True, moves={})
    unclear = ply(unknown(Fraction(1, 2)), unknown(Fraction(1, 2)))
    for plies, words in (
        ((kept, kept), "No mistakes: 2 real choices, all correct."),
        ((kept, slow), "No mistakes: no move changed the outcome. 1 move only changed how long"),
        ((forced,), "No key moments: neither player had a real choice."),
        ((drawn,), "No key moments: neither player had a real choice, and each stroke of luck"),
        ((kept, drawn), "No key moments: neither player made a mistake."),
        ((kept, unclear), "No mistake was found, but some positions were too complex to judge."),
        ((), "No moves yet."),
    ):
        review_ = found._replace(plies=plies)
        assert find_key_moments(review_, told(match)) == []
        assert describe_no_moments(review_, told(match)).startswith(words)


def test_lines_tell_what_happened_and_what_would() -> None:
    game = numduel.new("run", seed=2)
    state = game.start()
    move = game.status(state).moves[0]  # type: ignore[union-attr]
    name = game.picture(state).name_of(move)
    for is_real, words in ((True, "played"), (False, "would play")):
        said = describe_line_move(game, state, move, is_real=is_real)
        assert said == f"Player 1 {words} {name}."
    maze = numduel.new("maze", board=MAZE)
    match = Match.replay(maze, LOST.split()[:5])
    for is_real, words in ((True, "reached"), (False, "would reach")):
        said = describe_line_move(maze, match.state, "2,2", is_real=is_real)
        assert said == f"Player 2 {words} exactly 15 on the 6, bottom right."


# ---- draws


def drawn_match(game: str, moves: str, **more: object) -> tuple[Match, Review]:
    match = Match.replay(numduel.new(game), moves.split(), **more)  # type: ignore[arg-type]
    assert match.ending is not None
    assert match.ending.is_draw
    return match, review(ENGINE, match, plenty())


def test_start_of_a_drawn_game_is_described_as_a_draw() -> None:
    with with_more_games():
        match, found = drawn_match("shuttle", "left right stay")
        assert describe_start(found, told(match)) == "With best play, ann draws."
        assert describe_start(found, told(match, Reader.ONE)) == "With best play, you draw."


def test_draw_without_mistakes_has_no_turning_point() -> None:
    with with_more_games():
        match, found = drawn_match("pick15", "5 4 9 1 8 2 6 7 3")
        verdict = find_turning_point(found.plies, told(match))
        assert verdict is not None
        assert verdict[:2] == ("", "")
        assert verdict.text.startswith("Neither player made a mistake (")


def test_turning_point_of_a_draw_is_the_last_mistake_of_either_player() -> None:
    """Player 1 gives Player 2 a forced win, and Player 2 misses it."""
    with with_more_games():
        match, found = drawn_match("pick15", "9 5 1 8 2 4 6 7 3")
        bad = [ply for ply in found.plies if ply.mark]
        assert [(ply.mark, ply.player) for ply in bad] == [("?", Player.ONE), ("??", Player.TWO)]
        verdict = find_turning_point(found.plies, told(match))
        assert verdict is not None
        assert (verdict.mark, verdict.lead) == ("??", f"Turn {bad[-1].turn} decided the game.")


def test_chance_of_a_draw_counts_half() -> None:
    """A throw that makes both dice equal leaves half a win."""
    with with_more_games():
        match, found = drawn_match("toss", "keep throw", drawn=["3", "2", "3"])
        words = describe_step(found.plies[-1], told(match))
        assert words.startswith("Bob's chance went from 5")
        assert " to 50.0%, luck -" in words


# ---- resignations


def test_resignation_names_the_position_that_was_given_up() -> None:
    match = Match(numduel.new("sum"))
    match.resign(Player.TWO)
    for value, words in (
        (win(3), "a winning position"),
        (loss(4), "a lost position"),
        (draw(), "a drawn position"),
        (endless(), "a position in which neither player could force a win"),
        (chance(Fraction(2, 5)), "with a 40.0% chance to win"),
    ):
        given_up = Resignation(Player.TWO, value)
        assert describe_resignation(given_up, told(match)) == f"Bob resigned {words}."
        assert describe_resignation(given_up, told(match, Reader.TWO)) == f"You resigned {words}."
    estimated = Resignation(Player.TWO, unknown(Fraction(1, 2)))
    assert describe_resignation(estimated, told(match)) == ""
    assert describe_resignation(None, told(match)) == ""


def test_resigning_a_good_position_decides_the_game_and_costs_accuracy() -> None:
    match, found = reviewed("0,0 2,0")  # Player 1 wins from here
    assert found.players[0].accuracy == 1
    assert found.resignation is None
    match.resign(Player.ONE)
    found = review(ENGINE, match, plenty())
    assert found.resignation == (Player.ONE, win(3))
    assert found.now is None
    point = find_turning_point(found.plies, told(match, Reader.ONE), found.resignation)
    assert point == ("??", "Resigning decided the game.", "You resigned a winning position.")
    one, two = found.players
    assert one.decisions - one.kept == one.regret == 1
    assert two == summarise(Player.TWO, found.plies)


def test_resigning_a_lost_position_leaves_the_turning_point() -> None:
    match, _ = reviewed("0,0 2,0 0,1 2,1 1,1")
    match.resign(Player.ONE)
    found = review(ENGINE, match, plenty())
    point = find_turning_point(found.plies, told(match), found.resignation)
    assert point is not None
    assert point.lead == "Turn 5 decided the game."
    match, _ = reviewed("0,0")
    match.resign(Player.TWO)
    found = review(ENGINE, match, plenty())
    assert found.resignation is not None
    assert found.resignation.mark == ""
    point = find_turning_point(found.plies, told(match), found.resignation)
    assert point is not None
    assert point.text.startswith("Bob resigned a lost position. ")
    assert found.players[1].decisions == 0


def test_a_line_that_ends_the_game_shows_no_hidden_numbers_that_were_dealt_for_it() -> None:
    game = numduel.new("quest", board="1 2 3/4 5 6/7 8 9", stand=True)
    match = Match.replay(game, ["2,2", "stand"])
    line, said = play_line(match, 3, ["stand"], ("Ann", "Bob"), Reader.WATCHING)
    assert said == [
        "Ann would play stand. Nobody would reach 15, and Ann's 5 would be closer than Bob's 0."
    ]
    assert line.is_finished
    assert line.board == "? ? ?/? 5 ?/? ? ?"
    assert line.uncovered == ()
    assert line.tags == match.tags
