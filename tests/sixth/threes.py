"""Threes: put tokens on a wide grid; win with three in a line."""

from __future__ import annotations

from typing import NamedTuple

from numduel.core import Game, Move, Over, Picture, Player, Status, Tile, Turn, immutable
from numduel.options import Options, Whole

ROWS = 2


class ThreesOptions(Options):
    columns = Whole(4, 3, 6, "number of columns")


@immutable
class State(NamedTuple):
    player: Player
    cells: tuple[Player | None, ...]


class Threes(Game[ThreesOptions, State, None]):
    id = "threes"
    title = "Threes"
    summary = "Three in a row win on {columns} columns."
    options_type = ThreesOptions
    reasons = ("line", "full")
    has_draws = True

    def __init__(self, options: ThreesOptions, board: None = None) -> None:
        super().__init__(options, board)
        columns = range(options.columns)
        self.vocabulary = tuple(f"{chr(97 + c)}{r + 1}" for r in range(ROWS) for c in columns)
        self.max_plies = len(self.vocabulary)
        starts = [r * options.columns + c for r in range(ROWS) for c in columns[:-2]]
        self._lines = [(start, start + 1, start + 2) for start in starts]

    def start(self) -> State:
        return State(Player.ONE, (None,) * len(self.vocabulary))

    def status(self, state: State) -> Status:
        last = state.player.other
        if any(all(state.cells[cell] is last for cell in line) for line in self._lines):
            return Over(last, "line")
        free = tuple(m for m, c in zip(self.vocabulary, state.cells, strict=True) if c is None)
        return Turn(state.player, free) if free else Over(None, "full")

    def play(self, state: State, move: Move) -> State:
        cell = self.vocabulary.index(move)
        return State(
            state.player.other, (*state.cells[:cell], state.player, *state.cells[cell + 1 :])
        )

    def picture(self, state: State) -> Picture:
        tiles = [
            Tile("", () if owner is None else (owner,), move=move)
            for move, owner in zip(self.vocabulary, state.cells, strict=True)
        ]
        wide = self.options.columns
        rows = tuple(tuple(tiles[r * wide : (r + 1) * wide]) for r in range(ROWS))
        return Picture(rows, (), *self.to_move_and_winner(state))
