"""A run: servers, faults, clients, and the check of the recorded history."""

from __future__ import annotations

import asyncio
import os
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import NamedTuple

import httpx
from databases import postgres
from serving import Served, served

from .checker import find_anomalies
from .clients import Client, Table
from .faults import Site, break_repeatedly
from .history import UNKNOWN, Recorder
from .proxy import proxied

__all__ = ["POSTGRES", "SQLITE", "Outcome", "run"]

POSTGRES, SQLITE = "postgres", "sqlite"

TABLES = 4
"""Matches at the same time."""

PLAYERS = ("Ann", "Ben", "Eve")
"""The creator, and two who race for the second seat; each uses two devices."""

CATCH_UP_TIMEOUT_S = 60.0
"""Seconds for all servers and streams to show the same, after the last fault."""


class Outcome(NamedTuple):
    """The figures and anomalies of a run."""

    seed: int
    database: str
    operations: int
    views: int
    """Number of views that streams sent."""
    unknown: int
    """Number of requests without an answer."""
    faults: dict[str, int]
    """Number of faults by name."""
    anomalies: list[str]


def run(seed: int, database: str, operations: int, folder: str) -> Outcome:
    """Send at least this many requests under faults; the history is stored in the folder."""
    path = os.path.join(folder, f"history-{database}-{seed}.jsonl")
    with open(path, "w", encoding="utf-8") as file:
        recorder = Recorder(file)
        problems = asyncio.run(_run(seed, database, operations, folder, recorder))
    failed = [f"the server failed: {one}" for one in recorder.operations if one.code == "failed"]
    return Outcome(
        seed,
        database,
        recorder.requests,
        len(recorder.operations) - recorder.requests,
        sum(one.result == UNKNOWN for one in recorder.operations),
        dict(Counter(recorder.faults)),
        [*problems, *failed, *find_anomalies(recorder.operations)],
    )


async def _run(
    seed: int, database: str, operations: int, folder: str, recorder: Recorder
) -> list[str]:
    """Record a history; return what was wrong at its end."""
    dice = random.Random(f"{database} {seed}")
    async with AsyncExitStack() as stack:
        sites = await stack.enter_async_context(_open_sites(database, folder))
        limits = httpx.Limits(max_connections=None)
        http = await stack.enter_async_context(
            httpx.AsyncClient(timeout=None, limits=limits, trust_env=False)
        )
        urls, is_over = [site.server.url for site in sites], asyncio.Event()

        def sit_down(table: Table, who: str) -> Client:
            return Client(table, who, urls, http, recorder, random.Random(dice.random()))

        tables = [Table(PLAYERS) for _ in range(TABLES)]
        clients = {table: [sit_down(table, who) for who in (*PLAYERS, "") * 2] for table in tables}
        for table in tables:
            await clients[table][0].create()
        everyone = [client for table in tables for client in clients[table]]
        following = [asyncio.create_task(client.follow()) for client in everyone]
        try:
            async with asyncio.TaskGroup() as group:
                for client in everyone:
                    group.create_task(client.race(is_over))
                for site in sites:
                    own = random.Random(dice.random())
                    group.create_task(break_repeatedly(site, recorder, own, is_over))
                while recorder.requests < operations:
                    await asyncio.sleep(0.1)
                is_over.set()
            problems = [await _compare(clients[table], len(sites)) for table in tables]
        finally:
            for task in following:
                task.cancel()
            await asyncio.gather(*following, return_exceptions=True)
        return [problem for problem in problems if problem]


@asynccontextmanager
async def _open_sites(database: str, folder: str) -> AsyncIterator[list[Site]]:
    """Start the servers: two with PostgreSQL, each behind its proxy, or one with SQLite."""
    async with AsyncExitStack() as stack:
        if database == SQLITE:
            path = os.path.join(folder, "matches.sqlite3")
            yield [Site(0, await _serve(stack, path), None)]
            return
        server = stack.enter_context(postgres(is_safe=False))
        name = server.new().partition("?")[0].rpartition("/")[2]
        sites = []
        for number in range(2):
            proxy = await stack.enter_async_context(proxied(server.socket))
            own = await _serve(stack, proxy.url(name))
            sites.append(Site(number, own, proxy, None if number else server))
        yield sites


async def _serve(stack: AsyncExitStack, database: str) -> Served:
    """Start a server in a thread: the proxy must run meanwhile."""
    opening = served(database)
    server = await asyncio.to_thread(opening.__enter__)
    stack.push(opening)
    return server


async def _compare(clients: list[Client], servers: int) -> str:
    """Wait until all servers and streams show the same match; return what differs for too long."""
    shown: list[int] = []
    try:
        async with asyncio.timeout(CATCH_UP_TIMEOUT_S):
            while True:
                views = [await clients[0].get(server) for server in range(servers)]
                shown = [view["seq"] for view in views if view]
                shown += [client.shown_seq for client in clients]
                if len(set(shown)) == 1 and all(views):
                    return ""
                await asyncio.sleep(0.2)
    except TimeoutError:
        return f"after all faults, servers and streams still differ: {shown} events"
