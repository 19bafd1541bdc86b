"""The time and the executions of all runs so far, one line of JSON for each run of a target."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

__all__ = ["FILE", "Run", "append_run", "cpu_seconds", "read_runs"]

FILE = Path(__file__).with_name("tally.jsonl")


class Run(NamedTuple):
    """A run of a target."""

    target: str
    seconds: float
    """CPU time of the process, as the system measured it."""
    executions: int
    edges: int
    """Branches of numduel that its inputs reach; in the compiled core those of C as well."""
    crashes: int
    """1 if it ended with an input that makes the target fail, otherwise 0."""
    day: str


def read_runs(file: Path = FILE) -> list[Run]:
    """Return the stored runs."""
    if not file.exists():
        return []
    return [Run(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]


def append_run(run: Run, file: Path = FILE) -> None:
    """Store a run."""
    with file.open("a", encoding="utf-8") as out:
        out.write(f"{json.dumps(run._asdict())}\n")


def cpu_seconds(target: str, runs: Iterable[Run]) -> float:
    """Return the CPU time of a target.

    >>> run = Run("record", 60.0, 1000, 500, 0, "2026-11-18")
    >>> cpu_seconds("record", [run, run._replace(target="save"), run])
    120.0
    """
    return sum(run.seconds for run in runs if run.target == target)
