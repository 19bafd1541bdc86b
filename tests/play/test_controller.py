"""The controller: actions and events in every game, for every player and reader."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

import numduel
from duel_support import VARIANTS, Variant, is_one_sentence, snapshot, where, with_more_games
from numduel import Match, Player
from numduel.core import HiddenBoard
from numduel.errors import Refused
from numduel.play import controller
from numduel.play.controller import (
    HELP_KINDS,
    REVEALED_MESSAGE,
    WATCHING,
    Accept,
    Accepted,
    Action,
    Arrived,
    Decline,
    Declined,
    Event,
    Forfeit,
    Forfeited,
    Help,
    Helped,
    Join,
    Joined,
    MatchState,
    Meeting,
    NeedsAnalysis,
    NeedsDeal,
    NextRound,
    Offered,
    Play,
    Played,
    Rematch,
    Resign,
    Resigned,
    RoundStarted,
    Seats,
    Stop,
    Stopped,
    TakeBack,
    TakenBack,
    Undone,
    Write,
    apply,
    can_undo_resignation,
    decide,
    help_counts,
)
from numduel.play.players import HUMAN
from numduel.play.series import ROUNDS, Series, Side

ANN, BOB, BOT = Side("Ann", HUMAN), Side("Bob", HUMAN), Side("random", "random")
ONE, TWO, BOTH = (Player.ONE,), (Player.TWO,), tuple(Player)
EVERYBODY: list[Seats] = [WATCHING, ONE, TWO, BOTH]

EVEN = "1 1 1/1 1 1/1 1 1"
"""A race that can be endless."""

CODES = {
    *("no_seat", "waiting", "seat_taken", "over", "not_your_turn", "not_now"),
    *("not_while_playing", "invalid_move", "illegal_move"),
}
"""All codes of refusals."""


def state_of(match: Match, meeting: Meeting = Meeting.SHARED, **more: Any) -> MatchState:
    two = BOT if meeting is Meeting.ALONE else BOB
    return MatchState(match, Series((ANN, two)), meeting, **more)


def new(id: str, meeting: Meeting = Meeting.SHARED, **more: Any) -> MatchState:
    return state_of(Match(numduel.new(id, **more)), meeting)


def after(state: MatchState, who: Seats, action: Action) -> MatchState:
    for event in decide(state, who, action):
        state = apply(state, event)
    return state


def refusal(state: MatchState, who: Seats, action: Action) -> str:
    with pytest.raises(Refused) as no:
        decide(state, who, action)
    return no.value.code


def all_of(state: MatchState) -> tuple[Any, ...]:
    """Return everything visible in a state."""
    return (*state._replace(match=snapshot(state.match), earlier=()), *map(snapshot, state.earlier))  # type: ignore[arg-type]


# ---- random actions


class Step(NamedTuple):
    """One action and its result."""

    before: MatchState
    who: Seats
    action: Action
    events: tuple[Event, ...]
    """The events; none if the action was refused."""
    after: MatchState


def any_action(state: MatchState, rng: Random) -> Action:
    moves = state.match.moves or ("7",)
    vocabulary = state.match.game.vocabulary
    actions: list[Action] = [
        *[Play(rng.choice(moves))] * 6,
        Play(rng.choice(vocabulary)),
        Play("no move", ({"Model1": "faults=1"}, "a remark")),
        Play(rng.choice(moves), ({"Model1": "faults=1"}, "a remark")),
        Write(rng.choice((f" {rng.choice(moves)} ", "", "7", "help", "\x00", "x" * 99))),
        TakeBack(),
        TakeBack(),
        Stop(),
        Resign(),
        Forfeit(rng.choice(("it crashed", "", "\x1b[2J"))),
        Rematch(),
        NextRound(),
        Accept(),
        Accept(),
        Decline(),
        Help(rng.choice(HELP_KINDS)),
        Join((ANN, Side("Eve", HUMAN))),
    ]
    return rng.choice(actions)


def steps(variant: Variant, meeting: Meeting, rng: Random) -> Iterator[Step]:
    """Yield steps of random actions by random people and programs."""
    series = Series((ANN, BOT if meeting is Meeting.ALONE else BOB), rng.choice((1, 3)))
    state = MatchState(
        Match(variant.new()),
        series,
        meeting,
        is_waiting=meeting is Meeting.LINKED,
        max_plies=rng.choice((None, 8)),
        stops_endless_only=rng.random() < 0.5,
    )
    for _ in range(60):
        who, action = rng.choice(EVERYBODY), any_action(state, rng)
        if rng.random() < 0.5 and state.match.player is not None:
            who = (state.match.player,)
        try:
            events = decide(state, who, action)
        except NeedsAnalysis:
            assert isinstance(action, Stop)
            action = Stop(rng.random() < 0.5)
            events = decide(state, who, action)
        except NeedsDeal:
            assert isinstance(action, Rematch | NextRound | Accept)
            action = action._replace(deal=Match(variant.new()))
            events = decide(state, who, action)
        except Refused:
            events = ()
        now = state
        for event in events:
            now = apply(now, event)
        yield Step(state, who, action, events, now)
        state = now


def nothing_else_changes(step: Step) -> None:
    """Check that decide and apply don't change the state and are deterministic."""
    before = all_of(step.before)
    for _ in range(2):
        if step.events:
            again = decide(step.before, step.who, step.action)
            assert [*map(type, again)] == [*map(type, step.events)]
            assert again == step.events
        else:
            with pytest.raises(Refused) as no:
                decide(step.before, step.who, step.action)
            assert no.value.code in CODES
            assert is_one_sentence(no.value.detail, 400)
            assert no.value.detail.endswith(".")
        now = step.before
        for event in step.events:
            now = apply(now, event)
        assert all_of(now) == all_of(step.after)
        assert all_of(step.before) == before


