"""Four of the games written for OpenSpiel as its documentation shows, for `solve.py` to solve.

The style is that of OpenSpiel's Python games (python/games/tic_tac_toe.py): a game type, a game
with its board as a parameter, a state with `_legal_actions` and `_apply_action`. States hold
numbers and tuples only, which OpenSpiel copies quickest. Default options only; quest is left out,
because the solvers are for games without chance.
"""

from __future__ import annotations

from typing import Any

import pyspiel

Runner = tuple[int, int, int]
"""A player's cell, the cells visited as bits, and the score or total."""


def game_type(name: str) -> Any:
    return pyspiel.GameType(
        short_name=f"python_numduel_{name}",
        long_name=f"Python numduel {name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={"board": ""},
    )


def game_info(actions: int, longest: int) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=actions,
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=longest,
    )


def neighbours(size: int) -> tuple[tuple[int, ...], ...]:
    """Return the cells one step away from each cell, in ascending order."""
    found = []
    for row, column in (divmod(cell, size) for cell in range(size * size)):
        near = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
        on = [(r, c) for r, c in near if 0 <= r < size and 0 <= c < size]
        found.append(tuple(r * size + c for r, c in on))
    return tuple(found)


class BoardGame(pyspiel.Game):  # type: ignore[misc]
    """A game whose parameter "board" is its numbers as in "n-4-3-8", row by row."""

    TYPE: Any
    INFO: Any
    STATE: Any

    def __init__(self, params: Any = None) -> None:
        params = params or {}
        super().__init__(self.TYPE, self.INFO, params)
        self.numbers = tuple(int(n) for n in params.get("board", "").split("-")[1:])

    def new_initial_state(self) -> Any:
        return self.STATE(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> None:
        return None


class BoardState(pyspiel.State):  # type: ignore[misc]
    """Return the player to move and the winner."""

    def __init__(self, game: BoardGame) -> None:
        super().__init__(game)
        self._player = 0
        self._winner: int | None = None

    def current_player(self) -> Any:
        return pyspiel.PlayerId.TERMINAL if self._winner is not None else self._player

    def is_terminal(self) -> bool:
        return self._winner is not None

    def returns(self) -> list[float]:
        if self._winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if self._winner == 0 else [-1.0, 1.0]

    def _action_to_string(self, player: int, action: int) -> str:
        return str(action)

    def _next_turn(self) -> None:
        self._player = 1 - self._player
        if self._winner is None and not self._legal_actions(self._player):
            self._winner = 1 - self._player

    def _legal_actions(self, player: int) -> list[int]:
        raise NotImplementedError


# ---- sum: an action is a number


class SumState(BoardState):
    def __init__(self, game: BoardGame) -> None:
        super().__init__(game)
        self._totals = (0, 0)
        self._last = 0  # the opponent's last number, 0 at first

    def _legal_actions(self, player: int) -> list[int]:
        last = self._last
        return [n for n in range(1, 10) if not last or abs(n - last) > 1]

    def _apply_action(self, action: int) -> None:
        one, two = self._totals
        self._totals = (one + action, two) if self._player == 0 else (one, two + action)
        self._last = action
        total = self._totals[self._player]
        if total >= 50:
            self._winner = self._player if total == 50 else 1 - self._player
        self._next_turn()

    def __str__(self) -> str:
        return f"{self._player} {self._totals} {self._last}"


class SumGame(BoardGame):
    TYPE = game_type("sum")
    INFO = game_info(actions=10, longest=100)
    STATE = SumState


# ---- maze: an action is the cell to be placed on or to move to

EDGE = (0, 1, 2, 3, 5, 6, 7, 8)
NEAR_3 = neighbours(3)


class MazeState(BoardState):
    def __init__(self, game: BoardGame) -> None:
        super().__init__(game)
        self._walkers: tuple[Runner, Runner] = ((-1, 0, 0), (-1, 0, 0))

    def _legal_actions(self, player: int) -> list[int]:
        numbers = self.get_game().numbers
        cell, visited, total = self._walkers[player]
        theirs = self._walkers[1 - player][0]
        return [
            to
            for to in (EDGE if cell < 0 else NEAR_3[cell])
            if not visited >> to & 1 and to != theirs and total + numbers[to] <= 15
        ]

    def _apply_action(self, action: int) -> None:
        _, visited, total = self._walkers[self._player]
        total += self.get_game().numbers[action]
        moved = (action, visited | 1 << action, total)
        one, two = self._walkers
        self._walkers = (moved, two) if self._player == 0 else (one, moved)
        if total == 15:
            self._winner = self._player
        self._next_turn()

    def __str__(self) -> str:
        return f"{self._player} {self._walkers}"


class MazeGame(BoardGame):
    TYPE = game_type("maze")
    INFO = game_info(actions=9, longest=18)
    STATE = MazeState


# ---- run: an action is the cell to move to, or an answer to a challenge

YES, NO = 25, 26
CORNERS = (0, 24)
NEAR_5 = neighbours(5)


class RunState(BoardState):
    def __init__(self, game: BoardGame) -> None:
        super().__init__(game)
        self._runners: tuple[Runner, Runner] = ((0, 1, 0), (24, 1 << 24, 0))
        self._asked = False  # the current player has moved and may challenge

    def _legal_actions(self, player: int) -> list[int]:
        if self._asked:
            return [YES, NO]
        cell, visited, _ = self._runners[player]
        theirs = self._runners[1 - player][0]
        return [to for to in NEAR_5[cell] if not visited >> to & 1 and to != theirs]

    def _apply_action(self, action: int) -> None:
        if self._asked:
            self._asked = False
            if action == YES:
                self._challenge()
            self._next_turn()
            return
        player = self._player
        _, visited, score = self._runners[player]
        score += self.get_game().numbers[action]
        self._put(player, (action, visited | 1 << action, score))
        if action == CORNERS[1 - player]:
            self._winner = player
        elif self._runners[1 - player][0] in NEAR_5[action]:
            self._asked = True
            return
        self._next_turn()

    def _challenge(self) -> None:
        one, two = self._runners
        if one[2] != two[2]:
            loser = 0 if one[2] < two[2] else 1
            self._put(loser, (CORNERS[loser], self._runners[loser][1], 0))

    def _put(self, player: int, runner: Runner) -> None:
        one, two = self._runners
        self._runners = (runner, two) if player == 0 else (one, runner)

    def __str__(self) -> str:
        return f"{self._player} {self._runners} {self._asked}"


class RunGame(BoardGame):
    TYPE = game_type("run")
    INFO = game_info(actions=27, longest=100)
    STATE = RunState


# ---- race: an action is a direction, 0 to 3 for up, down, left and right

DIRECTIONS = ((-1, 0), (1, 0), (0, -1), (0, 1))
GOALS = (15, 0)


class RaceState(BoardState):
    def __init__(self, game: BoardGame) -> None:
        super().__init__(game)
        self._cells = (0, 15)

    def _landing(self, player: int, action: int) -> int | None:
        cell = self._cells[player]
        number = self.get_game().numbers[cell]
        row = cell // 4 + DIRECTIONS[action][0] * number
        column = cell % 4 + DIRECTIONS[action][1] * number
        return row * 4 + column if 0 <= row < 4 and 0 <= column < 4 else None

    def _legal_actions(self, player: int) -> list[int]:
        theirs = self._cells[1 - player]
        landings = [self._landing(player, action) for action in range(4)]
        return [a for a, to in enumerate(landings) if to is not None and to != theirs]

    def _apply_action(self, action: int) -> None:
        landing = self._landing(self._player, action)
        assert landing is not None
        one, two = self._cells
        self._cells = (landing, two) if self._player == 0 else (one, landing)
        if landing == GOALS[self._player]:
            self._winner = self._player
        self._next_turn()

    def __str__(self) -> str:
        return f"{self._player} {self._cells}"


class RaceGame(BoardGame):
    TYPE = game_type("race")
    INFO = game_info(actions=4, longest=1000)
    STATE = RaceState


for kind in (SumGame, MazeGame, RunGame, RaceGame):
    pyspiel.register_game(kind.TYPE, kind)
