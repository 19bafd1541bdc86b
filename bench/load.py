"""How much a server bears: a durable move beside a bare echo, and a thousand games at once."""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any, NamedTuple

from databases import postgres
from serving import PATIENCE, new_token, running, served

import numduel

ECHO_MARK = 5.0
"""The CPU time of a durable move is at most this many times that of a bare echo."""

LATE_MARK = 100.0
"""Milliseconds within which 99 of 100 answers and pushes come, where little else is done."""

MOVES = 3000
"""Moves, and echoes, whose CPU time is taken."""

AT_ONCE = 20
"""Games in which they are made at the same time."""

GAMES, RATE, SECONDS = 1000, 200, 20
"""Games with two streams each, moves a second in all of them, and for how long."""

TRIES = 3
"""How often that is done, at most: a virtual machine is stopped by its host now and then for some
tenths of a second, so the mark is kept where one try keeps it."""

SLEEPER = """
import time
late = 0.0
print(flush=True)
while True:
    due = time.perf_counter() + 0.005
    time.sleep(0.005)
    if time.perf_counter() - due > late:
        late = time.perf_counter() - due
        print(late, flush=True)
"""
"""A process that does nothing tells how late it was woken: what no server here can better."""

KINDS = numduel.games()

ECHO = """
import asyncio, socket, sys, uvicorn
from fastapi import FastAPI
from pydantic import BaseModel

class Action(BaseModel):
    seq: int
    do: str
    move: str | None = None

app = FastAPI()

@app.post("/echo")
async def echo(action: Action) -> Action:
    return action

line = socket.create_server(("127.0.0.1", int(sys.argv[-1])))
config = uvicorn.Config(app, access_log=False, log_level="warning")
print(f"numduel is at http://127.0.0.1:{line.getsockname()[1]}", flush=True)
asyncio.run(uvicorn.Server(config).serve([line]))
"""

Json = dict[str, Any]


# ---- a client that costs little