def who_watches_changes_nothing(step: Step) -> None:
    if not step.who:
        assert all(isinstance(event, Joined) for event in step.events)


def only_who_is_to_move_moves(step: Step) -> None:
    for event in step.events:
        if isinstance(event, Played):
            assert step.before.match.player in step.who
            assert event.move in step.before.match.moves


def what_was_seen_is_not_taken_back(step: Step) -> None:
    if any(isinstance(event, TakenBack) for event in step.events):
        before, now = step.before.match, step.after.match
        assert not before.reveals_since(len(now.plies))
        assert now.board == before.board
        assert len(now.plies) < len(before.plies) or before.ended.endswith("resigned")
        if isinstance(now.game, HiddenBoard):
            assert not before.is_finished or before.board == now.game.shown(before.state)


def an_offer_waits_for_an_answer(step: Step) -> None:
    """Check that only linked people make offers, and that effects need an offer."""
    if step.after.offer is not None:
        assert step.after.meeting is Meeting.LINKED
        assert step.after.offer == step.before.offer or isinstance(step.events[-1], Offered)
    if any(not isinstance(event, Offered | Helped | Joined) for event in step.events):
        assert step.after.offer is None


def only_a_program_forfeits(step: Step) -> None:
    for event in step.events:
        if isinstance(event, Forfeited):
            assert event.player not in step.before.series.people
            assert step.after.match.fault


def a_new_round_swaps_seats_and_counts(step: Step) -> None:
    if any(isinstance(event, RoundStarted) for event in step.events):
        one, two = step.before.series.seats
        assert step.after.series.seats == (two, one)
        assert step.after.series.wins == step.before.series.wins_with(step.before.winner)
        assert step.after.series.draws == step.before.series.draws + step.before.is_drawn
        assert step.after.rounds[:-1] == step.before.rounds
        assert not step.after.match.has_moves
        assert step.after.match.tags["Player1"] == two.name


