"""Puzzles: positions with at least 3 legal moves, exactly one of which wins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ...budget import Budget, Exhausted
from ...core import AnyGame, Move, Over, Player, Turn
from ...dice import Dice
from ...errors import SetupError
from ...games import built_in, offered
from ...play.match import Match
from ..engine import Engine
from ..solving.analysis import Report, Solver
from ..solving.playouts import Playout, play_out

GRADES = {"easy": range(3, 5), "medium": range(5, 7), "hard": range(7, 10)}
"""Turns to the win, by difficulty."""

TURNS = range(3, 10)
"""Turns to the win of any puzzle: solvable for a person, but not at a glance."""

MIN_MOVES = 3
"""Minimum legal moves of a puzzle: with 2, guessing is too easy."""

MAX_GAMES = 3000
"""Games searched before giving up."""

MAX_DEALS = 20_000
"""Boards dealt before giving up because none is admitted."""

GAMES_PER_BOARD = 5

MAX_PLIES = 100
"""Plies after which a random game is abandoned."""

MAX_POSITIONS = 50_000
"""Positions searched to solve one candidate; a harder one isn't a puzzle."""

MAX_MEMORY_POSITIONS = 200_000
"""Positions of a game above which the memory is cleared before the next search."""

MAX_UNSOLVED_GAMES = 3
"""Successive games without a solved position before giving up."""

Admits = Callable[[object], bool]
"""A filter of boards, or of position keys if all boards are the same."""


class Puzzle(NamedTuple):
    """A position that exactly one move wins, or in which a player of a real game missed a win."""

    game: AnyGame
    moves: tuple[Move, ...]
    """The moves from the start to the position."""
    state: Any
    report: Report
    missed_with: Move | None = None
    """The wrong move that the player made here in a real game, if there was one."""

    @property
    def name(self) -> str:
        """The game with its options, the board and the moves: the same for the same puzzle."""
        options = " ".join(self.game.options.texts().values())
        return f"{self.game.id} {options} {self.game.board} {' '.join(self.moves)}"

    @property
    def answer(self) -> Move:
        return self.report.best[0]

    @property
    def winning_moves(self) -> list[Move]:
        """All winning moves; only wins missed in real games can have several."""
        return [move for move, value in self.report.moves.items() if value.outcome == "win"]

    @property
    def tempting_move(self) -> Move:
        """The wrong move of a real game, or the one that comes closest to winning."""
        if self.missed_with is not None:
            return self.missed_with
        values = self.report.moves
        wrong = [move for move in values if values[move].outcome != "win"]
        return max(wrong, key=lambda move: values[move].rank())

    @property
    def turns(self) -> int:
        """Turns to the win, of both players."""
        assert self.report.value.turns is not None
        return self.report.value.turns

    @property
    def grade(self) -> str:
        return grade(self.turns)


def grade(turns: int) -> str:
    """Return the difficulty of a puzzle won in this number of turns.

    >>> [grade(turns) for turns in (1, 3, 5, 9, 20)]
    ['easy', 'easy', 'medium', 'hard', 'hard']
    """
    return next((name for name, within in GRADES.items() if turns < within.stop), "hard")


def with_puzzles(kinds: Sequence[type[AnyGame]] | None = None) -> list[type[AnyGame]]:
    """Return the games that have puzzles, those without chance, among these or all."""
    return [kind for kind in (offered() if kinds is None else kinds) if not kind.chance]


# ---- puzzles in played games


def find_missed(
    engine: Engine, match: Match, player: Player, budget: Budget
) -> Iterator[Puzzle | None]:
    """Yield every win that a player missed in a match, the last first.

    Several moves may win. Yield None for a position that is too large to solve.
    """
    if match.game.chance:
        return
    moves = [ply.move for ply in match.plies]
    for index, state in reversed(list(enumerate(match.states))):
        status = match.game.status(state)
        if not isinstance(status, Turn) or status.player is not player:
            continue
        report = engine.analyse(match.game, state, budget)
        made = moves[index] if index < len(moves) else None  # the player resigned here
        if not report.is_exact:
            yield None
        elif report.value.outcome == "win" and _is_missed(report, made):
            yield Puzzle(match.game, tuple(moves[:index]), state, report, made)


def _is_missed(report: Report, made: Move | None) -> bool:
    """Return whether a move, or resigning, gave a win away."""
    return made is None or report.moves[made].outcome != "win"


# ---- searching for puzzles


def find_puzzle(
    kind: type[AnyGame] | None,
    options: Mapping[str, object],
    dice: Dice,
    budget: Budget,
    wanted: str | None = None,
) -> Puzzle:
    """Find a puzzle of a game and grade, or of any; the same dice find the same puzzle."""
    kind = kind or dice.choice(with_puzzles(built_in()))  # the same for everyone
    turns = GRADES[wanted] if wanted else TURNS
    for found in puzzles(kind, options, dice, budget, turns):
        if found:
            return dice.choice(found)
    what = f"{wanted} puzzle" if wanted else "puzzle"
    raise SetupError(f"found no {what} in {MAX_GAMES} games of {kind.title} with these options")


