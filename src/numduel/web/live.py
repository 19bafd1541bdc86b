"""Matches in memory: they process one action at a time and stream views to readers."""

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

from ..errors import GameMissing, NumduelError, Refused
from ..play.controller import SEATS_TAKEN_MESSAGE
from ..play.match import Match
from ..play.players import HUMAN
from ..views.as_json import Json
from .exchange import as_bytes
from .match_start import FRIEND, NewMatch, make_opening_event, opponent_type
from .store import Event, SequenceConflict, Store, StoreError
from .stored_match import (
    HELP,
    STALE_MESSAGE,
    Action,
    EncodedViews,
    MoveRequest,
    StoredMatch,
    apply_event,
)

if TYPE_CHECKING:
    from .workers import Workers

log = logging.getLogger("numduel.web")

MAX_IDLE_MATCHES = 4000
"""Maximum number of idle matches kept in memory."""

EVENTS_PER_SLICE = 100
"""Events to apply before other tasks get a turn."""

ID_BYTES, INVITE_BYTES = 12, 16
"""Random bytes of a match id and of an invitation."""

MAX_STORE_TRIES = 3
"""Maximum attempts to store an action when other servers are faster."""

NOT_COUNTED_MESSAGE = "The position is changing. Try again in a moment."
"""Refusal of help that couldn't be counted."""

RELOAD_PAUSE_S = 1.0
"""Seconds between attempts to reload a match while the store doesn't work."""

LEVEL_DELAY_S = 3.0
"""Seconds that the server which stored a move has to compute the level's reply."""

RETRY_PAUSES_S = (1.0, 5.0, 30.0)
"""Seconds between attempts to compute a level's move after its process failed."""

HEARTBEAT_S = 15.0
"""Seconds between heartbeats on every open stream."""

HEARTBEAT_GROUPS = 60
"""Number of groups that get their heartbeats one after another, to keep pauses short."""

DEALING_ACTIONS = ("rematch", "accept")
"""Actions that may start a new round."""

PRESENCE_TIMEOUT_S = 40.0
"""Seconds after which presence reported by another server expires."""

MAX_MATCHES_PER_NOTIFY = 300
"""Maximum number of matches in one message to other servers."""

HEARTBEAT = b": \n\n"


def new_match_id() -> str:
    """Return a random id for a match."""
    return token_urlsafe(ID_BYTES)


class Reader:
    """An open stream: news wakes it, and it sends the newest view."""

    def __init__(self, live: LiveMatch, side: int | None) -> None:
        self.side = side
        self.is_open = True
        self.news = asyncio.Event()
        self._live = live
        self._sent: bytes | None = None

    def next(self) -> bytes:
        """Return the newest view, or a heartbeat if it was already sent."""
        self.news.clear()
        seen = self._live.encode_seen(self.side)
        if seen is self._sent:
            return HEARTBEAT
        self._sent = seen
        return b"event: view\ndata: " + seen + b"\n\n"

    def leave(self) -> None:
        self.is_open = False
        self.news.set()


