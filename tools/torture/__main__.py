"""Try to break what numduel promises, and count failures: `make torture`.

    python -m torture                      continue until every attack has reached its goal
    python -m torture kills inputs         only these attacks
    python -m torture --share 0.01         a hundredth of the goals, without storing the results

Each piece of an attack is stored in tally.jsonl when it ends, so you can stop at any time and
continue later. At the end, docs/trust.md gets the sums. The exit status is 1 if anything failed.
Every failure says how to reproduce it.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import chdir
from typing import NamedTuple

from .attacks import ATTACKS
from .page import write_page
from .tally import Piece, append_piece, next_seed, read_pieces, today


class Outcome(NamedTuple):
    """The result of an attack."""

    name: str
    tried: int
    failures: list[str]
    seconds: float


def main() -> int:
    args = _parse_arguments()
    names = args.attacks or list(ATTACKS)
    if args.share is None:
        outcomes = _continue_attacks(names)
    else:
        outcomes = [
            _run_attack(name, max(1, round(ATTACKS[name].goal * args.share)), args.seed)
            for name in names
        ]
    _print_outcomes(outcomes)
    return int(any(outcome.failures for outcome in outcomes))


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="torture", description="Try to break numduel's promises.")
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=", ".join(ATTACKS))
    parser.add_argument(
        "--share", type=float, help="run this fraction of the goals once, and store nothing"
    )
    parser.add_argument("--seed", type=int, default=1, help="random seed of --share (default: 1)")
    args = parser.parse_args()
    if unknown := [name for name in args.attacks if name not in ATTACKS]:
        parser.error(f"{unknown[0]!r} isn't an attack. Use {', '.join(ATTACKS)}")
    return args


def _continue_attacks(names: Sequence[str]) -> list[Outcome]:
    """Run pieces until every attack has reached its goal; store each, and write the page.

    The attacks take turns, so that a run that is stopped early has tried all of them.
    """
    outcomes = []
    try:
        while waiting := [name for name in names if _count_missing(name) > 0]:
            for name in waiting:
                seed = next_seed(name, read_pieces())
                wanted = min(ATTACKS[name].piece, _count_missing(name))
                outcome = _run_attack(name, wanted, seed)
                append_piece(Piece(name, seed, outcome.tried, len(outcome.failures), today()))
                outcomes.append(outcome)
    except KeyboardInterrupt:
        print("Stopped. Run it again to continue.", file=sys.stderr)
    finally:
        write_page()
    return outcomes


def _count_missing(name: str) -> int:
    """Return the number of attempts until the goal."""
    return ATTACKS[name].goal - sum(one.tried for one in read_pieces() if one.attack == name)


def _run_attack(name: str, wanted: int, seed: int) -> Outcome:
    """Run an attack in a temporary folder, the only one that it may touch."""
    tried = 0
    failures: list[str] = []
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="numduel-torture-") as folder, chdir(folder):
        os.environ["NUMDUEL_HOME"] = os.path.join(folder, "home")
        dice = random.Random(f"{name} {seed}")
        for number, failure in ATTACKS[name].attack(wanted, dice, folder):
            tried += number
            if failure:
                failures.append(f"seed {seed}: {failure}")
                print(f"\n{name}: {failures[-1]}", file=sys.stderr, flush=True)
            _show(f"{name}, seed {seed}: {tried:,} of {wanted:,}, {len(failures):,} failed")
    _show("")
    return Outcome(name, tried, failures, time.monotonic() - started)


def _print_outcomes(outcomes: Sequence[Outcome]) -> None:
    width = max(len(name) for name in ATTACKS)
    for name in dict.fromkeys(outcome.name for outcome in outcomes):
        own = [outcome for outcome in outcomes if outcome.name == name]
        tried, seconds = sum(one.tried for one in own), sum(one.seconds for one in own)
        failures = [failure for one in own for failure in one.failures]
        print(f"{name:<{width}} {tried:>10,} tried {len(failures):>6,} failed {seconds:>6.0f} s")


def _show(line: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
