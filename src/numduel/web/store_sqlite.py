"""Match store in one SQLite file: a writer thread, and one commit for all waiting requests."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple

from ..storage.files import PRIVATE_FILE, reason, tighten
from .store import (
    Event,
    MatchSummary,
    SequenceConflict,
    StoreError,
    StoreFull,
    pending_migrations,
)

MIGRATIONS: tuple[str, ...] = (
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
"""SQL that creates the current schema, in order. `user_version` holds how many have run."""

BUSY_TIMEOUT_MS = 5_000
"""Milliseconds to wait while another program, such as a backup, locks the file."""

MAX_BATCH = 1000
"""Maximum number of writes committed together."""

APPEND = """
INSERT OR IGNORE INTO events (match, seq, at, body) SELECT ?1, ?2, ?3, ?4
WHERE ?2 = 1 OR EXISTS (SELECT 1 FROM events WHERE match = ?1 AND seq = ?2 - 1)
"""

SET_SUMMARY = "INSERT OR REPLACE INTO matches (id, at, level_to_move, finished) VALUES (?, ?, ?, ?)"

OLD = """
NOT finished AND at < ?1 AND NOT EXISTS (SELECT 1 FROM events WHERE match = id AND at >= ?1)
"""

PROBE = "INSERT OR REPLACE INTO probe (id, body) VALUES (1, randomblob(4096))"

FILE_SUFFIXES = ("", "-wal", "-shm")
"""Suffixes of the files that make up a database."""

FILES_REPLACED = "one of the database's files was deleted or replaced; restart the server"
"""Error while the files differ from those we opened: writes would succeed but be lost."""

Work = Callable[[sqlite3.Connection], Any]


class PendingWrite(NamedTuple):
    """Work for the writer thread, and the future for its result."""

    work: Work
    answer: asyncio.Future[Any]


class SqliteStore:
    """A database in one file. Concurrent requests share a commit, so that the disk keeps up."""

    is_shared = False

    def __init__(self, path: str) -> None:
        self.path = path
        self.on_change: Callable[[str | None], None] = lambda match: None
        self.on_message: Callable[[int, str], None] = lambda server, text: None
        """Unused, like `on_change`: only one server writes to the file."""
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

    async def append(self, event: Event, summary: MatchSummary | None) -> None:
        def work(connection: sqlite3.Connection) -> None:
            if not connection.execute(APPEND, event).rowcount:
                raise SequenceConflict
            if summary is not None:
                row = (event.match, event.at, summary.level_to_move, summary.finished)
                connection.execute(SET_SUMMARY, row)

        await self._do(work)

    async def events(self, match: str, after: int = 0) -> list[Event]:
        query = "SELECT match, seq, at, body FROM events WHERE match = ? AND seq > ? ORDER BY seq"
        rows = await self._do(
            lambda connection: connection.execute(query, (match, after)).fetchall()
        )
        return [Event(*row) for row in rows]

    async def check(self) -> None:
        await self._do(lambda connection: connection.execute(PROBE))

    async def levels_to_move(self) -> list[str]:
        query = "SELECT id FROM matches WHERE level_to_move"
        return [
            id for (id,) in await self._do(lambda connection: connection.execute(query).fetchall())
        ]

    async def mark_unfinished(self, age: float, now: float) -> list[str]:
        def work(connection: sqlite3.Connection) -> list[str]:
            connection.execute(
                f"UPDATE matches SET marked = ({OLD}) WHERE marked != ({OLD})", cutoff(connection)
            )
            return [id for (id,) in connection.execute("SELECT id FROM matches WHERE marked")]

        def cutoff(connection: sqlite3.Connection) -> tuple[float]:
            return (_newest(connection, now) - age,)

        marked: list[str] = await self._do(work)
        return marked

    async def remove_marked(
        self, age: float, now: float, matches: Sequence[str] | None = None
    ) -> list[str]:
        def work(connection: sqlite3.Connection) -> list[str]:
            query = f"SELECT id FROM matches WHERE marked AND {OLD}"
            old = [id for (id,) in connection.execute(query, (_newest(connection, now) - age,))]
            removed = [id for id in old if matches is None or id in matches]
            connection.executemany("DELETE FROM events WHERE match = ?", [(id,) for id in removed])
            connection.executemany("DELETE FROM matches WHERE id = ?", [(id,) for id in removed])
            return removed

        removed: list[str] = await self._do(work)
        return removed

    def send_message(self, text: str) -> None:
        """Do nothing: there are no other servers."""

    async def close(self) -> None:
        if self._thread is not None:
            self._queue.put(None)
            await asyncio.to_thread(self._thread.join)
            self._thread = None

    # ---- the thread

    def _do(self, work: Work) -> asyncio.Future[Any]:
        """Queue work for the writer thread; the result is set once it is on disk."""
        if self._thread is None:
            raise StoreError("the store is closed")
        answer = self._loop.create_future()
        self._queue.put(PendingWrite(work, answer))
        return answer

    def _run(self, ready: asyncio.Future[Any]) -> None:
        try:
            connection = self._open_file()
            own = self._file_ids()
        except (sqlite3.Error, OSError, StoreError) as error:
            why = f"{self.path} cannot be used: {self._find_obstacle() or error}"
            self._deliver([(ready, StoreError(why), None)])
            return
        self._deliver([(ready, None, None)])
        while (pending := self._queue.get()) is not None:
            batch, is_last = [pending], False
            while len(batch) < MAX_BATCH and not self._queue.empty():
                pending = self._queue.get()
                if pending is None:
                    is_last = True
                    break
                batch.append(pending)
            self._deliver(self._write(connection, batch, own))
            if is_last:
                break
        connection.close()

    def _write(
        self, connection: sqlite3.Connection, batch: list[PendingWrite], own: FileIds
    ) -> list[Result]:
        """Commit a batch, unless the files were replaced before or during the write."""
        try:
            if self._file_ids() == own:
                results = _commit(connection, batch)
                if self._file_ids() == own:
                    return results
        except OSError as error:
            return _fail_all(batch, f"the database's files can't be checked: {reason(error)}")
        return _fail_all(batch, FILES_REPLACED)

    def _open_file(self) -> sqlite3.Connection:
        self._keep_private()
        connection = sqlite3.connect(self.path, isolation_level=None)
        try:
            connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            _migrate(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _keep_private(self) -> None:
        """Make the database's files readable by their owner only, now and when SQLite adds one."""
        if self.path != ":memory:":
            with suppress(OSError):  # it exists, or SQLite will report the problem
                os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE_FILE))
            for suffix in FILE_SUFFIXES:
                tighten(self.path + suffix)

    def _find_obstacle(self) -> str:
        """Return why the file or its folder can't be written; empty if they can be."""
        try:
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, PRIVATE_FILE))
        except OSError as error:
            return reason(error)
        folder = os.path.dirname(os.path.abspath(self.path))
        return "" if os.access(folder, os.W_OK) else "numduel must be able to write to its folder"

    def _file_ids(self) -> FileIds:
        """Return the identity of each of the database's files."""
        return [_file_id(self.path + suffix) for suffix in FILE_SUFFIXES]

    def _deliver(self, results: list[Result]) -> None:
        """Set several results at once, because waking the event loop is expensive."""
        self._loop.call_soon_threadsafe(_set_results, results)


