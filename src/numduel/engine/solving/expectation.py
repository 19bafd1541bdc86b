"""Expectation: the chance to win where something is drawn, exactly or as far as one looks ahead."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ...budget import Budget
from ...compiled import loaded, packed, rules_of
from ...core import AnyGame, Chance, Move, Over, Player, Turn
from .quota import PositionQuota

if TYPE_CHECKING:
    from ...compiled.core import Rules

Number = TypeVar("Number", Fraction, float)

FAR = 10**9
"""More choices than any game has."""


class Expectation(Generic[Number]):
    """The chance of the player to move, or about to move, with best play of both.

    Each position is worked out once, and known by its key; so what is kept is seen by that player
    and not by Player 1, since a key may leave out who that is.
    """

    def __init__(
        self,
        game: AnyGame,
        number: type[Number],
        weight: Callable[[Fraction], Number],
        quota: PositionQuota | None = None,
    ) -> None:
        """In numbers of a type; `weight` makes one of the odds of a draw."""
        self.game = game
        self._weight: Callable[[Fraction], Number] = weight
        self._even: Number = number(0.5)
        self._certain: tuple[Number, Number] = number(0), number(1)
        self._known: dict[tuple[object, int], Number] = {}
        self.quota = quota or PositionQuota()
        self._budget = Budget()

    def __len__(self) -> int:
        return len(self._known)

    def chance(self, player: Player, state: Any, budget: Budget, choices: int = FAR) -> Number:
        """The chance of a player to win, looking so many choices of both ahead.

        What lies beyond them counts as even.
        """
        self._budget = budget
        value = self._of_mover(state, choices)
        return value if state.player is player else 1 - value

    def chances(self, state: Any, budget: Budget) -> list[Fraction]:
        """The chances that moves give whoever makes them: of the first, as many as come at once.

        The others are to be asked for one by one.
        """
        return []

    def _of_mover(self, state: Any, choices: int) -> Number:
        place = (self.game.key(state), choices)
        known = self._known.get(place)
        if known is None:
            if len(self._known) >= self.quota.most:
                self.quota.check(len(self._known))
            self._budget.spend()
            known = self._known[place] = self._worked_out(state, choices)
        return known

    def _worked_out(self, state: Any, choices: int) -> Number:
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
                return self._best(state, moves, choices if choices == FAR else choices - 1)

    def _mean(self, state: Any, odds: tuple[tuple[Move, Fraction], ...], choices: int) -> Number:
        """The mean over all that may be drawn; where the other player is next, 1 less theirs."""
        mine = theirs = self._certain[False]
        kept: list[Number] = []
        for move, share in odds:
            after = self.game.play(state, move)
            weight = self._weight(share)
            part = weight * self._of_mover(after, choices)
            if after.player is state.player:
                mine += part
                kept.append(weight)
            else:
                theirs += part
        handed_over = self._certain[True] - sum(kept) if kept else self._certain[True]
        return mine + handed_over - theirs

    def _best(self, state: Any, moves: tuple[Move, ...], choices: int) -> Number:
        found = []
        mine, theirs = self._after(state, moves)
        if mine:
            found.append(max(self._of_mover(after, choices) for after in mine))
        if theirs:
            found.append(1 - min(self._of_mover(after, choices) for after in theirs))
        return max(found)

    def _after(self, state: Any, moves: tuple[Move, ...]) -> tuple[list[Any], list[Any]]:
        """Where the moves lead, each position once: those that the mover goes on from first."""
        mine: dict[object, Any] = {}
        theirs: dict[object, Any] = {}
        for move in moves:
            after = self.game.play(state, move)
            (mine if after.player is state.player else theirs)[self.game.key(after)] = after
        return list(mine.values()), list(theirs.values())


class CompiledExpectation(Generic[Number]):
    """The same by compiled rules; what does not fit there is left to Python."""

    def __init__(self, rules: Rules, plain: Expectation[Number], rough: bool) -> None:
        self._rules = rules
        self._plain: Expectation[Number] = plain
        self._rough = rough
        self._compiled = loaded().Expectation(rules, plain.quota, rough)

    def __len__(self) -> int:
        return len(self._compiled) + len(self._plain)

    def chance(self, player: Player, state: Any, budget: Budget, choices: int = FAR) -> Number:
        position = packed(self._rules, state)
        if position is None:
            return self._plain.chance(player, state, budget, choices)
        try:
            share = self._compiled.chance(position, budget, choices)
        except OverflowError:
            return self._plain.chance(player, state, budget, choices)
        value: Any = share if self._rough else Fraction(*share)
        told: Number = value if state.player is player else 1 - value
        return told

    def chances(self, state: Any, budget: Budget) -> list[Fraction]:
        position = packed(self._rules, state)
        if position is None:
            return []
        shares, whole = self._compiled.chances(position, budget)
        made = {share: Fraction(share, whole) for share in set(shares)}
        return [made[share] for share in shares]


AnyExpectation = Expectation[Number] | CompiledExpectation[Number]


def _quickest(plain: Expectation[Number], rough: bool) -> AnyExpectation[Number]:
    rules = rules_of(plain.game) if plain.game.chance else None
    return plain if rules is None else CompiledExpectation(rules, plain, rough)


def exact_expectation(game: AnyGame, quota: PositionQuota) -> AnyExpectation[Fraction]:
    """In fractions, for analysis."""
    return _quickest(Expectation(game, Fraction, lambda share: share, quota), rough=False)


def rough_expectation(game: AnyGame) -> AnyExpectation[float]:
    """In floating numbers, for opponents: two that differ by less than 1e-12 are equal."""
    return _quickest(Expectation(game, float, float), rough=True)
