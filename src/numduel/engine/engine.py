"""The engine: answers about positions of any game, with a memory of limited size and an owner."""

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
from ..options import shown
from ..play.match import Match
from .solving.analysis import Report, Solver
from .solving.quota import PositionQuota
from .solving.value import Value, unknown

T = TypeVar("T")

MEMORY = 1_800_000
"""Positions that an engine remembers, unless it is told otherwise: less than a gigabyte."""

SECONDS = 60.0
"""How long an analysis takes at most, unless it is told otherwise."""

GAMES = 64
"""Games that an engine remembers anything of."""

STEPS = 100
"""In so many steps all of the memory is given out."""

PATIENCE = 0.02
"""Seconds after which somebody who waits for another's search looks whether to wait on."""


class Engine:
    """What has been worked out of some games, for whoever owns it.

    Several threads may ask. Those who ask about the same game wait for each other, each no longer
    than its own budget allows; a `progress` that asks about it gets an answer from scratch, or
    none. When the memory is full, the games asked about longest ago are forgotten first.

    >>> import numduel
    >>> maze = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
    >>> Engine().analyse(maze, maze.start(), Budget(seconds=10)).best
    ('0,0', '0,2', '2,0', '2,2')
    """

    def __init__(self, memory: int = MEMORY) -> None:
        if type(memory) is not int or memory < 1:
            raise SetupError(f"an engine remembers 1 position or more, not {shown(memory)}")
        self.memory = memory
        """How many positions it may remember."""
        self._solvers: dict[AnyGame, Solver] = {}
        self._lock = Lock()

    def analyse(self, game: AnyGame, state: Any, budget: Budget) -> Report:
        """The value of every legal move; NumduelError where nobody is to move.

        Where the budget does not suffice, some are unknown, with an estimate.
        """
        game, status = _position(game, state, budget)
        if not isinstance(status, Turn):
            why = "the game is over" if isinstance(status, Over) else "chance decides here"
            raise NumduelError(f"there is nothing to analyse: {why}, and nobody is to move")
        try:
            return self._ask(game, budget, lambda solver: solver.report(state, status, budget))
        except Exhausted:  # all of it went by in waiting for somebody else's search
            return Solver(game).report(state, status, budget)

    def value(self, game: AnyGame, player: Player, state: Any, budget: Budget) -> Value:
        """What any position is worth to a player, whoever or whatever comes next in it.

        Where the budget does not suffice, it is unknown, and nothing is estimated.
        """
        game, _ = _position(game, state, budget)
        player = need_player(player)
        try:
            return self._ask(game, budget, lambda solver: solver.seen_by(player, state, budget))
        except Exhausted:
            return unknown(Fraction(1, 2))

    def line(
        self, game: AnyGame, state: Any, budget: Budget, max_plies: int = 60
    ) -> tuple[Move, ...]:
        """Return the moves of both players with best play.

        The line ends where chance decides, where a value is unknown, and before a position would
        come again.
        """
        line: list[Move] = []
        need(max_plies, int, "a line has so many moves")
        _position(game, state, budget)
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
        """How many positions are remembered."""
        with self._lock:
            return sum(len(solver) for solver in self._solvers.values())

    def forget(self) -> None:
        """Give back all the room that is taken, but for games that somebody is asking about."""
        with self._lock:
            self._solvers = {game: one for game, one in self._solvers.items() if one.asking}

    # ---- memory

    def _ask(self, game: AnyGame, budget: Budget, question: Callable[[Solver], T]) -> T:
        """Put a question to the solver of a game, when nobody else is asking it."""
        solver = self._solver(game)
        try:
            if solver.asker == get_ident():  # told of progress, one would wait for oneself
                raise Exhausted
            while not solver.lock.acquire(timeout=PATIENCE):
                budget.check()
            solver.asker = get_ident()
            was_at_work = gc.isenabled()
            gc.disable()  # nothing that a search makes is garbage: to look for some takes a tenth
            try:
                return question(solver)
            finally:
                if was_at_work:
                    _begin_collecting()
                if solver.quota.is_full:  # what it knows did not suffice, and takes much room
                    solver.forget()
                solver.asker = None
                solver.lock.release()
        finally:
            with self._lock:
                solver.asking -= 1

    def _solver(self, game: AnyGame) -> Solver:
        """The solver of a game, which becomes the youngest, for somebody who asks it now."""
        with self._lock:
            solver = self._solvers.pop(game, None)
            if solver is None:  # and not where it only knows nothing yet: somebody may be asking it
                solver = Solver(game, PositionQuota(0, _lent_by(ref(self))))
                if len(self._solvers) >= GAMES:
                    self._forget_oldest()
            solver.asking += 1
            self._solvers[game] = solver
        return solver

    def _more(self) -> int:
        """More room for a solver, in small steps: as long as there is some, or old games have some.

        Whoever asks has asked for what it has, and keeps it. So all together never have more than
        there is, in however many threads they search.
        """
        with self._lock:
            while True:
                free = self.memory - sum(one.quota.most for one in self._solvers.values())
                if free > 0 or not self._forget_oldest():
                    return min(free, max(1, self.memory // STEPS))

    def _forget_oldest(self) -> bool:
        """Forget the game asked about longest ago; False where all are being asked about."""
        for game, solver in self._solvers.items():
            if not solver.asking:
                del self._solvers[game]
                return True
        return False


def _lent_by(lender: ref[Engine]) -> Callable[[], int]:
    """Room from an engine, without holding on to it: what nobody owns is freed at once."""

    def more() -> int:
        engine = lender()
        return 0 if engine is None else engine._more()

    return more


def _position(game: AnyGame, state: Any, budget: Budget) -> tuple[AnyGame, Status]:
    """The public game and the status of what is asked about, if all of it can be."""
    need(budget, Budget, "a question has a numduel.Budget, such as Budget(seconds=10)")
    public = need_game(game).public()
    return public, need_state(public, state)


def _begin_collecting() -> None:
    """Let the collector of garbage work again, without looking at everything that was just made.

    To freeze and unfreeze puts that among the old things, which are looked at rarely.
    """
    if not gc.get_freeze_count():
        gc.freeze()
        gc.unfreeze()
    gc.enable()


# ---- for everybody

_OWN = Engine()


def analyse(
    subject: Match | AnyGame,
    state: Any = None,
    /,
    *,
    seconds: float | None = SECONDS,
    positions: int | None = None,
    progress: Progress | None = None,
) -> Report:
    """The exact value of a position and of every legal move, for the player to move.

    >>> import numduel
    >>> match = numduel.Match(numduel.new("maze", board="4 3 8/9 5 1/2 7 6"))
    >>> report = analyse(match)
    >>> report.value
    Value(outcome='win', turns=5, chance=Fraction(1, 1))
    >>> report.best
    ('0,0', '0,2', '2,0', '2,2')

    Where `seconds` (a minute, if nothing is said) or `positions` do not suffice, the values that
    were not reached are "unknown", with an estimate, and `how` says how that was made. `progress`
    is told now and then how many positions have been looked at, and cancels by returning True.
    """
    if isinstance(subject, Match):
        if state is not None:
            raise WrongType("a match has its own position: give none beside it")
        game, state = subject.game, subject.state
    else:
        game = need_game(subject)
        state = game.start() if state is None else state
    return _OWN.analyse(game, state, Budget(seconds, positions, progress))
