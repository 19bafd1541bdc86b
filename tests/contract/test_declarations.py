"""Declarations of games are true: chance, secrets, deals, cycles, reasons and vocabulary."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import numduel
from duel_support import (
    FIVE,
    MAX_WALK_POSITIONS,
    Variant,
    all_positions,
    check_laws,
    drawn_games,
    drawn_playouts,
    is_known,
    is_one_sentence,
    laid_open,
    next_moves,
    random_playout,
    sample_positions,
    shows_all_it_declares,
    where,
)
from numduel import Budget, Chance, Dice, Game, Match, Over, Player, Turn
from numduel.core import AnyGame, HiddenBoard
from numduel.engine.studying.boards import has_boards
from numduel.errors import RulesError
from numduel.games import find
from numduel.options import Options, Whole

SEED_LIMIT = range(12)


@cache
def played(game: AnyGame) -> tuple[Any, ...]:
    """Yield a few hundred positions of a game."""
    return sample_positions(game)


def more(game: AnyGame) -> tuple[Any, ...]:
    """Return all positions of a game, if there are few enough."""
    return () if is_known(game.id) else all_positions(type(game))


def ends(games: list[AnyGame]) -> Iterator[Over]:
    """Yield final statuses from positions and random games."""
    for game in games:
        statuses = [game.status(state) for state in (*played(game), *more(game))]
        yield from (status for status in statuses if isinstance(status, Over))
    for game in games[:2]:
        for seed in range(60):
            status = game.status(random_playout(game, seed)[-1])
            if isinstance(status, Over):
                yield status


def dealt(variant: Variant) -> list[AnyGame]:
    return [variant.new(seed) for seed in SEED_LIMIT]


def by_game(every: list[Variant]) -> dict[str, list[Variant]]:
    ids = dict.fromkeys(variant.id for variant in every)
    return {id: [variant for variant in every if variant.id == id] for id in ids}


# ---- chance


def test_chance_occurs_exactly_in_games_that_declare_it(every_variant: list[Variant]) -> None:
    for id, its in by_game(every_variant).items():
        games = [variant.new() for variant in its]
        statuses = [game.status(state) for game in games for state in played(game)]
        is_drawn = any(isinstance(status, Chance) for status in statuses)
        assert find(id).chance or not is_drawn, id
        assert is_drawn == find(id).chance or not shows_all_it_declares(find(id)), id


@pytest.mark.usefixtures("every_variant")
@given(drawn_playouts())
@settings(max_examples=200)
def test_games_without_chance_have_no_chance_outcomes(ways: tuple[AnyGame, list[Any]]) -> None:
    game, states = ways
    assert game.chance or not any(isinstance(game.status(state), Chance) for state in states)


# ---- secrets


def test_dealer_has_secrets_exactly_in_hidden_games(
    every_variant: list[Variant],
) -> None:
    for variant in every_variant:
        for game in dealt(variant):
            public = game.public()
            assert game.hidden == isinstance(game, HiddenBoard) == (public is not game), variant
            assert game.hidden == (public._board != game._board), variant
            assert public.public()._board == public._board


# ---- deals


def test_deals_differ_exactly_in_games_that_declare_it(every_variant: list[Variant]) -> None:
    for variant in every_variant:
        games = dealt(variant)
        seen = {(game.public(), game.start()) for game in games}
        assert {game.has_visible_deal for game in games} == {len(seen) > 1}, variant


@pytest.mark.usefixtures("every_variant")
@given(drawn_games(), st.integers(0, 2**64 - 1))
def test_declarations_depend_only_on_options(game: AnyGame, seed: int) -> None:
    other = type(game)(game.options, type(game).deal(game.options, Dice(seed)))
    assert other.vocabulary == game.vocabulary
    assert other.has_visible_deal == game.has_visible_deal
    assert game.public().vocabulary == game.vocabulary
    assert game.public().has_visible_deal == game.has_visible_deal
    assert game.has_visible_deal or other.public() == game.public()


# ---- vocabulary


def test_vocabulary_depends_only_on_options(every_variant: list[Variant]) -> None:
    """It doesn't depend on the deal, nor on whether the board was given."""
    for variant in every_variant:
        words: dict[object, tuple[str, ...]] = {}
        for game in dealt(variant):
            board = laid_open(game) or None
            given = numduel.new(variant.id, board=board, **game.options.texts())
            for one in (game, given):
                assert words.setdefault(one.options, one.vocabulary) == one.vocabulary, variant


