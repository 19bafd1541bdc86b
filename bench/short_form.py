"""Measure games in the short form side by side with the same games in the full form."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

import numduel
from numduel import Dice, Over, Turn
from numduel.core import AnyGame
from numduel.workshop import (
    Cell,
    Grid,
    Numbers,
    Options,
    Owners,
    Pairs,
    Position,
    ShortGame,
    Whole,
)

MAX_RATIO = 3.0
"""Maximum CPU time relative to the full form."""

ROUNDS, PLAYOUTS = 7, 300
FULL_FORM = Path(__file__).parents[1] / "tests" / "sixth"


# ---- the games of tests/sixth, in the short form


class Columns(Options):
    columns = Whole(4, 3, 6, "number of columns")


class Marks(Position):
    cells = Owners(2, "columns")


class Threes(ShortGame[Columns, Marks, Cell]):
    id = "short_threes"
    title = "Threes"
    summary = "Three in a row win."
    endings = {"line": "{winner} has three in a row", "full": "the board is full"}  # noqa: RUF012
    has_draws = True

    def why_not(self, marks: Marks, cell: Cell) -> str | None:
        return None if marks.cells[cell] is None else "this cell is taken"

    def change(self, marks: Marks, cell: Cell) -> None:
        marks.cells[cell] = marks.player

    def ended(self, marks: Marks) -> Over | None:
        cells, last, wide = marks.cells, marks.player.other, self.options.columns
        for row in range(2):
            for first in range(row * wide, row * wide + wide - 2):
                if cells[first] is cells[first + 1] is cells[first + 2] is last:
                    return Over(last, "line")
        return None

    def stuck(self, marks: Marks) -> Over:
        return Over(None, "full")


class Limits(Options):
    piles = Whole(3, 1, 6, "number of piles")
    most = Whole(9, 1, 9, "maximum stones in one move")


class Piles(Position):
    piles = Grid(1, "piles", highest=9, deal="random")


class Nim(ShortGame[Limits, Piles, tuple[int, int]]):
    id = "short_nim"
    title = "Nim"
    summary = "Take the last stone."
    moves = Pairs(Numbers(1, "piles"), Numbers(1, 9))
    endings = {"stuck": "{winner} took the last stone"}  # noqa: RUF012

    def why_not(self, piles: Piles, move: tuple[int, int]) -> str | None:
        pile, stones = move
        if stones > piles.piles[pile - 1]:
            return "the pile has fewer stones"
        return None if stones <= self.options.most else "these are too many at once"

    def change(self, piles: Piles, move: tuple[int, int]) -> None:
        pile, stones = move
        piles.piles[pile - 1] -= stones

    def ended(self, piles: Piles) -> Over | None:
        return None

    def stuck(self, piles: Piles) -> Over:
        return Over(piles.player.other, "stuck")

    def key(self, state: Piles) -> object:
        return state.player, tuple(sorted(state.piles))


# ---- measuring


def solve(game: AnyGame) -> None:
    numduel.Engine().analyse(game, game.start(), numduel.Budget())


def play(game: AnyGame) -> None:
    random = Random(1).random
    for _ in range(PLAYOUTS):
        state = game.start()
        while isinstance(status := game.status(state), Turn):
            state = game.play(state, status.moves[int(random() * len(status.moves))])


def cpu(work: Callable[[AnyGame], None], game: AnyGame) -> float:
    before = process_time()
    work(game)
    return process_time() - before


def pairs() -> dict[str, tuple[AnyGame, AnyGame]]:
    """Return each game in the full and in the short form."""
    full = {name: numduel.load_game(FULL_FORM / f"{name}.py") for name in ("threes", "nim")}
    board = "7 8 9"
    return {
        "threes": (
            full["threes"].setup({"columns": 5}, None, Dice(1)),
            Threes.setup({"columns": 5}, None, Dice(1)),
        ),
        "nim": (full["nim"].setup({}, board, Dice(1)), Nim.setup({}, board, Dice(1))),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    rows = []
    for name, (full, short) in pairs().items():
        for work in (solve, play):
            times = [(cpu(work, full), cpu(work, short)) for _ in range(ROUNDS)]
            ratio = median(b / a for a, b in times)
            both = [median(side) * 1000 for side in zip(*times, strict=True)]
            rows.append((name, work.__name__, *both, ratio))
    if arguments.json:
        names = ("game", "work", "full_ms", "short_ms", "ratio")
        print(json.dumps([dict(zip(names, row, strict=True)) for row in rows]))
    else:
        print(f"{'game':8} {'work':6} {'full ms':>9} {'short ms':>9} {'ratio':>6}")
        for name, what, one, two, ratio in rows:
            print(f"{name:8} {what:6} {one:9.1f} {two:9.1f} {ratio:6.2f}")
    return int(any(row[-1] > MAX_RATIO for row in rows))


if __name__ == "__main__":
    sys.exit(main())
