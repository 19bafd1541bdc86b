"""The name of the app, large where there is room for it."""

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

SAYING = "Number games for two"
TEXT_ONLY = "Text only, for screen readers and plain terminals: numduel play"
MARGIN = 2


class Title(Static):
    """The name and a saying, in three lines or in one."""

    def show(self, width: int, *, is_large: bool) -> None:
        """Show the name on a screen of this width; in one line where three have no room."""
        sayings = _beside_wordmark(width) if is_large else []
        if not sayings:
            self.update(Content.assemble(("numduel", "bold"), (f"   {TEXT_ONLY}", "$quiet")))
            return
        parts: list[tuple[str, str]] = []
        for (left, right), saying in zip(WORDMARK, sayings, strict=True):
            parts += [(left, "$one"), (right, "$two"), (f"   {saying}\n", "$quiet")]
        self.update(Content.assemble(*parts).rstrip("\n"))


def _beside_wordmark(width: int) -> list[str]:
    """Return a text for each line of the large name; none if they do not fit beside it."""
    room = width - 2 * MARGIN - len("".join(WORDMARK[0])) - 3
    if room < len(SAYING):
        return []
    sayings = [SAYING, *wrap(TEXT_ONLY, room)]
    if len(sayings) < len(WORDMARK):
        sayings.insert(1, "")
    return sayings if len(sayings) == len(WORDMARK) else []
