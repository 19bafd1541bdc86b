"""Declarations that can't be used are refused; those of the five games, and of luck, are true.

The laws of all games compare the others with the rules (test_laws.py).
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import numduel
from duel_support import (
    FIVE,
    VARIANTS,
    Variant,
    for_each,
    is_one_sentence,
    sample_positions,
    where,
)
from numduel import Budget, Dice, Game, Match, Player, Turn
from numduel.core import AnyGame, HiddenBoard
from numduel.errors import RulesError
from numduel.games import find
from numduel.workshop.laws import Walk, find_longest


@cache
def played(game: AnyGame) -> tuple[Any, ...]:
    """Yield a few hundred positions of a game."""
    return sample_positions(game)


def by_game(every: list[Variant]) -> dict[str, list[Variant]]:
    ids = dict.fromkeys(variant.id for variant in every)
    return {id: [variant for variant in every if variant.id == id] for id in ids}


# ---- bounds and draws


def test_each_of_the_five_has_a_bound_unless_it_is_endless() -> None:
    ours = [variant for variant in VARIANTS if variant.id in FIVE]
    assert {variant.id for variant in ours} == set(FIVE)
    for variant in ours:
        assert (variant.new().max_plies is None) == variant.new().endless, variant


@for_each(
    [
        Variant("maze", {"size": 2}),
        Variant("sum", {"target": 1}),
        Variant("quest", {"size": 2}),
        Variant("quest", {"target": 1}),
        Variant("quest", {"size": 2, "target": 6, "stand": True}),
    ]
)
def test_some_games_reach_their_maximum_length(variant: Variant) -> None:
    walk = Walk(variant.new())
    walk.grow(4000, lambda spot, node: True)
    longest = find_longest(walk.known)
    assert longest is not None
    assert len(longest) == walk.game.max_plies


def test_no_game_of_the_five_has_draws() -> None:
    assert not any(find(id).has_draws for id in FIVE)


# ---- required declarations


REQUIRED = ["picture", "play", "start", "status"]
DRAWN = list("125643798")
"""Moves of Pick 15 that end without a winner."""


def test_abstract_methods_are_as_documented() -> None:
    assert sorted(Game.__abstractmethods__) == REQUIRED
    secrets = ["public", "dealt", "answer", "shown", "laid_open"]
    assert sorted([*REQUIRED, *secrets]) == sorted(HiddenBoard.__abstractmethods__)


@pytest.mark.parametrize("name", REQUIRED)
def test_class_without_a_required_method_is_refused(
    name: str, every_variant: list[Variant]
) -> None:
    for id in by_game(every_variant):
        lacking: Any = type("Lacking", (find(id),), {name: getattr(Game, name)})
        with pytest.raises(TypeError, match=name):
            lacking.setup({}, None, Dice(0))


def declared(**changed: Any) -> type[AnyGame]:
    """Return a class with the rules of Pick 15 and these declarations; None leaves one out."""
    rules = {name: vars(find("pick15"))[name] for name in (*REQUIRED, "has_draws")}
    usual = {"id": "x", "title": "X", "summary": "Do it.", "reasons": ("fifteen", "empty")}
    said = {**usual, "vocabulary": tuple("123456789"), **changed}
    return type("Made", (Game,), rules | {k: v for k, v in said.items() if v is not None})


@pytest.mark.usefixtures("every_variant")
@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("id", None, "Made lacks id: a game has id, title, summary, and reasons"),
        ("title", None, "Made lacks title: a game has id, title, summary, and reasons"),
        ("summary", None, "Made lacks summary: a game has id, title, summary, and reasons"),
        ("reasons", None, "Made lacks reasons: a game has id, title, summary, and reasons"),
        ("id", "Pick", "Made has the id 'Pick': use a-z, 0-9 and _ alone"),
        ("id", "my-game", "Made has the id 'my-game': use a-z, 0-9 and _ alone"),
        ("id", "", "Made has the id '': use a-z, 0-9 and _ alone"),
        ("id", 7, "Made has the id '7': use a-z, 0-9 and _ alone"),
        (
            "summary",
            "Reach {target}.",
            "the summary of Made has 'target' in braces: only names of its options can be there",
        ),
        ("reasons", "stuck", 'Made needs a tuple of reasons, such as ("exact", "stuck")'),
        ("noun", "Cell!", 'Made needs a noun in lower case, such as "cell" or "number"'),
        ("noun", 7, 'Made needs a noun in lower case, such as "cell" or "number"'),
        ("reasons", (), 'Made needs a tuple of reasons, such as ("exact", "stuck")'),
        (
            "reasons",
            ("won", "resigned"),
            "the reason resigned is reserved for how people end a game: choose another",
        ),
    ],
)
def test_declaration_that_cannot_be_used_is_refused_at_class_creation(
    name: str, value: object, problem: str
) -> None:
    with pytest.raises(RulesError) as error:
        declared(**{name: value})
    assert str(error.value) == problem
    assert is_one_sentence(problem)


@pytest.mark.usefixtures("every_variant")
@pytest.mark.parametrize("words", [None, (), "123456789", ["1", "2"]], ids=repr)
def test_game_without_a_vocabulary_is_refused_at_setup(words: object) -> None:
    with pytest.raises(RulesError, match="X has no vocabulary: set it in the class or in __init__"):
        declared(vocabulary=words).setup({}, None, Dice(0))
    assert declared().setup({}, None, Dice(0)).start().player is Player.ONE


@pytest.mark.usefixtures("every_variant")
def test_undeclared_draw_raises_a_clear_error() -> None:
    game = declared(has_draws=False).setup({}, None, Dice(0))
    said = "X ended without a winner, but the class does not declare has_draws = True"
    with pytest.raises(RulesError, match=said):
        Match.replay(game, DRAWN)
    assert Match.replay(declared().setup({}, None, Dice(0)), DRAWN).reason == "empty"


@pytest.mark.usefixtures("every_variant")
def test_status_that_contradicts_the_declarations_raises_a_clear_error() -> None:
    def stuck(game: AnyGame, state: Any) -> Turn:
        return Turn(state.player, ())

    with pytest.raises(RulesError, match="X gives Player 1 a turn without a move: return Over"):
        Match(declared(status=stuck).setup({}, None, Dice(0))).status  # noqa: B018 - the property computes it
    other = declared(reasons=("fifteen", "full")).setup({}, None, Dice(0))
    with pytest.raises(RulesError, match="for the reason 'empty', but the class declares fifteen"):
        Match.replay(other, DRAWN)


@pytest.mark.usefixtures("every_variant")
def test_undeclared_chance_raises_a_clear_error() -> None:
    quiet: Any = type("Quiet", (find("toss"),), {"chance": False})
    game = quiet.setup({}, None, Dice(0))
    match = Match(game, dice=Dice(1))
    with pytest.raises(RulesError, match="Toss has a chance outcome, but the class does not"):
        numduel.analyse(match)


# ---- luck


def test_no_choice_changes_the_chances_in_games_declared_pure_luck(
    every_variant: list[Variant],
) -> None:
    engine, checked = numduel.Engine(), 0
    for variant in every_variant:
        game = variant.new().public()
        if not game.is_pure_luck:
            continue
        turns = [state for state in played(game) if isinstance(game.status(state), Turn)]
        for state in turns[::20]:
            report = engine.analyse(game, state, Budget(positions=100_000))
            if report.is_exact and len(report.moves) > 1:
                with where(variant, state):
                    assert len(set(report.moves.values())) == 1
                checked += 1
    assert checked > 10


def test_games_of_pure_luck_declare_options_with_which_choices_matter(
    every_variant: list[Variant],
) -> None:
    for kind in {type(variant.new()) for variant in every_variant}:
        by_book = kind.setup({}, None, Dice(1))
        assert bool(kind.skill_options) == by_book.is_pure_luck, kind.id
        if not kind.skill_options:
            continue
        game = kind.setup(kind.skill_options, None, Dice(1)).public()
        assert not game.is_pure_luck
        engine, budget = numduel.Engine(), Budget(positions=1_000_000)
        turns = (state for state in played(game) if isinstance(game.status(state), Turn))
        reports = (engine.analyse(game, state, budget) for state in turns)
        assert any(report.is_exact and len(set(report.moves.values())) > 1 for report in reports)
