"""Opponents of every strength: how far each looks ahead, and what it does where it sees nothing."""

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
from .lookahead import FAR, Lookahead

STEPS = 20_000
"""Steps of imagined games that one choice may take, however many moves there are."""

LONGEST = 120
"""Steps after which an imagined game is given up, as even."""


class Level(NamedTuple):
    """How strong an opponent is."""

    sights: tuple[int, ...]
    """How many turns it looks ahead (G4): one of these, each as likely, from move to move."""
    games: int
    """How many games it imagines for each move of which it sees no end."""
    cunning: bool = False
    """In a position that cannot be won by force, it makes the right answer hard to find."""


LEVELS = {
    "beginner": Level(sights=(0, 0, 1), games=1),
    "casual": Level(sights=(1, 2), games=3),
    "skilled": Level(sights=(2, 3), games=6),
    "expert": Level(sights=(3, 4, 5), games=20),
    "perfect": Level(sights=(FAR,), games=100, cunning=True),
}


def seat(level: str, dice: Dice) -> Opponent:
    """Return an opponent of a level, for one match."""
    return Opponent(LEVELS[level], dice)


class Opponent:
    """A player of some level; the same seed makes the same choices in the same match.

    >>> import numduel
    >>> game = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
    >>> opponent = Opponent(LEVELS["perfect"], Dice(7))
    >>> opponent.begin(game, Player.ONE)
    >>> opponent.choose(game.start(), game.status(game.start()).moves, Budget(seconds=10))
    '0,0'
    """

    def __init__(self, level: Level, dice: Dice) -> None:
        self.level = level
        self._dice = need(dice, Dice, "dice are a numduel.Dice")
        self._lookahead: Lookahead | None = None

    def begin(self, game: AnyGame, player: Player) -> None:
        """Nothing is known of the game yet."""
        self._lookahead = Lookahead(need_game(game))

    def end(self, match: Match) -> None:
        """What was worked out is of no use any more."""
        self._lookahead = None

    def choose(self, view: Any, moves: tuple[Move, ...], budget: Budget) -> Move:
        """A win in sight is taken, a loss in sight put off; the rest is a matter of feeling."""
        if self._lookahead is None:
            raise PlayerError("a match begins with begin(game, player), before anybody chooses")
        need_state(self._lookahead.game, view)
        need(budget, Budget, "a choice has a numduel.Budget, such as Budget(seconds=10)")
        most = 2 * self._lookahead.limit(view)  # once for what is solved whole, once for the rest
        part = budget.part(positions=most)
        seen = self._lookahead.moves(view, self._dice.choice(self.level.sights), part)
        return self._dice.choice(self._preferred(self._lookahead, view, seen, part))

    def _preferred(
        self, lookahead: Lookahead, view: Any, seen: dict[Move, Value], budget: Budget
    ) -> list[Move]:
        top = max(value.rank() for value in seen.values())
        best = [move for move, value in seen.items() if value.rank() == top]
        if not all(seen[move].is_known for move in best):
            return self._felt(lookahead.game, view, best, budget)
        value = seen[best[0]]
        if self.level.cunning and (value.outcome == "loss" or value.is_level):
            return _hardest(lookahead, view, seen, value.worth, budget)
        return best

    def _felt(self, game: AnyGame, view: Any, moves: list[Move], budget: Budget) -> list[Move]:
        """The moves that do best in a few games played in the mind."""
        if len(moves) < 2:
            return moves
        steps, player = STEPS // len(moves), view.player
        with random_games(game, view, self._dice) as play:
            felt = {m: self._share(play, player, game.play(view, m), steps, budget) for m in moves}
        return [move for move in moves if felt[move] == max(felt.values())]

    def _share(
        self,
        play: Callable[[Any, int], RandomGame],
        player: Player,
        after: Any,
        steps: int,
        budget: Budget,
    ) -> float:
        """Return the share of a few random games that a player wins; a draw counts half.

        So does a game that is given up.
        """
        shares: list[float] = []
        while len(shares) < self.level.games and steps > 0 and not (shares and budget.is_spent):
            played = play(after, LONGEST)
            steps -= played.steps + played.chances
            score = played.score(player)
            shares.append(0.5 if score is None else score)
        return sum(shares) / len(shares)


def _hardest(
    lookahead: Lookahead, view: Any, seen: dict[Move, Value], worth: Fraction, budget: Budget
) -> list[Move]:
    """The moves that leave the fewest right answers, and of these the longest resistance."""
    equal = [move for move, value in seen.items() if value.worth == worth]
    answers = lookahead.right_answers(view, equal, budget)
    hard = {move: (-answers.get(move, FAR), seen[move].turns or 0) for move in equal}
    return [move for move in equal if hard[move] == max(hard.values())]
