"""Background tasks of a screen; results that come too late are dropped."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from textual.screen import Screen
from textual.worker import Worker

from ..budget import Budget, Exhausted
from ..errors import NumduelError, as_sentence
from .base_app import AppEngine, app_of

if TYPE_CHECKING:
    from ..engine import Engine

T = TypeVar("T")

TASK_TIMEOUT_S = 60.0
"""Time limit of a question to the engine, in seconds."""

PROGRESS_INTERVAL_S = 0.1
"""Minimum seconds between two progress reports."""


class TaskCancelled(Exception):
    """The task was cancelled."""


class TaskTimeout(NumduelError):
    """The task reached its time limit."""


class Task:
    """A background task, as seen by the function that runs in its thread."""

    def __init__(
        self, worker: Worker[Any], engine: AppEngine, deliver: Callable[..., None]
    ) -> None:
        self._worker = worker
        self._engine = engine
        self._deliver = deliver

    def is_cancelled(self) -> bool:
        """Return whether the task was cancelled."""
        return self._worker.is_cancelled

    def ask(self, work: Callable[[Engine, Budget], T]) -> T:
        """Return the engine's answer.

        Raises TaskCancelled if the task was cancelled, and TaskTimeout at the time limit.
        """
        if self.is_cancelled():
            raise TaskCancelled
        budget = Budget(TASK_TIMEOUT_S, None, lambda positions: self.is_cancelled())
        self._engine.running_budgets.append(budget)
        try:
            done = work(self._engine.engine, budget)
        except Exhausted:
            if self.is_cancelled():
                raise TaskCancelled from None
            raise TaskTimeout(f"no result after {TASK_TIMEOUT_S:.0f} seconds") from None
        finally:
            self._engine.running_budgets.remove(budget)
        if self.is_cancelled():
            raise TaskCancelled
        return done

    def post(self, callback: Callable[..., None], *args: object) -> None:
        """Call a function on the screen's thread, unless the task is cancelled by then."""
        if not self.is_cancelled():
            self._deliver(callback, *args)

    def progress(self, callback: Callable[[int], None]) -> Callable[[int], None]:
        """Return a function that reports progress to `callback`, but not too often."""
        last_report = 0.0

        def report(number: int) -> None:
            nonlocal last_report
            if time.monotonic() > last_report + PROGRESS_INTERVAL_S:
                last_report = time.monotonic()
                self.post(callback, number)

        return report


class Background:
    """The background tasks of a screen, which stays usable while they run.

    A new task replaces an earlier one with the same purpose. The screen receives results between
    two keys, and never those of a cancelled or replaced task.
    """

    def __init__(self, screen: Screen[None]) -> None:
        self._screen = screen
        self._latest: dict[str, Worker[None]] = {}

    def run(
        self,
        purpose: str,
        work: Callable[[Task], T],
        then: Callable[[T], None] | None = None,
        failed: Callable[[NumduelError], None] | None = None,
    ) -> None:
        """Start a task; `then` receives its result, or `failed` its error."""

        def call_if_current(callback: Callable[..., None], *args: object) -> None:
            if self._latest.get(purpose) is worker:
                callback(*args)

        def deliver(*call: Any) -> None:
            self._screen.call_later(call_if_current, *call)

        def run() -> None:
            task = Task(worker, app_of(self._screen).engine, deliver)
            try:
                found = work(task)
            except TaskCancelled:
                return
            except TaskTimeout as error:
                task.post(failed or self._warn, error)
            except NumduelError as error:
                if failed is None:
                    raise
                task.post(failed, error)
            else:
                if then is not None:
                    task.post(then, found)

        worker = self._screen.run_worker(run, thread=True, exclusive=True, group=purpose)
        self._latest[purpose] = worker

    def ask(
        self,
        purpose: str,
        work: Callable[[Engine, Budget], T],
        then: Callable[[T], None],
        failed: Callable[[NumduelError], None] | None = None,
    ) -> None:
        """Start a task that asks the engine one question."""
        self.run(purpose, lambda task: task.ask(work), then, failed)

    def cancel(self, *purposes: str) -> None:
        """Cancel the tasks with these purposes."""
        for purpose in purposes:
            self._latest.pop(purpose, None)
            self._screen.workers.cancel_group(self._screen, purpose)

    def _warn(self, why: NumduelError) -> None:
        app_of(self._screen).warn(as_sentence(why))
