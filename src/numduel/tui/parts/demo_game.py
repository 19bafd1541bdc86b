"""A game that plays itself on the home screen."""

from __future__ import annotations

from ...core import AnyGame, Move, Picture
from ...dice import Dice
from ...play.match import Match

STILL_PLY = 5
"""The ply to show if animation is off."""

END_PAUSE_STEPS = 3
"""Number of steps for which the end of a game stays on screen."""

MAX_PLIES = 60
"""Number of plies after which a new game starts."""


class DemoGame:
    """A sequence of random games, the same for each seed.

    >>> from numduel.games import find
    >>> shown = DemoGame(find("sum"), seed=1)
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
        self._pause_steps = END_PAUSE_STEPS

    @property
    def picture(self) -> Picture:
        """The board as both players see it."""
        return self.match.game.picture(self.match.state)

    @property
    def is_draw(self) -> bool:
        """Whether the current game ended in a draw."""
        return self.match.ending is not None and self.match.ending.is_draw

    @property
    def moves(self) -> tuple[Move, ...]:
        return self.match.moves

    def step(self) -> None:
        """Play one move; some steps after the end, start a new game."""
        if self.match.moves and len(self.match.plies) < MAX_PLIES:
            self.match.play(self._dice.choice(self.match.moves))
        elif self._pause_steps:
            self._pause_steps -= 1
        else:
            self._begin()

    def skip_to_middle(self) -> None:
        """Go to a position in the middle of a game."""
        for _ in range(20):
            for _ in range(STILL_PLY):
                self.step()
            if not self.match.is_over:
                return
            self._begin()
