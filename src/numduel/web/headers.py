"""Middleware for every request: body limits, response headers, CORS, logs and metrics."""

from __future__ import annotations

import asyncio
import logging
import time

from .asgi import ASGIApp, Message, Receive, Scope, Send, send_answer
from .dispatch import MAX_BODY_BYTES, refuse_large_body
from .exchange import Answer
from .limits import Networks, client_address
from .policies import POLICY
from .problems import problem
from .services import Requests

BODY_TIMEOUT_S = 30.0
"""Seconds to receive a request body."""

DEFAULT_HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (b"cache-control", b"no-store"),
]
"""Headers of every answer that doesn't set its own."""

Origins = frozenset[bytes]
"""Sites whose pages may read the API's answers."""

VARY = (b"vary", b"origin")

PREFLIGHT_HEADERS = {
    "access-control-allow-methods": "GET, POST",
    "access-control-allow-headers": "authorization, content-type",
    "access-control-max-age": "600",
}
"""Headers of the answer to a CORS preflight request."""

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

log = logging.getLogger("numduel.requests")


class ClientGone(Exception):
    """The client left before sending its whole body."""


class Headers:
    """The middleware in plain ASGI: a framework's would double the cost of an answer."""

    def __init__(
        self, app: ASGIApp, requests: Requests, trusted: Networks, origins: Origins = frozenset()
    ) -> None:
        self._app = app
        self._requests = requests
        self._trusted = trusted
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        start_time, method, has_started = time.monotonic(), scope["method"], False
        scope["client"] = (client_address(scope, self._trusted), 0)
        cors_headers = self._cors_headers(scope)

        async def send_with_headers(message: Message) -> None:
            nonlocal has_started
            is_start = message["type"] == "http.response.start"
            if is_start:
                has_started = True
                self._log_answer(scope, method, message["status"], time.monotonic() - start_time)
                own = {name for name, _ in message["headers"]}
                defaults = [header for header in DEFAULT_HEADERS if header[0] not in own]
                message = {**message, "headers": [*message["headers"], *defaults, *cors_headers]}
            if is_start or method != "HEAD":
                await send(message)
            if is_start and method == "HEAD":  # ends streams too
                await send({"type": "http.response.body", "body": b""})

        if method == "OPTIONS" and len(cors_headers) > 1:
            await send_answer(Answer(b"", "", 204, PREFLIGHT_HEADERS), send_with_headers)
            return
        if method == "HEAD":  # GET without the body
            scope = {**scope, "method": "GET"}
        try:
            await self._answer(scope, receive, send_with_headers)
        except asyncio.CancelledError:  # the server is stopping
            if not has_started:
                stopping = problem("unavailable", "The server is stopping. Try again soon.")
                await send_answer(stopping, send_with_headers)
            raise

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the body, if the method has one, and call the app."""
        if scope["method"] in ("POST", "PUT", "PATCH", "DELETE"):
            try:
                async with asyncio.timeout(BODY_TIMEOUT_S):
                    body = await _read_body(scope, receive)
            except ClientGone:
                return
            except TimeoutError:
                late = problem(
                    "too_slow", f"The body must arrive within {BODY_TIMEOUT_S:.0f} seconds."
                )
                await send_answer(late._replace(headers={"connection": "close"}), send)
                return
            if body is None:
                await send_answer(refuse_large_body(), send)
                return
            scope["body"] = body
        await self._app(scope, receive, send)

    def _cors_headers(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        """Return the headers that let a page of another site read this answer."""
        if not self._origins or not scope["path"].startswith("/api/"):
            return []
        origin = dict(scope["headers"]).get(b"origin", b"")
        if origin not in self._origins:
            return [VARY]
        exposed = (b"access-control-expose-headers", b"retry-after")
        return [VARY, (b"access-control-allow-origin", origin), exposed]

    def _log_answer(self, scope: Scope, method: str, status: int, seconds: float) -> None:
        """Count and log an answer by its route: paths contain ids, which are private."""
        route = getattr(scope.get("route"), "path", "other")
        method = method if method in METHODS else "other"
        self._requests.count(method, route, status, seconds)
        if log.isEnabledFor(logging.INFO):
            log.info("%s %s %d %.1f ms", method, route, status, 1000 * seconds)


async def _read_body(scope: Scope, receive: Receive) -> bytes | None:
    """Return the whole body; None as soon as it is too large."""
    for name, value in scope["headers"]:
        if name == b"content-length" and (not value.isdigit() or int(value) > MAX_BODY_BYTES):
            return None
    body = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":  # the body is incomplete
            raise ClientGone
        part: bytes = message.get("body", b"")
        body += part
        if len(body) > MAX_BODY_BYTES:
            return None
        if not message.get("more_body"):
            return body
