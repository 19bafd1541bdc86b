"""Requests and answers as handlers see them, independent of framework and server."""

from __future__ import annotations

import gzip
import json
from collections.abc import Awaitable, Callable, Mapping
from functools import cached_property
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


# ---- compression and caching

MIN_COMPRESSED_BYTES = 1000
"""Smaller answers fit into a packet anyway."""

MAX_COMPRESSED_BYTES = 128 * 1024
"""Larger answers that aren't kept would hold up all others while they are compressed."""

COMPRESSION_LEVEL = 6
"""Higher levels take longer and save less than 1%."""

COMPRESSIBLE = (
    "text/",
    "application/json",
    "application/manifest+json",
    "application/wasm",
    "image/svg+xml",
)
"""Media types that gzip makes smaller, as prefixes."""

VARY = {"vary": "accept-encoding"}


class Content:
    """A body and its media type, compressed and hashed once, when needed."""

    def __init__(self, body: bytes, media_type: str) -> None:
        self.body = body
        self.media_type = media_type

    @cached_property
    def tag(self) -> str:
        """Hash of the body."""
        return sha256(self.body).hexdigest()[:32]

    @cached_property
    def is_compressible(self) -> bool:
        """Whether the answer depends on what encodings the client accepts."""
        is_long = len(self.body) >= MIN_COMPRESSED_BYTES
        return is_long and self.media_type.startswith(COMPRESSIBLE)

    @cached_property
    def compressed(self) -> bytes:
        """The body in gzip's format, the same bytes every time."""
        return gzip.compress(self.body, COMPRESSION_LEVEL, mtime=0)


def accepts_gzip(accepted: str) -> bool:
    """Return whether an Accept-Encoding header allows gzip.

    >>> accepts_gzip("br;q=1.0, gzip;q=0.8, *;q=0.1"), accepts_gzip("gzip;q=0, *")
    (True, False)
    """
    weights: dict[str, float] = {}
    for entry in accepted.lower().split(","):
        name, _, parameter = entry.partition(";")
        key, _, weight = parameter.partition("=")
        try:
            weights[name.strip()] = float(weight) if key.strip() == "q" else 1.0
        except ValueError:
            weights[name.strip()] = 0.0
    return weights.get("gzip", weights.get("*", 0.0)) > 0


def answer_content(
    request: Request[Params, Body],
    content: Content,
    headers: Mapping[str, str],
    status: int = 200,
) -> Answer:
    """Return a cacheable answer, compressed if the client accepts it; 304 if it already has it."""
    tag, headers = content.tag, dict(headers)
    is_compressed = content.is_compressible and accepts_gzip(
        request.headers.get("accept-encoding", "")
    )
    if content.is_compressible:
        headers |= VARY
    headers["etag"] = f'"{tag}-gzip"' if is_compressed else f'"{tag}"'
    is_known = _has_tag(request.headers.get("if-none-match", ""), headers["etag"])
    if is_known and status == 200:
        return Answer(b"", "", 304, headers)
    if is_compressed:
        headers["content-encoding"] = "gzip"
    body = content.compressed if is_compressed else content.body
    return Answer(body, content.media_type, status, headers)


def answer_with_etag(
    request: Request[Params, Body],
    body: bytes,
    media_type: str,
    headers: Mapping[str, str],
    status: int = 200,
) -> Answer:
    """Return a cacheable answer with a body made for this request."""
    return answer_content(request, Content(body, media_type), headers, status)


def compress_answer(request: Request[Params, Body], answer: Answer) -> Answer:
    """Return an answer compressed, if that helps and the client accepts it.

    Never use this for an answer with a secret: its length would depend on the secret.
    """
    content = Content(answer.body, answer.media_type)
    if not content.is_compressible or "content-encoding" in answer.headers:
        return answer
    if len(answer.body) > MAX_COMPRESSED_BYTES:
        return answer
    headers = {**answer.headers, **VARY}
    if not accepts_gzip(request.headers.get("accept-encoding", "")):
        return answer._replace(headers=headers)
    headers["content-encoding"] = "gzip"
    return answer._replace(body=content.compressed, headers=headers)


def _has_tag(known: str, etag: str) -> bool:
    """Return whether an If-None-Match header names a tag; a proxy may have weakened it."""
    tags = [tag.strip().removeprefix("W/") for tag in known.split(",")]
    return etag in tags or tags == ["*"]
