"""The lesson on how to win Sum Battle: every claim is checked."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest
from claims_support import ENGINE, NUMBERS, Facts, check_lesson, listed

import numduel
from duel_support import plenty
from numduel import Player
from numduel.games.sum_battle import State

GAME: Any = numduel.new("sum")
TARGET = 50
ALL = range(1, 10)
NINES = 5
"""The most nines that Player 1 can take: a sixth one would go above the target."""


def allowed(last: int) -> list[int]:
    """Return the numbers that can be taken after another."""
    state = State(Player.ONE, 0, 0, last)
    return [int(move) for move in GAME.status(state).moves]


def blocked(last: int) -> list[int]:
    return [number for number in ALL if number not in allowed(last)]


def winning(mine: int, theirs: int, last: int) -> list[int]:
    """Return the winning numbers of a player with these totals after a number."""
    report = ENGINE.analyse(GAME, State(Player.ONE, mine, theirs, last), plenty())
    return [int(move) for move, value in report.moves.items() if value.outcome == "win"]


@cache
def reachable() -> list[State]:
    """Return all positions in which both players need more than 18, with Player 1 to move."""
    found, new = set(), [(0, 0, 0)]
    while new:
        position = new.pop()
        mine, theirs, last = position
        if position in found or mine >= TARGET - 18 or theirs >= TARGET - 18:
            continue
        found.add(position)
        new += [(theirs, mine + number, number) for number in (allowed(last) if last else ALL)]
    return [State(Player.ONE, *position) for position in found]


def share_right(number: int) -> str:
    """Return how often a number that is available wins, over the won positions."""
    won = [(state, winning(*state[1:])) for state in reachable()]
    available = [
        numbers
        for state, numbers in won
        if numbers and (not state.last or number in allowed(state.last))
    ]
    return f"{sum(number in numbers for numbers in available) / len(available):.0%}"


def opening() -> Iterator[str]:
    assert ENGINE.analyse(GAME, GAME.start(), plenty()).value.outcome == "win"
    yield "Player 1 can always win."


def start(at: Facts) -> Iterator[str]:
    assert at.game.options.target == TARGET
    assert at.match.plies == ()
    yield (
        f"High numbers get you to {TARGET} sooner, and they block "
        "the high numbers for your opponent."
    )
    count, win = NUMBERS[len(at.match.moves)], NUMBERS[len(at.winning)]
    yield f"Of the {count} first numbers, only {win} win against perfect play."
    yield f"{at.you}."
    yield f"Only {listed([int(move) for move in at.winning])} win."
    assert max(map(int, at.others)) < min(map(int, at.winning))
    yield "After any smaller start, Player 2 can win."
    yield at.others_lose()
    assert sorted(map(int, at.winning)) == list(ALL)[-2:]


def nines(at: Facts) -> Iterator[str]:
    most = max(allowed(9))
    yield f"A 9 blocks {listed(blocked(9))}, so the answer is {most} or less."
    assert all(9 in allowed(answer) for answer in ALL if answer <= most)
    yield "That never blocks your next 9."
    five = NUMBERS[NINES]  # proved below
    yield f"So Player 1 can take {five} nines in a row, and all of them keep the win."
    yield f"You took {at.match.plies[0].move}, Player 2 took {at.match.plies[1].move}."
    assert at.winning == ["9"]
    yield "One number keeps the win."
    then = at.after("9").state
    yield (
        f"You have {then.theirs}, Player 2 has {then.mine}, and "
        f"again they can't take more than {most}."
    )
    yield at.others_lose()
    yield "Your next 9 isn't blocked: take it."


def eights(at: Facts) -> Iterator[str]:
    two, three = NUMBERS[len(blocked(9))], NUMBERS[len(blocked(8))]
    yield f"A 9 blocks {two} numbers, an 8 {three}: {listed(blocked(8))}."
    yield (
        f"While both players need more than 18, an available 8 is right in {share_right(8)} of the "
        f"won positions, a 9 in {share_right(9)}."
    )
    yield f"Player 1 started with {at.match.plies[0].move}."
    assert at.winning == ["8"]
    yield f"{at.you}: find the only winning answer."
    yield f"Now Player 1 can't take more than {max(allowed(8))}."
    assert "7" in at.after("9").winning
    yield "After a 9, they could have answered with 7."
    at.others_lose()
    yield "That loses."
    yield f"Which number keeps {listed(blocked(8))} from Player 1?"


def halves(at: Facts) -> Iterator[str]:
    for number in ALL:
        assert {n for n in ALL if number in blocked(n)} == set(blocked(number))
    yield (
        "To stop you, they would have to block that number, but your own move already blocks every "
        "number that could."
    )
    yield "If you need an even number, take half of it."  # proved below for all positions
    need = TARGET - at.state.mine
    yield f"You have {at.state.mine} and need {need}."
    yield f"Player 2 has {at.state.theirs}."
    yield "Win."
    (half,) = at.do
    assert int(half) * 2 == need
    assert at.report.value.turns == 3
    yield f"You need another {half}."
    yield (
        f"Only {listed(blocked(int(half)))} block it, and your "
        f"{half} blocks these three for Player 2."
    )
    at.others_lose()
    yield "After that, Player 2 can stop you and win."
    yield f"What is half of {need}?"


def eight_and_nine(at: Facts) -> Iterator[str]:
    assert max(ALL) == 9
    assert [n for n in ALL if 9 in blocked(n)] == [8, 9]
    yield "There is no 10, so only 8 and 9 block a 9."
    assert {8, 9} <= set(blocked(8))
    yield "An 8 blocks both of them."
    need = TARGET - at.state.mine
    yield f"You have {at.state.mine} and need {need}."
    yield f"Player 2 has {at.state.theirs}."
    yield "Win."
    assert at.report.value.turns == 3
    assert need - 8 == 9
    yield "You need a 9, and Player 2 can't take 8 or 9."
    yield f"So {need} is as good as an even number."
    at.others_lose()
    yield "Player 2 can stop that and win."
    yield f"Which two numbers make {need}?"


def look(at: Facts) -> Iterator[str]:
    yield "Half of what you need takes two turns."
    yield "If your opponent can win with their next number, block that number first."
    need, theirs = TARGET - at.state.mine, at.state.theirs
    yield f"{at.you} with {at.state.mine}."
    half = need // 2
    assert str(half) in at.others
    assert half * 2 == need
    yield f"Half of {need} would be {half}, but Player 1 has {theirs}."
    theirs_next = TARGET - theirs
    assert sorted(map(int, at.do)) == [
        n for n in allowed(at.state.last) if theirs_next in blocked(n)
    ]
    yield f"Player 1 needs a {theirs_next} and can't take it."
    yield "You can still win."
    for move in at.others:
        assert at.after(move, str(theirs_next)).match.winner is Player.ONE
    yield (
        f"That doesn't block the {theirs_next}, and Player 1 takes it: "
        f"{theirs} + {theirs_next} = {TARGET}."
    )


def block_half(at: Facts) -> Iterator[str]:
    yield "Your opponent can halve too."
    yield "If they need an even number, keep them from its half."
    need = TARGET - at.state.theirs
    yield f"You have {at.state.mine}, Player 2 has {at.state.theirs} and needs {need}."
    (move,) = at.winning
    yield "One number wins."
    half = need // 2
    assert half in blocked(int(move))
    mine = TARGET - at.state.mine - int(move)
    yield f"It blocks their {half}, and now you need {mine}: your own half is {mine // 2}."
    assert mine % 2 == 0
    yield at.others_lose()
    yield f"Keep them from {half}, and leave yourself an even number."


def two_ideas(at: Facts) -> Iterator[str]:
    mine, theirs = TARGET - at.state.mine, TARGET - at.state.theirs
    yield f"{at.you} with {at.state.mine}. Player 1 has {at.state.theirs}."
    half = mine // 2
    assert theirs not in blocked(half)
    yield f"Half of your {mine} is {half}, but that doesn't block the {theirs} they need."
    (move,) = map(int, at.winning)
    assert theirs in blocked(move)
    yield "One number blocks it and leaves you a number that they can't block."
    need = mine - move
    yield f"You need a {need}."
    blocking = [n for n in ALL if need in blocked(n)]
    free = [n for n in blocking if n in allowed(move)]
    (refused,) = (n for n in blocking if n not in free)
    (over,) = free
    total = at.state.theirs + over
    assert total > TARGET
    yield f"Player 1 can't take {refused}, and a {over} would take them to {total}, above {TARGET}."
    at.others_lose()
    yield "That loses."
    yield f"Which number blocks the {theirs}, and what would you need then?"


CLAIMS = {
    "Start high": start,
    "Nine after nine": nines,
    "An 8 blocks more": eights,
    "Half of what you need": halves,
    "First 8, then 9": eight_and_nine,
    "Look at their number first": look,
    "Block their half": block_half,
    "Two ideas at once": two_ideas,
}


def test_every_claim_holds() -> None:
    check_lesson("sum-strategy", opening, CLAIMS)


def test_half_of_an_even_need_wins_unless_the_opponent_wins_first() -> None:
    for half, theirs, last in product(ALL, range(TARGET), ALL):
        can_win_first = TARGET - theirs in allowed(half)
        if half in allowed(last) and not can_win_first:
            assert half in winning(TARGET - 2 * half, theirs, last)


@pytest.mark.parametrize("last", ALL)
def test_eight_then_nine_wins_17_unless_the_opponent_wins_first(last: int) -> None:
    for theirs in range(TARGET):
        if 8 in allowed(last) and TARGET - theirs not in allowed(8):
            assert 8 in winning(TARGET - 17, theirs, last)


@pytest.mark.parametrize("nines", range(1, NINES + 1))
def test_nines_in_a_row_keep_the_win_against_every_answer(nines: int) -> None:
    answers = range((nines - 1) * min(allowed(9)), (nines - 1) * max(allowed(9)) + 1)
    for total in answers:
        state = State(Player.TWO, total, 9 * nines, 9)
        assert ENGINE.analyse(GAME, state, plenty()).value.outcome == "loss", total
