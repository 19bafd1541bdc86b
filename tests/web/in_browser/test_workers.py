"""The engine worker of a page: its queue, time limits, failures and errors."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from typing import Any

import pytest
from edition_support import ThreadEngine

import numduel
from numduel.dice import Dice
from numduel.errors import Refused
from numduel.status import Player
from numduel.web.in_browser import workers as module
from numduel.web.in_browser.tasks import TaskError, read_result, run_task, write_task
from numduel.web.in_browser.workers import MAX_QUEUED, BrowserWorkers
from numduel.web.problems import QueueFull
from numduel.web.stored_match import MoveRequest


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def double(number: int) -> int:
    return 2 * number


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def refuse() -> None:
    raise Refused("over", "The game is over.")


class NeedsTwo(Exception):
    def __init__(self, one: str, two: str) -> None:
        super().__init__(one)


def fail_with_arguments() -> None:
    raise NeedsTwo("one", "two")


def fail_with_a_local_error() -> None:
    class LocalError(Exception):
        pass

    raise LocalError


def fail_with_a_function() -> None:
    raise ValueError(lambda: None)


def return_a_function() -> object:
    return lambda: None


def test_results_and_errors_cross_the_boundary() -> None:
    assert read_result(run_task(write_task(double, (21,)))) == 42
    with pytest.raises(Refused) as refused:
        read_result(run_task(write_task(refuse, ())))
    assert (refused.value.code, refused.value.detail) == ("over", "The game is over.")
    with pytest.raises(TypeError):
        read_result(run_task(write_task(double, (1, 2))))


@pytest.mark.parametrize(
    ("function", "name"),
    [(fail_with_a_local_error, "LocalError"), (fail_with_a_function, "ValueError")],
)
def test_errors_that_cannot_be_sent_are_named(function: Any, name: str) -> None:
    with pytest.raises(TaskError, match=name):
        read_result(run_task(write_task(function, ())))


def test_error_that_cannot_be_rebuilt_is_named() -> None:
    """It may also arrive as it is: packages of other tests teach pickle to rebuild it."""
    with pytest.raises((TaskError, NeedsTwo)) as raised:
        read_result(run_task(write_task(fail_with_arguments, ())))
    assert "NeedsTwo" in repr(raised.value)


def test_results_that_cannot_be_sent_are_errors() -> None:
    with pytest.raises(Exception, match=r"pickle|local"):
        read_result(run_task(write_task(return_a_function, ())))


def test_tasks_run_one_after_the_other_and_too_many_are_refused() -> None:
    async def work() -> None:
        workers = BrowserWorkers(ThreadEngine())  # which asserts that it has one task
        asked = [asyncio.create_task(workers.run(double, n)) for n in range(MAX_QUEUED)]
        await asyncio.sleep(0)
        with pytest.raises(QueueFull):
            await workers.run(double, 1)
        assert await asyncio.gather(*asked) == [2 * n for n in range(MAX_QUEUED)]
        assert workers.questions == 0

    run(work())


def test_move_of_a_level_waits_for_one_question_at_most() -> None:
    async def work() -> None:
        workers = BrowserWorkers(ThreadEngine())
        done: list[str] = []
        match = numduel.Match(numduel.new("sum"))
        request = MoveRequest(
            "casual", match.game, match.view(Player.ONE), match.moves, Dice(1), True
        )

        async def ask(name: str) -> None:
            await workers.run(sleep, 0.05)
            done.append(name)

        async def move() -> None:
            await workers.move(request)
            done.append("move")

        asked = [asyncio.create_task(ask(name)) for name in ("first", "second", "third")]
        await asyncio.sleep(0)
        await asyncio.gather(move(), *asked)
        assert done == ["first", "move", "second", "third"]

    run(work())


def test_waiting_does_not_count_as_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither for tasks before it nor for an engine that still loads."""
    monkeypatch.setattr(module, "GRACE_S", 0.0)

    class SlowStart(ThreadEngine):
        async def ready(self) -> None:
            await asyncio.sleep(0.4)

    async def work() -> None:
        workers = BrowserWorkers(SlowStart())
        asked = [workers.run(sleep, 0.1, seconds=0.3) for _ in range(4)]
        assert await asyncio.gather(*asked) == [0.1] * 4

    run(work())


def test_late_task_is_stopped_and_the_next_one_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GRACE_S", 0.0)
    monkeypatch.setattr(module, "PATIENCE_S", 0.05)

    async def work() -> None:
        engine = ThreadEngine()
        workers = BrowserWorkers(engine)
        with pytest.raises(TimeoutError):
            await workers.run(sleep, 1.0, seconds=0.05)
        assert await workers.run(double, 2) == 4
        assert engine.stops == 1

    run(work())


def test_cancelled_task_may_finish_if_that_is_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE_S", 30.0)

    async def work() -> None:
        engine = ThreadEngine()
        workers = BrowserWorkers(engine)
        asked = asyncio.create_task(workers.run(sleep, 0.2))
        waiting = asyncio.create_task(workers.run(double, 1))
        while not engine.tasks:
            await asyncio.sleep(0.01)
        asked.cancel()
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        assert await workers.run(double, 2) == 4
        assert (engine.tasks, engine.stops) == (2, 0)

    run(work())


def test_failed_engine_is_reported_as_unavailable() -> None:
    class Broken(ThreadEngine):
        is_loaded = False

        async def ready(self) -> None:
            if not self.is_loaded:
                raise RuntimeError("NetworkError: the engine can't be loaded")

    class Crashing(ThreadEngine):
        async def run(self, task: str) -> str:
            raise RuntimeError("RangeError: Maximum call stack size exceeded")

    async def work() -> None:
        engine = Broken()
        workers = BrowserWorkers(engine)
        with pytest.raises(TimeoutError):
            await workers.run(double, 1)
        engine.is_loaded = True
        assert await workers.run(double, 1) == 2
        with pytest.raises(TimeoutError):
            await BrowserWorkers(Crashing()).run(double, 1)

    run(work())
