"""A text while it is typed: where the cursor is, and what each key makes of it."""

from __future__ import annotations

from typing import NamedTuple

LONGEST = 2000
"""Characters that can be typed: more than the largest board has."""


class EditedText(NamedTuple):
    """A text being typed, and where."""

    text: str
    at: int
    whole: bool = False
    """Whether all of it is marked, so that the next letter takes its place."""

    def insert(self, text: str) -> EditedText:
        kept = "" if self.whole else self.text
        at = 0 if self.whole else self.at
        whole = (kept[:at] + text + kept[at:])[:LONGEST]
        return EditedText(whole, min(at + len(text), len(whole)))

    def after(self, key: str) -> EditedText | None:
        """What a key makes of it; None where the key means nothing here."""
        text, at, whole = self
        match key:
            case "left":
                return EditedText(text, 0 if whole else max(0, at - 1))
            case "right":
                return EditedText(text, len(text) if whole else min(len(text), at + 1))
            case "home":
                return EditedText(text, 0)
            case "end":
                return EditedText(text, len(text))
            case "backspace":
                before = "" if whole else text[: max(0, at - 1)]
                return EditedText(before + ("" if whole else text[at:]), len(before))
            case "delete" if not whole:
                return EditedText(text[:at] + text[at + 1 :], at)
            case "ctrl+u":
                return EditedText("", 0)
        return None
