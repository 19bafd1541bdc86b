"""HTTP connections: limits on request heads and on the number of connections."""

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
"""Seconds to receive the head of a request."""

MAX_HEAD_BYTES = 64 * 1024
"""Maximum size of a request's head, and of its trailers and chunk extensions together."""

MAX_HEAD_LINES = 100
"""Maximum number of header lines of a request, including trailers."""

PIECE_BYTES = 16 * 1024
"""Bytes to parse before checking the limits again."""

CHUNK_OVERHEAD_BYTES = 5
"""Minimum size of a chunk besides its data."""

MAX_OPEN_FILES = 65_536
"""File descriptors to request from the system."""

BACKLOG = 64
"""Maximum number of connections accepted before they are counted."""

RESERVED_FILES = 64 + BACKLOG
"""File descriptors kept free for the database, processes and logs."""

LOG_INTERVAL_S = 60.0
"""Minimum seconds between two warnings."""


class HeadTooLarge(Exception):
    """A request has too many header lines."""


class Connections:
    """The number of open connections, in total and by address."""

    def __init__(self, limits: Limits, trusted: Networks, max_open: int) -> None:
        self._limits = limits
        self._trusted = trusted
        self._max_open = max_open
        self._open = 0
        self._last_log = float("-inf")

    def enter(self, address: str) -> bool:
        """Count a connection until `exit`; return False if there are too many."""
        if self._open >= self._max_open:
            self.warn(f"{self._open} connections are open, the maximum")
            return False
        if not is_in(address, self._trusted):  # a proxy carries all users
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
    """Raise the limit of open files, and return the maximum number of connections."""
    try:
        from resource import RLIMIT_NOFILE, getrlimit, setrlimit
    except ImportError:  # Windows has no such limit
        return MAX_OPEN_FILES
    _, hard = getrlimit(RLIMIT_NOFILE)
    limit = min(hard, MAX_OPEN_FILES) if hard > 0 else MAX_OPEN_FILES
    setrlimit(RLIMIT_NOFILE, (limit, hard))
    return max(1, limit - RESERVED_FILES)


class HttpConnection(HttpToolsProtocol):
    """A connection that reports its end to every request, and times out without a request.

    uvicorn reports the end only to the last request, so that a stream followed by another request
    would stay open forever. So would a connection on which no complete request arrives.
    """

    def __init__(self, *given: Any, connections: Connections | None = None, **named: Any) -> None:
        super().__init__(*given, **named)
        self._connections = connections or Connections(Limits({}), (), MAX_OPEN_FILES)
        self._is_counted = False
        self._pipelined: deque[RequestResponseCycle] = deque()
        self._has_head = False
        """Whether a request's head has arrived, and the next request hasn't begun."""
        self._head_timer: asyncio.TimerHandle | None = None
        self._framing_bytes = 0
        """Bytes since the last head, or of the head itself, that aren't body."""
        self._lines = 0

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._is_counted = self._connections.enter(self._address)
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
        if self._has_head and self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None
        elif not self._has_head and self._head_timer is None:
            self._head_timer = self.loop.call_later(HEAD_TIMEOUT_S, self.timeout_keep_alive_handler)

    def on_message_begin(self) -> None:
        self._has_head = False
        self._framing_bytes = self._lines = 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        self._lines += 1
        if self._lines > MAX_HEAD_LINES:
            raise HeadTooLarge
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._has_head = True
        self._framing_bytes = 0
        before = self.cycle
        super().on_headers_complete()
        while self._pipelined and self._pipelined[0].response_complete:
            self._pipelined.popleft()
        if not getattr(before, "response_complete", True):  # the first request has no predecessor
            self._pipelined.append(before)

    def on_chunk_header(self) -> None:
        self._framing_bytes -= CHUNK_OVERHEAD_BYTES

    def on_body(self, body: bytes) -> None:
        self._framing_bytes -= len(body)
        super().on_body(body)

    def send_400_response(self, msg: str) -> None:
        """Refuse an invalid request. Too many header lines end the parsing too."""
        if self._lines > MAX_HEAD_LINES:
            self._refuse_head()
        else:
            super().send_400_response(msg)

    def _refuse_head(self) -> None:
        """Answer 431, unless another answer is in progress, and close the connection."""
        is_answered = getattr(self.cycle, "response_complete", True)  # there may be no request yet
        if is_answered or not self.cycle.response_started:
            limits = f"{MAX_HEAD_LINES} lines and {MAX_HEAD_BYTES:,} bytes"
            answer = problem("head_too_large", f"The request head must be at most {limits}.")
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
            self._connections.exit(self._address)
            self._is_counted = False
        self._has_head = True  # stop the timer
        self._await_head()
        for cycle in self._pipelined:
            cycle.disconnected = True
            cycle.message_event.set()
        super().connection_lost(exc)
