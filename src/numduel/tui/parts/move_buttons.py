"""Buttons below a board, for moves without a tile or for other actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Button

from ...core import Move

KEY_LABELS = {"escape": "Esc", "right": "→"}


class MoveButton(Button):
    """A button for a move, or for an action of the screen and its key."""

    def __init__(self, label: str, key: str = "") -> None:
        super().__init__(compact=True)
        self.key = key
        self.active_effect_duration = 0
        self.text = label
        self._sign = ""
        self._shows_key = True
        self._update_label()

    def set_value(self, sign: str) -> None:
        """Show the value of the move after its name."""
        self._sign = sign
        self._update_label()

    def show_key(self, is_shown: bool) -> None:
        """Show or hide the key after the name."""
        if is_shown != self._shows_key:
            self._shows_key = is_shown
            self._update_label()

    def width_of(self, *, has_key: bool) -> int:
        """Return the number of columns that the button needs."""
        return len(self._label_text(has_key)) + 3  # a column on each side, and a gap

    def _label_text(self, has_key: bool) -> str:
        key = f" ({KEY_LABELS.get(self.key, self.key)})" if self.key and has_key else ""
        return f"{self.text}{key} {self._sign}".rstrip()

    def _update_label(self) -> None:
        self.label = self._label_text(self._shows_key)
        self.refresh(layout=True)


class MoveButtons(Horizontal):
    """A row of buttons, hidden if there are none."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.all: list[MoveButton] = []

    def show(self, moves: Sequence[Move], instead: Mapping[str, str]) -> None:
        """Show a button for each move; without moves, for each action in `instead`, by its key."""
        offered = [(move, "") for move in moves] or [(what, key) for key, what in instead.items()]
        if offered != [(button.text, button.key) for button in self.all]:
            self.all = [MoveButton(text, key) for text, key in offered]
            self.remove_children()
            self.mount(*self.all)
        self.display = bool(offered)
        self._fit()

    def on_resize(self) -> None:
        self._fit()

    def _fit(self) -> None:
        """Hide keys if the buttons don't fit, and use two lines if that isn't enough."""
        room = self.content_size.width
        if not room:
            return
        with_keys, without = (
            sum(button.width_of(has_key=has_key) for button in self.all) - 1
            for has_key in (True, False)
        )
        for button in self.all:
            button.show_key(with_keys <= room)
        self.set_class(without > room, "-two-lines")

    def show_values(self, signs: Mapping[Move, str]) -> None:
        """Show the values of moves on their buttons, and clear the other buttons."""
        for button in self.all:
            button.set_value("" if button.key else signs.get(button.text, ""))

    # ---- navigation

    def first(self) -> Widget | None:
        return next(iter(self.all), None)

    def beside(self, button: Widget | None, arrow: str) -> Widget | None:
        """Return the button to the left or right, wrapping around; None if it isn't here."""
        buttons: list[Widget] = [*self.all]
        if button not in buttons:
            return None
        by = {"left": -1, "right": 1}.get(arrow, 0)
        return buttons[(buttons.index(button) + by) % len(buttons)]
