"""Two positions that look the same have the same moves and the same futures.

Positions are looked at across boards and options: what a player needs to know, the rules of a
variant included, must be seen. For every two that look the same it is enough to compare what
they offer now and how what follows looks: by induction their whole futures are then the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from itertools import islice, permutations, product
from typing import Any

import pytest

import numduel
from duel_support import FIVE, SIXTH, following, variants, walk, where
from numduel import Chance, Over, SetupError, Turn
from numduel.core import AnyGame
from numduel.render.text import draw

DROPPED = sorted(file.stem for file in SIXTH.glob("*.py"))
ROOMS = {"dialogue": 80, "narrow dialogue": 10}
"""Columns of a window: enough, and too few for boxes."""


def looks(game: AnyGame, state: Any) -> dict[str, Hashable]:
    """All the ways in which a position is shown.

    A screen is given the picture to draw. At the prompt the board is read as it is drawn there,
    with the line that asks or ends the game. The prompt adds who has won, as the picture shows it;
    the five say so in that line already.
    """
    picture, status = game.picture(state), game.status(state)
    moves = status.moves if isinstance(status, Turn) else ()
    asked = f"{state.player}'s turn: {game.question(state)}"
    line = game.ending(state) if isinstance(status, Over) else asked
    found: dict[str, Hashable] = {"picture": picture}
    for name, width in ROOMS.items():
        winner = None if game.id in FIVE else picture.winner
        found[name] = (*draw(picture, moves, width=width), line, winner)
    return found


# ---- boards and options that are walked through to the end


def _written(numbers: tuple[int, ...], size: int) -> str:
    rows = [numbers[start : start + size] for start in range(0, size * size, size)]
    return "/".join(" ".join(map(str, row)) for row in rows)


def _mazes() -> Iterator[AnyGame]:
    for numbers in list(permutations(range(1, 5)))[::4]:
        board = _written(numbers, 2)
        for target in (4, 7, 10):
            yield numduel.new("maze", board=board, target=target)
        for extra, diagonal, seed in product((0, 1, 2), (0, 1, 2), (1, 2)):
            for starts in ("chosen", "random"):
                try:
                    yield numduel.new(
                        "maze",
                        board=board,
                        target=8,
                        starts=starts,
                        extra=extra,
                        diagonal=diagonal,
                        seed=seed,
                    )
                except SetupError:  # no room for so many bonus cells beside the starts
                    continue
    for target in (9, 12):
        yield numduel.new("maze", board="4 3 8/9 5 1/2 7 6", target=target)
        yield numduel.new("maze", board="4 3x 8/9 5+ 1/2 7 6", target=target)
        yield numduel.new("maze", board="4 3+ 8/9 5x 1/2 7 6", target=target)
    for seed in range(3):
        yield numduel.new("maze", starts="random", extra=2, diagonal=2, seed=seed)


def _sums() -> Iterator[AnyGame]:
    for target, highest in product(range(1, 13), range(1, 6)):
        yield numduel.new("sum", target=target, highest=highest)


def _runs() -> Iterator[AnyGame]:
    for numbers in product((1, 2), repeat=4):
        for highest in (2, 3):
            yield numduel.new("run", board=_written(numbers, 2), highest=highest)
    for one, two in product((1, 11), repeat=2):  # a 1 with the mark 1 is not an 11
        yield numduel.new("run", board=f"3 {one} 3/{two} 3 1/3 3 3", highest=11)
    for board in ("1 2 1/2 1 2/1 2 1", "1 1 1/1 1 1/1 1 1", "3 1 2/2 3 1/1 2 3"):
        yield numduel.new("run", board=board)


def _quests() -> Iterator[AnyGame]:
    for target, stand in product((1, 3, 5, 6, 9, 10), (False, True)):
        yield numduel.new("quest", size=2, target=target, stand=stand)


def _races() -> Iterator[AnyGame]:
    for numbers in product((1, 2, 3), repeat=4):
        for highest in (3, 4):
            yield numduel.new("race", board=_written(numbers, 2), highest=highest)
    for seed, highest in product(range(30), (2, 3, 4)):
        yield numduel.new("race", size=3, highest=highest, seed=seed)


FAMILIES: dict[str, Callable[[], Iterator[AnyGame]]] = {
    "maze": _mazes,
    "sum": _sums,
    "run": _runs,
    "quest": _quests,
    "race": _races,
}


def small_games(id: str) -> Iterator[AnyGame]:
    """Boards and options of one game; ours are small enough to be walked through to the end."""
    if id in FAMILIES:
        yield from FAMILIES[id]()
    else:
        yield from (variant.new() for variant in variants([id]))


# ---- what is proven

LARGEST_WALK = 50_000
"""Positions of a game that are looked at; the five and the tests' own games have fewer."""


def _what_follows(game: AnyGame, state: Any) -> list[list[tuple[Fraction, Any]]]:
    """For each move, the positions in which somebody is asked next, with their odds."""
    return [_after_chance(game, game.play(state, move)) for move in following(game, state)]


def _after_chance(game: AnyGame, state: Any) -> list[tuple[Fraction, Any]]:
    status = game.status(state)
    if not isinstance(status, Chance):
        return [(Fraction(1), state)]
    return [
        (share * odds, then)
        for drawn, share in status.odds
        for odds, then in _after_chance(game, game.play(state, drawn))
    ]


class Twins:
    """What was told of positions, by how they look."""

    def __init__(self) -> None:
        self.numbers: dict[Hashable, int] = {}  # each look by a number, since looks are long
        self._told: dict[int, tuple[object, AnyGame, Any]] = {}

    def number(self, look: Hashable) -> int:
        return self.numbers.setdefault(look, len(self.numbers))

    def compare(self, number: int, what: object, game: AnyGame, state: Any) -> None:
        known, *twin = self._told.setdefault(number, (what, game, state))
        assert known == what, f"{(game, state)} looks the same as {twin}"


@pytest.mark.long
@pytest.mark.usefixtures("every_variant")
@pytest.mark.parametrize("id", [*numduel.games(), *DROPPED])
def test_positions_that_look_the_same_have_the_same_future(id: str) -> None:
    """And ends that look the same have the same winner."""
    twins = {name: Twins() for name in ("picture", *ROOMS)}
    for game in small_games(id):
        states = list(islice(walk(game), LARGEST_WALK + 1))
        is_whole = len(states) <= LARGEST_WALK
        assert is_whole or id not in {*FIVE, *DROPPED}
        shown = {
            state: {name: twins[name].number(look) for name, look in looks(game, state).items()}
            for state in states
            if not isinstance(game.status(state), Chance)  # nobody is asked anything there
        }
        for state, numbers in shown.items():
            status, after = game.status(state), _what_follows(game, state)
            if not is_whole and any(then not in shown for ways in after for _, then in ways):
                continue
            for name, known in twins.items():
                follows = [[(odds, shown[then][name]) for odds, then in ways] for ways in after]
                with where(name):
                    known.compare(numbers[name], (status, follows), game, state)