class Wire(asyncio.Protocol):
    """A connection that asks one thing after the other, or reads a stream."""

    def __init__(self) -> None:
        self._heard = bytearray()
        self._answer: asyncio.Future[bytes] | None = None
        self._pushed: Callable[[bytes], None] | None = None

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(ConnectionError("the server has hung up"))

    def data_received(self, data: bytes) -> None:
        if self._pushed is not None:
            self._pushed(data)
            return
        self._heard += data
        head = self._heard.find(b"\r\n\r\n")
        if head < 0:
            return
        length = self._heard.lower().find(b"content-length: ", 0, head)
        size = int(self._heard[length + 16 : self._heard.find(b"\r\n", length)])
        if len(self._heard) >= head + 4 + size:
            answer, self._heard = bytes(self._heard), bytearray()
            assert self._answer is not None
            self._answer.set_result(answer)

    async def ask(self, path: str, body: Json, token: str = "") -> Json:
        sent = json.dumps(body).encode()
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(_head("POST", path, token, len(sent)) + sent)
        head, _, text = (await self._answer).partition(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 20"):
            raise SystemExit(f"{path} was answered {head[:40]!r} {text[:300]!r}")
        found: Json = json.loads(text)
        return found

    def follow(self, path: str, token: str, pushed: Callable[[bytes], None]) -> None:
        self._pushed = pushed
        self._transport.write(_head("GET", path, token, 0))

    def close(self) -> None:
        self._transport.close()


def _head(method: str, path: str, token: str, size: int) -> bytes:
    lines = [
        f"{method} {path} HTTP/1.1",
        "Host: localhost",
        "Content-Type: application/json",
        f"Content-Length: {size}",
        *([f"Authorization: Bearer {token}"] if token else []),
    ]
    return "\r\n".join([*lines, "", ""]).encode()


async def wire(url: str) -> Wire:
    host, port = url.removeprefix("http://").split(":")
    loop = asyncio.get_running_loop()
    return (await loop.create_connection(Wire, host, int(port)))[1]


# ---- what a move costs


class Game:
    """A match on one screen, in which somebody moves when they are told to."""

    def __init__(self, line: Wire, kind: str, dice: random.Random) -> None:
        self.token = new_token()
        self._line = line
        self._kind = kind
        self._dice = dice

    async def begin(self) -> None:
        body = {"game": self._kind, "opponent": "here", "token": self.token}
        self.view = (await self._line.ask("/api/v1/matches", body))["view"]
        self.path = f"/api/v1/matches/{self.view['id']}"

    async def move(self) -> None:
        """A move, or a rematch where the game is over."""
        status = self.view["status"]
        do: Json = {"seq": self.view["seq"], "do": "rematch"}
        if status["kind"] != "over":
            do |= {"do": "move", "move": self._dice.choice(status["moves"])}
        self.view = (await self._line.ask(f"{self.path}/actions", do, self.token))["view"]


async def cost_of_moves(url: str, process: int) -> float:
    """Milliseconds of CPU time of the server for each move, over all games of ours alike."""
    games = [
        Game(await wire(url), KINDS[number % len(KINDS)], random.Random(number))
        for number in range(AT_ONCE)
    ]
    for game in games:
        await game.begin()

    async def play(game: Game, moves: int) -> None:
        for _ in range(moves):
            await game.move()

    return await _cost(process, games, play)


async def cost_of_echoes(url: str, process: int) -> float:
    lines = [await wire(url) for _ in range(AT_ONCE)]

    async def echo(line: Wire, times: int) -> None:
        for number in range(times):
            await line.ask("/echo", {"seq": number, "do": "move", "move": "5"})

    return await _cost(process, lines, echo)


async def _cost(process: int, players: list[Any], play: Callable[[Any, int], Any]) -> float:
    await asyncio.gather(*(play(one, 20) for one in players))  # which only warms it
    before = _used(process)
    await asyncio.gather(*(play(one, MOVES // AT_ONCE) for one in players))
    return 1000 * (_used(process) - before) / MOVES


def _used(process: int) -> float:
    """Seconds of CPU time that a process has used, with all its threads."""
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# ---- a thousand games


class Load(NamedTuple):
    """Milliseconds, and kilobytes."""

    answers: list[float]
    pushes: list[float]
    late: int
    """Moves that could not be sent in time, since the one before was not answered."""
    memory: float
    """What each game takes of the server's memory, with its two streams."""
    asleep: float = 0.0
    """How late a process was woken that only slept."""


async def load(url: str, process: int, games: int, rate: float, seconds: float) -> Load:
    dice = random.Random(1)
    before = _memory(process)
    line = await wire(url)
    tables = []
    for number in range(games):
        tables.append(Watched(line, KINDS[number % len(KINDS)], random.Random(number)))
        await tables[-1].begin()
        await tables[-1].open_streams(url)
    while not all(table.is_seen() for table in tables):
        await asyncio.sleep(0.05)
    memory = (_memory(process) - before) / games
    lines = [await wire(url) for _ in range(64)]
    found = Load([], [], 0, memory)
    with sleeping() as lateness:
        late = await _drive(tables, lines, found, dice, rate, seconds)
        for table in tables:
            await table.settle(found)
        return found._replace(late=late, asleep=lateness())


@contextmanager
def sleeping() -> Iterator[Callable[[], float]]:
    """A process that only sleeps; afterwards, how many milliseconds late it was at the most."""
    with tempfile.TemporaryFile() as told:
        sleeper = subprocess.Popen([sys.executable, "-c", SLEEPER], stdout=told)
        try:
            yield lambda: 1000 * _last_number(told)
        finally:
            sleeper.kill()
            sleeper.wait()


def _last_number(told: IO[bytes]) -> float:
    told.seek(0)
    return float(told.read().split()[-1])


async def _drive(
    tables: list[Watched],
    lines: list[Wire],
    found: Load,
    dice: random.Random,
    rate: float,
    seconds: float,
) -> int:
    """Moves that come when they come, not when the server is ready for them."""
    free, late, tasks = list(lines), 0, []
    begun = time.perf_counter()
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, begun + number / rate - time.perf_counter()))
        table = dice.choice(tables)
        if not free or table.is_moving:
            late += 1
            continue
        tasks.append(asyncio.create_task(table.moves(free.pop(), free, found)))
    await asyncio.gather(*tasks)
    return late


class Watched(Game):
    """One with two streams, which know when they were shown the last move."""

    is_moving = False

    async def open_streams(self, url: str) -> None:
        self._shown = [0, 0]
        self._sent: dict[int, float] = {}
        self._pushes: list[float] = []
        for number in range(2):
            line = await wire(url)
            path = f"{self.path}/events"
            line.follow(path, self.token, lambda data, n=number: self._hear(n, data))  # type: ignore[misc]

    def _hear(self, number: int, data: bytes) -> None:
        at = data.rfind(b'"seq":')
        if at >= 0:
            seq = int(data[at + 6 : data.find(b",", at)])
            self._shown[number] = seq
            if sent := self._sent.get(seq):
                self._pushes.append(1000 * (time.perf_counter() - sent))

    def is_seen(self) -> bool:
        return bool(min(self._shown) >= self.view["seq"])

    async def moves(self, line: Wire, free: list[Wire], found: Load) -> None:
        self.is_moving, self._line = True, line
        sent = self._sent[self.view["seq"] + 1] = time.perf_counter()
        await self.move()
        found.answers.append(1000 * (time.perf_counter() - sent))
        free.append(line)
        self.is_moving = False

    async def settle(self, found: Load) -> None:
        give_up = time.monotonic() + PATIENCE
        while not self.is_seen():
            if time.monotonic() > give_up:
                raise SystemExit("a stream never showed the last move")
            await asyncio.sleep(0.01)
        found.pushes.extend(self._pushes)


def _memory(process: int) -> float:
    """Kilobytes that a process holds in memory."""
    with open(f"/proc/{process}/status") as file:
        return float(next(line.split()[1] for line in file if line.startswith("VmRSS")))


# ---- the whole


@contextmanager
def databases() -> Iterator[dict[str, str]]:
    with tempfile.TemporaryDirectory() as folder, postgres() as server:
        yield {"SQLite": os.path.join(folder, "matches.sqlite3"), "PostgreSQL": server.new()}


def measured(asked: argparse.Namespace) -> Json:
    figures: Json = {}
    with running([sys.executable, "-c", ECHO]) as echo:
        figures["echo"] = {"cpu": asyncio.run(cost_of_echoes(echo.url, echo.pid))}
    with databases() as kinds:
        for name, database in kinds.items():
            with served(database) as server:
                cpu = asyncio.run(cost_of_moves(server.url, server.pid))
            for _ in range(TRIES):
                with served(database) as server:
                    how = (server.url, server.pid, asked.games, asked.rate, asked.seconds)
                    found = asyncio.run(load(*how))
                figures[name] = {
                    "cpu": cpu,
                    "times": cpu / figures["echo"]["cpu"],
                    "answers": _shares(found.answers),
                    "pushes": _shares(found.pushes),
                    "late": found.late,
                    "memory": found.memory,
                    "asleep": found.asleep,
                }
                if _is_in_time(figures[name]):
                    break
    return figures


def _is_in_time(figures: Json) -> bool:
    return all(figures[what]["p99"] <= LATE_MARK for what in ("answers", "pushes"))


def _shares(times: list[float]) -> dict[str, float]:
    cuts = statistics.quantiles(times, n=100)
    return {"p50": cuts[49], "p99": cuts[98], "most": max(times)}


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--json", action="store_true", help="print the figures as JSON")
    options.add_argument("--games", type=int, default=GAMES, help=f"games at once ({GAMES})")
    options.add_argument("--rate", type=float, default=RATE, help=f"moves a second ({RATE})")
    options.add_argument("--seconds", type=float, default=SECONDS, help=f"how long ({SECONDS})")
    asked = options.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    gc.disable()  # the pauses of the one who measures are none of the server's
    figures = measured(asked)
    if asked.json:
        print(json.dumps(figures))
    else:
        told(figures, asked)
    stores = [figures[name] for name in figures if name != "echo"]
    return int(not all(one["times"] <= ECHO_MARK and _is_in_time(one) for one in stores))


def told(figures: Json, asked: argparse.Namespace) -> None:
    stores = {name: one for name, one in figures.items() if name != "echo"}
    print(f"a bare echo                  {figures['echo']['cpu']:6.2f} ms of CPU")
    for name, one in stores.items():
        print(f"a durable move, {name:11}  {one['cpu']:6.2f} ms of CPU, {one['times']:.1f} times")
    print(f"{asked.games} games, {2 * asked.games} open streams, {asked.rate:g} moves a second:")
    for name, one in stores.items():
        for what in ("answers", "pushes"):
            p50, p99, most = one[what].values()
            print(f"  {name:11} {what:8} p50 {p50:6.1f} ms, p99 {p99:6.1f}, most {most:6.1f}")
        print(f"  {name:11} {one['memory']:.0f} kB a game, {one['late']} moves not sent in time")
        print(f"  {name:11} a process that only slept was {one['asleep']:.0f} ms late at the most")


if __name__ == "__main__":
    raise SystemExit(main())
