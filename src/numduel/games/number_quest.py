"""Number Quest: turn over hidden numbers to a total of exactly 15, and never above."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ..core import Chance, Fact, Game, Move, Over, Picture, Player, Status, Tag, Tile, Turn
from ..dice import Dice
from ..errors import SetupError
from ..grid import Square, once_each, read_number, read_rows, sized, write_rows
from ..options import Flag, Options, Whole

if TYPE_CHECKING:
    from typing import Self

# ---- options


class QuestOptions(Options):
    size = sized(3)
    target = Whole(15, 1, 10_000, "the total that wins")
    stand = Flag(False, "a player may stand instead of revealing (not in the book)")


HIDDEN = Tag("?", "hidden")
CHOSEN = Tag("!", "being revealed")
STAND = "stand"
UNKNOWN = 0


# ---- state


class State(NamedTuple):
    """All that anybody knows: a number not revealed is in no state at all (Q1)."""

    player: Player
    mine: int
    """The total of the player to move."""
    theirs: int
    seen: tuple[int, ...]
    """The revealed number of each cell, or UNKNOWN."""
    closed: int
    """The cells not selected yet, as bits."""
    left: int
    """The numbers not revealed yet, as bits."""
    choice: int | None = None
    """The cell selected just now, whose number chance is to reveal."""
    stood: tuple[bool, bool] = (False, False)
    """Whether the player to move stands, and whether the other does."""


class NumberQuest(Game[QuestOptions, State, tuple[int, ...]]):
    id = "quest"
    title = "Number Quest"
    summary = "Turn over hidden numbers to exactly 15."
    place = 4
    options_type = QuestOptions

    # ---- rules

    def __init__(self, options: QuestOptions, board: tuple[int, ...]) -> None:
        """The board is the dealer's: no rule below reads it, only `answer` and `laid_open`."""
        super().__init__(options, board)
        self._grid = grid = Square(options.size, first=1)
        once_each([number for number in board if number != UNKNOWN], grid.count)
        self.vocabulary = (*grid.names, STAND) if options.stand else grid.names
        # Bounded, since a large grid has more sets of cells than fit anywhere.
        self._turn = lru_cache(maxsize=2**12)(self._make_turn)
        self._chance = lru_cache(maxsize=2**12)(self._make_chance)

    @classmethod
    def deal(cls, options: QuestOptions, dice: Dice) -> tuple[int, ...]:
        return dice.shuffled(range(1, options.size**2 + 1))

    @classmethod
    def complete(cls, options: QuestOptions, board: tuple[int, ...], dice: Dice) -> tuple[int, ...]:
        once_each([number for number in board if number != UNKNOWN], len(board))
        absent = tuple(n for n in range(1, len(board) + 1) if n not in board)
        drawn = iter(dice.shuffled(absent))
        return tuple(next(drawn) if number == UNKNOWN else number for number in board)

    def public(self) -> Self:
        return type(self)(self.options, (UNKNOWN,) * self._grid.count)

    def dealt(self, dice: Dice) -> Self:
        return type(self)(self.options, self.complete(self.options, self._board, dice))

    def answer(self, state: State) -> Move | None:
        assert state.choice is not None
        assert UNKNOWN not in self._board
        return str(self._board[state.choice])

    def start(self) -> State:
        cells = self._grid.count
        every = (1 << cells) - 1
        return State(Player.ONE, 0, 0, (UNKNOWN,) * cells, every, every << 1)

    def status(self, state: State) -> Status:
        player, mine, theirs, _, closed, left, choice, stood = state
        target = self.options.target
        if theirs >= target:
            return Over(player.other, "exact") if theirs == target else Over(player, "over")
        if choice is not None:
            return self._chance(left)
        if closed and stood != (True, True):
            return self._turn(player, closed)
        # On equal totals the last to play loses: that is never the player to move.
        return Over(player if mine >= theirs else player.other, "closest")

    def _make_turn(self, player: Player, closed: int) -> Turn:
        cells = tuple(name for cell, name in enumerate(self._grid.names) if closed >> cell & 1)
        return Turn(player, (*cells, STAND) if self.options.stand else cells)

    def _make_chance(self, left: int) -> Chance:
        from fractions import Fraction

        numbers = [number for number in range(1, self._grid.count + 1) if left >> number & 1]
        return Chance(tuple((str(number), Fraction(1, len(numbers))) for number in numbers))

    def play(self, state: State, move: Move) -> State:
        player, mine, theirs, seen, closed, left, choice, stood = state
        if choice is not None:
            return self._reveal(state, int(move))
        if move != STAND:
            cell = self._grid.cells[move]
            return State(player, mine, theirs, seen, closed, left, cell, stood)
        if stood[1]:  # both stand: the game is over, and this player was the last to play
            return State(player.other, theirs, mine, seen, closed, left, None, (True, True))
        return State(player.other, theirs, mine, seen, closed, left, None, (False, True))

    def _reveal(self, state: State, number: int) -> State:
        player, mine, theirs, seen, closed, left, cell, stood = state
        assert cell is not None
        mine += number
        seen = (*seen[:cell], number, *seen[cell + 1 :])
        closed &= ~(1 << cell)
        left &= ~(1 << number)
        if stood[1] and mine < self.options.target and closed:
            return State(player, mine, theirs, seen, closed, left, None, stood)
        return State(player.other, theirs, mine, seen, closed, left, None, stood[::-1])

    def forbids(self, state: State, move: Move) -> str | None:
        if move == STAND:
            return None
        cell = self._grid.cells[move]
        if state.seen[cell] != UNKNOWN:
            return f"({move}) is already selected"
        return None

    def key(self, state: State) -> object:
        """Which cells are closed does not matter: every closed cell is as good as another."""
        return state._replace(seen=(), closed=0, choice=state.choice is not None)

    # ---- text

    @classmethod
    def read_board(cls, text: str) -> tuple[int, ...]:
        """Numbers, and a ? for each cell that is to be dealt."""
        return tuple(cls._read_cell(cell) for cell in read_rows(text)[1])

    @staticmethod
    def _read_cell(cell: str) -> int:
        if cell == "?":
            return UNKNOWN
        number = read_number(cell)
        if number == UNKNOWN:
            raise SetupError("0 is no number of the board; write ? for a cell to be dealt")
        return number

    @classmethod
    def implied(cls, board: tuple[int, ...]) -> dict[str, object]:
        return {"size": round(len(board) ** 0.5)}

    @property
    def board(self) -> str:
        return self._written((UNKNOWN,) * self._grid.count)

    def shown(self, state: State, before: str = "") -> str:
        known = self.read_board(before or self.board)
        return self._written(now or old for now, old in zip(state.seen, known, strict=True))

    def laid_open(self) -> str:
        return self._written(self._board)

    def _written(self, numbers: Iterable[int]) -> str:
        return write_rows([number or "?" for number in numbers], self.options.size)

    def expects(self, state: State) -> str:
        cells = f"a cell as row,column from {self._grid.span}"
        return f"{cells}, or stand" if self.options.stand else cells

    def drawing(self) -> list[str]:
        width = len(str(self._grid.count))
        return [f"[{' ' * width}]" * self.options.size] * self.options.size

    def intro(self) -> list[str]:
        return ["Welcome to Number Quest!", ""]

    def ask(self, state: State) -> list[str]:
        prompt = "Select a cell (row,column): "
        if self.options.stand:
            prompt = "Select a cell (row,column) or stand: "
        return [f"{state.player}, it's your turn.", f"Current Score: {state.mine}", prompt]

    def report(self, state: State, move: Move) -> list[str]:
        if state.choice is not None:
            total = state.mine + int(move)
            return ["", f"You revealed number: {move}", f"Your new total score: {total}", ""]
        if move == STAND:
            return ["", f"{state.player} stands at {state.mine}.", ""]
        return []

    def verdict(self, state: State) -> list[str]:
        status = self.status(state)
        assert isinstance(status, Over)
        target, wins = self.options.target, f"{status.winner} wins the game!"
        if status.reason == "over":
            return [f"Oh no! You exceeded {target}.", wins]
        if status.reason == "exact":
            return [f"Congratulations! You reached exactly {target}.", wins]
        ended = "Both players stand." if all(state.stood) else "All cells have been selected."
        if state.mine == state.theirs:
            return [ended, f"Both have {state.mine}, and {state.player.other} played last.", wins]
        return [ended, f"{max(state.mine, state.theirs)} is closest to {target}.", wins]

    # ---- picture

    def picture(self, state: State) -> Picture:
        totals, stood = (state.mine, state.theirs), state.stood
        if state.player is Player.TWO:
            totals, stood = totals[::-1], stood[::-1]
        tiles = [
            Tile(
                label=str(number) if number != UNKNOWN else "",
                tags=() if number != UNKNOWN else (CHOSEN if cell == state.choice else HIDDEN,),
                move=self._grid.names[cell],
            )
            for cell, number in enumerate(state.seen)
        ]
        facts = [Fact("Score", totals[p], p, self.options.target) for p in Player]
        if self.options.stand:
            facts.append(Fact("Variant", "a player may stand"))
        facts += [Fact("Stands", "for the rest of the game", p) for p in Player if stood[p]]
        return Picture(self._grid.rows(tiles), tuple(facts), *self.standing(state), first=1)
