"""Matches in PostgreSQL: one statement for all who wait, and word of it to other servers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from typing import Any, NamedTuple

import psycopg

from .store import Event, Standing, StoreError, Taken, still_to_do

log = logging.getLogger("numduel.web")

STEPS: tuple[str, ...] = (
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
"""What made the schema, in order; a table says how many the database has behind it."""

MOST = 1000
"""Events that are stored by one statement."""

CHANNEL, TOLD = "numduel", "numduel_told"
"""Where servers hear of the matches in which others have stored something, and what they tell."""

LOCK = 0x6E756D6475656C
"""Held by the server that brings the schema up to date, while others wait."""

PATIENCE = 10.0
"""Seconds after which a database that does not answer is given up."""

PAUSE = 0.5
"""Seconds between tries to listen again."""

HOW: dict[str, Any] = {
    "client_encoding": "utf8",
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
}
"""How a connection is made: it notices when nobody is at the other end any more."""

APPEND = """
WITH given AS (
    SELECT * FROM unnest(%s::text[], %s::integer[], %s::double precision[], %s::text[],
                         %s::boolean[], %s::boolean[])
    AS given (match, seq, at, body, level_to_move, finished)
), kept AS (
    INSERT INTO events (match, seq, at, body)
    SELECT match, seq, at, body FROM given WHERE seq = 1 OR EXISTS
    (SELECT 1 FROM events WHERE events.match = given.match AND events.seq = given.seq - 1)
    ON CONFLICT DO NOTHING RETURNING match, seq
), standing AS (
    INSERT INTO matches (id, at, level_to_move, finished)
    SELECT match, at, level_to_move, finished
    FROM given JOIN kept USING (match, seq) WHERE finished IS NOT NULL
    ON CONFLICT (id) DO UPDATE SET
    at = excluded.at, level_to_move = excluded.level_to_move, finished = excluded.finished
)
SELECT match, pg_notify(%s, match) FROM kept
"""
"""Several events, each of another match: those that were kept."""

OLD = """
(NOT finished AND matches.at < newest.at - %(age)s AND NOT EXISTS
 (SELECT 1 FROM events WHERE match = id AND events.at >= newest.at - %(age)s))
