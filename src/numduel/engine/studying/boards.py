"""Boards selected by the results of perfect and imperfect play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

from ...budget import Budget, Exhausted
from ...core import AnyGame, Over, Player, Turn
from ...dice import Dice
from ...errors import NoBoards, SetupError
from ..engine import Engine
from ..opponents.imperfect import GAMES, ImperfectGames
from ..solving.analysis import Report
from ..solving.value import Outcome, Value

MAX_POSITIONS = 50_000
"""Positions searched to solve a board; larger boards are skipped."""

MIN_FAIR_TURNS = 5
"""Minimum turns that perfect players take on a fair board."""

MIN_FAIR_SHARE = 0.4
"""Smallest share of Player 1 in imperfect players' games on a fair board."""

MAX_FAIR_SHARE = 0.6
"""Largest share of Player 1 in imperfect players' games on a fair board."""

MAX_BOARDS = 2000
"""Boards tried before a search gives up."""

EARLY_STOP_BOARDS = 300
"""Boards after which a search stops early if one seat wins all of them."""

MAX_UNSOLVED_BOARDS = 2
"""Boards too large to solve before a search gives up."""

MIN_SAMPLE_BOARDS = 30
"""Boards needed to conclude that one seat wins all of them."""


class Board:
    """A game on its board, with figures that are computed on request."""

    def __init__(self, engine: Engine, game: AnyGame, budget: Budget) -> None:
        self.game = game
        self._engine = engine
        self._budget = budget

    @property
    def is_over(self) -> bool:
        """Whether the game is over before the first move."""
        return isinstance(self.game.status(self.game.start()), Over)

    @cached_property
    def value(self) -> Value:
        """The value for the player who moves first."""
        return first_value(self._engine, self.game, self._budget.part(positions=MAX_POSITIONS))

    @cached_property
    def report(self) -> Report:
        """The value of every first move; only for solved boards."""
        return self._analyse(self.game.start())

    def _analyse(self, state: Any) -> Report:
        return self._engine.analyse(self.game, state, self._budget)

    @property
    def winner(self) -> Player | None:
        """The winner with perfect play; None for a draw, endless play or a game with chance."""
        match self.game.status(self.game.start()):
            case Over(winner):
                if winner is None:
                    self.game.check_draw()
                return winner
            case Turn(player):
                seats = {"win": player, "loss": player.other}
                return seats.get(self.value.outcome)
        return None

    @property
    def turns(self) -> int | None:
        """Number of turns with perfect play; None if neither wins, or in a game with chance."""
        return 0 if self.is_over else self.value.turns

    @cached_property
    def correct_choices(self) -> tuple[int, int]:
        """Numbers of correct first moves and of all first moves, of the winning seat.

        If Player 2 wins, these are the answers to every first move, summed. If neither wins, they
        are Player 1's moves.
        """
        if self.value.outcome != "loss":
            return _count_correct(self.report)
        afters = (self.game.play(self.game.start(), move) for move in self.report.moves)
        reports = [self._analyse(state) for state in afters if self._is_winners_turn(state)]
        counts = [_count_correct(report) for report in reports]
        return sum(correct for correct, _ in counts), sum(count for _, count in counts)

    def _is_winners_turn(self, state: Any) -> bool:
        status = self.game.status(state)
        return isinstance(status, Turn) and status.player is self.winner

    @cached_property
    def imperfect(self) -> ImperfectGames:
        return ImperfectGames.of(self.game, self._budget)

    @property
    def grade(self) -> str | None:
        """How hard it is for imperfect players to win with the winning seat.

        "easy" if they win at least 75% of the games, "hard" if at most 55%, otherwise "medium".
        None if neither seat wins.
        """
        if self.is_over or self.winner is None:
            return None
        share = self.imperfect.share
        share = share if self.winner is Player.ONE else 1 - share
        return "easy" if share >= 0.75 else "hard" if share <= 0.55 else "medium"


def first_value(engine: Engine, game: AnyGame, budget: Budget) -> Value:
    """Return the value of a game for the player who moves first."""
    start = game.start()
    return engine.value(game, start.player, start, budget)


