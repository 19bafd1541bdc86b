"""The edition without a server, in CPython: a database in memory and an engine in a thread."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

from numduel.web.in_browser.edition import Edition
from numduel.web.in_browser.tasks import run_task

URL = "https://numduel.example/play/"


class Tabs:
    """A database that several tabs share. It answers as site/workers/database.js does."""

    def __init__(self) -> None:
        self.rows: dict[str, list[tuple[float, str]]] = {}
        self.summaries: dict[str, tuple[bool, bool]] = {}
        self.tabs: list[TabDatabase] = []
        self.problem = ""
        """Problem that the next writes meet."""


class TabDatabase:
    """The database as one tab sees it."""

    def __init__(self, shared: Tabs) -> None:
        self.shared = shared
        self.edition: Edition | None = None
        self.number = len(shared.tabs)
        shared.tabs.append(self)

    @property
    def _others(self) -> list[Edition]:
        return [tab.edition for tab in self.shared.tabs if tab is not self and tab.edition]

    async def append(self, match: str, events: str, summary: str) -> str:
        await asyncio.sleep(0)
        if self.shared.problem:
            return self.shared.problem
        known, new = self.shared.rows.get(match, []), json.loads(events)
        if [seq for seq, _, _ in new] != list(range(len(known) + 1, len(known) + len(new) + 1)):
            return "conflict"
        self.shared.rows[match] = [*known, *((at, body) for _, at, body in new)]
        if (found := json.loads(summary)) is not None:
            self.shared.summaries[match] = found
        for edition in self._others:
            asyncio.get_running_loop().call_soon(edition.store.on_change, match)
        return "stored"

    async def events(self, match: str, after: int) -> str:
        await asyncio.sleep(0)
        rows = self.shared.rows.get(match, [])
        return json.dumps([[n, at, body] for n, (at, body) in enumerate(rows, 1) if n > after])

    async def levelsToMove(self) -> str:
        return json.dumps([id for id, (is_level, _) in self.shared.summaries.items() if is_level])

    async def matches(self) -> str:
        return json.dumps(list(self.shared.summaries))

    async def deleteMatches(self, matches: str) -> str:
        if self.shared.problem:
            return self.shared.problem
        for id in json.loads(matches):
            self.shared.rows.pop(id, None)
            self.shared.summaries.pop(id, None)
        for edition in self._others:
            edition.forget(matches)
        return "stored"

    def sendMessage(self, text: str) -> None:
        for edition in self._others:
            asyncio.get_running_loop().call_soon(edition.store.on_message, self.number, text)


class BrokenDatabase(TabDatabase):
    """A database whose promises are rejected."""

    async def events(self, match: str, after: int) -> str:
        raise sqlite3.OperationalError("InvalidStateError: The database connection is closing.")


class ThreadEngine:
    """An engine that runs tasks in a thread; the result of a stopped task is ignored."""

    def __init__(self) -> None:
        self.tasks = 0
        self.stops = 0
        self._running: asyncio.Future[str] | None = None

    async def ready(self) -> None:
        await asyncio.sleep(0)

    async def run(self, task: str) -> str:
        assert self._running is None or self._running.done(), "one task at a time"
        self.tasks += 1
        self._running = asyncio.ensure_future(asyncio.to_thread(run_task, task))
        try:
            return await self._running
        except asyncio.CancelledError:
            raise RuntimeError("The engine was stopped.") from None

    def stop(self) -> None:
        self.stops += 1
        if self._running is not None:
            self._running.cancel()


class Tab:
    """A page with its edition."""

    def __init__(self, edition: Edition, engine: Any) -> None:
        self.edition = edition
        self.engine = engine
        self._numbers = count(1)

    async def ask(
        self,
        method: str,
        address: str,
        body: object = None,
        token: str | None = None,
        number: int | None = None,
    ) -> tuple[int, str, str]:
        """Send a request as the page does; return status, media type and text."""
        text = write_message(method, address, body, token)
        answer = await self.edition.ask(number or next(self._numbers), text)
        status, kind, content = json.loads(answer)
        return status, kind, content

    async def manage(self, do: str, given: object = None) -> tuple[int, Any]:
        """Export, import or delete matches; return status and answer."""
        status, _, text = json.loads(await self.edition.manage(do, json.dumps(given)))
        return status, json.loads(text)


def write_message(method: str, address: str, body: object, token: str | None) -> str:
    """Return the message of a request."""
    path, _, query = address.partition("?")
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    if body is not None:
        headers["Content-Type"] = "application/json"
    return json.dumps(
        {
            "method": method,
            "path": path,
            "query": query,
            "headers": headers,
            "body": "" if body is None else body if isinstance(body, str) else json.dumps(body),
        }
    )


@asynccontextmanager
async def open_tab(database: TabDatabase | None = None, engine: Any = None) -> AsyncIterator[Tab]:
    """Yield a page with its edition; by default with its own database."""
    database, engine = database or TabDatabase(Tabs()), engine or ThreadEngine()
    edition = database.edition = Edition(database, engine, URL)
    await edition.start()
    try:
        yield Tab(edition, engine)
    finally:
        await edition.close()
