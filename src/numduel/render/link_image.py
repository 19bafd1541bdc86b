"""The picture that messengers show beside a link: the board of a position, as PNG."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, cos, radians, sin

from ..core import Fact, Picture, Player, Tile
from ..views.positions import display_columns
from ..views.trails import PITCH, TILE, Strip, Trails, make_strip
from .board import HATCH
from .numerals import ADVANCE, STROKES, WORDMARK, has_strokes
from .raster import Box, Canvas, Colour, Line, lines_of

WIDTH, HEIGHT = 1200, 630

BOARD = Box(580, 45, 540, 540, 40)
"""The ground under the board."""

MARGIN = 44
"""Distance from the edge of that ground to the tiles."""

TEXT_X, TEXT_WIDTH = 80, 420

GROUND: Colour = (0xF6, 0xF3, 0xEC)
WELL: Colour = (0xEC, 0xE6, 0xD9)
TRACK: Colour = (0xDD, 0xD5, 0xC4)
WHITE: Colour = (0xFF, 0xFF, 0xFF)
INK: Colour = (0x1B, 0x1F, 0x24)
HATCHING: Colour = (0xD6, 0xCE, 0xBE)
WORDMARK_COLOURS: dict[int, Colour] = {1: (0x09, 0x6B, 0xB3), 2: (0xA6, 0x57, 0x00)}
FILLS: tuple[Colour, Colour] = ((0x5C, 0xC8, 0xFF), (0xFF, 0xB4, 0x54))
TINTS: tuple[Colour, Colour] = ((0xD8, 0xED, 0xFC), (0xFD, 0xEC, 0xD3))
EDGES: tuple[Colour, Colour] = ((0x07, 0x57, 0xAD), (0x8F, 0x47, 0x00))


def link_image(picture: Picture, chosen: Sequence[Sequence[int]] = ((), ())) -> bytes:
    """Return a PNG of 1200 by 630 pixels; `chosen` are the tiles that each player chose.

    >>> import numduel
    >>> maze = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
    >>> link_image(maze.picture(maze.start()))[1:4]
    b'PNG'
    """
    return _LinkImage(picture, chosen).draw()


class _LinkImage:
    def __init__(self, picture: Picture, chosen: Sequence[Sequence[int]]) -> None:
        self.picture = picture
        self.canvas = Canvas(WIDTH, HEIGHT, GROUND)
        self.trails = Trails(picture, chosen)
        self.columns = max(1, display_columns(picture))
        rows = max(1, ceil(len(picture.tiles) / self.columns))
        gap = PITCH - TILE
        self.scale = (BOARD.width - 2 * MARGIN) / (max(self.columns, rows) * PITCH - gap)
        """Pixels per unit of the drawing."""
        self.left = BOARD.x + (BOARD.width - (self.columns * PITCH - gap) * self.scale) / 2
        self.top = BOARD.y + (BOARD.height - (rows * PITCH - gap) * self.scale) / 2

    def draw(self) -> bytes:
        facts = [self._figure(player) for player in Player]
        self._draw_wordmark(130 if any(facts) else 230)
        for player, fact in zip(Player, facts, strict=True):
            if fact:
                self._draw_figure(player, fact, 300 + 145 * player)
        self.canvas.paint([BOARD], WELL)
        for number, tile in enumerate(self.picture.tiles):
            self._draw_tile(number, tile)
        for link in self.trails.links():
            self._draw_link(link.player, make_strip(link, self.columns))
        for number, tile in enumerate(self.picture.tiles):
            self._draw_marks(number, tile)
        return self.canvas.png()

    # ---- beside the board

    def _draw_wordmark(self, top: float) -> None:
        scale = TEXT_WIDTH / 479
        for colour, left, path in WORDMARK:
            x, y = TEXT_X + left * scale, top + 8 * scale
            lines = lines_of(path, x, y, scale, 15 * scale)
            self.canvas.paint(lines, WORDMARK_COLOURS[colour])

    def _figure(self, player: Player) -> Fact | None:
        facts = (fact for fact in self.picture.facts if fact.player is player)
        return next((fact for fact in facts if has_strokes(str(fact.value))), None)

    def _draw_figure(self, player: Player, fact: Fact, top: float) -> None:
        """Draw a player's shape and number, and a bar up to the limit."""
        self._draw_shape(player, TEXT_X + 32, top + 32, 60, 4)
        self._draw_text(str(fact.value), TEXT_X + 96, top + 4, 56, INK)
        if fact.limit and isinstance(fact.value, int):
            bar = Box(TEXT_X, top + 84, TEXT_WIDTH, 16, 8 if player is Player.ONE else 2)
            share = max(0, min(1, fact.value / fact.limit))
            self.canvas.paint([bar], TRACK)
            if share:
                self.canvas.paint([bar._replace(width=max(16, TEXT_WIDTH * share))], FILLS[player])

    # ---- the board

    def _corner(self, number: int) -> tuple[float, float]:
        row, column = divmod(number, self.columns)
        return self.left + column * PITCH * self.scale, self.top + row * PITCH * self.scale

    def _draw_tile(self, number: int, tile: Tile) -> None:
        (x, y), side = self._corner(number), TILE * self.scale
        box = Box(x, y, side, side, 0.15 * side)
        owners = [*tile.tokens[:1], *self.trails.owners(number)]
        ground = TINTS[owners[0]] if owners else WHITE
        if tile.tokens:
            self.canvas.paint([box], EDGES[tile.tokens[0]])
            edge = 0.04 * side
            inner = side - 2 * edge
            box = Box(x + edge, y + edge, inner, inner, 0.11 * side)
        self.canvas.paint([box], ground)
        is_hidden = not tile.label and any(tag.mark == "?" for tag in tile.tags)
        if is_hidden:
            self.canvas.paint(lines_of(HATCH, x, y, self.scale, 5 * self.scale), HATCHING)
            clear = Box(x + 0.2 * side, y + 0.2 * side, 0.6 * side, 0.6 * side, side)
            self.canvas.paint([clear], WHITE)
        if has_strokes(tile.face):
            high = 36 if is_hidden else (51, 42, 32)[min(2, len(tile.face) - 1)]
            wide = ((len(tile.face) - 1) * ADVANCE + 60) * high / 100
            left, top = x + (50 - wide / 2) * self.scale, y + (48 - high / 2) * self.scale
            self._draw_text(tile.face, left, top, high * self.scale, INK)

    def _draw_marks(self, number: int, tile: Tile) -> None:
        x, y = self._corner(number)
        away = [player for player in self.trails.owners(number) if player not in tile.tokens]
        for index, player in enumerate(away):
            self._draw_shape(player, *self._at(x, y, 86 - 20 * index, 86), 13 * self.scale, 1)
        spacing = 76 // max(1, len(tile.tokens) - 1)
        for index, player in enumerate(tile.tokens):
            self._draw_shape(
                player, *self._at(x, y, 88 - spacing * index, 88), 38 * self.scale, 2 * self.scale
            )

    def _at(self, x: float, y: float, right: float, down: float) -> tuple[float, float]:
        return x + right * self.scale, y + down * self.scale

    def _draw_link(self, player: Player, strip: Strip) -> None:
        """Draw the part of a trail between two tiles."""
        angle = radians(strip.angle)
        for start, wide in strip.pieces:
            radius = strip.thick / 2
            ends = [start + min(radius, wide / 2), start + wide - min(radius, wide / 2)]
            points = [
                self._at(
                    self.left,
                    self.top,
                    strip.x + along * cos(angle) - strip.aside * sin(angle),
                    strip.y + along * sin(angle) + strip.aside * cos(angle),
                )
                for along in ends
            ]
            thick = strip.thick * self.scale
            self.canvas.paint([Line(points[0], points[1], thick)], EDGES[player])
            inner = max(1.0, thick - 3.4 * self.scale)
            self.canvas.paint([Line(points[0], points[1], inner)], FILLS[player])

    def _draw_shape(self, player: Player, x: float, y: float, size: float, edge: float) -> None:
        """Draw a circle for Player 1, a square for Player 2, around a point."""
        for wide, colour in ((size + edge, EDGES[player]), (size - edge, FILLS[player])):
            radius = wide * (0.5 if player is Player.ONE else 0.2)
            box = Box(x - wide / 2, y - wide / 2, wide, wide, radius)
            self.canvas.paint([box], colour)

    def _draw_text(self, text: str, x: float, y: float, height: float, colour: Colour) -> None:
        scale = height / 100
        for index, sign in enumerate(text):
            lines = lines_of(STROKES[sign], x + index * ADVANCE * scale, y, scale, 15.5 * scale)
            self.canvas.paint(lines, colour)
