"""A picture as characters with the names of their colours: how large, where, and in what frame."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from ...core import Move, Picture, Player, Tile
from . import digits

__all__ = ["Canvas", "Ink", "Layout", "Look", "Sign", "draw", "fit"]


class Ink(NamedTuple):
    """How a character looks: words of the theme for the two colours, and the rest."""

    colour: str = "foreground"
    behind: str = ""
    """Nothing here leaves the colour of the screen."""
    bold: bool = False
    reverse: bool = False


PLAIN = Ink()
PLAYERS = ("one", "two")


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


# ---- where the tiles are


class Layout(NamedTuple):
    """The size of the tiles, their frames included, and how they stand."""

    columns: int
    """Tiles in a row: where tiles have no coordinates, long rows are broken."""
    lines: int
    wide: int
    high: int
    left: int
    top: int

    @property
    def width(self) -> int:
        return self.left + self.columns * self.wide

    @property
    def height(self) -> int:
        return self.top + self.lines * self.high

    @property
    def is_framed(self) -> bool:
        return self.high > 2

    def corner(self, number: int) -> tuple[int, int]:
        """Where the tile with this number begins, counted row by row."""
        line, column = divmod(number, self.columns)
        return self.left + column * self.wide, self.top + line * self.high

    def at(self, x: int, y: int) -> int | None:
        """The number of the tile at a place; None where there is none."""
        column, line = (x - self.left) // self.wide, (y - self.top) // self.high
        inside = 0 <= column < self.columns and 0 <= line < self.lines
        return line * self.columns + column if inside else None


TALLEST = 12
"""Lines of the largest tile; its columns follow."""


def fit(picture: Picture, width: int, height: int) -> Layout:
    """The largest tiles for this room; where nothing fits, the smallest there are."""
    tiles = [tile for row in picture.rows for tile in row]
    for columns in _columns(picture):
        lines = -(-len(tiles) // columns)
        headed = picture.first is not None
        left, top = (4, 1) if headed else (0, 0)
        room = (width - left) // columns
        for high in range(min(TALLEST, room + 1, (height - top) // lines), 2, -1):
            wide = min(room, high * 2 + 3)
            if wide >= 2 + _needs(tiles, high - 2):
                return Layout(columns, lines, wide, high, left, top)
    return _unframed(picture, tiles, width)


def _columns(picture: Picture) -> list[int]:
    """In how many columns the tiles may stand, the best first."""
    whole = len(picture.rows[0])
    if picture.first is not None or len(picture.rows) > 1:
        return [whole]
    return [whole, *(columns for columns in (20, 15, 12, 10, 8, 6) if columns < whole)]


SPARE = 4
"""Columns beside a tile without a frame, for a sign, where there is room for them."""


def _unframed(picture: Picture, tiles: list[Tile], width: int) -> Layout:
    headed = picture.first is not None
    left, top = (3, 1) if headed else (0, 0)
    wide = 1 + max(_length(tile) + 2 for tile in tiles)
    columns = len(picture.rows[0])
    if not headed and len(picture.rows) == 1:
        columns = max(1, min(columns, width // wide))
    wide += max(0, min(SPARE, (width - left) // columns - wide))
    return Layout(columns, -(-len(tiles) // columns), wide, 1, left, top)


def _needs(tiles: list[Tile], high: int) -> int:
    """The columns that the tiles' contents take in so many lines, wherever tokens may go."""
    label = max(len(_label(tile)) for tile in tiles)
    if any(tile.tokens or any(tag.player is not None for tag in tile.tags) for tile in tiles):
        return label + (6 if high == 1 else 4)
    marks = max(_least(tile) for tile in tiles)
    return label + (marks and 1 + marks) if high == 1 else max(label + 2, marks)


# ---- what is in a tile


def _label(tile: Tile) -> str:
    return tile.label or "".join(tag.mark for tag in tile.tags)


def _tokens(tile: Tile) -> str:
    return "".join(player.token for player in tile.tokens)


def _marks(tile: Tile, most: int) -> str:
    """The marks, without those that a token says already.

    They stand apart where there is room; where it is short, there is one a player.
    """
    if not tile.label:
        return ""
    tags = [tag for tag in tile.tags if tag.player not in tile.tokens]
    apart = " ".join(tag.mark for tag in tags)
    if len(apart) <= most:
        return apart
    if sum(len(tag.mark) for tag in tags) > most:
        owners = [tag.player for tag in tags]
        tags = [
            tag
            for number, tag in enumerate(tags)
            if tag.player is None or tag.player not in owners[:number]
        ]
    return "".join(tag.mark for tag in tags)[:most]


def _least(tile: Tile) -> int:
    """The columns that all marks take when they touch."""
    return len(_marks(tile, 99).replace(" ", ""))


def _length(tile: Tile) -> int:
    return len(_label(tile)) + len(_tokens(tile)) + _least(tile)


def trail(tile: Tile) -> str:
    """The colour behind a tile: whose trail it lies on."""
    owners = {tag.player for tag in tile.tags if tag.player is not None} | {*tile.tokens}
    if len(owners) == 2:
        return "both-trail"
    return f"{PLAYERS[owners.pop()]}-trail" if owners else "tile"


# ---- drawing


class Sign(NamedTuple):
    """A few letters on a tile, such as what a move there is worth."""

    text: str
    colour: str


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
    sliding: tuple[tuple[Player, float, float], ...] = ()
    """Tokens on their way, each with the number of columns and lines from the corner."""
    ascii: bool = False


FRAMES = {
    "plain": "╭─╮││╰─╯",
    "legal": "┏━┓┃┃┗━┛",
    "cursor": "╔═╗║║╚═╝",
    "cursor on legal": "▛▀▜▌▐▙▄▟",
}
ASCII_FRAMES = {
    "plain": "+-+||+-+",
    "legal": "*=*||*=*",
    "cursor": "#-#||#-#",
    "cursor on legal": "#=#||#=#",
}
"""Upper left, upper edge, upper right, left, right, lower left, lower edge, lower right."""


def draw(picture: Picture, layout: Layout, look: Look) -> Canvas:
    canvas = Canvas(layout.width, layout.height)
    _draw_headings(canvas, picture, layout)
    away = {player for player, _, _ in look.sliding}
    for number, tile in enumerate(tile for row in picture.rows for tile in row):
        if away:
            tile = tile._replace(tokens=tuple(p for p in tile.tokens if p not in away))
        drawer = _Drawer(canvas, layout, look, number, tile)
        if layout.is_framed:
            drawer.framed()
        else:
            drawer.bare()
    for player, x, y in look.sliding:
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
        self.label = look.turning.get(number, _label(tile))

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
            marks = _marks(self.tile, self.wide - 1 - len(text))
            self.canvas.put(
                self.x + len(text) + len(_tokens(self.tile)), self.y, marks, Ink("quiet")
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
        frame = (ASCII_FRAMES if self.look.ascii else FRAMES)[" on ".join(kinds) or "plain"]
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
        feet = max(3, len(_tokens(self.tile)), _least(self.tile))
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
            return _marks(self.tile, (room - (digits.width(self.label) or 0)) // 2)
        room -= len(_tokens(self.tile)) + bool(self.tile.tokens)
        return _marks(self.tile, room - len(self.label) - 1 if self.high == 3 else room)

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
        tokens = _tokens(self.tile)
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
            cross = "x" if self.look.ascii else "✗"
            self.canvas.put(self.x + 1, self.y, cross, Ink("error", bold=True))
        elif self.is_last:
            dot = "o" if self.look.ascii else "•"
            self.canvas.put(self.x + 1, self.y, dot, Ink("foreground", bold=True))
