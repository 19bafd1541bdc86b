"""The duel of the day: a game like any other, and what became of it, to be shown to others."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from ...daily.duel import Counted, Result, count, result_of
from ...storage.autosave import Autosave
from .page import Page
from .play import PlayScreen


def screen_of(autosave: Autosave) -> PlayScreen:
    """Where a session is gone on with: a duel has a screen of its own."""
    is_duel = "Duel" in autosave.session.match.tags
    return (DuelScreen if is_duel else PlayScreen)(autosave.session, autosave)


class DuelScreen(PlayScreen):
    """One match, whose first finish counts.

    Its many methods are nearly all a PlayScreen's: it can do all that is done in a game.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "result", "Result", tooltip="what became of the duel, to be copied"),
    ]
    counted: Counted | None = None
    """What became of it, once that is known."""

    @property
    def heading(self) -> str:
        return f"The duel of {self.match.tags['Duel']}  ·  {super().heading}"

    def buttons(self) -> dict[str, str]:
        return {key: word for key, word in super().buttons().items() if key != "m"}

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "again":
            return False
        if action == "result":
            return self.counted is not None
        return super().check_action(action, parameters)

    def turn(self) -> None:
        super().turn()
        if self.match.is_finished and self.counted is None:
            match = self.match
            self.background.ask(
                "result", lambda engine, budget: result_of(engine, match, budget), self._count
            )

    def _count(self, result: Result) -> None:
        self.counted = count(result)
        self.refresh_bindings()
        self.action_result()

    def action_result(self) -> None:
        if self.counted is not None:
            self.open(ResultScreen(self.counted))


class ResultScreen(Page, ModalScreen[None]):
    """The result in the words that others may see."""

    CSS_PATH = "duel.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "copy", "Copy", tooltip="copy the result to the clipboard"),
        Binding("escape", "leave", "Back", key_display="Esc"),
        Binding("enter", "leave", show=False),
    ]

    def __init__(self, counted: Counted) -> None:
        super().__init__()
        self._counted = counted

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="result"):
            yield Static(Content(self._counted.result.text))
            yield Static(Content(self._counted.words), id="counts")

    def on_mount(self) -> None:
        box = self.query_one("#result")
        box.border_title = "The duel is over"
        box.border_subtitle = "c copies this, Esc goes back"
        self.set_focus(box)

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(self._counted.result.text)
        self.notify("Copied. It does not give the board away.", timeout=3)
