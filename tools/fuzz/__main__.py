"""Fuzz every reader of data from outside, guided by coverage: `make fuzz`.

    python -m fuzz                         continue until every target has had an hour of CPU time
    python -m fuzz record save             only these targets
    python -m fuzz record --seconds 60     once, for a minute
    python -m fuzz record --input FILE     one input, without atheris: to see why it failed
    python -m fuzz --reduce                keep the inputs that reach most in tests/fixtures/fuzz

Each run of a target is stored in tally.jsonl when it ends, so you can stop at any time and
continue later. At the end, docs/trust.md gets the sums. The exit status is 1 if anything failed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from .page import write_page
from .sanitized import NoCompiler
from .tally import append_run, cpu_seconds, read_runs
from .targets import TARGETS, load_target

GOAL_S = 3600
"""CPU time of each target, in seconds, that `make fuzz` adds up to."""

PIECE_S = 300
"""Seconds of a run, after which the next target gets its turn."""


def main() -> int:
    args = _parse_arguments()
    names = args.targets or list(TARGETS)
    if args.input is not None:
        load_target(names[0])(args.input.read_bytes())
        return 0
    if args.reduce:
        from .reduce import reduce_corpus

        for name in names:
            reduce_corpus(name)
        return 0
    if args.seconds is not None:
        return int(sum(_run(name, args.seconds) for name in names) > 0)
    return _continue_all(names)


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="fuzz", description="Fuzz what reads data from outside.")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("--seconds", type=int, help="run each target once, for this time")
    parser.add_argument("--input", type=Path, help="give this file to the target")
    parser.add_argument("--reduce", action="store_true", help="choose the inputs to keep")
    args = parser.parse_args()
    if unknown := [name for name in args.targets if name not in TARGETS]:
        parser.error(f"{unknown[0]!r} isn't a target. Use {', '.join(TARGETS)}")
    if args.input is not None and len(args.targets) != 1:
        parser.error("--input needs one target")
    return args


def _continue_all(names: Sequence[str]) -> int:
    """Let the targets take turns until each has had its time."""
    crashes, left = 0, list(names)
    try:
        while left := [name for name in left if cpu_seconds(name, read_runs()) < GOAL_S]:
            for name in list(left):
                try:
                    crashes += _run(name, PIECE_S)
                except NoCompiler as error:
                    print(f"{name} is left out: {error}", file=sys.stderr)
                    left.remove(name)
    except KeyboardInterrupt:
        print("Stopped. Run it again to continue.", file=sys.stderr)
    finally:
        write_page()
    return int(crashes > 0)


def _run(name: str, seconds: int) -> int:
    """Run a target, store the result, and return the number of crashes."""
    from .runs import run_target  # imported here, because --input needs no atheris

    run = run_target(name, seconds)
    append_run(run)
    print(
        f"{name}: {run.seconds:.0f} s of CPU time, {run.executions:,} executions, "
        f"{run.edges:,} branches, {run.crashes} crashes",
        flush=True,
    )
    return run.crashes


if __name__ == "__main__":
    sys.exit(main())
