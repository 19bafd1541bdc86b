"""The parts of a position in the short form: boards, numbers, tokens, each with its bounds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, MutableSequence, Sequence
from itertools import permutations, product
from math import factorial
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar

from ..core import Fact, Feature, Player, Tag, Tile, immutable
from ..dice import Dice
from ..errors import RulesError, quoted
from ..grid import MAX_LISTED_BOARDS
from ..options import Options

__all__ = ["Cell", "Grid", "Hidden", "Number", "Owners", "PerPlayer", "Position", "Tokens"]

T = TypeVar("T")

Size = int | str | Callable[[Any], int]
"""A whole number, the name of the option that sets it, or a function of the options."""

UNCOVERING = "uncovering"
"""The field of a position with a hidden board: the cell whose number chance decides next."""

COVERED = Tag("?", "hidden")
CHOSEN = Tag("!", "being revealed")


class Cell(int):
    """A cell of a board: an index of its numbers, with a row and a column from 0.

    >>> cell = Cell(5, columns=3)
    >>> cell.row, cell.column, cell == 5, str(cell)
    (1, 2, True, '2,3')
    """

    row: int
    column: int
    _columns: int

    def __new__(cls, index: int, columns: int) -> Cell:
        cell = super().__new__(cls, index)
        cell.row, cell.column = divmod(index, columns)
        cell._columns = columns
        return cell

    def __str__(self) -> str:
        return f"{self.row + 1},{self.column + 1}"

    def __reduce__(self) -> tuple[Any, ...]:
        return Cell, (int(self), self._columns)


def resolve(size: Size, options: Options) -> int:
    """Return a size as a number."""
    if isinstance(size, int):
        return size
    return int(getattr(options, size) if isinstance(size, str) else size(options))


class BoardNumbers(tuple[int, ...]):
    """The numbers of a board, which know how many columns it has."""

    columns: int

    def __new__(cls, numbers: Iterable[int], columns: int) -> BoardNumbers:
        board = super().__new__(cls, numbers)
        board.columns = columns
        return board

    def __reduce__(self) -> tuple[Any, ...]:
        return BoardNumbers, (tuple(self), self.columns)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self) // self.columns, self.columns


class Part(ABC, Generic[T]):
    """One part of a position. In a position it is a plain value: a number, or a tuple of them."""

    name: str

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    if TYPE_CHECKING:

        def __get__(self, position: Position | None, kind: type[Position]) -> T: ...
        def __set__(self, position: Position, value: T) -> None: ...

    def names(self) -> Iterator[str]:
        """Yield the options that the part depends on."""
        yield from ()

    @abstractmethod
    def start(self, options: Options) -> Any:
        """Return the value at the start, for a position."""

    @abstractmethod
    def check(self, value: Any, options: Options) -> str | None:
        """Return what is wrong with a value; None if it is within its bounds."""

    def thaw(self, value: Any) -> Any:
        """Return a value that an author's code may change."""
        return list(value)

    def freeze(self, value: Any, options: Options) -> Any:
        """Return a changed value, for a position."""
        return tuple(value)

    @property
    def label(self) -> str:
        """The name for people: "points_left" is "Points left"."""
        return self.name.replace("_", " ").capitalize()

    @property
    def words(self) -> str:
        return self.name.replace("_", " ")

    def facts(self, value: Any, options: Options) -> list[Fact]:
        """Return the lines beside the board."""
        return []

    @abstractmethod
    def layout(self, options: Options) -> tuple[Feature, ...]:
        """Return the features of this part."""

    @abstractmethod
    def features(self, value: Any, player: Player, count: int) -> list[int]:
        """Return the integers of these features; a feature per tile has `count` of them."""


