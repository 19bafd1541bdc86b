"""Buttons below a board: moves that no tile stands for, or what else can be done, with keys."""

from __future__ import annotations

from collections.abc import Mapping

from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Button

from ...core import Move

__all__ = ["MoveButton", "MoveButtons"]


class MoveButton(Button):
    """Something that can be done, with its key."""

    def __init__(self, label: str, key: str) -> None:
        super().__init__(compact=True)
        self.key = key
        self.active_effect_duration = 0
        self.word = label
        self.mark("")

    def mark(self, sign: str) -> None:
        """A few letters behind it, such as what the move is worth."""
        self.label = f"{self.word} ({self.key}) {sign}".rstrip()
        self.refresh(layout=True)


class MoveButtons(Horizontal):
    """One button beside the other; the room for them is there only when there are any."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.moves: Mapping[str, Move] = {}
        """The moves among what is offered, by their keys."""
        self._offered: Mapping[str, str] = {}
        self._buttons: dict[str, MoveButton] = {}

    def offer(self, moves: Mapping[str, Move], instead: Mapping[str, str]) -> None:
        """A button for each of these moves; where there are none, for what can be done instead.

        Both are by their keys.
        """
        self.moves = moves
        offered = moves or instead
        if offered != self._offered:
            self._offered = offered
            self._buttons = {key: MoveButton(label, key) for key, label in offered.items()}
            self.remove_children()
            self.mount(*self._buttons.values())
        self.display = bool(offered)

    def mark(self, signs: Mapping[Move, str]) -> None:
        """What moves are worth, on their buttons; the others lose what was on them."""
        for key, button in self._buttons.items():
            button.mark(signs.get(self._offered[key], ""))

    # ---- from one to the next

    def first(self) -> Widget | None:
        return next(iter(self._buttons.values()), None)

    def beside(self, button: Widget | None, way: str) -> Widget | None:
        """The one to the left or right, round and round; None if it is none of these."""
        buttons: list[Widget] = list(self._buttons.values())
        if button not in buttons:
            return None
        by = {"left": -1, "right": 1}.get(way, 0)
        return buttons[(buttons.index(button) + by) % len(buttons)]
