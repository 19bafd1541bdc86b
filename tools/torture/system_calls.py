"""Attacks by failing system calls: each call in turn, with each error that it can have."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any, NamedTuple

import numduel
from numduel import NumduelError
from numduel.storage import files, saves

from .attack import random_moves
from .faults import FILE_ERRORS, Fault, Faults, list_faults
from .forks import Forks, forking

__all__ = ["fail_jobs", "fail_saves", "take_turns"]

MOVES = 3
"""Moves of each game; one more follows when it is resumed."""

CANNOT_SAVE = "cannot be saved"


def take_turns(count: int, dice: random.Random, all: Sequence[Any]) -> Iterator[Any]:
    """Yield each item once, in random order; then again, until there are enough."""
    return islice(cycle(dice.sample(all, len(all))), count)


# ---- saved games


def fail_saves(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """Fail calls of a game that saves its moves; confirmed moves must be on disk and resumable."""
    faults = Faults(os.path.join(folder, "faults"), saves.home())
    game, seed = dice.choice(numduel.games()), dice.randrange(10**6)
    moves: list[str] = []
    while len(moves) <= MOVES:
        seed += 1
        moves = random_moves(game, seed, dice, MOVES + 1)
    words = ["play", game, "--seed", str(seed)]
    typed = "".join(f"{move}\n" for move in moves[:-1])
    with forking(faults.scratch, faults.environment) as forks:
        forks.run(words, typed)
        shutil.rmtree(saves.home())
        faults.count()
        forks.run(words, typed)
        for fault in take_turns(count, dice, [*list_faults(faults.calls, FILE_ERRORS)]):
            shutil.rmtree(saves.home(), ignore_errors=True)
            faults.arm(fault)
            status, said = forks.run(words, typed)
            faults.disarm()
            found = _find_loss(fault, moves, status, said, forks)
            if faults.has_spoiled_file and not fault.is_harmless and CANNOT_SAVE not in said:
                found = f"the failure was not reported: {said[-1000:]}"
            yield 1, found and f"{fault} ({faults.failed}) of {' '.join(words)} {moves}: {found}"


def _find_loss(fault: Fault, moves: list[str], status: int, said: str, forks: Forks) -> str:
    """Return what is wrong after a game with a fault; empty if nothing is."""
    _, *answers = said.split("'s turn: ")
    if "Traceback" in said or status or len(answers) != MOVES + 1:
        return f"it ended with {status}: {said[-1000:]}"
    problems = [line for line in said.splitlines() if CANNOT_SAVE in line]
    if fault.is_harmless and problems:
        return f"it was not retried: {problems}"
    if unnamed := [line for line in problems if fault.reason not in line]:
        return f"the cause is missing: {unnamed}"
    confirmed = [n for n, text in enumerate(answers[:MOVES], 1) if CANNOT_SAVE not in text]
    is_all_saved = "Saved as" in said
    return _find_wrong_save(moves, MOVES if is_all_saved else max(confirmed, default=0), forks)


def _find_wrong_save(moves: list[str], wanted: int, forks: Forks) -> str:
    """Return what is wrong with the saved game, and whether it can't be resumed."""
    found = saves.list_saves()
    if not found:
        return "nothing was saved" if wanted else ""
    try:
        saved = [ply.move for ply in found[0].load().plies if ply.player is not None]
        if saved != moves[: len(saved)] or len(saved) < wanted or len(found) > 1:
            return f"{wanted} moves were confirmed, {saved} is saved"
        status, said = forks.run(["resume", found[0].name], f"{moves[len(saved)]}\n")
        resumed = [ply.move for ply in found[0].load().plies if ply.player is not None]
    except NumduelError as error:
        return str(error)
    if status or resumed != moves[: len(saved) + 1]:
        return f"it can't be resumed: {said}"
    left = files.find_drafts(saves.folder()) + files.find_drafts(saves.home())
    return f"a draft was left behind: {left}" if left else ""


# ---- long work


class Job(NamedTuple):
    """A command that does long work and can resume it."""

    words: str
    out: str = ""
    """The file that it writes; empty if it prints its result."""
    replaces: bool = True
    """Whether it replaces any file of that name, instead of adding to its own."""


JOBS = (
    Job("census race --boards 6 --pairs 0 --jobs 1 --json"),
    Job("dataset sum --positions 30 --processes 1", "out.jsonl"),
    Job(
        "arena --players random,casual --games sum,race --boards 2 --processes 1",
        "out.jsonl",
        replaces=False,
    ),
    Job("exam random --fresh oak --questions 5 --processes 1", "out.json", replaces=False),
)


