"""Help while a game is played: hints, what moves are worth, and why the last mistake was one."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from ...budget import Budget
from ...core import Player
from ...views.values import best_words
from ..background import Background
from .table import Table

if TYPE_CHECKING:
    from ...engine import Engine, Report
    from ...engine.teaching.hints import Hints


class Advice:
    """What the engine says of a match, on the table on which it is played.

    An answer is dropped when the game has gone on meanwhile: its screen calls `turn`.
    """

    def __init__(
        self, table: Table, background: Background, analysed: Callable[[], object]
    ) -> None:
        """`analysed` is called whenever it is asked what the moves of a position are worth."""
        self._table = table
        self._analysed = analysed
        self._background = background
        self._hints: Hints | None = None
        self.is_valuing = False
        """Whether it is shown what every move is worth."""

    def turn(self) -> None:
        """Another position: what was asked of the one before is of no use any more."""
        self._hints = None
        self._background.cancel("asking", "valuing")
        if self.is_valuing:
            self._value()

    def hint(self) -> None:
        """Something that helps; every time a little more."""
        self._table.say("Thinking of a hint …", "quiet")
        view = self._table.view

        def next_hint(engine: Engine, budget: Budget) -> str:
            from ...engine.teaching.hints import SECONDS, Hints

            if self._hints is None:
                self._hints = Hints(engine, view.match.game, view.state)
            return self._hints.next(budget.part(SECONDS))

        self._ask(next_hint)

    def why(self, players: Collection[Player]) -> None:
        """Why the last mistake of one of these players was one."""
        self._table.say("Looking for the last mistake …", "quiet")
        match = self._table.view.match

        def why(engine: Engine, budget: Budget) -> str:
            from ...engine.teaching.review import last_mistake

            return last_mistake(engine, match, players, budget)

        self._ask(why)

    def _ask(self, question: Callable[[Engine, Budget], str]) -> None:
        address = self._table.view.narration.address
        self._background.ask(
            "asking", question, lambda text: self._table.say(address(text), "primary")
        )

    def toggle_values(self) -> None:
        """What every move is worth, on the tiles and buttons, or no longer."""
        self.is_valuing = not self.is_valuing
        if self.is_valuing:
            self._table.say("Working it out …", "quiet")
            self._value()
        else:
            self._background.cancel("valuing")
            self._table.mark({})
            self._table.say("")

    def _value(self) -> None:
        view = self._table.view

        def show(report: Report) -> None:
            self._table.mark(report.moves)
            self._table.say(best_words(report, view.picture), "primary")

        if not view.situation.is_over:
            self._analysed()
            self._background.ask(
                "valuing",
                lambda engine, budget: engine.analyse(view.match.game, view.state, budget),
                show,
            )
