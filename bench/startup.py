"""Measure start-up: a command next to Python itself, the app next to a minimal Textual app."""

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

MAX_RATIO = 4.0
"""Maximum CPU time of a command relative to Python itself."""

MAX_APP_RATIO = 3.0
"""Maximum time to the app's first screen relative to the smallest Textual app."""

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
"""The code for a full screen, and words on the first screen of both apps."""

FIRST_SCREEN_TIMEOUT_S = 30.0


def cpu(command: list[str]) -> float:
    """Return the user and system CPU time of one run, in milliseconds."""
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


class FirstScreen(NamedTuple):
    """Milliseconds until the first screen of an app is painted."""

    wall: float
    cpu: float


def time_first_screen(command: list[str], home: str) -> FirstScreen:
    """Open an app in a terminal of 80 by 24; kill it when its first screen is painted."""
    began = time.perf_counter()
    pid, terminal = pty.fork()
    if not pid:
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", NUMDUEL_HOME=home)
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        os.execv(command[0], command)
    try:
        _wait(terminal, began + FIRST_SCREEN_TIMEOUT_S)
        wall = time.perf_counter() - began
    finally:
        os.kill(pid, signal.SIGKILL)
        _, _, used = os.wait4(pid, 0)
        os.close(terminal)
    return FirstScreen(1000 * wall, 1000 * (used.ru_utime + used.ru_stime))


def _wait(terminal: int, give_up: float) -> None:
    shown = b""
    while not all(part in shown for part in PAINTED):
        ready, _, _ = select.select([terminal], [], [], max(0.0, give_up - time.perf_counter()))
        try:
            more = os.read(terminal, 65536) if ready else b""
        except OSError:  # the app has ended
            more = b""
        if not more:
            raise SystemExit(f"The first screen never appeared: {shown[-300:]!r}")
        shown += more


# ---- both


def commands() -> dict[str, float]:
    """Return the median CPU time of each command, and the ratio."""
    taken: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(ROUNDS):
        for name, command in COMMANDS.items():
            taken[name].append(cpu(command))
    median = {name: statistics.median(times) for name, times in taken.items()}
    return {**median, "ratio": median["numduel"] / median["python"]}


def apps() -> dict[str, dict[str, float]]:
    """Return the median wall and CPU time to the first screen of each app, and the ratios."""
    taken: dict[str, list[FirstScreen]] = {name: [] for name in APPS}
    with tempfile.TemporaryDirectory() as home:
        for number in range(APP_ROUNDS + 1):
            for name, command in APPS.items():
                once = time_first_screen(command, home)
                if number:  # the first round only warms the disk
                    taken[name].append(once)
    found = {}
    for field in FirstScreen._fields:
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
        print_figures(started, first)
    missed = any(times["ratio"] > MAX_APP_RATIO for times in first.values())
    return 0 if started["ratio"] <= MAX_RATIO and not missed else 1


def print_figures(started: dict[str, float], first: dict[str, dict[str, float]]) -> None:
    ratio = started["ratio"]
    print(f"python -c pass              {started['python']:6.1f} ms of CPU")
    print(f"numduel play sum --classic  {started['numduel']:6.1f} ms of CPU, {ratio:.2f} times")
    wall, used = first["wall"], first["cpu"]
    for name, title in (("textual", "Textual's smallest app"), ("numduel", "numduel, the app")):
        print(f"{title:26}  {wall[name]:6.1f} ms to the first screen, {used[name]:6.1f} of CPU")
    print(f"{'':26}  {wall['ratio']:6.2f} times the wall time, {used['ratio']:.2f} the CPU time")


if __name__ == "__main__":
    raise SystemExit(main())
