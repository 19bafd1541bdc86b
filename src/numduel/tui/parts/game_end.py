"""The result of a game beside its board: winner, decisive move and accuracy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from ...core import Player
from ...play.match import RESIGNED, Ending, Match
from ...views.narration import Narration
from ...views.review_text import find_turning_point
from ..background import Background, Task
from .ascii_text import is_ascii
from .canvas import PLAYER_COLOURS
from .panels import MessagePanel, TextPart

if TYPE_CHECKING:
    from ...budget import Budget
    from ...engine import Engine
    from ...engine.teaching.review import Resignation, ReviewedPly
    from ...ratings.person import PersonInGame

REVIEW_TIMEOUT_S = 10.0
"""Time limit for reviewing a finished game, in seconds; later results aren't shown."""

MIN_WIDTH = 28
"""Minimum number of columns beside a board."""

BLOCK_LETTERS = {
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


def draw_large(text: str) -> str:
    """Return a text in three lines of half blocks.

    >>> print(draw_large("P1"))
    █▀█ ▀█
    █▀▀  █
    ▀   ▀▀▀
    """
    lines = (" ".join(BLOCK_LETTERS[letter][line] for letter in text).rstrip() for line in range(3))
    return "\n".join(lines)


class GameEnd(Static):
    """The result of a finished game; hidden during play."""

    def __init__(
        self, messages: MessagePanel, background: Background, *, id: str | None = None
    ) -> None:
        """`messages` is the fallback panel, for terminals with no room beside the board."""
        super().__init__(id=id)
        self.display = False
        self._messages = messages
        self._background = background
        self._head: list[TextPart] = []
        self._verdict = ""
        self._review = ""
        self._rating = ""

    def clear(self) -> None:
        """Hide the result, because the game continues or a new one has started."""
        self._background.cancel("reviewing", "rating")
        self._review = self._rating = ""
        self.display = False

    def show(self, narration: Narration) -> None:
        """Show the winner at once, and the decisive move as soon as it is known."""
        ending = narration.match.ending
        assert ending is not None
        headline = self._headline(narration, ending)
        colour = "$accent" if ending.winner is None else f"${PLAYER_COLOURS[ending.winner]}"
        is_large = self._fits(headline) and not is_ascii(self)
        head = draw_large(headline) if is_large else headline
        self._head = [(f"{head}\n", f"bold {colour}")]
        self._verdict = " ".join(narration.verdict())
        self._messages.show_message(self._verdict, "accent")
        self.display = True
        self.update(Content.assemble(*self._head))
        match = narration.match

        def review(
            engine: Engine, budget: Budget
        ) -> tuple[tuple[ReviewedPly, ...], Resignation | None]:
            from ...engine.teaching.review import evaluate, find_resignation

            limited = budget.part(REVIEW_TIMEOUT_S)
            resignation = find_resignation(engine, match, limited)
            return evaluate(engine, match, limited), resignation

        def show_review(found: tuple[tuple[ReviewedPly, ...], Resignation | None]) -> None:
            lines = [format_decisive_move(narration, *found), format_accuracy(narration, *found)]
            self._review = "\n".join(line for line in lines if line)
            self._show_details()

        if match.has_moves or ending.reason == RESIGNED:
            self._background.ask("reviewing", review, show_review, lambda why: None)

    def show_rating(self, match: Match) -> None:
        """Show the person's new rating as soon as it is known, or why the game doesn't count."""
        from ...views.rating_text import describe_objection

        if why := describe_objection(match):
            self._rating = why
            self._show_details()
            return

        def rate(task: Task) -> PersonInGame | None:
            from ...ratings.person import rate_after_game

            return task.ask(lambda engine, _: rate_after_game(engine, match, task.is_cancelled))

        def show(found: PersonInGame | None) -> None:
            from ...views.rating_text import describe_after_game

            if found is not None:
                self._rating = describe_after_game(found)
                self._show_details()

        self._background.run("rating", rate, show, lambda why: None)

    def _show_details(self) -> None:
        """Show what is known about the game so far: here, or with the verdict if it is narrow."""
        before = self._messages.text
        text = "\n".join(filter(None, [self._review, self._rating]))
        self.update(Content.assemble(*self._head, text))
        is_visible = isinstance(self.parent, Widget) and self.parent.display
        if before.startswith(self._verdict) and not is_visible:
            self._messages.show_message(f"{self._verdict}\n{text}", "accent")

    def _headline(self, narration: Narration, ending: Ending) -> str:
        """Return the result in capitals, short enough to be drawn large if it names a player."""
        if ending.is_draw:
            return "DRAW"
        winner = ending.winner
        if winner is None:
            return "NO WINNER"
        if narration.you is not None:
            return "YOU WON" if winner is narration.you else "YOU LOST"
        headline = f"{narration.names[winner].upper()} WON"
        return headline if self._fits(headline) else f"{winner.token} WON"

    def _fits(self, headline: str) -> bool:
        """Return whether a headline can be drawn large."""
        if not all(letter in BLOCK_LETTERS for letter in headline):
            return False
        room = self.container_size.width or MIN_WIDTH
        return max(map(len, draw_large(headline).splitlines())) <= room


def format_decisive_move(
    narration: Narration, plies: tuple[ReviewedPly, ...], resignation: Resignation | None = None
) -> str:
    """Return a sentence on the move or resignation that decided the game, or an empty text."""
    found = find_turning_point(plies, narration, resignation)
    return "" if found is None else f"{found.lead} {found.text}".strip()


def format_accuracy(
    narration: Narration, plies: tuple[ReviewedPly, ...], resignation: Resignation | None = None
) -> str:
    """Return a sentence on the reader's accuracy, or on both players' if neither is the reader."""
    from ...engine.solving.value import percent
    from ...engine.teaching.review import summarise

    shares = []
    for player in Player:
        share = summarise(player, plies, resignation).accuracy
        if share is not None and narration.you in (None, player):
            shares.append((narration.names[player], percent(share, 0)))
    if narration.you is not None:
        return f"Your accuracy: {shares[0][1]}." if shares else ""
    return f"Accuracy: {', '.join(f'{name} {share}' for name, share in shares)}." if shares else ""
