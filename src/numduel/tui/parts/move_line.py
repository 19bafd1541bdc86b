"""The line below a board: the prompt, and the move being typed."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.content import Content
from textual.widgets import Static

from .ascii_text import to_display

MAX_MOVE_CHARS = 60
"""Maximum length of a typed move; the rest is dropped."""


class MoveLine(Static):
    """A prompt and the text typed after it, or a note instead."""

    def __init__(self, on_submit: Callable[[str], None], *, id: str | None = None) -> None:
        """`on_submit` receives the typed text, before the next key is processed."""
        super().__init__(id=id)
        self.typed: str | None = None
        """The text being typed; None if there is none."""
        self._on_submit = on_submit
        self._prompt = ""
        self._idle_prompt = ""
        self._note = ""

    def set_prompt(self, prompt: str, idle: str | None = None) -> None:
        """Set the prompt; `idle` replaces it until a text is typed."""
        self._prompt = prompt
        self._idle_prompt = prompt if idle is None else idle
        self._show()

    def show_note(self, text: str) -> None:
        """Show a note instead of the prompt; an empty text removes it."""
        if text != self._note:
            self._note = text
            self._show()

    def type(self, text: str) -> None:
        """Set the text being typed."""
        self.typed = text[:MAX_MOVE_CHARS]
        self._show()

    def clear(self) -> None:
        """End typing."""
        self.typed = None
        self._show()

    def process_key(self, event: events.Key) -> bool:
        """Handle a key while a text is typed; return False if it isn't for the text."""
        if self.typed is None:
            return False
        if event.key == "enter":
            text = self.typed
            self.clear()
            if text.strip():
                self._on_submit(text)
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
            line = Content.assemble(prompt, (self.typed, "bold"), (to_display(self, "▏"), "$legal"))
            line = line[max(0, line.cell_length - self.content_size.width) :]  # show its end
        elif self._note:
            line = Content.styled(self._note, "$primary")
        else:
            line = Content.styled(self._idle_prompt, "$quiet")
        self.display = bool(line)
        self.update(line)
