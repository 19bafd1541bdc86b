"""Try to break what numduel promises, and count: `make torture`.

    python -m torture                      all of it
    python -m torture --share 0.01         a hundredth of it
    python -m torture kills inputs         these attacks alone

The exit status is 1 if anything failed. Every failure is written down with what shows it again.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from typing import NamedTuple

from . import app, edges, inputs, questions, saving, servers
from .attack import Attack

ATTACKS: dict[str, tuple[int, Attack]] = {
    "kills": (1_000, saving.kills),
    "writers": (1_000, saving.writers),
    "full disks": (500, saving.full_disks),
    "damaged files": (20_000, saving.damaged_files),
    "inputs": (1_000_000, inputs.inputs),
    "app": (100_000, app.app),
    "escapes": (1_000, edges.escapes),
    "streams": (500, edges.streams),
    "questions": (40, questions.questions),
    "server kills": (300, servers.server_kills),
    "database kills": (300, servers.database_kills),
    "server stops": (100, servers.server_stops),
}
"""How often each is tried, and by what."""

SHOWN = 5
"""Failures of one attack that are shown."""


class Outcome(NamedTuple):
    name: str
    tried: int
    failures: list[str]
    seconds: float


def main() -> int:
    asked = _asked()
    outcomes = [_attack(name, asked.share, asked.seed) for name in asked.attacks or ATTACKS]
    width = max(len(name) for name in ATTACKS)
    for outcome in outcomes:
        name, tried, failures, seconds = outcome
        print(f"{name:<{width}} {tried:>10,} tried {len(failures):>6,} failed {seconds:>6.0f} s")
    for outcome in outcomes:
        for failure in outcome.failures[:SHOWN]:
            print(f"\n{outcome.name}: {failure}")
    return int(any(outcome.failures for outcome in outcomes))


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="torture", description="Try to break what is promised.")
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=", ".join(ATTACKS))
    parser.add_argument("--share", type=float, default=1.0, help="how much of it is tried (1)")
    parser.add_argument("--seed", type=int, default=1, help="other attacks of the same kinds (1)")
    asked = parser.parse_args()
    if unknown := [name for name in asked.attacks if name not in ATTACKS]:
        parser.error(f"there is no attack {unknown[0]!r}, only {', '.join(ATTACKS)}")
    return asked


def _attack(name: str, share: float, seed: int) -> Outcome:
    """One attack in a folder of its own, which is all that it may touch."""
    most, attack = ATTACKS[name]
    wanted, tried = max(1, round(most * share)), 0
    failures: list[str] = []
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="numduel-torture-") as folder:
        os.environ["NUMDUEL_HOME"] = os.path.join(folder, "home")
        for number, failure in attack(wanted, random.Random(f"{name} {seed}"), folder):
            tried += number
            failures += [failure] if failure else []
            _show(f"{name}: {tried:,} of {wanted:,}, {len(failures):,} failed")
    _show("")
    return Outcome(name, tried, failures, time.monotonic() - began)


def _show(line: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
