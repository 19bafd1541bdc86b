"""The routes as an ASGI application: requests are taken apart, answers and streams are sent."""

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

STREAM = [(b"content-type", EVENTS.encode()), (b"x-accel-buffering", b"no")]


class App:
    """One for each server; `lifespan` is what runs beside it.

    `Headers` has read the body of a request, and put it into the scope.
    """

    def __init__(self, services: Services, lifespan: AbstractAsyncContextManager[None]) -> None:
        self._services = services
        self._lifespan = lifespan

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
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
            lambda: until_gone(receive),
        )
        if isinstance(answer, Stream):
            await send_stream(answer, self._services.limits, address, receive, send)
        else:
            await send_answer(answer, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        async with self._lifespan:
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await send({"type": "lifespan.shutdown.complete"})


async def send_stream(
    stream: Stream, limits: Limits, address: str, receive: Receive, send: Send
) -> None:
    """Send the views of a match as they come, until the reader leaves or the server ends."""
    try:
        limits.enter("streams", address)
    except Refused as refused:
        await send_answer(problem_of(refused), send)
        return
    reader = stream.live.enter(stream.side)
    leaving = asyncio.create_task(until_gone(receive))
    leaving.add_done_callback(lambda _: reader.leave())
    try:
        await send({"type": "http.response.start", "status": 200, "headers": STREAM})
        while reader.is_open:
            sent = reader.next()
            await send({"type": "http.response.body", "body": sent, "more_body": True})
            await reader.news.wait()
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        leaving.cancel()
        stream.live.exit(reader)
        limits.exit("streams", address)


async def until_gone(receive: Receive) -> None:
    """Return when the client has left."""
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