def _count_correct(report: Report) -> tuple[int, int]:
    """Return the number of correct moves and of all moves."""
    worths = [value.worth for value in report.moves.values()]
    return worths.count(report.value.worth), len(worths)


def is_long(value: Value) -> bool:
    """Return whether perfect play isn't over too soon."""
    return value.outcome != "unknown" and (value.turns is None or value.turns >= MIN_FAIR_TURNS)


def is_fair(board: Board) -> bool:
    """Return whether a board is fair.

    Perfect play isn't over too soon, and imperfect players win about equally often with each seat
    and finish most games. A draw counts half.
    """
    if board.is_over or not is_long(board.value):
        return False
    games = board.imperfect
    return MIN_FAIR_SHARE <= games.share <= MAX_FAIR_SHARE and games.unfinished <= GAMES // 2


# ---- searching for boards


def dealt_boards(
    engine: Engine,
    kind: type[AnyGame],
    options: Mapping[str, object],
    dice: Dice,
    budget: Budget,
) -> Iterator[Board]:
    """Yield boards dealt one after another from the same dice; Exhausted ends it."""
    while True:
        budget.check()
        yield Board(engine, kind.setup(options, None, dice).public(), budget)


def has_boards(kind: type[AnyGame], options: Mapping[str, object]) -> bool:
    """Return whether there are boards to choose from: deals differ visibly."""
    return kind.setup(options, None, Dice(0)).has_visible_deal


class Search:
    """A search for boards that meet every condition, with counts of all boards tried."""

    def __init__(
        self, boards: Iterator[Board], conditions: tuple[Callable[[Board], bool], ...]
    ) -> None:
        self._boards = boards
        self._conditions = conditions
        self.tried = 0
        self.over = 0
        """Number of boards that are over before the first move."""
        self.unknown = 0
        """Number of boards too large to solve."""
        self.won = {Player.ONE: 0, Player.TWO: 0}
        """Number of the other boards that each seat wins with perfect play."""
        self.unwon: Counter[Outcome] = Counter()
        """Number of boards that neither seat wins, by outcome: "draw", "endless" or "chance"."""

    def next(self, max_boards: int = MAX_BOARDS) -> Board | None:
        """Return the next board that meets all conditions; None if none of `max_boards` does."""
        for _ in range(max_boards):
            board = self.try_next()
            if not board.is_over and all(condition(board) for condition in self._conditions):
                return board
            if self.tried >= EARLY_STOP_BOARDS and self.only_winner() is not None:
                return None
        return None

    def try_next(self) -> Board:
        """Return one more board and count it; SetupError if boards are too large to solve."""
        board = next(self._boards)
        self.tried += 1
        if board.is_over:
            self.over += 1
        elif board.value.outcome == "unknown":
            self.unknown += 1
            if self.unknown == self.tried - self.over == MAX_UNSOLVED_BOARDS:
                raise SetupError("boards of this size are too large to solve")
        elif (winner := board.winner) is not None:
            self.won[winner] += 1
        else:
            self.unwon[board.value.outcome] += 1
        return board

    def only_winner(self) -> Player | None:
        """Return the seat that wins every board of at least MIN_SAMPLE_BOARDS, or None."""
        while (seat := self._only_winner_so_far()) is not None and self.tried < MIN_SAMPLE_BOARDS:
            self.try_next()
        return None if self.over or self.unknown else seat

    def _only_winner_so_far(self) -> Player | None:
        """Return the seat that wins every board so far; None if neither does."""
        seats = [seat for seat, boards in self.won.items() if boards]
        return seats[0] if len(seats) == 1 and not self.unwon else None


def search_fair_board(
    engine: Engine,
    kind: type[AnyGame],
    options: Mapping[str, object],
    dice: Dice,
    budget: Budget,
) -> Board:
    """Return a fair board, always the same from the same dice; SetupError if there is none."""
    if not has_boards(kind, options):
        raise NoBoards(kind.id, kind.title)
    try:
        found = Search(dealt_boards(engine, kind, options, dice, budget), (is_fair,)).next()
    except Exhausted:
        raise SetupError("found no fair board in time; try other options") from None
    if found is None:
        raise SetupError(f"none of {MAX_BOARDS} boards with these options is fair; try others")
    return found
