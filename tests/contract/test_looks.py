"""Two positions that look the same have the same moves and the same futures.

Positions are compared across boards and options: everything that a player needs to know, including
the rules of a variant, must be visible. For two positions that look the same, it is enough to
compare their moves and the looks of what follows; by induction their futures are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from itertools import islice, permutations, product
from typing import Any

import pytest

import numduel
from duel_support import FIVE, SIXTH, next_moves, variants, walk, where
from numduel import Chance, Over, SetupError, Turn
from numduel.core import AnyGame
from numduel.picture_text import draw

DROPPED = sorted(file.stem for file in SIXTH.glob("*.py"))
WIDTHS = {"dialogue": 80, "narrow dialogue": 10}
"""Widths of a window: one wide enough for boxes, one too narrow."""


def looks(game: AnyGame, state: Any) -> dict[str, Hashable]:
    """Return all views of a position.

    A screen draws the picture. The prompt shows the board as text, and a question or the ending.
    It also names the winner; in the five games that line already does.
    """
    picture, status = game.picture(state), game.status(state)
    moves = status.moves if isinstance(status, Turn) else ()
    asked = f"{state.player}'s turn: {game.question(state)}"
    line = game.ending(state) if isinstance(status, Over) else asked
    found: dict[str, Hashable] = {"picture": picture}
    for name, width in WIDTHS.items():
        winner = None if game.id in FIVE else picture.winner
        found[name] = (*draw(picture, moves, width=width), line, winner)
    return found


# ---- boards and options for a full search


def _format_board(numbers: tuple[int, ...], size: int) -> str:
    rows = [numbers[start : start + size] for start in range(0, size * size, size)]
    return "/".join(" ".join(map(str, row)) for row in rows)


def _mazes() -> Iterator[AnyGame]:
    for numbers in list(permutations(range(1, 5)))[::4]:
        board = _format_board(numbers, 2)
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
                except SetupError:  # too many bonus cells
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
            yield numduel.new("run", board=_format_board(numbers, 2), highest=highest)
    for one, two in product((1, 11), repeat=2):  # a 1 with the tag 1 is not an 11
        yield numduel.new("run", board=f"3 {one} 3/{two} 3 1/3 3 3", highest=11)
    for board in ("1 2 1/2 1 2/1 2 1", "1 1 1/1 1 1/1 1 1", "3 1 2/2 3 1/1 2 3"):
        yield numduel.new("run", board=board)


def _quests() -> Iterator[AnyGame]:
    for target, stand in product((1, 3, 5, 6, 9, 10), (False, True)):
        yield numduel.new("quest", size=2, target=target, stand=stand)


def _races() -> Iterator[AnyGame]:
    for numbers in product((1, 2, 3), repeat=4):
        for highest in (3, 4):
            yield numduel.new("race", board=_format_board(numbers, 2), highest=highest)
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
    """Yield boards and options of one game, small enough for a full search."""
    if id in FAMILIES:
        yield from FAMILIES[id]()
    else:
        yield from (variant.new() for variant in variants([id]))


# ---- proof

MAX_WALK_POSITIONS = 50_000
"""Maximum number of positions of a game; the five and the tests' own games have fewer."""


def _next_positions(game: AnyGame, state: Any) -> list[list[tuple[Fraction, Any]]]:
    """Return the positions after each move and any chance, with their odds."""
    return [_after_chance(game, game.play(state, move)) for move in next_moves(game, state)]


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
    """The known facts about positions, by look."""

    def __init__(self) -> None:
        self.numbers: dict[Hashable, int] = {}  # looks are long, so each gets a number
        self._known_facts: dict[int, tuple[object, AnyGame, Any]] = {}

    def number(self, look: Hashable) -> int:
        return self.numbers.setdefault(look, len(self.numbers))

    def compare(self, number: int, what: object, game: AnyGame, state: Any) -> None:
        known, *twin = self._known_facts.setdefault(number, (what, game, state))
        assert known == what, f"{(game, state)} looks the same as {twin}"


@pytest.mark.long
@pytest.mark.usefixtures("every_variant")
@pytest.mark.parametrize("id", [*numduel.games(), *DROPPED])
def test_positions_that_look_the_same_have_the_same_future(id: str) -> None:
    """Endings that look the same have the same winner."""
    twins = {name: Twins() for name in ("picture", *WIDTHS)}
    for game in small_games(id):
        states = list(islice(walk(game), MAX_WALK_POSITIONS + 1))
        is_whole = len(states) <= MAX_WALK_POSITIONS
        assert is_whole or id not in {*FIVE, *DROPPED}
        shown = {
            state: {name: twins[name].number(look) for name, look in looks(game, state).items()}
            for state in states
            if not isinstance(game.status(state), Chance)  # no player decides there
        }
        for state, numbers in shown.items():
            status, after = game.status(state), _next_positions(game, state)
            if not is_whole and any(then not in shown for ways in after for _, then in ways):
                continue
            for name, known in twins.items():
                follows = [[(odds, shown[then][name]) for odds, then in ways] for ways in after]
                with where(name):
                    known.compare(numbers[name], (status, follows), game, state)
