"""A field for the name of a file: Tab completes it, as a shell does."""

from __future__ import annotations

import os

from textual import events
from textual.message import Message
from textual.widgets import Input

from ...errors import printable
from ..base_app import BaseApp
from ..textual_private import keys_of

SHOWN = 8
"""How many names are shown where several begin as typed."""


def expanded(text: str) -> str:
    """The path that somebody means: ~ is their home, and quotes around it are not part of it."""
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1]
    return os.path.expanduser(text)


def completed(text: str) -> tuple[str, list[str]]:
    """The text as far as only one continuation is possible, and the names that begin like it."""
    folder, begun = os.path.split(text)
    try:
        entries = list(os.scandir(os.path.expanduser(folder) or "."))
    except (OSError, ValueError):
        return text, []
    found = sorted(
        entry.name + (os.sep if _is_folder(entry) else "")
        for entry in entries
        if entry.name.startswith(begun) and (begun or not entry.name.startswith("."))
    )
    if not found:
        return text, []
    shared = os.path.commonprefix(found)  # noqa: RUF071 - of names, letter by letter
    return os.path.join(folder, shared), found


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


class PathField(Input):
    """One line for a path."""

    app: BaseApp

    class Completed(Message):
        """Tab has been pressed; `names` are what could be meant."""

        def __init__(self, names: list[str]) -> None:
            super().__init__()
            self.names = names

        @property
        def words(self) -> str:
            """The names in one line, where there is more than one."""
            more = " …" if len(self.names) > SHOWN else ""
            return printable("  ".join(self.names[:SHOWN]) + more) if len(self.names) > 1 else ""

    def on_mount(self) -> None:
        self.cursor_blink = self.app.settings.animation

    async def takes(self, event: events.Key) -> bool:
        """Whether a key is for this field, as none is where another part is in focus."""
        if self.screen.focused is not self:
            return False
        if event.is_printable and event.character:
            self.replace(event.character, *self.selection)
            return True
        return self._complete() if event.key == "tab" else await self._edit(event.key)

    def _complete(self) -> bool:
        """Tab completes what is typed; where nothing can be, it goes on to the next field."""
        text, names = completed(self.value) if self.value else ("", [])
        if text == self.value and len(names) < 2:
            return False
        self.value = text
        self.cursor_position = len(text)
        self.post_message(self.Completed(names))
        return True

    async def _edit(self, key: str) -> bool:
        """What a field does with a key that is no letter; False if it has no use for it."""
        for binding in keys_of(self).get(key, ()):
            await self.run_action(binding.action)
            return True
        return False
