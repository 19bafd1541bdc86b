"""Large digits: three columns wide and three lines high, made of half blocks, or twice as large."""

from __future__ import annotations

HIGH, TWICE_HIGH = 3, 5

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


def width(label: str, *, twice: bool = False) -> int | None:
    """How many columns a label takes in large digits; None if it is no number.

    >>> width("16"), width("16", twice=True), width("Throw")
    (7, 14, None)
    """
    if not label or any(letter not in _DIGITS for letter in label):
        return None
    return (4 * len(label) - 1) * (2 if twice else 1)


def drawn(label: str, *, twice: bool = False) -> list[str]:
    """The lines of a number.

    >>> print("\\n".join(line.rstrip() for line in drawn("71")))
    ▀▀█ ▀█
      █  █
      ▀ ▀▀▀
    """
    lines = [" ".join(_DIGITS[letter][line] for letter in label) for line in range(HIGH)]
    if not twice:
        return lines
    halves = [half for line in lines for half in (_dots(line, "▀█"), _dots(line, "▄█"))]
    return halves if halves[-1].strip() else halves[:TWICE_HIGH]  # a question mark is higher


def _dots(line: str, full: str) -> str:
    """The upper or lower half of a line, each dot two columns wide."""
    return "".join("██" if letter in full else "  " for letter in line)
