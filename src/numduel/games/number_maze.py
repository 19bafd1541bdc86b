"""Number Maze: walk from cell to cell until your numbers add up to exactly 15."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import isqrt
from typing import NamedTuple

from ..core import (
    SEATS,
    VISITED,
    Example,
    Fact,
    Feature,
    Game,
    Layout,
    Move,
    Over,
    Packing,
    Picture,
    Player,
    Status,
    Tag,
    Tile,
    Turn,
    immutable,
    make,
)
from ..dice import Dice
from ..errors import SetupError, listed, quoted
from ..grid import (
    DIAGONALS,
    DIRECTIONS,
    TOKENS,
    TRAILS,
    Statuses,
    check_distinct,
    get_square,
    read_rows,
    side_length,
    size_option,
    to_bits,
    write_rows,
)
from ..options import Choice, Options, Whole

# ---- options


class MazeOptions(Options):
    size = size_option(3)
    target = Whole(lambda o: o.size * (o.size**2 + 1) // 2, 1, 10_000, "the total that wins")
    starts = Choice("chosen", ("chosen", "random"), "how starting cells are set")
    extra = Whole(0, 0, 144, "number of cells that grant an extra move")
    diagonal = Whole(0, 0, 144, "number of cells that allow a diagonal move next")


@immutable
class MazeBoard(NamedTuple):
    numbers: tuple[int, ...]
    extra: tuple[int, ...] = ()
    diagonal: tuple[int, ...] = ()
    starts: tuple[int, ...] = ()
    """Dealt starting cells of Player 1 and Player 2; empty if players choose them."""


EXTRA = Tag("+", "extra move")
DIAGONAL = Tag("x", "diagonal move next")
PASS = "pass"


# ---- state


@immutable
class Walker(NamedTuple):
    cell: int
    """The cell of the token; n² while it is beside the grid."""
    visited: int
    """The visited cells, as bits."""
    total: int


@immutable
class State(NamedTuple):
    player: Player
    me: Walker
    """The player to move."""
    them: Walker
    again: bool = False
    """Whether the player has an extra move."""


StatusesByCell = tuple[Statuses, ...]


@lru_cache(maxsize=16)
def make_statuses(
    size: int,
) -> tuple[tuple[StatusesByCell, StatusesByCell], tuple[StatusesByCell, StatusesByCell]]:
    """Return the statuses of each player on each cell and beside the grid.

    The first pair is without an extra move, the second with one.
    """
    grid = get_square(size, first=0)
    ways = {word: DIRECTIONS[word] for word in ("right", "down", "up", "left")} | DIAGONALS  # M4
    reached = [list(grid.neighbours(cell, ways).values()) for cell in range(grid.count)]
    names = [{cell: grid.names[cell] for cell in cells} for cells in (*reached, grid.edge)]

    def build(player: Player, *more: Move) -> StatusesByCell:
        return tuple(Statuses(player, named, *more) for named in names)

    one, two = Player
    return (build(one), build(two)), (build(one, PASS), build(two, PASS))


class NumberMaze(Game[MazeOptions, State, MazeBoard]):
    id = "maze"
    title = "Number Maze"
    summary = "Walk the grid to a total of exactly {target}."
    noun = "cell"
    list_order = 1
    examples = (Example("0,0 2,0 0,1 2,1 1,1 2,2", 2, "exact", "4 3 8/9 5 1/2 7 6"),)
    options_type = MazeOptions
    reasons = ("exact", "stuck")
    compiled = "Maze"
    large_options = {"size": 5}  # noqa: RUF012 - as declared
    has_visible_deal = True
    daily_duel = True

    # ---- rules

    def __init__(self, options: MazeOptions, board: MazeBoard) -> None:
        super().__init__(options, board)
        self._grid = grid = get_square(options.size, first=0)
        self._off = grid.count
        self._check_starts(options, board)
        self.vocabulary = (*grid.names, PASS) if options.extra else grid.names
        self._extra = to_bits(board.extra)
        self._diagonal = to_bits(board.diagonal)
        # The cells in reach of each cell. From beside the grid that is every edge cell, so placing
        # a token is a move (M2).
        self._reach = (*grid.near, to_bits(grid.edge))
        self._slants = {c: to_bits(grid.neighbours(c, DIAGONALS).values()) for c in board.diagonal}
        # The cells whose number is at most what is left to the target.
        self._within = [0]
        for left in range(1, grid.count + 1):
            self._within.append(self._within[-1] | 1 << board.numbers.index(left))
        self._statuses = make_statuses(options.size)
        self._start = self._make_start()
        # A walker enters no cell twice, has at least 1 + 2 + ... + k after k cells, and may pass
        # after each bonus cell.
        cells = min(grid.count, (isqrt(8 * options.target + 1) - 1) // 2)
        self.max_plies = 2 * (cells + min(options.extra, cells))

    @staticmethod
    def _check_starts(options: MazeOptions, board: MazeBoard) -> None:
        check_distinct(board.numbers, options.size**2)
        edge = get_square(options.size, first=0).edge
        for cell in board.starts:
            number = board.numbers[cell]
            if cell not in edge:
                raise SetupError(f"{number} isn't on the edge, so no player can start there")
            if number >= options.target:
                raise SetupError(f"no player can start on {number} with target {options.target}")

    @classmethod
    def deal(cls, options: MazeOptions, dice: Dice) -> MazeBoard:
        numbers = dice.shuffled(range(1, options.size**2 + 1))
        return cls.complete(options, MazeBoard(numbers), dice)

    @classmethod
    def boards(cls, options: MazeOptions) -> Iterator[tuple[MazeBoard, int]] | None:
        """Yield one of each 8 rotations and reflections: the one with the lowest first corner."""
        from itertools import permutations

        size = options.size
        if size > 3 or options.starts == "random" or options.extra + options.diagonal:
            return None
        corners = size - 1, size**2 - size, size**2 - 1
        return (
            (MazeBoard(numbers), 8)
            for numbers in permutations(range(1, size**2 + 1))
            if numbers[0] < min(numbers[c] for c in corners) and numbers[1] < numbers[size]
        )

    @classmethod
    def complete(cls, options: MazeOptions, board: MazeBoard, dice: Dice) -> MazeBoard:
        if options.starts == "random" and not board.starts:
            board = board._replace(starts=cls._deal_starts(options, board, dice))
        if options.extra + options.diagonal and not board.extra + board.diagonal:
            free = tuple(c for c in range(options.size**2) if c not in board.starts)
            if options.extra + options.diagonal > len(free):
                raise SetupError(f"the board has room for only {len(free)} bonus cells")
            drawn = dice.shuffled(free)[: options.extra + options.diagonal]
            board = board._replace(
                extra=tuple(sorted(drawn[: options.extra])),
                diagonal=tuple(sorted(drawn[options.extra :])),
            )
        return board

    @staticmethod
    def _deal_starts(options: MazeOptions, board: MazeBoard, dice: Dice) -> tuple[int, ...]:
        edge = get_square(options.size, first=0).edge
        fit = tuple(cell for cell in edge if board.numbers[cell] < options.target)
        if len(fit) < 2:
            raise SetupError(f"random starts need 2 edge cells below the target, {options.target}")
        return dice.shuffled(fit)[:2]

    def packing(self) -> Packing:
        return Packing(State, Walker, self._board.numbers, self._extra, self._diagonal)

    def start(self) -> State:
        return self._start

    def _make_start(self) -> State:
        if not self._board.starts:
            beside = Walker(self._off, 0, 0)
            return State(Player.ONE, beside, beside)
        one, two = (Walker(c, 1 << c, self._board.numbers[c]) for c in self._board.starts)
        return State(Player.ONE, one, two)

    def status(self, state: State) -> Status:
        player, me, them, again = state
        if them.total == self.options.target:
            return Over(player.other, "exact")
        return self._statuses[again][player][me.cell][self._free(me, them)]

    def _free(self, me: Walker, them: Walker) -> int:
        """Return the cells that the player can enter, as bits."""
        cell, visited, total = me
        reach = self._reach[cell]
        if cell in self._slants and visited != 1 << cell:  # placement triggers nothing (M7)
            reach |= self._slants[cell]
        left = self.options.target - total
        within = self._within[left] if left < self._off else self._within[-1]
        return reach & within & ~(visited | 1 << them.cell)

    def play(self, state: State, move: Move) -> State:
        player, me, them, _ = state
        if move == PASS:
            return make(State, (player.other, them, me, False))
        cell = self._grid.cells[move]
        entered = make(Walker, (cell, me.visited | 1 << cell, me.total + self._board.numbers[cell]))
        if self._extra >> cell & 1 and me.cell != self._off and self._can_move_again(entered, them):
            return make(State, (player, entered, them, True))
        return make(State, (player.other, them, entered, False))

    def _can_move_again(self, me: Walker, them: Walker) -> bool:
        """Return whether an extra move is possible: the game is not won, and a cell is free."""
        return me.total != self.options.target and self._free(me, them) != 0

    def forbids(self, state: State, move: Move) -> str | None:
        player, me, them, again = state
        if move == PASS:
            return None if again else "you can pass only when you have an extra move"
        cell, numbers = self._grid.cells[move], self._board.numbers
        number, target = numbers[cell], self.options.target
        name = self._grid.describe_before(cell, number)
        if cell == them.cell:
            return f"{name} is occupied by {player.other}"
        if me.visited >> cell & 1:
            return f"{name} is already visited"
        if me.cell == self._off:
            if cell not in self._grid.edge:
                return f"{name} is not an edge cell"
        elif cell not in self._grid.neighbours(me.cell, self._directions(me)).values():
            return f"{name} is not next to {self._grid.describe(me.cell, numbers[me.cell])}"
        if me.total + number > target:
            return f"{number} would take you to {me.total + number}, over {target}"
        return None

    def _directions(self, me: Walker) -> dict[str, tuple[int, int]]:
        """Return the directions of the next move, with diagonals if the last move earned them."""
        moved_here = me.visited != 1 << me.cell
        slanted = moved_here and me.cell in self._board.diagonal
        return {**DIRECTIONS, **DIAGONALS} if slanted else DIRECTIONS

    def key(self, state: State) -> object:
        """Return the state without the player to move: only the two walkers matter."""
        return state[1:]

    # ---- text

    @classmethod
    def read_board(cls, text: str) -> MazeBoard:
        """Read numbers, followed by + (extra move) or x (diagonal), and @1 or @2 (starts)."""
        cells = read_rows(text)
        numbers: list[int] = []
        marked: dict[str, list[int]] = {"+": [], "x": [], "@1": [], "@2": []}
        for index, cell in enumerate(cells):
            found = re.fullmatch("([0-9]{1,4})([+x])?(@[12])?", cell)
            if not found:
                raise SetupError(
                    f"{quoted(cell)} on the board is not a number, such as 5, 5+, 5x or 5@1"
                )
            numbers.append(int(found[1]))
            for suffix in found.groups()[1:]:
                if suffix:
                    marked[suffix].append(index)
        if (len(marked["@1"]), len(marked["@2"])) not in ((0, 0), (1, 1)):
            raise SetupError("mark one starting cell @1 and another @2, or mark neither")
        starts = (*marked["@1"], *marked["@2"])
        return MazeBoard(tuple(numbers), tuple(marked["+"]), tuple(marked["x"]), starts)

    @classmethod
    def implied(cls, board: MazeBoard) -> dict[str, object]:
        settled: dict[str, object] = {"size": side_length(board.numbers)}
        if board.extra or board.diagonal:
            settled |= {"extra": len(board.extra), "diagonal": len(board.diagonal)}
        if board.starts:
            settled["starts"] = "random"
        return settled

    @property
    def board(self) -> str:
        numbers, extra, diagonal, starts = self._board
        return write_rows(
            [
                f"{number}{'+' * (c in extra)}{'x' * (c in diagonal)}"
                + (f"@{starts.index(c) + 1}" if c in starts else "")
                for c, number in enumerate(numbers)
            ],
            self.options.size,
        )

    def aliases(self, state: State) -> Mapping[str, Move | None]:
        if state.me.cell == self._off:
            return {}
        return self._grid.aliases(state.me.cell, self._directions(state.me))

    def expects(self, state: State) -> str:
        cells = f"a cell as row,col from {self._grid.span}"
        if state.me.cell == self._off:
            return cells
        if state.again:
            return f"{cells}, a direction such as right, or pass"
        return f"{cells}, or a direction such as right"

    def drawing(self) -> list[str]:
        width = len(str(self._grid.count))
        line = "+" + f"{'-' * (width + 2)}+" * self.options.size
        lines = [line]
        for start in range(0, self._grid.count, self.options.size):
            row = self._board.numbers[start : start + self.options.size]
            lines += ["|" + "".join(f" {number:>{width}} |" for number in row), line]
        return lines

    def intro(self) -> list[str]:
        where, board = self._grid.bracketed, self._board
        lines = [f"Bonus cell {where[c]}: an extra move." for c in board.extra]
        lines += [
            f"Bonus cell {where[c]}: the next move may go diagonally." for c in board.diagonal
        ]
        for player, cell in zip(Player, board.starts, strict=False):
            number = board.numbers[cell]
            lines.append(
                f"{player} starts on cell {where[cell]} with number {number}. "
                f"Cumulative Total: {number}"
            )
        return [*lines, ""] if lines else []

    def ask(self, state: State) -> list[str]:
        player, me, _, again = state
        if me.cell == self._off:
            return [f"{player}, choose your starting position (row,col): "]
        status = self.status(state)
        assert isinstance(status, Turn)
        cells = ", ".join(move if move == PASS else f"({move})" for move in status.moves)
        heading = f"{player} may move once more, or pass." if again else f"{player}'s turn."
        prompt = "Choose your move (row,col) or pass: " if again else "Choose your move (row,col): "
        return [heading, f"Available moves: {cells}", prompt]

    def report(self, state: State, move: Move) -> list[str]:
        if move == PASS:
            return [f"{state.player} passes.", ""]
        number = self._board.numbers[self._grid.cells[move]]
        total = state.me.total + number
        if state.me.cell == self._off:
            did = f"placed on cell ({move}) with number {number}"
        else:
            did = f"moved to ({move}) adding {number}"
        return [f"{state.player} {did}. Cumulative Total: {total}", ""]

    def question(self, state: State) -> str:
        if state.me.cell == self._off:
            return "start on which cell (row,col)?"
        return "move once more (row,col), or pass?" if state.again else "move where (row,col)?"

    def deed(self, state: State, move: Move) -> str:
        player, me, target = state.player, state.me, self.options.target
        if move == PASS:
            return f"{player} passed"
        cell = self._grid.cells[move]
        number = self._board.numbers[cell]
        did = "started on" if me.cell == self._off else "moved to"
        name = self._grid.describe(cell, number)
        return f"{player} {did} {name}: {me.total + number} of {target}"

    def threat(self, state: State, move: Move) -> str | None:
        after = self.play(state, move)
        if isinstance(self.status(after), Over) and after.them.total != self.options.target:
            do = "pass"
            if move != PASS:
                cell = self._grid.cells[move]
                do = f"move to {self._grid.describe_before(cell, self._board.numbers[cell])}"
            return f"{state.player} can {do} and leave {state.player.other} without a move"
        return None

    def ending(self, state: State) -> str:
        return self._explain_end(state, "reached", "had", "could not move", "stood", "was already")

    def prospect(self, state: State) -> str:
        return self._explain_end(
            state,
            "would reach",
            "would have",
            "would have no move",
            "would stand",
            "would already be",
        )

    def _explain_end(
        self, state: State, reached: str, had: str, could_not_move: str, stood: str, was: str
    ) -> str:
        if state.them.total == self.options.target:
            name = self._grid.describe(state.them.cell, self._board.numbers[state.them.cell])
            return f"{state.player.other} {reached} exactly {self.options.target} on {name}"
        if state.me.cell == self._off:
            return f"{state.player} {had} no cell to start on"
        near = self._grid.neighbours(state.me.cell, self._directions(state.me)).values()
        why = listed([self._explain_closed(state, cell, stood, was) for cell in near], "and")
        name = self._grid.describe(state.me.cell, self._board.numbers[state.me.cell])
        return f"{state.player} {could_not_move} from {name}: {why}"

    def _explain_closed(self, state: State, cell: int, stood: str, was: str) -> str:
        """Return why a player could not enter a neighbouring cell."""
        number = self._board.numbers[cell]
        if cell == state.them.cell:
            return f"{state.player.other} {stood} on the {number}"
        if state.me.visited >> cell & 1:
            return f"the {number} {was} visited"
        return f"the {number} would make {state.me.total + number}"

    def verdict(self, state: State) -> list[str]:
        status = self.status(state)
        assert isinstance(status, Over)
        if status.reason == "stuck":
            return [
                f"{state.player}'s turn.",
                "Available moves: none",
                f"{state.player} cannot move and loses the game.",
                f"{status.winner} wins the game!",
            ]
        total = self.options.target
        return [f"{status.winner} has reached a cumulative total of {total} and wins the game!"]

    # ---- picture

    def picture(self, state: State) -> Picture:
        both = tuple(Player)
        player, me, them, again = state
        walkers = (me, them) if player is Player.ONE else (them, me)
        tiles = [
            Tile(
                label=str(number),
                tokens=tuple(p for p in both if walkers[p].cell == cell),
                tags=(
                    *(VISITED[p] for p in both if walkers[p].visited >> cell & 1),
                    *([EXTRA] if cell in self._board.extra else []),
                    *([DIAGONAL] if cell in self._board.diagonal else []),
                ),
                move=self._grid.names[cell],
            )
            for cell, number in enumerate(self._board.numbers)
        ]
        facts = [Fact("Cumulative Total", walkers[p].total, p, self.options.target) for p in both]
        if again:
            facts.append(Fact("Extra move", "move once more, or pass", player))
        return Picture(
            self._grid.rows(tiles), tuple(facts), *self.to_move_and_winner(state), first=0
        )

    # ---- features

    def layout(self) -> Layout:
        size, target = self.options.size, self.options.target
        tiles = [Feature("number", size**2, True), *TOKENS, *TRAILS]
        if self.options.extra:
            tiles.append(Feature("extra move", 1, True))
        if self.options.diagonal:
            tiles.append(Feature("diagonal move next", 1, True))
        totals = (Feature("my total", target), Feature("their total", target))
        again = [Feature("may pass", 1)] if self.options.extra else []
        return (size, size), (*tiles, *totals, *again, *SEATS)

    def features(self, state: State, player: Player) -> tuple[int, ...]:
        mover, me, them, again = state
        if mover != player:
            me, them = them, me
        bit_rows = self._grid.bit_rows
        return (
            *self._board.numbers,
            *bit_rows[1 << me.cell],
            *bit_rows[1 << them.cell],
            *bit_rows[me.visited],
            *bit_rows[them.visited],
            *(bit_rows[self._extra] if self.options.extra else ()),
            *(bit_rows[self._diagonal] if self.options.diagonal else ()),
            me.total,
            them.total,
            *((int(again),) if self.options.extra else ()),
            player + 1,
            int(mover == player),
        )
