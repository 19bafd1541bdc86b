"""Pictures of positions: tiles and facts that every interface draws in its own way."""

from typing import NamedTuple

from .status import Move, Player

__all__ = ["START", "VISITED", "Fact", "Picture", "Tag", "Tile", "enclose", "name_cell"]


class Tag(NamedTuple):
    """Something that a tile shows beside its label.

    Examples:
        >>> import numduel
        >>> game = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
        >>> game.picture(game.play(game.start(), "0,0")).rows[0][0].tags
        (Tag(mark='p1', meaning='visited by Player 1', player=<Player.ONE: 0>),)
    """

    mark: str
    """A few characters for it."""
    meaning: str
    """Its meaning."""
    player: Player | None = None
    """The player that it belongs to, if any."""


VISITED = tuple(Tag(f"p{p + 1}", f"visited by {p}", p) for p in Player)
START = tuple(Tag(f"S{p + 1}", f"{p}'s start", p) for p in Player)


class Tile(NamedTuple):
    """One square of a picture.

    Examples:
        >>> import numduel
        >>> game = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
        >>> game.picture(game.start()).rows[0][1]
        Tile(label='3', tokens=(), tags=(), move='0,1')
    """

    label: str
    """Its number or word."""
    tokens: tuple[Player, ...] = ()
    """The players whose tokens stand on it."""
    tags: tuple[Tag, ...] = ()
    """Marks beside its label."""
    move: Move | None = None
    """The move that clicking it makes, legal or not."""

    @property
    def face(self) -> str:
        """Its label, or its marks if it has no label."""
        return self.label or "".join(tag.mark for tag in self.tags)


class Fact(NamedTuple):
    """A line of text beside the tiles: "Player 1, Cumulative Total: 4 of 15".

    Examples:
        >>> import numduel
        >>> game = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
        >>> fact = game.picture(game.play(game.start(), "0,0")).facts[0]
        >>> fact
        Fact(label='Cumulative Total', value=4, player=<Player.ONE: 0>, limit=15)
        >>> fact.words
        'Cumulative Total: 4 of 15'
    """

    label: str
    """Its name."""
    value: int | str
    """Its value."""
    player: Player | None = None
    """The player that it is about, if any."""
    limit: int | None = None
    """The highest value that counts, if any."""

    @property
    def words(self) -> str:
        """The text without the player."""
        of = "" if self.limit is None else f" of {self.limit}"
        return f"{self.label}: {self.value}{of}"


class Picture(NamedTuple):
    """A drawing of a position, as plain data.

    It contains everything that a player needs to see.

    Examples:
        >>> import numduel
        >>> game = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
        >>> picture = game.picture(game.play(game.start(), "0,0"))
        >>> [[tile.label for tile in row] for row in picture.rows]
        [['4', '3', '8'], ['9', '5', '1'], ['2', '7', '6']]
        >>> picture.player, picture.first, picture.legend()["P1"]
        (<Player.TWO: 1>, 0, "Player 1's token")
    """

    rows: tuple[tuple[Tile, ...], ...]
    """The tiles, in rows."""
    facts: tuple[Fact, ...]
    """The facts beside the tiles."""
    player: Player | None
    """The player to move; None when the game is over."""
    winner: Player | None = None
    """The winner by the rules, if any."""
    first: int | None = None
    """The number of the first row and column; None if tiles have no coordinates."""
    row_names: tuple[str, ...] = ()
    """The names of the rows, if they aren't numbers from `first`."""
    column_names: tuple[str, ...] = ()
    """The names of the columns, if they aren't numbers from `first`."""

    @property
    def tiles(self) -> list[Tile]:
        """All tiles in one list, row by row."""
        return [tile for row in self.rows for tile in row]

    @property
    def columns(self) -> int:
        """Number of tiles in the longest row; 0 without tiles."""
        return max((len(row) for row in self.rows), default=0)

    def name_of(self, move: Move) -> str:
        """Return what a person calls a move: the tile that it chooses, or the move itself.

        Tiles in a corner or on a 3 by 3 board are named by position: "the 8, top right", or "the
        top right cell" if it shows no number. Other tiles are named by coordinates.

        Examples:
            >>> import numduel
            >>> game = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
            >>> game.picture(game.start()).name_of("0,2")
            'the 8, top right'
        """
        if self.first is None or move.isalpha():
            return move
        for row, tiles in enumerate(self.rows):
            for column, tile in enumerate(tiles):
                if tile.move == move:
                    last = len(self.rows) - 1, self.columns - 1
                    return name_cell(tile.label, move, (row, column), last)
        return move

    def lines(self) -> list[str]:
        """Return the tiles in columns and the facts below them as lines of text."""
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
        """Return the meanings of the tokens and marks in the picture."""
        tiles = self.tiles
        tokens = {player.token: f"{player}'s token" for tile in tiles for player in tile.tokens}
        marks = {tag.mark: tag.meaning for tile in tiles for tag in tile.tags}
        return {**tokens, **dict(sorted(marks.items()))}


def name_cell(label: str, coordinates: str, cell: tuple[int, int], last: tuple[int, int]) -> str:
    """Return a name for a cell: "the 8, top right", or "the 8 at 2,3" inside a larger board.

    Arguments:
        label: The number on the cell, or "" if it shows none.
        coordinates: The row and column as players type them.
        cell: The row and column, from 0.
        last: The row and column of the bottom right cell, from 0.
    """
    where = _describe_position(cell, last)
    if where is None:
        return f"the {label or 'cell'} at {coordinates}"
    return f"the {label}, {where}" if label else f"the {where} cell"


def enclose(name: str) -> str:
    """Return a name with a closing comma if it contains a comma, to continue a sentence.

    >>> enclose("the 8, top right"), enclose("the 4 at 1,2")
    ('the 8, top right,', 'the 4 at 1,2')
    """
    return f"{name}," if ", " in name else name


def _describe_position(cell: tuple[int, int], last: tuple[int, int]) -> str | None:
    """Return "top right" for a corner or a cell of a 3 by 3 board; None for other cells."""
    (row, column), is_three_by_three = cell, last == (2, 2)
    if is_three_by_three and row == column == 1:
        return "centre"
    if 0 in last:
        return None
    down = {0: "top", last[0]: "bottom"}.get(row, "middle" if is_three_by_three else "")
    across = {0: "left", last[1]: "right"}.get(column, "middle" if is_three_by_three else "")
    return f"{down} {across}" if down and across else None


def _as_text(tile: Tile) -> str:
    """Return a tile in few characters; an empty one shows its move, or a dot."""
    tokens = "".join(player.token for player in tile.tokens)
    marks = "".join(tag.mark for tag in tile.tags if tile.label and tag.player not in tile.tokens)
    return f"{tile.face}{tokens}{marks}" or tile.move or "."
