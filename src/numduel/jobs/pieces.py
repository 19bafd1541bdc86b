"""Long jobs in pieces: run by several processes, saved on disk, and resumed later."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from time import monotonic
from typing import Any, Protocol
from zlib import crc32

from ..errors import SetupError
from ..storage import files

SAVE_INTERVAL_S = 2.0
"""Minimum seconds between saves of the progress."""

SAVE_COST_FACTOR = 20
"""Saving takes at most 1/20 of the time."""

ABANDONED_DRAFT_AGE_S = 3600.0
"""Age in seconds from which a draft was left by a killed process."""

PARENT_POLL_S = 0.5
"""Seconds between a worker's checks that its parent is alive."""

SAFE_PATH = "PYTHONSAFEPATH"
"""Variable that keeps a new Python from importing from the current folder."""

THREAD_POLL_S = 0.5
"""Seconds between checks for Ctrl-C while threads work."""


class Plan:
    """A job: independent pieces, each with a name."""

    def __init__(
        self, name: str, version: object, pieces: Mapping[str, Any], perform: Callable[[Any], Any]
    ) -> None:
        """Create a plan; `perform` runs one piece in any process, so both must be picklable.

        The result must be JSON data that depends on the piece alone. `version` is JSON data that
        distinguishes this job from any with other results.
        """
        self.name = name
        self.pieces = dict(pieces)
        self.perform = perform
        self.identity = json.dumps([version, *self.pieces])
        """Plans with the same identity can share saved progress."""


# ---- executors

Results = Generator[tuple[str, Any], None, None]


class WorkersLost(Exception):
    """The workers disappeared during a job."""


class Executor(Protocol):
    """A runner of pieces: this process, several processes, or a cluster."""

    def run(self, perform: Callable[[Any], Any], pieces: Mapping[str, Any]) -> Results:
        """Yield each piece's name and result when it is done, in any order.

        Closing the generator stops the work. Raise WorkersLost if no worker is left.
        """
        ...


class InThisProcess:
    """An executor that runs one piece after another in this process."""

    def run(self, perform: Callable[[Any], Any], pieces: Mapping[str, Any]) -> Results:
        for name, piece in pieces.items():
            yield name, perform(piece)


class InProcesses:
    """An executor with several processes on this machine."""

    def __init__(self, count: int) -> None:
        self.count = count

    def run(self, perform: Callable[[Any], Any], pieces: Mapping[str, Any]) -> Results:
        from concurrent.futures import ProcessPoolExecutor, as_completed
        from concurrent.futures.process import BrokenProcessPool
        from multiprocessing import active_children

        count = max(1, min(self.count, len(pieces)))
        others = active_children()
        safe_path = os.environ.get(SAFE_PATH)
        pool = ProcessPoolExecutor(count, initializer=_prepare_worker, initargs=(safe_path,))
        try:
            _set_safe_path("1")  # for workers that are new Pythons: submit starts them
            try:
                names = {pool.submit(perform, piece): name for name, piece in pieces.items()}
            finally:
                _set_safe_path(safe_path)
            for future in as_completed(names):
                yield names[future], future.result()
            pool.shutdown()
        except BrokenProcessPool:
            raise WorkersLost from None
        finally:
            for worker in active_children():
                if worker not in others:
                    worker.terminate()
            pool.shutdown(cancel_futures=True)


def _set_safe_path(value: str | None) -> None:
    """Set the variable, or remove it."""
    if value is None:
        os.environ.pop(SAFE_PATH, None)
    else:
        os.environ[SAFE_PATH] = value