LAWS = (
    nothing_else_changes,
    who_watches_changes_nothing,
    only_who_is_to_move_moves,
    what_was_seen_is_not_taken_back,
    an_offer_waits_for_an_answer,
    only_a_program_forfeits,
    a_new_round_swaps_seats_and_counts,
)


def check(variant: Variant, meeting: Meeting) -> set[type]:
    """Check random actions; return the types of events."""
    rng = Random(f"{variant} {meeting.name}")
    made = list(steps(variant, meeting, rng))
    for step in made:
        for law in LAWS:
            law(step)
    again = made[0].before
    for step in made:
        for event in step.events:
            again = apply(again, event)
    assert all_of(again) == all_of(made[-1].after), "the events alone make the same state"
    return {type(event) for step in made for event in step.events}


@pytest.mark.slow
def test_invariants_hold_in_every_game() -> None:
    happened: set[type] = set()
    for variant in VARIANTS:
        for meeting in Meeting:
            with where(variant, meeting):
                happened |= check(variant, meeting)
    assert happened == set(Event.__args__), "every type of event occurred"


def test_invariants_hold_in_added_games() -> None:
    with with_more_games() as ids:
        assert ids
        for id in ids:
            for meeting in Meeting:
                check(Variant(id, {}), meeting)


DRAWN = "461978235"
"""The moves of Pick 15 that end as a draw."""


def drawn_state(meeting: Meeting = Meeting.SHARED) -> MatchState:
    return state_of(Match.replay(numduel.new("pick15"), [*DRAWN]), meeting)


def test_drawn_round_has_no_winner_and_differs_from_a_stopped_one() -> None:
    with with_more_games():
        drawn = drawn_state()
        assert (drawn.winner, drawn.is_drawn) == (None, True)
        assert drawn.wins_line == "Wins: Ann 0, Bob 0, 1 drawn"
        stopped = after(state_of(Match(numduel.new("pick15"))), BOTH, Stop())
        assert (stopped.winner, stopped.is_drawn) == (None, False)
        assert stopped.wins_line == "Wins: Ann 0, Bob 0"
        assert not state_of(Match(numduel.new("pick15"))).is_drawn


def test_rematch_follows_a_draw_with_the_seats_swapped() -> None:
    with with_more_games():
        for meeting, who in ((Meeting.SHARED, BOTH), (Meeting.ALONE, ONE)):
            drawn = drawn_state(meeting)
            again = after(drawn, who, Rematch(Match(numduel.new("pick15"))))
            assert (again.series.wins, again.series.draws) == ((0, 0), 1)
            assert again.series.seats == drawn.series.seats[::-1]
            assert (again.match.tags["Wins"], again.match.tags["Draws"]) == ("0-0", "1")
        drawn = drawn_state(Meeting.LINKED)
        offered = after(drawn, ONE, Rematch())
        assert offered.offer == Offered("rematch", Player.ONE)
        again = after(offered, TWO, Accept(Match(numduel.new("pick15"))))
        assert again.wins_line == "Wins: Ann 0, Bob 0, 1 drawn"


def test_drawn_game_is_over_and_its_last_move_can_be_undone() -> None:
    with with_more_games():
        drawn = drawn_state()
        for action in (Play("1"), Write("1"), Resign(), Stop(), Help("hints")):
            assert refusal(drawn, BOTH, action) == "over"
        back = after(drawn, BOTH, TakeBack())
        assert (back.match.moves, back.is_drawn) == (("5",), False)
        assert refusal(drawn_state(Meeting.LINKED), ONE, TakeBack()) == "over"


def test_takeback_keeps_the_opening_chance_outcome() -> None:
    """No player chose it, so before the first move there is nothing to undo."""
    with with_more_games():
        for id in ("toss", "pig"):
            for meeting, who in (
                (Meeting.SHARED, BOTH),
                (Meeting.ALONE, ONE),
                (Meeting.LINKED, ONE),
            ):
                begun = new(id, meeting)
                opened = begun.match.plies
                assert [ply.player for ply in opened] == [None]
                assert refusal(begun, who, TakeBack()) == "not_now"
                moved = after(begun, who, Play(begun.match.moves[-1]))
                asked = after(moved, who, TakeBack())
                back = after(asked, TWO, Accept()) if meeting is Meeting.LINKED else asked
                assert back.match.plies == opened
                assert not back.match.has_moves


