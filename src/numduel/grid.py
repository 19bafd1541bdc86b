"""Square grids: cells, directions, coordinates from 0 or 1, and boards as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import ClassVar, TypeVar

from .core import Feature, Game, HasPlayer, Move, Over, Player, Status, Tile, Turn
from .dice import Dice
from .errors import SetupError, counted, quoted
from .options import Options, Whole
from .picture import enclose, name_cell

Direction = tuple[int, int]

MIN_SIZE = 2
"""Minimum number of rows and columns."""

MAX_SIZE = 12
"""Maximum number of rows and columns."""

MAX_LISTED_BOARDS = 400_000
"""Maximum number of boards to list; larger sets are sampled."""

DIRECTIONS: dict[str, Direction] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
DIAGONALS: dict[str, Direction] = {
    "up-left": (-1, -1),
    "up-right": (-1, 1),
    "down-left": (1, -1),
    "down-right": (1, 1),
}


def size_option(default: int) -> Whole:
    """Return the option for the size of the grid."""
    return Whole(default, MIN_SIZE, MAX_SIZE, "rows and columns of the grid")


def highest_option(default: int) -> Whole:
    """Return the option for the highest number on the grid."""
    return Whole(default, 1, 99, "the highest number (the lowest is 1)")


class Statuses(dict[int, Status]):
    """A cache of a player's statuses, by the set of free cells as bits.

    >>> Statuses(Player.ONE, {0: "1,1", 1: "1,2"})[2]
    Turn(player=<Player.ONE: 0>, moves=('1,2',))
    """

    def __init__(self, player: Player, names: Mapping[int, Move], *more: Move) -> None:
        self._player = player
        self._names = names
        self._more = more

    def __missing__(self, free: int) -> Status:
        if len(self) >= 2**12:  # a large grid has too many sets of cells to keep
            self.clear()
        moves = tuple(name for cell, name in self._names.items() if free >> cell & 1)
        self[free] = status = (
            Turn(self._player, (*moves, *self._more))
            if moves
            else Over(self._player.other, "stuck")
        )
        return status


class BitRows(dict[int, tuple[int, ...]]):
    """A cache of sets of cells, as one number per cell: 1 if the cell is in the set, else 0.

    >>> BitRows(4)[0b1001], BitRows(4)[1 << 4]
    ((1, 0, 0, 1), (0, 0, 0, 0))
    """

    def __init__(self, count: int) -> None:
        self._cells = range(count)

    def __missing__(self, cells: int) -> tuple[int, ...]:
        if len(self) >= 2**12:
            self.clear()
        self[cells] = bit_rows = tuple(cells >> cell & 1 for cell in self._cells)
        return bit_rows


TOKENS = (Feature("my token", 1, True), Feature("their token", 1, True))
TRAILS = (Feature("visited by me", 1, True), Feature("visited by them", 1, True))
"""Features of each cell in games with tokens and visited cells."""


class Square:
    """An n×n grid whose cells are the numbers 0 to n²-1, row by row.

    >>> grid = Square(3, first=1)
    >>> grid.names[5], grid.bracketed[5], grid.cells["2,3"]
    ('2,3', '(2,3)', 5)
    >>> grid.neighbours(0)
    {'down': 3, 'right': 1}
    """

    def __init__(self, size: int, first: int) -> None:
        self.size = size
        self.first = first
        self.count = size * size
        coordinates = [(first + r, first + c) for r in range(size) for c in range(size)]
        self.names: tuple[Move, ...] = tuple(f"{r},{c}" for r, c in coordinates)
        self.bracketed = tuple(f"({r},{c})" for r, c in coordinates)
        self.cells = {name: cell for cell, name in enumerate(self.names)}
        self.near = tuple(to_bits(self.neighbours(cell).values()) for cell in range(self.count))
        self.statuses = tuple(Statuses(player, dict(enumerate(self.names))) for player in Player)
        self.bit_rows = BitRows(self.count)

    def at(self, cell: int, step: Direction, times: int = 1) -> int | None:
        """Return the cell that many steps away; None if it is off the grid."""
        row, column = self.row_and_column(cell, step, times)
        if 0 <= row < self.size and 0 <= column < self.size:
            return row * self.size + column
        return None

    def row_and_column(self, cell: int, step: Direction, times: int = 1) -> tuple[int, int]:
        """Return the row and column that many steps away, from 0; they can be off the grid."""
        row, column = divmod(cell, self.size)
        return row + step[0] * times, column + step[1] * times

    def neighbours(self, cell: int, ways: dict[str, Direction] = DIRECTIONS) -> dict[str, int]:
        """Return the cells one step away, by direction."""
        found = {word: self.at(cell, step) for word, step in ways.items()}
        return {word: near for word, near in found.items() if near is not None}

    def aliases(self, cell: int, ways: dict[str, Direction] = DIRECTIONS) -> dict[str, Move | None]:
        """Return the cell that each direction leads to; None if it is off the grid."""
        near = self.neighbours(cell, ways)
        return {word: self.names[near[word]] if word in near else None for word in ways}

    @cached_property
    def edge(self) -> tuple[int, ...]:
        """The cells on the edge of the grid, row by row."""
        return tuple(c for c in range(self.count) if len(self.neighbours(c)) < 4)

    def rows(self, tiles: Sequence[Tile]) -> tuple[tuple[Tile, ...], ...]:
        """Return the tiles of all cells, in rows."""
        return tuple(
            tuple(tiles[start : start + self.size]) for start in range(0, self.count, self.size)
        )

    @property
    def span(self) -> str:
        """The range of its cells: "0,0 to 2,2"."""
        return f"{self.names[0]} to {self.names[-1]}"

    def describe(self, cell: int, number: object = "") -> str:
        """Return the name of a cell for people: "the 8, top right".

        >>> Square(3, first=0).describe(2, 8), Square(5, first=0).describe(7, 4)
        ('the 8, top right', 'the 4 at 1,2')
        """
        last = self.size - 1
        return name_cell(str(number), self.names[cell], divmod(cell, self.size), (last, last))

    def describe_before(self, cell: int, number: object = "") -> str:
        """Return the name of a cell for the middle of a sentence: "the 8, top right,".

        >>> Square(3, first=0).describe_before(2, 8), Square(5, first=0).describe_before(7, 4)
        ('the 8, top right,', 'the 4 at 1,2')
        """
        return enclose(self.describe(cell, number))


@lru_cache(maxsize=32)
def get_square(size: int, first: int) -> Square:
    """Return the grid of this size; all boards share it."""
    return Square(size, first)


def to_bits(cells: Iterable[int]) -> int:
    """Return a set of cells as bits: 9 for the cells 0 and 3."""
    bits = 0
    for cell in cells:
        bits |= 1 << cell
    return bits


def read_rows(text: str) -> list[str]:
    """Return the cells of a square board, written with spaces or commas, and / or lines for rows.

    >>> read_rows("1 2 / 3, 4")
    ['1', '2', '3', '4']
    >>> read_rows("1 2 3 / 4 5 6")
    Traceback (most recent call last):
    numduel.errors.SetupError: the board has 2 rows of 3; it must be square
    """
    rows = read_table(text)
    size, width = len(rows), len(rows[0])
    if not MIN_SIZE <= size <= MAX_SIZE:
        found = counted(size, "row")
        raise SetupError(
            f"the board has {found}; it must have {MIN_SIZE} to {MAX_SIZE}, separated by slashes"
        )
    if width != size:
        raise SetupError(f"the board has {size} rows of {width}; it must be square")
    return [cell for row in rows for cell in row]


def read_table(text: str) -> list[list[str]]:
    """Return the rows of a board that need not be square.

    >>> read_table("1 2 3 / 4, 5, 6")
    [['1', '2', '3'], ['4', '5', '6']]
    """
    lines = re.split(r"\s*(?:/|\n)\s*", text.strip())
    if lines == [""]:
        raise SetupError("the board is empty; write it row by row, such as 1 2/3 4")
    rows = [re.findall(r"[^\s,]+", line) for line in lines]
    width = len(rows[0])
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            cells = counted(len(row), "cell")
            raise SetupError(f"row {number} of the board has {cells}, but row 1 has {width}")
    return rows


def read_number(cell: str) -> int:
    """Return the number in a cell of a board as text."""
    if not re.fullmatch("[0-9]{1,4}", cell):
        raise SetupError(f"{quoted(cell)} on the board is not a number")
    return int(cell)


def write_rows(cells: Sequence[object], size: int) -> str:
    """Return a board as text.

    >>> write_rows([1, 2, 3, 4], 2)
    '1 2/3 4'
    """
    return "/".join(
        " ".join(str(cell) for cell in cells[start : start + size])
        for start in range(0, len(cells), size)
    )


def side_length(cells: Sequence[object]) -> int:
    """Return the number of rows of a square with these cells."""
    return int(len(cells) ** 0.5)


def check_range(numbers: Sequence[int], highest: int) -> None:
    """Raise SetupError for a number that is not from 1 to `highest`."""
    for number in numbers:
        if not 1 <= number <= highest:
            raise SetupError(f"{number} on the board is not a number from 1 to {highest}")


def check_distinct(numbers: Sequence[int], highest: int) -> None:
    """Raise SetupError for a repeated number, or one that is not from 1 to `highest`."""
    check_range(numbers, highest)
    for number in numbers:
        if numbers.count(number) > 1:
            raise SetupError(
                f"{number} is on the board twice; use each number from 1 to {highest} once"
            )


class OpenGridOptions(Options):
    """Options of a game on an open grid of numbers; each game sets its own defaults."""

    size = size_option(5)
    highest = highest_option(5)


O = TypeVar("O", bound=OpenGridOptions)  # noqa: E741 - the options of a game
S = TypeVar("S", bound=HasPlayer)  # its states


class OpenGrid(Game[O, S, tuple[int, ...]]):
    """A game on a square of random numbers from 1 to `highest`, all visible.

    The players start in the top left and bottom right corners.
    """

    first: ClassVar[int]
    """The number of the first row and column."""

    def __init__(self, options: O, board: tuple[int, ...]) -> None:
        super().__init__(options, board)
        check_range(board, options.highest)
        self._grid = get_square(options.size, self.first)
        self._starts = (0, self._grid.count - 1)
        self.has_visible_deal = options.highest > 1

    @classmethod
    def deal(cls, options: O, dice: Dice) -> tuple[int, ...]:
        return tuple(1 + dice.below(options.highest) for _ in range(options.size**2))

    @classmethod
    def boards(cls, options: O) -> Iterator[tuple[tuple[int, ...], int]] | None:
        from itertools import product

        numbers, cells = range(1, options.highest + 1), options.size**2
        if len(numbers) ** cells > MAX_LISTED_BOARDS:
            return None
        return ((board, 1) for board in product(numbers, repeat=cells))

    @classmethod
    def read_board(cls, text: str) -> tuple[int, ...]:
        return tuple(read_number(cell) for cell in read_rows(text))

    @classmethod
    def implied(cls, board: tuple[int, ...]) -> dict[str, object]:
        return {"size": side_length(board)}

    @property
    def board(self) -> str:
        return write_rows(self._board, self.options.size)
