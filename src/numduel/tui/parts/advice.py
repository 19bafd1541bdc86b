"""Help during a game: hints, move values, and explanations of mistakes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from ...budget import Budget
from ...core import Player
from ...views.values import describe_best
from ..background import Background
from .board_panel import BoardPanel

if TYPE_CHECKING:
    from ...engine import Engine, Report
    from ...engine.teaching.hints import Hints


class Advice:
    """The engine's help on the current position, shown in a board panel.

    The screen calls `reset` when the position changes, which drops late answers.
    """

    def __init__(
        self, panel: BoardPanel, background: Background, on_analysis: Callable[[], object]
    ) -> None:
        """`on_analysis` is called whenever a position is analysed."""
        self._panel = panel
        self._on_analysis = on_analysis
        self._background = background
        self._hints: Hints | None = None
        self._asked_hints = 0
        self.is_analysing = False
        """Whether the values of all moves are shown."""

    def reset(self) -> None:
        """Drop questions about the last position, and analyse the new one if needed."""
        self._hints = None
        self._asked_hints = 0
        self._background.cancel("asking", "valuing")
        if self.is_analysing:
            self._analyse()

    def show_hint(self) -> None:
        """Show a hint; every further call in the same position shows a stronger one."""
        self._panel.show_message("Finding a hint …", "quiet")
        view = self._panel.view
        self._asked_hints += 1
        number = self._asked_hints

        def next_hint(engine: Engine, budget: Budget) -> str:
            from ...engine.teaching.hints import SECONDS, Hints

            if self._hints is None:
                self._hints = Hints(engine, view.match.game, view.state)
            text = self._hints.next(budget.part(SECONDS))
            while self._hints.given < number:  # this question cancelled earlier ones
                text = self._hints.next(budget.part(SECONDS))
            return text

        self._ask(next_hint)

    def explain_mistake(self, players: Collection[Player]) -> None:
        """Explain the last mistake of these players."""
        self._panel.show_message("Finding the last mistake …", "quiet")
        match = self._panel.view.match

        def explain(engine: Engine, budget: Budget) -> str:
            from ...engine.teaching.review import explain_last_mistake

            return explain_last_mistake(engine, match, players, budget)

        self._ask(explain)

    def _ask(self, question: Callable[[Engine, Budget], str]) -> None:
        address = self._panel.view.narration.address
        self._background.ask(
            "asking", question, lambda text: self._panel.show_message(address(text), "primary")
        )

    def toggle_analysis(self) -> None:
        """Show the value of every move on tiles and buttons, or hide it."""
        self.is_analysing = not self.is_analysing
        if self.is_analysing:
            self._panel.show_message("Analysing …", "quiet")
            self._analyse()
        else:
            self.turn_off()
            self._panel.show_message("")

    def turn_off(self) -> None:
        """Hide the values, also in later positions: a new game starts without help."""
        self.is_analysing = False
        self._background.cancel("valuing")
        self._panel.show_values({})

    def _analyse(self) -> None:
        view = self._panel.view

        def show(report: Report) -> None:
            self._panel.show_values(report.moves)
            self._panel.show_message(describe_best(report, view.picture), "primary")

        if not view.situation.is_over:
            self._on_analysis()
            self._background.ask(
                "valuing",
                lambda engine, budget: engine.analyse(view.match.game, view.state, budget),
                show,
            )
