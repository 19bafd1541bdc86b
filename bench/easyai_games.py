"""The five games written for easyAI as its documentation shows, for `playouts.py` and `solve.py`.

The style is that of the games easyAI brings: state in lists by player as in its Chopsticks, the
grid's directions in a table as in its Knights, and a player without a move found by asking
`possible_moves` as in its Knights, TicTacToe and Hexapawn. Default options only.
"""

from __future__ import annotations

from typing import Any

from easyAI import TwoPlayerGame

Cell = tuple[int, int]
Grid = dict[Cell, int]


def grid_of(numbers: list[int], first: int) -> Grid:
    """Return the number on each cell (row, column), counted from `first`, of a square board."""
    size = round(len(numbers) ** 0.5)
    return {(first + i // size, first + i % size): n for i, n in enumerate(numbers)}


def neighbours(size: int, ways: list[Cell]) -> dict[Cell, list[Cell]]:
    """Return the cells one step away from each cell (row, column), counted from 0."""
    cells = [(row, column) for row in range(size) for column in range(size)]
    return {
        (row, column): [(row + r, column + c) for r, c in ways if (row + r, column + c) in cells]
        for row, column in cells
    }


class Sum(TwoPlayerGame):  # type: ignore[misc]
    """A move is a number, as in easyAI's TicTacToe."""

    opponent_index: int

    def __init__(self, players: object = None) -> None:
        self.players = players
        self.totals: list[int] = [0, 0]
        self.last = 0  # the opponent's last number, 0 at first
        self.current_player = 1

    def possible_moves(self) -> list[int]:
        if self.last == 0:
            return [1, 2, 3, 4, 5, 6, 7, 8, 9]
        return [n for n in range(1, 10) if abs(n - self.last) > 1]

    def make_move(self, move: int) -> None:
        self.totals[self.current_player - 1] += move
        self.last = move

    def win(self) -> bool:
        return self.totals[self.opponent_index - 1] > 50

    def lose(self) -> bool:
        return self.totals[self.opponent_index - 1] == 50

    def is_over(self) -> bool:
        return self.possible_moves() == [] or self.win() or self.lose()


class Maze(TwoPlayerGame):  # type: ignore[misc]
    """A move is the cell (row, column) to be placed on or to move to."""

    NEAR = neighbours(3, [(0, 1), (1, 0), (-1, 0), (0, -1)])
    EDGE = tuple(cell for cell in NEAR if cell != (1, 1))

    def __init__(self, grid: Grid, players: object = None) -> None:
        self.players = players
        self.grid = grid
        self.places: list[Cell | None] = [None, None]
        self.visited: list[set[Cell]] = [set(), set()]
        self.totals = [0, 0]
        self.current_player = 1

    def possible_moves(self) -> list[Cell]:
        me, them = self.current_player - 1, self.opponent_index - 1
        place, theirs = self.places[me], self.places[them]
        visited, left = self.visited[me], 15 - self.totals[me]
        return [
            cell
            for cell in (self.EDGE if place is None else self.NEAR[place])
            if cell not in visited and cell != theirs and self.grid[cell] <= left
        ]

    def make_move(self, move: Cell) -> None:
        me = self.current_player - 1
        self.places[me] = move
        self.visited[me].add(move)
        self.totals[me] += self.grid[move]

    def lose(self) -> bool:
        return self.totals[self.opponent_index - 1] == 15 or self.possible_moves() == []

    def is_over(self) -> bool:
        return self.lose()


class Run(TwoPlayerGame):  # type: ignore[misc]
    """A move is the cell (row, column) to move to, or an answer to a challenge: "yes" or "no"."""

    NEAR = neighbours(5, [(-1, 0), (0, -1), (0, 1), (1, 0)])
    STARTS: tuple[Cell, Cell] = ((0, 0), (4, 4))

    def __init__(self, grid: Grid, players: object = None) -> None:
        self.players = players
        self.grid = grid
        self.places = list(self.STARTS)
        self.visited = [{start} for start in self.STARTS]
        self.scores = [0, 0]
        self.asked = False  # the current player has moved and may challenge
        self.current_player = 1

    def possible_moves(self) -> list[Cell] | list[str]:
        if self.asked:
            return ["yes", "no"]
        me = self.current_player - 1
        visited, theirs = self.visited[me], self.places[self.opponent_index - 1]
        return [c for c in self.NEAR[self.places[me]] if c not in visited and c != theirs]

    def make_move(self, move: Cell | str) -> None:
        me, them = self.current_player - 1, self.opponent_index - 1
        if isinstance(move, str):
            self.asked = False
            if move == "yes":
                self.challenge(me, them)
            return
        self.places[me] = move
        self.visited[me].add(move)
        self.scores[me] += self.grid[move]
        if move != self.STARTS[them] and self.places[them] in self.NEAR[move]:
            self.asked = True
            self.switch_player()  # so that the switch after every move gives the turn back

    def challenge(self, me: int, them: int) -> None:
        if self.scores[me] != self.scores[them]:
            loser = me if self.scores[me] < self.scores[them] else them
            self.places[loser] = self.STARTS[loser]
            self.scores[loser] = 0

    def lose(self) -> bool:
        if self.asked:
            return False
        reached = self.places[self.opponent_index - 1] == self.STARTS[self.current_player - 1]
        return reached or self.possible_moves() == []

    def is_over(self) -> bool:
        return self.lose()


class Quest(TwoPlayerGame):  # type: ignore[misc]
    """A move is the cell (row, column) to reveal, counted from 1."""

    def __init__(self, grid: Grid, players: object = None) -> None:
        self.players = players
        self.grid = grid
        self.revealed: set[Cell] = set()
        self.totals = [0, 0]
        self.current_player = 1

    def possible_moves(self) -> list[Cell]:
        return [cell for cell in self.grid if cell not in self.revealed]

    def make_move(self, move: Cell) -> None:
        self.revealed.add(move)
        self.totals[self.current_player - 1] += self.grid[move]

    def win(self) -> bool:
        mine, theirs = self.totals[self.current_player - 1], self.totals[self.opponent_index - 1]
        return theirs > 15 or (len(self.revealed) == 9 and theirs <= mine)

    def lose(self) -> bool:
        mine, theirs = self.totals[self.current_player - 1], self.totals[self.opponent_index - 1]
        return theirs == 15 or (len(self.revealed) == 9 and mine < theirs < 15)

    def is_over(self) -> bool:
        return self.possible_moves() == [] or self.win() or self.lose()


class Race(TwoPlayerGame):  # type: ignore[misc]
    """A move is a direction: "Up", "Down", "Left" or "Right"."""

    DIRECTIONS = {"Up": (-1, 0), "Down": (1, 0), "Left": (0, -1), "Right": (0, 1)}  # noqa: RUF012
    STARTS: tuple[Cell, Cell] = ((1, 1), (4, 4))

    def __init__(self, grid: Grid, players: object = None) -> None:
        self.players = players
        self.grid = grid
        self.places = list(self.STARTS)
        self.current_player = 1

    def landing(self, way: str) -> Cell:
        row, column = self.places[self.current_player - 1]
        number = self.grid[row, column]
        r, c = self.DIRECTIONS[way]
        return row + r * number, column + c * number

    def possible_moves(self) -> list[str]:
        theirs = self.places[self.opponent_index - 1]
        moves = []
        for way in self.DIRECTIONS:
            landing = self.landing(way)
            if landing in self.grid and landing != theirs:
                moves.append(way)
        return moves

    def make_move(self, move: str) -> None:
        self.places[self.current_player - 1] = self.landing(move)

    def lose(self) -> bool:
        reached = self.places[self.opponent_index - 1] == self.STARTS[self.current_player - 1]
        return reached or self.possible_moves() == []

    def is_over(self) -> bool:
        return self.lose()


# ---- the same games for solving, where moves are taken back and positions met again are known


class Solvable:
    """The methods that easyAI's solvers need in addition."""

    WON = 100

    def scoring(self: Any) -> int:
        if self.lose():
            return -Solvable.WON
        return Solvable.WON if hasattr(self, "win") and self.win() else 0


class SumSolved(Solvable, Sum):
    """Return the same key for both players, as our rules do: it contains whose totals are whose."""

    def __init__(self, players: object = None) -> None:
        super().__init__(players)
        self.before: list[int] = []

    def make_move(self, move: int) -> None:
        self.before.append(self.last)
        super().make_move(move)

    def unmake_move(self, move: int) -> None:
        self.totals[self.current_player - 1] -= move
        self.last = self.before.pop()

    def ttentry(self) -> tuple[int, ...]:
        return self.totals[self.current_player - 1], self.totals[self.opponent_index - 1], self.last


class MazeSolved(Solvable, Maze):
    def __init__(self, grid: Grid, players: object = None) -> None:
        super().__init__(grid, players)
        self.before: list[Cell | None] = []

    def make_move(self, move: Cell) -> None:
        self.before.append(self.places[self.current_player - 1])
        super().make_move(move)

    def unmake_move(self, move: Cell) -> None:
        me = self.current_player - 1
        self.places[me] = self.before.pop()
        self.visited[me].remove(move)
        self.totals[me] -= self.grid[move]

    def ttentry(self) -> tuple[object, ...]:
        me, them = self.current_player - 1, self.opponent_index - 1
        visited = frozenset(self.visited[me]), frozenset(self.visited[them])
        return self.places[me], self.places[them], *visited


class RunSolved(Solvable, Run):
    """A move is a cell and the answer to the challenge there, None without a challenge.

    Negamax takes it that players alternate, so that the answer is part of the move.
    """

    def __init__(self, grid: Grid, players: object = None) -> None:
        super().__init__(grid, players)
        self.before: list[tuple[list[Cell], list[int]]] = []

    def possible_moves(self) -> list[tuple[Cell, str | None]]:  # type: ignore[override]
        me, them = self.current_player - 1, self.opponent_index - 1
        visited, theirs, goal = self.visited[me], self.places[them], self.STARTS[them]
        moves: list[tuple[Cell, str | None]] = []
        for cell in self.NEAR[self.places[me]]:
            if cell not in visited and cell != theirs:
                asked = cell != goal and theirs in self.NEAR[cell]
                moves += [(cell, "yes"), (cell, "no")] if asked else [(cell, None)]
        return moves

    def make_move(self, move: tuple[Cell, str | None]) -> None:  # type: ignore[override]
        cell, answer = move
        me, them = self.current_player - 1, self.opponent_index - 1
        self.before.append((self.places[:], self.scores[:]))
        self.places[me] = cell
        self.visited[me].add(cell)
        self.scores[me] += self.grid[cell]
        if answer == "yes":
            self.challenge(me, them)

    def unmake_move(self, move: tuple[Cell, str | None]) -> None:
        self.places, self.scores = self.before.pop()
        self.visited[self.current_player - 1].remove(move[0])

    def ttentry(self) -> tuple[object, ...]:
        visited = frozenset(self.visited[0]), frozenset(self.visited[1])
        return self.current_player, *self.places, *self.scores, *visited


class RaceSolved(Solvable, Race):
    def __init__(self, grid: Grid, players: object = None) -> None:
        super().__init__(grid, players)
        self.before: list[Cell] = []

    def make_move(self, move: str) -> None:
        self.before.append(self.places[self.current_player - 1])
        super().make_move(move)

    def unmake_move(self, move: str) -> None:
        self.places[self.current_player - 1] = self.before.pop()

    def ttentry(self) -> tuple[object, ...]:
        return self.current_player, *self.places
