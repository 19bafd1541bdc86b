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

ALWAYS = "question_mark"
"""From this key on, all that follow have room in any bar: it opens the list of the others."""


class Key(NamedTuple):
    """A key in the bar, from one column of the text up to another."""

    key: str
    label: str
    """The key as it is written, such as "Esc"."""
    description: str
    tooltip: str
    is_enabled: bool
    start: int = 0
    end: int = 0

    @property
    def width(self) -> int:
        return len(f" {self.label} {self.description} ")


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

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._changed)

    def _changed(self, screen: Screen[Any]) -> None:
        if screen.app.app_focus and screen is self.screen:
            self._show()

    def on_resize(self) -> None:
        self._show()

    def _show(self) -> None:
        keys = _placed(_fitting(self._found(), self.size.width))
        if keys != self.keys:
            self.keys, self._pointed = keys, None
            self.refresh()

    def _found(self) -> list[Key]:
        """What does something now; of several keys for the same, the first."""
        found: dict[str, Key] = {}
        for _, binding, is_enabled, tooltip in self.screen.active_bindings.values():
            if binding.show and binding.action not in found:
                key = pressed(self.screen, binding.key)
                label = self.app.get_key_display(binding)
                label = label if key == binding.key else f"^{label}"
                found[binding.action] = Key(key, label, binding.description, tooltip, is_enabled)
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
        return Content.assemble(*parts)

    # ---- the mouse

    def _at(self, x: int) -> Key | None:
        return next((key for key in self.keys if key.start <= x < key.end), None)

    def _point(self, key: Key | None) -> None:
        if key is not self._pointed:
            self._pointed = key
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


def _fitting(keys: list[Key], room: int) -> list[Key]:
    """Those for which there is room: what is left out stands in the list of all keys."""
    names = [key.key for key in keys]
    place = names.index(ALWAYS) if ALWAYS in names else len(keys)
    first, last = keys[:place], keys[place:]
    while first and sum(key.width for key in [*first, *last]) > room:
        first.pop()
    return [*first, *last]


def _placed(keys: list[Key]) -> list[Key]:
    """The same with their columns, one beside the other."""
    placed: list[Key] = []
    for key in keys:
        start = placed[-1].end if placed else 0
        placed.append(key._replace(start=start, end=start + key.width))
    return placed
