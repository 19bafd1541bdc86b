"""What somebody sees of each move who looks so far ahead and no farther."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ...budget import Budget, Exhausted
from ...core import AnyGame, Chance, Move, Over, Player, Turn
from ..solving.analysis import Solver
from ..solving.graph import HasChance
from ..solving.horizon import Horizon
from ..solving.value import Value, chance, loss, unknown, win

__all__ = ["FAR", "Lookahead"]

FAR = 1000
"""More turns than anybody sees: a look so far is cut short only by its budget."""

IN_CIRCLES = 12
"""Turns that are looked ahead where play can go in circles and is too large to be solved whole."""

EFFORT = 144_000
"""Moves that may be looked at for one choice, twice where a game cannot be solved whole."""

FEWEST_MOVES = 9
"""What a position counts as at least, with fewer moves than this."""

UNSEEN = unknown(Fraction(1, 2))
"""What a move is worth of which no end is in sight."""


class Lookahead:
    """Somebody's eyes on one game: what they have worked out of it, and what that took."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.spent = 0
        """The positions looked at for the last choice."""
        self._solver = Solver(game)
        self._horizon = Horizon(game)
        self._has_chance = False

    def limit(self, state: Any) -> int:
        """How many positions one look may take: fewer where each has many moves."""
        ways = self._ways(state)
        after = (self._ways(self.game.play(state, way)) for way in ways)
        return EFFORT // max(FEWEST_MOVES, len(ways), *map(len, after))

    def _ways(self, state: Any) -> tuple[Move, ...]:
        match self.game.status(state):
            case Turn(_, moves):
                return moves
            case Chance(odds):
                return tuple(move for move, _ in odds)
            case Over():
                return ()

    def moves(self, state: Any, turns: int) -> dict[Move, Value]:
        """The value of each move as far as it is seen so many turns ahead; else "unknown"."""
        status = self.game.status(state)
        assert isinstance(status, Turn)
        self.spent = 0
        afters = {move: self.game.play(state, move) for move in status.moves}
        if turns <= 0:
            return dict.fromkeys(afters, UNSEEN)
        if not self._has_chance:
            try:
                return self._certain(status.player, afters, turns, self.limit(state))
            except HasChance:
                self._has_chance = True
        return self._likely(status.player, afters, turns, self.limit(state))

    def right_answers(self, state: Any, moves: list[Move]) -> dict[Move, int]:
        """How many answers of the opponent keep what each move leaves them, where it is known.

        A move that ends the game needs no answer: that is more than any number. Where a move does
        not end the turn, the player goes on as makes it hardest.
        """
        status = self.game.status(state)
        assert isinstance(status, Turn)
        budget, found = Budget(positions=self.limit(state)), {}
        try:
            for move in moves:
                found[move] = self._right(status.player, self.game.play(state, move), budget)
        except (Exhausted, RecursionError):
            pass
        self.spent += budget.spent
        return found

    # ---- wins and losses

    def _certain(
        self, player: Player, afters: dict[Move, Any], turns: int, limit: int
    ) -> dict[Move, Value]:
        if self.game.endless and turns >= FAR:
            solved = self._solved(afters, player, limit)
            if solved is not None:
                return solved
            turns = IN_CIRCLES
        budget = self._solver.graph.budget = Budget(positions=limit)
        seen: dict[Move, Value] = {}
        try:
            for distance in range(1, turns + 1):
                for move, after in afters.items():
                    if move not in seen and (value := self._at(player, after, distance)):
                        seen[move] = value
                if len(seen) == len(afters) or any(v.outcome == "win" for v in seen.values()):
                    break
        except (Exhausted, RecursionError):
            pass
        finally:
            self.spent += budget.spent
        return {move: seen.get(move, UNSEEN) for move in afters}

    def _at(self, player: Player, after: Any, turns: int) -> Value | None:
        """What so many turns, this one included, make of a move; None if they do not settle it."""
        proof = self._solver.proof
        match self.game.status(after):
            case Over(winner):
                return win(1) if winner is player else loss(1)
            case Chance():
                raise HasChance
            case Turn(mover) if mover is player:
                won, lost = proof.wins(after, turns), proof.loses(after, turns)
            case _:
                won, lost = proof.loses(after, turns - 1), proof.wins(after, turns - 1)
        return win(turns) if won else loss(turns) if lost else None

    # ---- the whole truth

    def _solved(
        self, afters: dict[Move, Any], player: Player, limit: int
    ) -> dict[Move, Value] | None:
        """The exact value of every move, if there is room to work it out."""
        budget, found = Budget(positions=limit), {}
        by_key: dict[object, Value] = {}
        try:
            for move, after in afters.items():
                key = self.game.key(after)
                if key not in by_key:
                    by_key[key] = self._solver.seen_by(player, after, budget)
                found[move] = by_key[key]
        except (Exhausted, RecursionError):
            return None
        finally:
            self.spent += budget.spent
        return found

    def _right(self, player: Player, after: Any, budget: Budget) -> int:
        status = self.game.status(after)
        if not isinstance(status, Turn):
            return FAR
        if status.player is player:
            best = self._best(after, status.moves, budget)
            return min(self._right(player, self.game.play(after, m), budget) for m in best)
        return len(self._best(after, status.moves, budget))

    def _best(self, state: Any, moves: tuple[Move, ...], budget: Budget) -> list[Move]:
        """The moves that keep the outcome of a position, quickly or not."""
        values = {move: self._solver.after(state, move, budget) for move in moves}
        top = max(value.rank()[0] for value in values.values())
        return [move for move, value in values.items() if value.rank()[0] == top]

    # ---- chances

    def _likely(
        self, player: Player, afters: dict[Move, Any], turns: int, limit: int
    ) -> dict[Move, Value]:
        if turns >= FAR:
            solved = self._solved(afters, player, limit)
            if solved is not None:
                return solved
        budget, seen = Budget(positions=limit), dict.fromkeys(afters, UNSEEN)
        horizon = self._horizon
        horizon.budget = budget
        try:
            for choices in range(turns):
                odds = {m: horizon.chance(player, after, choices) for m, after in afters.items()}
                seen = {move: chance(Fraction(share)) for move, share in odds.items()}
        except (Exhausted, RecursionError):
            pass
        self.spent += budget.spent
        return seen
