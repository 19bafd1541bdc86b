"""Both stores: what is kept, in which order, and what happens where two want the same."""

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


def kind(database: str) -> Any:
    return STORES["postgres" if "://" in database else "sqlite"]


def event(match: str, seq: int, at: float = 1.5, body: str = '{"name":"Zoë 🎲 \\u0000"}') -> Event:
    return Event(match, seq, at, body)


@asynccontextmanager
async def opened(database: str, heard: list[str | None] | None = None) -> AsyncIterator[Store]:
    store = create_store(database)
    if heard is not None:
        store.on_change = heard.append
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
def test_events_are_kept_in_order_and_given_back_to_the_letter(database: str) -> None:
    async def work() -> None:
        async with opened(database) as store:
            kept = [event("one", seq, time.time()) for seq in range(1, 30)]
            for number, one in enumerate(kept):
                await store.append(one, PLAYING if number == 0 else None)
            await store.append(event("two", 1), DONE)
            assert await store.events("one") == kept
            assert await store.events("one", 27) == kept[27:]
            for nowhere in ("three", "", "ONE", "one\0", "'; --", "\U0001f600"):
                assert await store.events(nowhere) == []
        async with opened(database) as again:
            assert await again.events("one") == kept

    run(work())


def test_of_many_who_want_the_same_key_one_gets_it(database: str) -> None:
    """Also of two servers over one database, where each batch holds many matches."""

    async def work() -> None:
        async with opened(database) as one, opened(database) as other:
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


def test_an_event_is_kept_only_after_the_one_before_it(database: str) -> None:
    async def work() -> None:
        async with opened(database) as store:
            for seq in (0, 2, 3):
                with pytest.raises(SequenceConflict):
                    await store.append(event("gone", seq), PLAYING)
            assert await store.events("gone", -1) == []
            assert await store.levels_to_move() == []

    run(work())


def test_events_of_one_match_that_are_handed_in_together_are_all_kept(database: str) -> None:
    async def work() -> None:
        async with opened(database) as store:
            rows = [event("m", seq) for seq in range(1, 20)]
            summaries = [WAITING, PLAYING] * 9 + [WAITING]
            await asyncio.gather(*map(store.append, rows, summaries))
            assert await store.events("m") == rows
            assert await store.levels_to_move() == ["m"]

    run(work())


def test_what_is_handed_in_is_kept_when_the_store_closes(database: str) -> None:
    async def work() -> None:
        async with opened(database) as store:
            asked = [asyncio.create_task(store.append(event("m", n), PLAYING)) for n in (1, 2, 3)]
            await asyncio.sleep(0)
        await asyncio.gather(*asked)
        with pytest.raises(StoreError):
            await store.append(event("m", 4), None)
        async with opened(database) as again:
            assert [one.seq for one in await again.events("m")] == [1, 2, 3]

    run(work())


def test_levels_that_are_to_move_are_found(database: str) -> None:
    async def work() -> None:
        async with opened(database) as store:
            for match, summary in {"a": WAITING, "b": PLAYING, "c": WAITING, "d": DONE}.items():
                await store.append(event(match, 1), summary)
            await store.append(event("c", 2), PLAYING)
            await store.append(event("a", 2), None)
            assert await store.levels_to_move() == ["a"]

    run(work())


def test_only_old_unfinished_matches_are_marked_and_then_removed(database: str) -> None:
    async def work() -> None:
        async with opened(database) as store:
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
            with pytest.raises(SequenceConflict):  # whoever still has it in memory
                await store.append(event("old", 3, 210), PLAYING)
            for match in ("finished", "moved", "new"):
                assert await store.events(match)

    run(work())


def test_age_of_a_match_is_counted_from_the_newest_event_or_an_earlier_now(database: str) -> None:
    async def work() -> None:
        async with opened(database) as store:
            await store.append(event("one", 1, 100), PLAYING)
            await store.append(event("two", 1, 150), PLAYING)
            assert await store.mark_unfinished(60, 10_000) == []
            await store.append(event("ahead", 1, 10_000), PLAYING)
            assert await store.mark_unfinished(60, 155) == []
            assert sorted(await store.mark_unfinished(60, 10_000)) == ["one", "two"]

    run(work())


