"""Connections: limits on heads and on the number of connections."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import httpx
import pytest
import uvicorn
from web_support import Served, until

from duel_support import where
from numduel.web import connection
from numduel.web.asgi import Message, Receive, Scope, Send
from numduel.web.connection import (
    MAX_HEAD_BYTES,
    MAX_HEAD_LINES,
    Connections,
    HttpConnection,
)
from numduel.web.limits import Limits, read_networks

GET = b"GET / HTTP/1.1\r\nHost: x\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
CLOSE = b"Connection: close\r\n\r\n"


async def answer_size(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with the size of the body."""
    message: Message
    size, message = 0, {"more_body": True}
    while message.get("more_body"):
        message = await receive()
        size += len(message.get("body", b""))
    text = str(size).encode()
    headers = [(b"content-length", str(len(text)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": text})


def serve(
    work: Callable[[int], Awaitable[None]],
    app: Callable[[Scope, Receive, Send], Awaitable[None]] = answer_size,
    connections: Connections | None = None,
) -> None:
    """Serve an app on a port while `work` runs."""

    async def run() -> None:
        http = partial(HttpConnection, connections=connections)
        config = uvicorn.Config(app, http=http, lifespan="off", log_config=None)  # type: ignore[arg-type]
        serving = uvicorn.Server(config)
        with socket.create_server(("127.0.0.1", 0)) as listening:
            running = asyncio.create_task(serving.serve([listening]))
            await work(listening.getsockname()[1])
            serving.should_exit = True
            await running

    asyncio.run(run())


async def answer_to(port: int, *sent: bytes) -> bytes:
    """Return everything received until the server closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    received = asyncio.create_task(reader.read())
    try:
        for piece in sent:
            writer.write(piece)
            await writer.drain()
    except ConnectionError:
        pass
    try:
        return await asyncio.wait_for(received, 60)
    except ConnectionError:
        return b""
    finally:
        writer.close()


def header_lines(count: int) -> bytes:
    return b"".join(b"x-%d: y\r\n" % number for number in range(count))


def test_head_within_the_limits_is_served() -> None:
    async def work(port: int) -> None:
        for sent, size in (
            (GET + header_lines(MAX_HEAD_LINES - 2) + CLOSE, b"0"),
            (GET + b"x: " + b"y" * (MAX_HEAD_BYTES - 200) + b"\r\n" + CLOSE, b"0"),
            (POST + CLOSE + b"5\r\nabcde\r\n" * 9_000 + b"0\r\nx: y\r\n\r\n", b"45000"),
            (POST + CLOSE + b"1\r\na\r\n" * 60_000 + b"0\r\n\r\n", b"60000"),
            (GET + b"\r\n" + GET + CLOSE, b"0"),
        ):
            with where(sent[:80]):
                assert (await answer_to(port, sent)).endswith(b"\r\n\r\n" + size)

    serve(work)


def test_head_over_the_limits_gets_431_and_the_connection_closes() -> None:
    async def work(port: int) -> None:
        for sent in (
            [GET + header_lines(MAX_HEAD_LINES) + CLOSE],
            [GET, *[header_lines(1000)] * 200],
            [GET + b"x: ", *[b"y" * 10_000] * 200],
            [b"GET /" + b"y" * (2 * MAX_HEAD_BYTES)],
            [POST + CLOSE + b"1\r\na\r\n0\r\n", *[header_lines(1000)] * 200],
            [POST + CLOSE + b"1;x=", *[b"y" * 10_000] * 200],
            [POST + CLOSE, *[b"1;x=" + b"y" * 1000 + b"\r\na\r\n"] * 2000],
        ):
            with where(sent[0][:80]):
                answer = await answer_to(port, *sent)
                assert b" 431 " in answer.partition(b"\r\n")[0] or answer == b""
        answer = await answer_to(port, GET + header_lines(MAX_HEAD_LINES) + CLOSE)
        assert answer.startswith(b"HTTP/1.1 431 ")
        assert b'"code": "head_too_large"' in answer

    serve(work)


def test_head_limits_apply_to_each_request_of_a_connection() -> None:
    async def work(port: int) -> None:
        sent = (GET + header_lines(90) + b"\r\n") * 300 + GET + CLOSE
        assert (await answer_to(port, sent)).count(b" 200 ") == 301

    serve(work)


def test_connection_without_a_complete_request_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connection, "HEAD_TIMEOUT_S", 0.05)

    async def answer_slowly(scope: Scope, receive: Receive, send: Send) -> None:
        """Answer after more time than a request may take."""
        await asyncio.sleep(0.2)
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    async def work(port: int) -> None:
        asked = GET + b"Connection: close\r\n"
        assert await answer_to(port) == await answer_to(port, asked) == b""
        assert b" 204 " in await answer_to(port, asked + b"\r\n")

    serve(work, answer_slowly)


# ---- number of connections


def test_connections_are_counted_in_total_and_by_address() -> None:
    proxies = read_networks("10.0.0.0/8")
    connections = Connections(Limits({"connections": 2}), proxies, max_open=5)
    assert [connections.enter("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert [connections.enter("10.0.0.1") for _ in range(4)] == [True, True, True, False]
    connections.exit("192.0.2.1")
    assert not connections.enter("192.0.2.1") or not connections.enter("192.0.2.1")


def test_connection_over_the_limit_is_closed_and_others_stay() -> None:
    async def work(port: int) -> None:
        first = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
        assert await answer_to(port, GET + CLOSE) == b""
        first[0][1].close()
        while not (answer := await answer_to(port, GET + CLOSE)):  # until the server has noticed
            await asyncio.sleep(0.01)
        assert b" 200 " in answer
        first[1][1].write(GET + CLOSE)
        assert b" 200 " in await asyncio.wait_for(first[1][0].read(), 60)
        for _, writer in first:
            writer.close()

    serve(work, connections=Connections(Limits({}), (), max_open=3))


def test_server_without_file_descriptors_warns_once_and_recovers(tmp_path: Path) -> None:
    import resource

    def few_files() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200))

    with Served(tmp_path / "matches.db", preexec=few_files) as served:
        port = httpx.URL(served.url).port or 0
        held = [socket.create_connection(("127.0.0.1", port), 60) for _ in range(100)]
        until(lambda: "connections are open, the maximum" in served.said, "the warning")
        for one in held:
            one.close()
        until(lambda: _is_well(served), "an answer")
        assert served.said.count("connections are open, the maximum") == 1
        assert "Traceback" not in served.said


def _is_well(served: Served) -> bool:
    try:
        return httpx.get(f"{served.url}/healthz", timeout=60).status_code == 200
    except httpx.TransportError:
        return False
