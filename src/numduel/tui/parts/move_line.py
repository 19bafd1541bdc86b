"""The line below a board: what is asked, and the move that is being typed."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.content import Content
from textual.widgets import Static

from .plain_letters import signs

LONGEST = 60
"""Characters of a move that is typed: more are left out."""


class MoveLine(Static):
    """A prompt, and behind it what is typed; a note may stand there instead."""

    def __init__(self, entered: Callable[[str], None], *, id: str | None = None) -> None:
        """`entered` is called with what was typed, before the next key is looked at."""
        super().__init__(id=id)
        self.typed: str | None = None
        """What is being typed; None when nothing is."""
        self._entered = entered
        self._prompt = ""
        self._idle_prompt = ""
        self._note = ""

    def ask(self, prompt: str, idle: str | None = None) -> None:
        """Another question; `idle` stands there instead as long as nobody types."""
        self._prompt = prompt
        self._idle_prompt = prompt if idle is None else idle
        self._show()

    def note(self, text: str) -> None:
        """A word in place of the prompt; nothing takes it away."""
        if text != self._note:
            self._note = text
            self._show()

    def type(self, text: str) -> None:
        """Begin or go on typing: all that is typed by now."""
        self.typed = text[:LONGEST]
        self._show()

    def clear(self) -> None:
        """Nobody types any more."""
        self.typed = None
        self._show()

    def takes(self, event: events.Key) -> bool:
        """Whether a key is for what is being typed."""
        if self.typed is None:
            return False
        if event.key == "enter":
            text = self.typed
            self.clear()
            if text.strip():
                self._entered(text)
        elif event.key == "escape":
            self.clear()
        elif event.key == "backspace":
            self.typed = self.typed[:-1] if self.typed else None
            self._show()
        elif event.is_printable and event.character:
            self.type(self.typed + event.character)
        else:
            return False
        return True

    # ---- showing

    def on_resize(self) -> None:
        self._show()

    def _show(self) -> None:
        if self.typed is not None:
            prompt = f"{self._prompt} " if self._prompt else "> "
            line = Content.assemble(prompt, (self.typed, "bold"), (signs(self, "▏"), "$legal"))
            line = line[max(0, line.cell_length - self.content_size.width) :]  # its end is seen
        elif self._note:
            line = Content.styled(self._note, "$primary")
        else:
            line = Content.styled(self._idle_prompt, "$quiet")
        self.display = bool(line)
        self.update(line)
