"""Long work in pieces: done by several processes, kept on disk, and gone on with another day."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Generator, Mapping
from contextlib import closing, suppress
from time import monotonic
from typing import Any, Protocol
from zlib import crc32

from ..errors import SetupError
from ..storage import files

KEEP_EVERY = 2.0
"""Seconds between two times that what is done is put on disk."""

KEEPING = 20
"""Of all the time, no more than one part in so many goes into putting it there."""

ABANDONED = 3600.0
"""Seconds after which whoever wrote a draft was killed; until then others may be at theirs."""

LOOK_EVERY = 0.5
"""Seconds between two times that a worker looks whether its parent is still there."""


class Plan:
    """What is to be done: pieces that do not depend on each other, each with a name."""

    def __init__(
        self, name: str, version: object, pieces: Mapping[str, Any], perform: Callable[[Any], Any]
    ) -> None:
        """`perform` does one piece, in whatever process: it and the pieces can be pickled.

        What it gives can be written as JSON, and follows from the piece alone. `version` is JSON
        too, and tells this work apart from all that would give something else.
        """
        self.name = name
        self.pieces = dict(pieces)
        self.perform = perform
        self.identity = json.dumps([version, *self.pieces])
        """What is kept of a plan may be used for every plan with the same identity."""


# ---- who does it

Results = Generator[tuple[str, Any], None, None]


class WorkersLost(Exception):
    """Those who did the work have gone in the middle of it."""


class Executor(Protocol):
    """Whoever does pieces of work: this process, several, or a cluster."""

    def run(self, perform: Callable[[Any], Any], pieces: Mapping[str, Any]) -> Results:
        """Each piece's name and what it gave, as soon as it is done, in any order.

        When it is closed, nothing more is begun. WorkersLost if it cannot go on.
        """
        ...


class InThisProcess:
    """One piece after the other, here."""

    def run(self, perform: Callable[[Any], Any], pieces: Mapping[str, Any]) -> Results:
        for name, piece in pieces.items():
            yield name, perform(piece)


class InProcesses:
    """Several processes on this machine."""

    def __init__(self, count: int) -> None:
        self.count = count

    def run(self, perform: Callable[[Any], Any], pieces: Mapping[str, Any]) -> Results:
        from concurrent.futures import ProcessPoolExecutor, as_completed
        from concurrent.futures.process import BrokenProcessPool
        from multiprocessing import active_children

        count = max(1, min(self.count, len(pieces)))
        others = active_children()
        pool = ProcessPoolExecutor(count, initializer=_end_in_time)
        try:
            names = {pool.submit(perform, piece): name for name, piece in pieces.items()}
            for future in as_completed(names):
                yield names[future], future.result()
            pool.shutdown()
        except BrokenProcessPool:
            raise WorkersLost from None
        finally:
            for worker in active_children():  # those that nobody waits for any more
                if worker not in others:
                    worker.terminate()
            pool.shutdown(cancel_futures=True)


def _end_in_time() -> None:
    """In a worker: it ends with whoever asked for the work, and that one says something."""
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait until the parent is gone, however that comes, and end this process then.

    A process that is killed says goodbye to nobody, and its workers would wait for ever.
    """
    from multiprocessing import parent_process

    parent, number = parent_process(), os.getppid()
    while parent is not None and parent.is_alive() and os.getppid() == number:
        parent.join(LOOK_EVERY)
    os._exit(1)


def executor(count: int) -> Executor:
    """So many processes that work at once; a single one is this."""
    return InThisProcess() if count == 1 else InProcesses(count)


# ---- getting it done


def _silently(done: int, total: int) -> None:
    """Progress that nobody watches."""


class Work:
    """A plan, and what is done of it."""

    def __init__(self, plan: Plan, folder: str) -> None:
        """`folder` is where it is kept; what an earlier run got done of the same is taken up."""
        self.plan = plan
        self.path = os.path.join(folder, f"{plan.name}-{crc32(plan.identity.encode()):08x}.json")
        self.done: dict[str, Any] = self._load()
        """What each piece gave that is done, by its name."""
        self._keep_at = 0.0

    @property
    def total(self) -> int:
        """How many pieces there are."""
        return len(self.plan.pieces)

    def run(self, executor: Executor, progress: Callable[[int, int], None] = _silently) -> bool:
        """Do what is left; False if Ctrl-C or lost workers stop it, and then the rest is left.

        `progress` hears how many pieces are done, and of how many. What is done is kept now and
        then and at the end, however it ends.
        """
        left = {n: piece for n, piece in self.plan.pieces.items() if n not in self.done}
        try:
            with closing(executor.run(self.plan.perform, left)) as results:
                for name, result in results:
                    # As it comes back from disk, so that it is the same, there before or not.
                    self.done[name] = json.loads(json.dumps(result))
                    progress(len(self.done), self.total)
                    self._keep_now_and_then()
        except (KeyboardInterrupt, WorkersLost):
            return False
        finally:
            self.keep()
        return True

    def results(self) -> list[tuple[Any, Any]]:
        """Every piece with what it gave, in the plan's order, whoever was ready first."""
        return [(piece, self.done[name]) for name, piece in self.plan.pieces.items()]

    def forget(self) -> None:
        """What is done is in somebody's hands, and need not be kept any more."""
        folder = os.path.dirname(self.path)
        for path in (self.path, *files.find_drafts(folder, older=ABANDONED)):
            with suppress(FileNotFoundError):
                os.unlink(path)

    # ---- on disk

    def _load(self) -> dict[str, Any]:
        """What an earlier run got done; nothing if that cannot be read or was something else."""
        try:
            with open(self.path, encoding="utf-8") as file:
                kept = json.load(file)
            if kept["plan"] != self.plan.identity:
                return {}
            return {name: kept["done"][name] for name in self.plan.pieces if name in kept["done"]}
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return {}

    def keep(self) -> None:
        """What is done on disk; SetupError if it cannot be written."""
        try:
            files.make_folder(os.path.dirname(self.path))
            data = {"plan": self.plan.identity, "done": self.done}
            files.write(self.path, json.dumps(data), is_private=True)
        except OSError as error:
            raise SetupError(f"{self.path} cannot be written: {files.reason(error)}") from None

    def _keep_now_and_then(self) -> None:
        begun = monotonic()
        if begun > self._keep_at:
            self.keep()
            self._keep_at = monotonic() + max(KEEP_EVERY, KEEPING * (monotonic() - begun))
