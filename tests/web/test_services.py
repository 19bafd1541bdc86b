"""Work outside the event loop: in the thread, and in the engine for many at once."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from numduel.errors import Refused
from numduel.web import drawings, previews, services
from numduel.web.exchange import Request
from numduel.web.limits import Limits
from numduel.web.live import Matches
from numduel.web.problems import QueueFull
from numduel.web.services import Services
from numduel.web.store_sqlite import SqliteStore
from numduel.web.worker_processes import WorkerProcesses


def make_services() -> Services:
    workers = WorkerProcesses(1)
    matches = Matches(SqliteStore(":memory:"), workers)
    return Services(matches, workers, Limits({}), url="http://x", is_local=True)


def test_qr_codes_and_boards_are_drawn_outside_the_event_loop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    threads: list[str] = []

    def record_thread(work: Any) -> Any:
        def do(*args: Any) -> Any:
            threads.append(threading.current_thread().name)
            return work(*args)

        return do

    monkeypatch.setattr(previews, "_encode_qr", record_thread(previews._encode_qr))
    monkeypatch.setattr(drawings, "_draw", record_thread(drawings._draw))

    async def work() -> None:
        code: Request[Any, Any] = Request(None, {"text": "a" * 1000})
        assert (await previews.make_qr_code(make_services(), code))["rows"]
        board: Request[Any, Any] = Request({"game": "maze"}, None)
        assert (await drawings.draw_board(make_services(), board)).status == 200

    asyncio.run(work())
    assert len(threads) == 2
    assert threading.main_thread().name not in threads


def test_thread_runs_one_task_at_a_time_and_refuses_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(services, "MAX_THREAD_QUEUE", 3)
    running, max_running = 0, 0

    def count() -> None:
        nonlocal running, max_running
        running += 1
        max_running = max(max_running, running)
        threading.Event().wait(0.01)
        running -= 1

    async def work() -> None:
        shared = make_services()
        done = await asyncio.gather(
            *(shared.run_in_thread(count) for _ in range(5)), return_exceptions=True
        )
        assert [type(one) for one in done] == [type(None)] * 3 + [QueueFull] * 2
        await shared.run_in_thread(count)

    asyncio.run(work())
    assert max_running == 1


def test_requests_for_the_same_result_share_one_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """A daily puzzle is found once, even if those who asked for it first have left."""

    async def work() -> None:
        shared = make_services()
        runs: list[asyncio.Future[str]] = []

        async def run(function: Any, *args: Any, seconds: float) -> str:
            runs.append(asyncio.get_running_loop().create_future())
            return await runs[-1]

        monkeypatch.setattr(shared.workers, "run", run)

        def ask(key: str) -> asyncio.Task[str]:
            request: Request[Any, Any] = Request(None, None)
            asked = shared.ask_engine_once(request, key, str, key)
            return asyncio.ensure_future(asked)

        leaver, waiter, other = ask("today"), ask("today"), ask("yesterday")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert len(runs) == 2
        leaver.cancel()
        await asyncio.sleep(0)
        assert not runs[0].cancelled()
        runs[0].set_result("found")
        assert await waiter == "found"
        runs[1].set_exception(QueueFull())
        with pytest.raises(QueueFull):
            await other
        stopped = ask("yesterday")  # a failure isn't kept
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert len(runs) == 3
        shared.end()
        with pytest.raises(Refused, match="cancelled"):
            await stopped

    asyncio.run(work())
