"""Opponents of every strength: how far each looks ahead, and what it does where it sees nothing."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...budget import Budget
from ...core import AnyGame, Chance, Move, Over, Player, Turn
from ...dice import Dice
from ...play.match import Match
from ..solving.value import Value
from .lookahead import FAR, Lookahead

__all__ = ["LEVELS", "Level", "Opponent"]

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


class Opponent:
    """A player of some level; the same seed makes the same choices in the same game.

    >>> import numduel
    >>> game = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
    >>> opponent = Opponent(LEVELS["perfect"], Dice(7))
    >>> opponent.begin(game, Player.ONE)
    >>> opponent.choose(game.start(), game.status(game.start()).moves, Budget())
    '0,0'
    """

    def __init__(self, level: Level, dice: Dice) -> None:
        self.level = level
        self._dice = dice
        self._sight: Lookahead | None = None

    @property
    def spent(self) -> int:
        """The positions looked at for the last choice."""
        return self._sight.spent if self._sight else 0

    def begin(self, game: AnyGame, player: Player) -> None:
        """It plays for whoever is to move in what it is shown."""
        if self._sight is None or self._sight.game != game:
            self._sight = Lookahead(game)

    def end(self, match: Match) -> None:
        """What it has worked out is kept, since the same board may be played again."""

    def choose(self, view: Any, moves: tuple[Move, ...], budget: Budget) -> Move:
        """A win in sight is taken, a loss in sight put off; the rest is a matter of feeling."""
        assert self._sight is not None, "no match has begun"
        seen = self._sight.moves(view, self._dice.choice(self.level.sights))
        top = max(value.rank() for value in seen.values())
        return self._dice.choice(self._preferred(self._sight, view, seen, top))

    def _preferred(
        self, sight: Lookahead, view: Any, seen: dict[Move, Value], top: tuple[Any, Any]
    ) -> list[Move]:
        best = [move for move, value in seen.items() if value.rank() == top]
        outcome = seen[best[0]].outcome
        if outcome == "unknown":
            return self._felt(sight.game, view, best)
        if self.level.cunning and outcome in ("loss", "endless"):
            return _hardest(sight, view, seen, outcome)
        return best

    def _felt(self, game: AnyGame, view: Any, moves: list[Move]) -> list[Move]:
        """The moves that do best in a few games played in the mind."""
        if len(moves) < 2:
            return moves
        feeling = Feeling(game, view.player, self._dice, STEPS // len(moves))
        felt = {m: feeling.share(game.play(view, m), self.level.games) for m in moves}
        return [move for move in moves if felt[move] == max(felt.values())]


def _hardest(sight: Lookahead, view: Any, seen: dict[Move, Value], outcome: str) -> list[Move]:
    """The moves that leave the fewest right answers, and of these the longest resistance."""
    equal = [move for move, value in seen.items() if value.outcome == outcome]
    answers = sight.right_answers(view, equal)
    hard = {move: (-answers.get(move, FAR), seen[move].turns or 0) for move in equal}
    return [move for move in equal if hard[move] == max(hard.values())]


class Feeling:
    """Who seems to be ahead: a few games played in the mind, without a plan."""

    def __init__(self, game: AnyGame, player: Player, dice: Dice, steps: int) -> None:
        self.game = game
        self.player = player
        self.dice = dice
        self.steps = steps
        """How many steps all games from one position may take."""

    def share(self, state: Any, games: int) -> float:
        """The share of the games that the player wins; what is not played out is even."""
        self._left = self.steps
        played = [self._played(state) for _ in range(games) if self._left > 0]
        return sum(played) / len(played) if played else 0.5

    def _played(self, state: Any) -> float:
        for _ in range(LONGEST):
            match self.game.status(state):
                case Over(winner):
                    return float(winner is self.player)
                case Turn(_, moves):
                    self._left -= 1
                    state = self.game.play(state, self.dice.choice(moves))
                case Chance(odds) as chance:
                    self._left -= len(odds)
                    state = self.game.play(state, chance.drawn(self.dice.random()))
        return 0.5
