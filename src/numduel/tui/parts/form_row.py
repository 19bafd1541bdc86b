"""One option on screen: its name and its value, which can be stepped through or typed."""

from __future__ import annotations

from typing import Any

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from ...errors import SetupError, sentence
from ...options import Choice, Flag, Whole
from .edited_text import EditedText
from .form_values import FormValues, stepped, value_text
from .panels import Part
from .plain_letters import signs

DIGITS = "0123456789"
STEPS = {"left": -1, "right": 1, "pageup": 10, "pagedown": -10}


class FormRow(Widget):
    """One option: its name, its value between arrows, and a word on it."""

    class Clicked(Message):
        """Somebody has pointed at a row; `by` is a step to take, or nothing."""

        def __init__(self, row: FormRow, by: int) -> None:
            super().__init__()
            self.row = row
            self.by = by

    def __init__(self, values: FormValues, option: str, columns: tuple[int, int] = (0, 0)) -> None:
        """`columns` are how many the labels take, and the values."""
        super().__init__()
        self.values = values
        self.option = option
        self.field = values.kind.fields[option]
        self.edited: EditedText | None = None
        """What is being typed; None when nothing is."""
        self.fault = ""
        """What is wrong with the answer, as a sentence."""
        self.leads_to: FormRow | None = None
        """Where digits go that are typed here, in a row of words; None if nowhere."""
        self.is_on = False
        self._label_width, self._value_width = columns
        self._before: Any = None
        """The answer before something was typed; None if there was none."""

    @property
    def label(self) -> str:
        return self.values.labels.get(self.option, self.option.replace("_", " ").capitalize())

    @property
    def value(self) -> Any:
        return self.values[self.option]

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

    def takes(self, event: events.Key) -> bool:
        """Whether a key means something in this row."""
        if event.key in ("enter", "escape") and self.edited is None:
            return False
        if event.key == "enter":
            self.finish()
            return True
        if event.key == "escape":  # nothing was typed
            self.edited, self.fault = None, ""
            self._put_back()
            return True
        if self.is_text:
            return self._takes_text(event)
        if event.key in STEPS:
            return self.step(STEPS[event.key])
        if event.key == "space" and not isinstance(self.field, Whole):
            return self.step(1)
        if event.key == "delete":
            return self.reset()
        return isinstance(self.field, Whole) and self._takes_digit(event)

    def _takes_digit(self, event: events.Key) -> bool:
        if event.key == "backspace":
            value = value_text(self.value)
            return self._type((self.edited or EditedText(value, len(value))).after("backspace"))
        if event.character and event.character in DIGITS:
            return self._type((self.edited or EditedText("", 0)).insert(event.character))
        return False

    def _takes_text(self, event: events.Key) -> bool:
        if self.edited is None and event.key == "question_mark":
            return False  # who is not typing yet asks for help, on every row
        if self.edited is None and event.key == "delete":
            return self.reset()
        text = self._shown_text
        if event.is_printable and event.character:
            return self._type(text.insert(event.character))
        changed = text.after(event.key)
        return changed is not None and self._type(changed)

    @property
    def _shown_text(self) -> EditedText:
        """What is being typed; else the value, all of it marked."""
        return self.edited or EditedText(value_text(self.value), 0, whole=True)

    def paste(self, text: str) -> bool:
        """Several lines are taken for the rows of a board."""
        joined = "/".join(line.strip() for line in text.strip().splitlines())
        if isinstance(self.field, Whole):
            joined = "".join(c for c in joined if c in DIGITS)
        elif not self.is_text:
            return False
        joined = "".join(c for c in joined if c.isprintable())
        return self._type(self._shown_text.insert(joined))

    def _type(self, text: EditedText | None) -> bool:
        """A text as far as it is typed; what it says counts while it can be, and else what was."""
        assert text is not None
        if self.edited is None:
            self._before = self.values.given.get(self.option)
        self.edited, self.fault = text, ""
        try:
            self.values.put(self.option, text.text)
        except SetupError:
            self._put_back()
        return True

    def _put_back(self) -> None:
        """The answer from before something was typed."""
        self.values.reset(self.option)
        if self._before is not None:
            self.values.put(self.option, self._before)

    def begin(self) -> None:
        """What is there can be typed on, from its end."""
        value = value_text(self.value)
        self._type(EditedText(value, len(value)))

    def finish(self) -> bool:
        """What was typed is the answer, if it can be; else why not is said."""
        if self.edited is not None:
            try:
                self.values.put(self.option, self.edited.text)
            except SetupError as error:
                self.fault = sentence(error)
            if self.fault:
                return False
            self.edited = None
        return True

    def step(self, by: int) -> bool:
        self.edited, self.fault = None, ""
        self.values.put(self.option, stepped(self.field, self.value, by))
        return True

    def reset(self) -> bool:
        self.edited, self.fault = None, ""
        self.values.reset(self.option)
        return True

    # ---- showing

    def render(self) -> Content:
        tone = "$error" if self.fault else "$primary"
        cursor = signs(self, "▸") if self.is_on else " "
        parts: list[Part] = [
            (f" {cursor}{'!' if self.fault else ' '}", tone),
            f"{self.label:<{self._label_width}}  ",
        ]
        parts += self._typed(tone) if self.is_text else self._stepper(tone)
        if self.size.height > 1:
            help = self._cut(self.field.help, self.size.width - self._start - 1)
            parts.append((f"\n{' ' * self._start}{help}", "$quiet not bold"))
        return Content.assemble(*parts)

    def _cut(self, text: str, room: int) -> str:
        return text if len(text) <= room else text[: max(0, room - 1)] + signs(self, "…")

    @property
    def _start(self) -> int:
        """The column in which the value begins."""
        return self._label_width + 5

    def _stepper(self, tone: str) -> list[Part]:
        left, right = (signs(self, arrow) for arrow in "‹›")
        value = value_text(self.value) if self.edited is None else self.edited.text
        caret = "" if self.edited is None else signs(self, "▏")
        room = self.size.width - self._start - max(self._value_width, len(value)) - 6
        more = self.note if len(self.note) <= room else ""  # it stands below the rows as well
        return [
            (f"{left} ", "$primary" if self.is_on else "$quiet"),
            (f"{value + caret:^{self._value_width}}", f"{tone} bold" if self.is_changed else ""),
            (f" {right}", "$primary" if self.is_on else "$quiet"),
            (f"  {more}", "$quiet not bold"),
        ]

    def _typed(self, tone: str) -> list[Part]:
        edited = self._shown_text
        room = max(4, self.size.width - self._start - 2)
        style = f"{tone} bold" if self.is_changed else ""
        if not self.is_on:
            return [(self._cut(edited.text, room), style)]
        if edited.whole:
            return [(self._cut(edited.text, room) or " ", "underline")]
        begin = max(0, edited.at - room + 1)
        text = f"{edited.text} "[begin : begin + room]
        at = edited.at - begin
        return [(text[:at], style), (text[at], "reverse"), (text[at + 1 :], style)]

    # ---- mouse

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Clicked(self, self._pointed(event.x)))

    def _pointed(self, x: int) -> int:
        """The step that a click on this column stands for."""
        if self.is_text:
            return 0
        right = self._start + 2 + max(self._value_width, len(value_text(self.value)))
        if self._start - 1 <= x <= self._start + 1:
            return -1
        if right <= x <= right + 2:
            return 1
        is_word = isinstance(self.field, Choice | Flag)
        return 1 if is_word and self._start < x < right else 0
