"""A request as handlers get it, and what they answer: neither knows a framework or a server."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from hashlib import sha256
from typing import Generic, NamedTuple, TypeVar

JSON = "application/json"
TEXT = "text/plain; charset=utf-8"

Params = TypeVar("Params")
Body = TypeVar("Body")


async def _never() -> None:
    import asyncio

    await asyncio.Event().wait()


class Request(NamedTuple, Generic[Params, Body]):
    """A request whose parameters and body have been checked."""

    params: Params
    """The parameters in the path and the query."""
    body: Body
    path: str = "/"
    query: Mapping[str, str] = {}
    headers: Mapping[str, str] = {}
    """By their names in lower case."""
    address: str = ""
    """Of the client, also behind trusted proxies."""
    gone: Callable[[], Awaitable[None]] = _never
    """Returns when the client has left."""

    @property
    def token(self) -> str | None:
        """The seat of the client; None for one that watches."""
        kind, _, token = self.headers.get("authorization", "").partition(" ")
        return token.strip() if kind.lower() == "bearer" else None


class Answer(NamedTuple):
    """An answer, ready to send."""

    body: bytes
    media_type: str = JSON
    status: int = 200
    headers: Mapping[str, str] = {}


def as_bytes(data: object) -> bytes:
    """Return data as JSON without spaces."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode()


def as_json(data: object, status: int = 200) -> Answer:
    """Return data as an answer."""
    return Answer(as_bytes(data), JSON, status)


def tagged(
    request: Request[Params, Body],
    body: bytes,
    media_type: str,
    headers: Mapping[str, str],
    status: int = 200,
) -> Answer:
    """Return some bytes that a client may keep; nothing but 304 where it has them already."""
    tag = f'"{sha256(body).hexdigest()[:32]}"'
    if request.headers.get("if-none-match") == tag:
        return Answer(b"", "", 304, {**headers, "etag": tag})
    return Answer(body, media_type, status, {**headers, "etag": tag})
