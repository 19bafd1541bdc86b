"""The routes as an ASGI application: parse requests, send answers and streams."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import AbstractAsyncContextManager
from typing import Any

from ..errors import Refused
from .dispatch import respond
from .exchange import Answer
from .limits import Limits
from .live import Stream
from .problems import problem_of
from .routes import EVENTS
from .services import Services

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
ASGIApp = Callable[[Scope, Receive, Send], Awaitable[None]]

STREAM_HEADERS = [(b"content-type", EVENTS.encode()), (b"x-accel-buffering", b"no")]


class App:
    """The ASGI application of a server; `lifespan` is its startup and shutdown.

    `Headers` has read the request body and put it into the scope.
    """

    def __init__(self, services: Services, lifespan: AbstractAsyncContextManager[None]) -> None:
        self._services = services
        self._lifespan = lifespan

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._run_lifespan(receive, send)
            return
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        address = scope["client"][0] if scope.get("client") else ""
        scope["route"], answer = await respond(
            self._services,
            scope["method"],
            scope["path"],
            scope["query_string"].decode("latin-1"),
            headers,
            scope.get("body", b""),
            address,
            lambda: wait_for_disconnect(receive),
        )
        if isinstance(answer, Stream):
            await send_stream(answer, self._services.limits, address, receive, send)
        else:
            await send_answer(answer, send)

    async def _run_lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        async with self._lifespan:
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await send({"type": "lifespan.shutdown.complete"})


async def send_stream(
    stream: Stream, limits: Limits, address: str, receive: Receive, send: Send
) -> None:
    """Send the views of a match as they change, until the reader leaves or the server stops."""
    try:
        limits.enter("streams", address)
    except Refused as refused:
        await send_answer(problem_of(refused), send)
        return
    reader = stream.live.enter(stream.side)
    leaving = asyncio.create_task(wait_for_disconnect(receive))
    leaving.add_done_callback(lambda _: reader.leave())
    try:
        await send({"type": "http.response.start", "status": 200, "headers": STREAM_HEADERS})
        while reader.is_open:
            chunk = reader.next()
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
            await reader.news.wait()
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        leaving.cancel()
        stream.live.exit(reader)
        limits.exit("streams", address)


async def wait_for_disconnect(receive: Receive) -> None:
    """Return when the client has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def send_answer(answer: Answer, send: Send) -> None:
    """Send an answer."""
    headers = dict(answer.headers)
    if answer.status not in (204, 304):
        headers |= {"content-length": str(len(answer.body)), "content-type": answer.media_type}
    encoded = [(name.encode("latin-1"), text.encode("latin-1")) for name, text in headers.items()]
    await send({"type": "http.response.start", "status": answer.status, "headers": encoded})
    await send({"type": "http.response.body", "body": answer.body})
