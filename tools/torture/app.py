"""An attack on the app: it runs in a terminal, and random keys, clicks, pastes and sizes come in.

    python -m torture.app SEED INPUTS      the same run again, up to that input

What a screen shows as played must be in a saved game. So we do what a person can do: we read the
log beside the board when the screen has come to rest, and again after we killed the app in the
middle of moves, and look both up in the folder of saved games.
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

__all__ = ["app", "run_app"]

AT_ONCE = 2
"""Apps that run at the same time."""

MAX_INPUTS = 500
"""Inputs of one run of the app."""

CHECKED = {True: 0.5, False: 0.03}
"""How often we look up a screen after moves of a game, and after other inputs."""

OPPONENTS = ("friend", "friend", "random", "casual")
"""Who is met in a game if nothing else is chosen."""

READ_SIZE = Size(120, 40)
"""The size of the window in which a screen is read."""

CATCHES_UP_S = 20.0
"""Seconds in which a screen shows what was typed last."""

TITLES = "|".join(re.escape(find(id).title) for id in numduel.games())
GAME_SCREEN = re.compile(f" (The duel of [-0-9]+  .  )?({TITLES})  .  .* and .*")
"""The first line of a screen on which a game is played that is saved."""

LOG_LINE = re.compile(r"  (\d+)\. ([^▌│|]+)$")
"""A move in the log beside the board; none that a message covers."""


class Outcome(NamedTuple):
    """The inputs that were sent, the moves that were looked up, and what went wrong."""

    inputs: int
    confirmed: int
    failure: str


def app(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """No input ends the app but those that should, and no move that it confirmed is lost."""
    done = 0
    with ThreadPoolExecutor(AT_ONCE) as pool:
        while done < count:
            runs = min(10, max(1, (count - done) // MAX_INPUTS))
            lengths = [min(MAX_INPUTS, count - done)] * runs
            seeds = [dice.randrange(2**32) for _ in lengths]
            for outcome in pool.map(run_app, seeds, lengths, [folder] * runs):
                done += outcome.inputs
                yield outcome.inputs, outcome.failure


def run_app(seed: int, count: int, folder: str) -> Outcome:
    """Run the app once with the first inputs of a seed, in a folder of its own."""
    own = tempfile.mkdtemp(prefix=f"{seed}-", dir=folder)
    dice = random.Random(seed)
    home = _furnished(own, dice)
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


def _furnished(folder: str, dice: random.Random) -> str:
    """Return a data folder with some games and settings in it."""
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
    """One run of the app, and what was confirmed in it."""

    def __init__(self, terminal: Terminal, home: str, dice: random.Random) -> None:
        self.terminal = terminal
        self.sent = self.confirmed = 0
        self._games = os.path.join(home, "games")
        self._dice = dice

    def attack(self, count: int) -> None:
        """Send the inputs; Ended if the app has ended as it should, Failed if not."""
        self.terminal.wait_for("Quit")
        for burst in bursts(self._dice):
            inputs = burst.inputs[: count - self.sent]
            pauses = [0.0 if burst.is_fast else self._dice.random() * 0.06 for _ in inputs]
            for input, pause in zip(inputs, pauses, strict=True):
                self.terminal.send(input)
                self.sent += 1
                if pause:
                    self.terminal.read(0.15 if input == b"\x1b" else pause)
            self.terminal.settle(most=0.3)
            if self._dice.random() < CHECKED[burst.is_game]:
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
        """Look up what the screen shows; False if it shows no moves of a game."""
        self.terminal.watch(READ_SIZE)
        give_up = time.monotonic() + CATCHES_UP_S
        while True:
            self.terminal.settle()
            shown = self._shown()
            if self.terminal.is_blank and time.monotonic() < give_up:
                continue
            if self._is_saved(shown):
                self.confirmed += len(shown)
                return bool(shown)
            if time.monotonic() > give_up:
                raise Failed(f"the screen shows {shown}, which is in no saved game")

    def _kill_in_the_middle_of_moves(self) -> None:
        """Kill the app at any time while moves come in and none is taken back."""
        for input in moves_only(self._dice):
            self.terminal.send(input)
            self.sent += 1
        self.terminal.read(self._dice.random() * 0.5)
        self.terminal.kill()
        shown = self._shown()
        if not self._is_saved(shown):
            raise Failed(f"killed when it showed {shown}, which is in no saved game")
        self.confirmed += len(shown)

    def _shown(self) -> dict[int, str]:
        """Return the moves in the log of a game, by their numbers; none on other screens."""
        assert self.terminal.screen is not None
        lines = self.terminal.screen.lines()
        return _numbered(lines) if GAME_SCREEN.match(lines[0]) else {}

    def _is_saved(self, shown: dict[int, str]) -> bool:
        """Return whether one saved game has all these moves."""
        return not shown or any(
            all(log.get(number, "").startswith(move) for number, move in shown.items())
            for log in self._saved_logs()
        )

    def _saved_logs(self) -> Iterator[dict[int, str]]:
        """Every saved game as the log of its screen, the newest first."""
        names = os.listdir(self._games)
        paths = [os.path.join(self._games, name) for name in names if name.endswith(saves.SUFFIX)]
        for path in sorted(paths, key=os.path.getmtime, reverse=True):
            with open(path, encoding="utf-8") as file:
                match = record.loads(file.read())
            reader = Reader.of(Session.of(match).people)
            log = view(match, names=short_names(match), reader=reader).log
            yield _numbered(f"  {line}" for line in log)


def _numbered(lines: Iterable[str]) -> dict[int, str]:
    """Return the moves in some lines, by their numbers."""
    found = map(LOG_LINE.search, lines)
    return {int(line[1]): _letters(line[2]) for line in found if line}


def _letters(text: str) -> str:
    """The letters and digits of a text, which are the same in every set of signs."""
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
