"""The graph of positions; each is expanded by the rules once."""

from __future__ import annotations

from typing import Any

from ...budget import Budget
from ...core import AnyGame, Over, Turn
from .quota import UNLIMITED, PositionQuota
from .value import Value

FREE_EDGES = 8
"""Edges of a position that don't count towards the quota."""

EDGES_PER_POSITION = 50
"""Further edges that count as one position, since they take as much memory."""


class Position:
    """A position with a player to move, and everything known about it."""

    __slots__ = (
        "can_draw",
        "loss_within",
        "n_same_player",
        "no_loss_within",
        "no_win_within",
        "state",
        "successors",
        "turn",
        "value",
        "win_within",
    )

    def __init__(self, state: Any, turn: Turn) -> None:
        self.state = state
        self.turn = turn
        self.successors: list[Position] | None = None
        """The positions after its moves; None before it is expanded."""
        self.n_same_player = 0
        """Number of successors in which the same player moves again; these come first."""
        self.can_draw = False
        """Whether a move ends the game as a draw, and none wins at once."""
        self.value: Value | None = None
        """The exact value, if retrograde analysis has found it."""
        # Proven bounds in turns: a win or loss within the first, none within the second.
        self.win_within = self.loss_within = UNLIMITED
        self.no_win_within = self.no_loss_within = 0

    def set_win(self, turns: int) -> None:
        self.win_within, self.no_loss_within = turns, UNLIMITED

    def set_loss(self, turns: int) -> None:
        self.loss_within, self.no_win_within = turns, UNLIMITED

    def move_to_front(self, successors: list[Position], index: int) -> None:
        """Move a successor to the front of those with the same player to move.

        This replaces the list in one step, so that iteration over the old one, or an interrupt
        here, loses no successor.
        """
        first = 0 if index < self.n_same_player else self.n_same_player
        if index > first:
            before, between = successors[:first], successors[first:index]
            self.successors = [*before, successors[index], *between, *successors[index + 1 :]]


class Graph:
    """The positions of a game with a player to move, by key, and the edges between them."""

    def __init__(self, game: AnyGame, quota: PositionQuota | None = None) -> None:
        self.game = game
        self._quota = quota or PositionQuota()
        self._positions: dict[object, Position] = {}
        self._extra_edges = 0
        """Number of edges beyond the free ones of each position."""

    def __len__(self) -> int:
        """Return the number of positions that count towards the quota."""
        return len(self._positions) + self._extra_edges // EDGES_PER_POSITION

    def position(self, state: Any) -> Position:
        """Return the position of a state with a player to move."""
        key = self.game.key(state)
        found = self._positions.get(key)
        if found is None:
            status = self.game.status(state)
            assert isinstance(status, Turn), "only a position with a player to move has edges"
            found = self._positions[key] = Position(state, status)
        return found

    def expand(self, position: Position, budget: Budget) -> list[Position]:
        """Return the successors of a position, without moves that end the game.

        A move that wins at once settles the position. If every move loses at once, that settles it
        too.
        """
        if position.successors is None:
            used = len(self._positions) + self._extra_edges // EDGES_PER_POSITION
            if used >= self._quota.limit:
                self._quota.check(used)
            budget.spend()
            position.successors = self._find_successors(position)
            self._extra_edges += max(0, len(position.successors) - FREE_EDGES)
        return position.successors

    def _find_successors(self, position: Position) -> list[Position]:
        game, known = self.game, self._positions
        state, (player, moves) = position.state, position.turn
        same_player: list[Position] = []
        other_player: list[Position] = []
        for move in moves:
            after = game.play(state, move)
            key = game.key(after)
            found = known.get(key)
            if found is None:
                status = game.status(after)
                if isinstance(status, Over):
                    if status.winner is player:
                        position.set_win(1)
                        position.can_draw = False  # a player who wins at once doesn't draw
                        return []
                    if status.winner is None:
                        game.check_draw()
                        position.can_draw = True
                    continue
                if not isinstance(status, Turn):
                    raise game.undeclared_chance()
                found = known[key] = Position(after, status)
            (same_player if after.player is player else other_player).append(found)
        position.n_same_player = len(same_player)
        if not same_player and not other_player:
            if position.can_draw:
                position.no_win_within = UNLIMITED
            else:
                position.set_loss(1)
        elif not same_player:
            position.no_win_within = position.no_loss_within = 1  # no end within this turn
        if position.can_draw:
            position.no_loss_within = UNLIMITED  # a player who can draw needn't lose
        return same_player + other_player
