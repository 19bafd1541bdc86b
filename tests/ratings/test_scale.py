"""The measured scale: where the characters are between random and perfect play."""

from __future__ import annotations

from duel_support import where
from numduel.play.players import CHARACTERS, LEVELS, RANDOM
from numduel.ratings.scale import ANCHOR, ANCHOR_RATING, Rated, scales


def low(one: Rated) -> float:
    assert one.rating.interval is not None
    return one.rating.interval[0]


def high(one: Rated) -> float:
    assert one.rating.interval is not None
    return one.rating.interval[1]


def test_every_scale_has_all_opponents_and_the_anchor() -> None:
    assert scales()
    for game, scale in scales().items():
        with where(game):
            assert set(scale.opponents) == {RANDOM, *LEVELS, *CHARACTERS}
            assert scale.opponents[ANCHOR].rating.value == ANCHOR_RATING
            values = [one.rating.value for one in scale.opponents.values()]
            assert values == sorted(values), "weakest first"
            for one in scale.opponents.values():
                assert low(one) < one.rating.value < high(one)


def test_characters_are_stronger_than_random_and_not_above_perfect() -> None:
    for game, scale in scales().items():
        for name in CHARACTERS:
            with where(game, name):
                one = scale.opponents[name]
                assert low(one) > scale.opponents[RANDOM].rating.value
                assert one.rating.value <= high(scale.opponents[LEVELS[-1]])
                assert high(one) >= scale.opponents[LEVELS[0]].rating.value


def test_characters_spread_over_the_range_of_the_levels() -> None:
    for game, scale in scales().items():
        with where(game):
            values = [scale.opponents[name].rating.value for name in CHARACTERS]
            beginner, perfect = (scale.opponents[n].rating.value for n in (LEVELS[0], LEVELS[-1]))
            assert max(values) - min(values) > (perfect - beginner) / 4
