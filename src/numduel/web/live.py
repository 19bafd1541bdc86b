"""Matches that are being played or looked at: kept in memory, one action after the other."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from itertools import cycle
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from ..errors import NumduelError, Refused, UnknownGame
from ..play.controller import SEATS_TAKEN
from ..play.players import HUMAN
from ..views.as_json import Json
from .exchange import as_bytes
from .match_start import FRIEND, NewMatch, opened, who_of
from .store import Event, Store, StoreError, Taken
from .table import STALE, Action, Sight, StoredTable, Thought, following

if TYPE_CHECKING:
    from .workers import Workers

log = logging.getLogger("numduel.web")

MOST = 4000
"""Matches that are kept in memory though nobody reads them."""

EVENTS_AT_A_TIME = 100
"""Stored events that are read before others get their turn."""

ID_BYTES, INVITE_BYTES = 12, 16
"""Random bytes of an id, which is an address, and of an invitation."""

TRIES = 3
"""How often an action is tried where another server was faster."""

PATIENCE = 3.0
"""Seconds in which the server that stored a move may have the level's answer to it."""

PAUSES = (1.0, 5.0, 30.0)
"""Seconds between tries to have a level move where its process has failed."""

TICK = 15.0
"""Seconds after which every open stream gets a line."""

SHARES = 60
"""Parts in which they get it, one after the other, so that no move has to wait for all of them."""

DEALS = ("rematch", "accept")
"""Actions that a new round may come of."""

LOST = 40.0
"""Seconds after which nobody is there of whom another server says nothing more."""

TOLD = 300
"""Matches of which other servers are told at once."""

ALIVE = b": \n\n"


class Reader:
    """One open stream: it is woken by news, and then takes what is newest."""

    def __init__(self, live: Live, side: int | None) -> None:
        self.side = side
        self.is_open = True
        self.news = asyncio.Event()
        self._live = live
        self._sent: bytes | None = None

    def next(self) -> bytes:
        """What is to be sent now: the newest view, or a sign of life where it was sent before."""
        self.news.clear()
        seen = self._live.seen(self.side)
        if seen is self._sent:
            return ALIVE
        self._sent = seen
        return b"event: view\ndata: " + seen + b"\n\n"

    def leave(self) -> None:
        self.is_open = False
        self.news.set()


