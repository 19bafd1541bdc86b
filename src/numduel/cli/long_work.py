"""Long work at the command line: how far it is, what time is left, and what Ctrl-C leaves."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

from ..options import Whole
from .arguments import needing
from .console import Console
from .progress import Progress, bar

if TYPE_CHECKING:
    from ..jobs.pieces import Executor, Work


def processes(name: str) -> Whole:
    """The option that says how many work at once."""
    cores = os.cpu_count() or 1
    return Whole(cores, 1, 1024, "processes that work at once; as many as there are cores", name)


def add_cluster(command: ArgumentParser) -> None:
    help = "have it done by a cluster of Dask: tcp://HOST:PORT, or local for one of its own"
    command.add_argument("--cluster", metavar="ADDRESS", help=help)


def workers(cluster: str | None, count: int) -> Executor:
    """Who does it: so many processes, or a cluster; of its own it has so many workers."""
    from ..jobs.pieces import executor

    if cluster is None:
        return executor(count)
    with needing("a cluster", "cluster"):
        import distributed  # noqa: F401
    from ..jobs.cluster import OnCluster

    return OnCluster(cluster, count)


def kept_work(
    folder: str, name: str, version: object, pieces: Mapping[str, Any], perform: Callable[..., Any]
) -> Work:
    """Return work that can be stopped, and continued by the same command: see `Plan`."""
    from ..jobs.pieces import Plan, Work
    from ..storage import saves

    saves.tighten()
    return Work(Plan(name, version, pieces, perform), os.path.join(saves.home(), folder))


def files_in(players: Iterable[str]) -> list[tuple[str, int]]:
    """The files that these names name, and when each changed: a bot of before is another one."""
    found = []
    for word in " ".join(players).split():
        with suppress(OSError):
            found.append((word, os.stat(word).st_mtime_ns))
    return found


def is_done(work: Work, executor: Executor, console: Console) -> bool:
    """Have done what is left of some work; False if somebody stops it."""
    before, begun = len(work.done), monotonic()
    if before:
        console.tell(f"Going on: {before} of {work.total} pieces were done before.")
    line = Progress(console)

    def show(done: int, total: int) -> None:
        left = (monotonic() - begun) * (total - done) / (done - before)
        line.show(bar(done, total) + (f", {in_words(left)} left" if done < total else ""))

    finished = work.run(executor, show)
    line.clear()
    if not finished:
        console.tell(
            f"Stopped with {len(work.done)} of {work.total} pieces done and kept.",
            "The same command goes on from there.",
        )
    return finished


def in_words(seconds: float) -> str:
    """A time that need not be exact.

    >>> in_words(8.2), in_words(200), in_words(9000)
    ('9 s', '4 min', '2.5 h')
    """
    if seconds < 60:
        return f"{int(seconds) + 1} s"
    if seconds < 3600:
        return f"{int(seconds / 60) + 1} min"
    return f"{seconds / 3600:.1f} h"
