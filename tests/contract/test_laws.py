"""Every law holds in the five games, the games of the tests and the gallery, in every variant."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from planted_bugs import load_source

from duel_support import (
    Variant,
    drawn_playouts,
    is_known,
    option_variants,
    where,
    with_more_games,
)
from numduel import Dice, new
from numduel.core import AnyGame, HiddenBoard, Status
from numduel.games import find
from numduel.workshop.laws import BY_NAME, Setup, Spot, Survey, Walk, laws_about, problems_of

GALLERY = sorted((Path(__file__).parents[2] / "examples" / "games").glob("*.py"))
POSITIONS = 120
"""Positions of each walk from the start; the positions of random games come on top."""

RANDOM_GAMES = 6
EVERY = 10
"""Costly laws are checked in every tenth position."""


class Checked(NamedTuple):
    """A game with options."""

    kind: type[AnyGame]
    given: dict[str, Any]

    def __str__(self) -> str:
        return str(Variant(self.kind.id, self.given))


@pytest.fixture(scope="module")
def checked(every_variant: list[Variant]) -> Iterator[list[Checked]]:
    found = [Checked(find(variant.id), variant.options) for variant in every_variant]
    for file in GALLERY:
        kind = load_source(f"gallery_{file.stem}", file.read_text("utf-8"))
        found += [Checked(kind, given) for given in option_variants(kind)]
    yield found
    walk_of.cache_clear()


@cache
def walk_of(kind: type[AnyGame], given: tuple[tuple[str, Any], ...], seed: int) -> Walk:
    """Return a walk through the first positions of a game and those of some random games."""
    game = kind.setup(dict(given), None, Dice(seed))
    other = kind.setup(dict(given), None, Dice(seed + 1))
    walk = Walk(game.public(), [game, other] if isinstance(game, HiddenBoard) else ())
    walk.grow(POSITIONS, lambda spot, node: True)
    for number in range(RANDOM_GAMES):
        walk.play_at_random(number, 200, lambda spot, node: True)
    return walk


def walks(one: Checked, *seeds: int) -> list[Walk]:
    return [walk_of(one.kind, tuple(one.given.items()), seed) for seed in seeds or (7,)]


def check(name: str, about: object) -> None:
    """Fail with the message of a law that is broken."""
    law = BY_NAME[name]
    with where(name):
        assert [problem.message for problem in problems_of(law.check(about))] == []


def test_laws_of_positions_hold_in_every_variant(checked: list[Checked]) -> None:
    laws = laws_about("position")
    cheap = [BY_NAME["status-kind"], BY_NAME["forbids-agrees"]]
    for one in checked:
        (walk,) = walks(one)
        game = walk.dealt[0] if walk.dealt else walk.game
        for number, node in enumerate(walk.examined):
            spot = Spot(game, node.state)
            with where(one, node.moves):
                for law in cheap if number % EVERY else laws:
                    check(law.name, spot)


def test_default_methods_are_asked_about_one_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """They ask `status`, which can be slow: with 400 moves this took most of a check."""
    with with_more_games():
        game = new("pick15")
        asked, status = [0], type(game).status

        def count(self: Any, state: Any) -> Status:
            asked[0] += 1
            return status(self, state)

        monkeypatch.setattr(type(game), "status", count)
        over = game.start()
        for move in "51238":
            over = game.play(over, move)
        for state in (game.start(), over):
            check("forbids-agrees", Spot(game, state))
    assert asked[0] <= 4


@given(drawn_playouts())
@settings(max_examples=150)
@pytest.mark.usefixtures("every_variant")
def test_laws_of_positions_hold_with_any_options(played: tuple[AnyGame, list[Any]]) -> None:
    game, states = played
    for state in {states[0], states[len(states) // 2], *states[-3:]}:
        spot = Spot(game, state)
        with where(game, state):
            for law in laws_about("position"):
                check(law.name, spot)


def test_laws_of_walks_hold_in_every_variant(checked: list[Checked]) -> None:
    for one in checked:
        for walk in walks(one):
            with where(one):
                for law in laws_about("walk"):
                    check(law.name, walk)


def test_laws_of_setups_hold_in_every_variant(checked: list[Checked]) -> None:
    for one in checked:
        setup = Setup(one.kind, one.given)
        with where(one):
            for law in laws_about("setup"):
                check(law.name, setup)


def test_laws_of_whole_games_hold(checked: list[Checked]) -> None:
    """In the five games and the games of the tests, everything that is declared occurs."""
    for kind in dict.fromkeys(one.kind for one in checked):
        every = [one for one in checked if one.kind is kind]
        met = [(Setup(kind, one.given), walk) for one in every for walk in walks(one, 7, 8)]
        for walk in walks(every[0], 7, 8):
            for number in range(RANDOM_GAMES, 30):
                walk.play_at_random(number, 200, lambda spot, node: True)
        survey = Survey(kind, met)
        for law in laws_about("game"):
            if not law.is_warning or (is_known(kind.id) and law.name != "examples-given"):
                with where(kind.id):
                    check(law.name, survey)


def test_laws_meet_draws_secrets_circles_and_pictures_without_tiles(
    checked: list[Checked],
) -> None:
    kinds = {one.kind for one in checked}
    for name in ("has_draws", "chance", "hidden", "endless"):
        assert {getattr(kind, name) for kind in kinds} == {False, True}
    games = [kind.setup({}, None, Dice(1)) for kind in kinds]
    assert {bool(game.picture(game.start()).rows) for game in games} == {False, True}
    assert any(game.has_visible_deal for game in games)
