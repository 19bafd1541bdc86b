"""Boards chosen by what perfect and imperfect play make of them."""

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

POSITIONS = 50_000
"""What a board may cost to be worked out; one that costs more is not offered."""

SHORTEST = 5
"""A fair board takes perfect players at least so many turns."""

FROM, TO = 0.4, 0.6
"""On a fair board, each seat wins a share of the imperfect players' games between these."""

TRIES = 2000
"""Boards that are looked at before a search gives up."""

ENOUGH = 300
"""Boards after which a search ends early if one seat wins them all."""

HOPELESS = 2
"""Boards too large to be worked out after which it is not tried again."""

SAMPLE = 30
"""Boards all won by one seat that it takes to speak of them all."""


class Board:
    """A game on its board, and what is known of it; each figure is worked out when asked for."""

    def __init__(self, engine: Engine, game: AnyGame, budget: Budget) -> None:
        self.game = game
        self._engine = engine
        self._budget = budget

    @property
    def is_over(self) -> bool:
        """Whether it is decided before the first move."""
        return isinstance(self.game.status(self.game.start()), Over)

    @cached_property
    def value(self) -> Value:
        """What the board is worth to the player who begins."""
        return first_value(self._engine, self.game, self._budget.part(positions=POSITIONS))

    @cached_property
    def report(self) -> Report:
        """The value of every first move; only for boards whose value is known."""
        return self._analysed(self.game.start())

    def _analysed(self, state: Any) -> Report:
        return self._engine.analyse(self.game, state, self._budget)

    @property
    def winner(self) -> Player | None:
        """Who wins with perfect play; None for a draw, endless play, and where chance decides."""
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
        """How many turns perfect players take; None where neither wins, or chance decides."""
        return 0 if self.is_over else self.value.turns

    @cached_property
    def keeping(self) -> tuple[int, int]:
        """How many first choices of the seat that wins keep the win, and how many it has.

        Where Player 2 wins, these are the answers to every first move together; where neither wins,
        they are Player 1's moves that keep it so.
        """
        if self.value.outcome != "loss":
            return _kept(self.report)
        afters = (self.game.play(self.game.start(), move) for move in self.report.moves)
        reports = [self._analysed(state) for state in afters if self._is_theirs(state)]
        kept = [_kept(report) for report in reports]
        return sum(keep for keep, _ in kept), sum(count for _, count in kept)

    def _is_theirs(self, state: Any) -> bool:
        status = self.game.status(state)
        return isinstance(status, Turn) and status.player is self.winner

    @cached_property
    def imperfect(self) -> ImperfectGames:
        return ImperfectGames.of(self.game, self._budget)

    @property
    def grade(self) -> str | None:
        """How hard the winning is for the seat that wins with perfect play, to imperfect players.

        "easy" where they win at least three quarters of the games, "hard" where at most 55 in 100,
        "medium" between; None where no seat wins.
        """
        if self.is_over or self.winner is None:
            return None
        share = self.imperfect.share
        share = share if self.winner is Player.ONE else 1 - share
        return "easy" if share >= 0.75 else "hard" if share <= 0.55 else "medium"


def first_value(engine: Engine, game: AnyGame, budget: Budget) -> Value:
    """What a game is worth to the player who begins, and nothing else of it."""
    start = game.start()
    return engine.value(game, start.player, start, budget)


def _kept(report: Report) -> tuple[int, int]:
    """Return how many moves keep the worth, of how many."""
    worths = [value.worth for value in report.moves.values()]
    return worths.count(report.value.worth), len(worths)


def is_long(value: Value) -> bool:
    """Whether perfect players have something to play for."""
    return value.outcome != "unknown" and (value.turns is None or value.turns >= SHORTEST)


def is_fair(board: Board) -> bool:
    """Not decided before the first move, not soon with perfect play, and even between imperfect
    players, most of whose games come to an end. A draw counts half."""
    if board.is_over or not is_long(board.value):
        return False
    return FROM <= board.imperfect.share <= TO and board.imperfect.unfinished <= GAMES // 2


# ---- looking for boards


def dealt_boards(
    engine: Engine,
    kind: type[AnyGame],
    options: Mapping[str, object],
    dice: Dice,
    budget: Budget,
) -> Iterator[Board]:
    """Boards as they are dealt, one after the other from the same dice; Exhausted ends it."""
    while True:
        budget.check()
        yield Board(engine, kind.setup(options, None, dice).public(), budget)


def has_boards(kind: type[AnyGame], options: Mapping[str, object]) -> bool:
    """Whether there are boards to choose from: deals differ in what players see of them."""
    return kind.setup(options, None, Dice(0)).has_visible_deal


class Search:
    """Boards that meet every condition, and a count of all that were looked at on the way."""

    def __init__(
        self, boards: Iterator[Board], conditions: tuple[Callable[[Board], bool], ...]
    ) -> None:
        self._boards = boards
        self._conditions = conditions
        self.tried = 0
        self.over = 0
        """Boards that were decided before the first move."""
        self.unknown = 0
        """Boards that are too large to be worked out."""
        self.won = {Player.ONE: 0, Player.TWO: 0}
        """How many of the others each seat wins with perfect play."""
        self.unwon: Counter[Outcome] = Counter()
        """How many of them neither seat wins: "draw", "endless", or "chance" where that decides."""

    def next(self, tries: int = TRIES) -> Board | None:
        """The next board that meets all conditions; None when none of so many does."""
        for _ in range(tries):
            board = self.look()
            if not board.is_over and all(condition(board) for condition in self._conditions):
                return board
            if self.tried >= ENOUGH and self.one_sided() is not None:
                return None  # one seat wins them all, and none of them met the conditions
        return None

    def look(self) -> Board:
        """One more board, counted; SetupError if they turn out too large to be worked out."""
        board = next(self._boards)
        self.tried += 1
        if board.is_over:
            self.over += 1
        elif board.value.outcome == "unknown":
            self.unknown += 1
            if self.unknown == self.tried - self.over == HOPELESS:
                raise SetupError("boards of this size are too large to be worked out")
        elif (winner := board.winner) is not None:
            self.won[winner] += 1
        else:
            self.unwon[board.value.outcome] += 1
        return board

    def one_sided(self) -> Player | None:
        """The seat that wins every board, if it does: SAMPLE boards are looked at before saying."""
        while (seat := self._only_winner()) is not None and self.tried < SAMPLE:
            self.look()
        return None if self.over or self.unknown else seat

    def _only_winner(self) -> Player | None:
        """Return the seat that has won every board so far; None if neither has."""
        seats = [seat for seat, boards in self.won.items() if boards]
        return seats[0] if len(seats) == 1 and not self.unwon else None


def fair_board(
    engine: Engine,
    kind: type[AnyGame],
    options: Mapping[str, object],
    dice: Dice,
    budget: Budget,
) -> Board:
    """A fair board, always the same from the same dice; SetupError where there is none."""
    if not has_boards(kind, options):
        raise NoBoards(kind.id, kind.title)
    try:
        found = Search(dealt_boards(engine, kind, options, dice, budget), (is_fair,)).next()
    except Exhausted:
        raise SetupError("no fair board was found in time; try other options") from None
    if found is None:
        raise SetupError(f"none of {TRIES} boards of this kind is fair; try other options")
    return found
