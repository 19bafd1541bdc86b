"""A TCP proxy in front of PostgreSQL, which can cut, hold, delay and half-close connections."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

__all__ = ["DOWN", "UP", "Proxy", "proxied"]

UP, DOWN = "up", "down"
"""Directions: to the server behind the proxy, and back to its client."""

CHUNK_BYTES = 65_536


class Proxy:
    """Connections to PostgreSQL's Unix socket, and the faults on their way."""

    def __init__(self, target: str) -> None:
        self.port = 0
        self.accepted = 0
        """Number of connections so far."""
        self.delay_s = 0.0
        """Seconds that every piece of data waits."""
        self.is_refusing = False
        """Whether new connections are closed at once."""
        self._target = target
        self._gates = {UP: asyncio.Event(), DOWN: asyncio.Event()}
        self._connections: set[asyncio.Task[None]] = set()
        self._writers: dict[str, set[asyncio.StreamWriter]] = {UP: set(), DOWN: set()}
        self.deliver()

    def url(self, database: str) -> str:
        """Return the URL of a database, by way of the proxy."""
        options = "sslmode=disable&gssencmode=disable"
        return f"postgresql://numduel@127.0.0.1:{self.port}/{database}?{options}"

    def hold(self, *directions: str) -> None:
        """Deliver nothing in these directions, as a black hole would, until `deliver`."""
        for direction in directions:
            self._gates[direction].clear()

    def deliver(self) -> None:
        """Deliver what was held, and everything from now on."""
        for gate in self._gates.values():
            gate.set()

    def cut(self) -> None:
        """Break all connections; what is on its way is lost."""
        for writers in self._writers.values():
            for writer in writers:
                writer.transport.abort()

    def half_close(self, direction: str) -> None:
        """End the data of one direction of all connections, and leave the other one open."""
        for writer in self._writers[direction]:
            with suppress(OSError):
                writer.write_eof()

    def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass a client's connection on."""
        self.accepted += 1
        task = asyncio.create_task(self._connect(reader, writer))
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)

    async def close(self) -> None:
        """Cut all connections for good."""
        self.is_refusing = True
        self.deliver()
        self.cut()
        await asyncio.gather(*self._connections, return_exceptions=True)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.is_refusing:
            writer.transport.abort()
            return
        try:
            from_target, to_target = await asyncio.open_unix_connection(self._target)
        except OSError:
            writer.transport.abort()
            return
        pumps = (self._pump(UP, reader, to_target), self._pump(DOWN, from_target, writer))
        await asyncio.gather(*pumps)

    async def _pump(
        self, direction: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._writers[direction].add(writer)
        try:
            with suppress(OSError, RuntimeError):  # it was cut or half-closed
                while data := await reader.read(CHUNK_BYTES):
                    await asyncio.sleep(self.delay_s)
                    await self._gates[direction].wait()
                    if writer.is_closing():
                        break
                    writer.write(data)
                    await writer.drain()
        finally:
            self._writers[direction].discard(writer)
            writer.close()


@asynccontextmanager
async def proxied(target: str) -> AsyncIterator[Proxy]:
    """Run a proxy for a Unix socket on a free port."""
    proxy = Proxy(target)
    server = await asyncio.start_server(proxy.accept, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        await proxy.close()
