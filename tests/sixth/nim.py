"""Nim: take stones from one pile at a time; the player who can't take any loses."""

from __future__ import annotations

from typing import NamedTuple

from numduel.core import Fact, Game, Move, Over, Picture, Player, Status, Tile, Turn, immutable
from numduel.dice import Dice
from numduel.errors import SetupError, counted
from numduel.grid import read_number
from numduel.options import Options, Whole

# ---- options

MAX_STONES = 9


class NimOptions(Options):
    piles = Whole(3, 1, 6, "number of piles")
    most = Whole(MAX_STONES, 1, MAX_STONES, "maximum stones in one move")


# ---- state


@immutable
class State(NamedTuple):
    player: Player
    piles: tuple[int, ...]
    """The number of stones left in each pile."""


class Nim(Game[NimOptions, State, tuple[int, ...]]):
    id = "nim"
    title = "Nim"
    summary = "Take stones from the piles, and take the last."
    options_type = NimOptions
    reasons = ("stuck",)
    has_visible_deal = True

    # ---- rules

    def __init__(self, options: NimOptions, board: tuple[int, ...]) -> None:
        super().__init__(options, board)
        for stones in board:
            if not 1 <= stones <= MAX_STONES:
                raise SetupError(f"a pile has from 1 to {MAX_STONES} stones, not {stones}")
        self._moves = {
            f"{pile + 1},{stones}": (pile, stones)
            for pile in range(options.piles)
            for stones in range(1, MAX_STONES + 1)
        }
        self.vocabulary = tuple(self._moves)
        self.max_plies = options.piles * MAX_STONES

    @classmethod
    def deal(cls, options: NimOptions, dice: Dice) -> tuple[int, ...]:
        return tuple(1 + dice.below(MAX_STONES) for _ in range(options.piles))

    def start(self) -> State:
        return State(Player.ONE, self._board)

    def status(self, state: State) -> Status:
        moves = tuple(move for move in self.vocabulary if self.forbids(state, move) is None)
        return Turn(state.player, moves) if moves else Over(state.player.other, "stuck")

    def play(self, state: State, move: Move) -> State:
        pile, stones = self._moves[move]
        left = (*state.piles[:pile], state.piles[pile] - stones, *state.piles[pile + 1 :])
        return State(state.player.other, left)

    def forbids(self, state: State, move: Move) -> str | None:
        pile, stones = self._moves[move]
        if stones > state.piles[pile]:
            return f"pile {pile + 1} has {counted(state.piles[pile], 'stone')}"
        if stones > self.options.most:
            return f"{counted(self.options.most, 'stone')} may be taken at once, not {stones}"
        return None

    def key(self, state: State) -> object:
        """Return the piles in order: their positions don't matter."""
        return state._replace(piles=tuple(sorted(state.piles)))

    # ---- text

    @classmethod
    def read_board(cls, text: str) -> tuple[int, ...]:
        return tuple(read_number(pile) for pile in text.replace(",", " ").split())

    @classmethod
    def implied(cls, board: tuple[int, ...]) -> dict[str, object]:
        return {"piles": len(board)}

    @property
    def board(self) -> str:
        return " ".join(str(stones) for stones in self._board)

    def expects(self, state: State) -> str:
        return "a pile and how many stones to take from it, such as 1,2"

    def question(self, state: State) -> str:
        return "take what (pile,stones)?"

    def deed(self, state: State, move: Move) -> str:
        pile, stones = self._moves[move]
        return f"{state.player} took {counted(stones, 'stone')} from pile {pile + 1}"

    def ending(self, state: State) -> str:
        return f"{state.player.other} took the last stone"

    def prospect(self, state: State) -> str:
        return f"{state.player.other} would take the last stone"

    # ---- picture

    def picture(self, state: State) -> Picture:
        """Draw a row for each pile; pointing at a stone takes all stones up to it."""
        rows = tuple(
            tuple(
                Tile("o" if stones <= left else ".", move=f"{pile},{stones}")
                for stones in range(1, MAX_STONES + 1)
            )
            for pile, left in enumerate(state.piles, 1)
        )
        facts = (Fact("Stones left", sum(state.piles)), Fact("At once", self.options.most))
        return Picture(rows, facts, *self.to_move_and_winner(state), first=1)
