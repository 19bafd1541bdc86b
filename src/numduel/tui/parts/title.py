"""The name of the app, large if there is room."""

from __future__ import annotations

from textwrap import wrap

from textual.content import Content
from textual.widgets import Static

WORDMARK = (
    ("█▀█ █ █ █▀█▀█ ", "█▀▄ █ █ █▀▀ █  "),
    ("█ █ █ █ █ █ █ ", "█ █ █ █ █▀▀ █  "),
    ("▀ ▀ ▀▀▀ ▀ ▀ ▀ ", "▀▀  ▀▀▀ ▀▀▀ ▀▀▀"),
)
"""The name in two halves, one in each player's colour."""

TAGLINE = "Number games for two"
TEXT_ONLY = "Text only, for screen readers and plain terminals: numduel play"
MARGIN = 2


class Title(Static):
    """The name and tagline, in three lines or in one."""

    def show(self, width: int, *, is_large: bool) -> None:
        """Show the name on a screen of this width; in one line if three don't fit."""
        texts = _beside_wordmark(width) if is_large else []
        if not texts:
            self.update(Content.assemble(("numduel", "bold"), (f"   {TEXT_ONLY}", "$quiet")))
            return
        parts: list[tuple[str, str]] = []
        for (left, right), text in zip(WORDMARK, texts, strict=True):
            parts += [(left, "$one"), (right, "$two"), (f"   {text}\n", "$quiet")]
        self.update(Content.assemble(*parts).rstrip("\n"))


def _beside_wordmark(width: int) -> list[str]:
    """Return a text for each line of the large name; none if they don't fit beside it."""
    width_left = width - 2 * MARGIN - len("".join(WORDMARK[0])) - 3
    if width_left < len(TAGLINE):
        return []
    texts = [TAGLINE, *wrap(TEXT_ONLY, width_left)]
    if len(texts) < len(WORDMARK):
        texts.insert(1, "")
    return texts if len(texts) == len(WORDMARK) else []
