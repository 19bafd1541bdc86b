"""Requests to a server, one per line, with everything behind them except the engine."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, TypeVar

from numduel.learning.lessons import lesson
from numduel.storage.record import loads
from numduel.web.dispatch import respond
from numduel.web.engine_tasks import rate_games, rate_puzzles
from numduel.web.exams import build_report
from numduel.web.exchange import Answer
from numduel.web.limits import Limits
from numduel.web.live import Matches, Stream
from numduel.web.problems import QueueFull
from numduel.web.routes import Route
from numduel.web.services import Services
from numduel.web.store import Event, MatchSummary, SequenceConflict
from numduel.web.stored_match import MoveRequest

__all__ = ["fuzz_request"]

T = TypeVar("T")

MAX_REQUESTS = 12

TOKENS = {"A": "A" * 43, "B": "B" * 43}
"""The secrets of two players. In a request, A, B or - says who sends it."""

INLINE = (loads, rate_games, rate_puzzles, build_report, lesson)
"""Functions for the engine's processes that only read; others are refused as by a busy server."""


class MemoryStore:
    """A store that forgets everything at the end."""

    is_shared = False

    def __init__(self) -> None:
        self.rows: dict[str, list[Event]] = {}
        self.on_change: Callable[[str | None], None] = lambda id: None
        self.on_message: Callable[[int, str], None] = lambda server, text: None

    async def open(self) -> None: ...
    async def check(self) -> None: ...
    async def close(self) -> None: ...
    def send_message(self, text: str) -> None: ...

    async def append(self, event: Event, summary: MatchSummary | None) -> None:
        known = self.rows.setdefault(event.match, [])
        if event.seq != len(known) + 1:
            raise SequenceConflict
        known.append(event)

    async def events(self, match: str, after: int = 0) -> list[Event]:
        return self.rows.get(match, [])[after:]

    async def levels_to_move(self) -> list[str]:
        return []

    async def mark_unfinished(self, age: float, now: float) -> list[str]:
        return []

    async def remove_marked(
        self, age: float, now: float, matches: Sequence[str] | None = None
    ) -> list[str]:
        return []


class InlineWorkers:
    """Workers that do short work at once. Levels play their first move."""

    max_processes, questions, levels = 1, 0, 0

    async def run(self, function: Callable[..., T], *args: Any, seconds: float = 0) -> T:
        if function not in INLINE:
            raise QueueFull
        return function(*args)

    async def run_here(self, work: Callable[..., T], *args: Any) -> T:
        return work(*args)

    async def warm_up(self) -> None: ...

    async def move(self, request: MoveRequest) -> str:
        return request.moves[0]


def fuzz_request(data: bytes) -> None:
    """Send requests such as "POST A /api/v1/matches {…}"; each answer must be as declared."""
    lines = data.split(b"\n")[:MAX_REQUESTS]
    asyncio.run(_send_all(lines))


async def _send_all(lines: list[bytes]) -> None:
    ids, workers = count(1), InlineWorkers()
    matches = Matches(MemoryStore(), workers, 600.0, lambda: f"m{next(ids)}")
    services = Services(matches, workers, Limits({}), url="https://play.example", is_local=True)
    try:
        for line in lines:
            await _send(services, line)
    finally:
        services.end()
        await matches.close()


async def _never() -> None:
    """Wait for a client that never leaves."""
    await asyncio.Event().wait()


async def _send(services: Services, line: bytes) -> None:
    method, who, address, body = (*line.split(b" ", 3), b"", b"", b"", b"")[:4]
    path, _, query = address.decode("latin-1").partition("?")
    headers = {"content-type": "application/json"}
    if token := TOKENS.get(who.decode("latin-1")):
        headers["authorization"] = f"Bearer {token}"
    route, answer = await respond(
        services, method.decode("latin-1"), path, query, headers, body, "", _never
    )
    if isinstance(answer, Stream):
        _read_stream(answer)
    else:
        _check_answer(route, answer)


def _read_stream(stream: Stream) -> None:
    reader = stream.live.enter(stream.side)
    event = reader.next().decode()
    json.loads(event.partition("data: ")[2])
    stream.live.exit(reader)


def _check_answer(route: Route | None, answer: Answer) -> None:
    """Fail for an internal error, and for a problem that the route doesn't declare."""
    if "json" not in answer.media_type or "content-encoding" in answer.headers:
        assert answer.status < 500, answer
        return
    data = json.loads(answer.body)
    if answer.status < 400:
        return
    assert answer.status in (429, 503) or answer.status < 500, data
    assert data["status"] == answer.status, data
    assert data["detail"].isprintable() or "\n" in data["detail"], data
    known = {"too_many", "unavailable", "not_found", "not_allowed", "too_large", "invalid"}
    assert route is None or data["code"] in {*route.problems, *known}, (route.path, data)