class Number(Part[int]):
    """A whole number from 0 to `highest`, such as the stones that are left.

    People see it beside the board unless `is_shown` is False, such as for the phase of a turn.
    """

    def __init__(
        self, start: Size, highest: Size, label: str = "", *, is_shown: bool = True
    ) -> None:
        self._start = start
        self._highest = highest
        self._label = label
        self._is_shown = is_shown

    @property
    def label(self) -> str:
        return self._label or super().label

    def names(self) -> Iterator[str]:
        yield from (size for size in (self._start, self._highest) if isinstance(size, str))

    def start(self, options: Options) -> int:
        return resolve(self._start, options)

    def check(self, value: Any, options: Options) -> str | None:
        return _check_number(value, resolve(self._highest, options))

    def thaw(self, value: Any) -> Any:
        return value

    def freeze(self, value: Any, options: Options) -> Any:
        return value

    def facts(self, value: Any, options: Options) -> list[Fact]:
        return [Fact(self.label, value)] if self._is_shown else []

    def layout(self, options: Options) -> tuple[Feature, ...]:
        return (Feature(self.words, resolve(self._highest, options)),)

    def features(self, value: Any, player: Player, count: int) -> list[int]:
        return [value]


def _check_number(value: object, highest: int) -> str | None:
    if type(value) is not int:
        if isinstance(value, Cell):
            return f"the cell {value} isn't a plain number: write int(cell)"
        if isinstance(value, Player):
            return f"{value} isn't a plain number: write int(player)"
        return f"{value!r} isn't a whole number"
    return None if 0 <= value <= highest else f"{value} isn't from 0 to {highest}"


class PerPlayer(Part[MutableSequence[int]]):
    """A whole number for each player, from 0 to `highest`: `position.points[position.player]`.

    With `limit`, people see it as "4 of 15".
    """

    def __init__(
        self, start: Size, highest: Size, label: str = "", limit: Size | None = None
    ) -> None:
        self._start = start
        self._highest = highest
        self._label = label
        self._limit = limit

    @property
    def label(self) -> str:
        return self._label or super().label

    def names(self) -> Iterator[str]:
        sizes = (self._start, self._highest, self._limit)
        yield from (size for size in sizes if isinstance(size, str))

    def start(self, options: Options) -> tuple[int, int]:
        start = resolve(self._start, options)
        return start, start

    def check(self, value: Any, options: Options) -> str | None:
        if len(value) != 2:
            return f"it has {len(value)} numbers instead of one for each player"
        highest = resolve(self._highest, options)
        return _check_number(value[0], highest) or _check_number(value[1], highest)

    def facts(self, value: Any, options: Options) -> list[Fact]:
        limit = None if self._limit is None else resolve(self._limit, options)
        return [Fact(self.label, value[player], player, limit) for player in Player]

    def layout(self, options: Options) -> tuple[Feature, ...]:
        highest = resolve(self._highest, options)
        return Feature(f"my {self.words}", highest), Feature(f"their {self.words}", highest)

    def features(self, value: Any, player: Player, count: int) -> list[int]:
        return [value[player], value[1 - player]]


# ---- boards


class Board(Part[T]):
    """A part with a value for each cell of a board, row by row."""

    def __init__(self, rows: Size, columns: Size) -> None:
        self.rows = rows
        self.columns = columns

    def names(self) -> Iterator[str]:
        yield from (size for size in (self.rows, self.columns) if isinstance(size, str))

    def shape(self, options: Options) -> tuple[int, int]:
        return resolve(self.rows, options), resolve(self.columns, options)

    def count(self, options: Options) -> int:
        rows, columns = self.shape(options)
        return rows * columns

    def cells(self, options: Options) -> tuple[Cell, ...]:
        """Return all cells, row by row."""
        rows, columns = self.shape(options)
        return tuple(Cell(index, columns) for index in range(rows * columns))

    def check(self, value: Any, options: Options) -> str | None:
        if len(value) != self.count(options):
            return f"it has {len(value)} cells instead of {self.count(options)}"
        return self.check_cells(value, options)

    def check_numbers(self, value: Any, highest: int, options: Options) -> str | None:
        """Return the first cell whose value isn't a number from 0 to `highest`, with the reason."""
        if set(map(type, value)) == {int} and min(value) >= 0 and max(value) <= highest:
            return None
        problems = (
            f"{Cell(cell, self.shape(options)[1])}: {problem}"
            for cell, number in enumerate(value)
            if (problem := _check_number(number, highest))
        )
        return next(problems, None)

    @abstractmethod
    def check_cells(self, value: Any, options: Options) -> str | None:
        """Return what is wrong with a value of the right length."""

    @abstractmethod
    def tile(self, value: Any, cell: Cell) -> Tile:
        """Return the tile of a cell, without a move."""


