"""Requests and answers as handlers see them, independent of framework and server."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from hashlib import sha256
from typing import Generic, NamedTuple, TypeVar

JSON = "application/json"
TEXT = "text/plain; charset=utf-8"

Params = TypeVar("Params")
Body = TypeVar("Body")


async def _wait_forever() -> None:
    import asyncio

    await asyncio.Event().wait()


class Request(NamedTuple, Generic[Params, Body]):
    """A validated request."""

    params: Params
    """Path and query parameters."""
    body: Body
    path: str = "/"
    query: Mapping[str, str] = {}
    headers: Mapping[str, str] = {}
    """Headers, by lower-case name."""
    address: str = ""
    """Client address, also behind trusted proxies."""
    wait_for_disconnect: Callable[[], Awaitable[None]] = _wait_forever
    """Wait until the client has disconnected."""

    @property
    def token(self) -> str | None:
        """The seat token; None for a spectator."""
        kind, _, token = self.headers.get("authorization", "").partition(" ")
        return token.strip() if kind.lower() == "bearer" else None


class Answer(NamedTuple):
    """A complete HTTP answer."""

    body: bytes
    media_type: str = JSON
    status: int = 200
    headers: Mapping[str, str] = {}


def as_bytes(data: object) -> bytes:
    """Return data as compact JSON."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode()


def as_json(data: object, status: int = 200) -> Answer:
    """Return data as a JSON answer."""
    return Answer(as_bytes(data), JSON, status)


def answer_with_etag(
    request: Request[Params, Body],
    body: bytes,
    media_type: str,
    headers: Mapping[str, str],
    status: int = 200,
) -> Answer:
    """Return a cacheable answer; 304 without a body if the client already has it."""
    etag = f'"{sha256(body).hexdigest()[:32]}"'
    if request.headers.get("if-none-match") == etag:
        return Answer(b"", "", 304, {**headers, "etag": etag})
    return Answer(body, media_type, status, {**headers, "etag": etag})
