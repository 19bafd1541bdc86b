"""`numduel game check`: check that the rules of a game are consistent."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from ..errors import UnknownGame, as_sentence, capitalise
from ..options import Whole
from ..workshop.variants import MAX_POSITIONS
from .arguments import add_json, add_number
from .console import Console
from .output import print_json
from .progress import UPDATE_SECONDS, Progress

if TYPE_CHECKING:
    from ..workshop.checker import Finding, Result

POSITIONS = Whole(
    MAX_POSITIONS, 1, 100_000_000, "maximum positions of all variants together", "positions"
)


def add(command: ArgumentParser) -> None:
    command.add_argument("game", metavar="FILE|GAME", help="a game file, or the id of a game")
    add_number(command, POSITIONS)
    add_json(command)


def run(args: Namespace, console: Console) -> int:
    """Print what is wrong; return 0 for a lawful game, 1 for another, 2 if it can't be loaded."""
    from ..picture_text import draw
    from ..views.workshop_json import check_json
    from ..workshop.checking import check

    positions = POSITIONS.accept(args.positions)
    line = Progress(console, UPDATE_SECONDS)

    def show(examined: int) -> None:
        line.show(f"Checking: {examined:,} positions so far, Ctrl-C stops")

    try:
        result = check(args.game, positions, progress=show, draw=draw)
    except UnknownGame as error:
        console.print_err(f"numduel: {as_sentence(error)}")
        return 2
    finally:
        line.clear()
    if args.json:
        print_json(console, check_json(result))
    else:
        _print_result(result, console)
    return 0 if result.is_lawful else 1


def _print_result(result: Result, console: Console) -> None:
    from ..views.workshop_text import describe_check, describe_extent

    advice = " See docs/laws.md for what each demands." if result.broken else ""
    for line in describe_extent(result):
        console.print_text(line)
    for finding in result.broken:
        console.print("")
        console.print_problem(f"BROKEN {finding.law}: {capitalise(finding.message)}.")
        _print_example(finding, console)
    if result.warnings:
        console.print("")
    for finding in result.warnings:
        console.print_text(f"WARNING {finding.law}: {capitalise(finding.message)}.")
    console.print("")
    console.print_text(f"{describe_check(result)}{advice}")


def _print_example(finding: Finding, console: Console) -> None:
    from ..views.workshop_text import write_options

    if finding.options:
        console.print_text(f"  Options: {write_options(finding.options)}")
    if finding.moves:
        console.print_text(f"  Moves: {'  '.join(finding.moves)}")
    if finding.position:
        if not finding.moves:
            console.print("  At the start:")
        console.print(*(f"    {line}".rstrip() for line in finding.position.split("\n")))
