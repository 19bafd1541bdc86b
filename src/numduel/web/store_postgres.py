"""Match store in PostgreSQL: batched writes, and notifications between servers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from typing import Any, NamedTuple

import psycopg

from .store import Event, MatchSummary, SequenceConflict, StoreError, StoreFull, pending_migrations

log = logging.getLogger("numduel.web")

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE events (
        match text NOT NULL, seq integer NOT NULL, at double precision NOT NULL, body text NOT NULL,
        PRIMARY KEY (match, seq)
    );
    CREATE TABLE matches (
        id text PRIMARY KEY, at double precision NOT NULL, level_to_move boolean NOT NULL,
        finished boolean NOT NULL
    );
    CREATE INDEX levels_to_move ON matches (id) WHERE level_to_move;
    CREATE INDEX unfinished ON matches (at) WHERE NOT finished;
    """,
    """
    ALTER TABLE matches ADD COLUMN marked boolean NOT NULL DEFAULT false;
    CREATE INDEX newest ON events (at);
    CREATE TABLE probe (id integer PRIMARY KEY, body text NOT NULL);
    """,
)
"""SQL that creates the current schema, in order. The table `steps` holds how many have run."""

MAX_BATCH = 1000
"""Maximum number of events stored by one statement."""

EVENT_CHANNEL, MESSAGE_CHANNEL = "numduel", "numduel_told"
"""NOTIFY channels: ids of matches with new events, and messages between servers."""

MIGRATION_LOCK_ID = 0x6E756D6475656C
"""Advisory lock held by the server that migrates the schema."""

STATEMENT_TIMEOUT_S = 10.0
"""Seconds to wait for the database to answer a statement, before it is cancelled."""

LISTEN_CHECK_S = 5.0
"""Seconds after which the listening connection is checked: a lost one stays silent too."""

RECONNECT_PAUSE_S = 0.5
"""Seconds between attempts to listen again."""

CONNECT_TIMEOUT_S = 5
"""Seconds to wait for a connection."""

CONNECT_OPTIONS: dict[str, Any] = {
    "client_encoding": "utf8",
    "connect_timeout": CONNECT_TIMEOUT_S,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
}
"""Connection options; keepalives detect a lost server."""

APPEND = """
WITH given AS (
    SELECT * FROM unnest(%s::text[], %s::integer[], %s::double precision[], %s::text[],
                         %s::boolean[], %s::boolean[])
    AS given (match, seq, at, body, level_to_move, finished)
), stored AS (
    INSERT INTO events (match, seq, at, body)
    SELECT match, seq, at, body FROM given WHERE seq = 1 OR EXISTS
    (SELECT 1 FROM events WHERE events.match = given.match AND events.seq = given.seq - 1)
    ON CONFLICT DO NOTHING RETURNING match, seq
), summary AS (
    INSERT INTO matches (id, at, level_to_move, finished)
    SELECT match, at, level_to_move, finished
    FROM given JOIN stored USING (match, seq) WHERE finished IS NOT NULL
    ON CONFLICT (id) DO UPDATE SET
    at = excluded.at, level_to_move = excluded.level_to_move, finished = excluded.finished
)
SELECT match, pg_notify(%s, match) FROM stored
"""
"""Append events of different matches; return those that were stored."""

OLD = """
(NOT finished AND matches.at < newest.at - %(age)s AND NOT EXISTS
 (SELECT 1 FROM events WHERE match = id AND events.at >= newest.at - %(age)s))
"""

NEWEST = "(SELECT least(%(now)s, max(at)) AS at FROM events) AS newest"
"""Time of the newest event, or now if that is earlier."""

MARK = f"""
WITH judged AS (SELECT id, marked, {OLD} AS is_old FROM matches, {NEWEST}),
changed AS (
    UPDATE matches SET marked = is_old FROM judged
    WHERE judged.id = matches.id AND judged.marked != is_old
)
SELECT id FROM judged WHERE is_old
"""

REMOVE = f"""
WITH old AS (
    DELETE FROM matches USING {NEWEST}
    WHERE marked AND {OLD} AND (%(matches)s::text[] IS NULL OR id = ANY(%(matches)s::text[]))
    RETURNING id
), gone AS (DELETE FROM events USING old WHERE match = id)
SELECT id FROM old
"""

PROBE = """
INSERT INTO probe VALUES (1, repeat(md5(random()::text), 128))
ON CONFLICT (id) DO UPDATE SET body = excluded.body RETURNING id
"""