def test_marked_match_in_which_something_happens_stays(database: str) -> None:
    async def work() -> None:
        async with opened(database) as store:
            for match in ("moved", "kept", "gone"):
                await store.append(event(match, 1, 100), PLAYING)
            await store.append(event("new", 1, 300), PLAYING)
            assert len(await store.mark_unfinished(100, 1000)) == 3
            await store.append(event("moved", 2, 310), None)
            assert sorted(await store.mark_unfinished(100, 1000)) == ["gone", "kept"]
            assert await store.mark_unfinished(1000, 1000) == []  # more days were asked for
            await store.mark_unfinished(100, 1000)
            assert sorted(await store.remove_marked(100, 1000)) == ["gone", "kept"]

    run(work())


def test_deleted_file_of_a_database_is_noticed(tmp_path: Path) -> None:
    async def work(more: str) -> None:
        path = tmp_path / f"matches{more}.db"
        async with opened(str(path)) as store:
            await store.append(event("m", 1), PLAYING)
            Path(f"{path}{more}").unlink()
            for lost in (store.check(), store.append(event("m", 2), PLAYING)):
                with pytest.raises(StoreError, match="deleted or replaced"):
                    await lost

    for more in ("", "-wal", "-shm"):
        run(work(more))


def test_files_of_a_database_are_private_whatever_the_umask(tmp_path: Path) -> None:
    def modes(path: Path) -> dict[str, int]:
        return {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}

    async def work(path: Path) -> None:
        async with opened(str(path)) as store:
            await store.append(event("m", 1), PLAYING)
            names = [path.name + more for more in store_sqlite.FILE_SUFFIXES]
            assert modes(path) == dict.fromkeys(names, 0o600)
            for name in names:  # as an earlier version left them, when it was killed
                (path.parent / name).chmod(0o644)
                shutil.copy(path.parent / name, after.parent)
        async with opened(str(after)) as store:
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


