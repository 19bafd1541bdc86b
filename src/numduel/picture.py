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
