"""What a store of matches is: rows of events, each on disk before anybody is told of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

__all__ = ["Event", "Standing", "Store", "StoreError", "Taken"]


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
    """There is an event of this match and seq already: somebody was faster."""


class StoreError(Exception):
    """The store does not work: a disk is full, or a database is gone. Nothing was stored."""


class Store(Protocol):
    """Where events are kept. Several servers may share one.

    `changed` is called in the event loop with the id of a match in which another server has
    stored something, so that this one reads it again.
    """

    changed: Callable[[str], None]

    async def open(self) -> None:
        """Bring the schema up to date, and be ready; StoreError if that cannot be."""

    async def append(self, event: Event, standing: Standing | None) -> None:
        """Keep an event, and how the match stands if that has changed.

        When this returns both are on disk; Taken or StoreError, and neither is kept.
        """

    async def events(self, match: str, after: int = 0) -> list[Event]:
        """The events of a match with a seq above this, in order; none where there is no match."""

    async def levels_to_move(self) -> list[str]:
        """The matches in which a level is to move."""

    async def remove_unfinished(self, before: float) -> list[str]:
        """Remove what was never finished and in which nothing has happened since; which."""

    async def close(self) -> None:
        """Keep what was handed in, and end."""
