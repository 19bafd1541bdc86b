"""What a store of matches is: rows of events, each on disk before anybody is told of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol


class Event(NamedTuple):
    """Something that happened in a match, as it is stored: the key is match and seq."""

    match: str
    seq: int
    """From 1, without gaps."""
    at: float
    """Seconds since 1970."""
    body: str
    """JSON, which only `table` understands."""


class Standing(NamedTuple):
    """What must be known of a match without reading its events."""

    level_to_move: bool
    """Then a server that starts takes it up."""
    finished: bool
    """Whether a round of it was ever finished: then it is kept for ever."""


class Taken(Exception):
    """This is not the next event of the match: somebody was faster, or has removed the match."""


class StoreError(Exception):
    """The store does not work: a disk is full, or a database is gone.

    Nobody may be told of what was to be stored; where a database went away, it may be there yet.
    """


class Store(Protocol):
    """Where events are kept. Several servers may share one.

    `changed` is called in the event loop with the id of a match in which another server has
    stored something, so that this one reads it again; with None where that may be any match,
    since for a time nothing was heard.
    """

    changed: Callable[[str | None], None]
    heard: Callable[[int, str], None]
    """Called with a number for another server and what it has told."""

    async def open(self) -> None:
        """Bring the schema up to date, and be ready; StoreError if that cannot be."""

    async def append(self, event: Event, standing: Standing | None) -> None:
        """Keep an event, and how the match stands if that has changed.

        When this returns both are on disk; Taken or StoreError, and neither is kept.
        """

    async def events(self, match: str, after: int = 0) -> list[Event]:
        """The events of a match with a seq above this, in order; none where there is no match."""

    async def check(self) -> None:
        """Write something, as an event would be; StoreError where that fails."""

    async def levels_to_move(self) -> list[str]:
        """The matches in which a level is to move."""

    async def mark_unfinished(self, age: float, now: float) -> list[str]:
        """Mark the matches that are old, and no others; return all that are marked.

        A match is old that was never finished and whose last event is older than this age, in
        seconds. The age is counted from the newest event there is, or from now if that is earlier,
        so that a wrong clock alone makes no match old.
        """

    async def remove_marked(
        self, age: float, now: float, matches: Sequence[str] | None = None
    ) -> list[str]:
        """Remove the marked matches that are still old, all or some of them; return which."""

    def tell(self, text: str) -> None:
        """Have other servers hear something that nobody needs to keep: up to 7,000 characters."""

    async def close(self) -> None:
        """Keep what was handed in, and end."""


def still_to_do(steps: Sequence[str], done: int) -> list[tuple[int, str]]:
    """The steps that a schema still lacks, with their numbers: the first step is number 1."""
    if done > len(steps):
        raise StoreError("it was made by a newer numduel")
    return list(enumerate(steps, 1))[done:]
