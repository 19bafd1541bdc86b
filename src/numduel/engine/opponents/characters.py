"""Computer opponents with a character: a style, a strength between the levels, a portrait."""

from __future__ import annotations

from typing import NamedTuple

from ...dice import Dice
from . import styles
from .levels import Level, Opponent


class Character(NamedTuple):
    """An opponent with a style."""

    name: str
    portrait: str
    """One sentence about how it plays."""
    settings: Level

    @property
    def style(self) -> styles.Style:
        """Its preference among moves that look good enough."""
        assert self.settings.style is not None, "a character has a style"
        return self.settings.style


CHARACTERS = {
    "goldie": Character(
        "Goldie",
        "Loves high numbers, and takes the biggest one in reach.",
        Level(sights=(1,), games=6, style=styles.HIGH_NUMBERS, tolerance=0.34),
    ),
    "bruno": Character(
        "Bruno",
        "Stands in your way: leaves you as few moves as possible.",
        Level(sights=(1, 2), games=6, style=styles.BLOCK, tolerance=0.34),
    ),
    "pip": Character(
        "Pip",
        "Can't sit still: always looks for the quickest win.",
        Level(sights=(3,), games=2, style=styles.HURRY, tolerance=0.5),
    ),
    "ida": Character(
        "Ida",
        "Careful: keeps as many ways open as she can.",
        Level(sights=(2,), games=8, style=styles.OPTIONS, tolerance=0.3),
    ),
    "trixie": Character(
        "Trixie",
        "Sets traps: one careless answer, and you have lost.",
        Level(sights=(3,), games=12, style=styles.TRAPS, tolerance=0.25),
    ),
    "otto": Character(
        "Otto",
        "Has all the time in the world, and waits for your mistake.",
        Level(sights=(4, 5), games=24, style=styles.PATIENCE, tolerance=0.3),
    ),
}


def seat(name: str, dice: Dice) -> Opponent:
    """Return a character, for one match."""
    return Opponent(CHARACTERS[name].settings, dice)
