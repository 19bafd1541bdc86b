"""Number Run: race to the opposite corner; collect points to win challenges on the way."""

from collections.abc import Mapping
from typing import NamedTuple

from ..core import (
    SEATS,
    START,
    VISITED,
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
from ..grid import TOKENS, TRAILS, OpenGrid, OpenGridOptions, highest_option, size_option

# ---- options


class RunOptions(OpenGridOptions):
    size = size_option(5)
    highest = highest_option(5)


YES, NO = "yes", "no"
QUESTIONS = tuple(Turn(player, (YES, NO)) for player in Player)


# ---- state


@immutable
class Runner(NamedTuple):
    cell: int
    visited: int
    """The visited cells, as bits."""
    score: int


@immutable
class State(NamedTuple):
    player: Player
    me: Runner
    """The player to move."""
    them: Runner
    asked: bool = False
    """Whether the player has moved next to the opponent and can challenge."""


class NumberRun(OpenGrid[RunOptions, State]):
    id = "run"
    title = "Number Run"
    summary = "Race to the opposite corner; challenge your opponent on the way."
    noun = "cell"
    list_order = 3
    examples = (Example("0,1 yes 1,0 1,1", 1, "reached", "3 1/2 5"),)
    options_type = RunOptions
    reasons = ("reached", "stuck")
    compiled = "Run"
    large_options = {"size": 6}  # noqa: RUF012 - as declared
    daily_duel = True
    first = 0

    # ---- rules

    def __init__(self, options: RunOptions, board: tuple[int, ...]) -> None:
        super().__init__(options, board)
        self.vocabulary = (*self._grid.names, YES, NO)
        one, two = (Runner(cell, 1 << cell, 0) for cell in self._starts)
        self._start = State(Player.ONE, one, two)
        # A runner enters no cell twice, and may answer a challenge question on each.
        self.max_plies = 4 * (self._grid.count - 1)

    def packing(self) -> Packing:
        return Packing(State, Runner, self._board)

    def start(self) -> State:
        return self._start

    def status(self, state: State) -> Status:
        player, (cell, visited, _), them, asked = state
        if asked:
            return QUESTIONS[player]
        if them.cell == self._starts[player]:
            return Over(player.other, "reached")
        free = self._grid.near[cell] & ~(visited | 1 << them.cell)
        return self._grid.statuses[player][free]

    def play(self, state: State, move: Move) -> State:
        player, me, them, asked = state
        if asked:
            return (
                self._challenge(state)
                if move == YES
                else make(State, (player.other, them, me, False))
            )
        grid = self._grid
        cell = grid.cells[move]
        entered = make(Runner, (cell, me.visited | 1 << cell, me.score + self._board[cell]))
        if grid.near[cell] >> them.cell & 1 and cell != self._starts[player.other]:
            return make(State, (player, entered, them, True))
        return make(State, (player.other, them, entered, False))

    def _challenge(self, state: State) -> State:
        player, me, them, _ = state
        if me.score > them.score:
            them = self._send_back(player.other, them)
        elif me.score < them.score:
            me = self._send_back(player, me)
        return make(State, (player.other, them, me, False))

    def _send_back(self, player: Player, loser: Runner) -> Runner:
        return make(Runner, (self._starts[player], loser.visited, 0))  # visited cells stay so (R4)

    def forbids(self, state: State, move: Move) -> str | None:
        player, me, them, asked = state
        if move in (YES, NO):
            return None if asked else "you can't challenge now"
        if asked:
            return "first decide whether to challenge: yes or no"
        cell = self._grid.cells[move]
        name = self._grid.describe_before(cell, self._board[cell])
        if cell == them.cell:
            return f"{name} is occupied by {player.other}"
        if me.visited >> cell & 1:
            return f"{name} is already visited"
        if cell not in self._grid.neighbours(me.cell).values():
            return f"{name} is not next to {self._describe(me.cell)}"
        return None

    def _describe(self, cell: int) -> str:
        return self._grid.describe(cell, self._board[cell])

    # ---- text

    def aliases(self, state: State) -> Mapping[str, Move | None]:
        return {} if state.asked else self._grid.aliases(state.me.cell)

    def expects(self, state: State) -> str:
        if state.asked:
            return "yes or no"
        return f"a cell as row,column from {self._grid.span}, or a direction such as right"

    def drawing(self) -> list[str]:
        width = len(str(self.options.highest))
        cells = [
            f"{where}: {value:<{width}}"
            for where, value in zip(self._grid.bracketed, self._board, strict=True)
        ]
        size = self.options.size
        return ["   ".join(cells[r : r + size]).rstrip() for r in range(0, len(cells), size)]

    def ask(self, state: State) -> list[str]:
        if state.asked:
            return [
                f"Opponent is adjacent at {self._grid.bracketed[state.them.cell]}.",
                "Do you want to challenge? (yes/no): ",
            ]
        return [*self._heading(state), "Enter your move (row,column): "]

    def _heading(self, state: State) -> list[str]:
        status = self.status(state)
        moves = status.moves if isinstance(status, Turn) else ()
        return [
            f"{state.player}'s turn.",
            f"Current position: {self._grid.bracketed[state.me.cell]}",
            f"Current score: {state.me.score}",
            f"Available moves: {', '.join(f'({move})' for move in moves) or 'none'}",
        ]

    def report(self, state: State, move: Move) -> list[str]:
        if move == NO:
            return ["No challenge.", ""]
        if move == YES:
            return [*self._challenge_lines(state.me.score, state.them.score), ""]
        cell = self._grid.cells[move]
        value = self._board[cell]
        lines = [
            f"Moved to ({move}).",
            f"Cell value: {value}",
            f"New score: {state.me.score + value}",
        ]
        reached = cell == self._starts[state.player.other]
        return lines if reached or self.play(state, move).asked else [*lines, ""]

    def _challenge_lines(self, mine: int, theirs: int) -> list[str]:
        lines = ["Challenge initiated!", f"Your score: {mine}", f"Opponent's score: {theirs}"]
        if mine > theirs:
            return [
                *lines,
                "You win the challenge!",
                "Opponent returns to starting position and score resets to 0.",
            ]
        if mine < theirs:
            return [
                *lines,
                "You lose the challenge!",
                "You return to starting position and your score resets to 0.",
            ]
        return [*lines, "The challenge is a tie and has no effect."]

    def question(self, state: State) -> str:
        if state.asked:
            return f"challenge {state.player.other} (yes/no)?"
        return "move where (row,column)?"

    def deed(self, state: State, move: Move) -> str:
        player = state.player
        if move == NO:
            return f"{player} did not challenge"
        if move == YES:
            return f"{player} {self._describe_challenge(state)}"
        cell = self._grid.cells[move]
        score = state.me.score + self._board[cell]
        return f"{player} moved to {self._describe(cell)}: score {score}"

    def _describe_challenge(self, state: State) -> str:
        """Return a challenge and its outcome, to follow the challenger's name."""
        mine, theirs = state.me.score, state.them.score
        if mine == theirs:
            return f"challenged {mine} to {theirs}, with no effect"
        word, loser = ("won", state.player.other) if mine > theirs else ("lost", state.player)
        return f"challenged {mine} to {theirs} and {word}: {loser} went back to the start with 0"

    def threat(self, state: State, move: Move) -> str | None:
        after = self.play(state, move)
        if after.asked and after.me.score > after.them.score:
            scores = f"{after.me.score} to {after.them.score}"
            cell = self._grid.cells[move]
            name = self._grid.describe_before(cell, self._board[cell])
            can = f"{state.player} can move to {name} next to {state.player.other}"
            return f"{can} and win the challenge {scores}"
        return None

    def ending(self, state: State) -> str:
        return self._explain_end(state, "reached", "could not move", "was")

    def prospect(self, state: State) -> str:
        return self._explain_end(state, "would reach", "would have no move", "would be")

    def _explain_end(self, state: State, reached: str, could_not_move: str, was: str) -> str:
        if state.them.cell == self._starts[state.player]:
            corner = f"{state.player}'s start, {self._describe(state.them.cell)}"
            return f"{state.player.other} {reached} {corner}"
        near = self._grid.neighbours(state.me.cell).values()
        closed = ["visited" if state.me.visited >> cell & 1 else "occupied" for cell in near]
        why = f"every cell around {was} {' or '.join(sorted(set(closed), reverse=True))}"
        return f"{state.player} {could_not_move} from {self._describe(state.me.cell)}: {why}"

    def verdict(self, state: State) -> list[str]:
        status = self.status(state)
        assert isinstance(status, Over)
        wins = f"{status.winner} wins the game!"
        if status.reason == "reached":
            return ["You have reached the opponent's starting position!", wins]
        return [*self._heading(state), f"{state.player} cannot move and loses the game.", wins]

    # ---- picture

    def picture(self, state: State) -> Picture:
        both = tuple(Player)
        player, me, them, asked = state
        runners = (me, them) if player is Player.ONE else (them, me)
        tiles = [
            Tile(
                label=str(value),
                tokens=tuple(p for p in both if runners[p].cell == cell),
                tags=(
                    *(START[p] for p in both if self._starts[p] == cell),
                    *(VISITED[p] for p in both if runners[p].visited >> cell & 1),
                ),
                move=self._grid.names[cell],
            )
            for cell, value in enumerate(self._board)
        ]
        facts = [Fact("Score", runners[p].score, p) for p in both]
        if asked:
            facts.append(Fact("Challenge", "yes or no", player))
        return Picture(
            self._grid.rows(tiles), tuple(facts), *self.to_move_and_winner(state), first=0
        )

    # ---- features

    def layout(self) -> Layout:
        size, highest = self.options.size, self.options.highest
        max_score = (size**2 - 1) * highest
        scores = (
            Feature("my score", max_score),
            Feature("their score", max_score),
            Feature("asked", 1),
        )
        tiles = (Feature("number", highest, True), *TOKENS, *TRAILS)
        return (size, size), (*tiles, *scores, *SEATS)

    def features(self, state: State, player: Player) -> tuple[int, ...]:
        mover, me, them, asked = state
        if mover != player:
            me, them = them, me
        bit_rows = self._grid.bit_rows
        return (
            *self._board,
            *bit_rows[1 << me.cell],
            *bit_rows[1 << them.cell],
            *bit_rows[me.visited],
            *bit_rows[them.visited],
            me.score,
            them.score,
            int(asked),
            player + 1,
            int(mover == player),
        )
