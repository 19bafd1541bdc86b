"""The store of matches in a browser."""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from ..store import Event, MatchSummary, SequenceConflict, StoreProblem

log = logging.getLogger("numduel.web")

STORED, CONFLICT = "stored", "conflict"
"""Answers of the database to new events; any other answer is a sentence about a problem."""

UNREADABLE_MESSAGE = "This browser's storage can't be read. Reload the page."


class Database(Protocol):
    """The database of the browser, implemented in JavaScript. All values are JSON texts."""

    async def append(self, match: str, events: str, summary: str) -> str:
        """Store the next events of a match, all or none, and its summary unless it is null.

        The events are arrays of seq, time and body. Return "stored", "conflict" or a problem.
        """

    async def events(self, match: str, after: int) -> str:
        """Return the events of a match after a seq, as arrays of seq, time and body."""

    async def levelsToMove(self) -> str:
        """Return the ids of the matches in which a level has to move."""

    async def matches(self) -> str:
        """Return the ids of all matches."""

    async def deleteMatches(self, matches: str) -> str:
        """Delete matches; return "stored" or a problem."""

    def sendMessage(self, text: str) -> None:
        """Send a text to the other tabs."""


def _ignore_change(id: str | None) -> None:
    """Until the matches are started, nothing follows changes."""


def _ignore_message(tab: int, text: str) -> None:
    """Until the matches are started, nothing follows messages."""


class BrowserStore:
    """A store in the browser's database. Other tabs with the same page are its other servers."""

    is_shared = True
    on_change: Callable[[str | None], None]
    on_message: Callable[[int, str], None]

    def __init__(self, database: Database) -> None:
        self._database = database
        self.on_change, self.on_message = _ignore_change, _ignore_message

    async def open(self) -> None:
        """Do nothing: the database was opened before Python started."""

    async def append(self, event: Event, summary: MatchSummary | None) -> None:
        await self.append_all([event], summary)

    async def append_all(self, events: Sequence[Event], summary: MatchSummary | None) -> None:
        """Store several events of one match, all or none."""
        rows = json.dumps([(event.seq, event.at, event.body) for event in events])
        writing = self._database.append(events[0].match, rows, json.dumps(summary))
        _check_written(await _reported(writing))

    async def events(self, match: str, after: int = 0) -> list[Event]:
        rows = json.loads(await _reported(self._database.events(match, after)))
        return [Event(match, seq, at, body) for seq, at, body in rows]

    async def check(self) -> None:
        """Do nothing: each write is checked."""

    async def levels_to_move(self) -> list[str]:
        found: list[str] = json.loads(await _reported(self._database.levelsToMove()))
        return found

    async def matches(self) -> list[str]:
        """Return the ids of all matches."""
        found: list[str] = json.loads(await _reported(self._database.matches()))
        return found

    async def delete(self, matches: Sequence[str]) -> None:
        """Delete matches with all their events."""
        _check_written(await _reported(self._database.deleteMatches(json.dumps(matches))))

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


async def _reported(work: Awaitable[str]) -> str:
    """Return an answer of the database; raise StoreProblem if it fails."""
    try:
        return await work
    except Exception as error:  # a rejected promise of JavaScript
        log.warning("the browser's database failed: %s", error)
        raise StoreProblem(UNREADABLE_MESSAGE) from None


def _check_written(answer: str) -> None:
    if answer == CONFLICT:
        raise SequenceConflict
    if answer != STORED:
        raise StoreProblem(answer)