def test_controller_imports_no_clock_chance_engine_or_files() -> None:
    source = ast.parse(Path(str(controller.__file__)).read_text())
    named = {
        name
        for node in ast.walk(source)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in [getattr(node, "module", None) or "", *(alias.name for alias in node.names)]
    }
    assert "match" in named
    assert not named & {"time", "random", "dice", "os", "engine", "storage", "secrets", "open"}


# ---- moves


def test_play_needs_an_exact_move_and_write_reads_text() -> None:
    state = new("maze", board="4 3 8/9 5 1/2 7 6")
    assert decide(state, BOTH, Play("0,0")) == (Played("0,0"),)
    assert refusal(state, BOTH, Play("00")) == "invalid_move"
    assert refusal(state, BOTH, Play("1,1")) == "illegal_move"
    assert decide(state, BOTH, Write("00")) == (Played("0,0", "00"),)
    assert decide(state, BOTH, Write("0,0")) == (Played("0,0"),)
    assert refusal(state, BOTH, Write("castle")) == "invalid_move"
    assert refusal(state, BOTH, Write("11")) == "illegal_move"


def test_round_stops_at_the_ply_limit() -> None:
    state = state_of(Match(numduel.new("sum")), max_plies=2)
    for move in ("7", "5"):
        state = after(state, BOTH, Play(move))
    assert refusal(state, BOTH, Play("1")) == "not_now"
    assert after(after(state, BOTH, TakeBack()), BOTH, Play("9")).match.plies[-1].move == "9"


def test_ply_limit_promises_no_agreement_of_a_program() -> None:
    """A program may decline to stop at the limit too (G9), so the refusal says "offer"."""
    for meeting, ways in (
        (Meeting.ALONE, "Undo some, offer to end it without a winner, or resign."),
        (Meeting.SHARED, "Undo some, end it without a winner, or resign."),
        (Meeting.LINKED, "Offer to end it without a winner, or resign."),
    ):
        state = new("sum", meeting)._replace(max_plies=0)
        with pytest.raises(Refused) as refused:
            decide(state, state.seats(0), Play("7"))
        assert refused.value.detail == f"This game has reached 0 moves. {ways}"
        (event,) = decide(state, state.seats(0), Stop())
        agreed = {Meeting.ALONE: Declined, Meeting.SHARED: Stopped, Meeting.LINKED: Offered}
        assert isinstance(event, agreed[meeting])


def test_news_last_until_something_else_happens() -> None:
    state = new("sum", Meeting.LINKED)._replace(is_waiting=True)
    state = apply(state, Joined(state.series.sides))
    assert state.news == Arrived(Player.TWO)
    state = after(state, ONE, Play("7"))
    assert state.news is None
    asked = after(state, ONE, TakeBack())
    takeback = Offered("takeback", Player.ONE)
    assert after(asked, TWO, Play("5")).news == Declined(takeback, Player.TWO)
    undone = after(asked, TWO, Accept())
    assert undone.news == Accepted(takeback, Player.TWO)
    assert after(undone, ONE, Stop()).news is None
    ended = after(after(state, TWO, Resign()), TWO, Rematch())
    again = after(ended, ONE, Accept(Match(state.match.game)))
    assert again.news == Accepted(Offered("rematch", Player.ONE), Player.TWO), "seats are swapped"

    alone = after(after(new("sum", Meeting.ALONE), ONE, Play("7")), TWO, Play("5"))
    assert after(alone, ONE, TakeBack()).news == Undone(Player.ONE, is_resignation=False)
    resigned = after(alone, ONE, Resign())
    assert after(resigned, ONE, TakeBack()).news == Undone(Player.ONE, is_resignation=True)
    shared = new("sum", Meeting.SHARED)
    for move in ("7", "5"):
        shared = after(shared, BOTH, Play(move))
    assert after(shared, BOTH, TakeBack()).news == Undone(Player.TWO, is_resignation=False)