def _pad(numbers: list[int], count: int) -> list[int]:
    return numbers + [0] * (count - len(numbers))


Deal = Literal["random", "shuffled"]


class Grid(Board[MutableSequence[int]]):
    """A board of numbers from 0 to `highest`.

    Arguments:
        rows: Its rows: a number, or the name of an option.
        columns: Its columns.
        highest: The highest number in a cell.
        start: The number in all cells at the start.
        deal: "random" deals numbers from 1 to `highest`; "shuffled" deals the numbers from 1 to the
            number of cells, each once. Then the game has boards, which can also be given.
        labels: What people see for each number from 0; by default the number, and nothing for 0.
    """

    def __init__(
        self,
        rows: Size,
        columns: Size,
        highest: Size = 0,
        start: Size = 0,
        deal: Deal | None = None,
        labels: Sequence[str] = (),
    ) -> None:
        super().__init__(rows, columns)
        self._highest = highest
        self._start = start
        self.deal = deal
        self._labels = tuple(labels)
        if deal not in (None, "random", "shuffled"):
            raise RulesError(f'deal is "random" or "shuffled", not {quoted(str(deal))}')

    def names(self) -> Iterator[str]:
        yield from super().names()
        yield from (size for size in (self._highest, self._start) if isinstance(size, str))

    def highest(self, options: Options) -> int:
        if self.deal == "shuffled":
            return max(self.count(options), resolve(self._highest, options))
        return resolve(self._highest, options)

    def start(self, options: Options) -> tuple[int, ...]:
        return (resolve(self._start, options),) * self.count(options)

    def check_cells(self, value: Any, options: Options) -> str | None:
        return self.check_numbers(value, self.highest(options), options)

    def tile(self, value: Any, cell: Cell) -> Tile:
        number = value[cell]
        if number < len(self._labels):
            return Tile(self._labels[number])
        return Tile(str(number) if number else "")

    def layout(self, options: Options) -> tuple[Feature, ...]:
        return (Feature(self.words, self.highest(options), True),)

    def features(self, value: Any, player: Player, count: int) -> list[int]:
        return _pad(list(value), count)

    # ---- deals

    def dealt(self, options: Options, dice: Dice) -> BoardNumbers:
        """Return random numbers for the start."""
        rows, columns = self.shape(options)
        if self.deal == "shuffled":
            return BoardNumbers(dice.shuffled(range(1, rows * columns + 1)), columns)
        highest = self.highest(options)
        return BoardNumbers((1 + dice.below(highest) for _ in range(rows * columns)), columns)

    def check_deal(self, numbers: Sequence[int], options: Options) -> str | None:
        """Return what is wrong with a given board."""
        highest = self.highest(options)
        for number in numbers:
            if not 1 <= number <= highest:
                return f"{number} on the board is not a number from 1 to {highest}"
            if self.deal == "shuffled" and numbers.count(number) > 1:
                return f"{number} is on the board twice; use each number from 1 to {highest} once"
        return None

    def count_deals(self, options: Options) -> int:
        """Return the number of boards that can be dealt."""
        count = self.count(options)
        if self.deal == "shuffled":
            return factorial(count)
        return int(self.highest(options) ** count)

    def deals(self, options: Options) -> Iterator[tuple[BoardNumbers, int]] | None:
        """Return all boards, each once; None if there are too many."""
        if self.count_deals(options) > MAX_LISTED_BOARDS:
            return None
        numbers = range(1, self.highest(options) + 1)
        rows, columns = self.shape(options)
        boards = (
            permutations(numbers)
            if self.deal == "shuffled"
            else product(numbers, repeat=rows * columns)
        )
        return ((BoardNumbers(board, columns), 1) for board in boards)


