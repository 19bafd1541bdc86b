"""Positions and where they lead, each looked up in the rules once."""

from __future__ import annotations

from typing import Any

from ...budget import Budget
from ...core import AnyGame, Over, Turn
from .quota import FOREVER, PositionQuota
from .value import Value

FEW, MANY = 8, 50
"""More ways than a few take room of their own: so many of them as much as a position."""


class Position:
    """A position in which somebody is to move, and all that is known about it."""

    __slots__ = (
        "again",
        "draws",
        "lost",
        "state",
        "turn",
        "unlost",
        "unwon",
        "value",
        "ways",
        "won",
    )

    def __init__(self, state: Any, turn: Turn) -> None:
        self.state = state
        self.turn = turn
        self.ways: list[Position] | None = None
        """Where its moves lead; None as long as nobody has asked."""
        self.again = 0
        """How many of `ways` leave the turn with the same player; they stand first."""
        self.draws = False
        """Whether a move ends the game as a draw, and none wins at once."""
        self.value: Value | None = None
        """The whole truth, where retrograde analysis has found it."""
        # The fewest turns proved to suffice for a win or a loss, and the most proved not to.
        self.won = self.lost = FOREVER
        self.unwon = self.unlost = 0

    def is_won(self, turns: int) -> None:
        self.won, self.unlost = turns, FOREVER

    def is_lost(self, turns: int) -> None:
        self.lost, self.unwon = turns, FOREVER

    def prefer(self, ways: list[Position], place: int) -> None:
        """From now on, try this way before others of its kind.

        The order is put down as a new list, in one step: whoever is walking through the old one,
        or breaks off here, loses no way.
        """
        first = 0 if place < self.again else self.again
        if place > first:
            before, between, after = ways[:first], ways[first:place], ways[place + 1 :]
            self.ways = [*before, ways[place], *between, *after]


class Graph:
    """The positions of a game in which players choose, by key, and the ways between them."""

    def __init__(self, game: AnyGame, quota: PositionQuota | None = None) -> None:
        self.game = game
        self._quota = quota or PositionQuota()
        self._positions: dict[object, Position] = {}
        self._wide = 0
        """How many ways there are beyond a few for each position."""

    def __len__(self) -> int:
        """How many positions are remembered, or as much as they take."""
        return len(self._positions) + self._wide // MANY

    def position(self, state: Any) -> Position:
        """What is known about a state in which somebody is to move."""
        key = self.game.key(state)
        found = self._positions.get(key)
        if found is None:
            status = self.game.status(state)
            assert isinstance(status, Turn), "ways begin only where somebody is to move"
            found = self._positions[key] = Position(state, status)
        return found

    def ways(self, position: Position, budget: Budget) -> list[Position]:
        """The ways on from a position, without the moves that end the game.

        A move that wins at once settles the position, and no other is looked for; those that lose
        at once settle it where there are no others.
        """
        if position.ways is None:
            taken = len(self._positions) + self._wide // MANY
            if taken >= self._quota.most:
                self._quota.check(taken)
            budget.spend()
            position.ways = self._expand(position)
            self._wide += max(0, len(position.ways) - FEW)
        return position.ways

    def _expand(self, position: Position) -> list[Position]:
        game, known = self.game, self._positions
        state, (player, moves) = position.state, position.turn
        again: list[Position] = []
        other: list[Position] = []
        for move in moves:
            after = game.play(state, move)
            key = game.key(after)
            found = known.get(key)
            if found is None:
                status = game.status(after)
                if isinstance(status, Over):
                    if status.winner is player:
                        position.is_won(1)
                        position.draws = False  # nobody draws who wins at once
                        return []
                    if status.winner is None:
                        game.check_draw()
                        position.draws = True
                    continue
                if not isinstance(status, Turn):
                    raise game.undeclared_chance()
                found = known[key] = Position(after, status)
            (again if after.player is player else other).append(found)
        position.again = len(again)
        if not again and not other:
            if position.draws:
                position.unwon = FOREVER
            else:
                position.is_lost(1)
        elif not again:
            position.unwon = position.unlost = 1  # no end within this turn
        if position.draws:
            position.unlost = FOREVER  # whoever can draw need not lose
        return again + other
