"""Measure the server: a durable move next to a bare echo, and a thousand games at once."""

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
from serving import TIMEOUT_S, new_token, running, served

import numduel

MAX_ECHO_RATIO = 5.0
"""Maximum CPU time of a durable move relative to a bare echo."""

MAX_P99_MS = 100.0
"""Maximum 99th percentile of answers and pushes, in milliseconds, on an idle machine."""

MOVES = 3000
"""Moves and echoes to measure."""

AT_ONCE = 20
"""Concurrent games for these moves."""

GAMES, RATE, SECONDS = 1000, 200, 20
"""Games with two streams each, moves per second in all of them, and the duration."""

TRIES = 3
"""Maximum number of tries. The host sometimes pauses a virtual machine for some tenths of a second,
so one good try is enough."""

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
"""A sleeping process that prints how late it woke up: no server here can be faster."""

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
    """A connection that sends one request at a time, or reads a stream."""

    def __init__(self) -> None:
        self._received = bytearray()
        self._answer: asyncio.Future[bytes] | None = None
        self._on_push: Callable[[bytes], None] | None = None

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(ConnectionError("the server closed the connection"))

    def data_received(self, data: bytes) -> None:
        if self._on_push is not None:
            self._on_push(data)
            return
        self._received += data
        head = self._received.find(b"\r\n\r\n")
        if head < 0:
            return
        length = self._received.lower().find(b"content-length: ", 0, head)
        size = int(self._received[length + 16 : self._received.find(b"\r\n", length)])
        if len(self._received) >= head + 4 + size:
            answer, self._received = bytes(self._received), bytearray()
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

    def follow(self, path: str, token: str, on_push: Callable[[bytes], None]) -> None:
        self._on_push = on_push
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


# ---- cost of a move


class Game:
    """A match on one screen with random moves on demand."""

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
        """Make a random move, or start a rematch if the game is over."""
        status = self.view["status"]
        do: Json = {"seq": self.view["seq"], "do": "rematch"}
        if status["kind"] != "over":
            do |= {"do": "move", "move": self._dice.choice(status["moves"])}
        self.view = (await self._line.ask(f"{self.path}/actions", do, self.token))["view"]


async def cost_of_moves(url: str, process: int) -> float:
    """Return the server's CPU time per move in milliseconds, over all games."""
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
    await asyncio.gather(*(play(one, 20) for one in players))  # warm up
    before = _used(process)
    await asyncio.gather(*(play(one, MOVES // AT_ONCE) for one in players))
    return 1000 * (_used(process) - before) / MOVES


def _used(process: int) -> float:
    """Return the CPU time of a process and its threads, in seconds."""
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# ---- a thousand games


class Load(NamedTuple):
    """Latencies in milliseconds, and memory in kilobytes."""

    answers: list[float]
    pushes: list[float]
    late: int
    """Moves that were not sent in time because the one before was not answered."""
    memory: float
    """Server memory per game with its two streams."""
    asleep: float = 0.0
    """Maximum lateness of a sleeping process."""


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
    """Run a sleeping process; yield a function for its maximum lateness in milliseconds."""
    with tempfile.TemporaryFile() as output:
        sleeper = subprocess.Popen([sys.executable, "-c", SLEEPER], stdout=output)
        try:
            yield lambda: 1000 * _last_number(output)
        finally:
            sleeper.kill()
            sleeper.wait()


def _last_number(output: IO[bytes]) -> float:
    output.seek(0)
    return float(output.read().split()[-1])


async def _drive(
    tables: list[Watched],
    lines: list[Wire],
    found: Load,
    dice: random.Random,
    rate: float,
    seconds: float,
) -> int:
    """Send moves on schedule, whether or not the server is ready; return how many were late."""
    free, late, tasks = list(lines), 0, []
    began = time.perf_counter()
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
        table = dice.choice(tables)
        if not free or table.is_moving:
            late += 1
            continue
        tasks.append(asyncio.create_task(table.moves(free.pop(), free, found)))
    await asyncio.gather(*tasks)
    return late


class Watched(Game):
    """A game with two streams that record when they showed each move."""

    is_moving = False

    async def open_streams(self, url: str) -> None:
        self._shown = [0, 0]
        self._sent: dict[int, float] = {}
        self._pushes: list[float] = []
        for number in range(2):
            line = await wire(url)
            path = f"{self.path}/events"
            line.follow(path, self.token, lambda data, n=number: self._receive(n, data))  # type: ignore[misc]

    def _receive(self, number: int, data: bytes) -> None:
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
        give_up = time.monotonic() + TIMEOUT_S
        while not self.is_seen():
            if time.monotonic() > give_up:
                raise SystemExit("A stream never showed the last move.")
            await asyncio.sleep(0.01)
        found.pushes.extend(self._pushes)


def _memory(process: int) -> float:
    """Return the resident memory of a process in kilobytes."""
    with open(f"/proc/{process}/status") as file:
        return float(next(line.split()[1] for line in file if line.startswith("VmRSS")))


# ---- everything


@contextmanager
def databases() -> Iterator[dict[str, str]]:
    with tempfile.TemporaryDirectory() as folder, postgres() as server:
        yield {"SQLite": os.path.join(folder, "matches.sqlite3"), "PostgreSQL": server.new()}


def measure(asked: argparse.Namespace) -> Json:
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
    return all(figures[what]["p99"] <= MAX_P99_MS for what in ("answers", "pushes"))


def _shares(times: list[float]) -> dict[str, float]:
    cuts = statistics.quantiles(times, n=100)
    return {"p50": cuts[49], "p99": cuts[98], "most": max(times)}


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--json", action="store_true", help="print the figures as JSON")
    options.add_argument(
        "--games", type=int, default=GAMES, help=f"concurrent games (default: {GAMES})"
    )
    options.add_argument(
        "--rate", type=float, default=RATE, help=f"moves per second (default: {RATE})"
    )
    options.add_argument(
        "--seconds", type=float, default=SECONDS, help=f"duration (default: {SECONDS})"
    )
    asked = options.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    gc.disable()  # avoid pauses of the client
    figures = measure(asked)
    if asked.json:
        print(json.dumps(figures))
    else:
        print_figures(figures, asked)
    stores = [figures[name] for name in figures if name != "echo"]
    return int(not all(one["times"] <= MAX_ECHO_RATIO and _is_in_time(one) for one in stores))


def print_figures(figures: Json, asked: argparse.Namespace) -> None:
    stores = {name: one for name, one in figures.items() if name != "echo"}
    print(f"a bare echo                  {figures['echo']['cpu']:6.2f} ms of CPU")
    for name, one in stores.items():
        print(f"a durable move, {name:11}  {one['cpu']:6.2f} ms of CPU, {one['times']:.1f} times")
    print(f"{asked.games} games, {2 * asked.games} open streams, {asked.rate:g} moves per second:")
    for name, one in stores.items():
        for what in ("answers", "pushes"):
            p50, p99, most = one[what].values()
            print(f"  {name:11} {what:8} p50 {p50:6.1f} ms, p99 {p99:6.1f}, most {most:6.1f}")
        print(f"  {name:11} {one['memory']:.0f} kB per game, {one['late']} moves not sent in time")
        print(f"  {name:11} a sleeping process was up to {one['asleep']:.0f} ms late")


if __name__ == "__main__":
    raise SystemExit(main())
