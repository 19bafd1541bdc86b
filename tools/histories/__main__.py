"""Record histories of servers under faults, and check them.

    python -m histories 10000                      as many requests, on PostgreSQL
    python -m histories 10000 --database sqlite    one server with SQLite
    python -m histories --check FILE               check a recorded history again

Finished seeds are in the folder: a further run with more requests continues after them.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Sequence

from .checker import find_anomalies
from .history import read_history
from .run import POSTGRES, SQLITE, Outcome, run

PER_SEED = 1_000
"""Requests of each seed."""


def main() -> int:
    args = _parse_arguments()
    if args.check:
        with open(args.check, encoding="utf-8") as file:
            anomalies = find_anomalies(read_history(file))
        print("\n".join(anomalies) or "No anomalies.")
        return int(bool(anomalies))
    os.makedirs(args.out, exist_ok=True)
    outcomes = _run_seeds(args.operations, args.database, args.out, args.seed)
    print(_report(outcomes))
    return int(any(outcome.anomalies for outcome in outcomes))


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="histories", description="Check servers under faults.")
    parser.add_argument("operations", nargs="?", type=int, default=10_000, help="requests to send")
    parser.add_argument("--database", choices=(POSTGRES, SQLITE), default=POSTGRES)
    parser.add_argument("--seed", type=int, default=1, help="first random seed (default: 1)")
    parser.add_argument("--out", default="build/histories", help="folder for the histories")
    parser.add_argument("--check", metavar="FILE", help="check a recorded history")
    return parser.parse_args()


def _run_seeds(operations: int, database: str, folder: str, seed: int) -> list[Outcome]:
    """Run one seed after the other until there are enough requests, with those already finished."""
    path = os.path.join(folder, f"outcomes-{database}.jsonl")
    outcomes = _read_outcomes(path)
    while sum(outcome.operations for outcome in outcomes) < operations:
        if seed not in (outcome.seed for outcome in outcomes):
            outcome = run(seed, database, PER_SEED, folder)
            outcomes.append(outcome)
            with open(path, "a", encoding="utf-8") as file:
                file.write(json.dumps(outcome._asdict()) + "\n")
            print(_report([outcome]), file=sys.stderr, flush=True)
        seed += 1
    return outcomes


def _read_outcomes(path: str) -> list[Outcome]:
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [Outcome(**json.loads(line)) for line in file]


def _report(outcomes: Sequence[Outcome]) -> str:
    seeds = sorted(outcome.seed for outcome in outcomes)
    faults = sum((Counter(outcome.faults) for outcome in outcomes), Counter[str]())
    anomalies = [f"seed {one.seed}: {text}" for one in outcomes for text in one.anomalies]
    figures = (
        f"seeds {seeds[0]} to {seeds[-1]}: "
        f"{sum(one.operations for one in outcomes):,} requests, "
        f"{sum(one.unknown for one in outcomes):,} unanswered, "
        f"{sum(one.views for one in outcomes):,} views of streams, "
        f"{faults.total():,} faults, {len(anomalies):,} anomalies"
    )
    kinds = ", ".join(f"{name} {number:,}" for name, number in sorted(faults.items()))
    return "\n".join((figures, kinds, *anomalies))


if __name__ == "__main__":
    sys.exit(main())
