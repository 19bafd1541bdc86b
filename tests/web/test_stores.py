"""Both stores: what they keep, in which order, and conflicts."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from databases import Postgres
from histories.proxy import DOWN, UP, proxied

from duel_support import is_one_sentence, where
from numduel.web import store_postgres, store_sqlite
from numduel.web.server import create_store
from numduel.web.store import Event, MatchSummary, SequenceConflict, Store, StoreError

PLAYING, WAITING, DONE = (
    MatchSummary(False, False),
    MatchSummary(True, False),
    MatchSummary(False, True),
)

STORES = {"sqlite": store_sqlite, "postgres": store_postgres}


def store_module(database: str) -> Any:
    return STORES["postgres" if "://" in database else "sqlite"]


def event(match: str, seq: int, at: float = 1.5, body: str = '{"name":"Zoë 🎲 \\u0000"}') -> Event:
    return Event(match, seq, at, body)


@asynccontextmanager
async def open_store(
    database: str, changes: list[str | None] | None = None
) -> AsyncIterator[Store]:
    store = create_store(database)
    if changes is not None:
        store.on_change = changes.append
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def run(work: Awaitable[None]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(60):
            await work

    asyncio.run(bounded())


@pytest.mark.slow
def test_events_are_stored_in_order_and_unchanged(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            stored = [event("one", seq, time.time()) for seq in range(1, 30)]
            for number, one in enumerate(stored):
                await store.append(one, PLAYING if number == 0 else None)
            await store.append(event("two", 1), DONE)
            assert await store.events("one") == stored
            assert await store.events("one", 27) == stored[27:]
            for nowhere in ("three", "", "ONE", "one\0", "'; --", "\U0001f600"):
                assert await store.events(nowhere) == []
        async with open_store(database) as again:
            assert await again.events("one") == stored

    run(work())


def test_concurrent_events_with_the_same_key_store_one(database: str) -> None:
    """Also with two servers on one database, where a batch has many matches."""

    async def work() -> None:
        async with open_store(database) as one, open_store(database) as other:
            matches = [f"m{number}" for number in range(50)]
            both = [(store, match) for match in matches for store in (one, other, one)]
            for seq in range(1, 6):
                found = await asyncio.gather(
                    *(
                        store.append(event(match, seq, body=str(number)), PLAYING)
                        for number, (store, match) in enumerate(both)
                    ),
                    return_exceptions=True,
                )
                won = [number for number, error in enumerate(found) if error is None]
                lost = [error for error in found if error is not None]
                assert all(isinstance(error, SequenceConflict) for error in lost)
                assert [both[number][1] for number in won] == matches
                for number, match in zip(won, matches, strict=True):
                    assert (await other.events(match, seq - 1))[0].body == str(number)

    run(work())


def test_event_is_stored_only_after_its_predecessor(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            for seq in (0, 2, 3):
                with pytest.raises(SequenceConflict):
                    await store.append(event("gone", seq), PLAYING)
            assert await store.events("gone", -1) == []
            assert await store.levels_to_move() == []

    run(work())


def test_concurrent_events_of_one_match_are_all_stored(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            rows = [event("m", seq) for seq in range(1, 20)]
            summaries = [WAITING, PLAYING] * 9 + [WAITING]
            await asyncio.gather(*map(store.append, rows, summaries))
            assert await store.events("m") == rows
            assert await store.levels_to_move() == ["m"]

    run(work())


def test_closing_the_store_finishes_pending_writes(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            asked = [asyncio.create_task(store.append(event("m", n), PLAYING)) for n in (1, 2, 3)]
            await asyncio.sleep(0)
        await asyncio.gather(*asked)
        with pytest.raises(StoreError):
            await store.append(event("m", 4), None)
        async with open_store(database) as again:
            assert [one.seq for one in await again.events("m")] == [1, 2, 3]

    run(work())


def test_matches_with_a_level_to_move_are_listed(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            for match, summary in {"a": WAITING, "b": PLAYING, "c": WAITING, "d": DONE}.items():
                await store.append(event(match, 1), summary)
            await store.append(event("c", 2), PLAYING)
            await store.append(event("a", 2), None)
            assert await store.levels_to_move() == ["a"]

    run(work())


def test_only_old_unfinished_matches_are_marked_and_deleted(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            assert await store.mark_unfinished(100, 1000) == []
            await store.append(event("old", 1, 100), WAITING)
            await store.append(event("old", 2, 110), PLAYING)
            await store.append(event("finished", 1, 100), DONE)
            await store.append(event("moved", 1, 100), PLAYING)
            await store.append(event("moved", 2, 300), None)
            await store.append(event("new", 1, 200), PLAYING)
            assert await store.remove_marked(100, 1000) == []
            assert await store.mark_unfinished(100, 1000) == ["old"]
            assert await store.remove_marked(100, 1000, ["new"]) == []
            assert await store.remove_marked(100, 1000, ["old", "new"]) == ["old"]
            assert await store.events("old") == []
            with pytest.raises(SequenceConflict):  # a server may still have it in memory
                await store.append(event("old", 3, 210), PLAYING)
            for match in ("finished", "moved", "new"):
                assert await store.events(match)

    run(work())


def test_match_age_counts_from_the_newest_event_or_an_earlier_now(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            await store.append(event("one", 1, 100), PLAYING)
            await store.append(event("two", 1, 150), PLAYING)
            assert await store.mark_unfinished(60, 10_000) == []
            await store.append(event("ahead", 1, 10_000), PLAYING)
            assert await store.mark_unfinished(60, 155) == []
            assert sorted(await store.mark_unfinished(60, 10_000)) == ["one", "two"]

    run(work())


def test_marked_match_with_a_new_event_stays(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            for match in ("moved", "kept", "gone"):
                await store.append(event(match, 1, 100), PLAYING)
            await store.append(event("new", 1, 300), PLAYING)
            assert len(await store.mark_unfinished(100, 1000)) == 3
            await store.append(event("moved", 2, 310), None)
            assert sorted(await store.mark_unfinished(100, 1000)) == ["gone", "kept"]
            assert await store.mark_unfinished(1000, 1000) == []  # a higher age unmarks them
            await store.mark_unfinished(100, 1000)
            assert sorted(await store.remove_marked(100, 1000)) == ["gone", "kept"]

    run(work())


def test_deleted_database_file_is_noticed(tmp_path: Path) -> None:
    async def work(suffix: str) -> None:
        path = tmp_path / f"matches{suffix}.db"
        async with open_store(str(path)) as store:
            await store.append(event("m", 1), PLAYING)
            Path(f"{path}{suffix}").unlink()
            for lost in (store.check(), store.append(event("m", 2), PLAYING)):
                with pytest.raises(StoreError, match="deleted or replaced"):
                    await lost

    for suffix in ("", "-wal", "-shm"):
        run(work(suffix))


def test_database_files_are_private_regardless_of_the_umask(tmp_path: Path) -> None:
    def modes(path: Path) -> dict[str, int]:
        return {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}

    async def work(path: Path) -> None:
        async with open_store(str(path)) as store:
            await store.append(event("m", 1), PLAYING)
            names = [path.name + suffix for suffix in store_sqlite.FILE_SUFFIXES]
            assert modes(path) == dict.fromkeys(names, 0o600)
            for name in names:  # as left by an earlier version
                (path.parent / name).chmod(0o644)
                shutil.copy(path.parent / name, after.parent)
        async with open_store(str(after)) as store:
            assert modes(after) == dict.fromkeys(names, 0o600)
            assert await store.events("m") == [event("m", 1)]

    before, after = (tmp_path / name / "matches.db" for name in ("before", "after"))
    for path in (before, after):
        path.parent.mkdir()
    mask = os.umask(0)
    try:
        run(work(before))
    finally:
        os.umask(mask)


def test_target_of_a_symlinked_database_keeps_its_mode(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_store(str(tmp_path / "link.db")) as store:
            await store.check()

    (tmp_path / "elsewhere").touch()
    (tmp_path / "elsewhere").chmod(0o640)
    (tmp_path / "link.db").symlink_to(tmp_path / "elsewhere")
    run(work())
    assert (tmp_path / "elsewhere").stat().st_mode & 0o777 == 0o640


# ---- several servers over one database


def test_servers_are_notified_of_events_of_other_servers_only(
    postgres_server: Postgres,
) -> None:
    database = postgres_server.new()

    async def work() -> None:
        changes_one: list[str | None] = []
        changes_other: list[str | None] = []
        async with (
            open_store(database, changes_one) as one,
            open_store(database, changes_other) as other,
        ):
            await until(lambda: None in changes_one and None in changes_other)
            await one.append(event("mine", 1), PLAYING)
            await other.append(event("yours", 1), PLAYING)
            await until(lambda: "yours" in changes_one and "mine" in changes_other)
            assert (changes_one, changes_other) == ([None, "yours"], [None, "mine"])
            messages: list[str] = []
            one.on_message = other.on_message = lambda server, text: messages.append(text)
            one.send_message("a message")
            await until(lambda: bool(messages))
            assert messages == ["a message"]

    run(work())


@pytest.mark.slow
def test_store_reconnects_to_a_restarted_database(postgres_server: Postgres) -> None:
    database = postgres_server.new()

    async def work() -> None:
        changes: list[str | None] = []
        async with open_store(database, changes) as store:
            await store.append(event("m", 1), PLAYING)
            await until(lambda: None in changes)
            await asyncio.to_thread(postgres_server.stop)
            try:
                changes.clear()
                for asked in (store.append(event("m", 2), None), store.events("m")):
                    with pytest.raises(StoreError) as caught:
                        await asked
                    assert is_one_sentence(str(caught.value), 300)
            finally:
                await asyncio.to_thread(postgres_server.start)
            await store.append(event("m", 2), None)
            assert [one.seq for one in await store.events("m")] == [1, 2]
            await until(lambda: None in changes)  # everything is reloaded
            # A restart between two requests goes unnoticed.
            await asyncio.to_thread(postgres_server.stop)
            await asyncio.to_thread(postgres_server.start)
            assert [one.seq for one in await store.events("m")] == [1, 2]
            await store.append(event("m", 3), None)

    run(work())


@pytest.mark.slow
def test_store_notices_a_silent_listening_connection(
    postgres_server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A black hole doesn't close the connection: without a check, notifications never come."""
    monkeypatch.setattr(store_postgres, "LISTEN_CHECK_S", 0.1)
    monkeypatch.setattr(store_postgres, "STATEMENT_TIMEOUT_S", 0.3)
    name = postgres_server.new().partition("?")[0].rpartition("/")[2]

    async def work() -> None:
        changes: list[str | None] = []
        async with (
            proxied(postgres_server.socket) as proxy,
            open_store(proxy.url(name), changes) as store,
        ):
            await until(lambda: None in changes)
            changes.clear()
            before = proxy.accepted
            proxy.hold(UP, DOWN)
            await until(lambda: proxy.accepted > before)  # to cancel the check
            proxy.deliver()
            await until(lambda: None in changes)
            await store.append(event("m", 1), PLAYING)

    run(work())


