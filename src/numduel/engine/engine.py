"""The engine: analysis of positions of any game, with limited memory."""

from __future__ import annotations

import gc
from collections.abc import Callable
from fractions import Fraction
from threading import Lock, get_ident
from typing import Any, TypeVar
from weakref import ref

from ..budget import Budget, Exhausted, Progress
from ..checks import need, need_game, need_player, need_state
from ..core import AnyGame, Move, Over, Player, Status, Turn
from ..errors import NumduelError, SetupError, WrongType
from ..options import short_repr
from ..play.match import Match
from .solving.analysis import Report, Solver
from .solving.quota import PositionQuota
from .solving.value import Value, unknown

T = TypeVar("T")

DEFAULT_MEMORY = 1_800_000
"""Default memory of an engine, in positions: less than a gigabyte."""

DEFAULT_SECONDS = 60.0
"""Default time limit of an analysis, in seconds."""

MAX_GAMES = 64
"""Maximum games that an engine remembers."""

MEMORY_STEPS = 100
"""Number of steps in which solvers get the whole memory."""

LOCK_POLL_S = 0.02
"""Seconds between checks of the budget while waiting for another thread's search."""


class Engine:
    """An engine with its own memory, for programs that analyse many positions.

    It remembers the positions that it has solved; `len(engine)` counts them. When its memory is
    full, it forgets the least recently used game.

    Several threads can share an engine. Questions about the same game wait for each other, within
    their budgets.

    Args:
        memory: Maximum number of positions to remember (the default needs less than 1 GB).

    Raises:
        SetupError: If `memory` is not a whole number from 1.

    Examples:
        >>> import numduel
        >>> game = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
        >>> engine = numduel.Engine()
        >>> engine.analyse(game, game.start(), numduel.Budget(seconds=10)).best
        ('0,0', '0,2', '2,0', '2,2')
        >>> engine.line(game, game.start(), numduel.Budget(seconds=10))
        ('0,0', '0,1', '1,0', '0,2', '2,0')
        >>> len(engine) > 0
        True
    """

    def __init__(self, memory: int = DEFAULT_MEMORY) -> None:
        if type(memory) is not int or memory < 1:
            raise SetupError(f"an engine remembers 1 position or more, not {short_repr(memory)}")
        self.memory = memory
        """Maximum number of positions to remember."""
        self._solvers: dict[AnyGame, Solver] = {}
        self._lock = Lock()

    def analyse(self, game: AnyGame, state: Any, budget: Budget) -> Report:
        """Return the values of a position and of all legal moves.

        When the budget is used up, the remaining values are "unknown", with an estimate.

        Raises:
            NumduelError: If no player is to move.
        """
        game, status = _check_arguments(game, state, budget)
        if not isinstance(status, Turn):
            why = "the game is over" if isinstance(status, Over) else "chance decides here"
            raise NumduelError(f"there is nothing to analyse because {why}: no player is to move")
        try:
            return self._ask(game, budget, lambda solver: solver.report(state, status, budget))
        except Exhausted:  # the time passed in waiting for another thread's search
            return Solver(game).report(state, status, budget)

    def value(self, game: AnyGame, player: Player, state: Any, budget: Budget) -> Value:
        """Return the value of any position for a player, even if chance decides or it is over.

        When the budget is used up, the value is "unknown" with a chance of ½, not an estimate.
        """
        game, _ = _check_arguments(game, state, budget)
        player = need_player(player)
        try:
            return self._ask(game, budget, lambda solver: solver.value_for(player, state, budget))
        except Exhausted:
            return unknown(Fraction(1, 2))

    def line(
        self, game: AnyGame, state: Any, budget: Budget, max_plies: int = 60
    ) -> tuple[Move, ...]:
        """Return the moves of both players with best play.

        The line ends where chance decides, where a value is unknown, or before a repetition.
        """
        line: list[Move] = []
        need(max_plies, int, "max_plies is a whole number")
        _check_arguments(game, state, budget)
        seen = {state}
        while len(line) < max_plies and isinstance(game.status(state), Turn):
            report = self.analyse(game, state, budget)
            if not report.is_exact or report.value.outcome == "chance":
                break
            state = game.play(state, report.best[0])
            if state in seen:
                break
            seen.add(state)
            line.append(report.best[0])
        return tuple(line)

    def __len__(self) -> int:
        """Return the number of positions that the engine remembers."""
        with self._lock:
            return sum(len(solver) for solver in self._solvers.values())

    def forget(self) -> None:
        """Free the memory, except for games that are being analysed."""
        with self._lock:
            self._solvers = {game: one for game, one in self._solvers.items() if one.n_callers}

    # ---- memory

    def _ask(self, game: AnyGame, budget: Budget, question: Callable[[Solver], T]) -> T:
        """Run a question on the solver of a game, waiting for other threads to finish."""
        solver = self._solver(game)
        try:
            if solver.owner_thread == get_ident():  # called by `progress`: it would wait for itself
                raise Exhausted
            while not solver.lock.acquire(timeout=LOCK_POLL_S):
                budget.check()
            solver.owner_thread = get_ident()
            was_gc_enabled = gc.isenabled()
            gc.disable()  # a search makes no garbage, and looking for it takes 10% of the time
            try:
                return question(solver)
            finally:
                if was_gc_enabled:
                    _resume_gc()
                if solver.quota.is_full:  # its results fill the memory without solving the game
                    solver.forget()
                solver.owner_thread = None
                solver.lock.release()
        finally:
            with self._lock:
                solver.n_callers -= 1

    def _solver(self, game: AnyGame) -> Solver:
        """Return the solver of a game for one more caller, and make it the most recent."""
        with self._lock:
            solver = self._solvers.pop(game, None)
            if solver is None:  # `not solver` would also drop an empty one that is in use
                solver = Solver(game, PositionQuota(0, _grant_from(ref(self))))
                if len(self._solvers) >= MAX_GAMES:
                    self._forget_oldest()
            solver.n_callers += 1
            self._solvers[game] = solver
        return solver

    def _grant(self) -> int:
        """Return how many more positions a solver may remember, evicting idle games if needed.

        A solver keeps what it was granted, so all threads together never exceed the memory.
        """
        with self._lock:
            while True:
                free = self.memory - sum(one.quota.limit for one in self._solvers.values())
                if free > 0 or not self._forget_oldest():
                    return min(free, max(1, self.memory // MEMORY_STEPS))

    def _forget_oldest(self) -> bool:
        """Forget the least recently used idle game; return False if all are in use."""
        for game, solver in self._solvers.items():
            if not solver.n_callers:
                del self._solvers[game]
                return True
        return False


def _grant_from(reference: ref[Engine]) -> Callable[[], int]:
    """Return a grant function that doesn't keep the engine alive."""

    def grant() -> int:
        engine = reference()
        return 0 if engine is None else engine._grant()

    return grant


def _check_arguments(game: AnyGame, state: Any, budget: Budget) -> tuple[AnyGame, Status]:
    """Check the arguments of a question; return the public game and the status."""
    need(budget, Budget, "a question has a numduel.Budget, such as Budget(seconds=10)")
    public = need_game(game).public()
    return public, need_state(public, state)


def _resume_gc() -> None:
    """Enable garbage collection again, without scanning the new objects at once.

    Freezing and unfreezing moves them to the oldest generation, which is scanned rarely.
    """
    if not gc.get_freeze_count():
        gc.freeze()
        gc.unfreeze()
    gc.enable()


# ---- the shared engine

_SHARED_ENGINE = Engine()


def analyse(
    subject: Match | AnyGame,
    state: Any = None,
    /,
    *,
    seconds: float | None = DEFAULT_SECONDS,
    positions: int | None = None,
    progress: Progress | None = None,
) -> Report:
    """Return the exact values of a position and of all legal moves, for the player to move.

    All calls share one engine. When a limit is reached, the remaining values are "unknown", with an
    estimate.

    Args:
        subject: A match, or a game.
        state: A position of the game (default: its start). A match has its own.
        seconds: Time limit; None for no limit.
        positions: Maximum number of positions to examine (default: no limit).
        progress: A function that is called now and then with the number of positions examined so
            far. It cancels the analysis by returning True.

    Raises:
        NumduelError: If no player is to move.

    Examples:
        >>> import numduel
        >>> game = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
        >>> report = numduel.analyse(numduel.Match.replay(game, ["0,0", "2,0"]))
        >>> report.value
        Value(outcome='win', turns=3, chance=Fraction(1, 1))
        >>> {move: str(value) for move, value in report.moves.items()}
        {'0,1': 'win in 3 turns', '1,0': 'win in 3 turns'}
    """
    if isinstance(subject, Match):
        if state is not None:
            raise WrongType("a match has its own position: give none beside it")
        game, state = subject.game, subject.state
    else:
        game = need_game(subject)
        state = game.start() if state is None else state
    return _SHARED_ENGINE.analyse(game, state, Budget(seconds, positions, progress))
