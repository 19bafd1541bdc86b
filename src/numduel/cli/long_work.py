"""Long, resumable work at the command line: progress, time left and Ctrl-C."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

from ..adapters.model_settings import at_once_of
from ..options import Whole
from .arguments import add_number, require_extra
from .console import Console
from .progress import Progress, format_bar

if TYPE_CHECKING:
    from ..jobs.pieces import Executor, Work


def processes_option(name: str) -> Whole:
    """Return the option for the number of processes."""
    cores = os.cpu_count() or 1
    return Whole(cores, 1, 1024, "number of processes", name)


def add_processes(command: ArgumentParser, count: Whole) -> None:
    """Add the options for where to run: the number of processes, and a cluster."""
    group = command.add_argument_group("processes")
    add_number(group, count)
    help = "run on a Dask cluster: tcp://HOST:PORT, or local to start one"
    group.add_argument("--cluster", metavar="ADDRESS", help=help)


def make_executor(cluster: str | None, count: int, players: Sequence[str] = ()) -> Executor:
    """Return an executor with `count` processes, or a cluster; a local one has `count` workers.

    Models among the players only wait for their endpoints: then threads of this process.
    """
    from ..jobs.pieces import InThreads, local_executor

    if cluster is None:
        if at_once := at_once_of(players):
            return InThreads(at_once)
        return local_executor(count)
    with require_extra("--cluster", "cluster"):
        import distributed  # noqa: F401
    from ..jobs.cluster import OnCluster

    return OnCluster(cluster, count)


def resumable_work(
    folder: str, name: str, version: object, pieces: Mapping[str, Any], perform: Callable[..., Any]
) -> Work:
    """Return work that the same command can resume after a stop: see `Plan`."""
    from ..jobs.pieces import Plan, Work
    from ..storage import saves

    saves.tighten()
    return Work(Plan(name, version, pieces, perform), os.path.join(saves.home(), folder))


def file_times(players: Iterable[str]) -> list[tuple[str, int]]:
    """Return the files named in players and their times: a changed bot is another player."""
    found = []
    for word in " ".join(players).split():
        with suppress(OSError):
            found.append((word, os.stat(word).st_mtime_ns))
    return found


def run_work(work: Work, executor: Executor, console: Console) -> bool:
    """Do the rest of some work; return False if interrupted."""
    before, started = len(work.done), monotonic()
    if before:
        console.print_err(f"Resuming: {before} of {work.total} pieces are already done.")
    line = Progress(console)

    def show(done: int, total: int) -> None:
        left = (monotonic() - started) * (total - done) / (done - before)
        line.show(
            format_bar(done, total) + (f", {format_duration(left)} left" if done < total else "")
        )

    finished = work.run(executor, show)
    line.clear()
    if not finished:
        console.print_err(
            f"Stopped. {len(work.done)} of {work.total} pieces are done and saved.",
            "Run the same command to continue.",
        )
    return finished


def format_duration(seconds: float) -> str:
    """Return an approximate duration.

    >>> format_duration(8.2), format_duration(200), format_duration(9000)
    ('9 s', '4 min', '2.5 h')
    """
    if seconds < 60:
        return f"{int(seconds) + 1} s"
    if seconds < 3600:
        return f"{int(seconds / 60) + 1} min"
    return f"{seconds / 3600:.1f} h"