def test_events_of_a_lost_session_count_as_events_of_others(postgres_server: Postgres) -> None:
    """The database may run a statement after the server has given it up."""

    async def work() -> None:
        connection = store_postgres.Connection(postgres_server.new())
        ((pid,),) = await connection.execute("SELECT pg_backend_pid()")
        assert connection.pid == pid
        with pytest.raises(StoreError):
            await connection.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        assert connection.pid == 0, "its notifications are not ignored"

    run(work())


def test_statement_gives_up_behind_one_that_gets_no_answer(
    postgres_server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Requests would otherwise wait for the timeouts of all before them."""

    async def work() -> None:
        connection = store_postgres.Connection(postgres_server.new())
        first = asyncio.create_task(connection.execute("SELECT pg_sleep(30)"))
        await until(lambda: connection.pid > 0)
        monkeypatch.setattr(store_postgres, "STATEMENT_TIMEOUT_S", 0.1)
        with pytest.raises(StoreError):
            await connection.execute("SELECT 1")
        assert not first.done()
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        monkeypatch.undo()
        assert await connection.execute("SELECT 1") == [(1,)]
        await connection.close()

    run(work())


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.01)


# ---- the schema

FUTURE_MIGRATIONS = (
    "CREATE TABLE more (id INTEGER PRIMARY KEY)",
    "ALTER TABLE matches ADD COLUMN note TEXT; CREATE INDEX noted ON matches (note)",
    "DROP TABLE more",
)
"""Possible future migrations."""


@pytest.mark.slow
def test_every_earlier_schema_migrates_to_the_current_one(
    new_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Test every released schema with stored events, and possible future ones."""
    fresh = new_database()
    module = store_module(fresh)
    released, stored = module.MIGRATIONS, [event("m", 1), event("m", 2)]

    async def store_some(database: str, steps: tuple[str, ...]) -> None:
        monkeypatch.setattr(module, "MIGRATIONS", steps)
        async with open_store(database) as store:
            await asyncio.gather(*(store.append(one, None) for one in stored if steps))

    async def look(database: str, steps: tuple[str, ...]) -> tuple[list[Event], object]:
        monkeypatch.setattr(module, "MIGRATIONS", steps)
        async with open_store(database) as store:
            return await store.events("m"), schema(database)

    for steps in (released, (*released, *FUTURE_MIGRATIONS)):
        wanted = asyncio.run(look(new_database(), steps))[1]
        for done in range(len(steps) + 1):
            with where("from step", done, "of", len(steps)):
                database = new_database()
                asyncio.run(store_some(database, steps[:done]))
                assert asyncio.run(look(database, steps)) == (stored if done else [], wanted)


def test_newer_schema_is_refused_and_left_alone(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        module = store_module(database)
        known = module.MIGRATIONS
        monkeypatch.setattr(module, "MIGRATIONS", (*known, *FUTURE_MIGRATIONS))
        async with open_store(database) as store:
            await store.append(event("m", 1), PLAYING)
        before = schema(database)
        monkeypatch.setattr(module, "MIGRATIONS", known)
        with pytest.raises(StoreError, match="made by a newer numduel") as caught:
            async with open_store(database):
                pass
        assert is_one_sentence(str(caught.value))
        assert schema(database) == before

    run(work())


def test_failed_migration_leaves_the_schema_unchanged(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            await store.append(event("m", 1), PLAYING)
        before, module = schema(database), store_module(database)
        known = module.MIGRATIONS
        monkeypatch.setattr(
            module, "MIGRATIONS", (*known, "CREATE TABLE more (id INTEGER); CREATE !")
        )
        with pytest.raises(StoreError):
            async with open_store(database):
                pass
        assert schema(database) == before
        monkeypatch.setattr(module, "MIGRATIONS", known)
        async with open_store(database) as again:
            assert await again.events("m")

    run(work())


def test_servers_that_start_together_migrate_once(database: str) -> None:
    async def work() -> None:
        stores = [create_store(database) for _ in range(5)]
        await asyncio.gather(*(store.open() for store in stores))
        try:
            await stores[0].append(event("m", 1), PLAYING)
            assert all([await store.events("m") for store in stores])
        finally:
            for store in stores:
                await store.close()

    run(work())


def schema(database: str) -> object:
    """Return the database's description of itself."""
    if store_module(database) is store_sqlite:
        with closing(sqlite3.connect(database)) as file:
            tables = file.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
            return tables, file.execute("PRAGMA user_version").fetchone()
    with psycopg.connect(database) as connection:
        columns = """
            SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns
            WHERE table_schema = 'public' ORDER BY 1, 2
        """
        indexes = (
            "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1"
        )
        return [connection.execute(q).fetchall() for q in (columns, indexes, "SELECT * FROM steps")]
