"""A form: options in rows, changed by keyboard or mouse."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from ...errors import capitalise
from ...options import Choice, Whole
from .form_row import DIGITS, FormRow
from .form_values import FormValues
from .panels import TextPart

KEY_HELP = {
    "↑ ↓": "previous or next row (also Tab)",
    "← →": "change the value (or click ‹ or ›)",
    "PgUp PgDn": "change a number by 10",
    "0 … 9": "type a number; type names and boards directly",
    "Enter": "while typing: accept it",
    "Esc": "while typing: discard it",
    "Del": "reset to the default",
}
"""The form's keys, for the list of keys."""

ROW_STEPS = {"up": -1, "shift+tab": -1, "down": 1, "tab": 1}
MIN_VALUE_WIDTH = 8
"""Minimum number of columns between the arrows."""


class Form(Vertical, can_focus=True):
    """Rows with a cursor. The screen passes every key to `process_key`."""

    def __init__(
        self,
        *groups: FormValues,
        on_change: Callable[[FormRow], None],
        beside: Widget | None = None,
        id: str | None = None,
    ) -> None:
        """`beside` is a widget to the right of the rows.

        `on_change` is called after every key in a row and before the next one, so that rows which
        depend on an answer are there for keys typed ahead.
        """
        super().__init__(id=id)
        self._on_change = on_change
        self._groups = groups
        self._beside = beside
        options = [(values, option) for values in groups for option in values.kind.fields]
        columns = _columns([FormRow(values, option) for values, option in options])
        self.rows = [FormRow(values, option, columns) for values, option in options]
        self._at = 0
        self._help = Static(id="help")

    def compose(self) -> ComposeResult:
        with Horizontal():
            with VerticalScroll(can_focus=False):
                for number, values in enumerate(self._groups):
                    if values.title and values.kind.fields:
                        classes = "title" if number else "title -first"
                        yield Static(Content(values.title), classes=classes)
                    yield from (row for row in self.rows if row.values is values)
            if self._beside is not None:
                yield self._beside
        yield self._help

    # ---- rows

    @property
    def row(self) -> FormRow:
        """The row with the cursor."""
        return self.rows[self._at]

    def find(self, values: FormValues, option: str) -> FormRow:
        return next(row for row in self.rows if row.values is values and row.option == option)

    def invalid_rows(self) -> Iterator[FormRow]:
        """Commit all typed texts, and yield the visible rows whose answers are invalid."""
        for row in self.rows:
            if row.display and (not row.commit() or row.fault):
                yield row

    def go_to(self, row: FormRow) -> None:
        """Move the cursor to a row, and commit the text typed in the old one."""
        if row is not self.row:
            self.row.commit()
            self._at = self.rows.index(row)
        self.show()

    # ---- showing

    def show(self) -> None:
        """Update every row, and the help on the one with the cursor."""
        if not self.rows:
            return
        if not self.row.display:  # while the screen closes, no row is displayed
            self._at = next((n for n, row in enumerate(self.rows) if row.display), self._at)
        for row in self.rows:
            row.is_current = row is self.row
            row.set_class(row.is_current, "-on")
            row.refresh()
        self._help.update(self._help_text(self.row))
        if self.row.is_attached:
            self.row.scroll_visible(animate=False)

    def _help_text(self, row: FormRow) -> Content:
        parts: list[TextPart] = []
        if row.fault:
            parts.append((f"{row.fault}\n", "$error bold"))
        parts += [capitalise(row.field.help), (f": {row.values.limits(row.option)}.\n", "$quiet")]
        if row.note:
            parts.append(f"{row.value_text}: {row.note}. ")
        if row.is_changed and not (row.is_text and row.edited):  # there, Del deletes a character
            default = row.values.text(row.option, row.values.default(row.option))
            default = "the default" if row.is_text else default
            parts.append((f"Press Del to reset to {default}.", "$quiet"))
        return Content.assemble(*parts)

    # ---- keys and mouse

    def process_key(self, event: events.Key) -> bool:
        """Handle a key; return False if it isn't for the form."""
        if not self.rows:
            return False
        if event.character and event.character in DIGITS:
            self._focus_linked_row()
        row = self.row
        if event.key in ROW_STEPS:
            shown = [row for row in self.rows if row.display]
            index = shown.index(row) + ROW_STEPS[event.key]
            self.go_to(shown[min(max(index, 0), len(shown) - 1)])
        elif not row.process_key(event):
            return False
        self._changed(row)
        return True

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        if not self.rows:
            return
        self._focus_linked_row()
        if self.row.paste(event.text):
            self._changed(self.row)

    def _focus_linked_row(self) -> None:
        """Move to the row that receives typed text."""
        if self.row.linked_row is not None:
            self.go_to(self.row.linked_row)

    @on(FormRow.Clicked)
    def _clicked(self, event: FormRow.Clicked) -> None:
        event.stop()
        self.go_to(event.row)
        if event.by:
            event.row.step(event.by)
        self._changed(event.row)

    def step(self, by: int) -> None:
        """Change the value in the current row, or start typing if it is a text."""
        if self.row.is_text:
            self.row.start_editing()
        else:
            self.row.step(by)
        self._changed(self.row)

    def _changed(self, row: FormRow) -> None:
        self.show()
        self._on_change(row)


def _columns(rows: list[FormRow]) -> tuple[int, int]:
    """Return the widths of the label and value columns."""
    texts = [
        row.values.text(row.option, word)
        for row in rows
        if isinstance(row.field, Choice)
        for word in row.field.words
    ]
    values = [*texts, *(str(row.field.high)[:9] for row in rows if isinstance(row.field, Whole))]
    labels = max((len(row.label) for row in rows), default=0)
    return labels, max(MIN_VALUE_WIDTH, *map(len, values), 0)
