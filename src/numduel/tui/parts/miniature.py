"""A board in a few lines: enough to see what a game is about, and how it goes on."""

from __future__ import annotations

from collections.abc import Collection

from ...core import Move, Picture, Tile
from . import drawing
from .canvas import PLAYERS, Canvas, Ink
from .drawing import Look
from .layout import Layout, fit

NARROWEST, WIDEST = 4, 7
"""Columns of a block, the gap beside it included."""


def draw(
    picture: Picture, legal: Collection[Move], width: int, height: int, *, is_ascii: bool = False
) -> Canvas:
    """The board in framed tiles if there is room for them, else in small blocks."""
    if not picture.tiles:
        return Canvas(0, 0)
    rows = tuple(tuple(_without_mark(tile) for tile in row) for row in picture.rows)
    bare = picture._replace(rows=rows, first=None)  # without coordinates
    layout = fit(bare, width, height)
    if layout.is_framed and layout.wide > NARROWEST:
        return drawing.draw(bare, layout, Look(legal=legal, ascii=is_ascii))
    layout = _blocks(bare, len(bare.tiles), width, height)
    canvas = Canvas(layout.width - 1, layout.height - layout.high + 1)
    for number, tile in enumerate(bare.tiles):
        _put(canvas, layout, number, tile, tile.move is not None and tile.move in legal)
    return canvas


def _without_mark(tile: Tile) -> Tile:
    """Marks only where a tile shows nothing else; trails keep their colour."""
    if not tile.label:
        return tile
    return tile._replace(tags=tuple(tag._replace(mark="") for tag in tile.tags))


def _blocks(picture: Picture, count: int, width: int, height: int) -> Layout:
    """Blocks in rows as the picture has them; one long row is broken into even ones."""
    columns = len(picture.rows[0])
    if len(picture.rows) == 1:
        lines = -(-columns // max(1, (width + 1) // (NARROWEST + 1)))
        columns = -(-columns // lines)
    lines = -(-count // columns)
    wide = max(NARROWEST, min(WIDEST, (width + 1) // columns))
    return Layout(columns, lines, wide, 2 if 2 * lines <= height else 1, 0, 0)


def _put(canvas: Canvas, layout: Layout, number: int, tile: Tile, is_legal: bool) -> None:
    x, y = layout.corner(number)
    wide = layout.wide - 1
    if len(tile.tokens) == 1:
        player = tile.tokens[0]
        ink = Ink("on-player", PLAYERS[player], bold=True)
        canvas.put(x, y, player.token.center(wide), ink)
        return
    colour = "legal" if is_legal else "foreground" if tile.label else "quiet"
    label = tile.face.center(wide)[:wide]
    canvas.put(x, y, label, Ink(colour, drawing.trail(tile), bold=is_legal))
    for place, player in enumerate(tile.tokens):  # both on one block: a half for each
        half = player.token[-1].center(wide // 2)
        ink = Ink("on-player", PLAYERS[player], bold=True)
        canvas.put(x + place * (wide - wide // 2), y, half, ink)
