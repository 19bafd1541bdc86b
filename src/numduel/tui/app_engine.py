"""The engine behind all screens, loaded when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from ..budget import Budget, Exhausted
from ..errors import NumduelError

if TYPE_CHECKING:
    from ..engine import Engine

__all__ = ["AppEngine", "Stopped", "TooLong"]

T = TypeVar("T")

MEMORY = 400_000
"""How many positions the app's engine may remember."""

SECONDS = 60.0
"""How long a question may take."""


class Stopped(Exception):
    """Nobody waits for this any more."""


class TooLong(NumduelError):
    """Somebody waits for it, but not for ever."""


class AppEngine:
    """The engine of the app, made when it is first asked for: it takes a while to be loaded."""

    def __init__(self) -> None:
        self._engine: Engine | None = None
        self.questions: list[Budget] = []
        """What is being worked on, by what it may cost."""

    @property
    def engine(self) -> Engine:
        if self._engine is None:
            from ..engine import Engine

            self._engine = Engine(MEMORY)
        return self._engine

    def ask(self, work: Callable[[Engine, Budget], T], stop: Callable[[], bool]) -> T:
        """Do some work in this thread; Stopped as soon as `stop` says so, TooLong in the end."""
        if stop():
            raise Stopped
        budget = Budget(SECONDS, None, lambda positions: stop())
        self.questions.append(budget)
        try:
            done = work(self.engine, budget)
        except Exhausted:
            if stop():
                raise Stopped from None
            raise TooLong(f"nothing was found in {SECONDS:.0f} seconds") from None
        finally:
            self.questions.remove(budget)
        if stop():
            raise Stopped
        return done

    def forget(self) -> None:
        """Give back the room that all solved positions take."""
        if self._engine is not None:
            self._engine.forget()
