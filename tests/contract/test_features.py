"""Features: the position in numbers, without anything hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from duel_support import (
    FIVE,
    VARIANTS,
    Variant,
    for_each,
    next_moves,
    random_playout,
    sample_positions,
    shows_all_it_declares,
    where,
)
from numduel import Chance, Over, Picture, Player
from numduel.core import SEATS, AnyGame, Game, HiddenBoard

SEED_LIMIT = range(6)


def some_positions(game: AnyGame) -> Iterator[Any]:
    """Yield the start and positions of random games."""
    yield from sample_positions(game)[:80]
    for seed in range(4):
        yield from random_playout(game, seed)


def test_layout_depends_only_on_options(every_variant: list[Variant]) -> None:
    for variant in every_variant:
        said: dict[object, object] = {}
        for seed in SEED_LIMIT:
            for game in (variant.new(seed), variant.new(seed).public()):
                declared = (game.layout(), game.chance_outcomes, game.max_plies)
                assert said.setdefault(game.options, declared) == declared, variant


def test_layout_names_each_feature_once_and_ends_with_seats(
    every_variant: list[Variant],
) -> None:
    for variant in every_variant:
        (rows, columns), features = variant.new().layout()
        names = [feature.name for feature in features]
        assert len(set(names)) == len(names), variant
        assert features[-2:] == SEATS, variant
        assert min(rows, columns) >= 1
        for feature in features:
            assert 1 <= feature.highest < 2**15, (variant, feature)  # a signed 16-bit integer


def test_pictures_of_default_features_have_the_shape_and_facts_of_the_first(
    every_variant: list[Variant],
) -> None:
    looked = set()
    for variant in every_variant:
        game = variant.new()
        if type(game).features is Game.features:
            looked.add(variant.id)
            first = shape_of(game.picture(game.start()))
            for state in some_positions(game):
                assert shape_of(game.picture(state)) == first, (variant, state)
    assert len(looked) >= 4
    assert not looked & set(FIVE)


def shape_of(picture: Picture) -> object:
    facts = Counter((fact.player, fact.label) for fact in picture.facts)
    return len(picture.rows), max(map(len, picture.rows), default=0), facts


def test_features_are_whole_numbers_within_their_bounds(every_variant: list[Variant]) -> None:
    for variant in every_variant:
        game = variant.new()
        (rows, columns), features = game.layout()
        highest = [
            feature.highest
            for feature in features
            for _ in range(rows * columns if feature.per_tile else 1)
        ]
        for state in some_positions(game):
            for player in Player:
                numbers = game.features(state, player)
                with where(variant, state, player, numbers):
                    assert {type(number) for number in numbers} == {int}
                    assert len(numbers) == len(highest)
                    assert all(0 <= n <= h for n, h in zip(numbers, highest, strict=True))
                    assert numbers[-2:] == (player + 1, state.player is player)
                    assert game.features(state, int(player)) == numbers  # type: ignore[arg-type]


def test_different_positions_have_different_features(every_variant: list[Variant]) -> None:
    """Both on one board and on different visible boards."""
    for variant in every_variant:
        game = variant.new()
        for player in Player:
            found: dict[tuple[int, ...], Any] = {}
            for state in some_positions(game):
                assert found.setdefault(game.features(state, player), state) == state, variant
            games = [variant.new(seed) for seed in range(40)]
            features = {g.features(g.start(), player) for g in games}
            assert len(features) == len({(g.public(), g.start()) for g in games}), variant


def test_equal_features_have_equal_futures(every_variant: list[Variant]) -> None:
    """Equal features have the same moves, which lead to equal features again.

    By induction the futures are equal, even on boards that differ in what no longer matters or
    what the player may not know.
    """
    met = 0
    for variant in every_variant:
        known: dict[tuple[Player, tuple[int, ...]], object] = {}
        for seed in SEED_LIMIT:
            game = variant.new(seed % 3)
            for state in random_playout(game, seed // 3):
                for player in Player:
                    features = (player, game.features(state, player))
                    future = future_of(game, state, player)
                    met += features in known
                    assert known.setdefault(features, future) == future, (variant, state)
    assert met > 1000


def future_of(game: AnyGame, state: Any, player: Player) -> object:
    after = [game.features(game.play(state, move), player) for move in next_moves(game, state)]
    return game.status(state), after


def test_features_reveal_nothing_hidden(every_variant: list[Variant]) -> None:
    """Features don't depend on hidden numbers."""
    hidden = 0
    for variant in every_variant:
        games = [variant.new(seed) for seed in SEED_LIMIT]
        if isinstance(games[0], HiddenBoard):
            hidden += 1
            for state in some_positions(games[0]):
                for player in Player:
                    features = {g.features(state, player) for g in (*games, games[0].public())}
                    assert len(features) == 1, variant
    assert hidden > 3


def test_chance_outcomes_are_complete(every_variant: list[Variant]) -> None:
    for variant in every_variant:
        game = variant.new()
        statuses = [game.status(state) for state in sample_positions(game)]
        drawn = {move for s in statuses if isinstance(s, Chance) for move, _ in s.odds}
        assert len(set(game.chance_outcomes)) == len(game.chance_outcomes), variant
        assert drawn <= set(game.chance_outcomes), variant
        if shows_all_it_declares(type(game)):
            assert drawn == set(game.chance_outcomes), variant
        assert bool(game.chance_outcomes) == game.chance, variant


def test_endless_game_has_no_bound(every_variant: list[Variant]) -> None:
    """A finite game may have no bound either, if its author doesn't know one."""
    for variant in every_variant:
        assert variant.new().max_plies is None or not variant.new().endless, variant


def test_each_of_the_five_has_a_bound_unless_it_is_endless() -> None:
    ours = [variant for variant in VARIANTS if variant.id in FIVE]
    assert {variant.id for variant in ours} == set(FIVE)
    for variant in ours:
        assert (variant.new().max_plies is None) == variant.new().endless, variant


def test_no_game_exceeds_its_maximum_length(every_variant: list[Variant]) -> None:
    for variant in every_variant:
        for seed in SEED_LIMIT:
            game = variant.new(seed)
            if game.max_plies is None:
                continue
            states = random_playout(game, seed, plies=game.max_plies + 1)
            with where(variant, seed):
                assert len(states) - 1 <= game.max_plies
                assert isinstance(game.status(states[-1]), Over)
                if seed == 0 and (most := most_plies(game)) is not None:
                    assert most <= game.max_plies


MAX_POSITIONS = 4000
"""Maximum positions in the search for the longest game."""


def most_plies(game: AnyGame) -> int | None:
    """Return the plies of the longest game; None if there are too many positions."""
    known: dict[Any, int] = {}

    def ahead(state: Any) -> int:
        if state not in known:
            if len(known) > MAX_POSITIONS:
                raise OverflowError
            known[state] = -1  # in progress: a finite game can't return here
            plies = [1 + ahead(game.play(state, move)) for move in next_moves(game, state)]
            known[state] = max(plies, default=0)
        assert known[state] >= 0
        return known[state]

    try:
        return ahead(game.start())
    except (OverflowError, RecursionError):
        return None


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
    game = variant.new()
    assert most_plies(game) == game.max_plies
