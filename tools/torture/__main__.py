"""Try to break what numduel promises, and count failures: `make torture`.

    python -m torture                      everything
    python -m torture --share 0.01         a hundredth of it
    python -m torture kills inputs         only these attacks

The exit status is 1 if anything failed. Every failure says how to reproduce it.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from typing import NamedTuple

from . import actions, app, edges, inputs, questions, saving, servers
from .attack import Attack

ATTACKS: dict[str, tuple[int, Attack]] = {
    "kills": (1_000, saving.kill_games),
    "writers": (1_000, saving.write_concurrently),
    "full disks": (500, saving.fill_disks),
    "damaged files": (20_000, saving.damage_files),
    "inputs": (1_000_000, inputs.type_nonsense),
    "app": (100_000, app.attack_app),
    "escapes": (1_000, edges.inject_escapes),
    "streams": (500, edges.break_streams),
    "questions": (40, questions.ask_large_questions),
    "actions": (500, actions.act_at_random),
    "server kills": (300, servers.kill_servers),
    "database kills": (300, servers.kill_databases),
    "server stops": (100, servers.stop_servers),
    "histories": (10_000, servers.check_histories),
}
"""Number of attempts and function of each attack."""

MAX_FAILURES_SHOWN = 5
"""Maximum number of failures shown for each attack."""


class Outcome(NamedTuple):
    """The result of an attack."""

    name: str
    tried: int
    failures: list[str]
    seconds: float


def main() -> int:
    args = _parse_arguments()
    outcomes = [_run_attack(name, args.share, args.seed) for name in args.attacks or ATTACKS]
    width = max(len(name) for name in ATTACKS)
    for outcome in outcomes:
        name, tried, failures, seconds = outcome
        print(f"{name:<{width}} {tried:>10,} tried {len(failures):>6,} failed {seconds:>6.0f} s")
    for outcome in outcomes:
        for failure in outcome.failures[:MAX_FAILURES_SHOWN]:
            print(f"\n{outcome.name}: {failure}")
    return int(any(outcome.failures for outcome in outcomes))


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="torture", description="Try to break numduel's promises.")
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=", ".join(ATTACKS))
    parser.add_argument(
        "--share", type=float, default=1.0, help="fraction of the attempts to run (default: 1)"
    )
    parser.add_argument("--seed", type=int, default=1, help="random seed (default: 1)")
    args = parser.parse_args()
    if unknown := [name for name in args.attacks if name not in ATTACKS]:
        parser.error(f"{unknown[0]!r} isn't an attack. Use {', '.join(ATTACKS)}")
    return args


def _run_attack(name: str, share: float, seed: int) -> Outcome:
    """Run an attack in a temporary folder, the only one that it may touch."""
    count, attack = ATTACKS[name]
    wanted, tried = max(1, round(count * share)), 0
    failures: list[str] = []
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="numduel-torture-") as folder:
        os.environ["NUMDUEL_HOME"] = os.path.join(folder, "home")
        for number, failure in attack(wanted, random.Random(f"{name} {seed}"), folder):
            tried += number
            failures += [failure] if failure else []
            _show(f"{name}: {tried:,} of {wanted:,}, {len(failures):,} failed")
    _show("")
    return Outcome(name, tried, failures, time.monotonic() - started)


def _show(line: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