Result = tuple[asyncio.Future[Any], Exception | None, Any]


FileIds = list[tuple[int, int] | None]


def _file_id(path: str) -> tuple[int, int] | None:
    """Return device and inode of a file; None if it doesn't exist."""
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _newest(connection: sqlite3.Connection, now: float) -> float:
    """Return the time of the newest event, or now if that is earlier."""
    (newest,) = connection.execute("SELECT max(at) FROM events").fetchone()
    return now if newest is None else min(now, newest)


def _migrate(connection: sqlite3.Connection) -> None:
    """Run all missing migrations in one transaction, one server at a time."""
    connection.execute("BEGIN IMMEDIATE")
    (done,) = connection.execute("PRAGMA user_version").fetchone()
    for number, step in pending_migrations(MIGRATIONS, done):
        for statement in step.split(";"):
            connection.execute(statement)
        done = number
    connection.execute(f"PRAGMA user_version = {done}")  # always written, so that all files exist
    connection.execute("COMMIT")


def _commit(connection: sqlite3.Connection, batch: list[PendingWrite]) -> list[Result]:
    """Run all work in one transaction; a sequence conflict fails only its own work."""
    results: list[Result] = []
    try:
        connection.execute("BEGIN IMMEDIATE")
        for work, answer in batch:
            try:
                results.append((answer, None, work(connection)))
            except SequenceConflict as conflict:
                results.append((answer, conflict, None))
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        with suppress(sqlite3.Error):  # if this fails too, the next batch does it
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        code = getattr(error, "sqlite_errorcode", None)  # errors of Python's module have none
        is_full = code == sqlite3.SQLITE_FULL
        return _fail_all(batch, str(error), StoreFull if is_full else StoreError)
    return results


def _fail_all(
    batch: list[PendingWrite], why: str, kind: type[StoreError] = StoreError
) -> list[Result]:
    return [(answer, kind(f"can't store anything: {why}"), None) for _, answer in batch]


def _set_results(results: list[Result]) -> None:
    for answer, error, value in results:
        if answer.done():  # the caller was cancelled
            continue
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(value)
