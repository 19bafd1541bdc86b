"""Long work on a cluster of Dask: the same pieces, done by whoever is there."""

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
"""In place of an address: a cluster of this machine's own, for as long as the work takes."""

ROUNDS = 16
"""Each worker gets its pieces in about so many handfuls: few enough to be cheap to hand out."""

STARTS = 3
"""Attempts to start a cluster on this machine."""

LOOK_EVERY = 0.1
"""Seconds between two times that we look for results and for workers."""

WAIT = 30
"""Seconds in which a scheduler answers and has a worker, or is taken for gone."""


class OnCluster:
    """The workers of a scheduler; one that goes away is replaced by the others."""

    def __init__(self, address: str, count: int = 1) -> None:
        """An address such as tcp://host:8786, or "local", with so many workers then."""
        self.address = address
        self.count = count

    def run(self, perform: Callable[[Any], Any], pieces: Mapping[str, Any]) -> Results:
        import logging
        from concurrent.futures import CancelledError

        from distributed import KilledWorker

        if not pieces:
            return
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # it is told in our own words
        with ExitStack() as stack:
            client = self._client(stack)
            futures: list[Any] = []
            try:
                handfuls = _handfuls(list(pieces.items()), max(1, _workers(client)) * ROUNDS)
                futures += client.map(
                    _perform, handfuls, perform=perform, version=__version__, pure=False
                )
                yield from _finished(client, futures)
            except (CancelledError, KilledWorker, OSError):  # with the scheduler all is cancelled
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
            client = stack.enter_context(Client(address, timeout=WAIT))
            client.wait_for_workers(1, timeout=WAIT)
        except (OSError, ValueError) as error:
            problem = f"no cluster answers at {quoted(self.address)}"
            raise SetupError(f"{problem}: {error}") from None
        return client

    def _start(self) -> Any:
        """Start a cluster on this machine, again if one of its workers is killed meanwhile."""
        from logging import CRITICAL

        from distributed import LocalCluster

        problem = ""
        for _ in range(STARTS):
            try:
                return LocalCluster(
                    n_workers=self.count,
                    threads_per_worker=1,
                    dashboard_address=None,
                    silence_logs=CRITICAL,
                    preload=[__name__],
                )
            except Exception as error:  # which one depends on when the worker was killed
                problem = str(error).rstrip(".")
        raise SetupError(f"no cluster starts on this machine: {problem}")


def dask_setup(worker: object) -> None:
    """In a worker on this machine: keep what Dask reports off the terminal that we share.

    Dask calls this by its name, because the worker preloads this module.
    """
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), 2)


def _close(cluster: Any) -> None:
    """End a cluster on this machine; with killed workers, that can fail in many ways."""
    with _hold_interrupts(), suppress(Exception):
        cluster.close(timeout=WAIT)


@contextmanager
def _hold_interrupts() -> Iterator[None]:
    """Let Ctrl-C wait: Dask, interrupted while it starts or ends, prints tracebacks at exit.

    Workers that are started here never hear of it; we end them.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # which would let Ctrl-C through if it started later
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _workers(client: Any) -> int:
    """Return how many workers a cluster has now."""
    return len(client.scheduler_info(n_workers=-1)["workers"])


def _finished(client: Any, futures: list[Any]) -> Results:
    """Give each piece's result once it is there; WorkersLost if no worker comes back in time."""
    from distributed import as_completed

    done = as_completed(futures)
    while not done.is_empty():
        _wait(client, done.has_ready)
        for future in done.next_batch(block=False):
            yield from _arrived(client, future)


def _arrived(client: Any, future: Any) -> list[tuple[str, Any]]:
    """Fetch a result; if its worker is killed just now, wait for another one to do it again."""
    found: list[list[tuple[str, Any]]] = []

    def fetch() -> bool:
        with suppress(TimeoutError):
            found.append(future.result(timeout=WAIT))
        return bool(found)

    _wait(client, fetch)
    return found[0]


def _wait(client: Any, is_ready: Callable[[], bool]) -> None:
    """Wait until something is ready; WorkersLost after WAIT seconds without any worker."""
    last_seen = monotonic()
    while not is_ready():
        sleep(LOOK_EVERY)
        if _workers(client):
            last_seen = monotonic()
        elif monotonic() - last_seen > WAIT:
            raise WorkersLost


def _handfuls(pieces: list[tuple[str, Any]], count: int) -> list[list[tuple[str, Any]]]:
    """The pieces in about so many parts, one after the other."""
    size = max(1, len(pieces) // count)
    return [pieces[first : first + size] for first in range(0, len(pieces), size)]


def _perform(
    handful: list[tuple[str, Any]], perform: Callable[[Any], Any], version: str
) -> list[tuple[str, Any]]:
    """In a worker: some pieces, one after the other; only the same version gives the same."""
    if version != __version__:
        raise SetupError(f"a worker has numduel {__version__}, and {version} asked for the work")
    return [(name, perform(piece)) for name, piece in handful]
