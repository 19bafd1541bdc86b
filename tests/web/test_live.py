"""Matches in memory: reloaded after eviction, and shown only once stored."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from serving import new_token

from duel_support import full_disk
from numduel.errors import Refused
from numduel.games import find
from numduel.web import live as live_module
from numduel.web import match_start, stored_match
from numduel.web.asgi import Message, send_stream
from numduel.web.limits import Limits
from numduel.web.live import (
    HEARTBEAT,
    HEARTBEAT_GROUPS,
    HEARTBEAT_S,
    MAX_STORE_TRIES,
    LiveMatch,
    Matches,
    Stream,
)
from numduel.web.match_start import FRIEND, HERE, NewMatch, deal_setup
from numduel.web.store import Event, SequenceConflict, StoreError
from numduel.web.store_sqlite import SqliteStore
from numduel.web.stored_match import Action
from numduel.web.worker_processes import WorkerProcesses


def with_matches(
    path: Path,
    work: Callable[[Matches], Awaitable[None]],
    heartbeat: float = HEARTBEAT_S,
    workers: WorkerProcesses | None = None,
) -> None:
    async def run() -> None:
        store = SqliteStore(str(path))
        await store.open()
        matches = Matches(store, workers or WorkerProcesses(1), heartbeat)
        await matches.start()
        try:
            await work(matches)
        finally:
            await matches.close()
            await store.close()

    asyncio.run(run())


async def new_match(matches: Matches, token: str) -> LiveMatch:
    new = NewMatch("sum", {}, None, "playable", None, HERE, 1, "Ann", token, "2026.11.16")
    live, _ = await matches.create(new)
    return live


def view_of(live: LiveMatch) -> Any:
    return json.loads(live.encode_seen(0))["view"]


def test_streams_of_a_deleted_match_end(tmp_path: Path) -> None:
    async def work(matches: Matches) -> None:
        live, kept = [await new_match(matches, new_token()) for _ in range(2)]
        reader, other = live.enter(None), kept.enter(None)
        matches.forget([live.id])
        assert not reader.is_open
        assert reader.news.is_set()
        assert other.is_open

    with_matches(tmp_path / "matches", work)


def test_reader_gets_the_newest_view_and_then_heartbeats(tmp_path: Path) -> None:
    assert HEARTBEAT_S < 20

    async def work(matches: Matches) -> None:
        token = new_token()
        live = await new_match(matches, token)
        reader = live.enter(0)
        for seq, move in ((1, "7"), (2, "5"), (3, "7")):
            assert f'"seq":{seq},'.encode() in reader.next()
            assert not reader.news.is_set()
            assert reader.next() == HEARTBEAT
            await matches.act(live, token, Action(seq, "move", move))
            assert reader.news.is_set()
        await matches.act(live, token, Action(4, "resign"))
        newest = reader.next()
        assert newest.startswith(b"event: view\ndata: {")
        assert newest.endswith(b"}\n\n")
        assert b'"seq":5,' in newest
        assert b'"here":true' in newest
        live.exit(reader)
        assert b'"here":true' not in live.encode_seen(None)

    with_matches(tmp_path / "matches.db", work)


@pytest.mark.slow
def test_every_stream_gets_heartbeats(tmp_path: Path) -> None:
    async def work(matches: Matches) -> None:
        lives = [await new_match(matches, new_token()) for _ in range(2 * HEARTBEAT_GROUPS)]
        got = [0] * len(lives)

        async def read(number: int) -> None:
            async def send(message: Message) -> None:
                got[number] += message.get("body") == HEARTBEAT

            stream = Stream(lives[number], None)
            await send_stream(stream, Limits({}), "192.0.2.1", wait_forever, send)

        reading = [asyncio.create_task(read(number)) for number in range(len(lives))]
        async with asyncio.timeout(60):
            while min(got) < 3:
                await asyncio.sleep(0.01)
        matches.end_streams()
        await asyncio.gather(*reading)

    with_matches(tmp_path / "matches.db", work, heartbeat=0.6)


async def wait_forever() -> Message:
    """Wait like a client that never disconnects."""
    await asyncio.Event().wait()
    raise AssertionError("this event is never set")


def test_rematch_is_dealt_outside_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[threading.Thread] = []

    def record_thread(*given: Any) -> Any:
        threads.append(threading.current_thread())
        return deal_setup(*given)

    monkeypatch.setattr(stored_match, "deal_setup", record_thread)

    async def work(matches: Matches) -> None:
        token = new_token()
        live = await new_match(matches, token)
        await matches.act(live, token, Action(1, "resign"))
        await matches.act(live, token, Action(2, "rematch"))
        assert view_of(live)["round"] == 2

    with_matches(tmp_path / "matches.db", work)
    assert threads
    assert threading.main_thread() not in threads


def test_evicted_matches_are_reloaded_and_busy_ones_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_module, "MAX_IDLE_MATCHES", 3)

    async def work(matches: Matches) -> None:
        token = new_token()
        read = await new_match(matches, token)
        reader = read.enter(None)
        others = [await new_match(matches, token) for _ in range(6)]
        assert len(matches) == 3
        assert await matches.find(read.id) is read
        for made in others:
            found = await matches.find(made.id)
            assert view_of(found) == view_of(made)
            await matches.act(found, token, Action(1, "move", "7"))
        for made in others:
            assert view_of(await matches.find(made.id))["seq"] == 2
        assert reader.is_open
        for id in ("no-such-match-here", "", "\x00"):
            with pytest.raises(Refused, match="There is no match at this address"):
                await matches.find(id)
        assert len(matches) <= 3

    with_matches(tmp_path / "matches.db", work)


class HeldWorkers(WorkerProcesses):
    """Workers that count requested moves, and answer when allowed."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked = 0
        self.may_answer = asyncio.Event()

    async def move(self, request: Any) -> str:
        self.asked += 1
        await self.may_answer.wait()
        return await super().move(request)


