"""Large digits made of half blocks: 3 columns by 3 lines, or twice as large."""

from __future__ import annotations

HEIGHT, DOUBLE_HEIGHT = 3, 5

_DIGITS = {
    "0": ("█▀█", "█ █", "▀▀▀"),
    "1": ("▀█ ", " █ ", "▀▀▀"),
    "2": ("▀▀█", "█▀▀", "▀▀▀"),
    "3": ("▀▀█", " ▀█", "▀▀▀"),
    "4": ("█ █", "▀▀█", "  ▀"),
    "5": ("█▀▀", "▀▀█", "▀▀▀"),
    "6": ("█▀▀", "█▀█", "▀▀▀"),
    "7": ("▀▀█", "  █", "  ▀"),
    "8": ("█▀█", "█▀█", "▀▀▀"),
    "9": ("█▀█", "▀▀█", "▀▀▀"),
    "?": ("▄▀▄", " ▄▀", " ▄ "),
}


def width(label: str, *, double: bool = False) -> int | None:
    """Return the width of a label in large digits; None if it isn't a number.

    >>> width("16"), width("16", double=True), width("Throw")
    (7, 14, None)
    """
    if not label or any(letter not in _DIGITS for letter in label):
        return None
    return (4 * len(label) - 1) * (2 if double else 1)


def draw_number(label: str, *, double: bool = False) -> list[str]:
    """Return the lines of a number in large digits.

    >>> print("\\n".join(line.rstrip() for line in draw_number("71")))
    ▀▀█ ▀█
      █  █
      ▀ ▀▀▀
    """
    lines = [" ".join(_DIGITS[letter][line] for letter in label) for line in range(HEIGHT)]
    if not double:
        return lines
    halves = [half for line in lines for half in (_dots(line, "▀█"), _dots(line, "▄█"))]
    return halves if halves[-1].strip() else halves[:DOUBLE_HEIGHT]  # a question mark is taller


def _dots(line: str, full: str) -> str:
    """Return the upper or lower half of a line, each dot two columns wide."""
    return "".join("██" if letter in full else "  " for letter in line)
