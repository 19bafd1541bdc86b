"""Work behind a screen: late answers are dropped."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from textual.screen import Screen
from textual.worker import Worker

from ..budget import Budget, Exhausted
from ..errors import NumduelError, sentence
from .base_app import AppEngine, app_of

if TYPE_CHECKING:
    from ..engine import Engine

T = TypeVar("T")

SECONDS = 60.0
"""How long a question may take."""

OFTEN = 0.1
"""Seconds between two words on how far a piece of work is."""


class Stopped(Exception):
    """Nobody waits for this any more."""


class TooLong(NumduelError):
    """Somebody waits for it, but not for ever."""


class Task:
    """A piece of work, as the function sees it that does it in a thread of its own."""

    def __init__(
        self, worker: Worker[Any], engine: AppEngine, deliver: Callable[..., None]
    ) -> None:
        self._worker = worker
        self._engine = engine
        self._deliver = deliver

    def stop(self) -> bool:
        """Whether nobody waits for it any more."""
        return self._worker.is_cancelled

    def ask(self, work: Callable[[Engine, Budget], T]) -> T:
        """What the engine answers; Stopped if nobody waits for it any more, TooLong in the end."""
        if self.stop():
            raise Stopped
        budget = Budget(SECONDS, None, lambda positions: self.stop())
        self._engine.questions.append(budget)
        try:
            done = work(self._engine.engine, budget)
        except Exhausted:
            if self.stop():
                raise Stopped from None
            raise TooLong(f"nothing was found in {SECONDS:.0f} seconds") from None
        finally:
            self._engine.questions.remove(budget)
        if self.stop():
            raise Stopped
        return done

    def tell(self, hear: Callable[..., None], *words: object) -> None:
        """Call a function of the screen, in its own time, if the work is still wanted then."""
        if not self.stop():
            self._deliver(hear, *words)

    def progress(self, hear: Callable[[int], None]) -> Callable[[int], None]:
        """A function for the work to say how far it is; only now and then it is heard."""
        last_word = 0.0

        def say(number: int) -> None:
            nonlocal last_word
            if time.monotonic() > last_word + OFTEN:
                last_word = time.monotonic()
                self.tell(hear, number)

        return say


class Background:
    """What a screen has done in threads while it can still be used.

    Work of one purpose takes the place of what was done for it before. What it finds is heard by
    the screen between two keys, and not at all when it has been cancelled or replaced by then.
    """

    def __init__(self, screen: Screen[None]) -> None:
        self._screen = screen
        self._latest: dict[str, Worker[None]] = {}

    def do(
        self,
        purpose: str,
        work: Callable[[Task], T],
        then: Callable[[T], None] | None = None,
        failed: Callable[[NumduelError], None] | None = None,
    ) -> None:
        """Begin some work; `then` hears its result, and `failed` why there is none."""

        def if_wanted(hear: Callable[..., None], *words: object) -> None:
            if self._latest.get(purpose) is worker:
                hear(*words)

        def deliver(*heard: Any) -> None:
            self._screen.call_later(if_wanted, *heard)

        def run() -> None:
            task = Task(worker, app_of(self._screen).engine, deliver)
            try:
                found = work(task)
            except Stopped:
                return
            except TooLong as error:
                task.tell(failed or self._warn, error)
            except NumduelError as error:
                if failed is None:
                    raise
                task.tell(failed, error)
            else:
                if then is not None:
                    task.tell(then, found)

        worker = self._screen.run_worker(run, thread=True, exclusive=True, group=purpose)
        self._latest[purpose] = worker

    def ask(
        self,
        purpose: str,
        work: Callable[[Engine, Budget], T],
        then: Callable[[T], None],
        failed: Callable[[NumduelError], None] | None = None,
    ) -> None:
        """The same for a question to the engine."""
        self.do(purpose, lambda task: task.ask(work), then, failed)

    def cancel(self, *purposes: str) -> None:
        """Nobody waits for these any more."""
        for purpose in purposes:
            self._latest.pop(purpose, None)
            self._screen.workers.cancel_group(self._screen, purpose)

    def _warn(self, why: NumduelError) -> None:
        app_of(self._screen).warn(sentence(why))
