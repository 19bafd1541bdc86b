"""The edition without a server: requests of the page, answered in its own worker."""

from __future__ import annotations

import asyncio
import json
import logging
from base64 import urlsafe_b64encode
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from typing import Any, NotRequired, TypedDict
from urllib.parse import unquote

from ...errors import Refused
from ..dispatch import respond
from ..exchange import Answer, as_json
from ..limits import Limits
from ..live import ID_BYTES, Matches, Stream, new_match_id
from ..problems import problem_of
from ..routes import API_ROUTES, find_routes
from ..services import Services
from ..store import SequenceConflict
from ..validation import read_json
from .backup import BackupError, read_events
from .store import BrowserStore, Database
from .workers import BrowserWorkers, EngineWorker

log = logging.getLogger("numduel.web")

HEARTBEAT_S = 600.0
"""Seconds between heartbeats: messages between a page and its worker don't get lost."""

ADDRESS = "127.0.0.1"
"""Address of the only client, which has no limits."""

HEADERS = ("authorization", "content-type")
"""The headers that count here: answers are neither compressed nor cached."""


_key: ContextVar[str] = ContextVar("key", default="")
"""Key of the request that is being answered."""


class Message(TypedDict):
    """A request of the page."""

    method: str
    path: str
    query: str
    headers: Mapping[str, str]
    body: str
    key: NotRequired[str]
    """Random text of a request that may create a match; the same if it is sent again."""


class Edition:
    """The routes of the server for one page. The page numbers its requests."""

    def __init__(self, database: Database, engine: EngineWorker, url: str) -> None:
        self._workers = workers = BrowserWorkers(engine)
        self.store = BrowserStore(database)
        self._matches = Matches(self.store, workers, HEARTBEAT_S, _id_of_request)
        self._services = Services(self._matches, workers, Limits({}), url=url, is_local=True)
        self._open_requests: dict[int, asyncio.Event] = {}

    async def start(self) -> None:
        """Resume the matches in which a level has to move."""
        await self._matches.start()

    async def close(self) -> None:
        """End all streams and tasks."""
        self._services.end()
        await self._matches.close()

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

    # ---- all matches of this browser

    async def manage(self, do: str, text: str) -> str:
        """Export, import or delete matches; return the answer as `ask` does."""
        actions: dict[str, Callable[[Any], Awaitable[object]]] = {
            "export": self._export,
            "import": self._import,
            "delete": self._delete,
            "delete-all": self._delete_all,
        }
        try:
            given = read_json(text)
        except ValueError:
            return _as_text(problem_of(Refused("invalid", "This file can't be read.")))
        try:
            answer = as_json(await actions[do](given))
        except Exception as error:
            answer = problem_of(error)
        return _as_text(answer)

    async def _export(self, given: None) -> dict[str, list[list[object]]]:
        """Return the events of all matches for the player's file: times and texts, by match."""
        found: dict[str, list[list[object]]] = {}
        for id in await self.store.matches():
            found[id] = [[event.at, event.body] for event in await self.store.events(id)]
        return found

    async def _import(self, given: dict[str, object]) -> dict[str, int]:
        """Add the matches of a player's file that are valid; count what was done.

        A match that this browser has too gets the events that it lacks. If the two differ, this
        browser's stays.
        """
        new = changed = refused = 0
        for id, rows in given.items():
            try:
                events, summary = await self._workers.run(read_events, id, rows)
            except BackupError as error:
                log.warning("a match of the file was left out: %s", error)
                refused += 1
                continue
            own = await self.store.events(id)
            if not all(mine.body == event.body for mine, event in zip(own, events, strict=False)):
                continue
            if missing := events[len(own) :]:
                try:
                    await self.store.append_all(missing, summary)
                except SequenceConflict:  # another tab was faster
                    continue
                changed += 1
                new += not own
                self.store.on_change(id)
        return {"new": new, "changed": changed, "refused": refused}

    async def _delete(self, given: list[str]) -> dict[str, int]:
        """Delete matches of this browser forever."""
        await self.store.delete(given)
        self._matches.forget(given)
        return {"deleted": len(given)}

    async def _delete_all(self, given: None) -> dict[str, int]:
        """Delete all matches of this browser forever."""
        return await self._delete(await self.store.matches())

    def forget(self, text: str) -> None:
        """Close the matches that another tab has deleted."""
        self._matches.forget(json.loads(text))

    # ---- requests

    @contextmanager
    def _open(self, number: int) -> Iterator[asyncio.Event]:
        """Yield the event that `abandon` sets."""
        gone = self._open_requests[number] = asyncio.Event()
        try:
            yield gone
        finally:
            del self._open_requests[number]

    async def _respond(self, message: Message, gone: asyncio.Event) -> Answer | Stream:
        path = unquote(message["path"])
        routes, _ = find_routes(path)
        if not any(route in API_ROUTES for route in routes.values()):
            return problem_of(Refused("not_found", "Nothing found at this address."))

        headers = {name.lower(): value for name, value in message["headers"].items()}
        _key.set(message.get("key", ""))

        async def wait_for_disconnect() -> None:
            await gone.wait()

        _, answer = await respond(
            self._services,
            message["method"],
            path,
            message["query"],
            {name: value for name, value in headers.items() if name in HEADERS},
            message["body"].encode(errors="replace"),
            ADDRESS,
            wait_for_disconnect,
        )
        return answer


def _id_of_request() -> str:
    """Return the id of a new match.

    If the worker fails, the page sends open requests again. Then the match gets the same id, so it
    is created once.
    """
    if not (key := _key.get()):
        return new_match_id()
    return urlsafe_b64encode(sha256(key.encode()).digest()[:ID_BYTES]).decode()


def _as_text(answer: Answer) -> str:
    return json.dumps([answer.status, answer.media_type, answer.body.decode()])