# ---- cycles


def circle(game: AnyGame) -> bool | None:
    """Return whether positions can repeat; None if there are too many to tell."""
    start = game.start()
    on_the_way, done = {start}, set()
    ways = [(start, iter(next_moves(game, start)))]
    while ways:
        state, moves = ways[-1]
        move = next(moves, None)
        if move is None:
            ways.pop()
            on_the_way.discard(state)
            done.add(state)
            continue
        after = game.play(state, move)
        if after in on_the_way:
            return True
        if len(done) + len(on_the_way) > MAX_WALK_POSITIONS:
            return None
        if after not in done:
            on_the_way.add(after)
            ways.append((after, iter(next_moves(game, after))))
    return False


def test_positions_repeat_exactly_in_endless_games(every_variant: list[Variant]) -> None:
    for id, its in by_game(every_variant).items():
        games = [variant.new(seed) for variant in its for seed in (7, 8, 9)]
        circles = [circle(game) for game in games]
        assert find(id).endless or not any(circles), id
        if shows_all_it_declares(find(id)):
            assert circles.count(None) < len(circles), id
            assert any(circles) == find(id).endless, id


def test_positions_never_repeat_in_finite_games(every_variant: list[Variant]) -> None:
    for variant in every_variant:
        game = variant.new()
        if not game.endless:
            for seed in range(10):
                states = random_playout(game, seed, plies=2000)
                with where(variant, seed):
                    assert len(set(states)) == len(states)
                    assert isinstance(game.status(states[-1]), Over) or len(states) > 2000


# ---- reasons and draws


def test_games_end_for_declared_reasons(every_variant: list[Variant]) -> None:
    for its in by_game(every_variant).values():
        check_reasons([variant.new(seed) for variant in its for seed in (7, 8)])


def check_reasons(games: list[AnyGame]) -> None:
    """Games end for no other reason; after a full search, every reason has occurred."""
    kind = type(games[0])
    met = {over.reason for over in ends(games)}
    assert len(set(kind.reasons)) == len(kind.reasons) > 0
    assert met <= set(kind.reasons), kind
    assert met == set(kind.reasons) or not shows_all_it_declares(kind), kind


def test_drawn_ends_occur_exactly_in_games_that_declare_them(every_variant: list[Variant]) -> None:
    kinds = by_game(every_variant)
    for id, its in kinds.items():
        games = [variant.new(seed) for variant in its for seed in (7, 8)]
        met = {over.is_draw for over in ends(games)}
        assert met <= {False, find(id).has_draws}, id
        assert True in met or not find(id).has_draws or not shows_all_it_declares(find(id)), id
    assert {find(id).has_draws for id in kinds} == {False, True}


def test_no_game_of_the_five_has_draws() -> None:
    assert not any(find(id).has_draws for id in FIVE)


# ---- values


def parts(value: Any) -> Iterator[Any]:
    """Yield a state and every named tuple in it."""
    if hasattr(value, "_fields"):
        yield value
    if isinstance(value, tuple):
        for part in value:
            yield from parts(part)


def a_copy_is_the_thing_itself(game: AnyGame, state: Any) -> None:
    for value in (game, game._board, *parts(state)):
        assert copy.copy(value) is value
        assert copy.deepcopy(value) is value


def test_copying_a_game_or_position_returns_the_object(every_variant: list[Variant]) -> None:
    for variant in every_variant:
        game = variant.new()
        check_laws([a_copy_is_the_thing_itself], game, played(game)[::10])


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
def test_unused_reason_is_an_error_only_after_a_full_search() -> None:
    class Sized(Options):
        size = Whole(3, 3, 4, "unused")

    unmet = {"reasons": ("fifteen", "empty", "never")}
    with pytest.raises(AssertionError):
        check_reasons([declared(**unmet).setup({}, None, Dice(0))])
    check_reasons([declared(**unmet, options_type=Sized).setup({}, None, Dice(0))])
    with pytest.raises(AssertionError):
        check_reasons([declared(reasons=("empty",), options_type=Sized).setup({}, None, Dice(0))])


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


# ---- duels


def test_game_of_the_daily_duel_has_boards(every_variant: list[Variant]) -> None:
    for id in by_game(every_variant):
        assert has_boards(find(id), {}) or not find(id).daily_duel, id


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
