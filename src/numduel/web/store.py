"""The interface of match stores: rows of events, each on disk before anyone sees it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol


class Event(NamedTuple):
    """A stored event of a match. The key is match and seq."""

    match: str
    seq: int
    """Number of the event, from 1 without gaps."""
    at: float
    """Unix time in seconds."""
    body: str
    """JSON that `stored_match` interprets."""


class MatchSummary(NamedTuple):
    """The facts about a match that can be queried without reading its events."""

    level_to_move: bool
    """Whether a level has to move; a server that starts resumes such matches."""
    finished: bool
    """Whether any round was finished. If so, the match is kept forever."""


class SequenceConflict(Exception):
    """The event isn't the next one: another server was faster, or the match was deleted."""


class StoreError(Exception):
    """The store doesn't work, for example because the disk is full or the database is away.

    The event counts as not stored. If the connection broke, it may have been stored all the same.
    """


class StoreFull(StoreError):
    """The disk of the store is full."""


class StoreProblem(StoreError):
    """A StoreError whose text is a sentence for players."""


class Store(Protocol):
    """A store of events, which several servers may share.

    `on_change` is called in the event loop with the id of a match in which another server has
    stored something. It is called with None after a lost connection, when any match may have
    changed.
    """

    is_shared: bool
    """Whether other servers may write to the store."""
    on_change: Callable[[str | None], None]
    on_message: Callable[[int, str], None]
    """Called with the number of another server and its message."""

    async def open(self) -> None:
        """Migrate the schema and get ready; raise StoreError if that fails."""

    async def append(self, event: Event, summary: MatchSummary | None) -> None:
        """Store an event, and the summary of the match if it has changed.

        Both are on disk when this returns. On SequenceConflict or StoreError neither is stored.
        """

    async def events(self, match: str, after: int = 0) -> list[Event]:
        """Return the events of a match after a seq, in order; none for an unknown match."""

    async def check(self) -> None:
        """Write a probe to the store; raise StoreError if that fails."""

    async def levels_to_move(self) -> list[str]:
        """Return the ids of the matches in which a level has to move."""

    async def mark_unfinished(self, age: float, now: float) -> list[str]:
        """Mark all old matches, unmark all others, and return the marked ones.

        A match is old if it was never finished and its last event is older than `age` seconds. The
        age counts from the newest event in the store, or from `now` if that is earlier, so that a
        wrong clock alone makes no match old.
        """

    async def remove_marked(
        self, age: float, now: float, matches: Sequence[str] | None = None
    ) -> list[str]:
        """Delete marked matches that are still old, all or only these; return their ids."""

    def send_message(self, text: str) -> None:
        """Send up to 7,000 characters to the other servers; delivery isn't guaranteed."""

    async def close(self) -> None:
        """Finish all pending writes and close."""


def pending_migrations(migrations: Sequence[str], done: int) -> list[tuple[int, str]]:
    """Return the migrations that a schema still lacks, with their numbers from 1."""
    if done > len(migrations):
        raise StoreError("it was made by a newer numduel")
    return list(enumerate(migrations, 1))[done:]
