"""Attacks on a server whose PostgreSQL runs out of disk space."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator

import httpx
import psycopg
from databases import Disk, Postgres, postgres, small_disk
from playing import Person, people, until
from serving import Served, served

from .servers import collect_reports, play_games, restart

__all__ = ["NO_DISK_MESSAGE", "fill_database_disks"]

DISK_MB = 64

NO_DISK_MESSAGE = "A small disk can't be mounted here. Run it as root, where mounting is allowed."

DETAILS = (
    "The disk of the database is full. Try again later.",
    "The database isn't available. Try again soon.",
)
"""Allowed messages of a server: PostgreSQL refuses to write, or has stopped."""

CAUSE = "No space left on device"

KILL_EVERY = 3
"""Attempts after which the server is killed, so that it reads everything again."""

RECOVERY_TIMEOUT_S = 60


def fill_database_disks(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """Fill the disk of PostgreSQL and free it, again and again; in the end nothing may be wrong.

    Every other time, PostgreSQL also has to begin a file of its log of changes. It can't, and
    stops with a PANIC. If it doesn't come back by itself, it is started as its service would be.
    """
    with small_disk(DISK_MB) as disk:
        if disk is None:
            raise SystemExit(NO_DISK_MESSAGE)
        with postgres(is_safe=False, disk=disk) as database:
            url = database.new()
            with served(url) as server:
                trial = Trial(disk, database, url, server)
                yield from collect_reports(lambda report: _fill_often(count, dice, trial, report))
                if "Traceback" in server.said:
                    yield 0, server.said[-2000:]
                if trial.has_named_disk and CAUSE not in server.said:
                    yield 0, f"the log doesn't name the cause: {server.said[-2000:]}"


class Trial:
    """A server, its database, and the disk of that."""

    def __init__(self, disk: Disk, database: Postgres, url: str, server: Served) -> None:
        self.disk, self.database, self.server = disk, database, server
        self._url = url
        self.has_named_disk = False
        """Whether the server knew the cause: PostgreSQL ran long enough to refuse a write."""

    def begin_log_file(self) -> None:
        """Make PostgreSQL begin a new file of its log of changes, which it has no space for."""
        try:
            with psycopg.connect(self._url, autocommit=True, connect_timeout=5) as connection:
                for _ in range(9):
                    connection.execute("SELECT pg_logical_emit_message(false, 'numduel', 'full')")
                    connection.execute("SELECT pg_switch_wal()")
        except psycopg.Error:  # it stopped, as it should
            pass

    def recover(self) -> None:
        self.disk.free()
        if not self.database.is_running:
            self.database.start()


async def _fill_often(
    count: int, dice: random.Random, trial: Trial, report: Callable[[str], None]
) -> None:
    async with people(1, trial.server.url) as (probe,), play_games(trial.server, dice) as games:
        for number in range(count):
            await asyncio.sleep(dice.uniform(0.0, 0.5))
            problem = await _fill_once(trial, probe, dice, is_log=bool(number % 2))
            report(problem)
            if number % KILL_EVERY == 0 or number == count - 1:
                await asyncio.to_thread(restart, trial.server)
    for game in games:
        if fault := await game.find_fault():
            report(fault)


async def _fill_once(trial: Trial, probe: Person, dice: random.Random, *, is_log: bool) -> str:
    """Fill the disk until the server refuses a new match, and free it; return what was wrong."""
    refused = asyncio.create_task(_find_refusal(probe))
    try:
        while not refused.done():
            await asyncio.to_thread(trial.disk.fill)
            if is_log:
                await asyncio.to_thread(trial.begin_log_file)
            await asyncio.wait([refused], timeout=0.2)
        answer = await refused
        problem = find_bad_refusal(answer)
        trial.has_named_disk |= DETAILS[0] in answer.text
        await asyncio.sleep(dice.uniform(0.0, 1.0))
    finally:
        refused.cancel()
        await asyncio.to_thread(trial.recover)
    creating = asyncio.create_task(probe.create("sum"))
    for _ in range(RECOVERY_TIMEOUT_S):
        await asyncio.wait([creating], timeout=1.0)
        if creating.done():
            await creating
            return problem
        await asyncio.to_thread(trial.recover)  # it may have stopped since
    creating.cancel()
    return "the server didn't recover after the disk had space again"


async def _find_refusal(probe: Person) -> httpx.Response:
    """Create matches until the server refuses one."""
    before = len(probe.refusals)
    creating = asyncio.create_task(_create_forever(probe))
    try:
        await until(lambda: len(probe.refusals) > before)
    finally:
        creating.cancel()
    return probe.refusals[before]


async def _create_forever(probe: Person) -> None:
    while True:
        await probe.create("sum")


def find_bad_refusal(answer: httpx.Response) -> str:
    """Return the complaint about an answer 503; empty if it is a problem in plain words."""
    body = answer.json() if "json" in answer.headers["content-type"] else {}
    named = (body.get("status"), body.get("code"), body.get("detail") in DETAILS)
    return "" if named == (503, "unavailable", True) else f"a bad refusal: {answer.text[:500]}"