class LiveMatch:
    """A match in memory, with its readers."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.heartbeat_group = crc32(id.encode()) % HEARTBEAT_GROUPS
        """Group of matches that get their heartbeats together."""
        self.is_current = False
        """Whether `stored` matches the store."""
        self.is_reloading = False
        """Whether a task tries to reload the match until the store works."""
        self.lock = asyncio.Lock()
        """Held while reading or changing the match."""
        self.level_task: asyncio.Task[None] | None = None
        """Task that computes a level's move."""
        self.readers: set[Reader] = set()
        self.remote_sides: dict[int, tuple[str, float]] = {}
        """Sides connected to other servers, and the time of the last report, by server."""
        self.on_presence_change: Callable[[LiveMatch], None] = lambda live: None
        """Called when a reader arrives or leaves."""
        self._stored: StoredMatch | None = None
        self._views: EncodedViews | None = None

    @property
    def stored(self) -> StoredMatch:
        """The match as the store had it when it was last read or written."""
        assert self._stored is not None, "a match must be loaded first"
        return self._stored

    @stored.setter
    def stored(self, stored: StoredMatch) -> None:
        """The match as last read from or written to the store."""
        self._stored = stored

    @property
    def rows(self) -> int:
        """Number of stored events applied."""
        return 0 if self._stored is None else self._stored.rows

    def after(self, body: Json, at: float) -> StoredMatch:
        """Return the match after an event at a Unix time, without changing anything."""
        return apply_event(self.id, self._stored, body, at)

    @property
    def is_busy(self) -> bool:
        return bool(self.readers) or self.lock.locked() or self.level_task is not None

    @property
    def local_sides(self) -> str:
        """Sides connected to this server, in the format of messages between servers."""
        sides = {reader.side for reader in self.readers if reader.side is not None}
        return "".join(map(str, sorted(sides)))

    @property
    def connected_sides(self) -> list[int]:
        """Sides connected to any server."""
        everywhere = [self.local_sides, *(sides for sides, _ in self.remote_sides.values())]
        return sorted(int(side) for side in set("".join(everywhere)))

    def publish(self) -> None:
        """Wake all readers because the view has changed."""
        self._views = None
        for reader in self.readers:
            reader.news.set()

    def encode_seen(self, side: int | None) -> bytes:
        """Return the SeenMatch of the API for a side or for spectators; encode it once for each."""
        if self._views is None:
            self._views = EncodedViews(self.stored, self.connected_sides, side)
        return self._views.for_side(side)

    def enter(self, side: int | None) -> Reader:
        reader = Reader(self, side)
        before, is_first = self.local_sides, not self.readers
        self.readers.add(reader)
        self._report_presence(before, is_first)
        return reader

    def exit(self, reader: Reader) -> None:
        before = self.local_sides
        self.readers.discard(reader)
        self._report_presence(before)

    def _report_presence(self, before: str, is_first: bool = False) -> None:
        if self.local_sides != before:
            self.publish()
        if is_first or self.local_sides != before:
            self.on_presence_change(self)

    def update_presence(self, server: int, sides: str, now: float) -> bool:
        """Store the presence reported by another server; return True on first contact."""
        before, is_new = self.connected_sides, server not in self.remote_sides
        self.remote_sides[server] = (sides, now)
        if self.connected_sides != before:
            self.publish()
        return is_new

    def drop_stale_presence(self, oldest: float) -> None:
        """Drop presence reported before `oldest`: that server may have stopped."""
        before = self.connected_sides
        self.remote_sides = {
            server: (sides, at) for server, (sides, at) in self.remote_sides.items() if at >= oldest
        }
        if self.connected_sides != before:
            self.publish()


class Stream(NamedTuple):
    """The stream of views for one side or for a spectator."""

    live: LiveMatch
    side: int | None


