"""Long jobs on a Dask cluster."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from time import monotonic, sleep
from typing import Any

from ..errors import SetupError, quoted
from ..version import __version__
from .pieces import Results, WorkersLost

LOCAL = "local"
"""Used instead of an address: a temporary cluster on this machine."""

BATCHES_PER_WORKER = 16
"""Approximate number of batches per worker: few enough to be cheap to send."""

MAX_STARTS = 3
"""Attempts to start a cluster on this machine."""

POLL_INTERVAL_S = 0.1
"""Seconds between checks for results and workers."""

TIMEOUT_S = 30
"""Seconds without an answer or a worker after which a cluster counts as lost."""


class OnCluster:
    """The workers of a scheduler; others take over from one that disappears."""

    def __init__(self, address: str, count: int = 1) -> None:
        """Use an address such as tcp://host:8786, or "local" with `count` workers."""
        self.address = address
        self.count = count

    def run(self, perform: Callable[[Any], Any], pieces: Mapping[str, Any]) -> Results:
        import logging
        from concurrent.futures import CancelledError

        from distributed import KilledWorker

        if not pieces:
            return
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # we report errors ourselves
        with ExitStack() as stack:
            client = self._client(stack)
            futures: list[Any] = []
            try:
                count = max(1, _count_workers(client)) * BATCHES_PER_WORKER
                batches = _split(list(pieces.items()), count)
                futures += client.map(
                    _perform, batches, perform=perform, version=__version__, pure=False
                )
                yield from _collect(client, futures)
            except (CancelledError, KilledWorker, OSError):  # losing the scheduler cancels all
                raise WorkersLost from None
            finally:
                with suppress(CancelledError, OSError):
                    client.cancel(futures)

    def _client(self, stack: ExitStack) -> Any:
        from distributed import Client

        address: Any = self.address
        if address == LOCAL:
            with _hold_interrupts():
                address = self._start()
                stack.callback(_close, address)
        try:
            client = stack.enter_context(Client(address, timeout=TIMEOUT_S))
            client.wait_for_workers(1, timeout=TIMEOUT_S)
        except (OSError, ValueError) as error:
            problem = f"no cluster answers at {quoted(self.address)}"
            raise SetupError(f"{problem}: {error}") from None
        return client

    def _start(self) -> Any:
        """Start a cluster on this machine; try again if a worker is killed meanwhile."""
        from logging import CRITICAL

        from distributed import LocalCluster

        problem = ""
        for _ in range(MAX_STARTS):
            try:
                return LocalCluster(
                    n_workers=self.count,
                    threads_per_worker=1,
                    dashboard_address=None,
                    silence_logs=CRITICAL,
                    preload=[__name__],
                )
            except Exception as error:  # its type depends on when the worker was killed
                problem = str(error).rstrip(".")
        raise SetupError(f"can't start a cluster on this machine: {problem}")


def dask_setup(worker: object) -> None:
    """Discard the error output of a worker on this machine, which shares our terminal.

    Dask calls this function by name because the worker preloads this module.
    """
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), 2)


def _close(cluster: Any) -> None:
    """Close a cluster on this machine; with killed workers, that can fail in many ways."""
    with _hold_interrupts(), suppress(Exception):
        cluster.close(timeout=TIMEOUT_S)


@contextmanager
def _hold_interrupts() -> Iterator[None]:
    """Delay Ctrl-C: if interrupted while it starts or ends, Dask prints tracebacks at exit.

    Workers started here never receive it; we end them.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # if it started later, it would unblock Ctrl-C
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _count_workers(client: Any) -> int:
    """Return the current number of workers."""
    return len(client.scheduler_info(n_workers=-1)["workers"])


def _collect(client: Any, futures: list[Any]) -> Results:
    """Yield each result when it arrives; raise WorkersLost if all workers are gone too long."""
    from distributed import as_completed

    done = as_completed(futures)
    while not done.is_empty():
        _wait(client, done.has_ready)
        for future in done.next_batch(block=False):
            yield from _fetch(client, future)


def _fetch(client: Any, future: Any) -> list[tuple[str, Any]]:
    """Fetch a result; if its worker is killed, wait for another to repeat it."""
    found: list[list[tuple[str, Any]]] = []

    def fetch() -> bool:
        with suppress(TimeoutError):
            found.append(future.result(timeout=TIMEOUT_S))
        return bool(found)

    _wait(client, fetch)
    return found[0]


def _wait(client: Any, is_ready: Callable[[], bool]) -> None:
    """Wait until something is ready; raise WorkersLost after TIMEOUT_S without a worker."""
    last_seen = monotonic()
    while not is_ready():
        sleep(POLL_INTERVAL_S)
        if _count_workers(client):
            last_seen = monotonic()
        elif monotonic() - last_seen > TIMEOUT_S:
            raise WorkersLost


def _split(pieces: list[tuple[str, Any]], count: int) -> list[list[tuple[str, Any]]]:
    """Split the pieces into about `count` batches."""
    size = max(1, len(pieces) // count)
    return [pieces[first : first + size] for first in range(0, len(pieces), size)]


def _perform(
    batch: list[tuple[str, Any]], perform: Callable[[Any], Any], version: str
) -> list[tuple[str, Any]]:
    """Run a batch in a worker, which must have the same version of numduel."""
    if version != __version__:
        raise SetupError(f"a worker has numduel {__version__}, but needs {version}")
    return [(name, perform(piece)) for name, piece in batch]
