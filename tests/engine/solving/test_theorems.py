"""Theorems about all boards, checked by program; docs/engine.md has the proofs."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import factorial
from random import Random

import pytest

import numduel
from duel_support import random_playout, walk
from numduel import Over, Player, Turn

# ---- quest: the standard game is a lottery


def orders_won_by_one(mine: int, theirs: int, left: frozenset[int], one: bool, target: int) -> int:
    """Count orders of the remaining numbers that Player 1 wins; `mine` is the next player's."""
    won = 0
    for number in left:
        rest = left - {number}
        if mine + number >= target:
            won += factorial(len(rest)) * (one is (mine + number == target))
        else:
            won += orders_won_by_one(theirs, mine + number, rest, not one, target)
    return won


def test_player_1_wins_quest_with_chance_1039_in_2520() -> None:
    """The choice of cell doesn't matter, so a game is an order of the numbers."""
    won = orders_won_by_one(0, 0, frozenset(range(1, 10)), True, 15)
    odds = Fraction(won, factorial(9))
    assert odds == Fraction(1039, 2520)
    report = numduel.analyse(numduel.new("quest", seed=1), None)
    assert report.value.chance == odds
    assert {value.chance for value in report.moves.values()} == {odds}


@pytest.mark.parametrize("target", range(1, 13))
def test_closest_total_decides_only_with_targets_out_of_reach(target: int) -> None:
    """Q2, for every target on the 2×2 board, whose numbers add up to 10."""
    game = numduel.new("quest", size=2, target=target).public()
    ends = {status.reason for s in walk(game) if isinstance(status := game.status(s), Over)}
    assert ("closest" in ends) is (2 * (target - 1) >= 10)


def test_standing_makes_quest_a_game_of_skill() -> None:
    value = numduel.analyse(numduel.new("quest", stand=True, seed=1), None).value
    assert value.chance == Fraction(1406, 2835)


# ---- race: boards decided before the first choice


@pytest.mark.parametrize("size", [2, 3, 4, 5, 12])
def test_large_first_number_loses_a_race_at_once(
    size: int,
) -> None:
    """The other numbers don't matter: the status at the start depends on the first alone."""
    rng = Random(size)
    for first in range(1, size + 3):
        rest = [rng.randint(1, size + 2) for _ in range(size * size - 1)]
        game = race([first, *rest], size)
        over = isinstance(game.status(game.start()), Over)
        assert over is (first >= size)


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_large_last_number_wins_a_race_with_any_move(
    size: int,
) -> None:
    rng = Random(size)
    for first, last in product(range(1, size), range(size, size + 3)):
        middle = [rng.randint(1, size) for _ in range(size * size - 2)]
        report = numduel.analyse(race([first, *middle, last], size), None)
        assert {(value.outcome, value.turns) for value in report.moves.values()} == {("win", 1)}


def test_quarter_of_races_is_lost_and_three_sixteenths_won_at_once() -> None:
    """All 256 boards of 2×2 with numbers to 4; for 4×4, counted by the two corners."""
    corners = list(product(range(1, 5), repeat=2))
    lost = Fraction(sum(first >= 4 for first, _ in corners), 16)
    won = Fraction(sum(first < 4 <= last for first, last in corners), 16)
    assert (lost, won) == (Fraction(1, 4), Fraction(3, 16))
    small = [race(list(numbers), 2) for numbers in product(range(1, 5), repeat=4)]
    over = sum(isinstance(game.status(game.start()), Over) for game in small)
    assert Fraction(over, len(small)) == Fraction(3, 4)  # 2, 3 and 4 leave a 2×2 grid


def race(numbers: list[int], size: int) -> numduel.Game:  # type: ignore[type-arg]
    rows = [numbers[start : start + size] for start in range(0, len(numbers), size)]
    board = "/".join(" ".join(map(str, row)) for row in rows)
    return numduel.new("race", board=board, highest=max(numbers))


# ---- run: the colours of the cells


@pytest.mark.parametrize("size", range(2, 9))
def test_player_1_gets_the_first_challenge_in_run(size: int) -> None:
    """Both corners have one colour and each step changes it.

    So after Player 2's move both stand on one colour, and cells of one colour are never adjacent,
    until a challenge has sent a player back.
    """
    asked = 0
    for seed in range(60):
        game = numduel.new("run", size=size, seed=seed)
        for state in random_playout(game, seed):
            if isinstance(game.status(state), Turn) and state.asked:
                assert state.player is Player.ONE
                asked += 1
                break
    assert asked > 5


@pytest.mark.parametrize("size", [2, 3])
def test_only_player_1_gets_challenges_until_one_is_accepted(size: int) -> None:
    """Every position of a grid without an accepted challenge."""
    game = numduel.new("run", size=size, highest=1, seed=1)
    seen, waiting = set(), [game.start()]
    while waiting:
        state = waiting.pop()
        status = game.status(state)
        if state in seen or not isinstance(status, Turn):
            continue
        seen.add(state)
        assert not state.asked or state.player is Player.ONE
        waiting += [game.play(state, move) for move in status.moves if move != "yes"]
    assert any(state.asked for state in seen)


# ---- sum: small pools


@pytest.mark.parametrize("highest", [1, 2, 3])
def test_sum_with_up_to_three_numbers_is_won_by_the_first_move(highest: int) -> None:
    """A 1 or 2 of two numbers, and a 2 of three, leaves the opponent nothing (S3)."""
    for target in (*range(1, 100), 9_999, 10_000):
        game = numduel.new("sum", target=target, highest=highest)
        number = str(min(2, highest, target))
        ended = game.status(game.play(game.start(), number))
        assert isinstance(ended, Over)
        assert ended.winner is Player.ONE
        if target < 30:
            value = numduel.analyse(game, None).value
            assert (value.outcome, value.turns) == ("win", 1)


@pytest.mark.parametrize("highest", [4, 9, 99])
def test_sum_with_four_or_more_numbers_always_has_a_move(highest: int) -> None:
    """At most 3 numbers are blocked."""
    for last in range(1, highest + 1):
        assert any(abs(number - last) > 1 for number in range(1, highest + 1))
    game = numduel.new("sum", target=12, highest=highest)
    ends = {status.reason for s in walk(game) if isinstance(status := game.status(s), Over)}
    assert ends == {"exact", "over"}
