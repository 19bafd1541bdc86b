"""Expectimax: the chance to win in games with chance, exact or to a limited depth."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ...budget import Budget
from ...compiled import loaded, pack, rules_of
from ...core import AnyGame, Chance, Move, Over, Player, Turn
from .quota import PositionQuota

if TYPE_CHECKING:
    from ...compiled.core import Rules

Number = TypeVar("Number", Fraction, float)

UNLIMITED_CHOICES = 10**9
"""More choices than any game has."""


class Expectation(Generic[Number]):
    """The chance to win of the player to move, or next to move, if both play their best.

    Each position is solved once and stored by its key. Stored chances are those of the player to
    move rather than of Player 1, since a key may leave out who is to move.
    """

    def __init__(
        self,
        game: AnyGame,
        number: type[Number],
        weight: Callable[[Fraction], Number],
        quota: PositionQuota | None = None,
    ) -> None:
        """Use this number type; `weight` converts the probability of a chance outcome to it."""
        self.game = game
        self._weight: Callable[[Fraction], Number] = weight
        self._even: Number = number(0.5)
        self._certain: tuple[Number, Number] = number(0), number(1)
        self._known: dict[tuple[object, int], Number] = {}
        self.quota = quota or PositionQuota()
        self._budget = Budget()

    def __len__(self) -> int:
        return len(self._known)

    def chance(
        self, player: Player, state: Any, budget: Budget, choices: int = UNLIMITED_CHOICES
    ) -> Number:
        """Return a player's chance to win, searching this many choices of both players deep.

        Positions beyond that depth count as even.
        """
        self._budget = budget
        value = self._chance_of_mover(state, choices)
        return value if state.player is player else 1 - value

    def chances(self, state: Any, budget: Budget) -> list[Fraction]:
        """Return the chances of the first moves, for the player who makes them.

        Only those found in one go; ask for the others one by one.
        """
        return []

    def _chance_of_mover(self, state: Any, choices: int) -> Number:
        key = (self.game.key(state), choices)
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= self.quota.limit:
                self.quota.check(len(self._known))
            self._budget.spend()
            known = self._known[key] = self._compute(state, choices)
        return known

    def _compute(self, state: Any, choices: int) -> Number:
        match self.game.status(state):
            case Over(None):
                self.game.check_draw()
                return self._even
            case Over(winner):
                return self._certain[winner is state.player]
            case Chance(odds):
                return self._mean(state, odds, choices)
            case Turn(_, moves):
                if choices <= 0:
                    return self._even
                is_unlimited = choices == UNLIMITED_CHOICES
                return self._best(state, moves, choices if is_unlimited else choices - 1)

    def _mean(self, state: Any, odds: tuple[tuple[Move, Fraction], ...], choices: int) -> Number:
        """Return the mean over all outcomes; if the opponent is next, 1 minus their chance."""
        mine = theirs = self._certain[False]
        own_weights: list[Number] = []
        for move, share in odds:
            after = self.game.play(state, move)
            weight = self._weight(share)
            part = weight * self._chance_of_mover(after, choices)
            if after.player is state.player:
                mine += part
                own_weights.append(weight)
            else:
                theirs += part
        handed_over = self._certain[True] - sum(own_weights) if own_weights else self._certain[True]
        return mine + handed_over - theirs

    def _best(self, state: Any, moves: tuple[Move, ...], choices: int) -> Number:
        found = []
        mine, theirs = self._after(state, moves)
        if mine:
            found.append(max(self._chance_of_mover(after, choices) for after in mine))
        if theirs:
            found.append(1 - min(self._chance_of_mover(after, choices) for after in theirs))
        return max(found)

    def _after(self, state: Any, moves: tuple[Move, ...]) -> tuple[list[Any], list[Any]]:
        """Return the distinct positions after the moves: same player to move, then opponent."""
        mine: dict[object, Any] = {}
        theirs: dict[object, Any] = {}
        for move in moves:
            after = self.game.play(state, move)
            (mine if after.player is state.player else theirs)[self.game.key(after)] = after
        return list(mine.values()), list(theirs.values())


class CompiledExpectation(Generic[Number]):
    """The same by compiled rules, with Python for what they can't handle."""

    def __init__(self, rules: Rules, plain: Expectation[Number], rough: bool) -> None:
        self._rules = rules
        self._plain: Expectation[Number] = plain
        self._rough = rough
        self._compiled = loaded().Expectation(rules, plain.quota, rough)

    def __len__(self) -> int:
        return len(self._compiled) + len(self._plain)

    def chance(
        self, player: Player, state: Any, budget: Budget, choices: int = UNLIMITED_CHOICES
    ) -> Number:
        position = pack(self._rules, state)
        if position is None:
            return self._plain.chance(player, state, budget, choices)
        try:
            share = self._compiled.chance(position, budget, choices)
        except OverflowError:
            return self._plain.chance(player, state, budget, choices)
        value: Any = share if self._rough else Fraction(*share)
        chance: Number = value if state.player is player else 1 - value
        return chance

    def chances(self, state: Any, budget: Budget) -> list[Fraction]:
        position = pack(self._rules, state)
        if position is None:
            return []
        shares, whole = self._compiled.chances(position, budget)
        made = {share: Fraction(share, whole) for share in set(shares)}
        return [made[share] for share in shares]


AnyExpectation = Expectation[Number] | CompiledExpectation[Number]


def _compile_if_possible(plain: Expectation[Number], rough: bool) -> AnyExpectation[Number]:
    rules = rules_of(plain.game) if plain.game.chance else None
    return plain if rules is None else CompiledExpectation(rules, plain, rough)


def exact_expectation(game: AnyGame, quota: PositionQuota) -> AnyExpectation[Fraction]:
    """Return an expectation in fractions, for analysis."""
    return _compile_if_possible(
        Expectation(game, Fraction, lambda share: share, quota), rough=False
    )


def rough_expectation(game: AnyGame) -> AnyExpectation[float]:
    """Return an expectation in floats, for opponents; compare with a tolerance of 1e-12."""
    return _compile_if_possible(Expectation(game, float, float), rough=True)
