"""The daily duel, and its result to share."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from ...daily.duel import RecordedResult, Result, record_result, result_of
from ...storage.autosave import Autosave
from ...views.match_view import MatchView
from .page import Page
from .play import PlayScreen


def screen_of(autosave: Autosave) -> PlayScreen:
    """Return the screen for a session: duels have their own."""
    is_duel = "Duel" in autosave.session.match.tags
    return (DuelScreen if is_duel else PlayScreen)(autosave.session, autosave)


class DuelScreen(PlayScreen):
    """The screen of a daily duel; the first finished game counts.

    Nearly all of its many methods are those of PlayScreen.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "result", "Show result", tooltip="show the result of the duel"),
    ]
    counted: RecordedResult | None = None
    """The result, as soon as it is known."""

    introduction = ""
    """A sentence on duels for one that was just started; "" for others."""

    def log_lines(self, view: MatchView) -> list[str]:
        introduction = [self.introduction, ""] if self.introduction else []
        return [*introduction, *super().log_lines(view)]

    @property
    def heading(self) -> str:
        return f"Daily duel, {self.match.tags['Duel']}  ·  {super().heading}"

    def buttons(self) -> dict[str, str]:
        return {key: label for key, label in super().buttons().items() if key != "m"}

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "again":
            return False
        if action == "result":
            return self.counted is not None
        return super().check_action(action, parameters)

    def start_turn(self) -> None:
        super().start_turn()
        if self.match.is_finished and self.counted is None:
            match = self.match
            self.background.ask(
                "result", lambda engine, budget: result_of(engine, match, budget), self._count
            )

    def _count(self, result: Result) -> None:
        self.counted = record_result(result)
        self.refresh_bindings()
        self.action_result()

    def action_result(self) -> None:
        if self.counted is not None:
            self.open(ResultScreen(self.counted))


class ResultScreen(Page, ModalScreen[None]):
    """The result of a duel, as a text to share."""

    CSS_PATH = "duel.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "copy", "Copy", tooltip="copy the result"),
        Binding("escape", "leave", "Back", key_display="Esc"),
        Binding("enter", "leave", show=False),
    ]

    def __init__(self, counted: RecordedResult) -> None:
        super().__init__()
        self._counted = counted

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="result"):
            yield Static(Content(self._counted.result.text))
            yield Static(Content(self._counted.message), id="counts")

    def on_mount(self) -> None:
        box = self.query_one("#result")
        box.border_title = "Duel result"
        box.border_subtitle = "Press c to copy, Esc to go back"
        self.set_focus(box)

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(self._counted.result.text)
        self.notify("Copied. The text doesn't reveal the board.", timeout=3)
