"""A text field for a path, with Tab completion as in a shell."""

from __future__ import annotations

import os

from textual import events
from textual.message import Message
from textual.widgets import Input

from ...errors import printable
from ..base_app import BaseApp
from ..textual_private import bindings_of

MAX_NAMES_SHOWN = 8
"""Maximum number of completions shown."""


def expand_path(text: str) -> str:
    """Return the path with ~ expanded and without quotes around it."""
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1]
    return os.path.expanduser(text)


def complete_path(text: str) -> tuple[str, list[str]]:
    """Return the path completed to where names differ, and the names that match."""
    folder, prefix = os.path.split(text)
    try:
        entries = list(os.scandir(os.path.expanduser(folder) or "."))
    except (OSError, ValueError):
        return text, []
    found = sorted(
        entry.name + (os.sep if _is_folder(entry) else "")
        for entry in entries
        if entry.name.startswith(prefix) and (prefix or not entry.name.startswith("."))
    )
    if not found:
        return text, []
    shared = os.path.commonprefix(found)  # noqa: RUF071 - names, not paths
    return os.path.join(folder, shared), found


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


class PathField(Input):
    """A single-line field for a path."""

    app: BaseApp

    class Completed(Message):
        """Tab was pressed; `names` are the matching names."""

        def __init__(self, names: list[str]) -> None:
            super().__init__()
            self.names = names

        @property
        def summary(self) -> str:
            """The names in one line; empty if there is only one."""
            more = " …" if len(self.names) > MAX_NAMES_SHOWN else ""
            return (
                printable("  ".join(self.names[:MAX_NAMES_SHOWN]) + more)
                if len(self.names) > 1
                else ""
            )

    def on_mount(self) -> None:
        self.cursor_blink = self.app.settings.animation

    async def process_key(self, event: events.Key) -> bool:
        """Handle a key; return False if it isn't for this field."""
        if self.screen.focused is not self:
            return False
        if event.is_printable and event.character:
            self.replace(event.character, *self.selection)
            return True
        return self._complete() if event.key == "tab" else await self._edit(event.key)

    def _complete(self) -> bool:
        """Complete the path; return False if there is nothing to complete."""
        text, names = complete_path(self.value) if self.value else ("", [])
        if text == self.value and len(names) < 2:
            return False
        self.value = text
        self.cursor_position = len(text)
        self.post_message(self.Completed(names))
        return True

    async def _edit(self, key: str) -> bool:
        """Run the field's own binding for a key; return False if there is none."""
        for binding in bindings_of(self).get(key, ()):
            await self.run_action(binding.action)
            return True
        return False
