"""Variants of a game, measured and ranked."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from numduel.cli.game_tune import format_tuning
from numduel.errors import SetupError
from numduel.games import find
from numduel.workshop import measuring
from numduel.workshop.measuring import Limits
from numduel.workshop.tuning import Tuning, Variant, landscape, rank, read_ranges


def variant(options: dict[str, bool | int | str], share: float, choices: float) -> Variant:
    figures = {"first_player_share": share, "decisions_per_game": choices, "unfinished": 0.0}
    figures |= dict.fromkeys(("low", "high", "first_player_worth", "turns"), share)
    return Variant(options, {**figures, "problem": None})


def test_ranges_and_lists_name_the_values() -> None:
    found = read_ranges(find("maze"), ["target=14..16", "starts=chosen,random"], {})
    assert found == (("target", (14, 15, 16)), ("starts", ("chosen", "random")))
    assert read_ranges(find("quest"), ["stand=yes,no"], {}) == (("stand", (True, False)),)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("goal=1..3", "Sum Battle has no option 'goal'. Choose target or highest"),
        ("target", "target has no values. Write target=LOW..HIGH"),
        ("target=9..4", "target goes from 9 down to 4. Write the lower number first"),
        ("target=2-4", "'2-4' isn't a range. Write target=2..4"),
        ("target=a..4", "target must be a whole number"),
        ("target=1..1000000", "target must be a whole number"),
        ("highest=1..9", "the option highest is given twice"),
    ],
)
def test_wrong_ranges_are_refused(text: str, wrong: str) -> None:
    with pytest.raises(SetupError) as refused:
        read_ranges(find("sum"), [text], {"highest": 9})
    assert str(refused.value).startswith(wrong)


def test_too_many_variants_are_refused() -> None:
    with pytest.raises(SetupError, match="variants"):
        read_ranges(find("maze"), ["target=1..100", "size=2..4", "extra=0..4"], {})


def test_fair_and_deep_variants_rank_first() -> None:
    deep, shallow, unfair, lucky = (
        variant({"target": number}, share, choices)
        for number, (share, choices) in enumerate([(0.5, 10), (0.5, 2), (0.9, 10), (0.5, 0)])
    )
    impossible = Variant({"target": 9}, {"problem": "target must be lower"})
    assert rank([impossible, lucky, unfair, shallow, deep]) == [
        *(deep, shallow, unfair, lucky, impossible)
    ]
    assert (deep.fairness, lucky.score) == (1.0, 0.0)
    assert deep.depth == pytest.approx(2 / 3)
    assert (impossible.score, impossible.problem) == (None, "target must be lower")
    half = Variant(deep.options, {**deep.figures, "unfinished": 0.5})
    assert half.score == pytest.approx((deep.score or 0) / 2)


def test_landscape_shows_the_best_variant_of_each_place() -> None:
    varied = (("a", (1, 2)), ("b", (1,)), ("c", (True, False)))
    tuning = Tuning("sum", (), varied)
    assert tuning.variants()[0] == {"a": 1, "b": 1, "c": True}
    found = [variant(o, 0.5, 10 if o["c"] else 2) for o in tuning.variants()]
    drawn = landscape(tuning, found)
    assert (drawn.row_name, drawn.rows, drawn.column_name) == ("a", (1, 2), "b")
    assert all(one.options["c"] for one in drawn.cells.values())
    line = landscape(Tuning("sum", (), varied[:1]), [variant({"a": 1}, 0.5, 3)])
    assert (line.row_name, line.column_name, list(line.cells)) == ("", "a", [("", 1)])


def test_variant_is_measured_the_same_every_time() -> None:
    tuning = Tuning("sum", (("highest", 9),), (("target", (12, 15)),), games=10, seed=4)
    found = tuning.measure({"target": 15})
    assert found == tuning.measure({"target": 15})
    assert (found["problem"], found["first_player_worth"]) == (None, 0.0)
    assert tuning.measure({"target": 12})["first_player_worth"] == 1.0
    lucky = Tuning("quest", (), (("size", (2,)),), games=4).measure({"size": 3})
    assert (
        lucky["first_player_share"] == lucky["low"] == lucky["high"] == pytest.approx(1039 / 2520)
    )


def test_variant_that_cannot_be_solved_has_no_depth() -> None:
    tuning = Tuning("run", (), (("size", (7,)),), games=2, seed=1)
    few = Limits(10, 100, 10)
    with patch.multiple(measuring, COMPILED_LIMITS=few, PYTHON_LIMITS=few):
        figures = tuning.measure({"size": 7})
    large = Variant({"size": 7}, figures)
    assert large.fairness is not None
    assert (large.problem, large.depth, large.score) == (None, None, None)
    small = variant({"size": 3}, 0.9, 0.5)
    assert rank([large, small]) == [small, large]
    lines = format_tuning(tuning, [small, large], 80)
    assert any(line.startswith("1 variant without a score: too few positions") for line in lines)
