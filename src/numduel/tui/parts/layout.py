"""Where the tiles of a picture stand, and how large they can be in some room."""

from __future__ import annotations

from typing import NamedTuple

from ...core import Picture, Tile


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
    tiles = picture.tiles
    if not tiles:
        return Layout(1, 0, 1, 1, 0, 0)
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
    wide = 3 + max(len(t.face) + len(tokens_of(t)) + least_marks(t) for t in tiles)
    columns = len(picture.rows[0])
    if not headed and len(picture.rows) == 1:
        columns = max(1, min(columns, width // wide))
    wide += max(0, min(SPARE, (width - left) // columns - wide))
    return Layout(columns, -(-len(tiles) // columns), wide, 1, left, top)


def _needs(tiles: list[Tile], high: int) -> int:
    """The columns that the tiles' contents take in so many lines, wherever tokens may go."""
    label = max(len(tile.face) for tile in tiles)
    if any(tile.tokens or any(tag.player is not None for tag in tile.tags) for tile in tiles):
        return label + (6 if high == 1 else 4)
    marks = max(least_marks(tile) for tile in tiles)
    return label + (marks and 1 + marks) if high == 1 else max(label + 2, marks)


# ---- what is in a tile


def tokens_of(tile: Tile) -> str:
    return "".join(player.token for player in tile.tokens)


def marks_of(tile: Tile, most: int) -> str:
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


def least_marks(tile: Tile) -> int:
    """The columns that all marks take when they touch."""
    return len(marks_of(tile, 99).replace(" ", ""))
