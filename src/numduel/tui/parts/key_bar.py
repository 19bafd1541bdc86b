"""The last line of a screen: the keys that work now, which can also be clicked.

Textual's Footer builds a widget for every key at every change, which takes half of the time to open
a screen. This bar is a single line of text.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from textual import events
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

FIRST_FIXED_KEY = "question_mark"
"""This key, which lists all keys, and the keys after it are always shown."""


class Key(NamedTuple):
    """A key in the bar, and its columns."""

    key: str
    label: str
    """The display name of the key, such as "Esc"."""
    description: str
    tooltip: str
    is_enabled: bool
    start: int = 0
    end: int = 0

    @property
    def width(self) -> int:
        return len(f" {self.label} {self.description} ")


def effective_key(screen: Screen[Any], key: str) -> str:
    """Return the key to press for a binding, which differs where letters are typed."""
    key_for: Callable[[str], str] = getattr(screen, "key_for", str)
    return key_for(key)


class KeyBar(Widget, can_focus=False):
    """The visible bindings of its screen, in order."""

    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__()
        self.keys: list[Key] = []
        self._hovered_key: Key | None = None

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._changed)

    def _changed(self, screen: Screen[Any]) -> None:
        if screen.app.app_focus and screen is self.screen:
            self._show()

    def on_resize(self) -> None:
        self._show()

    def _show(self) -> None:
        keys = _position_keys(_fit_keys(self._active_keys(), self.size.width))
        if keys != self.keys:
            self.keys, self._hovered_key = keys, None
            self.refresh()

    def _active_keys(self) -> list[Key]:
        """Return the keys that work now; of several for one action, the first."""
        found: dict[str, Key] = {}
        for _, binding, is_enabled, tooltip in self.screen.active_bindings.values():
            if binding.show and binding.action not in found:
                key = effective_key(self.screen, binding.key)
                label = self.app.get_key_display(binding)
                label = label if key == binding.key else f"^{label}"
                found[binding.action] = Key(key, label, binding.description, tooltip, is_enabled)
        return list(found.values())

    # ---- showing

    def render(self) -> Content:
        parts: list[tuple[str, str]] = []
        for key in self.keys:
            more = ("" if key.is_enabled else " dim") + (
                " on $block-hover-background" if key is self._hovered_key else ""
            )
            parts.append((f" {key.label} ", f"bold $footer-key-foreground{more}"))
            parts.append((f"{key.description} ", f"$footer-description-foreground{more}"))
        return Content.assemble(*parts)

    # ---- the mouse

    def _at(self, x: int) -> Key | None:
        return next((key for key in self.keys if key.start <= x < key.end), None)

    def _point(self, key: Key | None) -> None:
        if key is not self._hovered_key:
            self._hovered_key = key
            self.tooltip = key.tooltip or None if key else None
            self.refresh()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self._point(self._at(event.x))

    def on_leave(self) -> None:
        self._point(None)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        key = self._at(event.x)
        if key is None:
            return
        if key.is_enabled:
            self.app.simulate_key(key.key)
        else:
            self.app.bell()


def _fit_keys(keys: list[Key], room: int) -> list[Key]:
    """Return the keys that fit; the list of keys has the others."""
    names = [key.key for key in keys]
    index = names.index(FIRST_FIXED_KEY) if FIRST_FIXED_KEY in names else len(keys)
    first, last = keys[:index], keys[index:]
    while first and sum(key.width for key in [*first, *last]) > room:
        first.pop()
    return [*first, *last]


def _position_keys(keys: list[Key]) -> list[Key]:
    """Return the keys with their columns, side by side."""
    placed: list[Key] = []
    for key in keys:
        start = placed[-1].end if placed else 0
        placed.append(key._replace(start=start, end=start + key.width))
    return placed
