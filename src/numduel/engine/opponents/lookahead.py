"""Lookahead: the value of each move as seen by a player of limited depth."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ...budget import Budget, Exhausted
from ...core import AnyGame, Chance, Move, Over, Player, Turn
from ..solving.analysis import Solver
from ..solving.expectation import rough_expectation
from ..solving.value import Value, chance, draw, loss, unknown, win

UNLIMITED_TURNS = 1000
"""More turns than any search reaches: only the budget limits it."""

UNSOLVED_TURNS = 12
"""Turns searched in a game with cycles or draws that is too large to solve."""

MAX_MOVES_PER_CHOICE = 144_000
"""Moves searched for one choice; twice that if the game can't be solved completely."""

MAX_MEMORY_POSITIONS = 200_000
"""Positions above which the memory is cleared before the next choice."""

MIN_MOVES_PER_POSITION = 9
"""Moves that a position counts as at least."""

UNSEEN = unknown(Fraction(1, 2))
"""The value of a move whose end is out of sight."""

NOISE = 1e-12
"""Chances that differ by less than this are equal."""


class Lookahead:
    """A search of one game with its own memory.

    If one player uses it in one match, its results depend only on the positions of this match.
    """

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._clear()

    def _clear(self) -> None:
        """Start with an empty memory."""
        self._solver = Solver(self.game)
        self._rough = rough_expectation(self.game)

    def limit(self, state: Any) -> int:
        """Return the maximum positions of one search: fewer if positions have many moves."""
        moves = self._continuations(state)
        after = (self._continuations(self.game.play(state, move)) for move in moves)
        return MAX_MOVES_PER_CHOICE // max(MIN_MOVES_PER_POSITION, len(moves), *map(len, after))

    def _continuations(self, state: Any) -> tuple[Move, ...]:
        """Return the legal moves or chance outcomes of a position."""
        match self.game.status(state):
            case Turn(_, moves):
                return moves
            case Chance(odds):
                return tuple(move for move, _ in odds)
            case Over():
                return ()

    def moves(self, state: Any, turns: int, budget: Budget) -> dict[Move, Value]:
        """Return the value of each move as seen this many turns ahead, or "unknown"."""
        status = self.game.status(state)
        assert isinstance(status, Turn)
        if len(self._solver) + len(self._rough) > MAX_MEMORY_POSITIONS:
            self._clear()
        if turns <= 0:
            return dict.fromkeys(status.moves, UNSEEN)
        if turns >= UNLIMITED_TURNS and (
            self.game.endless or self.game.has_draws or self.game.chance
        ):
            solved = self._solve(state, status.moves, budget)
            if solved is not None:
                return solved
            turns = turns if self.game.chance else UNSOLVED_TURNS
        look = self._search_chances if self.game.chance else self._search_outcomes
        return look(state, status.moves, turns, budget.part(positions=self.limit(state)))

    def count_correct_answers(
        self, state: Any, moves: list[Move], budget: Budget
    ) -> dict[Move, int]:
        """Return for each solved move how many of the opponent's answers are correct.

        A move that ends the game counts as UNLIMITED_TURNS answers. If a move doesn't end the turn,
        the player continues with the move that leaves the fewest.
        """
        part, found = budget.part(positions=self.limit(state)), {}
        try:
            for move in moves:
                found[move] = self._count_answers(state.player, self.game.play(state, move), part)
        except Exhausted:
            pass
        return found

    # ---- wins, losses and draws

    def _search_outcomes(
        self, state: Any, moves: tuple[Move, ...], turns: int, budget: Budget
    ) -> dict[Move, Value]:
        player = state.player
        seen: dict[Move, Value] = {}
        afters = {move: self.game.play(state, move) for move in moves}
        try:
            for distance in range(1, turns + 1):
                for move, after in afters.items():
                    if move in seen:
                        continue
                    if value := self._value_within(player, after, distance, budget):
                        seen[move] = value
                if len(seen) == len(afters) or any(v.outcome == "win" for v in seen.values()):
                    break
        except (Exhausted, RecursionError):
            pass
        return {move: seen.get(move, UNSEEN) for move in afters}

    def _value_within(self, player: Player, after: Any, turns: int, budget: Budget) -> Value | None:
        """Return the value of a move decided within these turns, including this one, or None."""
        search = self._solver.search
        match self.game.status(after):
            case Over(None):
                self.game.check_draw()
                return draw()
            case Over(winner):
                return win(1) if winner is player else loss(1)
            case Turn(mover) if mover is player:
                won = search.wins(after, turns, budget)
                lost = search.loses(after, turns, budget)
            case _:
                won = search.loses(after, turns - 1, budget)
                lost = search.wins(after, turns - 1, budget)
        return win(turns) if won else loss(turns) if lost else None

    # ---- full solution

    def _solve(
        self, state: Any, moves: tuple[Move, ...], budget: Budget
    ) -> dict[Move, Value] | None:
        """Return the exact value of every move, or None if the limit doesn't suffice."""
        part = budget.part(positions=self.limit(state))
        try:
            return {move: self._solver.move_value(state, move, part) for move in moves}
        except Exhausted:
            return None

    def _count_answers(self, player: Player, after: Any, budget: Budget) -> int:
        status = self.game.status(after)
        if not isinstance(status, Turn):
            return UNLIMITED_TURNS
        best = self._best(after, status.moves, budget)
        if status.player is player:
            return min(self._count_answers(player, self.game.play(after, m), budget) for m in best)
        return len(best)

    def _best(self, state: Any, moves: tuple[Move, ...], budget: Budget) -> list[Move]:
        """Return the moves that keep the outcome of a position, in any number of turns."""
        values = {move: self._solver.move_value(state, move, budget) for move in moves}
        top = max(value.rank()[0] for value in values.values())
        return [move for move, value in values.items() if value.rank()[0] == top]

    # ---- chances

    def _search_chances(
        self, state: Any, moves: tuple[Move, ...], turns: int, budget: Budget
    ) -> dict[Move, Value]:
        afters = {move: self.game.play(state, move) for move in moves}
        shares: dict[Move, float] = {}
        try:
            for choices in range(turns):
                shares = {
                    move: self._rough.chance(state.player, after, budget, choices)
                    for move, after in afters.items()
                }
        except (Exhausted, RecursionError):
            pass
        best = max(shares.values(), default=0.0)
        return {move: _rough_value(shares.get(move), best) for move in moves}


def _rough_value(share: float | None, best: float) -> Value:
    if share is None:
        return UNSEEN
    return chance(Fraction(best if best - share < NOISE else share))
