"""Vineyard: take the first remaining number of a row; the higher sum wins."""

from __future__ import annotations

from typing import NamedTuple

from numduel.core import Fact, Game, Move, Over, Picture, Player, Status, Tile, Turn, immutable
from numduel.dice import Dice
from numduel.errors import SetupError
from numduel.grid import read_number
from numduel.options import Options, Whole

Field = tuple[tuple[int, ...], ...]
"""The numbers in rows, which need not be a square."""

HIGHEST = 9


class VineyardOptions(Options):
    rows = Whole(2, 1, 4, "number of rows")
    columns = Whole(3, 1, 6, "numbers in each row")


@immutable
class State(NamedTuple):
    player: Player
    taken: tuple[int, ...]
    """Number of values taken from each row."""
    sums: tuple[int, int] = (0, 0)


class Vineyard(Game[VineyardOptions, State, Field]):
    id = "vineyard"
    title = "Vineyard"
    summary = "Take numbers from {rows} rows, and take more than your opponent."
    options_type = VineyardOptions
    reasons = ("more", "equal")
    has_draws = True
    has_visible_deal = True

    def __init__(self, options: VineyardOptions, board: Field) -> None:
        super().__init__(options, board)
        if not all(1 <= number <= HIGHEST for row in board for number in row):
            raise SetupError(f"all numbers are from 1 to {HIGHEST}")
        self.vocabulary = tuple("abcd"[: options.rows])
        self.max_plies = options.rows * options.columns

    @classmethod
    def deal(cls, options: VineyardOptions, dice: Dice) -> Field:
        columns = range(options.columns)
        return tuple(tuple(1 + dice.below(HIGHEST) for _ in columns) for _ in range(options.rows))

    @classmethod
    def read_board(cls, text: str) -> Field:
        lines = text.replace(",", " ").split("/")
        rows = tuple(tuple(read_number(cell) for cell in line.split()) for line in lines)
        if len({len(row) for row in rows}) > 1:
            raise SetupError("all rows must have as many numbers")
        return rows

    @classmethod
    def implied(cls, board: Field) -> dict[str, object]:
        return {"rows": len(board), "columns": len(board[0])}

    @property
    def board(self) -> str:
        return "/".join(" ".join(map(str, row)) for row in self._board)

    def start(self) -> State:
        return State(Player.ONE, (0,) * self.options.rows)

    def status(self, state: State) -> Status:
        rows = zip(self.vocabulary, state.taken, strict=True)
        if moves := tuple(row for row, taken in rows if taken < self.options.columns):
            return Turn(state.player, moves)
        one, two = state.sums
        if one == two:
            return Over(None, "equal")
        return Over(Player.ONE if one > two else Player.TWO, "more")

    def play(self, state: State, move: Move) -> State:
        row = self.vocabulary.index(move)
        player, taken, (one, two) = state
        number = self._board[row][taken[row]]
        sums = (one + number, two) if player is Player.ONE else (one, two + number)
        return State(player.other, (*taken[:row], taken[row] + 1, *taken[row + 1 :]), sums)

    def picture(self, state: State) -> Picture:
        rows = tuple(
            tuple(
                Tile(str(number) if n >= taken else "", move=move if n == taken else None)
                for n, number in enumerate(row)
            )
            for row, taken, move in zip(self._board, state.taken, self.vocabulary, strict=True)
        )
        facts = tuple(Fact("Sum", state.sums[player], player) for player in Player)
        return Picture(rows, facts, *self.to_move_and_winner(state))