def test_level_moves_at_one_server_only(tmp_path: Path) -> None:
    """Otherwise every server would compute each move."""

    async def work(here: Matches) -> None:
        theirs = HeldWorkers()
        there = Matches(here.store, theirs)
        token = new_token()
        new = NewMatch("sum", {}, None, "playable", None, "casual", 1, "Ann", token, "2026.11.16")
        live, _ = await here.create(new)
        other = await there.find(live.id)
        await here.act(live, token, Action(1, "move", "7"))
        with pytest.raises(Refused):  # this shows the other server the move
            await there.act(other, token, Action(2, "move", "7"))
        for _ in range(100):
            await asyncio.sleep(0)
        assert (ours.asked, theirs.asked) == (1, 0)
        ours.may_answer.set()
        async with asyncio.timeout(60):
            while view_of(live)["seq"] < 3:
                await asyncio.sleep(0.01)
        await there.act(other, token, Action(3, "resign"))
        assert view_of(other)["plies"] == view_of(live)["plies"]
        await there.close()

    ours = HeldWorkers()
    with_matches(tmp_path / "matches.db", work, workers=ours)


def test_action_on_a_full_disk_is_not_shown_and_happens_once_later(tmp_path: Path) -> None:
    async def work(matches: Matches) -> None:
        token = new_token()
        live = await new_match(matches, token)
        before = live.encode_seen(0)
        with full_disk():
            for _ in range(3):
                with pytest.raises(StoreError):
                    await matches.act(live, token, Action(1, "move", "7"))
                assert live.encode_seen(0) == before
            with pytest.raises(StoreError):
                await new_match(matches, token)
        assert (await matches.find(live.id)).encode_seen(0) == before
        for _ in range(2):
            await matches.act(live, token, Action(1, "move", "7"))
        assert view_of(live)["plies"] == [{"player": 1, "move": "7", "turn": 1}]

    with_matches(tmp_path / "matches.db", work)


def test_help_that_cannot_be_counted_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(matches: Matches) -> None:
        token = new_token()
        live = await new_match(matches, token)
        append = matches.store.append
        tries = 0

        async def come_second(event: Event, summary: Any) -> None:
            nonlocal tries
            tries += 1
            if tries <= MAX_STORE_TRIES:  # as if another server had always been faster
                raise SequenceConflict
            await append(event, summary)

        monkeypatch.setattr(matches.store, "append", come_second)
        with pytest.raises(Refused) as refused:
            await matches.count_help(live, token, "analyses", None)
        assert refused.value.code == "unavailable"
        assert "Help" not in live.stored.match.tags
        await matches.count_help(live, token, "analyses", None)
        assert live.stored.match.tags["Help"] == "analyses=1"

    with_matches(tmp_path / "matches.db", work)


def test_only_one_of_many_concurrent_actions_happens(tmp_path: Path) -> None:
    async def work(matches: Matches) -> None:
        token = new_token()
        live = await new_match(matches, token)

        async def try_move(move: str) -> str:
            try:
                await matches.act(live, token, Action(1, "move", move))
            except Refused as refused:
                return refused.code
            return "done"

        codes = await asyncio.gather(*(try_move(str(number)) for number in range(1, 10)))
        assert sorted(codes) == ["done", *["stale"] * 8]
        again = await asyncio.gather(
            *(try_move(view_of(live)["plies"][0]["move"]) for _ in range(5))
        )
        assert again == ["done"] * 5
        assert view_of(live)["seq"] == 2

    with_matches(tmp_path / "matches.db", work)