def test_what_a_linked_database_leads_to_keeps_its_mode(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(str(tmp_path / "link.db")) as store:
            await store.check()

    (tmp_path / "elsewhere").touch()
    (tmp_path / "elsewhere").chmod(0o640)
    (tmp_path / "link.db").symlink_to(tmp_path / "elsewhere")
    run(work())
    assert (tmp_path / "elsewhere").stat().st_mode & 0o777 == 0o640


# ---- several servers over one database


def test_servers_hear_of_what_others_have_stored_and_not_of_their_own(
    postgres_server: Postgres,
) -> None:
    database = postgres_server.new()

    async def work() -> None:
        by_one: list[str | None] = []
        by_other: list[str | None] = []
        async with opened(database, by_one) as one, opened(database, by_other) as other:
            await until(lambda: None in by_one and None in by_other)
            await one.append(event("mine", 1), PLAYING)
            await other.append(event("yours", 1), PLAYING)
            await until(lambda: "yours" in by_one and "mine" in by_other)
            assert (by_one, by_other) == ([None, "yours"], [None, "mine"])
            told: list[str] = []
            one.on_message = other.on_message = lambda server, text: told.append(text)
            one.send_message("what nobody keeps")
            await until(lambda: bool(told))
            assert told == ["what nobody keeps"]

    run(work())


@pytest.mark.slow
def test_a_database_that_comes_back_is_used_again(postgres_server: Postgres) -> None:
    database = postgres_server.new()

    async def work() -> None:
        heard: list[str | None] = []
        async with opened(database, heard) as store:
            await store.append(event("m", 1), PLAYING)
            await until(lambda: None in heard)
            await asyncio.to_thread(postgres_server.stop)
            try:
                heard.clear()
                for asked in (store.append(event("m", 2), None), store.events("m")):
                    with pytest.raises(StoreError) as caught:
                        await asked
                    assert is_one_sentence(str(caught.value), 300)
            finally:
                await asyncio.to_thread(postgres_server.start)
            await store.append(event("m", 2), None)
            assert [one.seq for one in await store.events("m")] == [1, 2]
            await until(lambda: None in heard)  # so that all is read again
            # It may go and come while nobody asks: then nobody notices.
            await asyncio.to_thread(postgres_server.stop)
            await asyncio.to_thread(postgres_server.start)
            assert [one.seq for one in await store.events("m")] == [1, 2]
            await store.append(event("m", 3), None)

    run(work())


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not is_so():
            await asyncio.sleep(0.01)


# ---- the schema

MORE = (
    "CREATE TABLE more (id INTEGER PRIMARY KEY)",
    "ALTER TABLE matches ADD COLUMN note TEXT; CREATE INDEX noted ON matches (note)",
    "DROP TABLE more",
)
"""Steps such as may come."""


@pytest.mark.slow
def test_every_earlier_schema_becomes_that_of_a_new_database(
    new_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that were released, each with what was stored in it; and those that may come."""
    fresh = new_database()
    room = kind(fresh)
    released, kept = room.MIGRATIONS, [event("m", 1), event("m", 2)]

    async def store_some(database: str, steps: tuple[str, ...]) -> None:
        monkeypatch.setattr(room, "MIGRATIONS", steps)
        async with opened(database) as store:
            await asyncio.gather(*(store.append(one, None) for one in kept if steps))

    async def look(database: str, steps: tuple[str, ...]) -> tuple[list[Event], object]:
        monkeypatch.setattr(room, "MIGRATIONS", steps)
        async with opened(database) as store:
            return await store.events("m"), schema(database)

    for steps in (released, (*released, *MORE)):
        wanted = asyncio.run(look(new_database(), steps))[1]
        for done in range(len(steps) + 1):
            with where("from step", done, "of", len(steps)):
                database = new_database()
                asyncio.run(store_some(database, steps[:done]))
                assert asyncio.run(look(database, steps)) == (kept if done else [], wanted)


def test_a_schema_newer_than_known_is_refused_and_left_alone(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        room = kind(database)
        known = room.MIGRATIONS
        monkeypatch.setattr(room, "MIGRATIONS", (*known, *MORE))
        async with opened(database) as store:
            await store.append(event("m", 1), PLAYING)
        before = schema(database)
        monkeypatch.setattr(room, "MIGRATIONS", known)
        with pytest.raises(StoreError, match="made by a newer numduel") as caught:
            async with opened(database):
                pass
        assert is_one_sentence(str(caught.value))
        assert schema(database) == before

    run(work())


def test_a_step_that_fails_leaves_the_schema_as_it_was(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with opened(database) as store:
            await store.append(event("m", 1), PLAYING)
        before, room = schema(database), kind(database)
        known = room.MIGRATIONS
        monkeypatch.setattr(
            room, "MIGRATIONS", (*known, "CREATE TABLE more (id INTEGER); CREATE !")
        )
        with pytest.raises(StoreError):
            async with opened(database):
                pass
        assert schema(database) == before
        monkeypatch.setattr(room, "MIGRATIONS", known)
        async with opened(database) as again:
            assert await again.events("m")

    run(work())


def test_servers_that_start_together_make_the_schema_once(database: str) -> None:
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
    """All there is in a database, as it describes itself."""
    if kind(database) is store_sqlite:
        with closing(sqlite3.connect(database)) as file:
            tables = file.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
            return tables, file.execute("PRAGMA user_version").fetchone()
    with psycopg.connect(database) as line:
        columns = """
            SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns
            WHERE table_schema = 'public' ORDER BY 1, 2
        """
        indexes = (
            "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1"
        )
        return [line.execute(q).fetchall() for q in (columns, indexes, "SELECT * FROM steps")]
