"""A picture of a position: tiles and facts, which every interface draws in its own way."""

from typing import NamedTuple

from .status import Move, Player

__all__ = ["START", "VISITED", "Fact", "Picture", "Tag", "Tile"]


class Tag(NamedTuple):
    """Something a tile shows beside its number: a mark for it, and what it means."""

    mark: str
    meaning: str
    player: Player | None = None


VISITED = tuple(Tag(f"p{p + 1}", f"visited by {p}", p) for p in Player)
START = tuple(Tag(f"S{p + 1}", f"{p}'s start", p) for p in Player)


class Tile(NamedTuple):
    """One square of a picture."""

    label: str
    tokens: tuple[Player, ...] = ()
    tags: tuple[Tag, ...] = ()
    move: Move | None = None
    """What pointing at this tile means, allowed or not."""

    @property
    def face(self) -> str:
        """Its label, or the marks of a tile without one."""
        return self.label or "".join(tag.mark for tag in self.tags)


class Fact(NamedTuple):
    """Something a picture says in words: "Player 1, Cumulative Total: 7 of 15"."""

    label: str
    value: int | str
    player: Player | None = None
    limit: int | None = None

    @property
    def words(self) -> str:
        """The fact without its player: "Cumulative Total: 7 of 15"."""
        of = "" if self.limit is None else f" of {self.limit}"
        return f"{self.label}: {self.value}{of}"


class Picture(NamedTuple):
    """What any screen draws of a position."""

    rows: tuple[tuple[Tile, ...], ...]
    facts: tuple[Fact, ...]
    player: Player | None
    """Who is to move; None when the game is over."""
    winner: Player | None = None
    first: int | None = None
    """The number of the first row and column; None where tiles have no coordinates."""

    @property
    def tiles(self) -> list[Tile]:
        """The tiles, row by row."""
        return [tile for row in self.rows for tile in row]

    @property
    def columns(self) -> int:
        """The number of tiles in the longest row; 0 without tiles."""
        return max((len(row) for row in self.rows), default=0)

    def name_of(self, move: Move) -> str:
        """Return what a person calls a move: the tile that it chooses, or the move itself.

        Tiles in a corner or on a board of 3 by 3 are named by where they are: "the 8, top right",
        or "the top right cell" if it shows no number. Others keep their coordinates.

        >>> row = (Tile("4", move="0,0"), Tile("7", move="0,1"))
        >>> Picture((row,), (), None, first=0).name_of("0,1")
        'the 7 at 0,1'
        """
        if self.first is None or move.isalpha():
            return move
        for row, tiles in enumerate(self.rows):
            for column, tile in enumerate(tiles):
                if tile.move == move:
                    where = self._where(row, column)
                    if where is None:
                        return f"the {tile.label or 'cell'} at {move}"
                    return f"the {tile.label}, {where}" if tile.label else f"the {where} cell"
        return move

    def _where(self, row: int, column: int) -> str | None:
        """Return "top right" for a corner or a tile of 3 by 3; None for other tiles."""
        last = len(self.rows) - 1, self.columns - 1
        is_three_by_three = last == (2, 2)
        if is_three_by_three and row == column == 1:
            return "centre"
        if 0 in last:
            return None
        down = {0: "top", last[0]: "bottom"}.get(row, "middle" if is_three_by_three else "")
        across = {0: "left", last[1]: "right"}.get(column, "middle" if is_three_by_three else "")
        return f"{down} {across}" if down and across else None

    def lines(self) -> list[str]:
        """Return the tiles in columns and the facts below them, as plain lines of text."""
        cells = [[_as_text(tile) for tile in row] for row in self.rows]
        wide = max((len(cell) for row in cells for cell in row), default=0)
        board = [" ".join(cell.ljust(wide) for cell in row).rstrip() for row in cells]
        return [
            *board,
            *(
                f"{fact.player}, {fact.words}" if fact.player is not None else fact.words
                for fact in self.facts
            ),
        ]

    def legend(self) -> dict[str, str]:
        """What the tokens and marks in it mean."""
        tiles = self.tiles
        tokens = {player.token: f"{player}'s token" for tile in tiles for player in tile.tokens}
        marks = {tag.mark: tag.meaning for tile in tiles for tag in tile.tags}
        return {**tokens, **dict(sorted(marks.items()))}


def _as_text(tile: Tile) -> str:
    """Return a tile in few characters; an empty one shows its move, or a dot."""
    tokens = "".join(player.token for player in tile.tokens)
    marks = "".join(tag.mark for tag in tile.tags if tile.label and tag.player not in tile.tokens)
    return f"{tile.face}{tokens}{marks}" or tile.move or "."
