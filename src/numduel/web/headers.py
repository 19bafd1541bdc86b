"""What every answer carries, and how large a question may be."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .problems import problem

__all__ = ["LARGEST", "Headers"]

LARGEST = 64 * 1024
"""Bytes that a body may have: it is refused before anything of it is understood."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
    "trusted-types 'none'"
)

SECURITY = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]

UNSTORED = (b"cache-control", b"no-store")


class Headers:
    """Plain ASGI, since a wrapped middleware would cost as much as the whole of an answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message["headers"], *SECURITY]
                if all(name != b"cache-control" for name, _ in headers):
                    headers.append(UNSTORED)
                message = {**message, "headers": headers}
            await send(message)

        if scope["method"] in ("POST", "PUT", "PATCH", "DELETE"):
            body = await _read(scope, receive)
            if body is None:
                limit = problem("too_large", f"A body has up to {LARGEST} bytes.")
                await limit(scope, receive, dressed)
                return
            receive = _again(body, receive)
        await self._app(scope, receive, dressed)


async def _read(scope: Scope, receive: Receive) -> bytes | None:
    """The whole body; None as soon as it is known to be too large."""
    for name, value in scope["headers"]:
        if name == b"content-length" and (not value.isdigit() or int(value) > LARGEST):
            return None
    body = b""
    while True:
        message = await receive()
        part: bytes = message.get("body", b"")
        body += part
        if len(body) > LARGEST:
            return None
        if not message.get("more_body"):
            return body


def _again(body: bytes, receive: Receive) -> Receive:
    """The body that was read, and then what comes after it."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def next_message() -> Message:
        return messages.pop() if messages else await receive()

    return next_message