class Owners(Board["MutableSequence[Player | None]"]):
    """A board whose cells belong to a player, or to no one: None."""

    def start(self, options: Options) -> tuple[Player | None, ...]:
        return (None,) * self.count(options)

    def check_cells(self, value: Any, options: Options) -> str | None:
        for owner in value:
            if owner is not None and not isinstance(owner, Player):
                return f"{owner!r} isn't a player or None"
        return None

    def tile(self, value: Any, cell: Cell) -> Tile:
        owner = value[cell]
        return Tile("", () if owner is None else (owner,))

    def layout(self, options: Options) -> tuple[Feature, ...]:
        return Feature(f"my {self.words}", 1, True), Feature(f"their {self.words}", 1, True)

    def features(self, value: Any, player: Player, count: int) -> list[int]:
        mine = [int(owner == player) for owner in value]  # None equals no player
        theirs = [int(owner == 1 - player) for owner in value]
        return _pad(mine, count) + _pad(theirs, count)


class Tokens(Part["MutableSequence[Cell | None]"]):
    """The cell of each player's token on the board of this position; None if it isn't there.

    Arguments:
        first: The cells at the start, as indices; -1 is the last cell.
    """

    board: Any
    """The board of the position: its first part of that kind."""

    def __init__(self, first: tuple[int | None, int | None] = (None, None)) -> None:
        self._first = first

    def start(self, options: Options) -> tuple[Cell | None, ...]:
        count = self.board.count(options)
        first = [None if cell is None else cell % count for cell in self._first]
        return self.freeze(first, options)

    def check(self, value: Any, options: Options) -> str | None:
        if len(value) != 2:
            return f"it has {len(value)} cells instead of one for each player"
        for cell in value:
            if cell is not None and not (
                isinstance(cell, int) and 0 <= cell < self.board.count(options)
            ):
                return f"{cell!r} isn't a cell or None"
        return None

    def freeze(self, value: Any, options: Options) -> tuple[Cell | None, ...]:
        _, columns = self.board.shape(options)
        return tuple(Cell(cell, columns) if type(cell) is int else cell for cell in value)

    def layout(self, options: Options) -> tuple[Feature, ...]:
        return Feature(f"my {self.words}", 1, True), Feature(f"their {self.words}", 1, True)

    def features(self, value: Any, player: Player, count: int) -> list[int]:
        planes = [0] * (2 * count)
        for plane, owner in enumerate((player, 1 - player)):
            if value[owner] is not None:
                planes[plane * count + value[owner]] = 1
        return planes


