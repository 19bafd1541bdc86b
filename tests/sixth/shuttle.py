"""Shuttle: push one token to your end of a line, or leave it in the middle for a draw."""

from __future__ import annotations

from typing import NamedTuple

from numduel.core import Game, Move, Over, Picture, Player, Status, Tag, Tile, Turn, immutable
from numduel.options import Options, Whole

LEFT, RIGHT, STAY = "left", "right", "stay"
TOKEN = Tag("T", "the token")


class ShuttleOptions(Options):
    half = Whole(2, 1, 9, "number of cells on each side of the middle")


@immutable
class State(NamedTuple):
    player: Player
    cell: int
    """The cell of the token; Player 1 wins at 0, and -1 is a draw."""


class Shuttle(Game[ShuttleOptions, State, None]):
    id = "shuttle"
    title = "Shuttle"
    summary = "Push the token to your end of the line."
    options_type = ShuttleOptions
    reasons = ("pushed", "middle")
    has_draws = True
    endless = True
    vocabulary = (LEFT, RIGHT, STAY)

    def start(self) -> State:
        return State(Player.ONE, self.options.half)

    def status(self, state: State) -> Status:
        last, middle = 2 * self.options.half, self.options.half
        if state.cell in (0, last):
            return Over(Player.TWO if state.cell else Player.ONE, "pushed")
        if state.cell < 0:
            return Over(None, "middle")
        return Turn(state.player, (LEFT, RIGHT, STAY) if state.cell == middle else (LEFT, RIGHT))

    def play(self, state: State, move: Move) -> State:
        cell = {LEFT: state.cell - 1, RIGHT: state.cell + 1, STAY: -1}[move]
        return State(state.player.other, cell)

    def picture(self, state: State) -> Picture:
        here = self.options.half if state.cell < 0 else state.cell
        cells = range(2 * self.options.half + 1)
        row = tuple(Tile(str(n), tags=(TOKEN,) if n == here else ()) for n in cells)
        return Picture((row,), (), *self.to_move_and_winner(state))
