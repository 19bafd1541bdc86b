"""Attack the app in a terminal with random keys, clicks, pastes and window sizes.

    python -m torture.app SEED INPUTS      repeat a run, up to that input

What a screen shows as played must be in a saved game. We do what a person can do: read the log
beside the board when the screen is at rest, and again after killing the app in the middle of
moves. Then we look up both in the folder of saved games.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numduel
from numduel import record
from numduel.games import find
from numduel.play.session import Session, make_sides
from numduel.storage import saves
from numduel.storage.record import end_mark
from numduel.views.match_view import view
from numduel.views.narration import Reader, short_names

from .app_inputs import QUIT, Size, bursts, moves_only
from .app_terminal import Ended, Failed, Terminal

__all__ = ["attack_app", "run_app"]

MAX_PARALLEL_APPS = 2
"""Number of apps that run at the same time."""

MAX_INPUTS = 500
"""Maximum number of inputs in one run of the app."""

CHECK_PROBABILITY = {True: 0.5, False: 0.03}
"""Probability of checking a screen, by whether the inputs were moves of a game."""

OPPONENTS = ("friend", "friend", "random", "casual")
"""Default opponents."""

READ_SIZE = Size(120, 40)
"""Window size for reading a screen."""

CATCH_UP_TIMEOUT_S = 20.0
"""Seconds for a screen to show the latest input."""

TITLES = "|".join(re.escape(find(id).title) for id in numduel.games())
GAME_SCREEN = re.compile(f" (The duel of [-0-9]+  .  )?({TITLES})  .  .* and .*")
"""First line of a screen with a game that is saved."""

LOG_LINE = re.compile(r"  (\d+)\. ([^▌│|]+)$")
"""A move in the log beside the board, unless a message covers it."""


class Outcome(NamedTuple):
    """The number of inputs sent and moves checked, and the failure."""

    inputs: int
    confirmed: int
    failure: str


def attack_app(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """Check that only quitting ends the app, and that no confirmed move is lost."""
    done = 0
    with ThreadPoolExecutor(MAX_PARALLEL_APPS) as pool:
        while done < count:
            runs = min(10, max(1, (count - done) // MAX_INPUTS))
            lengths = [min(MAX_INPUTS, count - done)] * runs
            seeds = [dice.randrange(2**32) for _ in lengths]
            for outcome in pool.map(run_app, seeds, lengths, [folder] * runs):
                done += outcome.inputs
                yield outcome.inputs, outcome.failure


def run_app(seed: int, count: int, folder: str) -> Outcome:
    """Run the app once in a temporary folder, with the first inputs of a seed."""
    own = tempfile.mkdtemp(prefix=f"{seed}-", dir=folder)
    dice = random.Random(seed)
    home = _make_home(own, dice)
    run = Run(Terminal(own, home), home, dice)
    failure = ""
    try:
        run.attack(count)
    except Ended:
        pass
    except Failed as failed:
        again = f"PYTHONPATH=tools python -m torture.app {seed} {run.sent}"
        failure = f"seed {seed}, {run.sent} inputs: {failed}\n{again}"
    finally:
        run.terminal.close()
        shutil.rmtree(own, ignore_errors=True)
    return Outcome(run.sent, run.confirmed, failure)


def _make_home(folder: str, dice: random.Random) -> str:
    """Return a data folder with some games and settings."""
    home = os.path.join(folder, "home")
    games = os.path.join(home, "games")
    os.makedirs(games)
    for number in range(dice.randrange(4)):
        id = dice.choice(numduel.games())
        two = make_sides(("human", dice.choice(("human", "random"))), ("Ann", None))
        match = Session.begin(find(id), {}, two, seed=dice.randrange(2**32)).match
        for _ in range(dice.randrange(12)):
            if not match.is_over:
                match.play(dice.choice(match.moves))
        with open(os.path.join(games, f"{id}-{number}{saves.SUFFIX}"), "w") as file:
            file.write(end_mark.add_end_mark(record.dumps(match)))
    settings = {name: dice.random() < 0.5 for name in ("animation", "ascii")}
    opponents = {id: dice.choice(OPPONENTS) for id in numduel.games()}
    setups = {id: {"match": {"opponent": who}} for id, who in opponents.items()}
    for name, data in (("settings", settings), ("last-setup", setups)):
        with open(os.path.join(home, f"{name}.json"), "w") as file:
            json.dump(data, file)
    return home


class Run:
    """One run of the app, with its confirmed moves."""

    def __init__(self, terminal: Terminal, home: str, dice: random.Random) -> None:
        self.terminal = terminal
        self.sent = self.confirmed = 0
        self._games = os.path.join(home, "games")
        self._dice = dice

    def attack(self, count: int) -> None:
        """Send the inputs; raise Ended if the app ends properly, Failed if not."""
        self.terminal.wait_for("Quit")
        for burst in bursts(self._dice):
            inputs = burst.inputs[: count - self.sent]
            pauses = [0.0 if burst.is_fast else self._dice.random() * 0.06 for _ in inputs]
            for input, pause in zip(inputs, pauses, strict=True):
                self.terminal.send(input)
                self.sent += 1
                if pause:
                    self.terminal.read(0.15 if input == b"\x1b" else pause)
            self.terminal.settle(max_seconds=0.3)
            if self._dice.random() < CHECK_PROBABILITY[burst.is_game]:
                self._check()
                self.terminal.screen = None  # reading takes time
            if self.sent == count:
                break
        if self._check() and self._dice.random() < 0.7:
            self._kill_in_the_middle_of_moves()
        else:
            self.terminal.send(QUIT)
            self.terminal.wait_for_end()

    def _check(self) -> bool:
        """Check what the screen shows; return False if it shows no moves of a game."""
        self.terminal.watch(READ_SIZE)
        deadline = time.monotonic() + CATCH_UP_TIMEOUT_S
        while True:
            self.terminal.settle()
            shown = self._read_log()
            if self.terminal.is_blank and time.monotonic() < deadline:
                continue
            if self._is_saved(shown):
                self.confirmed += len(shown)
                return bool(shown)
            if time.monotonic() > deadline:
                raise Failed(f"the screen shows {shown}, which is in no saved game")

    def _kill_in_the_middle_of_moves(self) -> None:
        """Kill the app while moves come in, none of them undone."""
        for input in moves_only(self._dice):
            self.terminal.send(input)
            self.sent += 1
        self.terminal.read(self._dice.random() * 0.5)
        self.terminal.kill()
        shown = self._read_log()
        if not self._is_saved(shown):
            raise Failed(f"killed when it showed {shown}, which is in no saved game")
        self.confirmed += len(shown)

    def _read_log(self) -> dict[int, str]:
        """Return the moves in the log of a game by number; none on other screens."""
        assert self.terminal.screen is not None
        lines = self.terminal.screen.lines()
        return _number_moves(lines) if GAME_SCREEN.match(lines[0]) else {}

    def _is_saved(self, shown: dict[int, str]) -> bool:
        """Return whether one saved game has all these moves."""
        return not shown or any(
            all(log.get(number, "").startswith(move) for number, move in shown.items())
            for log in self._saved_logs()
        )

    def _saved_logs(self) -> Iterator[dict[int, str]]:
        """Yield every saved game as the log of its screen, newest first."""
        names = os.listdir(self._games)
        paths = [os.path.join(self._games, name) for name in names if name.endswith(saves.SUFFIX)]
        for path in sorted(paths, key=os.path.getmtime, reverse=True):
            with open(path, encoding="utf-8") as file:
                match = record.loads(file.read())
            reader = Reader.of(Session.of(match).people)
            log = view(match, names=short_names(match), reader=reader).log
            yield _number_moves(f"  {line}" for line in log)


def _number_moves(lines: Iterable[str]) -> dict[int, str]:
    """Return the moves in these lines by number."""
    found = map(LOG_LINE.search, lines)
    return {int(line[1]): _keep_alphanumeric(line[2]) for line in found if line}


def _keep_alphanumeric(text: str) -> str:
    """Return the letters and digits of a text, which are the same in every character set."""
    return "".join(sign for sign in text if sign.isascii() and sign.isalnum())


def main() -> int:
    seed, count = map(int, sys.argv[1:])
    with tempfile.TemporaryDirectory(prefix="numduel-torture-") as folder:
        outcome = run_app(seed, count, folder)
    print(f"{outcome.inputs} inputs, {outcome.confirmed} moves confirmed")
    print(outcome.failure or "nothing failed")
    return int(bool(outcome.failure))


if __name__ == "__main__":
    sys.exit(main())
