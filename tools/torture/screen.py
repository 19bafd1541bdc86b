"""A minimal terminal emulator to read the app's screens."""

from __future__ import annotations

import re
from codecs import getincrementaldecoder

from rich.cells import cell_len

__all__ = ["Screen"]

FRAME_END = "\x1b[?2026l"
"""End of a frame; the app sends it once it knows that the terminal supports frames."""

TOKEN = re.compile(
    r"\x1b\[(?P<numbers>[0-?]*)[ -/]*(?P<final>[@-~])"
    r"|\x1b[\]P_^].*?(?:\x07|\x1b\\)"
    r"|\x1b[ -/]*[0-~]"
    r"|(?P<control>[\x00-\x1f])"
    r"|(?P<text>[^\x00-\x1f]+)",
    re.DOTALL,
)


class Screen:
    """The cells of a terminal after the last complete frame."""

    def __init__(self, columns: int, rows: int) -> None:
        self._cells = [[" "] * columns for _ in range(rows)]
        self._column = self._row = 0
        self._incomplete = ""
        self._decode = getincrementaldecoder("utf-8")("replace").decode

    def feed(self, data: bytes) -> None:
        """Draw all complete frames, and keep the rest for later."""
        text = self._incomplete + self._decode(data)
        frames, end, self._incomplete = text.rpartition(FRAME_END)
        for token in TOKEN.finditer(frames + end):
            if token["text"]:
                self._write(token["text"])
            elif token["control"] == "\r":
                self._column = 0
            elif token["control"] == "\n":
                self._row += 1
            elif token["final"] == "H":
                row, _, column = token["numbers"].partition(";")
                self._row, self._column = int(row or 1) - 1, int(column or 1) - 1

    def lines(self) -> list[str]:
        """Return the text of every row."""
        return ["".join(row).rstrip() for row in self._cells]

    def _write(self, text: str) -> None:
        for sign in text:
            for cell in (sign, "")[: cell_len(sign)]:
                if self._row < len(self._cells) and self._column < len(self._cells[0]):
                    self._cells[self._row][self._column] = cell
                self._column += 1