"""

NEWEST = "(SELECT least(%(now)s, max(at)) AS at FROM events) AS newest"
"""When the newest event was stored, or now if that is earlier."""

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

Connection = psycopg.AsyncConnection[tuple[Any, ...]]
Rows = list[tuple[Any, ...]]
Given = tuple[Any, ...] | Mapping[str, Any]
"""The values that a statement refers to."""


class PendingAppend(NamedTuple):
    event: Event
    standing: Standing | None
    answer: asyncio.Future[None]


class PostgresStore:
    """A database that several servers may share. What several ask for at once is one statement."""

    def __init__(self, url: str) -> None:
        self.changed: Callable[[str | None], None] = lambda match: None
        self._url = url
        self._writing, self._reading = Line(url), Line(url)
        self.heard: Callable[[int, str], None] = lambda server, text: None
        self._waiting: list[PendingAppend] = []
        self._told: list[str] = []
        self._news = asyncio.Event()
        """There is something waiting, or the end has come."""
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        try:
            async with await _connected(self._url) as line:
                await _bring_up_to_date(line)
        except (psycopg.Error, StoreError) as error:
            raise StoreError(f"the database cannot be used: {_said(error)}") from None
        self._tasks = [asyncio.create_task(work()) for work in (self._write, self._listen)]

    async def append(self, event: Event, standing: Standing | None) -> None:
        if not self._tasks:
            raise StoreError("the store is closed")
        answer = asyncio.get_running_loop().create_future()
        self._waiting.append(PendingAppend(event, standing, answer))
        self._news.set()
        await answer

    async def events(self, match: str, after: int = 0) -> list[Event]:
        if "\0" in match:  # which no text of a database can hold
            return []
        asked = """
            SELECT match, seq, at, body FROM events WHERE match = %s AND seq > %s ORDER BY seq
        """
        return [Event(*row) for row in await self._reading.do(asked, (match, after))]

    async def check(self) -> None:
        await self._writing.do(PROBE)

    async def levels_to_move(self) -> list[str]:
        rows = await self._reading.do("SELECT id FROM matches WHERE level_to_move")
        return [id for (id,) in rows]

    async def mark_unfinished(self, age: float, now: float) -> list[str]:
        given = {"age": age, "now": now}
        return [id for (id,) in await self._writing.do(MARK, given, alone=True)]

    async def remove_marked(
        self, age: float, now: float, matches: Sequence[str] | None = None
    ) -> list[str]:
        given = {"age": age, "now": now, "matches": None if matches is None else list(matches)}
        return [id for (id,) in await self._writing.do(REMOVE, given, alone=True)]

    def tell(self, text: str) -> None:
        self._told.append(text)
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
        """Store what has been handed in, as much as there is each time."""
        while self._tasks or self._waiting or self._told:
            if self._waiting:
                await self._store()
            elif self._told:
                told, self._told = self._told, []
                with suppress(StoreError):  # what is lost is told again
                    for text in told:
                        await self._writing.do("SELECT pg_notify(%s, %s)", (TOLD, text))
            else:
                self._news.clear()
                await self._news.wait()

    async def _store(self) -> None:
        """The first that waits of each match; they are sorted, so that no two servers are stuck."""
        first = {asked.event.match: asked for asked in reversed(self._waiting[:MOST])}
        self._waiting = [a for a in self._waiting if first.get(a.event.match) is not a]
        batch = [first[match] for match in sorted(first)]
        rows = [(*asked.event, *(asked.standing or (None, None))) for asked in batch]
        columns = [list(column) for column in zip(*rows, strict=True)]
        failed: Exception = Taken()
        try:
            kept = {match for match, _ in await self._writing.do(APPEND, (*columns, CHANNEL))}
        except StoreError as error:
            kept, failed = set(), error
        for event, _, answer in batch:
            if answer.done():  # nobody waits for it any more
                continue
            if event.match in kept:
                answer.set_result(None)
            else:
                answer.set_exception(failed)

    # ---- listening

    async def _listen(self) -> None:
        """Tell of what other servers have stored, and again after a time of hearing nothing."""
        while True:
            try:
                async with await _connected(self._url) as line:
                    await line.execute(f"LISTEN {CHANNEL}; LISTEN {TOLD}")
                    self.changed(None)
                    async for heard in line.notifies():
                        if heard.pid == self._writing.pid:
                            continue
                        if heard.channel == TOLD:
                            self.heard(heard.pid, heard.payload)
                        else:
                            self.changed(heard.payload)
            except psycopg.Error as error:
                log.warning("the database is not there: %s", _said(error))
            await asyncio.sleep(PAUSE)


class Line:
    """A connection for one statement at a time, made anew when it has broken."""

    def __init__(self, url: str) -> None:
        self.pid = 0
        """By which the database knows it."""
        self._url = url
        self._lock = asyncio.Lock()
        self._made: Connection | None = None

    async def do(self, statement: str, given: Given = (), alone: bool = False) -> Rows:
        """What a statement finds; `alone`, while nobody may store anything.

        A connection that was good before may have broken since, so then it is tried once more:
        what was stored in spite of it is Taken the second time.
        """
        async with self._lock:
            was_good = self._made is not None
            try:
                try:
                    return await self._tried(statement, given, alone)
                except psycopg.OperationalError:
                    if not was_good:
                        raise
                    return await self._tried(statement, given, alone)
            except (psycopg.Error, TimeoutError) as error:
                raise StoreError(f"the database does not answer: {_said(error)}") from None

    async def _tried(self, statement: str, given: Given, alone: bool) -> Rows:
        try:
            async with asyncio.timeout(PATIENCE):
                if self._made is None:
                    self._made = await _connected(self._url)
                    self.pid = self._made.info.backend_pid
                async with self._made.transaction() if alone else nullcontext():
                    if alone:
                        await self._made.execute("LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE")
                    return await (await self._made.execute(statement, given)).fetchall()
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        if self._made is not None:
            line, self._made = self._made, None
            await line.close()


async def _connected(url: str) -> Connection:
    return await psycopg.AsyncConnection.connect(url, autocommit=True, **HOW)


async def _bring_up_to_date(line: Connection) -> None:
    """All steps that are missing, in one transaction, by one server at a time."""
    async with line.transaction():
        await line.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
        await line.execute("CREATE TABLE IF NOT EXISTS steps (done integer NOT NULL)")
        row = await (await line.execute("SELECT done FROM steps")).fetchone()
        if row is None:
            await line.execute("INSERT INTO steps VALUES (0)")
        for number, step in still_to_do(STEPS, row[0] if row else 0):
            await line.execute(step)
            await line.execute("UPDATE steps SET done = %s", (number,))


def _said(error: Exception) -> str:
    """The first line of what a database says."""
    return str(error).strip().partition("\n")[0] or type(error).__name__
