"""The store of matches in a browser."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Protocol

from ..store import Event, MatchSummary, SequenceConflict, StoreError


class Database(Protocol):
    """The database of the browser, implemented in JavaScript. All values are JSON texts."""

    async def append(self, event: str, summary: str) -> str:
        """Store an event and the summary of its match; return "stored", "conflict" or a problem."""

    async def events(self, match: str, after: int) -> str:
        """Return the events of a match after a seq, as arrays of seq, time and body."""

    async def levelsToMove(self) -> str:
        """Return the ids of the matches in which a level has to move."""

    def sendMessage(self, text: str) -> None:
        """Send a text to the other tabs."""


def _ignore_change(id: str | None) -> None:
    """Until the matches are started, nothing follows changes."""


def _ignore_message(tab: int, text: str) -> None:
    """Until the matches are started, nothing follows messages."""


class BrowserStore:
    """A store in the browser's database. Other tabs with the same page are its other servers."""

    on_change: Callable[[str | None], None]
    on_message: Callable[[int, str], None]

    def __init__(self, database: Database) -> None:
        self._database = database
        self.on_change, self.on_message = _ignore_change, _ignore_message

    async def open(self) -> None:
        """Do nothing: the database was opened before Python started."""

    async def append(self, event: Event, summary: MatchSummary | None) -> None:
        answer = await self._database.append(json.dumps(event), json.dumps(summary))
        if answer == "conflict":
            raise SequenceConflict
        if answer != "stored":
            raise StoreError(answer)

    async def events(self, match: str, after: int = 0) -> list[Event]:
        rows = json.loads(await self._database.events(match, after))
        return [Event(match, seq, at, body) for seq, at, body in rows]

    async def check(self) -> None:
        """Do nothing: each write is checked."""

    async def levels_to_move(self) -> list[str]:
        found: list[str] = json.loads(await self._database.levelsToMove())
        return found

    async def mark_unfinished(self, age: float, now: float) -> list[str]:
        """Return no match: a browser keeps unfinished matches until the player deletes them."""
        return []

    async def remove_marked(
        self, age: float, now: float, matches: Sequence[str] | None = None
    ) -> list[str]:
        return []

    def send_message(self, text: str) -> None:
        self._database.sendMessage(text)

    async def close(self) -> None:
        """Do nothing: the browser closes the database."""