def fail_jobs(count: int, dice: random.Random, folder: str) -> Iterator[tuple[int, str]]:
    """Fail calls of resumed work; saved pieces must be kept, and the result must be the same."""
    data = Path(folder, "data")
    os.environ["NUMDUEL_HOME"] = str(data / "home")
    faults = Faults(os.path.join(folder, "faults"), str(data))
    with forking(faults.scratch, faults.environment) as forks:
        trials = [JobTrial(job, data, Path(folder, "kept"), faults, forks) for job in JOBS]
        planned = [(trial, fault) for trial in trials for fault in trial.list_faults()]
        for trial, fault in take_turns(count, dice, planned):
            found = trial.find_loss(fault)
            yield 1, found and f"{fault} ({faults.failed}) of {trial.job.words}: {found}"


class JobTrial:
    """A job whose calls fail, again and again from the same saved progress."""

    def __init__(self, job: Job, data: Path, kept: Path, faults: Faults, forks: Forks) -> None:
        self.job = job
        self._data, self._faults, self._forks = data, faults, forks
        self._start = kept / job.words.partition(" ")[0]
        """A folder with half of the progress, and an older result."""
        self._make_start()
        self._restore()
        faults.count()
        status, said = self._run()
        assert status == 0, said
        self._calls = faults.calls
        self._result = self._read_result(said)

    def list_faults(self) -> Iterator[Fault]:
        return list_faults(self._calls, FILE_ERRORS)

    def find_loss(self, fault: Fault) -> str:
        """Return what is wrong after a run with a fault and one without; empty if nothing is."""
        self._restore()
        self._faults.arm(fault)
        status, said = self._run()
        self._faults.disarm()
        if "Traceback" in said or status not in (0, 1):
            return f"it ended with {status}: {said[-1000:]}"
        if status and (fault.is_harmless or fault.reason not in said):
            return f"it failed, or the cause is missing: {said[-1000:]}"
        if self._faults.has_spoiled_file and not fault.is_harmless and not status:
            return f"the failure was not reported: {said[-1000:]}"
        result = self._read_result(said)
        if result != self._result:
            if not status or result not in (self._old_result, b""):
                return f"it ended with {status} and a wrong result: {result!r}"
            if lost := self._start_pieces - self._read_pieces(self._data):
                return f"pieces were lost: {lost}"
        status, said = self._run()
        again = self._read_result(said)
        return (
            "" if (status, again) == (0, self._result) else f"then it ended with {status}: {said}"
        )

    def _make_start(self) -> None:
        """Do the job, keep half of its progress, and write an older result."""
        shutil.rmtree(self._data, ignore_errors=True)
        self._data.mkdir()
        self._faults.arm(Fault("EIO", ("delete",), 1, is_lasting=True))
        for _ in range(2):  # an exam is made, then taken
            self._run()
        for path in self._data.glob("home/*/making*.json"):
            path.unlink()  # the exam is made
        for path in self._data.glob("home/*/*.json"):
            saved = json.loads(path.read_text())
            saved["done"] = dict(list(saved["done"].items())[::2])
            path.write_text(json.dumps(saved))
        for path in self._data.glob("out*"):
            path.unlink()
        if self.job.replaces and self.job.out:
            (self._data / self.job.out).write_bytes(b"old")
        self._start_pieces = self._read_pieces(self._data)
        assert self._start_pieces, "there is progress to lose"
        self._old_result = b"old" if self.job.replaces else b""
        shutil.copytree(self._data, self._start)

    def _restore(self) -> None:
        shutil.rmtree(self._data, ignore_errors=True)
        shutil.copytree(self._start, self._data)

    def _run(self) -> tuple[int, str]:
        out = ["--out", str(self._data / self.job.out)] if self.job.out else []
        return self._forks.run([*self.job.words.split(), *out])

    def _read_result(self, said: str) -> bytes:
        """Return the file that a run has written, or the JSON that it has printed."""
        if not self.job.out:
            start = said.find("{\n")
            return said[start : said.rfind("}\n") + 1].encode() if start >= 0 else b""
        path = self._data / self.job.out
        return path.read_bytes() if path.exists() else b""

    @staticmethod
    def _read_pieces(folder: Path) -> set[str]:
        """Return the saved pieces and their results, as text."""
        saved = [json.loads(path.read_text()) for path in folder.glob("home/*/*.json")]
        return {f"{name} {result}" for one in saved for name, result in one["done"].items()}
