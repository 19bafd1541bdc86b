"""What every answer carries, how large a question may be, and what is written down of both."""

from __future__ import annotations

import asyncio
import logging
import time

from .asgi import ASGIApp, Message, Receive, Scope, Send, send_answer
from .exchange import Answer
from .limits import Networks, client
from .problems import problem
from .services import Requests

LARGEST = 64 * 1024
"""Bytes that a body may have: it is refused before anything of it is understood."""

SLOWEST = 30.0
"""Seconds in which a body must have come."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
    "trusted-types 'none'"
)

USUAL = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (b"cache-control", b"no-store"),
]
"""Of every answer that does not say otherwise."""

Origins = frozenset[bytes]
"""Sites whose pages may read what the API answers."""

VARY = (b"vary", b"origin")

ASKED_FIRST = {
    "access-control-allow-methods": "GET, POST",
    "access-control-allow-headers": "authorization, content-type",
    "access-control-max-age": "600",
}
"""The answer to a browser that asks before a request."""

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

log = logging.getLogger("numduel.requests")


class ClientGone(Exception):
    """The client has left before its body had come."""


class Headers:
    """Plain ASGI, since a wrapped middleware would cost as much as the whole of an answer."""

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

        began, method, is_begun = time.monotonic(), scope["method"], False
        scope["client"] = (client(scope, self._trusted), 0)
        shared = self._shared(scope)

        async def dressed(message: Message) -> None:
            nonlocal is_begun
            is_start = message["type"] == "http.response.start"
            if is_start:
                is_begun = True
                self._count(scope, method, message["status"], time.monotonic() - began)
                own = {name for name, _ in message["headers"]}
                usual = [header for header in USUAL if header[0] not in own]
                message = {**message, "headers": [*message["headers"], *usual, *shared]}
            if is_start or method != "HEAD":
                await send(message)
            if is_start and method == "HEAD":  # so that a stream ends, too
                await send({"type": "http.response.body", "body": b""})

        if method == "OPTIONS" and len(shared) > 1:
            await send_answer(Answer(b"", "", 204, ASKED_FIRST), dressed)
            return
        if method == "HEAD":  # which is answered as GET is, without what follows
            scope = {**scope, "method": "GET"}
        try:
            await self._answer(scope, receive, dressed)
        except asyncio.CancelledError:  # the server ends, and waits no longer for this answer
            if not is_begun:
                away = problem("unavailable", "The server ends: try again soon.")
                await send_answer(away, dressed)
            raise

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the body where one may come, and let the app answer."""
        if scope["method"] in ("POST", "PUT", "PATCH", "DELETE"):
            try:
                async with asyncio.timeout(SLOWEST):
                    body = await _read(scope, receive)
            except ClientGone:
                return
            except TimeoutError:
                late = problem("too_slow", f"A body has {SLOWEST:.0f} seconds to come.")
                await send_answer(late._replace(headers={"connection": "close"}), send)
                return
            if body is None:
                await send_answer(problem("too_large", f"A body has up to {LARGEST} bytes."), send)
                return
            scope["body"] = body
        await self._app(scope, receive, send)

    def _shared(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        """Return what lets a page of another site read this answer, if it may."""
        if not self._origins or not scope["path"].startswith("/api/"):
            return []
        origin = dict(scope["headers"]).get(b"origin", b"")
        if origin not in self._origins:
            return [VARY]
        exposed = (b"access-control-expose-headers", b"retry-after")
        return [VARY, (b"access-control-allow-origin", origin), exposed]

    def _count(self, scope: Scope, method: str, status: int, seconds: float) -> None:
        """Write an answer down by its route: an address, like a token, is nobody else's affair."""
        route = getattr(scope.get("route"), "path", "other")
        method = method if method in METHODS else "other"
        self._requests.count(method, route, status, seconds)
        if log.isEnabledFor(logging.INFO):
            log.info("%s %s %d %.1f ms", method, route, status, 1000 * seconds)


async def _read(scope: Scope, receive: Receive) -> bytes | None:
    """The whole body; None as soon as it is known to be too large."""
    for name, value in scope["headers"]:
        if name == b"content-length" and (not value.isdigit() or int(value) > LARGEST):
            return None
    body = b""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":  # what came of it is not all that was meant
            raise ClientGone
        part: bytes = message.get("body", b"")
        body += part
        if len(body) > LARGEST:
            return None
        if not message.get("more_body"):
            return body
