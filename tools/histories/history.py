"""A history: every request of every client with its answer, one JSON line each."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TextIO

__all__ = ["OK", "REFUSED", "UNKNOWN", "Operation", "Recorder", "Seen", "read_history", "seen"]

OK, REFUSED, UNKNOWN = "ok", "refused", "unknown"
"""Results of an operation. The effect of an unknown one may have happened, or happen later."""


class Seen(NamedTuple):
    """The part of a view that the checker compares."""

    seq: int
    round: int
    moves: tuple[tuple[int, str], ...]
    """Player and move of every ply of the round, except the dealer's."""


class Operation(NamedTuple):
    """A request with its answer, or a view that a stream has sent."""

    match: str
    kind: str
    """create, join, act, get or stream."""
    start: float
    """Seconds when it was sent; for a view of a stream, when the stream was opened."""
    end: float
    """Seconds when the answer, or the view, arrived."""
    result: str
    server: int
    who: str = ""
    """Name of the player whose token was sent; empty for spectators."""
    seq: int = 0
    do: str = ""
    move: str | None = None
    code: str = ""
    """Problem code of a refusal."""
    seen: Seen | None = None
    """The match as the answer shows it."""
    stream: int = 0
    """Number of the stream, from 1."""

    def __str__(self) -> str:
        parts = [self.kind, self.who, self.do, self.move, self.seq and f"at {self.seq}", self.code]
        shown = f", shows {self.seen.seq} {list(self.seen.moves)}" if self.seen else ""
        what = " ".join(str(part) for part in parts if part)
        when = f"{self.start:.3f}-{self.end:.3f} s"
        return f"{what}: {self.result} from server {self.server} ({when}{shown})"


def seen(view: Any) -> Seen:
    """Return the part of an API view that is compared."""
    plies = ((ply["player"], ply["move"]) for ply in view["plies"] if ply["player"] is not None)
    return Seen(view["seq"], view["round"], tuple(plies))


class Recorder:
    """Writes a history to a file, and keeps it."""

    def __init__(self, file: TextIO) -> None:
        self.operations: list[Operation] = []
        self.requests = 0
        """Number of operations other than views of streams."""
        self.faults: list[str] = []
        self._file = file
        self._began = time.monotonic()

    def now(self) -> float:
        """Return the seconds since the history began."""
        return time.monotonic() - self._began

    def add(self, operation: Operation) -> None:
        self.operations.append(operation)
        self.requests += operation.kind != "stream"
        self._write(operation._asdict() | {"seen": operation.seen and operation.seen._asdict()})

    def add_fault(self, name: str, server: int) -> None:
        self.faults.append(name)
        self._write({"fault": name, "server": server, "at": self.now()})

    def _write(self, line: dict[str, object]) -> None:
        self._file.write(json.dumps(line) + "\n")


def read_history(lines: Iterable[str]) -> Iterator[Operation]:
    """Yield the operations of a recorded history."""
    for line in lines:
        data = json.loads(line)
        if "fault" not in data:
            yield Operation(**data | {"seen": data["seen"] and _read_seen(data["seen"])})


def _read_seen(data: Any) -> Seen:
    moves = tuple((player, move) for player, move in data["moves"])
    return Seen(data["seq"], data["round"], moves)
