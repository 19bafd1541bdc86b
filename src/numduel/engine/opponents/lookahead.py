"""What somebody sees of each move who looks so far ahead and no farther."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ...budget import Budget, Exhausted
from ...core import AnyGame, Chance, Move, Over, Player, Turn
from ..solving.analysis import Solver
from ..solving.expectation import rough_expectation
from ..solving.value import Value, chance, draw, loss, unknown, win

FAR = 1000
"""More turns than anybody sees: a look so far is cut short only by its budget."""

UNSOLVED_TURNS = 12
"""Turns looked ahead where a game that can go in circles or be drawn is too large to be solved."""

EFFORT = 144_000
"""Moves that may be looked at for one choice, twice where a game cannot be solved whole."""

MEMORY = 200_000
"""Positions known before a choice, above which all is forgotten and worked out anew."""

FEWEST_MOVES = 9
"""What a position counts as at least, with fewer moves than this."""

UNSEEN = unknown(Fraction(1, 2))
"""What a move is worth of which no end is in sight."""

NOISE = 1e-12
"""Floating chances that are nearer to each other than this are equal."""


class Lookahead:
    """One player's look at one game: what has been worked out of it, for nobody else.

    So what is seen depends on the positions of this match alone.
    """

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._begin()

    def _begin(self) -> None:
        """Nothing is known yet."""
        self._solver = Solver(self.game)
        self._rough = rough_expectation(self.game)

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

    def moves(self, state: Any, turns: int, budget: Budget) -> dict[Move, Value]:
        """The value of each move as far as it is seen so many turns ahead; else "unknown"."""
        status = self.game.status(state)
        assert isinstance(status, Turn)
        if len(self._solver) + len(self._rough) > MEMORY:
            self._begin()
        if turns <= 0:
            return dict.fromkeys(status.moves, UNSEEN)
        if turns >= FAR and (self.game.endless or self.game.has_draws or self.game.chance):
            solved = self._solved(state, status.moves, budget)
            if solved is not None:
                return solved
            turns = turns if self.game.chance else UNSOLVED_TURNS
        look = self._likely if self.game.chance else self._certain
        return look(state, status.moves, turns, budget.part(positions=self.limit(state)))

    def right_answers(self, state: Any, moves: list[Move], budget: Budget) -> dict[Move, int]:
        """How many answers of the opponent keep what each move leaves them, where it is known.

        A move that ends the game needs no answer: that is more than any number. Where a move does
        not end the turn, the player goes on as makes it hardest.
        """
        part, found = budget.part(positions=self.limit(state)), {}
        try:
            for move in moves:
                found[move] = self._right(state.player, self.game.play(state, move), part)
        except Exhausted:
            pass
        return found

    # ---- wins, losses and draws

    def _certain(
        self, state: Any, moves: tuple[Move, ...], turns: int, budget: Budget
    ) -> dict[Move, Value]:
        player = state.player
        seen: dict[Move, Value] = {}
        afters = {move: self.game.play(state, move) for move in moves}
        try:
            for distance in range(1, turns + 1):
                for move, after in afters.items():
                    if move not in seen and (value := self._at(player, after, distance, budget)):
                        seen[move] = value
                if len(seen) == len(afters) or any(v.outcome == "win" for v in seen.values()):
                    break
        except (Exhausted, RecursionError):
            pass
        return {move: seen.get(move, UNSEEN) for move in afters}

    def _at(self, player: Player, after: Any, turns: int, budget: Budget) -> Value | None:
        """What so many turns, this one included, make of a move; None if they do not settle it."""
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

    # ---- the whole truth

    def _solved(
        self, state: Any, moves: tuple[Move, ...], budget: Budget
    ) -> dict[Move, Value] | None:
        """The exact value of every move, if there is room to work it out."""
        part = budget.part(positions=self.limit(state))
        try:
            return {move: self._solver.after(state, move, part) for move in moves}
        except Exhausted:
            return None

    def _right(self, player: Player, after: Any, budget: Budget) -> int:
        status = self.game.status(after)
        if not isinstance(status, Turn):
            return FAR
        best = self._best(after, status.moves, budget)
        if status.player is player:
            return min(self._right(player, self.game.play(after, m), budget) for m in best)
        return len(best)

    def _best(self, state: Any, moves: tuple[Move, ...], budget: Budget) -> list[Move]:
        """The moves that keep the outcome of a position, quickly or not."""
        values = {move: self._solver.after(state, move, budget) for move in moves}
        top = max(value.rank()[0] for value in values.values())
        return [move for move, value in values.items() if value.rank()[0] == top]

    # ---- chances

    def _likely(
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
