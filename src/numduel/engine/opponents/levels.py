"""The levels: how far each sees ahead, and how it plays beyond that."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from ...budget import Budget
from ...checks import need, need_game, need_state
from ...core import AnyGame, Move, Player
from ...dice import Dice
from ...errors import PlayerError
from ...play.match import Match
from ..solving.playouts import RandomGame, random_games
from ..solving.value import Value
from .lookahead import UNLIMITED_TURNS, Lookahead
from .styles import MAX_PLIES_PER_CHOICE, Style

MAX_PLIES = 120
"""Plies after which a simulated game is abandoned and counts half."""

EXACT_TOLERANCE = 0.25
"""The share of its tolerance that a level uses when it knows the exact chances."""


class Level(NamedTuple):
    """The settings of a level."""

    sights: tuple[int, ...]
    """Turns that it sees ahead (G4): a random one of these for each move."""
    games: int
    """Random games that it simulates for each move whose end it doesn't see."""
    is_tricky: bool = False
    """Whether it makes the correct answer hard to find if it can't force a win."""
    style: Style | None = None
    """Its preference among moves that look good enough; None for a plain level."""
    tolerance: float = 0.0
    """The chance of winning that it gives up for its style, as it seems in simulated games."""


LEVELS = {
    "beginner": Level(sights=(0, 0, 1), games=1),
    "casual": Level(sights=(1, 2), games=3),
    "skilled": Level(sights=(2, 3), games=6),
    "expert": Level(sights=(3, 4, 5), games=20),
    "perfect": Level(sights=(UNLIMITED_TURNS,), games=100, is_tricky=True),
}


class Memory:
    """Searches that opponents in many matches of the same game share: they only save time."""

    def __init__(self) -> None:
        self._lookahead: Lookahead | None = None

    def of(self, game: AnyGame) -> Lookahead:
        """Return the search of a game; that of the last game is forgotten."""
        if self._lookahead is None or self._lookahead.game != game:
            self._lookahead = Lookahead(game)
        return self._lookahead


def seat(level: str, dice: Dice, memory: Memory | None = None) -> Opponent:
    """Return an opponent of a level, for one match; it starts with an empty memory or this one."""
    return Opponent(LEVELS[level], dice, memory)


class Opponent:
    """A player of a level; the same seed makes the same choices in the same match.

    >>> import numduel
    >>> game = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
    >>> opponent = Opponent(LEVELS["perfect"], Dice(7))
    >>> opponent.begin(game, Player.ONE)
    >>> opponent.choose(game.start(), game.status(game.start()).moves, Budget(seconds=10))
    '0,0'
    """

    def __init__(self, level: Level, dice: Dice, memory: Memory | None = None) -> None:
        self.level = level
        self._dice = need(dice, Dice, "dice are a numduel.Dice")
        self._memory = memory
        self._lookahead: Lookahead | None = None

    def begin(self, game: AnyGame, player: Player) -> None:
        """Start a match with an empty memory, or a shared one."""
        memory = Memory() if self._memory is None else self._memory
        self._lookahead = memory.of(need_game(game))

    def end(self, match: Match) -> None:
        """Clear the memory, unless it is shared."""
        self._lookahead = None

    def choose(self, view: Any, moves: tuple[Move, ...], budget: Budget) -> Move:
        """Return a move: take a win in sight, delay a loss in sight, otherwise simulate games."""
        if self._lookahead is None:
            raise PlayerError("call begin(game, player) before choose()")
        need_state(self._lookahead.game, view)
        need(budget, Budget, "a choice has a numduel.Budget, such as Budget(seconds=10)")
        positions = 2 * self._lookahead.limit(view)  # once for the full solution, once for the rest
        part = budget.part(positions=positions)
        seen = self._lookahead.moves(view, self._dice.choice(self.level.sights), part)
        best = self._find_best(self._lookahead, view, seen, part)
        if self.level.style is not None and len(best) > 1:
            best = self.level.style.favourites(self._lookahead.game, view, best, self._dice)
        return self._dice.choice(best)

    def _find_best(
        self, lookahead: Lookahead, view: Any, seen: dict[Move, Value], budget: Budget
    ) -> list[Move]:
        top = max(value.rank() for value in seen.values())
        best = [move for move, value in seen.items() if value.rank() == top]
        if not all(seen[move].is_known for move in best):
            return self._simulate(lookahead.game, view, best, budget)
        value = seen[best[0]]
        if value.outcome == "chance" and self.level.style is not None:
            least = value.worth - Fraction(self.level.tolerance * EXACT_TOLERANCE)
            good = [move for move, one in seen.items() if one.is_known and one.worth >= least]
            return self._simulate(lookahead.game, view, good, budget)  # chances are rough
        if self.level.is_tricky and (value.outcome == "loss" or value.is_level):
            return _find_hardest(lookahead, view, seen, value.worth, budget)
        return best

    def _simulate(self, game: AnyGame, view: Any, moves: list[Move], budget: Budget) -> list[Move]:
        """Return the moves that do best in a few simulated games, or nearly."""
        if len(moves) < 2:
            return moves
        plies, player = MAX_PLIES_PER_CHOICE // len(moves), view.player
        with random_games(game, view, self._dice) as play:
            shares = {
                m: self._share(play, player, game.play(view, m), plies, budget) for m in moves
            }
        least = max(shares.values()) - self.level.tolerance
        return [move for move in moves if shares[move] >= least]

    def _share(
        self,
        play: Callable[[Any, int], RandomGame],
        player: Player,
        after: Any,
        plies: int,
        budget: Budget,
    ) -> float:
        """Return the share of a few random games that a player wins.

        Draws and abandoned games count half.
        """
        shares: list[float] = []
        while len(shares) < self.level.games and plies > 0 and not (shares and budget.is_spent):
            played = play(after, MAX_PLIES)
            plies -= played.plies + played.chance_outcomes
            score = played.score(player)
            shares.append(0.5 if score is None else score)
        return sum(shares) / len(shares)


def _find_hardest(
    lookahead: Lookahead, view: Any, seen: dict[Move, Value], worth: Fraction, budget: Budget
) -> list[Move]:
    """Return the moves that leave the fewest correct answers, then the longest resistance."""
    equal = [move for move, value in seen.items() if value.worth == worth]
    answers = lookahead.count_correct_answers(view, equal, budget)
    scores = {m: (-answers.get(m, UNLIMITED_TURNS), seen[m].turns or 0) for m in equal}
    return [move for move in equal if scores[move] == max(scores.values())]
