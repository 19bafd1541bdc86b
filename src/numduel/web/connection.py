"""Connections of the server: what one may send before it is understood, and how many there are."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from ..errors import Refused
from .limits import Limits, Networks, is_in
from .problems import problem

log = logging.getLogger("numduel.web")

HEAD_TIMEOUT_S = 75.0
"""Seconds in which the head of a request must have come."""

MAX_HEAD_BYTES = 64 * 1024
"""Bytes of a request's head; also of its trailers and chunk extensions together."""

MAX_HEAD_LINES = 100
"""Header lines of a request, trailers included."""

PIECE_BYTES = 16 * 1024
"""Bytes that are parsed before the bounds are checked again."""

CHUNK_BYTES = 5
"""Bytes that a chunk of a body has at least besides its data."""

MAX_OPEN_FILES = 65_536
"""Descriptors that a server asks for, as far as the system allows."""

BACKLOG = 64
"""Connections that are accepted at a time, before any of them is counted."""

RESERVED_FILES = 64 + BACKLOG
"""Descriptors that are kept free for the database, processes, log files and the next ones."""

LOG_INTERVAL_S = 60.0


class HeadTooLarge(Exception):
    """A request has more header lines than it may have."""


class Connections:
    """How many connections are open, in all and from each address."""

    def __init__(self, limits: Limits, trusted: Networks, max_open: int) -> None:
        self._limits = limits
        self._trusted = trusted
        self._max_open = max_open
        self._open = 0
        self._last_log = float("-inf")

    def enter(self, address: str) -> bool:
        """Count a connection, until `exit`; return False where there are too many already."""
        if self._open >= self._max_open:
            self.warn(f"{self._open} connections are open, as many as there may be")
            return False
        if not is_in(address, self._trusted):  # a proxy brings everybody's
            try:
                self._limits.enter("connections", address)
            except Refused:
                return False
        self._open += 1
        return True

    def exit(self, address: str) -> None:
        self._open -= 1
        if not is_in(address, self._trusted):
            self._limits.exit("connections", address)

    def warn(self, problem: str) -> None:
        """Log a lack of connections or descriptors, at most once a minute."""
        now = time.monotonic()
        if now - self._last_log >= LOG_INTERVAL_S:
            self._last_log = now
            log.warning(
                "%s; more are refused (raise the limit of open files to allow more)", problem
            )


def max_connections() -> int:
    """Raise the limit of open files as far as allowed; return how many connections fit."""
    try:
        from resource import RLIMIT_NOFILE, getrlimit, setrlimit
    except ImportError:  # Windows has no such limit
        return MAX_OPEN_FILES
    _, hard = getrlimit(RLIMIT_NOFILE)
    most = min(hard, MAX_OPEN_FILES) if hard > 0 else MAX_OPEN_FILES
    setrlimit(RLIMIT_NOFILE, (most, hard))
    return max(1, most - RESERVED_FILES)


class Connection(HttpToolsProtocol):
    """A connection whose end is heard by every request on it, and on which a request must come.

    By itself only the last one that came would hear of it: a stream behind which another request
    was sent would stay open for ever. So would one on which nothing is ever asked, or never to
    the end.
    """

    def __init__(self, *given: Any, connections: Connections | None = None, **named: Any) -> None:
        super().__init__(*given, **named)
        self._all = connections or Connections(Limits({}), (), MAX_OPEN_FILES)
        self._is_counted = False
        self._overtaken: deque[RequestResponseCycle] = deque()
        self._is_asked = False
        """Whether the head of a request has come, and nothing of the next one."""
        self._giving_up: asyncio.TimerHandle | None = None
        self._framing_bytes = 0
        """Bytes of the head, or since the head, that are not body."""
        self._lines = 0

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._is_counted = self._all.enter(self._address)
        if self._is_counted:
            self._await_head()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), PIECE_BYTES):
            piece = data[start : start + PIECE_BYTES]
            super().data_received(piece)
            if self.transport.is_closing():
                return
            self._framing_bytes += len(piece)
            if self._framing_bytes > MAX_HEAD_BYTES:
                self._refuse_head()
                return
        self._await_head()

    def _await_head(self) -> None:
        if self._is_asked and self._giving_up is not None:
            self._giving_up.cancel()
            self._giving_up = None
        elif not self._is_asked and self._giving_up is None:
            self._giving_up = self.loop.call_later(HEAD_TIMEOUT_S, self.timeout_keep_alive_handler)

    def on_message_begin(self) -> None:
        self._is_asked = False
        self._framing_bytes = self._lines = 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        self._lines += 1
        if self._lines > MAX_HEAD_LINES:
            raise HeadTooLarge
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._is_asked = True
        self._framing_bytes = 0
        before = self.cycle
        super().on_headers_complete()
        while self._overtaken and self._overtaken[0].response_complete:
            self._overtaken.popleft()
        if not getattr(before, "response_complete", True):  # before the first there is none
            self._overtaken.append(before)

    def on_chunk_header(self) -> None:
        self._framing_bytes -= CHUNK_BYTES

    def on_body(self, body: bytes) -> None:
        self._framing_bytes -= len(body)
        super().on_body(body)

    def send_400_response(self, msg: str) -> None:
        """Refuse what cannot be parsed; too many header lines end the parsing too."""
        if self._lines > MAX_HEAD_LINES:
            self._refuse_head()
        else:
            super().send_400_response(msg)

    def _refuse_head(self) -> None:
        """Answer 431, unless another answer is under way, and close the connection."""
        is_answered = getattr(self.cycle, "response_complete", True)  # there may be none yet
        if is_answered or not self.cycle.response_started:
            most = f"{MAX_HEAD_LINES} lines and {MAX_HEAD_BYTES} bytes"
            answer = problem("head_too_large", f"A request's head has up to {most}.")
            head = [
                "HTTP/1.1 431 Request Header Fields Too Large",
                f"content-type: {answer.media_type}",
                f"content-length: {len(answer.body)}",
                "connection: close",
            ]
            self.transport.write("\r\n".join([*head, "", ""]).encode() + answer.body)
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._is_counted:
            self._all.exit(self._address)
            self._is_counted = False
        self._is_asked = True  # for there is nobody to wait for
        self._await_head()
        for cycle in self._overtaken:
            cycle.disconnected = True
            cycle.message_event.set()
        super().connection_lost(exc)
