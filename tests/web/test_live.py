"""Matches in memory: read again when they are forgotten, and shown only when they are stored."""

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
from numduel.web.live import HEARTBEAT, HEARTBEAT_GROUPS, HEARTBEAT_S, LiveMatch, Matches, Stream
from numduel.web.match_start import FRIEND, HERE, NewMatch, deal_setup
from numduel.web.store import StoreError
from numduel.web.store_sqlite import SqliteStore
from numduel.web.stored_match import Action
from numduel.web.workers import Workers


def with_matches(
    path: Path,
    work: Callable[[Matches], Awaitable[None]],
    heartbeat: float = HEARTBEAT_S,
    workers: Workers | None = None,
) -> None:
    async def run() -> None:
        store = SqliteStore(str(path))
        await store.open()
        matches = Matches(store, workers or Workers(1), heartbeat)
        await matches.start()
        try:
            await work(matches)
        finally:
            await matches.close()
            await store.close()

    asyncio.run(run())


async def new_match(matches: Matches, token: str) -> LiveMatch:
    asked = NewMatch("sum", {}, None, "playable", None, HERE, 1, "Ann", token, "2026.11.16")
    live, _ = await matches.create(asked)
    return live


def seen(live: LiveMatch) -> Any:
    return json.loads(live.encode_seen(0))["view"]


def test_nobody_reads_on_in_a_match_that_was_removed(tmp_path: Path) -> None:
    async def work(matches: Matches) -> None:
        live, kept = [await new_match(matches, new_token()) for _ in range(2)]
        reader, other = live.enter(None), kept.enter(None)
        matches.forget([live.id])
        assert not reader.is_open
        assert reader.news.is_set()
        assert other.is_open

    with_matches(tmp_path / "matches", work)


def test_a_reader_gets_the_newest_view_and_then_signs_of_life(tmp_path: Path) -> None:
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
def test_every_stream_gets_a_sign_of_life_again_and_again(tmp_path: Path) -> None:
    async def work(matches: Matches) -> None:
        lives = [await new_match(matches, new_token()) for _ in range(2 * HEARTBEAT_GROUPS)]
        got = [0] * len(lives)

        async def read(number: int) -> None:
            async def send(message: Message) -> None:
                got[number] += message.get("body") == HEARTBEAT

            stream = Stream(lives[number], None)
            await send_stream(stream, Limits({}), "192.0.2.1", never, send)

        reading = [asyncio.create_task(read(number)) for number in range(len(lives))]
        async with asyncio.timeout(60):
            while min(got) < 3:
                await asyncio.sleep(0.01)
        matches.end_streams()
        await asyncio.gather(*reading)

    with_matches(tmp_path / "matches.db", work, heartbeat=0.6)


async def never() -> Message:
    """What comes from somebody who stays."""
    await asyncio.Event().wait()
    raise AssertionError("an event that nobody sets")


def test_a_rematch_is_dealt_beside_those_who_are_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[threading.Thread] = []

    def noted(*given: Any) -> Any:
        threads.append(threading.current_thread())
        return deal_setup(*given)

    monkeypatch.setattr(stored_match, "deal_setup", noted)

    async def work(matches: Matches) -> None:
        token = new_token()
        live = await new_match(matches, token)
        await matches.act(live, token, Action(1, "resign"))
        await matches.act(live, token, Action(2, "rematch"))
        assert seen(live)["round"] == 2

    with_matches(tmp_path / "matches.db", work)
    assert threads
    assert threading.main_thread() not in threads


def test_what_is_forgotten_is_read_again_and_what_is_in_use_is_not_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_module, "MAX_IDLE_MATCHES", 3)

    async def work(matches: Matches) -> None:
        token = new_token()
        read = await new_match(matches, token)
        reader = read.enter(None)
        all_of_them = [await new_match(matches, token) for _ in range(6)]
        assert len(matches) == 3
        assert await matches.find(read.id) is read
        for made in all_of_them:
            found = await matches.find(made.id)
            assert seen(found) == seen(made)
            await matches.act(found, token, Action(1, "move", "7"))
        for made in all_of_them:
            assert seen(await matches.find(made.id))["seq"] == 2
        assert reader.is_open
        for id in ("no-such-match-here", "", "\x00"):
            with pytest.raises(Refused, match="There is no match at this address"):
                await matches.find(id)
        assert len(matches) <= 3

    with_matches(tmp_path / "matches.db", work)


class Held(Workers):
    """Workers who count the moves that they are asked for, and answer when they may."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked = 0
        self.may_answer = asyncio.Event()

    async def move(self, request: Any) -> str:
        self.asked += 1
        await self.may_answer.wait()
        return await super().move(request)


def test_a_level_that_thinks_at_one_server_is_left_to_it_by_another(tmp_path: Path) -> None:
    """Or each move of a level would be worked out once for every server."""

    async def work(here: Matches) -> None:
        theirs = Held()
        there = Matches(here.store, theirs)
        token = new_token()
        asked = NewMatch("sum", {}, None, "playable", None, "casual", 1, "Ann", token, "2026.11.16")
        live, _ = await here.create(asked)
        other = await there.find(live.id)
        await here.act(live, token, Action(1, "move", "7"))
        with pytest.raises(Refused):  # by which the other server hears of the move
            await there.act(other, token, Action(2, "move", "7"))
        for _ in range(100):
            await asyncio.sleep(0)
        assert (ours.asked, theirs.asked) == (1, 0)
        ours.may_answer.set()
        async with asyncio.timeout(60):
            while seen(live)["seq"] < 3:
                await asyncio.sleep(0.01)
        await there.act(other, token, Action(3, "resign"))
        assert seen(other)["plies"] == seen(live)["plies"]
        await there.close()

    ours = Held()
    with_matches(tmp_path / "matches.db", work, workers=ours)


def test_while_the_disk_is_full_nothing_is_shown_and_then_it_is_done_once(tmp_path: Path) -> None:
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
        assert seen(live)["plies"] == [{"player": 1, "move": "7", "turn": 1}]

    with_matches(tmp_path / "matches.db", work)


def test_of_many_at_once_one_acts_and_the_others_are_told(tmp_path: Path) -> None:
    async def work(matches: Matches) -> None:
        token = new_token()
        live = await new_match(matches, token)

        async def tried(move: str) -> str:
            try:
                await matches.act(live, token, Action(1, "move", move))
            except Refused as refused:
                return refused.code
            return "done"

        codes = await asyncio.gather(*(tried(str(number)) for number in range(1, 10)))
        assert sorted(codes) == ["done", *["stale"] * 8]
        again = await asyncio.gather(*(tried(seen(live)["plies"][0]["move"]) for _ in range(5)))
        assert again == ["done"] * 5
        assert seen(live)["seq"] == 2

    with_matches(tmp_path / "matches.db", work)


def test_a_move_is_judged_once_and_its_view_is_written_once_for_each_kind_of_reader(
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

    monkeypatch.setattr(match_start, "find", lambda id: Counting)

    async def work(matches: Matches) -> None:
        tokens = [new_token(), new_token()]
        want = NewMatch(
            "sum", {}, None, "playable", None, FRIEND, 1, "Ann", tokens[0], "2026.11.16"
        )
        live, invite = await matches.create(want)
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