def test_program_answers_the_last_move_before_the_limit() -> None:
    state = after(new("sum", Meeting.ALONE)._replace(max_plies=1), ONE, Play("7"))
    state = after(state, TWO, Play("5"))
    assert refusal(state, ONE, Play("1")) == "not_now"


def test_comment_of_a_program_is_recorded() -> None:
    state = new("sum", Meeting.ALONE)
    state = after(state, ONE, Play("7"))
    state = after(state, TWO, Play("5", ({"Model2": "calls=1"}, "I like five")))
    assert state.match.tags["Model2"] == "calls=1"
    assert state.match.comments == {2: "I like five"}
    state = after(after(state, ONE, Play("9")), TWO, Forfeit("it crashed", ({}, "oh")))
    assert state.match.comments == {2: "I like five", 3: "oh"}
    assert state.match.ended == "Player 2 forfeited: it crashed"


# ---- between people


def test_linked_people_make_offers_instead_of_acting_at_once() -> None:
    for meeting, is_offered in ((Meeting.LINKED, True), (Meeting.SHARED, False)):
        state = after(new("race", meeting, board=EVEN), ONE, Write("right"))
        for action in (TakeBack(), Stop()):
            (event,) = decide(state, ONE, action)
            assert isinstance(event, Offered) == is_offered
        ended = after(state, ONE, Resign())
        (begun,) = decide(ended, ONE, Rematch(Match(state.match.game)))
        assert isinstance(begun, Offered) == is_offered


def test_offer_is_accepted_declined_withdrawn_or_replaced() -> None:
    state = after(new("sum", Meeting.LINKED), ONE, Play("7"))
    offered = after(state, ONE, Stop())
    assert offered.offer == ("stop", Player.ONE)
    assert refusal(offered, ONE, Stop()) == "not_now"
    assert refusal(offered, ONE, Accept()) == "not_now"
    assert refusal(offered, TWO, TakeBack()) == "not_now"
    assert decide(offered, TWO, Accept()) == decide(offered, TWO, Stop()) == (Stopped(),)
    for who in (ONE, TWO):
        assert decide(offered, who, Decline()) == (Declined(Offered("stop", Player.ONE), who[0]),)
        declined = after(offered, who, Decline())
        assert (declined.offer, declined.declined) == (None, (offered.offer, who[0]))
        assert after(declined, TWO, Play("5")).declined is None
        assert after(declined, ONE, TakeBack()).declined is None
    replaced = after(offered, ONE, TakeBack())
    assert replaced.offer == ("takeback", Player.ONE)
    assert decide(replaced, TWO, Accept()) == (TakenBack(1),)
    assert after(replaced, TWO, Play("5")).offer is None
    assert refusal(state, TWO, Accept()) == refusal(state, TWO, Decline()) == "not_now"


def test_program_can_answer_an_offer() -> None:
    """An interface can let the engine decide whether to accept."""
    state = after(new("race", Meeting.ALONE, board=EVEN), ONE, Write("right"))
    offered = apply(state, Offered("stop", Player.ONE))
    assert decide(offered, TWO, Accept()) == (Stopped(),)
    assert after(offered, TWO, Decline()).offer is None


def test_no_action_is_allowed_before_the_other_side_joins() -> None:
    state = new("sum", Meeting.LINKED)._replace(is_waiting=True)
    eve = Side("Eve", HUMAN)
    assert refusal(state, ONE, Play("7")) == refusal(state, ONE, Resign()) == "waiting"
    assert refusal(state, ONE, Join((ANN, eve))) == "seat_taken"
    joined = after(state, WATCHING, Join((ANN, eve)))
    assert joined.match.tags["Player2"] == "Eve"
    assert refusal(joined, WATCHING, Join((ANN, eve))) == "seat_taken"
    assert after(joined, ONE, Play("7")).match.has_moves