class Matches:
    """All matches of a server, each loaded from the store when first needed."""

    def __init__(
        self,
        store: Store,
        workers: Workers,
        heartbeat: float = HEARTBEAT_S,
        new_id: Callable[[], str] = new_match_id,
    ) -> None:
        """Use `new_id` for the ids of new matches: a request that is sent again may get its own."""
        self.store = store
        self.workers = workers
        self._new_id = new_id
        self._group_pause = heartbeat / HEARTBEAT_GROUPS
        self.events_stored = 0
        """Number of events stored since the start."""
        self._matches: OrderedDict[str, LiveMatch] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._matches)

    @property
    def streams(self) -> int:
        return sum(len(live.readers) for live in self._matches.values())

    async def start(self) -> None:
        """Start background tasks, and resume matches in which a level has to move."""
        self.store.on_change, self.store.on_message = self._on_change, self._receive_presence
        self._spawn(self._send_heartbeats())
        try:
            waiting = await self.store.levels_to_move()
        except StoreError as error:  # a match resumes when a player opens it
            log.warning("could not look for matches in which a level has to move: %s", error)
            return
        for id in waiting:
            self._spawn(self._resume(id))

    async def close(self) -> None:
        """End all streams and cancel all tasks."""
        self.end_streams()
        level_tasks = [live.level_task for live in self._matches.values() if live.level_task]
        tasks = [*self._tasks, *level_tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def end_streams(self) -> None:
        for live in self._matches.values():
            for reader in live.readers:
                reader.leave()

    def forget(self, ids: list[str]) -> None:
        """Drop matches that were deleted from the store."""
        for id in ids:
            if live := self._matches.pop(id, None):
                live.is_current = False
                for reader in live.readers:
                    reader.leave()

    # ---- players' requests

    async def find(self, id: str, is_fresh: bool = True) -> LiveMatch:
        """Return a match; raise Refused if it doesn't exist.

        With `is_fresh`, it has all events that any server has confirmed before the call.
        """
        live = self._matches.get(id)
        if live is None:
            live = self._matches[id] = self._new_live_match(id)
            self._evict_idle()
        self._matches.move_to_end(id)
        if is_fresh and self.store.is_shared:
            async with live.lock:
                await self._apply_new_events(live)
        elif not live.is_current:
            async with live.lock:
                await self._load(live)
        return live

    async def create(self, new: NewMatch) -> tuple[LiveMatch, str | None]:
        """Create a match; return it with the invitation for a friend."""
        invite = token_urlsafe(INVITE_BYTES) if new.opponent == FRIEND else None
        live = self._new_live_match(self._new_id())
        # Dealing may take a while.
        body = await self.workers.run_here(make_opening_event, new, invite)
        async with live.lock:
            self._matches[live.id] = live
            live.is_current = True
            if not await self._store_event(live, body):  # it was stored before a failure
                await self._load(live)
        self._evict_idle()
        if opponent_type(new.opponent) != HUMAN and not live.stored.is_level_to_move:
            self._spawn(self.workers.warm_up())
        return live, invite

    async def join(self, live: LiveMatch, invite: str, token: str, name: str | None) -> None:
        for _ in range(MAX_STORE_TRIES):
            async with live.lock:
                stored = await self._load(live)
                body = stored.decide_join(invite, token, name)
                if body is None or await self._store_event(live, body):
                    return
        raise Refused("seat_taken", SEATS_TAKEN_MESSAGE)

    async def act(self, live: LiveMatch, token: str | None, action: Action) -> None:
        """Apply an action once, even if it is sent again; raise Refused if it isn't possible."""
        for _ in range(MAX_STORE_TRIES):
            async with live.lock:
                stored = await self._load(live)
                if action.seq != stored.seq:  # sent again, or as shown by another server
                    stored = await self._apply_new_events(live)
                try:
                    body = await self._decide(stored, token, action)
                except Refused:
                    if await self._apply_new_events(live) is stored:
                        raise
                    continue  # other servers have stored something since
                if body is None or await self._store_event(live, body):
                    return
        raise Refused("stale", STALE_MESSAGE)

    async def receive_letter(
        self, live: LiveMatch, token: str | None, id: str, letter: Match
    ) -> None:
        """Continue a match by letter; raise Refused if the letter contradicts it."""
        for _ in range(MAX_STORE_TRIES):
            async with live.lock:
                stored = await self._load(live)
                body = stored.decide_letter(stored.side_of(token), id, letter)
                if body is None or await self._store_event(live, body):
                    return
        raise Refused("stale", STALE_MESSAGE)

    async def count_help(
        self, live: LiveMatch, token: str | None, kind: str, round: int | None
    ) -> None:
        """Store that a player gets help with any position of the current round, while it lasts.

        Raise Refused if it can't be stored: all help counts.
        """
        for _ in range(MAX_STORE_TRIES):
            async with live.lock:
                stored = await self._load(live)
                if stored.round(round) is not stored.match:
                    return
                body = stored.decide_help(stored.side_of(token), kind)
                if body is None or await self._store_event(live, body):
                    return
        raise Refused("unavailable", NOT_COUNTED_MESSAGE)

    async def _decide(self, stored: StoredMatch, token: str | None, action: Action) -> Json | None:
        """Return the event of an action; use a thread if it may deal a board, which can be slow."""
        side = stored.side_of(token)
        if action.do in DEALING_ACTIONS:
            return await self.workers.run_here(stored.decide, side, action)
        return stored.decide(side, action)

    # ---- from and to the store

    async def _load(self, live: LiveMatch) -> StoredMatch:
        """Return the match as the store has it. The caller holds the lock."""
        return live.stored if live.is_current else await self._apply_new_events(live)

    async def _apply_new_events(self, live: LiveMatch) -> StoredMatch:
        """Read and apply the events stored since."""
        events = await self.store.events(live.id, live.rows)
        before = live.stored.seq if live.rows else 0
        for number, event in enumerate(events, 1):
            assert event.seq == live.rows + 1, "events have no gaps"
            if not number % EVENTS_PER_SLICE:
                await asyncio.sleep(0)
            try:
                live.stored = live.after(json.loads(event.body), event.at)
            except GameMissing:  # stored by a server with more games
                self._matches.pop(live.id, None)
                raise
        if not live.rows:
            self._matches.pop(live.id, None)
            raise Refused("no_match", "There is no match at this address.")
        is_new, live.is_current = not live.is_current, True
        if is_new or live.stored.seq != before:
            live.publish()
            self._schedule_level_move(live, 0.0 if is_new else LEVEL_DELAY_S)
        return live.stored

    async def _store_event(self, live: LiveMatch, body: Json) -> bool:
        """Store an event and publish it, except help; return False if another server was faster.

        The event is applied first, so that nothing is stored that can't be read again.
        """
        before = live.stored.summary if live.rows else None
        now = time.time()
        after = live.after(body, now)
        event = Event(live.id, after.rows, now, as_bytes(body).decode())
        live.is_current = False  # until the store has answered
        try:
            await self.store.append(event, None if after.summary == before else after.summary)
        except SequenceConflict:
            return False
        except StoreError:  # it may have been stored all the same
            self._spawn(self._catch_up(live))
            raise
        live.is_current = True
        live.stored = after
        self.events_stored += 1
        current = self._matches.get(live.id)
        if current is not None and current is not live:  # evicted and loaded again meanwhile
            current.is_current = False
            self._spawn(self._catch_up(current))
        if body["do"] != HELP:
            live.publish()
            self._schedule_level_move(live)
        return True

    def _on_change(self, id: str | None) -> None:
        """Reload a match that another server has changed; all of them for None."""
        for known in [id] if id else list(self._matches):
            live = self._matches.get(known)
            if live is None:
                continue
            if id is None and not live.is_busy:
                del self._matches[known]
            else:
                self._spawn(self._catch_up(live))

    async def _catch_up(self, live: LiveMatch) -> None:
        """Apply new events; while the store doesn't work, try again for the readers."""
        if await self._reload(live) or live.is_reloading:
            return
        live.is_reloading = True
        while live.readers:
            await asyncio.sleep(RELOAD_PAUSE_S)
            if await self._reload(live):
                break
        live.is_reloading = False

    async def _reload(self, live: LiveMatch) -> bool:
        """Apply new events; return False if the store doesn't work."""
        async with live.lock:
            try:
                await self._apply_new_events(live)
            except StoreError as error:
                live.is_current = False
                log.warning("could not reload a match yet: %s", error)
                return False
            except (Refused, NumduelError) as error:
                log.warning("could not reload a match: %s", error)
        return True

    async def _resume(self, id: str) -> None:
        try:
            await self.find(id)
        except (Refused, StoreError, NumduelError) as error:
            log.warning("could not resume a match in which a level has to move: %s", error)

    # ---- levels

    def _schedule_level_move(self, live: LiveMatch, delay: float = 0.0) -> None:
        """Start computing a level's move if it is to move; cancel an earlier task."""
        if live.level_task is not None:
            live.level_task.cancel()
            live.level_task = None
        request = live.stored.pending_request()
        if request is not None:
            live.level_task = asyncio.create_task(self._play_level_move(live, request, delay))

    async def _play_level_move(self, live: LiveMatch, request: MoveRequest, delay: float) -> None:
        seq = live.stored.seq
        await asyncio.sleep(delay)
        move = await self._compute_move(request)
        async with live.lock:
            live.level_task = None  # can't be cancelled from here on
            try:
                stored = await self._load(live)
                if move is None or stored.seq != seq:
                    return
                if not await self._store_event(live, stored.level_move_event(move)):
                    await self._load(live)
            except (Refused, StoreError, NumduelError) as error:
                log.error("could not store a level's move: %s", error)

    async def _compute_move(self, request: MoveRequest) -> str | None:
        """Return a level's move; None if its process keeps failing."""
        for pause in RETRY_PAUSES_S:
            try:
                return await self.workers.move(request)
            except Exception:
                log.exception("a level could not move")
                await asyncio.sleep(pause)
        return None

    # ---- housekeeping

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send_heartbeats(self) -> None:
        """Send heartbeats to all streams, and presence to other servers, group by group."""
        for group in cycle(range(HEARTBEAT_GROUPS)):
            await asyncio.sleep(self._group_pause)
            lives = [live for live in self._matches.values() if live.heartbeat_group == group]
            for live in lives:
                live.drop_stale_presence(time.monotonic() - PRESENCE_TIMEOUT_S)
                for reader in live.readers:
                    reader.news.set()
            self._send_presence([live for live in lives if live.local_sides])

    # ---- presence, here and at other servers

    def _new_live_match(self, id: str) -> LiveMatch:
        live = LiveMatch(id)
        live.on_presence_change = lambda live: self._send_presence([live])
        return live

    def _send_presence(self, lives: list[LiveMatch]) -> None:
        for first in range(0, len(lives), MAX_MATCHES_PER_NOTIFY):
            batch = lives[first : first + MAX_MATCHES_PER_NOTIFY]
            self.store.send_message(" ".join(f"{live.id}:{live.local_sides}" for live in batch))

    def _receive_presence(self, server: int, text: str) -> None:
        """Store the presence reported by another server; reply with ours on first contact."""
        for entry in text.split():
            id, _, sides = entry.partition(":")
            live = self._matches.get(id)
            if live is None:
                continue
            is_first_contact = live.update_presence(server, sides, time.monotonic())
            if is_first_contact and live.readers:
                self._send_presence([live])

    # ---- memory

    def _evict_idle(self) -> None:
        """Drop the least recently used matches that are idle."""
        for _ in range(2):
            if len(self._matches) <= MAX_IDLE_MATCHES:
                return
            id, live = next(iter(self._matches.items()))
            if live.is_busy:
                self._matches.move_to_end(id)
            else:
                del self._matches[id]
