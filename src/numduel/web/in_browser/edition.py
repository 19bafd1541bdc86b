"""The edition without a server: requests of the page, answered in its own worker."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypedDict

from ...errors import Refused
from ..dispatch import respond
from ..exchange import Answer
from ..limits import Limits
from ..live import Matches, Stream
from ..problems import problem_of
from ..routes import API_ROUTES, find_routes
from ..services import Services
from .store import BrowserStore, Database
from .workers import BrowserWorkers, EngineWorker

HEARTBEAT_S = 600.0
"""Seconds between heartbeats: messages between a page and its worker don't get lost."""

ADDRESS = "127.0.0.1"
"""Address of the only client, which has no limits."""


class Message(TypedDict):
    """A request of the page."""

    method: str
    path: str
    query: str
    headers: Mapping[str, str]
    body: str


class Edition:
    """The routes of the server for one page. The page numbers its requests."""

    def __init__(self, database: Database, engine: EngineWorker, url: str) -> None:
        workers = BrowserWorkers(engine)
        self.store = BrowserStore(database)
        self._matches = Matches(self.store, workers, HEARTBEAT_S)
        self._services = Services(self._matches, workers, Limits({}), url=url, is_local=True)
        self._open_requests: dict[int, asyncio.Event] = {}

    async def start(self) -> None:
        """Resume the matches in which a level has to move."""
        await self._matches.start()

    async def ask(self, number: int, text: str) -> str:
        """Return the answer to a request: its status, media type and text."""
        with self._open(number) as gone:
            answer = await self._respond(json.loads(text), gone)
        if isinstance(answer, Stream):
            answer = problem_of(Refused("invalid", "This address is a stream."))
        return _as_text(answer)

    async def follow(self, number: int, text: str, send: Callable[[str], object]) -> str:
        """Send the views of a match until the page leaves it; return why there are none."""
        with self._open(number) as gone:
            found = await self._respond(json.loads(text), gone)
            if not isinstance(found, Stream):
                return _as_text(found)
            reader = found.live.enter(found.side)
            leaving = asyncio.create_task(gone.wait())
            leaving.add_done_callback(lambda _: reader.leave())
            try:
                while reader.is_open:
                    send(reader.next().decode())
                    await reader.news.wait()
            finally:
                leaving.cancel()
                found.live.exit(reader)
        return ""

    def abandon(self, number: int) -> None:
        """Cancel a request, or leave a match."""
        if number in self._open_requests:
            self._open_requests[number].set()

    @contextmanager
    def _open(self, number: int) -> Iterator[asyncio.Event]:
        """Yield the event that `abandon` sets."""
        gone = self._open_requests[number] = asyncio.Event()
        try:
            yield gone
        finally:
            del self._open_requests[number]

    async def _respond(self, message: Message, gone: asyncio.Event) -> Answer | Stream:
        routes, _ = find_routes(message["path"])
        if not any(route in API_ROUTES for route in routes.values()):
            return problem_of(Refused("not_found", "Nothing found at this address."))

        async def wait_for_disconnect() -> None:
            await gone.wait()

        _, answer = await respond(
            self._services,
            message["method"],
            message["path"],
            message["query"],
            {name.lower(): value for name, value in message["headers"].items()},
            message["body"].encode(),
            ADDRESS,
            wait_for_disconnect,
        )
        return answer


def _as_text(answer: Answer) -> str:
    return json.dumps([answer.status, answer.media_type, answer.body.decode()])