def test_player_to_move_resigns_on_a_shared_screen() -> None:
    state = after(new("sum"), BOTH, Play("7"))
    assert decide(state, BOTH, Resign()) == (Resigned(Player.TWO),)
    assert decide(state, ONE, Resign()) == (Resigned(Player.ONE),)


def test_only_endless_games_can_be_stopped_with_that_setting() -> None:
    for id, code in (("sum", "not_now"), ("race", None)):
        state = new(id, seed=7)._replace(stops_endless_only=True)
        if code:
            assert refusal(state, BOTH, Stop()) == code
        else:
            assert decide(state, BOTH, Stop()) == (Stopped(),)
        assert decide(state._replace(stops_endless_only=False), BOTH, Stop()) == (Stopped(),)


# ---- stopping against a program


def test_program_declines_to_stop_unless_the_position_is_endless() -> None:
    state = after(new("race", Meeting.ALONE, board=EVEN), ONE, Write("right"))
    with pytest.raises(NeedsAnalysis):
        decide(state, ONE, Stop())
    assert decide(state, ONE, Stop(is_endless=True)) == (Stopped(),)
    declined = after(state, ONE, Stop(is_endless=False))
    assert declined.offer is None
    assert declined.declined == (("stop", Player.ONE), Player.TWO)
    assert not declined.match.is_finished
    with pytest.raises(NeedsAnalysis):  # people may ask again
        decide(declined, ONE, Stop())


def test_program_never_stops_a_game_that_must_end() -> None:
    state = new("sum", Meeting.ALONE)
    for is_endless in (None, False, True):
        assert isinstance(decide(state, ONE, Stop(is_endless))[0], Declined)


def test_program_agrees_to_stop_when_a_position_has_occurred_three_times() -> None:
    state = new("race", Meeting.ALONE, board=EVEN)
    for count in (1, 2, 3):
        assert state.match.states.count(state.match.state) == count
        if count == 3:
            assert decide(state, ONE, Stop()) == decide(state, ONE, Stop(False)) == (Stopped(),)
        else:
            assert isinstance(decide(state, ONE, Stop(False))[0], Declined)
        for who, move in ((ONE, "right"), (TWO, "left"), (ONE, "left"), (TWO, "right")):
            state = after(state, who, Write(move))


def test_people_and_spectators_stop_without_analysis() -> None:
    shared = new("race", Meeting.SHARED, board=EVEN)
    assert decide(shared, BOTH, Stop()) == (Stopped(),)
    programs = shared._replace(meeting=Meeting.ALONE, series=Series((BOT, BOT)))
    assert decide(programs, BOTH, Stop()) == (Stopped(),)


# ---- undoing a resignation


def test_resignation_against_a_program_is_undone_like_a_move() -> None:
    state = after(after(new("sum", Meeting.ALONE), ONE, Play("7")), TWO, Play("5"))
    resigned = after(state, ONE, Resign())
    assert can_undo_resignation(resigned, ONE)
    assert not can_undo_resignation(state, ONE)
    assert decide(resigned, ONE, TakeBack()) == (TakenBack(0),)
    undone = after(resigned, ONE, TakeBack())
    assert (undone.match.ending, undone.match.plies) == (None, state.match.plies)
    assert undone.winner is None
    assert help_counts(undone.match)["undone"] == 1, "people may have seen the review"
    assert after(undone, ONE, Play("9")).match.has_moves
    assert resigned.match.is_finished, "the earlier state doesn't change"


