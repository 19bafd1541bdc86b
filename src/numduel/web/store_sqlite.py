"""Matches in one SQLite file: a thread that writes, and one commit for all who wait."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

from ..storage.files import PRIVATE_FILE, tighten
from .store import Event, Standing, StoreError, Taken, still_to_do

STEPS: tuple[str, ...] = (
    """
    CREATE TABLE events (
        match TEXT NOT NULL, seq INTEGER NOT NULL, at REAL NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (match, seq)
    ) WITHOUT ROWID;
    CREATE TABLE matches (
        id TEXT PRIMARY KEY, at REAL NOT NULL, level_to_move INTEGER NOT NULL,
        finished INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX levels_to_move ON matches (id) WHERE level_to_move;
    CREATE INDEX unfinished ON matches (at) WHERE NOT finished;
    """,
    """
    ALTER TABLE matches ADD COLUMN marked INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX newest ON events (at);
    CREATE TABLE probe (id INTEGER PRIMARY KEY, body BLOB NOT NULL);
    """,
)
"""What made the schema, in order; a file says how many it has behind it (user_version)."""

MOST = 1000
"""Pieces of work that are committed together."""

APPEND = """
INSERT OR IGNORE INTO events (match, seq, at, body) SELECT ?1, ?2, ?3, ?4
WHERE ?2 = 1 OR EXISTS (SELECT 1 FROM events WHERE match = ?1 AND seq = ?2 - 1)
"""

STANDING = "INSERT OR REPLACE INTO matches (id, at, level_to_move, finished) VALUES (?, ?, ?, ?)"

OLD = """
NOT finished AND at < ?1 AND NOT EXISTS (SELECT 1 FROM events WHERE match = id AND at >= ?1)
"""

PROBE = "INSERT OR REPLACE INTO probe (id, body) VALUES (1, randomblob(4096))"

FILES = ("", "-wal", "-shm")
"""What is appended to the path of a database for each of its files."""

LOST = "one of the database's files was deleted or replaced; restart the server"
"""What was written then would be kept nowhere, however well the writing went."""

Work = Callable[[sqlite3.Connection], Any]


class PendingWrite(NamedTuple):
    work: Work
    answer: asyncio.Future[Any]


class SqliteStore:
    """One file. What several ask for at once is committed together, so that a disk can keep up."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.changed: Callable[[str | None], None] = lambda match: None
        self.heard: Callable[[int, str], None] = lambda server, text: None
        """Nobody else writes to the file, so neither is ever called."""
        self._queue: SimpleQueue[PendingWrite | None] = SimpleQueue()
        self._thread: Thread | None = None

    async def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        ready = self._loop.create_future()
        self._thread = Thread(target=self._run, args=(ready,), name="store")
        self._thread.start()
        try:
            await ready
        except StoreError:
            self._thread = None
            raise

    async def append(self, event: Event, standing: Standing | None) -> None:
        def work(file: sqlite3.Connection) -> None:
            if not file.execute(APPEND, event).rowcount:
                raise Taken
            if standing is not None:
                row = (event.match, event.at, standing.level_to_move, standing.finished)
                file.execute(STANDING, row)

        await self._do(work)

    async def events(self, match: str, after: int = 0) -> list[Event]:
        asked = "SELECT match, seq, at, body FROM events WHERE match = ? AND seq > ? ORDER BY seq"
        rows = await self._do(lambda file: file.execute(asked, (match, after)).fetchall())
        return [Event(*row) for row in rows]

    async def check(self) -> None:
        await self._do(lambda file: file.execute(PROBE))

    async def levels_to_move(self) -> list[str]:
        asked = "SELECT id FROM matches WHERE level_to_move"
        return [id for (id,) in await self._do(lambda file: file.execute(asked).fetchall())]

    async def mark_unfinished(self, age: float, now: float) -> list[str]:
        def work(file: sqlite3.Connection) -> list[str]:
            file.execute(
                f"UPDATE matches SET marked = ({OLD}) WHERE marked != ({OLD})", limit(file)
            )
            return [id for (id,) in file.execute("SELECT id FROM matches WHERE marked")]

        def limit(file: sqlite3.Connection) -> tuple[float]:
            return (_newest(file, now) - age,)

        marked: list[str] = await self._do(work)
        return marked

    async def remove_marked(
        self, age: float, now: float, matches: Sequence[str] | None = None
    ) -> list[str]:
        def work(file: sqlite3.Connection) -> list[str]:
            found = f"SELECT id FROM matches WHERE marked AND {OLD}"
            old = [id for (id,) in file.execute(found, (_newest(file, now) - age,))]
            gone = [id for id in old if matches is None or id in matches]
            file.executemany("DELETE FROM events WHERE match = ?", [(id,) for id in gone])
            file.executemany("DELETE FROM matches WHERE id = ?", [(id,) for id in gone])
            return gone

        removed: list[str] = await self._do(work)
        return removed

    def tell(self, text: str) -> None:
        """There is nobody to hear it."""

    async def close(self) -> None:
        if self._thread is not None:
            self._queue.put(None)
            await asyncio.to_thread(self._thread.join)
            self._thread = None

    # ---- the thread

    def _do(self, work: Work) -> asyncio.Future[Any]:
        """Have something done in the thread that writes; what it gives once it is on disk."""
        if self._thread is None:
            raise StoreError("the store is closed")
        answer = self._loop.create_future()
        self._queue.put(PendingWrite(work, answer))
        return answer

    def _run(self, ready: asyncio.Future[Any]) -> None:
        try:
            file = self._opened()
        except (sqlite3.Error, OSError, StoreError) as error:
            self._tell([(ready, StoreError(f"{self.path} cannot be used: {error}"), None)])
            return
        self._tell([(ready, None, None)])
        own = self._identity()
        while (asked := self._queue.get()) is not None:
            batch, last = [asked], False
            while len(batch) < MOST and not self._queue.empty():
                more = self._queue.get()
                if more is None:
                    last = True
                    break
                batch.append(more)
            answers = _committed(file, batch) if self._identity() == own else []
            if self._identity() != own:  # before it was written, or meanwhile
                answers = _failed(batch, LOST)
            self._tell(answers)
            if last:
                break
        file.close()

    def _opened(self) -> sqlite3.Connection:
        self._keep_private()
        file = sqlite3.connect(self.path, isolation_level=None)
        try:
            file.execute("PRAGMA busy_timeout = 5000")
            file.execute("PRAGMA journal_mode = WAL")
            file.execute("PRAGMA synchronous = FULL")
            _bring_up_to_date(file)
        except BaseException:
            file.close()
            raise
        return file

    def _keep_private(self) -> None:
        """Make the database's files their owner's alone; SQLite gives new ones the mode of it."""
        if self.path != ":memory:":
            with suppress(OSError):  # it is there, or SQLite says what is wrong with its place
                os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE_FILE))
            for more in FILES:
                tighten(self.path + more)

    def _identity(self) -> list[tuple[int, int] | None]:
        """Return which files the database has now."""
        return [_identity(self.path + more) for more in FILES]

    def _tell(self, answers: list[Answer]) -> None:
        """Hand over what became of several pieces of work at once: waking the loop is dear."""
        self._loop.call_soon_threadsafe(_hand_over, answers)


