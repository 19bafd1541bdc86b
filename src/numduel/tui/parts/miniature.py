"""A miniature board of a few lines."""

from __future__ import annotations

from collections.abc import Collection

from ...core import Move, Picture, Tile
from . import drawing
from .canvas import PLAYER_COLOURS, Canvas, Ink
from .drawing import Overlay
from .layout import Layout, fit

MIN_BLOCK_WIDTH, MAX_BLOCK_WIDTH = 4, 7
"""Width of a block in columns, including the gap beside it."""


def draw(
    picture: Picture, legal: Collection[Move], width: int, height: int, *, is_ascii: bool = False
) -> Canvas:
    """Return the board with framed tiles, or with small blocks if they don't fit."""
    if not picture.tiles:
        return Canvas(0, 0)
    rows = tuple(tuple(_hide_tags(tile) for tile in row) for row in picture.rows)
    bare = picture._replace(rows=rows, first=None)  # without coordinates
    layout = fit(bare, width, height)
    if layout.is_framed and layout.tile_width > MIN_BLOCK_WIDTH:
        return drawing.draw(bare, layout, Overlay(legal=legal, ascii=is_ascii))
    layout = _blocks(bare, len(bare.tiles), width, height)
    canvas = Canvas(layout.width - 1, layout.height - layout.tile_height + 1)
    for number, tile in enumerate(bare.tiles):
        _put(canvas, layout, number, tile, tile.move is not None and tile.move in legal)
    return canvas


def _hide_tags(tile: Tile) -> Tile:
    """Hide the tags of a tile that has a label; its trail keeps the colour."""
    if not tile.label:
        return tile
    return tile._replace(tags=tuple(tag._replace(mark="") for tag in tile.tags))


def _blocks(picture: Picture, count: int, width: int, height: int) -> Layout:
    """Return the layout in blocks; a single long row is wrapped into equal ones."""
    columns = len(picture.rows[0])
    if len(picture.rows) == 1:
        lines = -(-columns // max(1, (width + 1) // (MIN_BLOCK_WIDTH + 1)))
        columns = -(-columns // lines)
    lines = -(-count // columns)
    block_width = max(MIN_BLOCK_WIDTH, min(MAX_BLOCK_WIDTH, (width + 1) // columns))
    return Layout(columns, lines, block_width, 2 if 2 * lines <= height else 1, 0, 0)


def _put(canvas: Canvas, layout: Layout, number: int, tile: Tile, is_legal: bool) -> None:
    x, y = layout.corner(number)
    block_width = layout.tile_width - 1
    if len(tile.tokens) == 1:
        player = tile.tokens[0]
        ink = Ink("on-player", PLAYER_COLOURS[player], bold=True)
        canvas.put(x, y, player.token.center(block_width), ink)
        return
    colour = "legal" if is_legal else "foreground" if tile.label else "quiet"
    label = tile.face.center(block_width)[:block_width]
    canvas.put(x, y, label, Ink(colour, drawing.trail_colour(tile), bold=is_legal))
    for index, player in enumerate(tile.tokens):  # both on one block: half for each
        half = player.token[-1].center(block_width // 2)
        ink = Ink("on-player", PLAYER_COLOURS[player], bold=True)
        canvas.put(x + index * (block_width - block_width // 2), y, half, ink)
