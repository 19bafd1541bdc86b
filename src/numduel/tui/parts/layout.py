"""The layout of a board: the size and position of its tiles."""

from __future__ import annotations

from typing import NamedTuple

from ...core import Picture, Tile


class Layout(NamedTuple):
    """The size of the tiles, frames included, and their arrangement."""

    columns: int
    """Tiles in a row; long rows of tiles without coordinates are wrapped."""
    lines: int
    tile_width: int
    tile_height: int
    left: int
    top: int

    @property
    def width(self) -> int:
        return self.left + self.columns * self.tile_width

    @property
    def height(self) -> int:
        return self.top + self.lines * self.tile_height

    @property
    def is_framed(self) -> bool:
        return self.tile_height > 2

    def corner(self, number: int) -> tuple[int, int]:
        """Return the upper left corner of a tile; tiles are numbered row by row."""
        line, column = divmod(number, self.columns)
        return self.left + column * self.tile_width, self.top + line * self.tile_height

    def at(self, x: int, y: int) -> int | None:
        """Return the number of the tile at a position, or None."""
        column, line = (x - self.left) // self.tile_width, (y - self.top) // self.tile_height
        inside = 0 <= column < self.columns and 0 <= line < self.lines
        return line * self.columns + column if inside else None


MAX_TILE_HEIGHT = 12
"""Height of the largest tile, in lines; its width follows from it."""


def fit(picture: Picture, width: int, height: int) -> Layout:
    """Return the layout with the largest tiles that fit, or with the smallest possible."""
    tiles = picture.tiles
    if not tiles:
        return Layout(1, 0, 1, 1, 0, 0)
    for columns in _column_counts(picture):
        lines = -(-len(tiles) // columns)
        has_headings = picture.first is not None
        left, top = (4, 1) if has_headings else (0, 0)
        room = (width - left) // columns
        for tile_height in range(min(MAX_TILE_HEIGHT, room + 1, (height - top) // lines), 2, -1):
            tile_width = min(room, tile_height * 2 + 3)
            if tile_width >= 2 + _min_content_width(tiles, tile_height - 2):
                return Layout(columns, lines, tile_width, tile_height, left, top)
    return _fit_unframed(picture, tiles, width)


def _column_counts(picture: Picture) -> list[int]:
    """Return the possible numbers of columns, the best first."""
    whole = len(picture.rows[0])
    if picture.first is not None or len(picture.rows) > 1:
        return [whole]
    return [whole, *(columns for columns in (20, 15, 12, 10, 8, 6) if columns < whole)]


MAX_EXTRA_COLUMNS = 4
"""Maximum number of columns beside a tile without a frame, for a badge."""


def _fit_unframed(picture: Picture, tiles: list[Tile], width: int) -> Layout:
    has_headings = picture.first is not None
    left, top = (3, 1) if has_headings else (0, 0)
    tile_width = 3 + max(len(t.face) + len(format_tokens(t)) + min_tags_width(t) for t in tiles)
    columns = len(picture.rows[0])
    if not has_headings and len(picture.rows) == 1:
        columns = max(1, min(columns, width // tile_width))
    tile_width += max(0, min(MAX_EXTRA_COLUMNS, (width - left) // columns - tile_width))
    return Layout(columns, -(-len(tiles) // columns), tile_width, 1, left, top)


def _min_content_width(tiles: list[Tile], tile_height: int) -> int:
    """Return the columns that tiles of this height need, wherever tokens may move."""
    label = max(len(tile.face) for tile in tiles)
    if any(tile.tokens or any(tag.player is not None for tag in tile.tags) for tile in tiles):
        return label + (6 if tile_height == 1 else 4)
    tags = max(min_tags_width(tile) for tile in tiles)
    return label + (tags and 1 + tags) if tile_height == 1 else max(label + 2, tags)


# ---- the content of a tile


def format_tokens(tile: Tile) -> str:
    return "".join(player.token for player in tile.tokens)


def format_tags(tile: Tile, max_width: int) -> str:
    """Return the tags of a tile, without those of players whose tokens are on it.

    Spaces separate them if there is room. If not even the tags fit, each player keeps one.
    """
    if not tile.label:
        return ""
    tags = [tag for tag in tile.tags if tag.player not in tile.tokens]
    spaced = " ".join(tag.mark for tag in tags)
    if len(spaced) <= max_width:
        return spaced
    if sum(len(tag.mark) for tag in tags) > max_width:
        owners = [tag.player for tag in tags]
        tags = [
            tag
            for number, tag in enumerate(tags)
            if tag.player is None or tag.player not in owners[:number]
        ]
    return "".join(tag.mark for tag in tags)[:max_width]


def min_tags_width(tile: Tile) -> int:
    """Return the width of all tags without spaces."""
    return len(format_tags(tile, 99).replace(" ", ""))