Answer = tuple[asyncio.Future[Any], Exception | None, Any]


def _identity(path: str) -> tuple[int, int] | None:
    """Which file has this name now; None where there is none, as of a database in memory."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _newest(file: sqlite3.Connection, now: float) -> float:
    """Return when the newest event was stored, or now if that is earlier."""
    (newest,) = file.execute("SELECT max(at) FROM events").fetchone()
    return now if newest is None else min(now, newest)


def _bring_up_to_date(file: sqlite3.Connection) -> None:
    """All steps that are missing, in one transaction, by one server at a time."""
    file.execute("BEGIN IMMEDIATE")
    (done,) = file.execute("PRAGMA user_version").fetchone()
    for number, step in still_to_do(STEPS, done):
        for statement in step.split(";"):
            file.execute(statement)
        done = number
    file.execute(f"PRAGMA user_version = {done}")  # written always: then all files are there
    file.execute("COMMIT")


def _committed(file: sqlite3.Connection, batch: list[PendingWrite]) -> list[Answer]:
    """Do all of it in one transaction; what fails by itself does not keep the others back."""
    answers: list[Answer] = []
    try:
        file.execute("BEGIN IMMEDIATE")
        for work, answer in batch:
            try:
                answers.append((answer, None, work(file)))
            except Taken as taken:
                answers.append((answer, taken, None))
        file.execute("COMMIT")
    except sqlite3.Error as error:
        if file.in_transaction:
            file.execute("ROLLBACK")
        return _failed(batch, str(error))
    return answers


def _failed(batch: list[PendingWrite], why: str) -> list[Answer]:
    return [(answer, StoreError(f"nothing can be stored: {why}"), None) for _, answer in batch]


def _hand_over(answers: list[Answer]) -> None:
    for answer, error, value in answers:
        if answer.done():  # nobody waits for it any more
            continue
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(value)
