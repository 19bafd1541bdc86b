"""A form: options in rows, filled in with arrows, digits and words, or with the mouse."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from ...errors import capital
from ...options import Choice, Whole
from .form_row import DIGITS, FormRow
from .form_values import FormValues, value_text
from .panels import Part

KEYS = {
    "↑ ↓": "the row above or below; Tab does too",
    "← →": "another value; a click on ‹ or › does too",
    "PgUp PgDn": "a number by ten",
    "0 … 9": "type a number; names and boards can be typed at once",
    "Enter": "the end of typing too",
    "Esc": "while typing, back to what it was before",
    "Del": "back to what it is at first",
}
"""What a form does with keys, for the list of all keys."""

WAYS = {"up": -1, "shift+tab": -1, "down": 1, "tab": 1}
NARROWEST = 8
"""Columns between the arrows at least."""


class Form(Vertical, can_focus=True):
    """Rows with a cursor; it takes no keys itself, the screen it is on hands them over."""

    def __init__(
        self,
        *groups: FormValues,
        changed: Callable[[FormRow], None],
        beside: Widget | None = None,
        id: str | None = None,
    ) -> None:
        """`beside` stands at the right of the rows.

        `changed` is called after every key in a row, and before the next is looked at: so rows
        that come and go with an answer are there for keys typed ahead.
        """
        super().__init__(id=id)
        self._changed_in = changed
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
        """Where the cursor is."""
        return self.rows[self._at]

    def find(self, values: FormValues, option: str) -> FormRow:
        return next(row for row in self.rows if row.values is values and row.option == option)

    def faults(self) -> Iterator[FormRow]:
        """The rows whose answer cannot be, once all that was typed is taken for an answer."""
        for row in self.rows:
            if row.display and (not row.finish() or row.fault):
                yield row

    def go_to(self, row: FormRow) -> None:
        """Put the cursor there; what was typed in the row before is its answer."""
        if row is not self.row:
            self.row.finish()
            self._at = self.rows.index(row)
        self.show()

    # ---- showing

    def show(self) -> None:
        """Every row as it is now, and what there is to say of the one with the cursor."""
        if not self.rows:
            return
        if not self.row.display:  # nor is any, while the screen goes
            self._at = next((n for n, row in enumerate(self.rows) if row.display), self._at)
        for row in self.rows:
            row.is_on = row is self.row
            row.set_class(row.is_on, "-on")
            row.refresh()
        self._help.update(self._about(self.row))
        if self.row.is_attached:
            self.row.scroll_visible(animate=False)

    def _about(self, row: FormRow) -> Content:
        parts: list[Part] = []
        if row.fault:
            parts.append((f"{row.fault}\n", "$error bold"))
        parts += [capital(row.field.help), (f": {row.field.limits()}.\n", "$quiet")]
        if row.note:
            parts.append(f"{capital(value_text(row.value))}: {row.note}. ")
        if row.is_changed and not (row.is_text and row.edited):  # there, Del takes a letter
            default = value_text(row.values.default(row.option))
            default = "what it was at first" if row.is_text else default
            parts.append((f"Del goes back to {default}.", "$quiet"))
        return Content.assemble(*parts)

    # ---- keys and mouse

    def takes(self, event: events.Key) -> bool:
        """Whether a key is for the form: its screen hears them all, and asks."""
        if not self.rows:
            return False
        if event.character and event.character in DIGITS:
            self._go_on()
        row = self.row
        if event.key in WAYS:
            shown = [row for row in self.rows if row.display]
            place = shown.index(row) + WAYS[event.key]
            self.go_to(shown[min(max(place, 0), len(shown) - 1)])
        elif not row.takes(event):
            return False
        self._changed(row)
        return True

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        if not self.rows:
            return
        self._go_on()
        if self.row.paste(event.text):
            self._changed(self.row)

    def _go_on(self) -> None:
        """Before something is typed: to where it is meant to go."""
        if self.row.leads_to is not None:
            self.go_to(self.row.leads_to)

    @on(FormRow.Clicked)
    def _clicked(self, event: FormRow.Clicked) -> None:
        event.stop()
        self.go_to(event.row)
        if event.by:
            event.row.step(event.by)
        self._changed(event.row)

    def step(self, by: int) -> None:
        """Another value in the row of the cursor; where one is typed, begin to."""
        if self.row.is_text:
            self.row.begin()
        else:
            self.row.step(by)
        self._changed(self.row)

    def _changed(self, row: FormRow) -> None:
        self.show()
        self._changed_in(row)


def _columns(rows: list[FormRow]) -> tuple[int, int]:
    """What the labels and the values of all rows take, so that they stand below each other."""
    words = [word for row in rows if isinstance(row.field, Choice) for word in row.field.words]
    values = [*words, *(str(row.field.high)[:9] for row in rows if isinstance(row.field, Whole))]
    labels = max((len(row.label) for row in rows), default=0)
    return labels, max(NARROWEST, *map(len, values), 0)
