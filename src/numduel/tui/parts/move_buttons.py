"""Buttons below a board: moves that no tile stands for, or what else can be done, with keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Button

from ...core import Move


class MoveButton(Button):
    """Something that can be done: a move, or what a key of the screen does."""

    def __init__(self, label: str, key: str = "") -> None:
        super().__init__(compact=True)
        self.key = key
        self.active_effect_duration = 0
        self.word = label
        self.mark("")

    def mark(self, sign: str) -> None:
        """A few letters behind it, such as what the move is worth."""
        key = f" ({'Esc' if self.key == 'escape' else self.key})" if self.key else ""
        self.label = f"{self.word}{key} {sign}".rstrip()
        self.refresh(layout=True)


class MoveButtons(Horizontal):
    """One button beside the other; the room for them is there only when there are any."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.all: list[MoveButton] = []

    def offer(self, moves: Sequence[Move], instead: Mapping[str, str]) -> None:
        """A button for each of these moves; where there are none, for what can be done instead.

        That is by its keys, while moves are typed.
        """
        offered = [(move, "") for move in moves] or [(what, key) for key, what in instead.items()]
        if offered != [(button.word, button.key) for button in self.all]:
            self.all = [MoveButton(word, key) for word, key in offered]
            self.remove_children()
            self.mount(*self.all)
        self.display = bool(offered)

    def mark(self, signs: Mapping[Move, str]) -> None:
        """What moves are worth, on their buttons; the others lose what was on them."""
        for button in self.all:
            button.mark("" if button.key else signs.get(button.word, ""))

    # ---- from one to the next

    def first(self) -> Widget | None:
        return next(iter(self.all), None)

    def beside(self, button: Widget | None, way: str) -> Widget | None:
        """The one to the left or right, round and round; None if it is none of these."""
        buttons: list[Widget] = [*self.all]
        if button not in buttons:
            return None
        by = {"left": -1, "right": 1}.get(way, 0)
        return buttons[(buttons.index(button) + by) % len(buttons)]
