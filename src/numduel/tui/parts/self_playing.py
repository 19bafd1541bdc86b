"""A game that plays itself, for somebody to look at."""

from __future__ import annotations

from ...core import AnyGame, Move, Picture
from ...dice import Dice
from ...play.match import Match

STILL = 5
"""How many moves into a game a board is shown that does not move."""

REST = 3
"""Steps for which the end of a game is left standing."""

LONGEST = 60
"""Moves after which a game that has not ended gives way to another."""


class SelfPlayingGame:
    """One random game after the other, always the same ones.

    >>> from numduel.games import find
    >>> shown = SelfPlayingGame(find("sum"), seed=1)
    >>> shown.step()
    >>> len(shown.match.plies)
    1
    """

    match: Match

    def __init__(self, kind: type[AnyGame], seed: int) -> None:
        self._kind = kind
        self._dice = Dice(seed)
        self._begin()

    def _begin(self) -> None:
        game = self._kind.setup({}, None, self._dice)
        self.match = Match(game, dice=self._dice)
        self._rest = REST

    @property
    def picture(self) -> Picture:
        """What both players may see."""
        return self.match.game.picture(self.match.state)

    @property
    def is_draw(self) -> bool:
        """Whether the present game has ended as a draw."""
        return self.match.ending is not None and self.match.ending.is_draw

    @property
    def moves(self) -> tuple[Move, ...]:
        return self.match.moves

    def step(self) -> None:
        """One move more; some time after the end, another game."""
        if self.match.moves and len(self.match.plies) < LONGEST:
            self.match.play(self._dice.choice(self.match.moves))
        elif self._rest:
            self._rest -= 1
        else:
            self._begin()

    def stand(self) -> None:
        """A position in the middle of a game, where all is still."""
        for _ in range(20):
            for _ in range(STILL):
                self.step()
            if not self.match.is_over:
                return
            self._begin()
