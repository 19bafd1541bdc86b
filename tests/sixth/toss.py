"""Toss: each player throws a die and may throw once more; the higher number wins."""

from __future__ import annotations

from collections.abc import Mapping

from numduel.workshop import (
    Number,
    Numbers,
    Options,
    Over,
    PerPlayer,
    Player,
    Position,
    ShortGame,
    Words,
)

KEEP, THROW = "keep", "throw"


class Table(Position):
    shows = PerPlayer(start=0, highest=6)
    """The throws of both players; 0 before the first."""
    throws = Number(start=0, highest=2)
    """Number of throws of the player to move."""
    rolling = Number(start=1, highest=1, is_shown=False)
    finished = Number(start=0, highest=1, is_shown=False)


class Toss(ShortGame[Options, Table, str]):
    id = "toss"
    title = "Toss"
    summary = "Throw once or twice, and show more than your opponent."
    reasons = ("higher", "equal")
    moves = Words(KEEP, THROW)
    outcomes = Numbers(1, 6)
    has_draws = True
    max_plies = 6

    def odds(self, table: Table) -> Mapping[int, int] | None:
        return self.even_odds if table.rolling else None

    def drawn(self, table: Table, number: int) -> Player:
        table.shows[table.player] = number
        table.throws += 1
        table.rolling = 0
        return table.player if table.throws == 1 else self.next_player(table)

    def why_not(self, table: Table, word: str) -> str | None:
        return None

    def change(self, table: Table, word: str) -> Player:
        if word == KEEP:
            return self.next_player(table)
        table.rolling = 1
        return table.player

    def next_player(self, table: Table) -> Player:
        """Let Player 2 throw, or end the game."""
        if table.player is Player.ONE:
            table.throws, table.rolling = 0, 1
        else:
            table.finished = 1
        return Player.TWO

    def ended(self, table: Table) -> Over | None:
        if not table.finished:
            return None
        one, two = table.shows
        return Over(None, "equal") if one == two else Over(Player(two > one), "higher")
