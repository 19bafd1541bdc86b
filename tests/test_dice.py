"""Dice: all draws come from one stream, which never changes for a seed."""

from __future__ import annotations

import random
from collections import Counter
from copy import copy, deepcopy
from pickle import dumps, loads

from hypothesis import given
from hypothesis import strategies as st

from numduel import Dice

STREAM = [0.8444218515250481, 0.32383276483316237, 0.021825695401270107]


@given(st.integers(0, 2**64 - 1), st.integers(0, 60))
def test_dice_draw_from_random_alone(seed: int, count: int) -> None:
    """`Random.random` is the only method whose results Python guarantees for a seed."""
    stream = random.Random(seed)
    deck = list(range(count))
    for last in reversed(range(1, count)):
        other = int(stream.random() * (last + 1))
        deck[last], deck[other] = deck[other], deck[last]
    dice = Dice(seed)
    assert dice.shuffled(range(count)) == tuple(deck)
    assert dice.below(1000) == int(stream.random() * 1000)
    assert dice.choice("abcdef") == "abcdef"[int(stream.random() * 6)]


def test_random_stream_never_changes() -> None:
    assert [Dice(seed).random() for seed in (0, 7, 2**64 - 1)] == STREAM


@given(st.integers(0, 2**64 - 1), st.integers(1, 10**6))
def test_draw_is_within_its_bound(seed: int, bound: int) -> None:
    assert 0 <= Dice(seed).below(bound) < bound


def test_every_order_is_equally_likely() -> None:
    dice = Dice(1)
    orders = Counter(dice.shuffled("abc") for _ in range(6000))
    assert len(orders) == 6
    assert all(850 < times < 1150 for times in orders.values())


def test_copies_draw_the_same_and_leave_the_original_alone() -> None:
    dice, expected = Dice(7), random.Random(7)
    dice.random()
    expected.random()
    after = expected.random()
    for twin in (copy(dice), deepcopy(dice), loads(dumps(dice)), dice):
        assert twin.random() == after