class Hidden(Board[MutableSequence[int]]):
    """A board of hidden numbers, which only the dealer knows: 0 is a cell that is still hidden.

    Its numbers are 1, 2, 3 and so on, each `copies` times, in random order. To uncover a cell, set
    `position.uncovering = cell` in `change`. Chance decides its number, and then `uncovered` is
    called.
    """

    def __init__(self, rows: Size, columns: Size, copies: Size = 1) -> None:
        super().__init__(rows, columns)
        self._copies = copies

    def names(self) -> Iterator[str]:
        yield from super().names()
        if isinstance(self._copies, str):
            yield self._copies

    def copies(self, options: Options) -> int:
        return resolve(self._copies, options)

    def highest(self, options: Options) -> int:
        return -(-self.count(options) // self.copies(options))

    def deck(self, options: Options) -> tuple[int, ...]:
        """Return all numbers in order."""
        copies = self.copies(options)
        return tuple(1 + card // copies for card in range(self.count(options)))

    def start(self, options: Options) -> tuple[int, ...]:
        return (0,) * self.count(options)

    def check_cells(self, value: Any, options: Options) -> str | None:
        return self.check_numbers(value, self.highest(options), options)

    def tile(self, value: Any, cell: Cell) -> Tile:
        return Tile(str(value[cell])) if value[cell] else Tile("", tags=(COVERED,))

    def layout(self, options: Options) -> tuple[Feature, ...]:
        return (Feature(self.words, self.highest(options), True),)

    def features(self, value: Any, player: Player, count: int) -> list[int]:
        return _pad(list(value), count)


# ---- positions

RESERVED = frozenset({"player", UNCOVERING})
"""Names that no part can have."""


class _PositionType(type):
    """The type of position classes: it turns declared parts into the fields of a tuple."""

    def __new__(mcs, name: str, bases: tuple[type, ...], contents: dict[str, Any]) -> _PositionType:
        inherited: dict[str, Part[Any]] = {}
        for base in bases:
            inherited.update(getattr(base, "_parts", {}))
        own = {part: thing for part, thing in contents.items() if isinstance(thing, Part)}
        for part in own:
            if part in RESERVED or part.startswith("_"):
                raise RulesError(f"{name} can't have a part {quoted(part)}: choose another name")
        parts = {**inherited, **own}
        fields = ("player", *parts)
        if any(isinstance(part, Hidden) for part in parts.values()):
            fields += (UNCOVERING,)
        getters = {field: property(itemgetter(n)) for n, field in enumerate(fields)}
        draft = type("Draft", (), {"__slots__": fields, "__doc__": "A position to change."})
        more = {"__slots__": (), "_parts": parts, "_fields": fields, "_draft_type": draft}
        found = super().__new__(mcs, name, bases, {**contents, **getters, **more})
        for part, thing in own.items():
            thing.__set_name__(found, part)
        _connect(name, parts)
        return found


def _connect(name: str, parts: dict[str, Part[Any]]) -> None:
    """Give tokens their board; raise RulesError for parts that don't go together."""
    boards = [part for part in parts.values() if isinstance(part, Board)]
    if sum(isinstance(board, Hidden) for board in boards) > 1:
        raise RulesError(f"{name} has two hidden boards: a position can have one")
    if sum(isinstance(board, Grid) and board.deal is not None for board in boards) > 1:
        raise RulesError(f"{name} has two boards with a deal: a position can have one")
    for part in parts.values():
        if isinstance(part, Tokens):
            if not boards:
                raise RulesError(f"{name} has tokens but no board: declare a Grid or Owners first")
            part.board = boards[0]


@immutable
class Position(tuple[Any, ...], metaclass=_PositionType):
    """The base class of the positions of a game in the short form.

    A subclass declares parts; a position is a tuple of the player to move and their values.

    >>> class Pile(Position):
    ...     stones = Number(start=21, highest=21)
    >>> Pile((Player.ONE, 21)).stones
    21
    """

    _parts: ClassVar[dict[str, Part[Any]]]
    """The declared parts, by name."""
    _fields: ClassVar[tuple[str, ...]]
    _draft_type: ClassVar[type[Any]]

    if TYPE_CHECKING:
        player: Player
        """The player to move; while chance decides, the player who moved last."""
        uncovering: int | None
        """The cell whose number chance decides next, on a hidden board."""

    def __repr__(self) -> str:
        values = zip(self._fields, self, strict=True)
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in values)})"


def list_boards(kind: type[Position]) -> list[Board[Any]]:
    """Return the boards of a position, in order."""
    return [part for part in kind._parts.values() if isinstance(part, Board)]


def first_of(kind: type[Position], wanted: type[T]) -> T | None:
    """Return the first part of this type."""
    return next((part for part in kind._parts.values() if isinstance(part, wanted)), None)
