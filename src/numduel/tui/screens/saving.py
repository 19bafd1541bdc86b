"""The dialog that saves a copy of a record."""

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
from ..parts.paths import PathField, expand_path
from .page import Page


class SaveScreen(Page, ModalScreen[None]):
    """A field for the path; only records are ever overwritten."""

    CSS_PATH = "saving.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back", key_display="Esc")]

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match
        self._overwrite_path = ""
        """The record to overwrite if Enter is pressed again."""

    def compose(self) -> ComposeResult:
        with Vertical(id="saving"):
            yield Static("Save the record as:")
            yield PathField(_suggest_name(self.match), id="path", compact=True)
            yield Static(id="problem")
            with Horizontal(id="answers"):
                yield Button("Save (Enter)", id="write", compact=True)
                yield Button("Cancel (Esc)", id="back", compact=True)

    def on_mount(self) -> None:
        box = self.query_one("#saving")
        box.border_title = "Save record"
        box.border_subtitle = "Tab completes; ~ is your home folder"
        field = self.query_one(PathField)
        self.set_focus(field)
        field.cursor_position = len(field.value)

    async def process_key(self, event: events.Key) -> bool:
        return await self.query_one(PathField).process_key(event) or await super().process_key(
            event
        )

    def show_message(self, text: str, tone: str = "error") -> None:
        self.query_one("#problem", Static).update(Content.styled(text, f"${tone}"))

    @on(PathField.Completed)
    def _completed(self, event: PathField.Completed) -> None:
        self.show_message(event.summary, "quiet")

    @on(Input.Changed)
    def _changed(self) -> None:
        self.show_message("")

    @on(Input.Submitted)
    @on(Button.Pressed, "#write")
    def _save(self) -> None:
        if not self.is_active:  # already saved, and the key was pressed again
            return
        path = expand_path(self.query_one(PathField).value)
        objection = self._path_problem(path)
        if objection:
            self.show_message(objection)
            self.set_focus(self.query_one(PathField))
            return
        try:
            saves.write_copy(path, record.dumps(self.match))
        except (OSError, ValueError) as error:
            why = files.reason(error)
            self.show_message(f"{quoted(path)} couldn't be written: {why}. Try another name.")
            self.set_focus(self.query_one(PathField))
        else:
            self.app.notify(f"Saved to {printable(os.path.abspath(path))}", markup=False)
            self.action_leave()

    def _path_problem(self, path: str) -> str:
        """Return the problem with a path; empty if it can be written."""
        if not path:
            return "Type a file name, such as game.txt."
        if os.path.isdir(path):
            return f"{quoted(path)} is a folder. Add a file name."
        folder = os.path.dirname(path)
        try:
            os.stat(os.path.join(folder, "") or ".")
        except FileNotFoundError:
            return f"Folder {quoted(folder)} doesn't exist."
        except (OSError, ValueError) as error:
            return f"Folder {quoted(folder)} can't be used: {files.reason(error)}."
        if self._is_other_record(path) and self._overwrite_path != path:
            self._overwrite_path = path
            return "Another record has that name. Press Enter again to overwrite it."
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


def _suggest_name(match: Match) -> str:
    """Return an unused file name in the current folder."""
    stem = f"{match.game.id}-{time.strftime('%Y-%m-%d')}"
    names = (f"{stem}{f'-{number}' if number > 1 else ''}.txt" for number in range(1, 1000))
    return next((name for name in names if not os.path.exists(name)), f"{stem}.txt")
