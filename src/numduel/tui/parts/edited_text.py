"""A text field's content while it is typed."""

from __future__ import annotations

from typing import NamedTuple

MAX_CHARS = 2000
"""Maximum length of a text: more than the largest board has."""


class EditedText(NamedTuple):
    """A text being typed, and the cursor in it."""

    text: str
    cursor: int
    is_selected: bool = False
    """Whether all of it is selected, so that the next character replaces it."""

    def insert(self, text: str) -> EditedText:
        """Return the text with another one inserted at the cursor."""
        old, at = ("", 0) if self.is_selected else (self.text, self.cursor)
        new = (old[:at] + text + old[at:])[:MAX_CHARS]
        return EditedText(new, min(at + len(text), len(new)))

    def press(self, key: str) -> EditedText | None:
        """Return the text after a key; None if the key means nothing here."""
        text, at, is_selected = self
        match key:
            case "left":
                return EditedText(text, 0 if is_selected else max(0, at - 1))
            case "right":
                return EditedText(text, len(text) if is_selected else min(len(text), at + 1))
            case "home":
                return EditedText(text, 0)
            case "end":
                return EditedText(text, len(text))
            case "backspace":
                before = "" if is_selected else text[: max(0, at - 1)]
                return EditedText(before + ("" if is_selected else text[at:]), len(before))
            case "delete" if not is_selected:
                return EditedText(text[:at] + text[at + 1 :], at)
            case "ctrl+u":
                return EditedText("", 0)
        return None