PsycopgConnection = psycopg.AsyncConnection[tuple[Any, ...]]
Rows = list[tuple[Any, ...]]
Parameters = tuple[Any, ...] | Mapping[str, Any]
"""Values for the placeholders of a statement."""


class PendingAppend(NamedTuple):
    """An event that waits to be stored."""

    event: Event
    summary: MatchSummary | None
    answer: asyncio.Future[None]


class PostgresStore:
    """A database that several servers can share. Concurrent appends become one statement."""

    is_shared = True

    def __init__(self, url: str) -> None:
        self.on_change: Callable[[str | None], None] = lambda match: None
        self._url = url
        self._writing, self._reading = Connection(url), Connection(url)
        self.on_message: Callable[[int, str], None] = lambda server, text: None
        self._waiting: list[PendingAppend] = []
        self._messages: list[str] = []
        self._news = asyncio.Event()
        """Set when something waits to be written, or the store closes."""
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        try:
            async with await _connect(self._url) as connection:
                await _migrate(connection)
        except (psycopg.Error, StoreError) as error:
            raise StoreError(f"the database cannot be used: {_first_line(error)}") from None
        self._tasks = [asyncio.create_task(work()) for work in (self._write, self._listen)]

    async def append(self, event: Event, summary: MatchSummary | None) -> None:
        if not self._tasks:
            raise StoreError("the store is closed")
        answer = asyncio.get_running_loop().create_future()
        self._waiting.append(PendingAppend(event, summary, answer))
        self._news.set()
        await answer

    async def events(self, match: str, after: int = 0) -> list[Event]:
        if "\0" in match:  # PostgreSQL text can't hold it
            return []
        query = """
            SELECT match, seq, at, body FROM events WHERE match = %s AND seq > %s ORDER BY seq
        """
        return [Event(*row) for row in await self._reading.execute(query, (match, after))]

    async def check(self) -> None:
        await self._writing.execute(PROBE)

    async def levels_to_move(self) -> list[str]:
        rows = await self._reading.execute("SELECT id FROM matches WHERE level_to_move")
        return [id for (id,) in rows]

    async def mark_unfinished(self, age: float, now: float) -> list[str]:
        parameters = {"age": age, "now": now}
        return [id for (id,) in await self._writing.execute(MARK, parameters, exclusive=True)]

    async def remove_marked(
        self, age: float, now: float, matches: Sequence[str] | None = None
    ) -> list[str]:
        parameters = {"age": age, "now": now, "matches": None if matches is None else list(matches)}
        return [id for (id,) in await self._writing.execute(REMOVE, parameters, exclusive=True)]

    def send_message(self, text: str) -> None:
        self._messages.append(text)
        self._news.set()

    async def close(self) -> None:
        if self._tasks:
            writing, listening = self._tasks
            self._tasks = []
            self._news.set()
            await writing
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)
        await self._writing.close()
        await self._reading.close()

    # ---- writing

    async def _write(self) -> None:
        """Write waiting events and messages, batch by batch, until the store closes."""
        while self._tasks or self._waiting or self._messages:
            if self._waiting:
                await self._store()
            elif self._messages:
                messages, self._messages = self._messages, []
                with suppress(StoreError):  # presence is sent again anyway
                    for text in messages:
                        await self._writing.execute(
                            "SELECT pg_notify(%s, %s)", (MESSAGE_CHANNEL, text)
                        )
            else:
                self._news.clear()
                await self._news.wait()

    async def _store(self) -> None:
        """Store the first waiting event of each match, sorted by match to avoid deadlocks."""
        first = {append.event.match: append for append in reversed(self._waiting[:MAX_BATCH])}
        self._waiting = [a for a in self._waiting if first.get(a.event.match) is not a]
        batch = [first[match] for match in sorted(first)]
        rows = [(*append.event, *(append.summary or (None, None))) for append in batch]
        columns = [list(column) for column in zip(*rows, strict=True)]
        failure: Exception = SequenceConflict()
        try:
            stored = {
                match for match, _ in await self._writing.execute(APPEND, (*columns, EVENT_CHANNEL))
            }
        except StoreError as error:
            stored, failure = set(), error
        for event, _, answer in batch:
            if answer.done():  # the caller was cancelled
                continue
            if event.match in stored:
                answer.set_result(None)
            else:
                answer.set_exception(failure)

    # ---- listening

    async def _listen(self) -> None:
        """Report what other servers store and send; reconnect when the connection is lost."""
        while True:
            try:
                async with await _connect(self._url) as connection:
                    await _ask(connection, f"LISTEN {EVENT_CHANNEL}; LISTEN {MESSAGE_CHANNEL}")
                    self.on_change(None)
                    while True:
                        async for notice in connection.notifies(timeout=LISTEN_CHECK_S):
                            self._receive(notice)
                        await _ask(connection, "SELECT 1")
            except (psycopg.Error, TimeoutError) as error:
                log.warning("database not reachable: %s", _first_line(error))
            await asyncio.sleep(RECONNECT_PAUSE_S)

    def _receive(self, notice: psycopg.Notify) -> None:
        """Report a notification, unless this store has sent it."""
        if notice.pid == self._writing.pid:
            return
        if notice.channel == MESSAGE_CHANNEL:
            self.on_message(notice.pid, notice.payload)
        else:
            self.on_change(notice.payload)


