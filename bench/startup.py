"""CPU time of a command that plays nothing, against an interpreter that does nothing."""

from __future__ import annotations

import argparse
import compileall
import json
import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path

MARK = 4.0
"""A game starts in at most this many times what Python itself takes."""

ROUNDS = 31
COMMANDS = {
    "python": [sys.executable, "-c", "pass"],
    "numduel": [str(Path(sys.executable).with_name("numduel")), "play", "sum", "--classic"],
}


def cpu(command: list[str]) -> float:
    """Milliseconds of CPU time, of the user and the system, that one run takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--json", action="store_true", help="print the figures as JSON")
    asked = options.parse_args()
    # An installed package is compiled; a source tree may not be.
    import numduel

    compileall.compile_dir(os.path.dirname(numduel.__file__), quiet=1)
    taken: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(ROUNDS):
        for name, command in COMMANDS.items():
            taken[name].append(cpu(command))
    median = {name: statistics.median(times) for name, times in taken.items()}
    ratio = median["numduel"] / median["python"]
    if asked.json:
        print(json.dumps({**median, "ratio": ratio}))
    else:
        print(f"python -c pass              {median['python']:6.1f} ms of CPU")
        print(f"numduel play sum --classic  {median['numduel']:6.1f} ms of CPU, {ratio:.2f} times")
    return 0 if ratio <= MARK else 1


if __name__ == "__main__":
    raise SystemExit(main())
