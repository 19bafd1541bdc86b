"""Characters in rows, each with its colours."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["PLAYERS", "Canvas", "Ink"]


class Ink(NamedTuple):
    """How a character looks: words of the theme for the two colours, and the rest."""

    colour: str = "foreground"
    behind: str = ""
    """Nothing here leaves the colour of the screen."""
    bold: bool = False
    reverse: bool = False


PLAIN = Ink()
PLAYERS = ("one", "two")
"""The words of the theme for the two players' colours."""


class Canvas:
    """Characters in rows, each with its ink."""

    def __init__(self, wide: int, high: int) -> None:
        self.wide = wide
        self.high = high
        self.rows: list[list[tuple[str, Ink]]] = [[(" ", PLAIN)] * wide for _ in range(high)]

    def put(self, x: int, y: int, text: str, ink: Ink) -> None:
        """Write a text; what lies outside is lost, and what lay behind it stays, if need be."""
        if not 0 <= y < self.high:
            return
        row = self.rows[y]
        for place, letter in enumerate(text, x):
            if 0 <= place < self.wide:
                behind = ink.behind or row[place][1].behind
                row[place] = (letter, ink._replace(behind=behind))

    def runs(self, y: int) -> list[tuple[str, Ink]]:
        """A row as texts of one ink each."""
        found: list[tuple[str, Ink]] = []
        for letter, ink in self.rows[y]:
            if found and found[-1][1] == ink:
                found[-1] = (found[-1][0] + letter, ink)
            else:
                found.append((letter, ink))
        return found

    def text(self) -> str:
        return "\n".join("".join(letter for letter, _ in row).rstrip() for row in self.rows)
