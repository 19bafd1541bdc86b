"""Where a copy of a record shall be written: one field, and what is wrong with what is in it."""

from __future__ import annotations

import os
import time
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from ...errors import printable, quoted
from ...play.match import Match
from ...storage import files, record, saves
from ..parts.paths import PathField, expanded
from .page import Page


class SaveScreen(Page, ModalScreen[None]):
    """Enter writes, Esc goes back; nothing but a record is ever written over."""

    CSS_PATH = "saving.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back", key_display="Esc")]

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match
        self._agreed = ""
        """The record that may be written over, because somebody has asked for it twice."""

    def compose(self) -> ComposeResult:
        with Vertical(id="saving"):
            yield Static("Where shall the record be written?")
            yield PathField(_proposed(self.match), id="path", compact=True)
            yield Static(id="problem")
            with Horizontal(id="answers"):
                yield Button("Write it (Enter)", id="write", compact=True)
                yield Button("Back (Esc)", id="back", compact=True)

    def on_mount(self) -> None:
        box = self.query_one("#saving")
        box.border_title = "Save a copy"
        box.border_subtitle = "Tab completes, ~ is your home folder"
        field = self.query_one(PathField)
        self.set_focus(field)
        field.cursor_position = len(field.value)

    async def takes(self, event: events.Key) -> bool:
        return await self.query_one(PathField).takes(event) or await super().takes(event)

    def say(self, text: str, tone: str = "error") -> None:
        self.query_one("#problem", Static).update(Content.styled(text, f"${tone}"))

    @on(PathField.Completed)
    def _completed(self, event: PathField.Completed) -> None:
        self.say(event.words, "quiet")

    @on(Input.Changed)
    def _changed(self) -> None:
        self.say("")

    @on(Input.Submitted)
    @on(Button.Pressed, "#write")
    def _asked(self) -> None:
        if not self.is_active:  # it is written already, and the key was pressed once more
            return
        path = expanded(self.query_one(PathField).value)
        objection = self._objection(path)
        if objection:
            self.say(objection)
            self.set_focus(self.query_one(PathField))
            return
        try:
            saves.write_copy(path, record.dumps(self.match))
        except (OSError, ValueError) as error:
            why = files.reason(error)
            self.say(f"Nothing was written to {quoted(path)}: {why}. Another name may do.")
            self.set_focus(self.query_one(PathField))
        else:
            self.app.notify(f"Written to {printable(os.path.abspath(path))}", markup=False)
            self.action_leave()

    def _objection(self, path: str) -> str:
        """Why nothing is written there yet; nothing if it can be tried."""
        if not path:
            return "Type the name of a file, such as game.txt."
        if os.path.isdir(path):
            return f"{quoted(path)} is a folder: add the name of a file."
        folder = os.path.dirname(path)
        if folder and not os.path.isdir(folder):
            return f"There is no folder {quoted(folder)}."
        if self._is_other_record(path) and self._agreed != path:
            self._agreed = path
            return "There is another record of that name. Enter again writes over it."
        return ""

    def _is_other_record(self, path: str) -> bool:
        if not os.path.isfile(path):
            return False
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                held = file.read(saves.MAX_RECORD_BYTES)
        except (OSError, ValueError):
            return False
        return held.startswith("[Game ") and held != record.dumps(self.match)

    @on(Button.Pressed, "#back")
    def _back(self) -> None:
        self.action_leave()


def _proposed(match: Match) -> str:
    """A name in the present folder that no file has yet."""
    stem = f"{match.game.id}-{time.strftime('%Y-%m-%d')}"
    names = (f"{stem}{f'-{number}' if number > 1 else ''}.txt" for number in range(1, 1000))
    return next((name for name in names if not os.path.exists(name)), f"{stem}.txt")
