"""Faults of servers, of their database and of the network between them, by a seed."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from contextlib import suppress
from typing import NamedTuple

from databases import Postgres
from serving import Served

from .history import Recorder
from .proxy import DOWN, UP, Proxy

__all__ = ["Site", "break_repeatedly"]

PAUSE_S = (0.1, 1.5)
"""Shortest and longest time between two faults of a server."""

FAULT_S = (0.1, 2.5)
"""Shortest and longest time of a fault."""

LONG_FAULT_S = 13.0
"""Time of a fault that outlasts the server's own timeouts."""

LONG_SHARE = 0.04
"""Share of faults that last so long."""

PROCESS_FAULTS = ("kill", "pause")
NETWORK_FAULTS = (
    *("cut", "refuse", "hold", "hold and cut", "hold requests", "lose requests"),
    *("hold answers", "lose answers", "delay", "half-close"),
)


class Site(NamedTuple):
    """A server with its way to the database."""

    number: int
    server: Served
    proxy: Proxy | None
    """Way to the database; None for a file."""
    database: Postgres | None = None
    """The database, if faults of this site may kill it."""

    @property
    def faults(self) -> tuple[str, ...]:
        network = NETWORK_FAULTS if self.proxy else ()
        return (*PROCESS_FAULTS, *network, *(("kill database",) if self.database else ()))


async def break_repeatedly(
    site: Site, recorder: Recorder, dice: random.Random, is_over: asyncio.Event
) -> None:
    """Inject one fault after the other; in the end everything works again."""
    while not is_over.is_set():
        with suppress(TimeoutError):
            await asyncio.wait_for(is_over.wait(), dice.uniform(*PAUSE_S))
            return
        name = dice.choice(site.faults)
        recorder.add_fault(name, site.number)
        seconds = LONG_FAULT_S if dice.random() < LONG_SHARE else dice.uniform(*FAULT_S)
        await _inject(name, site, seconds, dice)


async def _inject(name: str, site: Site, seconds: float, dice: random.Random) -> None:
    if name == "kill":
        await asyncio.to_thread(site.server.kill)
        await _start(site.server)
    elif name == "pause":
        os.kill(site.server.pid, signal.SIGSTOP)
        try:
            await asyncio.sleep(seconds)
        finally:
            os.kill(site.server.pid, signal.SIGCONT)
    elif name == "kill database":
        assert site.database is not None
        await asyncio.to_thread(site.database.stop)
        await asyncio.to_thread(site.database.start)
    else:
        assert site.proxy is not None
        await _disturb(name, site.proxy, seconds, dice)


async def _start(server: Served) -> None:
    """Start a server, again if its database is away at the moment."""
    while True:
        try:
            await asyncio.to_thread(server.start)
        except RuntimeError:
            await asyncio.sleep(0.2)
        else:
            return


async def _disturb(name: str, proxy: Proxy, seconds: float, dice: random.Random) -> None:
    """Disturb the network for a time."""
    match name:
        case "cut":
            proxy.cut()
            return
        case "half-close":
            proxy.half_close(dice.choice((UP, DOWN)))
        case "refuse":
            proxy.is_refusing = True
            proxy.cut()
        case "delay":
            proxy.delay_s = seconds / 10
        case "hold" | "hold and cut":
            proxy.hold(UP, DOWN)
        case "hold requests" | "lose requests":
            proxy.hold(UP)
        case "hold answers" | "lose answers":
            proxy.hold(DOWN)
    await asyncio.sleep(seconds)
    if name in ("hold and cut", "lose requests", "lose answers"):
        proxy.cut()
    proxy.delay_s, proxy.is_refusing = 0.0, False
    proxy.deliver()
