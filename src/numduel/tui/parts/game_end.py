"""The end of a game beside its board: who won, in large, the decisive move, and the accuracy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from ...core import Player
from ...play.match import Ending
from ...views.narration import Narration
from ...views.review_text import decided
from ..background import Background
from .canvas import PLAYERS
from .panels import Part, Words
from .plain_letters import is_ascii

if TYPE_CHECKING:
    from ...budget import Budget
    from ...engine import Engine
    from ...engine.teaching.review import ReviewedPly

SECONDS = 10.0
"""How long a finished game is looked at: what is not found out by then is not told."""

ROOM = 28
"""Columns beside a board where it is narrowest."""

LETTERS = {
    "1": ("▀█ ", " █ ", "▀▀▀"),
    "2": ("▀▀█", "█▀▀", "▀▀▀"),
    "A": ("█▀█", "█▀█", "▀ ▀"),
    "B": ("█▀▄", "█▀█", "▀▀ "),
    "C": ("█▀▀", "█  ", "▀▀▀"),
    "D": ("█▀▄", "█ █", "▀▀ "),
    "E": ("█▀▀", "█▀▀", "▀▀▀"),
    "F": ("█▀▀", "█▀▀", "▀  "),
    "G": ("█▀▀", "█ █", "▀▀▀"),
    "H": ("█ █", "█▀█", "▀ ▀"),
    "I": ("█", "█", "▀"),
    "J": ("  █", "▄ █", "▀▀▀"),
    "K": ("█ █", "█▀▄", "▀ ▀"),
    "L": ("█  ", "█  ", "▀▀▀"),
    "M": ("█▀█▀█", "█ █ █", "▀ ▀ ▀"),
    "N": ("█▀█", "█ █", "▀ ▀"),
    "O": ("█▀█", "█ █", "▀▀▀"),
    "P": ("█▀█", "█▀▀", "▀  "),
    "Q": ("█▀█", "█ █", "▀▀█"),
    "R": ("█▀█", "█▀▄", "▀ ▀"),
    "S": ("█▀▀", "▀▀█", "▀▀▀"),
    "T": ("▀█▀", " █ ", " ▀ "),
    "U": ("█ █", "█ █", "▀▀▀"),
    "V": ("█ █", "█ █", " ▀ "),
    "W": ("█ █ █", "█ █ █", "▀▀▀▀▀"),
    "Y": ("█ █", "▀█▀", " ▀ "),
    "X": ("█ █", " █ ", "█ █"),
    "Z": ("▀▀█", "▄▀ ", "▀▀▀"),
    " ": ("", "", ""),
}


def large(words: str) -> str:
    """Words in three lines of half blocks.

    >>> print(large("P1"))
    █▀█ ▀█
    █▀▀  █
    ▀   ▀▀▀
    """
    lines = (" ".join(LETTERS[letter][line] for letter in words).rstrip() for line in range(3))
    return "\n".join(lines)


class GameEnd(Static):
    """Nothing while a game goes on; at its end, the moment that it is."""

    def __init__(self, words: Words, background: Background, *, id: str | None = None) -> None:
        """`words` are said below the board: there the rest is told where there is no room here."""
        super().__init__(id=id)
        self.display = False
        self._words = words
        self._background = background
        self._head: list[Part] = []

    def clear(self) -> None:
        """The game goes on, or another one has begun."""
        self._background.cancel("judging")
        self.display = False

    def show(self, narration: Narration) -> None:
        """Who won, and how, at once; what decided it as soon as that is found."""
        ending = narration.match.ending
        assert ending is not None
        words = self._words_for(narration, ending)
        colour = "$accent" if ending.winner is None else f"${PLAYERS[ending.winner]}"
        self._head = [(f"{words if is_ascii(self) else large(words)}\n", f"bold {colour}")]
        verdict = " ".join(narration.verdict())
        self._words.say(verdict, "accent")
        self.display = True
        self.update(Content.assemble(*self._head))
        match = narration.match

        def judge(engine: Engine, budget: Budget) -> tuple[ReviewedPly, ...]:
            from ...engine.teaching.review import weigh

            return weigh(engine, match, budget.part(SECONDS))

        def judged(plies: tuple[ReviewedPly, ...]) -> None:
            lines = [decisive(narration, plies), accuracy(narration, plies)]
            text = "\n".join(line for line in lines if line)
            self.update(Content.assemble(*self._head, text))
            is_seen = isinstance(self.parent, Widget) and self.parent.display
            if self._words.text == verdict and not is_seen:
                self._words.say(f"{verdict}\n{text}", "accent")

        if match.has_moves:
            self._background.ask("judging", judge, judged, lambda why: None)

    def _words_for(self, narration: Narration, ending: Ending) -> str:
        """Return who won, if anyone did, in words that can be drawn in large where they stand."""
        if ending.is_draw:
            return "DRAW"
        winner = ending.winner
        if winner is None:
            return "STOPPED"
        if narration.you is not None:
            return "YOU WON" if winner is narration.you else "YOU LOST"
        named = f"{narration.names[winner].upper()} WON"
        is_drawable = all(letter in LETTERS for letter in named)
        room = self.container_size.width or ROOM
        fits = is_drawable and large(named).index("\n") <= room
        return named if fits else f"{winner.token} WON"


def decisive(narration: Narration, plies: tuple[ReviewedPly, ...]) -> str:
    """Return the line that says what decided the game."""
    found = decided(plies, narration)
    return "" if found is None else f"{found.lead} {found.text}".strip()


def accuracy(narration: Narration, plies: tuple[ReviewedPly, ...]) -> str:
    """The share of right decisions: the reader's, or where there is none, of both."""
    from ...engine.solving.value import percent
    from ...engine.teaching.review import figures

    shares = []
    for player in Player:
        share = figures(player, plies).accuracy
        if share is not None and narration.you in (None, player):
            shares.append((narration.names[player], percent(share, 0)))
    if narration.you is not None:
        return f"Your accuracy: {shares[0][1]}." if shares else ""
    return f"Accuracy: {', '.join(f'{name} {share}' for name, share in shares)}." if shares else ""
