"""The four colour themes, with the same variable names in each."""

from __future__ import annotations

from typing import Any

from textual.theme import Theme

from .settings import COLOURS

NAMES = ("numduel-dark", "numduel-light", "numduel-contrast", "numduel-safe")

TEXTUAL_COLOURS = {
    "primary": ("#6cb6ff", "#0757ad", "#00ffff", "#56b4e9"),
    "secondary": ("#8a9199", "#59636e", "#ffffff", "#9aa5b1"),
    "accent": ("#d2a8ff", "#6f36c4", "#ff00ff", "#cc79a7"),
    "warning": ("#f0b429", "#8a5300", "#ffff00", "#f0e442"),
    "error": ("#ff867d", "#b3202c", "#ff0000", "#e69f00"),
    "success": ("#7ee787", "#116329", "#00ff00", "#56b4e9"),
    "foreground": ("#e6e9ef", "#1b1f24", "#ffffff", "#eef1f5"),
    "background": ("#12151c", "#f6f7f9", "#000000", "#101318"),
    "surface": ("#1a1f29", "#ffffff", "#000000", "#181c23"),
    "panel": ("#232a36", "#e8ebf0", "#000000", "#222831"),
}
"""Textual's theme colours, each in the order of `COLOURS`.

The colour-blind theme uses blue for good and orange for bad, after Okabe and Ito. The high-contrast
theme uses only colours that 16-colour terminals have.
"""

BOARD_VARIABLES = {
    "one": ("#5cc8ff", "#0757ad", "#00ffff", "#56b4e9"),
    "one-trail": ("#1b3a4b", "#cfe4fb", "#000000", "#15364a"),
    "two": ("#ffb454", "#9a4a00", "#ffff00", "#e69f00"),
    "two-trail": ("#4a3517", "#fbe0c3", "#000000", "#4a3400"),
    "both-trail": ("#3d3a3a", "#e3dcdc", "#000000", "#3b3b3b"),
    "on-player": ("#0b0e14", "#ffffff", "#000000", "#000000"),
    "tile": ("#232a36", "#ffffff", "#000000", "#222831"),
    "tile-line": ("#6f7a8e", "#7a838d", "#ffffff", "#6c7683"),
    "legal": ("#7ee787", "#116329", "#00ff00", "#f0e442"),
    "quiet": ("#a2acbc", "#4d5661", "#ffffff", "#a3adb8"),
}
"""Variables for boards. The two players' colours are also used behind black or white text."""


def _build_theme(number: int) -> Theme:
    colours: dict[str, Any] = {name: shades[number] for name, shades in TEXTUAL_COLOURS.items()}
    variables = {name: shades[number] for name, shades in BOARD_VARIABLES.items()}
    is_dark = COLOURS[number] != "light"
    return Theme(name=NAMES[number], dark=is_dark, variables=variables, **colours)


THEMES = {colours: _build_theme(number) for number, colours in enumerate(COLOURS)}
"""The themes, by the setting's value."""
