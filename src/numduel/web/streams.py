"""Open streams of a match: each reader is sent the newest view, and no older one."""

from __future__ import annotations

import asyncio

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from .limits import Limits
from .live import Live
from .problems import problem
from .table import Refused

START = {
    "type": "http.response.start",
    "status": 200,
    "headers": [
        (b"content-type", b"text/event-stream; charset=utf-8"),
        (b"x-accel-buffering", b"no"),
    ],
}


class EventStream(Response):
    """The views of a match as they come, until the reader leaves or the server ends."""

    media_type = "text/event-stream"

    def __init__(self, live: Live, side: int | None, limits: Limits, address: str) -> None:
        super().__init__()
        self._live = live
        self._side = side
        self._limits = limits
        self._address = address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self._limits.enter(self._address)
        except Refused as refused:
            await problem(refused.code, refused.detail)(scope, receive, send)
            return
        reader = self._live.enter(self._side)
        leaving = asyncio.create_task(self._watch(receive))
        leaving.add_done_callback(lambda _: reader.leave())
        try:
            await send(START)
            while reader.is_open:
                sent = reader.next()
                await send({"type": "http.response.body", "body": sent, "more_body": True})
                await reader.news.wait()
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            leaving.cancel()
            self._live.exit(reader)
            self._limits.exit(self._address)

    @staticmethod
    async def _watch(receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