class Connection:
    """A connection that runs one statement at a time and reconnects when it has broken."""

    def __init__(self, url: str) -> None:
        self.pid = 0
        """Process id of the database session; 0 while there is none.

        A lost session may still store an event, which is then news.
        """
        self._url = url
        self._lock = asyncio.Lock()
        self._connection: PsycopgConnection | None = None

    async def execute(
        self, statement: str, parameters: Parameters = (), exclusive: bool = False
    ) -> Rows:
        """Run a statement and return its rows.

        With `exclusive`, no one else can store events meanwhile. If the connection has broken since
        its last use, the statement is retried once: if the first attempt did store an event, the
        second one is a SequenceConflict. If others keep the connection busy for too long, raise
        StoreError: while the database is away, requests must not queue for its timeouts.
        """
        try:
            async with asyncio.timeout(STATEMENT_TIMEOUT_S):
                await self._lock.acquire()
            try:
                return await self._execute(statement, parameters, exclusive)
            finally:
                self._lock.release()
        except psycopg.errors.DiskFull as error:
            raise StoreFull(f"can't store anything: {_first_line(error)}") from None
        except (psycopg.Error, TimeoutError) as error:
            raise StoreError(f"the database doesn't answer: {_first_line(error)}") from None

    async def _execute(self, statement: str, parameters: Parameters, exclusive: bool) -> Rows:
        was_connected = self._connection is not None
        try:
            return await self._execute_once(statement, parameters, exclusive)
        except psycopg.OperationalError:
            if not was_connected:
                raise
            return await self._execute_once(statement, parameters, exclusive)

    async def _execute_once(self, statement: str, parameters: Parameters, exclusive: bool) -> Rows:
        try:
            async with asyncio.timeout(STATEMENT_TIMEOUT_S):
                if self._connection is None:
                    self._connection = await _connect(self._url)
                    self.pid = self._connection.info.backend_pid
                async with self._connection.transaction() if exclusive else nullcontext():
                    if exclusive:
                        await self._connection.execute(
                            "LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE"
                        )
                    return await (await self._connection.execute(statement, parameters)).fetchall()
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        if self._connection is not None:
            connection, self._connection = self._connection, None
            self.pid = 0
            await connection.close()


async def _connect(url: str) -> PsycopgConnection:
    return await psycopg.AsyncConnection.connect(url, autocommit=True, **CONNECT_OPTIONS)


async def _ask(connection: PsycopgConnection, statement: str) -> None:
    """Run a statement without a result; raise TimeoutError if the database doesn't answer."""
    async with asyncio.timeout(STATEMENT_TIMEOUT_S):
        await connection.execute(statement)


async def _migrate(connection: PsycopgConnection) -> None:
    """Run all missing migrations in one transaction, one server at a time."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATION_LOCK_ID,))
        await connection.execute("CREATE TABLE IF NOT EXISTS steps (done integer NOT NULL)")
        row = await (await connection.execute("SELECT done FROM steps")).fetchone()
        if row is None:
            await connection.execute("INSERT INTO steps VALUES (0)")
        for number, step in pending_migrations(MIGRATIONS, row[0] if row else 0):
            await connection.execute(step)
            await connection.execute("UPDATE steps SET done = %s", (number,))


def _first_line(error: Exception) -> str:
    """Return the first line of a database error."""
    return str(error).strip().partition("\n")[0] or type(error).__name__