def test_resignation_stays_in_a_duel_among_people_and_after_hidden_numbers() -> None:
    duel = new("sum", Meeting.ALONE)
    duel.match.tags["Duel"] = "2026-11-17"
    for state, who, code in (
        (duel, ONE, "not_now"),
        (new("quest", Meeting.ALONE), ONE, "not_now"),
        (new("sum", Meeting.SHARED), BOTH, "over"),
        (new("sum", Meeting.LINKED), ONE, "over"),
    ):
        resigned = after(state, who, Resign())
        assert refusal(resigned, who, TakeBack()) == code
        assert not can_undo_resignation(resigned, who)
    stopped = after(new("race", Meeting.ALONE, board=EVEN), ONE, Stop(is_endless=True))
    assert refusal(stopped, ONE, TakeBack()) == "over"


# ---- undo and help


def test_undo_includes_the_programs_reply() -> None:
    state = new("sum", Meeting.ALONE)
    for who, move in ((ONE, "7"), (TWO, "5"), (ONE, "9")):
        state = after(state, who, Play(move))
    assert decide(state, ONE, TakeBack()) == (TakenBack(1),)
    state = after(state, TWO, Play("1"))
    assert decide(state, ONE, TakeBack()) == (TakenBack(2),)
    assert help_counts(after(state, ONE, TakeBack()).match)["undone"] == 1


def test_move_that_revealed_a_number_cannot_be_undone() -> None:
    for meeting in Meeting:
        state = after(new("quest", meeting), ONE, Play("1,1"))
        with pytest.raises(Refused) as no:
            decide(state, ONE, TakeBack())
        assert (no.value.code, no.value.detail) == ("not_now", REVEALED_MESSAGE)


def test_help_is_counted_alone_and_refused_between_two_people() -> None:
    for meeting in (Meeting.ALONE, Meeting.SHARED):
        state = after(new("sum", meeting), ONE, Help("hints"))
        assert state.match.tags["Help"] == "hints=1"
        assert refusal(after(state, ONE, Resign()), ONE, Help("hints")) == "over"
    assert refusal(new("sum", Meeting.LINKED), ONE, Help("hints")) == "not_while_playing"


# ---- rounds


def test_round_starts_only_with_a_given_deal() -> None:
    state = after(new("sum"), BOTH, Resign())
    with pytest.raises(NeedsDeal):
        decide(state, BOTH, Rematch())
    deal = Match(numduel.new("sum"))
    assert decide(state, BOTH, Rematch(deal)) == (RoundStarted(deal),)
    begun = after(state, BOTH, Rematch(deal))
    assert begun.match.tags["Round"] == "2/2"
    assert deal.tags == {}, "the deal itself stays as it was"
    assert begun.rounds[0] is state.match


def test_next_round_stays_within_the_series_and_rematch_extends_it() -> None:
    state = new("sum")._replace(series=Series((ANN, BOB), 2))
    deal = Match(numduel.new("sum"))
    assert refusal(state, BOTH, NextRound(deal)) == refusal(state, BOTH, Rematch(deal)) == "not_now"
    second = after(after(state, BOTH, Resign()), BOTH, NextRound(deal))
    last = after(second, BOTH, Resign())
    assert refusal(last, BOTH, NextRound(deal)) == "over"
    assert after(last, BOTH, Rematch(deal)).match.tags["Round"] == "3/3"


def test_number_of_rounds_is_limited() -> None:
    state = new("sum")._replace(series=Series((ANN, BOB), ROUNDS.high, round=ROUNDS.high))
    ended = after(state, BOTH, Resign())
    assert refusal(ended, BOTH, Rematch(Match(numduel.new("sum")))) == "not_now"


def test_next_round_copies_only_lasting_tags() -> None:
    state = new("sum")
    tags = {"Date": "2026.11.16", "Deal": "given", "Given": "1", "Duel": "2026-11-16"}
    state.match.tags.update(tags, Help="hints=1")
    begun = after(after(state, BOTH, Resign()), BOTH, Rematch(Match(numduel.new("sum"))))
    assert {"Date", "Deal", "Given"} <= set(begun.match.tags)
    assert not {"Duel", "Help"} & set(begun.match.tags)
