"""A picture drawn on a canvas: every tile with its frame, label, tokens and marks."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ...core import Move, Picture, Player, Tile
from . import digits
from .canvas import PLAYERS, Canvas, Ink
from .layout import Layout, least_marks, marks_of, tokens_of

if TYPE_CHECKING:
    from ...engine.solving.value import Value


def trail(tile: Tile) -> str:
    """The colour behind a tile: whose trail it lies on."""
    owners = {tag.player for tag in tile.tags if tag.player is not None} | {*tile.tokens}
    if len(owners) == 2:
        return "both-trail"
    return f"{PLAYERS[owners.pop()]}-trail" if owners else "tile"


VALUE_COLOURS = {
    "win": "success",
    "loss": "error",
    "draw": "accent",
    "endless": "warning",
    "chance": "primary",
    "unknown": "quiet",
}
"""The colour of a value, by its outcome."""


class Sign(NamedTuple):
    """A few letters on a tile, such as what a move there is worth."""

    text: str
    colour: str

    @classmethod
    def of(cls, value: Value) -> Sign:
        """Return the sign of a value."""
        return cls(value.sign, VALUE_COLOURS[value.outcome])


class Slide(NamedTuple):
    """A token on its way: the tile it goes to, and where it is, in columns and lines."""

    player: Player
    goal: int
    x: float
    y: float


class Look(NamedTuple):
    """All that is shown on a board besides its picture."""

    legal: Collection[Move] = ()
    cursor: int | None = None
    signs: Mapping[Move, Sign] = {}
    refused: int | None = None
    """The tile that was chosen though it may not be."""
    last: int | None = None
    """The tile that was chosen last."""
    turning: Mapping[int, str] = {}
    """Tiles that are just being turned over, and what they show instead."""
    sliding: tuple[Slide, ...] = ()
    ascii: bool = False


FRAMES = {
    "plain": "╭─╮││╰─╯",
    "legal": "┏━┓┃┃┗━┛",
    "cursor": "╔═╗║║╚═╝",
    "cursor on legal": "▛▀▜▌▐▙▄▟",
}
"""Upper left, upper edge, upper right, left, right, lower left, lower edge, lower right."""


def draw(picture: Picture, layout: Layout, look: Look) -> Canvas:
    canvas = Canvas(layout.width, layout.height, is_ascii=look.ascii)
    _draw_headings(canvas, picture, layout)
    awaited = {(slide.goal, slide.player) for slide in look.sliding}
    for number, tile in enumerate(picture.tiles):
        if awaited:
            here = tuple(p for p in tile.tokens if (number, p) not in awaited)
            tile = tile._replace(tokens=here)
        drawer = _Drawer(canvas, layout, look, number, tile)
        if layout.is_framed:
            drawer.framed()
        else:
            drawer.bare()
    for player, _, x, y in look.sliding:
        canvas.put(round(x), round(y), f" {player.token} ", _token_ink(player))
    return canvas


def _draw_headings(canvas: Canvas, picture: Picture, layout: Layout) -> None:
    if picture.first is None:
        return
    ink = Ink("quiet")
    for column in range(layout.columns):
        head = str(picture.first + column).center(layout.wide - (not layout.is_framed))
        canvas.put(layout.left + column * layout.wide, 0, head, ink)
    for line in range(layout.lines):
        head = str(picture.first + line).rjust(2)
        canvas.put(0, layout.top + line * layout.high + (layout.high - 1) // 2, head, ink)


def _token_ink(player: Player) -> Ink:
    return Ink("on-player", PLAYERS[player], bold=True)


class _Drawer:
    """One tile being drawn."""

    def __init__(self, canvas: Canvas, layout: Layout, look: Look, number: int, tile: Tile) -> None:
        self.canvas = canvas
        self.look = look
        self.tile = tile
        self.x, self.y = layout.corner(number)
        self.wide, self.high = layout.wide, layout.high
        self.is_legal = tile.move is not None and tile.move in look.legal
        self.is_cursor = number == look.cursor
        self.is_refused = number == look.refused
        self.is_last = number == look.last
        self.behind = trail(tile)
        self.label = look.turning.get(number, tile.face)

    @property
    def sign(self) -> Sign | None:
        return self.look.signs.get(self.tile.move) if self.tile.move is not None else None

    @property
    def colour(self) -> str:
        if self.is_refused:
            return "error"
        if self.is_legal:
            return "legal"
        return "foreground" if self.tile.label else "quiet"

    def bare(self) -> None:
        """One line, without a frame: what may be chosen in brackets."""
        sign, text = self.sign, f"[{self.label}]" if self.is_legal else f" {self.label} "
        ink = Ink(self.colour, self.behind, bold=self.is_legal, reverse=self.is_cursor)
        self.canvas.put(self.x, self.y, " " * (self.wide - 1), Ink(behind=self.behind))
        if sign is not None and len(text) + len(sign.text) >= self.wide:
            said = sign.text.ljust(len(text))[: self.wide - 1]  # better the sign than neither
            self.canvas.put(self.x, self.y, said, ink._replace(colour=sign.colour))
            return
        self.canvas.put(self.x, self.y, text, ink)
        if sign is not None:
            self.canvas.put(self.x + len(text), self.y, sign.text, Ink(sign.colour, bold=True))
        else:
            self._put_tokens(self.x + len(text), self.y)
            marks = marks_of(self.tile, self.wide - 1 - len(text))
            self.canvas.put(
                self.x + len(text) + len(tokens_of(self.tile)), self.y, marks, Ink("quiet")
            )

    def framed(self) -> None:
        self._put_frame()
        inside = self.high - 2
        if self._is_large(inside):
            self._put_large()
        else:
            self._put_label(self.y + 1 + max(0, (inside - 2) // 2))
        self._put_feet(inside)
        self._put_on_frame()

    def _put_frame(self) -> None:
        kinds = ["cursor"] * self.is_cursor + ["legal"] * self.is_legal
        frame = FRAMES[" on ".join(kinds) or "plain"]
        upper_left, upper, upper_right, left, right, lower_left, lower, lower_right = tuple(frame)
        ink = Ink(self._frame_colour(), bold=bool(kinds))
        x, y, level = self.x, self.y, self.wide - 2
        self.canvas.put(x, y, upper_left + upper * level + upper_right, ink)
        for line in range(y + 1, y + self.high - 1):
            self.canvas.put(x, line, left, ink)
            self.canvas.put(x + 1, line, " " * level, Ink(behind=self.behind))
            self.canvas.put(x + 1 + level, line, right, ink)
        self.canvas.put(x, y + self.high - 1, lower_left + lower * level + lower_right, ink)

    def _frame_colour(self) -> str:
        if self.is_refused:
            return "error"
        if self.is_legal:
            return "legal"
        return "foreground" if self.is_cursor else "tile-line"

    def _is_large(self, inside: int) -> bool:
        width = digits.width(self.label)
        if width is None or self.look.ascii:
            return False
        # What else there is stands beside the digits, where no line is left for it.
        feet = max(3, len(tokens_of(self.tile)), least_marks(self.tile))
        aside = 0 if inside > digits.HIGH else 2 * feet
        return inside >= digits.HIGH and width + aside <= self.wide - 2

    def _put_large(self) -> None:
        twice = self.high - 2 >= digits.TWICE_HIGH + 2
        twice = twice and (digits.width(self.label, twice=True) or 0) <= self.wide - 4
        lines = digits.drawn(self.label, twice=twice)
        x = self.x + (self.wide - len(lines[0])) // 2
        y = self.y + 1 + (self.high - 2 - len(lines)) // 2
        for number, line in enumerate(lines):
            self.canvas.put(x, y + number, line, Ink(self.colour, bold=True))

    def _put_label(self, y: int) -> None:
        if not self.label:
            return  # the frame says whether it may be chosen
        text = f"[{self.label}]" if self.is_legal and self.high > 3 else self.label
        x = self.x + (self.wide - len(text)) // 2
        if self.high == 3:  # between tokens and marks, in the middle if these leave it free
            right = self.x + self.wide - 1 - len(self.marks) - bool(self.marks)
            x = min(x, right - len(text))
        self.canvas.put(x, y, text, Ink(self.colour, bold=True, reverse=self.is_cursor))

    @property
    def marks(self) -> str:
        """The marks, as far as there is room beside the tokens and, in one line, the label."""
        room = self.wide - 2
        if self.is_beside:
            return marks_of(self.tile, (room - (digits.width(self.label) or 0)) // 2)
        room -= len(tokens_of(self.tile)) + bool(self.tile.tokens)
        return marks_of(self.tile, room - len(self.label) - 1 if self.high == 3 else room)

    @property
    def is_beside(self) -> bool:
        """Whether tokens and marks stand at both sides of large digits."""
        return self.high - 2 == digits.HIGH and self._is_large(digits.HIGH)

    def _put_feet(self, inside: int) -> None:
        """Tokens and marks: below in the middle, or at both sides where no line is free."""
        y = self.y + self.high - 2
        if inside == 1 or self.is_beside:
            self._put_tokens(self.x + 1, y)
            x = self.x + self.wide - 1 - len(self.marks)
            self.canvas.put(x, y, self.marks, Ink("quiet"))
            return
        tokens = tokens_of(self.tile)
        wide = len(tokens) + len(self.marks) + bool(tokens and self.marks)
        x = self.x + (self.wide - wide) // 2
        if tokens and not self.marks and self.wide >= 9:
            x -= len(self.tile.tokens)
            for player in self.tile.tokens:
                self.canvas.put(x, y, f" {player.token} ", _token_ink(player))
                x += 4
            return
        self._put_tokens(x, y)
        self.canvas.put(x + wide - len(self.marks), y, self.marks, Ink("quiet"))

    def _put_tokens(self, x: int, y: int) -> None:
        for number, player in enumerate(self.tile.tokens):
            self.canvas.put(x + 2 * number, y, player.token, _token_ink(player))

    def _put_on_frame(self) -> None:
        """What is worth knowing of the tile but not part of it, on the frame's upper edge."""
        sign = self.sign
        if sign is not None:
            text = f" {sign.text} " if self.wide >= 9 else sign.text
            x = self.x + self.wide - 1 - len(text)
            self.canvas.put(x, self.y, text, Ink(sign.colour, bold=True))
        if self.is_refused:
            self.canvas.put(self.x + 1, self.y, "✗", Ink("error", bold=True))
        elif self.is_last:
            self.canvas.put(self.x + 1, self.y, "•", Ink("foreground", bold=True))
