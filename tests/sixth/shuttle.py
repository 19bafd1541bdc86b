"""Shuttle: push one token to your end of a line, or leave it in the middle for a draw."""

from __future__ import annotations

from numduel.workshop import (
    Number,
    Options,
    Over,
    Picture,
    Player,
    Position,
    ShortGame,
    Tag,
    Tile,
    Whole,
    Words,
)

LEFT, RIGHT, STAY = "left", "right", "stay"
TOKEN = Tag("T", "the token")


class ShuttleOptions(Options):
    half = Whole(2, 1, 9, "number of cells on each side of the middle")


class Line(Position):
    cell = Number(start="half", highest=lambda options: 2 * options.half)
    """The cell of the token; Player 1 wins at 0."""
    stayed = Number(start=0, highest=1)
    """Whether the players agreed on a draw."""


class Shuttle(ShortGame[ShuttleOptions, Line, str]):
    id = "shuttle"
    title = "Shuttle"
    summary = "Push the token to your end of the line."
    reasons = ("pushed", "middle")
    moves = Words(LEFT, RIGHT, STAY)
    has_draws = True
    endless = True

    def why_not(self, line: Line, word: str) -> str | None:
        is_legal = word != STAY or line.cell == self.options.half
        return None if is_legal else f"{word} is not allowed now"

    def change(self, line: Line, word: str) -> None:
        line.cell += {LEFT: -1, RIGHT: 1, STAY: 0}[word]
        line.stayed = int(word == STAY)

    def ended(self, line: Line) -> Over | None:
        if line.stayed:
            return Over(None, "middle")
        if line.cell in (0, 2 * self.options.half):
            return Over(Player.TWO if line.cell else Player.ONE, "pushed")
        return None

    def picture(self, state: Line) -> Picture:
        cells = range(2 * self.options.half + 1)
        row = tuple(Tile(str(n), tags=(TOKEN,) if n == state.cell else ()) for n in cells)
        return Picture((row,), (), *self.to_move_and_winner(state))
