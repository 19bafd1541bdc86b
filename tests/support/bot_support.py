"""Test bots, and a check that none of their processes is left."""

from __future__ import annotations

import os
import shlex
import sys
import time
from contextlib import suppress
from pathlib import Path

from numduel import Dice, Match, Player, new
from numduel.budget import Budget
from numduel.play.players import seat, take_turn

TIMEOUT_S = 20.0
"""Seconds to wait before a test fails."""

PRELUDE = """
import json, os, signal, sys, time

def say(**message):
    print(json.dumps(message), flush=True)

def write(raw):
    os.write(1, raw)

def hear():
    line = sys.stdin.readline()
    return json.loads(line) if line else sys.exit()

def greet():
    hear()
    say(type="hello", protocol=1)
    assert hear()["type"] == "game"

def move():
    message = hear()
    if message["type"] == "over":
        sys.exit()
    say(type="move", move=message["moves"][0])
"""

GOOD = "greet()\nwhile True: move()"


class Bots:
    """A folder of test bots, and their running processes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, code: str, name: str = "bot") -> str:
        """Write a bot that runs some code; return its name as a player."""
        file = self.folder / f"{name}.py"
        file.write_text(PRELUDE + code)
        return f"program {shlex.quote(sys.executable)} -I -S {shlex.quote(str(file))}"

    def alive(self) -> list[int]:
        """Return the running processes of all bots in this folder and of their keepers."""
        found = []
        for name in os.listdir("/proc"):
            with suppress(OSError, ValueError):
                words = Path(f"/proc/{int(name)}/cmdline").read_bytes()
                if os.fsencode(self.folder) in words:
                    found.append(int(name))
        return found

    def wait_until(self, *, alive: bool) -> None:
        """Wait until at least one process is alive, or none."""
        until = time.monotonic() + TIMEOUT_S
        while bool(self.alive()) != alive:
            assert time.monotonic() < until, f"alive: {self.alive()}"
            time.sleep(0.01)


def play_match(
    who: str, seconds: float | None = None, match: Match | None = None, seed: int = 7
) -> Match:
    """Play a match of a player, as Player 1, against random moves."""
    match = match or Match(new("sum", target=20))
    seats = seat(who, Dice(seed)), seat("random", Dice(seed))
    for player, chooser in zip(Player, seats, strict=True):
        assert chooser is not None
        chooser.begin(match.game, player)
    while match.player is not None:
        chooser = seats[match.player]
        assert chooser is not None
        take_turn(chooser, match, Budget(seconds))
    for chooser in seats:
        assert chooser is not None
        chooser.end(match)
    return match
