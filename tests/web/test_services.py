"""Work beside the event loop: one piece at a time, and not without a limit."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from numduel.web import drawings, previews, services
from numduel.web.exchange import Request
from numduel.web.limits import Limits
from numduel.web.live import Matches
from numduel.web.problems import QueueFull
from numduel.web.services import Services
from numduel.web.store_sqlite import SqliteStore
from numduel.web.workers import Workers


def made() -> Services:
    workers = Workers(1)
    matches = Matches(SqliteStore(":memory:"), workers)
    return Services(matches, workers, Limits({}), url="http://x", is_local=True)


def test_codes_and_boards_are_drawn_beside_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[str] = []

    def noting(work: Any) -> Any:
        def do(*about: Any) -> Any:
            threads.append(threading.current_thread().name)
            return work(*about)

        return do

    monkeypatch.setattr(previews, "_encode_qr", noting(previews._encode_qr))
    monkeypatch.setattr(drawings, "_draw", noting(drawings._draw))

    async def work() -> None:
        code: Request[Any, Any] = Request(None, {"text": "a" * 1000})
        assert (await previews.make_qr_code(made(), code))["rows"]
        board: Request[Any, Any] = Request({"game": "maze"}, None)
        assert (await drawings.draw_board(made(), board)).status == 200

    asyncio.run(work())
    assert len(threads) == 2
    assert threading.main_thread().name not in threads


def test_work_aside_is_done_one_by_one_and_refused_where_much_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(services, "MAX_THREAD_QUEUE", 3)
    running, most = 0, 0

    def count() -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        threading.Event().wait(0.01)
        running -= 1

    async def work() -> None:
        shared = made()
        done = await asyncio.gather(
            *(shared.run_in_thread(count) for _ in range(5)), return_exceptions=True
        )
        assert [type(one) for one in done] == [type(None)] * 3 + [QueueFull] * 2
        await shared.run_in_thread(count)

    asyncio.run(work())
    assert most == 1