def _prepare_worker(safe_path: str | None) -> None:
    """Make this worker exit silently on Ctrl-C and when its parent does.

    Bots that it starts get the variable as the user has set it.
    """
    from threading import Thread

    _set_safe_path(safe_path)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait until the parent process is gone for any reason, then exit.

    The workers of a killed process would otherwise wait forever.
    """
    from multiprocessing import parent_process

    parent, number = parent_process(), os.getppid()
    while parent is not None and parent.is_alive() and os.getppid() == number:
        parent.join(PARENT_POLL_S)
    os._exit(1)


class InThreads:
    """An executor with several threads of this process, for pieces that wait for a network."""

    def __init__(self, count: int) -> None:
        self.count = count

    def run(self, perform: Callable[[Any], Any], pieces: Mapping[str, Any]) -> Results:
        """Yield results as they come; raise the first error of a piece at once.

        Pieces in progress are abandoned then, and on Ctrl-C: the threads end with the process.
        """
        from queue import Empty, SimpleQueue
        from threading import Event

        waiting: SimpleQueue[str] = SimpleQueue()
        found: SimpleQueue[tuple[str, Any, BaseException | None]] = SimpleQueue()
        stop = Event()
        for name in pieces:
            waiting.put(name)

        def work() -> None:
            with suppress(Empty):
                while not stop.is_set():
                    name = waiting.get_nowait()
                    try:
                        found.put((name, perform(pieces[name]), None))
                    except BaseException as error:  # raised again by the caller
                        found.put((name, None, error))
                        return

        try:
            _start_threads(min(self.count, len(pieces)), work)
            for _ in pieces:
                name, result, error = _next_found(found)
                if error is not None:
                    raise error
                yield name, result
        finally:
            stop.set()


def _start_threads(count: int, work: Callable[[], None]) -> None:
    """Start daemon threads; raise WorkersLost if the system allows none."""
    from threading import Thread

    for number in range(count):
        try:
            Thread(target=work, name=f"piece worker {number + 1}", daemon=True).start()
        except RuntimeError:
            if number == 0:
                raise WorkersLost from None
            return  # fewer threads do the work too


def _next_found(found: Any) -> Any:
    """Wait for the next result, in steps, so that Ctrl-C works on every system."""
    from queue import Empty

    while True:
        with suppress(Empty):
            return found.get(timeout=THREAD_POLL_S)


def local_executor(count: int) -> Executor:
    """Return an executor with `count` processes; for 1, this process."""
    return InThisProcess() if count == 1 else InProcesses(count)


# ---- jobs


def _ignore_progress(done: int, total: int) -> None:
    """Do nothing."""


class Work:
    """A plan and its progress."""

    def __init__(self, plan: Plan, folder: str) -> None:
        """Resume the progress of an earlier run saved in `folder`, if any."""
        self.plan = plan
        self.path = os.path.join(folder, f"{plan.name}-{crc32(plan.identity.encode()):08x}.json")
        self.done: dict[str, Any] = self._load()
        """Results of finished pieces, by name."""
        self._next_save = 0.0

    @property
    def total(self) -> int:
        """Number of pieces."""
        return len(self.plan.pieces)

    def run(
        self, executor: Executor, progress: Callable[[int, int], None] = _ignore_progress
    ) -> bool:
        """Run the remaining pieces; return False if Ctrl-C or lost workers stop it.

        `progress` is called with the numbers of finished pieces and of all. Results are saved at
        intervals and at the end, even after an error.
        """
        left = {n: piece for n, piece in self.plan.pieces.items() if n not in self.done}
        try:
            with closing(executor.run(self.plan.perform, left)) as results:
                for name, result in results:
                    # Convert as if loaded from disk, so that a resumed run gives the same.
                    self.done[name] = json.loads(json.dumps(result))
                    progress(len(self.done), self.total)
                    self._save_at_intervals()
        except (KeyboardInterrupt, WorkersLost):
            return False
        finally:
            self.save()
        return True

    def results(self) -> list[tuple[Any, Any]]:
        """Return every piece with its result, in the plan's order."""
        return [(piece, self.done[name]) for name, piece in self.plan.pieces.items()]

    def forget(self, is_void: Callable[[Any], bool]) -> None:
        """Forget the void results of an earlier run, so that their pieces run again."""
        self.done = {name: one for name, one in self.done.items() if not is_void(one)}

    def delete(self) -> None:
        """Delete the saved progress; SetupError if that fails."""
        folder = os.path.dirname(self.path)
        for path in (self.path, *files.find_drafts(folder, older=ABANDONED_DRAFT_AGE_S)):
            with self._explained("deleted"), suppress(FileNotFoundError):
                os.unlink(path)

    # ---- on disk

    def _load(self) -> dict[str, Any]:
        """Return the results of an earlier run; empty if there is none or it doesn't match.

        SetupError if they can't be read: saving would replace them.
        """
        content = b""
        with self._explained("read"), suppress(FileNotFoundError), open(self.path, "rb") as file:
            content = file.read()
        try:
            saved = json.loads(content)
            if saved["plan"] != self.plan.identity:
                return {}
            return {name: saved["done"][name] for name in self.plan.pieces if name in saved["done"]}
        except (ValueError, KeyError, TypeError, RecursionError):
            return {}

    def save(self) -> None:
        """Save the progress; SetupError if it can't be written."""
        data = {"plan": self.plan.identity, "done": self.done}
        with self._explained("written"):
            files.make_folder(os.path.dirname(self.path))
            files.write(self.path, json.dumps(data), is_private=True)

    @contextmanager
    def _explained(self, done: str) -> Iterator[None]:
        """Raise SetupError for an error of the system; it says what could not be done."""
        try:
            yield
        except OSError as error:
            raise SetupError(f"{self.path} cannot be {done}: {files.reason(error)}") from None

    def _save_at_intervals(self) -> None:
        start = monotonic()
        if start > self._next_save:
            self.save()
            cost = monotonic() - start
            self._next_save = monotonic() + max(SAVE_INTERVAL_S, SAVE_COST_FACTOR * cost)
