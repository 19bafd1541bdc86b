"""Games in a few lines, for your own files: docs/workshop.md.

>>> from numduel.workshop import Cell, Grid, Options, Over, Position, ShortGame, Whole
"""

from ..core import Chance, Example, Fact, Over, Picture, Player, Tag, Tile, Turn
from ..options import Choice, Flag, Options, Whole
from .hidden_board import HiddenShortGame
from .moves import Cells, Moves, Numbers, Pairs, Words
from .parts import Board, Cell, Grid, Hidden, Number, Owners, PerPlayer, Position, Tokens
from .short_form import ShortGame

__all__ = [
    "Board",
    "Cell",
    "Cells",
    "Chance",
    "Choice",
    "Example",
    "Fact",
    "Flag",
    "Grid",
    "Hidden",
    "HiddenShortGame",
    "Moves",
    "Number",
    "Numbers",
    "Options",
    "Over",
    "Owners",
    "Pairs",
    "PerPlayer",
    "Picture",
    "Player",
    "Position",
    "ShortGame",
    "Tag",
    "Tile",
    "Tokens",
    "Turn",
    "Whole",
    "Words",
]
