"""One option on screen: its name and its value, which can be stepped through or typed."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from ...errors import SetupError, sentence
from ...options import Choice, Flag, Whole
from .form_values import FormValues, stepped, told

__all__ = ["DIGITS", "FormRow", "Line"]

DIGITS = "0123456789"
STEPS = {"left": -1, "right": 1, "pageup": 10, "pagedown": -10}
LONGEST = 2000
"""Characters that can be typed into a row: more than the largest board has."""


class Line(NamedTuple):
    """A text being typed, and where."""

    text: str
    at: int
    whole: bool = False
    """Whether all of it is marked, so that the next letter takes its place."""

    def insert(self, text: str) -> Line:
        kept = "" if self.whole else self.text
        at = 0 if self.whole else self.at
        whole = (kept[:at] + text + kept[at:])[:LONGEST]
        return Line(whole, min(at + len(text), len(whole)))

    def after(self, key: str) -> Line | None:
        """What a key makes of it; None where the key means nothing here."""
        text, at, whole = self
        match key:
            case "left":
                return Line(text, 0 if whole else max(0, at - 1))
            case "right":
                return Line(text, len(text) if whole else min(len(text), at + 1))
            case "home":
                return Line(text, 0)
            case "end":
                return Line(text, len(text))
            case "backspace":
                before = "" if whole else text[: max(0, at - 1)]
                return Line(before + ("" if whole else text[at:]), len(before))
            case "delete" if not whole:
                return Line(text[:at] + text[at + 1 :], at)
            case "ctrl+u":
                return Line("", 0)
        return None


class FormRow(Widget):
    """One option: its name, its value between arrows, and a word on it."""

    DEFAULT_CSS = """
    FormRow { height: 1; }
    FormRow.-on { background: $panel; text-style: bold; }
    """

    class Clicked(Message):
        """Somebody has pointed at a row; `by` is a step to take, or nothing."""

        def __init__(self, row: FormRow, by: int) -> None:
            super().__init__()
            self.row = row
            self.by = by

    def __init__(self, sheet: FormValues, option: str, columns: tuple[int, int] = (0, 0)) -> None:
        """`columns` are how many the labels take, and the values."""
        super().__init__()
        self.sheet = sheet
        self.option = option
        self.field = sheet.kind.fields[option]
        self.line: Line | None = None
        """What is being typed; None when nothing is."""
        self.fault = ""
        """What is wrong with the answer, as a sentence."""
        self.leads_to: FormRow | None = None
        """Where digits go that are typed here, in a row of words; None if nowhere."""
        self.is_on = False
        self.is_ascii = False
        self._label_width, self._value_width = columns
        self._before: Any = None
        """The answer before something was typed; None if there was none."""

    @property
    def label(self) -> str:
        return self.sheet.labels.get(self.option, self.option.replace("_", " ").capitalize())

    @property
    def value(self) -> Any:
        return self.sheet[self.option]

    @property
    def note(self) -> str:
        """A phrase on the value."""
        note = self.sheet.notes.get(self.option)
        return "" if note is None else note(self.value)

    @property
    def is_text(self) -> bool:
        return not isinstance(self.field, Whole | Choice | Flag)

    @property
    def is_changed(self) -> bool:
        return self.option in self.sheet.given

    # ---- answering

    def takes(self, event: events.Key) -> bool:
        """Whether a key means something in this row."""
        if event.key in ("enter", "escape") and self.line is None:
            return False
        if event.key == "enter":
            self.finish()
            return True
        if event.key == "escape":
            return self._forget()
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
            value = told(self.value)
            return self._type((self.line or Line(value, len(value))).after("backspace"))
        if event.character and event.character in DIGITS:
            return self._type((self.line or Line("", 0)).insert(event.character))
        return False

    def _takes_text(self, event: events.Key) -> bool:
        if self.line is None and event.key == "question_mark":
            return False  # who is not typing yet asks for help, on every row
        if self.line is None and event.key == "delete":
            return self.reset()
        line = self.line or Line(told(self.value), 0, whole=True)
        if event.is_printable and event.character:
            return self._type(line.insert(event.character))
        changed = line.after(event.key)
        return changed is not None and self._type(changed)

    def paste(self, text: str) -> bool:
        """Several lines are taken for the rows of a board."""
        joined = "/".join(line.strip() for line in text.strip().splitlines())
        if isinstance(self.field, Whole):
            joined = "".join(c for c in joined if c in DIGITS)
        elif not self.is_text:
            return False
        joined = "".join(c for c in joined if c.isprintable())
        return self._type((self.line or Line(told(self.value), 0, whole=True)).insert(joined))

    def _type(self, line: Line | None) -> bool:
        """A text as far as it is typed; what it says counts as soon as it can be."""
        assert line is not None
        if self.line is None:
            self._before = self.sheet.given.get(self.option)
        self.line, self.fault = line, ""
        with suppress(SetupError):
            self.sheet.put(self.option, line.text)
        return True

    def finish(self) -> bool:
        """What was typed is the answer, if it can be; else why not is said."""
        if self.line is not None:
            try:
                self.sheet.put(self.option, self.line.text)
            except SetupError as error:
                self.fault = sentence(error)
            if self.fault:
                return False
            self.line = None
        return True

    def _forget(self) -> bool:
        """Nothing was typed."""
        self.reset()
        if self._before is not None:
            self.sheet.put(self.option, self._before)
        return True

    def step(self, by: int) -> bool:
        self.line, self.fault = None, ""
        self.sheet.put(self.option, stepped(self.field, self.value, by))
        return True

    def reset(self) -> bool:
        self.line, self.fault = None, ""
        self.sheet.reset(self.option)
        return True

    # ---- showing

    def render(self) -> Content:
        tone = "$error" if self.fault else "$primary"
        cursor = (">" if self.is_ascii else "▸") if self.is_on else " "
        parts: list[str | tuple[str, str]] = [
            (f" {cursor}{'!' if self.fault else ' '}", tone),
            f"{self.label:<{self._label_width}}  ",
        ]
        parts += self._text(tone) if self.is_text else self._stepper(tone)
        if self.size.height > 1:
            help = self._cut(self.field.help, self.size.width - self._start - 1)
            parts.append((f"\n{' ' * self._start}{help}", "$quiet not bold"))
        return Content.assemble(*parts)

    def _cut(self, text: str, room: int) -> str:
        end = "~" if self.is_ascii else "…"
        return text if len(text) <= room else text[: max(0, room - 1)] + end

    @property
    def _start(self) -> int:
        """The column in which the value begins."""
        return self._label_width + 5

    def _stepper(self, tone: str) -> list[str | tuple[str, str]]:
        left, right = "<>" if self.is_ascii else "‹›"
        value = told(self.value) if self.line is None else self.line.text
        caret = "" if self.line is None else "_" if self.is_ascii else "▏"
        room = self.size.width - self._start - max(self._value_width, len(value)) - 6
        more = self.note if len(self.note) <= room else ""  # it is told below the rows as well
        return [
            (f"{left} ", "$primary" if self.is_on else "$quiet"),
            (f"{value + caret:^{self._value_width}}", f"{tone} bold" if self.is_changed else ""),
            (f" {right}", "$primary" if self.is_on else "$quiet"),
            (f"  {more}", "$quiet not bold"),
        ]

    def _text(self, tone: str) -> list[str | tuple[str, str]]:
        line = self.line or Line(told(self.value), 0, whole=True)
        room = max(4, self.size.width - self._start - 2)
        style = f"{tone} bold" if self.is_changed else ""
        if not self.is_on:
            return [(self._cut(line.text, room), style)]
        if line.whole:
            return [(self._cut(line.text, room) or " ", "underline")]
        begin = max(0, line.at - room + 1)
        text = f"{line.text} "[begin : begin + room]
        at = line.at - begin
        return [(text[:at], style), (text[at], "reverse"), (text[at + 1 :], style)]

    # ---- mouse

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Clicked(self, self._pointed(event.x)))

    def _pointed(self, x: int) -> int:
        """The step that a click on this column stands for."""
        if self.is_text:
            return 0
        right = self._start + 2 + max(self._value_width, len(told(self.value)))
        if self._start - 1 <= x <= self._start + 1:
            return -1
        if right <= x <= right + 2:
            return 1
        is_word = isinstance(self.field, Choice | Flag)
        return 1 if is_word and self._start < x < right else 0
