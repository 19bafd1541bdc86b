"""Number Maze Race: jump as far as your cell says; first to the opposite corner wins."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from ..core import (
    SEATS,
    START,
    Example,
    Fact,
    Feature,
    Layout,
    Move,
    Over,
    Packing,
    Picture,
    Player,
    Status,
    Tile,
    Turn,
    immutable,
    make,
)
from ..errors import counted
from ..grid import (
    DIRECTIONS,
    TOKENS,
    OpenGrid,
    OpenGridOptions,
    get_square,
    highest_option,
    size_option,
)

# ---- options


class RaceOptions(OpenGridOptions):
    size = size_option(4)
    highest = highest_option(4)


STEPS = {word.capitalize(): step for word, step in DIRECTIONS.items()}


# ---- state


@immutable
class State(NamedTuple):
    player: Player
    mine: int
    """The cell of the player to move."""
    theirs: int


@lru_cache(maxsize=2**14)
def find_landings(size: int, cell: int, number: int) -> Mapping[Move, int | None]:
    """Return the cell that each direction leads to; None if it is off the grid."""
    grid = get_square(size, first=1)
    return {word: grid.at(cell, step, number) for word, step in STEPS.items()}


class NumberMazeRace(OpenGrid[RaceOptions, State]):
    id = "race"
    title = "Number Maze Race"
    summary = "Jump as far as your cell says; first to the opposite corner wins."
    noun = "jump"
    list_order = 5
    examples = (Example("Right Left Down Up", 2, "stuck", "1 3 2 4/2 1 3 2/4 2 1 3/3 4 2 1"),)
    options_type = RaceOptions
    reasons = ("reached", "stuck")
    compiled = "Race"
    large_options = {"size": 6, "highest": 5}  # noqa: RUF012 - as declared
    daily_duel = True
    first = 1
    endless = True  # X2

    # ---- rules

    def __init__(self, options: RaceOptions, board: tuple[int, ...]) -> None:
        super().__init__(options, board)
        self.vocabulary = tuple(STEPS)
        self._landings = tuple(
            find_landings(options.size, cell, number) for cell, number in enumerate(board)
        )
        self._statuses: dict[State, Status] = {}

    def packing(self) -> Packing:
        return Packing(State, numbers=self._board)

    def start(self) -> State:
        return State(Player.ONE, *self._starts)

    def status(self, state: State) -> Status:
        return self._statuses.get(state) or self._statuses.setdefault(state, self._status(state))

    def _status(self, state: State) -> Status:
        player, mine, theirs = state
        if theirs == self._starts[player]:
            return Over(player.other, "reached")
        landings = self._landings[mine].items()
        moves = tuple(way for way, cell in landings if cell is not None and cell != theirs)
        return Turn(player, moves) if moves else Over(player.other, "stuck")

    def play(self, state: State, move: Move) -> State:
        player, mine, theirs = state
        cell = self._landings[mine][move]
        assert cell is not None
        return make(State, (player.other, theirs, cell))

    def forbids(self, state: State, move: Move) -> str | None:
        cell = self._landings[state.mine][move]
        if cell is None:
            return f"{move} leads off the grid from {self._describe(state.mine)}"
        if cell == state.theirs:
            other = state.player.other
            return f"{move} leads to {self._describe(cell)}, which is occupied by {other}"
        return None

    def _describe(self, cell: int) -> str:
        return self._grid.describe(cell, self._board[cell])

    def _explain_invalid(self, state: State, move: Move) -> str | None:
        """Return why a direction is invalid, in the words of the rule book's list."""
        number = self._board[state.mine]
        row, column = self._grid.row_and_column(state.mine, STEPS[move], number)
        if not 0 <= row < self.options.size:
            return "would move off the grid"
        where = f"({row + 1},{column + 1})"
        if not 0 <= column < self.options.size:
            return f"would move to {where}"
        if row * self.options.size + column == state.theirs:
            return f"would land on {where}, which is occupied by {state.player.other.token}"
        return None

    # ---- text

    def aliases(self, state: State) -> Mapping[str, Move | None]:
        """Return the direction that leads to each cell; None if none does."""
        ways = {cell: way for way, cell in self._landings[state.mine].items()}
        return {name: ways.get(cell) for cell, name in enumerate(self._grid.names)}

    def nowhere(self, state: State, word: str) -> str:
        cell, steps = self._grid.cells[word], counted(self._board[state.mine], "step")
        if cell == state.mine:
            return f"you are already on {self._describe(cell)}"
        name = self._grid.describe_before(cell, self._board[cell])
        return f"{name} is not {steps} away in a straight line"

    def expects(self, state: State) -> str:
        return "Up, Down, Left, or Right, or the cell where you land"

    def drawing(self) -> list[str]:
        width = len(str(self.options.highest))
        line = "+" + f"{'-' * (width + 4)}+" * self.options.size
        lines = [line]
        cells = [
            f"({number:>{width}})" if cell in self._starts else f" {number:>{width}} "
            for cell, number in enumerate(self._board)
        ]
        for start in range(0, self._grid.count, self.options.size):
            row = cells[start : start + self.options.size]
            lines += ["|" + "".join(f" {cell} |" for cell in row), line]
        return lines

    def ask(self, state: State) -> list[str]:
        return [*self._heading(state), "Enter direction (Up/Down/Left/Right): "]

    def _heading(self, state: State) -> list[str]:
        return [
            f"{state.player}'s Turn:",
            f"- Current Position: {self._grid.bracketed[state.mine]}",
            f"- Number on Current Cell: {self._board[state.mine]}",
        ]

    def report(self, state: State, move: Move) -> list[str]:
        cell = self.play(state, move).theirs
        return ["", f"{state.player} moves to {self._grid.bracketed[cell]}", ""]

    def question(self, state: State) -> str:
        return f"move which way ({'/'.join(STEPS)})?"

    def deed(self, state: State, move: Move) -> str:
        name = self._describe(self.play(state, move).theirs)
        return f"{state.player} moved {move.lower()} to {name}"

    def ending(self, state: State) -> str:
        return self._explain_end(state, "reached", "could not move", "led", "stood")

    def prospect(self, state: State) -> str:
        return self._explain_end(state, "would reach", "would have no move", "leads", "would stand")

    def _explain_end(
        self, state: State, reached: str, could_not_move: str, led: str, stood: str
    ) -> str:
        player, other = state.player, state.player.other
        if state.theirs == self._starts[player]:
            return f"{other} {reached} {player}'s start, {self._describe(state.theirs)}"
        stuck = f"{player} {could_not_move} from {self._describe(state.mine)}"
        if state.theirs in self._landings[state.mine].values():
            return f"{stuck}: it {led} only to the cell where {other} {stood}"
        return f"{stuck}: it {led} off the grid in every direction"

    def verdict(self, state: State) -> list[str]:
        status = self.status(state)
        assert isinstance(status, Over)
        if status.reason == "reached":
            corner = self._grid.bracketed[state.theirs]
            return [
                f"{status.winner} has reached {state.player}'s starting cell {corner} "
                "and wins the game!"
            ]
        ways = [f"  - {way}: Invalid ({self._explain_invalid(state, way)})" for way in STEPS]
        return [
            *self._heading(state),
            "Possible Moves:",
            *ways,
            "No valid moves available.",
            f"{state.player} cannot move and loses the game.",
        ]

    # ---- picture

    def picture(self, state: State) -> Picture:
        both = tuple(Player)
        player, mine, theirs = state
        cells = (mine, theirs) if player is Player.ONE else (theirs, mine)
        ways = {cell: way for way, cell in self._landings[mine].items()}
        tiles = [
            Tile(
                label=str(number),
                tokens=tuple(p for p in both if cells[p] == cell),
                tags=tuple(START[p] for p in both if self._starts[p] == cell),
                move=ways.get(cell),
            )
            for cell, number in enumerate(self._board)
        ]
        facts = tuple(Fact("Number", self._board[cells[p]], p) for p in both)
        return Picture(self._grid.rows(tiles), facts, *self.to_move_and_winner(state), first=1)

    # ---- features

    def layout(self) -> Layout:
        size = self.options.size
        return (size, size), (Feature("number", self.options.highest, True), *TOKENS, *SEATS)

    def features(self, state: State, player: Player) -> tuple[int, ...]:
        mover, mine, theirs = state
        if mover != player:
            mine, theirs = theirs, mine
        bit_rows = self._grid.bit_rows
        tokens = (*bit_rows[1 << mine], *bit_rows[1 << theirs])
        return (*self._board, *tokens, player + 1, int(mover == player))