def test_move_is_evaluated_once_and_view_encoded_once_per_side(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    class Counting(find("sum")):  # type: ignore[misc]
        is_drawn = False

        def status(self, state: Any) -> Any:
            if not Counting.is_drawn:
                asked.append(state)
            return super().status(state)

        def picture(self, state: Any) -> Any:
            Counting.is_drawn = True
            try:
                return super().picture(state)
            finally:
                Counting.is_drawn = False

    for name in ("find", "find_needed"):
        monkeypatch.setattr(match_start, name, lambda *_: Counting)

    async def work(matches: Matches) -> None:
        tokens = [new_token(), new_token()]
        new = NewMatch("sum", {}, None, "playable", None, FRIEND, 1, "Ann", tokens[0], "2026.11.16")
        live, invite = await matches.create(new)
        assert invite is not None
        await matches.join(live, invite, tokens[1], "Bob")
        readers = [live.enter(side) for side in (0, 0, 1, 1, None, None, None)]
        asked.clear()
        await matches.act(live, tokens[0], Action(2, "move", " 07"))
        sent = [reader.next() for reader in readers]
        assert len(asked) == 1
        for side in (0, 1, None):
            assert live.encode_seen(side) is live.encode_seen(side)
        assert sent[0] == sent[1] != sent[2] == sent[3] != sent[4] == sent[5] == sent[6]
        views = [json.loads(live.encode_seen(side))["view"] for side in (0, 1, None)]
        assert views == [live.stored.view(live.connected_sides, side) for side in (0, 1, None)]

    with_matches(tmp_path / "matches.db", work)


# ---- several servers over one store


def share(matches: Matches, monkeypatch: pytest.MonkeyPatch) -> Matches:
    """Return another server over the same store; neither hears of the other's events."""
    monkeypatch.setattr(matches.store, "is_shared", True)
    return Matches(matches.store, matches.workers)


def test_request_sees_what_another_server_confirmed_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(here: Matches) -> None:
        there, token = share(here, monkeypatch), new_token()
        live = await new_match(here, token)
        other = await there.find(live.id)
        await here.act(live, token, Action(1, "move", "7"))
        assert view_of(await there.find(live.id))["seq"] == 2
        await here.act(live, token, Action(2, "move", "5"))
        for action in (Action(2, "move", "none"), Action(2, "accept")):
            with pytest.raises(Refused) as refused:
                await there.act(other, token, action)
            assert refused.value.code == "stale", "it would be another problem at seq 2"
        await here.act(live, token, Action(3, "move", "7"))
        await there.act(other, token, Action(2, "move", "5"))  # sent again
        assert view_of(other)["seq"] == 4

    with_matches(tmp_path / "matches.db", work)


def test_streams_show_an_event_whose_confirmation_was_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_module, "RELOAD_PAUSE_S", 0.01)

    async def work(matches: Matches) -> None:
        token, store = new_token(), matches.store
        live = await new_match(matches, token)
        reader = live.enter(None)
        reader.next()
        append, events, failures = store.append, store.events, 2

        async def lose_answer(event: Event, summary: Any) -> None:
            await append(event, summary)
            raise StoreError("the connection broke")

        async def fail_twice(match: str, after: int = 0) -> list[Event]:
            nonlocal failures
            failures -= 1
            if failures >= 0:
                raise StoreError("the connection is still broken")
            return await events(match, after)

        monkeypatch.setattr(store, "append", lose_answer)
        monkeypatch.setattr(store, "events", fail_twice)
        with pytest.raises(StoreError):
            await matches.act(live, token, Action(1, "move", "7"))
        async with asyncio.timeout(60):
            await reader.news.wait()
        assert b'"seq":2,' in reader.next()

    with_matches(tmp_path / "matches.db", work)


def test_action_in_an_evicted_match_reaches_the_streams_of_the_reloaded_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_module, "MAX_IDLE_MATCHES", 1)

    async def work(matches: Matches) -> None:
        token = new_token()
        evicted = await new_match(matches, token)
        await new_match(matches, token)
        reloaded = await matches.find(evicted.id)
        assert reloaded is not evicted
        reader = reloaded.enter(None)
        reader.next()
        await matches.act(evicted, token, Action(1, "move", "7"))
        assert view_of(await matches.find(evicted.id))["seq"] == 2, "it is confirmed"
        async with asyncio.timeout(60):
            await reader.news.wait()
        assert b'"seq":2,' in reader.next()

    with_matches(tmp_path / "matches.db", work)


def test_only_server_of_a_store_shows_matches_from_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(matches: Matches) -> None:
        token = new_token()
        live = await new_match(matches, token)
        await matches.act(live, token, Action(1, "move", "7"))

        async def refuse(match: str, after: int = 0) -> list[Event]:
            raise AssertionError("the store was asked")

        monkeypatch.setattr(matches.store, "events", refuse)
        assert view_of(await matches.find(live.id))["seq"] == 2

    with_matches(tmp_path / "matches.db", work)
