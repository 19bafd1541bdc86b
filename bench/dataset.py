"""Measure how many positions per second `numduel dataset` writes, in one process."""

from __future__ import annotations

import argparse
import io
import os
import sys
import tempfile
from contextlib import redirect_stdout
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

from numduel.cli.main import main as run_command
from numduel.compiled import is_used

PARQUET, LINES = "positions.parquet", "positions.jsonl"
TARGETS = {PARQUET: 200_000, LINES: 50_000}
"""Positions per second where a sweep finds all positions of many boards."""


class Export(NamedTuple):
    """A command whose speed is measured."""

    words: str
    positions: int
    has_target: bool


EXPORTS = (
    Export("maze", 1_000_000, True),
    Export("race", 1_000_000, True),
    Export("sum", 34_488, False),
    Export("maze --split train", 1_000_000, True),
    Export("run", 100_000, False),
    Export("run --each 5000", 100_000, False),
    Export("quest", 100_000, False),
    Export("quest --stand", 100_000, False),
)


class Speed(NamedTuple):
    """Positions per second of elapsed time and of CPU time."""

    elapsed: float
    cpu: float


def export(words: str, positions: int, file: str) -> Speed:
    """Write a dataset and measure it, from the command to the complete file."""
    command = ["dataset", *words.split(), "--positions", str(positions), "--processes", "1"]
    elapsed, cpu = perf_counter(), process_time()
    with redirect_stdout(io.StringIO()):
        status = run_command([*command, "--out", file])
    assert status == 0
    return Speed(positions / (perf_counter() - elapsed), positions / (process_time() - cpu))


def measure(one: Export, file: str, rounds: int) -> bool:
    """Print the median speed of an export; return whether it meets its target."""
    export(one.words, 1000, file)  # modules are imported now
    found = [export(one.words, one.positions, file) for _ in range(rounds)]
    elapsed = median(speed.elapsed for speed in found)
    cpu = median(speed.cpu for speed in found)
    target = TARGETS[file] if one.has_target else 0
    bound = f" (target: at least {target:,})" if target else ""
    name = f"{one.words}, {file.partition('.')[2]}"
    print(f"{name}: {elapsed:,.0f} positions per second{bound}, {cpu:,.0f} per CPU second")
    return elapsed >= target


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="exports of each kind (default: 3)")
    rounds = parser.parse_args().rounds
    if not is_used():
        sys.exit("The compiled core is not built. Install a C compiler and run `make check`.")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["NUMDUEL_HOME"] = folder
        os.chdir(folder)
        met = [measure(one, file, rounds) for one in EXPORTS for file in (PARQUET, LINES)]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
