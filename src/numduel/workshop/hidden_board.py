"""Games in the short form whose board is hidden from both players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Generic, Self, TypeVar

from ..core import Chance, HiddenBoard, Layout, Move, Player, Status, Tile
from ..dice import Dice
from ..errors import NumduelError, RulesError, SetupError, quoted
from ..grid import write_rows
from ..options import Options
from .parts import CHOSEN, UNCOVERING, Board, BoardNumbers, Cell, Hidden, Position, first_of
from .short_form import ShortGame

__all__ = ["HiddenShortGame"]

O = TypeVar("O", bound=Options)  # noqa: E741 - the options of a game
P = TypeVar("P", bound=Position)  # its positions
M = TypeVar("M")  # its moves, as the author uses them


class HiddenShortGame(ShortGame[O, P, M], HiddenBoard[O, P, BoardNumbers | None], Generic[O, P, M]):
    """A game in the short form with a hidden board, which only the dealer knows.

    Its position has a part `Hidden`. `change` sets `position.uncovering` to the cell to uncover.
    Then chance decides its number, and `uncovered` is called.
    """

    chance = True

    def uncovered(self, position: P, cell: Cell, number: int) -> Player | None:
        """Change the position after a number is uncovered; return who moves next, as `change`."""
        return None

    # ---- rules

    def __init__(self, options: O, board: BoardNumbers | None = None) -> None:
        self._hidden = _hidden_part(self.position_type)
        self._deck = self._hidden.deck(options)
        super().__init__(options, board if board is not None else self._blank(options))
        assert self._board is not None
        too_many = Counter(filter(None, self._board)) - Counter(self._deck)
        for number in too_many:
            raise SetupError(
                f"{number} is on the board too often; its numbers are {self._format_deck()}"
            )
        numbers = (str(number) for number in self._deck)
        self.chance_outcomes = tuple(dict.fromkeys((*self._outcomes, *numbers)))
        self._place = self.position_type._fields.index(self._hidden.name)
        self._hidden_cells = self._hidden.cells(options)

    def _blank(self, options: O) -> BoardNumbers:
        return BoardNumbers((0,) * len(self._deck), self._hidden.shape(options)[1])

    def _format_deck(self) -> str:
        copies = self._hidden.copies(self.options)
        once = "once" if copies == 1 else f"{copies} times"
        return f"1 to {self._deck[-1]}, each {once}"

    @classmethod
    def deal(cls, options: O, dice: Dice) -> BoardNumbers:
        part = _hidden_part(cls.position_type)
        return BoardNumbers(dice.shuffled(part.deck(options)), part.shape(options)[1])

    @classmethod
    def boards(cls, options: O) -> None:
        return None

    @classmethod
    def complete(cls, options: O, board: BoardNumbers | None, dice: Dice) -> BoardNumbers:
        deck = Counter(_hidden_part(cls.position_type).deck(options))
        assert board is not None
        absent = tuple((deck - Counter(filter(None, board))).elements())
        drawn = iter(dice.shuffled(absent))
        return BoardNumbers((number or next(drawn, 0) for number in board), board.columns)

    def public(self) -> Self:
        return type(self)(self.options, self._blank(self.options))

    def dealt(self, dice: Dice) -> Self:
        return type(self)(self.options, self.complete(self.options, self._board, dice))

    def answer(self, state: P) -> Move | None:
        cell = state.uncovering
        assert cell is not None
        assert self._board is not None
        return str(self._board[cell]) if self._board[cell] else None

    def status(self, state: P) -> Status:
        if state.uncovering is None:
            return super().status(state)
        left = Counter(self._deck) - Counter(state[self._place])
        total = left.total()
        return Chance(tuple((str(number), Fraction(n, total)) for number, n in left.items()))

    def play(self, state: P, move: Move) -> P:
        cell = state.uncovering
        if cell is None:
            return super().play(state, move)
        draft = self._thaw(state)
        draft.uncovering = None
        getattr(draft, self._hidden.name)[cell] = int(move)
        try:
            following = self.uncovered(draft, self._hidden_cells[cell], int(move))
        except NumduelError:
            raise
        except Exception as error:
            self._blame(error)
        return self._freeze(draft, state.player, following, move)

    def _settle(self, values: list[Any], draft: Any, following: Player) -> P:
        cell = getattr(draft, UNCOVERING, None)
        if cell is not None:
            if not (isinstance(cell, int) and 0 <= cell < len(self._deck)):
                raise RulesError(f"{self.title} uncovers {cell!r}, which isn't a cell")
            if values[self._place][cell]:
                raise RulesError(f"{self.title} uncovers {quoted(str(cell))}, which is uncovered")
            following = values[0]
            cell = int(cell)
        values[0] = following
        return tuple.__new__(self.position_type, (*values, cell))  # type: ignore[return-value]

    # ---- boards, pictures and features

    @property
    def board(self) -> str:
        return self._format_board((0,) * len(self._deck))

    def shown(self, state: P, before: str = "") -> str:
        known = self.read_board(before or self.board)
        seen = zip(state[self._place], known, strict=True)
        return self._format_board(now or old for now, old in seen)

    def laid_open(self) -> str:
        assert self._board is not None
        return self._format_board(self._board)

    def _format_board(self, numbers: Iterable[int]) -> str:
        _, columns = self._hidden.shape(self.options)
        return write_rows([number or "?" for number in numbers], columns)

    def deed(self, state: P, move: Move) -> str:
        if state.uncovering is not None:
            return f"{state.player} uncovered {move}"
        return super().deed(state, move)

    def tile(self, position: P, board: Board[Any], cell: Cell) -> Tile:
        tile = super().tile(position, board, cell)
        is_chosen = board is self._hidden and position.uncovering == cell
        return tile._replace(tags=(CHOSEN,)) if is_chosen else tile

    def layout(self) -> Layout:
        shape, features = super().layout()
        tiles = [feature for feature in features if feature.per_tile]
        chosen = tiles[0]._replace(name="being revealed", highest=1)
        return shape, (*tiles, chosen, *features[len(tiles) :])

    def features(self, state: P, player: Player) -> tuple[int, ...]:
        rows, columns = self._shape
        found = super().features(state, player)
        planes = rows * columns * sum(feature.per_tile for feature in super().layout()[1])
        chosen = [0] * (rows * columns)
        if state.uncovering is not None:
            chosen[state.uncovering] = 1
        return (*found[:planes], *chosen, *found[planes:])


def _hidden_part(kind: type[Position]) -> Hidden:
    part = first_of(kind, Hidden)
    assert part is not None
    return part
