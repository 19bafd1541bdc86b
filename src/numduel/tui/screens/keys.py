"""The list of keys and symbols of a screen."""

from __future__ import annotations

import textwrap
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from ..parts.key_bar import effective_key
from ..parts.panels import TextPart
from ..textual_private import bindings_of
from .page import Page

NAMES = {
    "question_mark": "?",
    "escape": "Esc",
    "enter": "Enter",
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
    "comma": ",",
    "slash": "/",
    "space": "Space",
}


OWN = {name for binding in Screen.BINDINGS for name in [getattr(binding, "action", "")]}
"""The actions of every Textual screen, which would only lengthen the list."""


KEY_COLUMN = 14
"""Columns of keys, in terminals that aren't narrow."""

MIN_NORMAL_WIDTH = 64
"""Columns of a terminal that isn't narrow."""

FRAME_COLUMNS = 5
"""Columns around the list: border, padding, and a scroll bar."""


class KeysScreen(Page, ModalScreen[None]):
    """A list that any key closes."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back")]

    def __init__(self, page: Page) -> None:
        super().__init__()
        self._of = page

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="keys"):
            yield Static(self._text())

    def on_mount(self) -> None:
        self.query_one("#keys").border_title = "Keys"
        self.query_one("#keys").border_subtitle = "Press any key to close"

    def on_resize(self) -> None:
        self.query_one(Static).update(self._text())

    def _text(self) -> Content:
        keys, legend = self._of_screen(), self._of.legend
        is_narrow = self.app.size.width < MIN_NORMAL_WIDTH
        column = max(map(len, [*keys, *legend])) if is_narrow else KEY_COLUMN
        parts: list[TextPart] = []
        for entries, style in ((keys, "bold $primary"), (legend, "bold")):
            for name, meaning in entries.items():
                parts += [(f"{name:>{column}}  ", style), self._wrap(meaning, column + 2), "\n"]
            parts.append("\n")
        return Content.assemble(*parts).rstrip("\n")

    def _wrap(self, text: str, indent: int) -> str:
        """Return a text in lines that fit beside an indent."""
        width = self.app.size.width * 96 // 100 - FRAME_COLUMNS - indent
        return f"\n{' ' * indent}".join(textwrap.wrap(text, max(10, width)))

    def _of_screen(self) -> dict[str, str]:
        """Return all bindings with a description; keys with the same one are joined."""
        found: dict[str, list[str]] = {}
        for key, bindings in bindings_of(self._of).items():
            for binding in bindings:
                what = binding.tooltip or binding.description
                possible = self._of.check_action(binding.action, ()) is not False
                if what and possible and binding.action not in OWN:
                    name, now = (
                        binding.key_display or NAMES.get(key, key),
                        effective_key(self._of, key),
                    )
                    name = name if now == key else now.capitalize()
                    found.setdefault(what, []).append(name)
        return {" ".join(dict.fromkeys(keys)): what for what, keys in found.items()}

    async def process_key(self, event: events.Key) -> bool:
        if event.key in ("up", "down", "pageup", "pagedown", "home", "end"):
            return await super().process_key(event)
        self.action_leave()
        return True

    def on_click(self) -> None:
        self.action_leave()
