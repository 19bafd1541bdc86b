"""Long work on a cluster of Dask: the same pieces, done by whoever is there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from typing import Any

from ..errors import SetupError, quoted
from ..version import __version__
from .pieces import Results, WorkersLost

LOCAL = "local"
"""In place of an address: a cluster of this machine's own, for as long as the work takes."""

ROUNDS = 16
"""Each worker gets its pieces in about so many handfuls: few enough to be cheap to hand out."""

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

        from distributed import KilledWorker, as_completed

        if not pieces:
            return
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # it is told in our own words
        with ExitStack() as stack:
            client = self._client(stack)
            workers = len(client.scheduler_info(n_workers=-1)["workers"])
            handfuls = _handfuls(list(pieces.items()), workers * ROUNDS)
            futures = client.map(
                _perform, handfuls, perform=perform, version=__version__, pure=False
            )
            try:
                for future in as_completed(futures):
                    yield from future.result()
            except (CancelledError, KilledWorker, OSError):  # with the scheduler all is cancelled
                raise WorkersLost from None
            finally:
                with suppress(CancelledError, OSError):
                    client.cancel(futures)

    def _client(self, stack: ExitStack) -> Any:
        from distributed import Client, LocalCluster

        address: Any = self.address
        if address == LOCAL:
            address = stack.enter_context(
                LocalCluster(n_workers=self.count, threads_per_worker=1, dashboard_address=None)
            )
        try:
            client = stack.enter_context(Client(address, timeout=WAIT))
            client.wait_for_workers(1, timeout=WAIT)
        except (OSError, ValueError) as error:
            problem = f"no cluster answers at {quoted(self.address)}"
            raise SetupError(f"{problem}: {error}") from None
        return client


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
