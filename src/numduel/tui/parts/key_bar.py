"""The last line of a screen: the keys that do something now, which can also be clicked.

Textual's own Footer makes a widget of every key, anew at every change: half of the time that it
takes to open a screen. Here they are one line of text.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from textual import events
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

__all__ = ["Key", "KeyBar", "pressed"]

STEP = 4
"""How far a turn of the wheel moves keys that have no room, in cells."""


class Key(NamedTuple):
    """A key in the bar, from one column of the text up to another."""

    key: str
    label: str
    """The key as it is written, such as "Esc"."""
    description: str
    tooltip: str
    is_enabled: bool
    start: int
    end: int


def pressed(screen: Screen[Any], key: str) -> str:
    """What is pressed on a screen for a key: one on which words are typed may ask for another."""
    other: Callable[[str], str] = getattr(screen, "key_for", str)
    return other(key)


class KeyBar(Widget, can_focus=False):
    """The shown bindings of its screen, in their order."""

    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__()
        self.keys: list[Key] = []
        self._pointed: Key | None = None
        self._hidden = 0
        """How many columns at the left are out of sight."""

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._changed)

    def _changed(self, screen: Screen[Any]) -> None:
        if screen.app.app_focus and screen is self.screen:
            keys = self._found()
            if keys != self.keys:
                self.keys, self._pointed = keys, None
                self._scroll(0)

    def _found(self) -> list[Key]:
        """What does something now; of several keys for the same, the first."""
        found: dict[str, Key] = {}
        start = 0
        for _, binding, is_enabled, tooltip in self.screen.active_bindings.values():
            if binding.show and binding.action not in found:
                key = pressed(self.screen, binding.key)
                label = self.app.get_key_display(binding)
                label = label if key == binding.key else f"^{label}"
                end = start + len(f" {label} {binding.description} ")
                found[binding.action] = Key(
                    key, label, binding.description, tooltip, is_enabled, start, end
                )
                start = end
        return list(found.values())

    # ---- showing

    def render(self) -> Content:
        parts: list[tuple[str, str]] = []
        for key in self.keys:
            more = ("" if key.is_enabled else " dim") + (
                " on $block-hover-background" if key is self._pointed else ""
            )
            parts.append((f" {key.label} ", f"bold $footer-key-foreground{more}"))
            parts.append((f"{key.description} ", f"$footer-description-foreground{more}"))
        return Content.assemble(*parts)[self._hidden :]

    # ---- the mouse

    def _at(self, x: int) -> Key | None:
        place = x + self._hidden
        return next((key for key in self.keys if key.start <= place < key.end), None)

    def _point(self, key: Key | None) -> None:
        if key is not self._pointed:
            self._pointed = key
            self.tooltip = key.tooltip or None if key else None
            self.refresh()

    def _scroll(self, by: int) -> None:
        length = self.keys[-1].end if self.keys else 0
        self._hidden = max(0, min(self._hidden + by, length - self.size.width))
        self.refresh()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self._point(self._at(event.x))

    def on_leave(self) -> None:
        self._point(None)

    def on_mouse_scroll_down(self) -> None:
        self._scroll(STEP)

    def on_mouse_scroll_up(self) -> None:
        self._scroll(-STEP)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        key = self._at(event.x)
        if key is None:
            return
        if key.is_enabled:
            self.app.simulate_key(key.key)
        else:
            self.app.bell()
