"""The moves of a game in the short form: the cells of a board, numbers, words, or pairs of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from ..core import Move
from ..errors import RulesError, listed, quoted
from ..options import Options
from .parts import Board, Cell, Position, Size, list_boards, resolve

__all__ = ["Cells", "Moves", "Numbers", "Pairs", "Words"]

M = TypeVar("M")
A = TypeVar("A")
B = TypeVar("B")


class Moves(ABC, Generic[M]):
    """All moves that can occur, as authors use them, and as text."""

    @abstractmethod
    def values(self, kind: type[Position], options: Options) -> list[M]:
        """Return all moves, in a fixed order."""

    @abstractmethod
    def words(self, values: list[M]) -> str:
        """Return what players can type: "a number from 1 to 9"."""

    def write(self, value: M) -> Move:
        """Return a move as text."""
        return str(value)

    def names(self) -> tuple[str, ...]:
        """Return the options that the moves depend on."""
        return ()


class Cells(Moves[Cell]):
    """The cells of a board: "2,3" is row 2, column 3.

    Arguments:
        board: The name of the board; by default the only one.
        only: A function that returns whether a cell can be a move; by default all can.
    """

    def __init__(self, board: str = "", only: Callable[[Cell], object] = lambda cell: True) -> None:
        self._board = board
        self._only = only

    def find(self, kind: type[Position]) -> Board[Any]:
        """Return the board; raise RulesError if it isn't clear which."""
        boards = list_boards(kind)
        if self._board:
            boards = [board for board in boards if board.name == self._board]
        if len(boards) != 1:
            which = f"no board {quoted(self._board)}" if self._board else f"{len(boards)} boards"
            raise RulesError(f"the moves are cells, but {kind.__name__} has {which}")
        return boards[0]

    def values(self, kind: type[Position], options: Options) -> list[Cell]:
        return [cell for cell in self.find(kind).cells(options) if self._only(cell)]

    def words(self, values: list[Cell]) -> str:
        return f"a cell as row,column from {values[0]} to {values[-1]}"


class Numbers(Moves[int]):
    """Whole numbers from `low` to `high`, each a number or the name of an option."""

    def __init__(self, low: Size, high: Size) -> None:
        self._low = low
        self._high = high

    def names(self) -> tuple[str, ...]:
        return tuple(size for size in (self._low, self._high) if isinstance(size, str))

    def values(self, kind: type[Position], options: Options) -> list[int]:
        return list(range(resolve(self._low, options), resolve(self._high, options) + 1))

    def words(self, values: list[int]) -> str:
        return f"a number from {values[0]} to {values[-1]}"


class Words(Moves[str]):
    """Words, such as "throw" and "stop"."""

    def __init__(self, *words: str) -> None:
        self._words = words
        for word in self._words:
            if not word or not all(c.isalnum() or c in "-_" for c in word) or word != word.lower():
                rule = "use lower-case letters, digits, - and _"
                raise RulesError(f"{quoted(str(word))} can't be a move: {rule}")

    def values(self, kind: type[Position], options: Options) -> list[str]:
        return list(self._words)

    def words(self, values: list[str]) -> str:
        return listed(values)


class Pairs(Moves[tuple[A, B]], Generic[A, B]):
    """Two moves at once, such as a pile and a number of stones: "1,2".

    A pair with a cell or a word has a hyphen: "2,3-right".

    Arguments:
        first: What can come first.
        second: What can come second.
        only: A function that returns whether two make a move; by default all do.
    """

    def __init__(
        self,
        first: Moves[A],
        second: Moves[B],
        only: Callable[[A, B], object] = lambda first, second: True,
    ) -> None:
        self._first = first
        self._second = second
        self._only = only
        is_plain = isinstance(first, Numbers) and isinstance(second, Numbers)
        self._separator = "," if is_plain else "-"

    def names(self) -> tuple[str, ...]:
        return (*self._first.names(), *self._second.names())

    def values(self, kind: type[Position], options: Options) -> list[tuple[A, B]]:
        seconds = self._second.values(kind, options)
        firsts = self._first.values(kind, options)
        return [(a, b) for a in firsts for b in seconds if self._only(a, b)]

    def write(self, value: tuple[A, B]) -> Move:
        return self._separator.join((self._first.write(value[0]), self._second.write(value[1])))

    def words(self, values: list[tuple[A, B]]) -> str:
        first = self._first.words([a for a, _ in values])
        second = self._second.words([b for _, b in values])
        return f"{first}, then {second}, such as {self.write(values[0])}"