class Live:
    """A match in memory, with those who read it."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.share = crc32(id.encode()) % SHARES
        """With which part of all matches its streams get a sign of life."""
        self.is_read = False
        """Whether `table` is what the store has."""
        self.lock = asyncio.Lock()
        """Held by whoever reads or changes the match."""
        self.thinking: asyncio.Task[None] | None = None
        self.readers: set[Reader] = set()
        self.others: dict[int, tuple[str, float]] = {}
        """Which sides read it at other servers, and when that was heard last."""
        self.moved: Callable[[Live], None] = lambda live: None
        """Called when somebody has come or gone."""
        self._table: StoredTable | None = None
        self._sight: Sight | None = None

    @property
    def table(self) -> StoredTable:
        """The match as the store had it when it was last read or written."""
        assert self._table is not None, "a match is read before anything is done in it"
        return self._table

    @table.setter
    def table(self, table: StoredTable) -> None:
        self._table = table

    @property
    def seq(self) -> int:
        """The number of events that have been read."""
        return 0 if self._table is None else self._table.seq

    def after(self, body: Json) -> StoredTable:
        """Return what an event makes of the match; nothing changes yet."""
        return following(self.id, self._table, body)

    @property
    def is_busy(self) -> bool:
        return bool(self.readers) or self.lock.locked() or self.thinking is not None

    @property
    def present(self) -> str:
        """The sides that read it at this server, as other servers are told."""
        sides = {reader.side for reader in self.readers if reader.side is not None}
        return "".join(map(str, sorted(sides)))

    @property
    def here(self) -> list[int]:
        """The sides that read it at any server."""
        everywhere = [self.present, *(sides for sides, _ in self.others.values())]
        return sorted(int(side) for side in set("".join(everywhere)))

    def publish(self) -> None:
        """Wake all readers, since what they see has changed."""
        self._sight = None
        for reader in self.readers:
            reader.news.set()

    def seen(self, side: int | None) -> bytes:
        """The Seen of the contract, for a side or for those who watch; encoded once for each."""
        if self._sight is None:
            self._sight = Sight(self.table, self.here, side)
        return self._sight.seen(side)

    def enter(self, side: int | None) -> Reader:
        reader = Reader(self, side)
        was, is_first = self.present, not self.readers
        self.readers.add(reader)
        self._tell(was, is_first)
        return reader

    def exit(self, reader: Reader) -> None:
        was = self.present
        self.readers.discard(reader)
        self._tell(was)

    def _tell(self, was: str, is_first: bool = False) -> None:
        if self.present != was:
            self.publish()
        if is_first or self.present != was:
            self.moved(self)

    def hear(self, server: int, sides: str, now: float) -> bool:
        """What another server tells of who is there; whether it had told nothing before."""
        was, is_new = self.here, server not in self.others
        self.others[server] = (sides, now)
        if self.here != was:
            self.publish()
        return is_new

    def forget(self, before: float) -> None:
        """Those of whom nothing was heard since: their server may be no more."""
        was = self.here
        self.others = {who: said for who, said in self.others.items() if said[1] >= before}
        if self.here != was:
            self.publish()


class Stream(NamedTuple):
    """The views of a match as they come, for one side of it or for one that watches."""

    live: Live
    side: int | None


class Matches:
    """All matches of a server, each read from the store when it is first asked for."""

    def __init__(self, store: Store, workers: Workers, tick: float = TICK) -> None:
        self.store = store
        self.workers = workers
        self._pause = tick / SHARES
        self.stored = 0
        """Events stored since the start."""
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._live)

    @property
    def streams(self) -> int:
        return sum(len(live.readers) for live in self._live.values())

    async def start(self) -> None:
        """Be ready, and take up the matches in which a level is to move."""
        self.store.changed, self.store.heard = self._changed, self._heard
        self._begin(self._tick())
        for id in await self.store.levels_to_move():
            self._begin(self._take_up(id))

    async def close(self) -> None:
        """End all streams and all thinking."""
        self.end_streams()
        tasks = [*self._tasks, *(live.thinking for live in self._live.values() if live.thinking)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def end_streams(self) -> None:
        for live in self._live.values():
            for reader in live.readers:
                reader.leave()

    def forget(self, ids: list[str]) -> None:
        """Matches that are in the store no more."""
        for id in ids:
            if live := self._live.pop(id, None):
                live.is_read = False
                for reader in live.readers:
                    reader.leave()

    # ---- for those who play

    async def find(self, id: str) -> Live:
        """A match; Refused where there is none."""
        live = self._live.get(id)
        if live is None:
            live = self._live[id] = self._new(id)
            self._make_room()
        self._live.move_to_end(id)
        if not live.is_read:
            async with live.lock:
                await self._read(live)
        return live

    async def create(self, asked: NewMatch) -> tuple[Live, str | None]:
        """A new match, and the invitation for a friend."""
        invite = token_urlsafe(INVITE_BYTES) if asked.opponent == FRIEND else None
        live = self._new(token_urlsafe(ID_BYTES))
        body = await asyncio.to_thread(opened, asked, invite)  # dealing may take a while
        async with live.lock:
            self._live[live.id] = live
            live.is_read = True
            if not await self._is_stored(live, body):  # it was, by a connection that then broke
                await self._read(live)
        self._make_room()
        if who_of(asked.opponent) != HUMAN and not live.table.is_level_to_move:
            self._begin(self.workers.make_ready())
        return live, invite

    async def join(self, live: Live, invite: str, token: str, name: str | None) -> None:
        for _ in range(TRIES):
            async with live.lock:
                table = await self._read(live)
                body = table.joined(invite, token, name)
                if body is None or await self._is_stored(live, body):
                    return
        raise Refused("seat_taken", SEATS_TAKEN)

    async def act(self, live: Live, token: str | None, action: Action) -> None:
        """Do what somebody asks for, once, however often they ask; Refused if it cannot be."""
        for _ in range(TRIES):
            async with live.lock:
                table = await self._read(live)
                if action.seq > table.seq:  # which another server may have shown
                    table = await self._read_on(live)
                body = await self._decided(table, token, action)
                if body is None or await self._is_stored(live, body):
                    return
        raise Refused("stale", STALE)

    @staticmethod
    async def _decided(table: StoredTable, token: str | None, action: Action) -> Json | None:
        """The event that an action becomes; where it may be dealt anew, which can take a while,
        it is found in a thread."""
        side = table.side(token)
        if action.do in DEALS:
            return await asyncio.to_thread(table.decide, side, action)
        return table.decide(side, action)

    # ---- from and to the store

    async def _read(self, live: Live) -> StoredTable:
        """The table as the store has it; the lock is held."""
        return live.table if live.is_read else await self._read_on(live)

    async def _read_on(self, live: Live) -> StoredTable:
        """Let happen what has been stored since."""
        events = await self.store.events(live.id, live.seq)
        for number, event in enumerate(events, 1):
            assert event.seq == live.seq + 1, "events have no gaps"
            if not number % EVENTS_AT_A_TIME:
                await asyncio.sleep(0)
            try:
                live.table = live.after(json.loads(event.body))
            except UnknownGame:  # stored by a server with more games
                self._live.pop(live.id, None)
                raise Refused("game_missing", "This server doesn't have this game.") from None
        if not live.seq:
            self._live.pop(live.id, None)
            raise Refused("no_match", "There is no match at this address.")
        is_new, live.is_read = not live.is_read, True
        if events or is_new:
            live.publish()
            self._think(live, 0.0 if is_new else PATIENCE)
        return live.table

    async def _is_stored(self, live: Live, body: Json) -> bool:
        """Store an event and show it; whether it came to be, as no other server was faster.

        What follows from it is known first, so that nothing is stored that cannot be read again.
        """
        before = live.table.standing if live.seq else None
        after = live.after(body)
        event = Event(live.id, after.seq, time.time(), as_bytes(body).decode())
        live.is_read = False  # until it is known what the store has
        try:
            await self.store.append(event, None if after.standing == before else after.standing)
        except Taken:
            return False
        live.is_read = True
        live.table = after
        self.stored += 1
        live.publish()
        self._think(live)
        return True

    def _changed(self, id: str | None) -> None:
        """Another server has stored something in a match, or may have in any of them."""
        for known in [id] if id else list(self._live):
            live = self._live.get(known)
            if live is None:
                continue
            if id is None and not live.is_busy:
                del self._live[known]
            else:
                self._begin(self._catch_up(live))

    async def _catch_up(self, live: Live) -> None:
        async with live.lock:
            try:
                await self._read_on(live)
            except (Refused, StoreError, NumduelError) as error:
                log.warning("a match could not be read again: %s", error)

    async def _take_up(self, id: str) -> None:
        try:
            await self.find(id)
        except (Refused, StoreError, NumduelError) as error:
            log.warning("a match in which a level is to move could not be read: %s", error)

    # ---- levels

    def _think(self, live: Live, after: float = 0.0) -> None:
        """Have a level move if it is to, and drop what it was asked before."""
        if live.thinking is not None:
            live.thinking.cancel()
            live.thinking = None
        thought = live.table.thought()
        if thought is not None:
            live.thinking = asyncio.create_task(self._level_moves(live, thought, after))

    async def _level_moves(self, live: Live, thought: Thought, after: float) -> None:
        seq = live.table.seq
        await asyncio.sleep(after)
        move = await self._thought_out(thought)
        async with live.lock:
            live.thinking = None  # what is done from here on cannot be dropped any more
            try:
                table = await self._read(live)
                if move is None or table.seq != seq:
                    return
                if not await self._is_stored(live, table.chosen(move)):
                    await self._read(live)
            except (Refused, StoreError, NumduelError) as error:
                log.error("a level's move could not be stored: %s", error)

    async def _thought_out(self, thought: Thought) -> str | None:
        """A level's move; None where its process fails again and again."""
        for pause in PAUSES:
            try:
                return await self.workers.move(thought)
            except Exception:
                log.exception("a level could not move")
                await asyncio.sleep(pause)
        return None

    # ---- housekeeping

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tick(self) -> None:
        """A sign of life on every stream, and to other servers of who is there."""
        for share in cycle(range(SHARES)):
            await asyncio.sleep(self._pause)
            lives = [live for live in self._live.values() if live.share == share]
            for live in lives:
                live.forget(time.monotonic() - LOST)
                for reader in live.readers:
                    reader.news.set()
            self._tell([live for live in lives if live.present])

    # ---- who is there, at this server and at others

    def _new(self, id: str) -> Live:
        live = Live(id)
        live.moved = lambda live: self._tell([live])
        return live

    def _tell(self, lives: list[Live]) -> None:
        for first in range(0, len(lives), TOLD):
            told = [f"{live.id}:{live.present}" for live in lives[first : first + TOLD]]
            self.store.tell(" ".join(told))

    def _heard(self, server: int, text: str) -> None:
        """Another server says who is there; who has not heard of ours is told."""
        for said in text.split():
            id, _, sides = said.partition(":")
            live = self._live.get(id)
            if live is not None and live.hear(server, sides, time.monotonic()) and live.readers:
                self._tell([live])

    # ---- room

    def _make_room(self) -> None:
        """Forget what nobody has asked for in a long time; those in use are looked at later."""
        for _ in range(2):
            if len(self._live) <= MOST:
                return
            id, live = next(iter(self._live.items()))
            if live.is_busy:
                self._live.move_to_end(id)
            else:
                del self._live[id]