def puzzles(
    kind: type[AnyGame],
    options: Mapping[str, object],
    dice: Dice,
    budget: Budget,
    turns: range = TURNS,
    admits: Admits | None = None,
) -> Iterator[list[Puzzle]]:
    """Yield the puzzles in random games, game by game; Exhausted ends the search.

    They depend on the dice alone: the search uses no results of other searches, and a timeout only
    ends it. Otherwise a position might be solved on one machine and skipped on another.
    """
    if kind.chance:
        raise SetupError(f"{kind.title} has no puzzles because it depends on chance")
    unsolved_games = 0
    for _, (search, played) in zip(
        range(MAX_GAMES), _random_games(kind, options, dice, budget, admits), strict=False
    ):
        found, is_too_large = search.puzzles(played, turns, budget)
        unsolved_games = unsolved_games + 1 if is_too_large else 0
        if unsolved_games == MAX_UNSOLVED_GAMES:
            raise SetupError("games of this size are too large to solve")
        yield found


def _random_games(
    kind: type[AnyGame],
    options: Mapping[str, object],
    dice: Dice,
    budget: Budget,
    admits: Admits | None,
) -> Iterator[tuple[_Search, Playout]]:
    """Yield random games that are admitted."""
    search = _Search(kind.setup(options, None, dice), admits)
    has_boards = search.game.has_visible_deal
    for _ in range(MAX_DEALS):
        if has_boards:
            board = kind.deal(search.game.options, dice)
            if admits is not None and not admits(board):
                continue
            search = _Search(kind(search.game.options, board), None)
        for _ in range(GAMES_PER_BOARD):
            budget.check()
            played = play_out(search.game, search.game.start(), dice, MAX_PLIES)
            if admits is None or has_boards or any(search.candidates(played.moves)):
                yield search, played


class _Search:
    """A search for puzzles in the positions of one game."""

    def __init__(self, game: AnyGame, admits: Admits | None) -> None:
        self.game = game.public()
        self._admits = admits
        self._solver = Solver(self.game)

    def candidates(self, moves: list[Move]) -> Iterator[tuple[int, Any, Turn]]:
        """Yield the positions of a game that may be puzzles, from last to first."""
        states = [self.game.start()]
        for move in moves:
            states.append(self.game.play(states[-1], move))
        for number in reversed(range(len(states))):
            state, status = states[number], self.game.status(states[number])
            if not isinstance(status, Turn) or len(status.moves) < MIN_MOVES:
                continue
            if self._admits is None or self._admits(self.game.key(state)):
                yield number, state, status

    def puzzles(self, played: Playout, turns: range, budget: Budget) -> tuple[list[Puzzle], bool]:
        """Return the puzzles of a game, and whether none of its positions could be solved."""
        if not played.is_over and not self.game.endless:
            return [], True  # too long to solve
        moves = played.moves
        found: list[Puzzle] = []
        is_too_large = True
        for number, state, turn in self.candidates(moves):
            part = budget.part(positions=MAX_POSITIONS)
            try:
                report = self._report(state, turn, turns, part)
            except Exhausted:  # earlier positions are even larger
                _raise_if_exhausted(budget)
                return found, is_too_large
            is_too_large = False
            if report is not None:
                found.append(Puzzle(self.game, tuple(moves[:number]), state, report))
        return found, False

    def _report(self, state: Any, turn: Turn, turns: range, budget: Budget) -> Report | None:
        """Return the values of all moves if the position is a puzzle won in these turns."""
        if len(self._solver) > MAX_MEMORY_POSITIONS:
            self._solver = Solver(self.game)
        if not self._is_likely(state, turn, turns, budget):
            return None
        report = self._solver.report(state, turn, budget)
        if not report.is_exact:
            raise Exhausted
        winning = [value for value in report.moves.values() if value.outcome == "win"]
        return report if len(winning) == 1 and report.value.turns in turns else None

    def _is_likely(self, state: Any, turn: Turn, turns: range, budget: Budget) -> bool:
        """Return whether one move wins in these turns and no other as soon: a quick filter."""
        search, last = self._solver.search, turns[-1]
        if search.wins(state, turns[0] - 1, budget) or not search.wins(state, last, budget):
            return False
        winning = 0
        for move in turn.moves:
            after = self.game.play(state, move)
            match self.game.status(after):
                case Over(winner):
                    winning += winner is turn.player
                case Turn(turn.player):
                    winning += search.wins(after, last, budget)
                case _:
                    winning += search.loses(after, last - 1, budget)
        return winning == 1


def _raise_if_exhausted(budget: Budget) -> None:
    """Raise Exhausted if the whole budget is spent, not only a part."""
    budget.check()
    if budget.is_spent:
        raise Exhausted
