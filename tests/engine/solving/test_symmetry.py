"""Symmetry: the analysis of a reflected board is the reflected analysis."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

import numduel
from numduel import Chance, Match, Report, Turn, Value
from numduel.core import AnyGame

Transformation = Callable[[int, int, int], tuple[int, int]]
"""The new (row, column) of a cell of a square of this size."""

SQUARE: dict[str, Transformation] = {
    "as it is": lambda r, c, n: (r, c),
    "turned left": lambda r, c, n: (n - 1 - c, r),
    "turned round": lambda r, c, n: (n - 1 - r, n - 1 - c),
    "turned right": lambda r, c, n: (c, n - 1 - r),
    "left for right": lambda r, c, n: (r, n - 1 - c),
    "top for bottom": lambda r, c, n: (n - 1 - r, c),
    "transposed": lambda r, c, n: (c, r),
    "transposed the other way": lambda r, c, n: (n - 1 - c, n - 1 - r),
}
WORDS = {
    "transposed": {"Up": "Left", "Left": "Up", "Down": "Right", "Right": "Down"},
    "turned round": {"Up": "Down", "Down": "Up", "Left": "Right", "Right": "Left"},
}
"""The new direction."""


def transform_board(board: str, transform: Transformation) -> str:
    """Return the text of a transformed board."""
    cells = [row.split() for row in board.split("/")]
    size = len(cells)
    moved = [[""] * size for _ in cells]
    for r, row in enumerate(cells):
        for c, cell in enumerate(row):
            to_row, to_column = transform(r, c, size)
            moved[to_row][to_column] = cell
    return "/".join(" ".join(row) for row in moved)


def transform_move(move: str, how: str, size: int) -> str:
    """Return a transformed move: a cell, a direction, or an unchanged word."""
    if "," in move:
        row, column = map(int, move.split(","))
        return "{},{}".format(*SQUARE[how](row, column, size))
    return WORDS.get(how, {}).get(move, move)


def replay(game: AnyGame, moves: list[str]) -> Match:
    match = Match(game)
    for move in moves:
        match.play(move)
    return match


def random_moves(game: AnyGame, seed: int) -> Iterator[list[str]]:
    """Yield the prefixes of a random game with a player to move."""
    match, rng, moves = Match(game), Random(seed), list[str]()
    while not match.is_over:
        yield list(moves)
        moves.append(rng.choice(match.moves))
        match.play(moves[-1])
        if len(moves) > 60:
            return


def same_when_renamed(one: Report, other: Report, how: str, size: int) -> None:
    assert other.value == one.value
    assert other.moves == {
        transform_move(move, how, size): value for move, value in one.moves.items()
    }
    assert set(other.best) == {transform_move(move, how, size) for move in one.best}


def compare(game: AnyGame, other: AnyGame, how: str, seed: int) -> int:
    """Compare both boards along one random game; return the number of positions."""
    size = game.options.size
    beginnings = list(random_moves(game, seed))
    for moves in beginnings:
        mirrored = replay(other, [transform_move(move, how, size) for move in moves])
        one, two = numduel.analyse(replay(game, moves)), numduel.analyse(mirrored)
        assert one.player is two.player
        same_when_renamed(one, two, how, size)
    return len(beginnings)


# ---- maze


@pytest.mark.parametrize(
    "options",
    [{}, {"extra": 2, "diagonal": 2}, {"starts": "random"}, {"size": 4}, {"size": 4, "extra": 3}],
    ids=str,
)
@pytest.mark.parametrize("how", SQUARE)
def test_maze_is_invariant_under_all_symmetries(how: str, options: dict[str, Any]) -> None:
    compared = 0
    for seed in range(6):
        game = numduel.new("maze", seed=seed, **options)
        other = numduel.new("maze", board=transform_board(game.board, SQUARE[how]))
        assert other.options == game.options
        compared += compare(game, other, how, seed)
    assert compared > 12


# ---- run and race


@pytest.mark.parametrize(("id", "size"), [("run", 3), ("run", 5), ("race", 3), ("race", 4)])
def test_run_and_race_are_invariant_under_transposition(id: str, size: int) -> None:
    """Both corners stay the same."""
    compared = 0
    for seed in range(8):
        game = numduel.new(id, seed=seed, size=size, highest=size - 1)
        other = numduel.new(id, board=transform_board(game.board, SQUARE["transposed"]))
        compared += compare(game, other, "transposed", seed)
    assert compared > 12


def swapped_race(state: Any, size: int) -> Any:
    """Return a race rotated by 180 degrees, with the players swapped."""
    last = size * size - 1
    return state._replace(
        player=state.player.other, mine=last - state.mine, theirs=last - state.theirs
    )


def swapped_run(state: Any, size: int) -> Any:
    return state._replace(
        player=state.player.other,
        me=swapped_runner(state.me, size),
        them=swapped_runner(state.them, size),
    )


def swapped_runner(runner: Any, size: int) -> Any:
    last = size * size - 1
    visited = sum(1 << last - cell for cell in range(last + 1) if runner.visited >> cell & 1)
    return runner._replace(cell=last - runner.cell, visited=visited)


@pytest.mark.parametrize(
    ("id", "size", "swapped"),
    [("run", 3, swapped_run), ("run", 5, swapped_run), ("race", 4, swapped_race)],
)
def test_rotation_swaps_the_players(id: str, size: int, swapped: Callable[[Any, int], Any]) -> None:
    """The corners are swapped, so Player 1 becomes Player 2."""
    how, compared = "turned round", 0
    for seed in range(10):
        game = numduel.new(id, seed=seed, size=size)
        other = numduel.new(id, board=transform_board(game.board, SQUARE[how]))
        for moves in random_moves(game, seed):
            state = replay(game, moves).state
            one, two = numduel.analyse(game, state), numduel.analyse(other, swapped(state, size))
            assert two.player is one.player.other
            same_when_renamed(one, two, how, size)
            compared += 1
    assert compared > 30


# ---- quest, sum


@pytest.mark.parametrize("stand", [False, True])
def test_every_closed_cell_of_quest_has_the_same_value(stand: bool) -> None:
    for seed in range(10):
        match = Match(numduel.new("quest", seed=seed, stand=stand))
        rng = Random(seed)
        while not match.is_over:
            moves = numduel.analyse(match).moves
            assert len({value for move, value in moves.items() if "," in move}) == 1
            match.play(rng.choice(match.moves))


def test_analysis_of_quest_ignores_the_hidden_board() -> None:
    """Boards that differ only in hidden numbers get the same analysis."""
    one = Match(numduel.new("quest", board="5 1 2/3 4 6/7 8 9"))
    two = Match(numduel.new("quest", board="5 9 8/7 6 4/3 2 1"))
    for match in (one, two):
        match.play("1,1")
    assert numduel.analyse(one)[:4] == numduel.analyse(two)[:4]


@pytest.mark.parametrize("id", ["maze", "sum"])
def test_swapping_players_keeps_values(id: str) -> None:
    """A position with the players swapped has the same values."""
    for seed in range(10):
        game = numduel.new(id, seed=seed)
        for moves in random_moves(game, seed):
            state = replay(game, moves).state
            other = state._replace(player=state.player.other)
            one, two = numduel.analyse(game, state), numduel.analyse(game, other)
            assert (one.value, one.moves) == (two.value, two.moves)


# ---- keys


@pytest.mark.parametrize("id", numduel.games())
def test_equal_keys_have_the_same_value(id: str) -> None:
    """Each position has its own solver."""
    from numduel.budget import Budget
    from numduel.engine.solving.analysis import Solver

    small: dict[str, Any] = {"sum": {"target": 12, "highest": 5}, "quest": {"size": 2, "target": 6}}
    game = numduel.new(id, seed=7, **small.get(id, {"size": 3})).public()
    found: dict[object, tuple[Value, Any]] = {}
    met = 0
    for state in _some(game, 1200):
        if isinstance(game.status(state), Turn):
            value = Solver(game).value_for(state.player, state, Budget())
            before, _ = found.setdefault(game.key(state), (value, state))
            assert value == before
            met += 1
    assert met >= len(found) > 5


def _some(game: AnyGame, number: int) -> list[Any]:
    """Return the first positions from the start, including chance outcomes."""
    states = [game.start()]
    for state in states:
        match game.status(state):
            case Turn(_, moves):
                states += [game.play(state, move) for move in moves]
            case Chance(odds):
                states += [game.play(state, move) for move, _ in odds]
        if len(states) > number:
            break
    return list(dict.fromkeys(states))
