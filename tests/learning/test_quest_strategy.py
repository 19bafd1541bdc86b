"""The lesson on how to win Number Quest: every claim is checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from claims_support import ENGINE, NUMBERS, Facts, check_lesson, listed

import numduel
from duel_support import plenty
from numduel import Chance, Over, Player, Turn

GAME: Any = numduel.new("quest", stand=True, board="1 2 3/4 5 6/7 8 9").public()
TARGET = 15


@cache
def decisions() -> dict[object, tuple[Any, Fraction, Fraction]]:
    """Return all positions of the variant: the chances of standing and of revealing in each."""
    found: dict[object, tuple[Any, Fraction, Fraction]] = {}
    seen, new = set(), [GAME.start()]
    while new:
        state = new.pop()
        key = GAME.key(state)
        if key in seen:
            continue
        seen.add(key)
        match GAME.status(state):
            case Chance(odds):
                new += [GAME.play(state, number) for number, _ in odds]
            case Turn(_, moves):
                report = ENGINE.analyse(GAME, state, plenty())
                reveal = next(move for move in moves if move != "stand")
                chances = (report.moves[move].chance for move in ("stand", reveal))
                found[key] = state, *chances
                new += [GAME.play(state, move) for move in ("stand", reveal)]
    return found


def first_to_stand(total: int) -> list[tuple[Fraction, Fraction]]:
    """Return both chances in all positions with a total in which neither player stands."""
    return [
        (stand, reveal)
        for state, stand, reveal in decisions().values()
        if state.mine == total and not state.standing
    ]


def chance_of(policy: Callable[[Any], bool]) -> str:
    """Return how often a policy wins against perfect play, over both seats.

    `policy` says whether to stand in a position.
    """

    @cache
    def chance(key: object, seat: Player) -> Fraction:
        state = decisions()[key][0]
        _, stand, reveal = decisions()[key]
        stands = policy(state) if state.player is seat else stand > reveal
        hidden = next(move for move in GAME.status(state).moves if move != "stand")
        return follow(GAME.play(state, "stand" if stands else hidden), seat)

    def follow(state: Any, seat: Player) -> Fraction:
        match GAME.status(state):
            case Over(winner, _):
                return Fraction(winner is seat)
            case Chance(odds):
                shares = (share * follow(GAME.play(state, move), seat) for move, share in odds)
                return sum(shares, Fraction())
        return chance(GAME.key(state), seat)

    both = sum(follow(GAME.start(), seat) for seat in Player)
    return f"{float(both) / 2:.1%}"


def stands_from(total: int) -> Callable[[Any], bool]:
    """Return the policy to stand from a total on, and above the opponent once they stand."""
    return lambda state: state.mine > state.theirs if state.standing else state.mine >= total


def is_standing_better(state: Any) -> bool:
    _, stand, reveal = decisions()[GAME.key(state)]
    return stand > reveal


def hidden(at: Facts) -> list[int]:
    return [number for number in range(1, 10) if at.state.left >> number & 1]


def too_high(at: Facts) -> list[int]:
    return [number for number in hidden(at) if at.state.mine + number > TARGET]


def reveal(at: Facts) -> Fraction:
    (chance,) = {value.chance for move, value in at.report.moves.items() if move != "stand"}
    return chance


def stand(at: Facts) -> Fraction:
    return at.report.moves["stand"].chance


def of_hidden(at: Facts) -> str:
    return f"Of the {NUMBERS[len(hidden(at))]}"


def scores(at: Facts) -> str:
    numbers = listed(hidden(at))
    return f"You have {at.state.mine}, {at.them} has {at.state.theirs}, and {numbers} are hidden."


def opening() -> Iterator[str]:
    assert numduel.new("quest").is_pure_luck
    yield "The standard game is luck alone."
    assert not GAME.is_pure_luck
    yield "In the variant with standing you decide: stop, or reveal one more number."


def standing(at: Facts) -> Iterator[str]:
    yield "If you stand, your score stays."
    ended = at.after("stand", "stand").match
    assert (ended.winner, ended.reason) == (Player.TWO, "closest")
    yield "If both players stand, the higher score wins."  # `ahead` checks all positions
    for state, chance, _ in decisions().values():
        if state.mine < state.theirs and not state.standing:
            assert chance == 0
    yield "So if you stand behind, your opponent stands too and wins."
    assert stand(at) == 0
    yield f"You have {at.state.mine}, Player 2 has {at.state.theirs}."
    for total in range(at.state.mine + 1):
        assert all(chance <= other for chance, other in first_to_stand(total))
    low = at.state.mine
    yield f"With {low} or less, standing is never better, unless your opponent already stands."
    yield f"Then Player 2 stands at {at.state.theirs} and wins."


def almost(at: Facts) -> Iterator[str]:
    mine = at.state.mine
    helpful = TARGET - mine
    yield f"With {mine}, only a {helpful} helps."
    assert all(chance > other for chance, other in first_to_stand(mine))
    yield "So stand, unless your opponent already stands."
    yield scores(at)
    yield f"Standing wins with a chance of {stand(at)}, revealing with {reveal(at)}."
    assert set(hidden(at)) - set(too_high(at)) == {helpful}
    five, four = NUMBERS[len(hidden(at))], NUMBERS[len(too_high(at))]
    yield (
        f"Only one of the {five} hidden numbers wins, and the other {four} take you above {TARGET}."
    )


def ahead(at: Facts) -> Iterator[str]:
    assert at.state.standing == (Player.TWO,)
    for state, chance, _ in decisions().values():
        if state.standing:
            assert chance == (state.mine > state.theirs)
    yield "Once your opponent stands, stand as soon as you lead: then you win for certain."
    mine, theirs = at.state.mine, at.state.theirs
    yield f"Player 2 stands at {theirs}, you have {mine}. Win."
    assert at.after("stand").match.winner is Player.ONE
    yield f"{mine} beats {theirs}: you win for certain."
    assert too_high(at)
    yield f"That could take you above {TARGET}."
    yield "You already have more than Player 2."


def behind(at: Facts) -> Iterator[str]:
    assert at.state.standing == (Player.ONE,)
    yield "If you stand last without a lead, you lose."  # `ahead` checks all positions
    mine, theirs = at.state.mine, at.state.theirs
    yield f"{at.you} with {mine}. Player 1 stands at {theirs}."
    yield f"Your chance was {reveal(at)}."
    assert stand(at) == 0
    yield "By standing you would have lost for certain."
    yield f"{mine} against {theirs}: standing now loses."


def counting(at: Facts) -> Iterator[str]:
    both = [
        total
        for total in range(TARGET)
        if any(a > b for a, b in first_to_stand(total))
        and any(a < b for a, b in first_to_stand(total))
    ]
    assert both == list(range(both[0], both[-1] + 1))  # here both choices can be right
    yield f"From {both[0]} to {both[-1]}, count the hidden numbers that take you above {TARGET}."
    yield scores(at)
    yield f"{of_hidden(at)}, {listed(too_high(at))} go too high."
    yield f"Standing wins with a chance of {stand(at)}, revealing with {reveal(at)}."
    yield f"{of_hidden(at)} hidden numbers, {listed(too_high(at))} go too high."
    yield f"Stand, and let {at.them} take the risk."


def other_numbers(at: Facts) -> Iterator[str]:
    assert at.state.mine == 11  # as in the step before
    yield "The same score can need another choice, because other numbers are hidden."
    yield scores(at)
    wins = TARGET - at.state.mine
    assert wins in hidden(at)
    high = listed(too_high(at))
    yield f"{of_hidden(at)}, only {high} go too high, and the {wins} wins at once."
    yield f"Revealing wins with a chance of {reveal(at)}, standing with {stand(at)}."
    yield f"{of_hidden(at)} hidden numbers, only {high} go too high."


def rule_of_thumb(at: Facts) -> Iterator[str]:
    best = max(range(8, 15), key=lambda total: chance_of(stands_from(total)))
    chance = chance_of(stands_from(best))
    perfect = chance_of(is_standing_better).replace(".0", "")
    yield f"If counting takes too long, stand from {best} on."
    yield f"Against perfect play that wins {chance} of the games, and perfect counting {perfect}."
    yield scores(at)
    mine, high = at.state.mine, listed(too_high(at))
    yield f"{of_hidden(at)}, {high} go too high, so stand at {mine} already."
    yield f"That wins with a chance of {stand(at)}, revealing with {reveal(at)}."
    yield f"{of_hidden(at)} hidden numbers, {high} go too high."
    yield f"Stand, and let {at.them} take the risk."


CLAIMS = {
    "Standing": standing,
    "Almost there": almost,
    "They stood, and you lead": ahead,
    "They stood, and you don't lead": behind,
    "Count what goes too high": counting,
    "The same score, other numbers": other_numbers,
    "A rule of thumb": rule_of_thumb,
}


@pytest.mark.slow
def test_every_claim_holds() -> None:
    check_lesson("quest-strategy", opening, CLAIMS)
