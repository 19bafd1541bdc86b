"""A row of a form: an option and its value, to step through or type."""

from __future__ import annotations

from typing import Any

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from ...errors import SetupError, as_sentence
from ...options import Choice, Flag, Whole
from .ascii_text import to_display
from .edited_text import EditedText
from .form_values import FormValues, step_value
from .panels import TextPart

DIGITS = "0123456789"
STEPS = {"left": -1, "right": 1, "pageup": 10, "pagedown": -10}


class FormRow(Widget):
    """A row for one option: its name, its value between arrows, and a note."""

    class Clicked(Message):
        """A click on a row; `by` is the step to take, or 0."""

        def __init__(self, row: FormRow, by: int) -> None:
            super().__init__()
            self.row = row
            self.by = by

    def __init__(self, values: FormValues, option: str, columns: tuple[int, int] = (0, 0)) -> None:
        """`columns` are the widths of the labels and of the values."""
        super().__init__()
        self.values = values
        self.option = option
        self.field = values.kind.fields[option]
        self.edited: EditedText | None = None
        """The text being typed; None if there is none."""
        self.fault = ""
        """The problem with the answer, as a sentence."""
        self.linked_row: FormRow | None = None
        """The row that receives digits typed in this one."""
        self.is_current = False
        self._label_width, self._value_width = columns
        self._before: Any = None
        """The answer before typing started; None if there was none."""

    @property
    def label(self) -> str:
        return self.values.labels.get(self.option, self.option.replace("_", " ").capitalize())

    @property
    def value(self) -> Any:
        return self.values[self.option]

    @property
    def value_text(self) -> str:
        """The value as it is shown."""
        return self.values.text(self.option, self.value)

    @property
    def note(self) -> str:
        """A phrase on the value."""
        note = self.values.notes.get(self.option)
        return "" if note is None else note(self.value)

    @property
    def is_text(self) -> bool:
        return not isinstance(self.field, Whole | Choice | Flag)

    @property
    def is_changed(self) -> bool:
        return self.option in self.values.given

    # ---- answering

    def process_key(self, event: events.Key) -> bool:
        """Handle a key; return False if it means nothing in this row."""
        if event.key in ("enter", "escape") and self.edited is None:
            return False
        if event.key == "enter":
            self.commit()
            return True
        if event.key == "escape":  # undo the typing
            self.edited, self.fault = None, ""
            self._restore()
            return True
        if self.is_text:
            return self._handle_text_key(event)
        if event.key in STEPS:
            return self.step(STEPS[event.key])
        if event.key == "space" and not isinstance(self.field, Whole):
            return self.step(1)
        if event.key == "delete":
            return self.reset()
        return isinstance(self.field, Whole) and self._handle_digit(event)

    def _handle_digit(self, event: events.Key) -> bool:
        if event.key == "backspace":
            value = self.value_text
            return self._type((self.edited or EditedText(value, len(value))).press("backspace"))
        if event.character and event.character in DIGITS:
            return self._type((self.edited or EditedText("", 0)).insert(event.character))
        return False

    def _handle_text_key(self, event: events.Key) -> bool:
        if self.edited is None and event.key == "question_mark":
            return False  # asks for help, unless a text is being typed
        if self.edited is None and event.key == "delete":
            return self.reset()
        text = self._shown_text
        if event.is_printable and event.character:
            return self._type(text.insert(event.character))
        changed = text.press(event.key)
        return changed is not None and self._type(changed)

    @property
    def _shown_text(self) -> EditedText:
        """The text being typed, or the value with all of it selected."""
        return self.edited or EditedText(self.value_text, 0, is_selected=True)

    def paste(self, text: str) -> bool:
        """Insert a pasted text; its lines are the rows of a board."""
        joined = "/".join(line.strip() for line in text.strip().splitlines())
        if isinstance(self.field, Whole):
            joined = "".join(c for c in joined if c in DIGITS)
        elif not self.is_text:
            return False
        joined = "".join(c for c in joined if c.isprintable())
        return self._type(self._shown_text.insert(joined))

    def _type(self, text: EditedText | None) -> bool:
        """Show a text being typed; it is the answer while it is valid, otherwise the old one is."""
        assert text is not None
        if self.edited is None:
            self._before = self.values.given.get(self.option)
        self.edited, self.fault = text, ""
        try:
            self.values.put(self.option, text.text)
        except SetupError:
            self._restore()
        return True

    def _restore(self) -> None:
        """Restore the answer from before typing started."""
        self.values.reset(self.option)
        if self._before is not None:
            self.values.put(self.option, self._before)

    def start_editing(self) -> None:
        """Start typing at the end of the value; typing replaces a default."""
        value = self.value_text
        self._type(EditedText(value, len(value), is_selected=not self.is_changed))

    def commit(self) -> bool:
        """Make the typed text the answer; if it is invalid, set `fault` and return False."""
        if self.edited is not None:
            try:
                self.values.put(self.option, self.edited.text)
            except SetupError as error:
                self.fault = as_sentence(error)
            if self.fault:
                return False
            self.edited = None
        return True

    def step(self, by: int) -> bool:
        self.edited, self.fault = None, ""
        self.values.put(self.option, step_value(self.field, self.value, by))
        return True

    def reset(self) -> bool:
        self.edited, self.fault = None, ""
        self.values.reset(self.option)
        return True

    # ---- showing

    def render(self) -> Content:
        tone = "$error" if self.fault else "$primary"
        cursor = to_display(self, "▸") if self.is_current else " "
        parts: list[TextPart] = [
            (f" {cursor}{'!' if self.fault else ' '}", tone),
            f"{self.label:<{self._label_width}}  ",
        ]
        parts += self._render_text(tone) if self.is_text else self._render_stepper(tone)
        if self.size.height > 1:
            help = self._truncate(self.field.help, self.size.width - self._value_column - 1)
            parts.append((f"\n{' ' * self._value_column}{help}", "$quiet not bold"))
        return Content.assemble(*parts)

    def _truncate(self, text: str, room: int) -> str:
        return text if len(text) <= room else text[: max(0, room - 1)] + to_display(self, "…")

    @property
    def _value_column(self) -> int:
        """The column where the value starts."""
        return self._label_width + 5

    def _render_stepper(self, tone: str) -> list[TextPart]:
        left, right = (to_display(self, arrow) for arrow in "‹›")
        value = self.value_text if self.edited is None else self.edited.text
        caret = "" if self.edited is None else to_display(self, "▏")
        room = self.size.width - self._value_column - max(self._value_width, len(value)) - 6
        note = self.note if len(self.note) <= room else ""  # it is also shown below the rows
        return [
            (f"{left} ", "$primary" if self.is_current else "$quiet"),
            (f"{value + caret:^{self._value_width}}", f"{tone} bold" if self.is_changed else ""),
            (f" {right}", "$primary" if self.is_current else "$quiet"),
            (f"  {note}", "$quiet not bold"),
        ]

    def _render_text(self, tone: str) -> list[TextPart]:
        edited = self._shown_text
        room = max(4, self.size.width - self._value_column - 2)
        style = f"{tone} bold" if self.is_changed else ""
        if not self.is_current:
            return [(self._truncate(edited.text, room), style)]
        if edited.is_selected:
            return [(self._truncate(edited.text, room) or " ", "underline")]
        start = max(0, edited.cursor - room + 1)
        text = f"{edited.text} "[start : start + room]
        at = edited.cursor - start
        return [(text[:at], style), (text[at], "reverse"), (text[at + 1 :], style)]

    # ---- mouse

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Clicked(self, self._step_at(event.x)))

    def _step_at(self, x: int) -> int:
        """Return the step for a click on this column."""
        if self.is_text:
            return 0
        right = self._value_column + 2 + max(self._value_width, len(self.value_text))
        if self._value_column - 1 <= x <= self._value_column + 1:
            return -1
        if right <= x <= right + 2:
            return 1
        is_word = isinstance(self.field, Choice | Flag)
        return 1 if is_word and self._value_column < x < right else 0
