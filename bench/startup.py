"""How soon something is there: a command against Python itself, the app against Textual itself."""

from __future__ import annotations

import argparse
import compileall
import fcntl
import json
import os
import pty
import resource
import select
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path
from typing import NamedTuple

MARK = 4.0
"""A game starts in at most this many times what Python itself takes."""

APP_MARK = 3.0
"""The app's first screen is there in at most this many times what Textual's smallest app takes."""

ROUNDS, APP_ROUNDS = 31, 11
COMMANDS = {
    "python": [sys.executable, "-c", "pass"],
    "numduel": [str(Path(sys.executable).with_name("numduel")), "play", "sum", "--classic"],
}

SMALLEST = """
from textual.app import App
from textual.widgets import Static
class Smallest(App):
    def compose(self):
        yield Static("Number Maze")
Smallest().run()
"""
APPS = {"textual": [sys.executable, "-c", SMALLEST], "numduel": [sys.executable, "-m", "numduel"]}
PAINTED = (b"\x1b[?1049h", b"Number Maze")
"""A full screen, and words that are on the first one of both apps."""

PATIENCE = 30.0
"""Seconds after which a first screen will not come."""


def cpu(command: list[str]) -> float:
    """Milliseconds of CPU time, of the user and the system, that one run takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


# ---- apps


class Painted(NamedTuple):
    """Milliseconds until the first screen of an app is in its terminal."""

    wall: float
    cpu: float


def painted(command: list[str], home: str) -> Painted:
    """Open an app in a terminal of 80 by 24, and kill it when its first screen is there."""
    begun = time.perf_counter()
    pid, terminal = pty.fork()
    if not pid:
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", NUMDUEL_HOME=home)
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        os.execv(command[0], command)
    try:
        _wait(terminal, begun + PATIENCE)
        wall = time.perf_counter() - begun
    finally:
        os.kill(pid, signal.SIGKILL)
        _, _, used = os.wait4(pid, 0)
        os.close(terminal)
    return Painted(1000 * wall, 1000 * (used.ru_utime + used.ru_stime))


def _wait(terminal: int, give_up: float) -> None:
    shown = b""
    while not all(part in shown for part in PAINTED):
        ready, _, _ = select.select([terminal], [], [], max(0.0, give_up - time.perf_counter()))
        try:
            more = os.read(terminal, 65536) if ready else b""
        except OSError:  # the app has ended
            more = b""
        if not more:
            raise SystemExit(f"no first screen came: {shown[-300:]!r}")
        shown += more


# ---- both


def commands() -> dict[str, float]:
    """The median CPU time of each command, and the ratio."""
    taken: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(ROUNDS):
        for name, command in COMMANDS.items():
            taken[name].append(cpu(command))
    median = {name: statistics.median(times) for name, times in taken.items()}
    return {**median, "ratio": median["numduel"] / median["python"]}


def apps() -> dict[str, dict[str, float]]:
    """The same for wall and CPU time until the first screen of each app is there."""
    taken: dict[str, list[Painted]] = {name: [] for name in APPS}
    with tempfile.TemporaryDirectory() as home:
        for number in range(APP_ROUNDS + 1):
            for name, command in APPS.items():
                once = painted(command, home)
                if number:  # the first of each only warms the disk
                    taken[name].append(once)
    found = {}
    for field in Painted._fields:
        median = {
            name: statistics.median(getattr(once, field) for once in times)
            for name, times in taken.items()
        }
        found[field] = {**median, "ratio": median["numduel"] / median["textual"]}
    return found


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--json", action="store_true", help="print the figures as JSON")
    asked = options.parse_args()
    # An installed package is compiled; a source tree may not be.
    import numduel

    compileall.compile_dir(os.path.dirname(numduel.__file__), quiet=1)
    started, first = commands(), apps()
    if asked.json:
        print(json.dumps({**started, "app": first}))
    else:
        told(started, first)
    missed = any(times["ratio"] > APP_MARK for times in first.values())
    return 0 if started["ratio"] <= MARK and not missed else 1


def told(started: dict[str, float], first: dict[str, dict[str, float]]) -> None:
    ratio = started["ratio"]
    print(f"python -c pass              {started['python']:6.1f} ms of CPU")
    print(f"numduel play sum --classic  {started['numduel']:6.1f} ms of CPU, {ratio:.2f} times")
    wall, used = first["wall"], first["cpu"]
    for name, title in (("textual", "Textual's smallest app"), ("numduel", "numduel, the app")):
        print(f"{title:26}  {wall[name]:6.1f} ms to the first screen, {used[name]:6.1f} of CPU")
    print(f"{'':26}  {wall['ratio']:6.2f} times the wall time, {used['ratio']:.2f} the CPU time")


if __name__ == "__main__":
    raise SystemExit(main())
