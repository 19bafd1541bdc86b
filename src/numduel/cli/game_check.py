"""`numduel game check`: check that the rules of a game are consistent."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from ..errors import UnknownGame, as_sentence, capitalise, counted, listed
from ..options import Whole
from ..workshop.variants import MAX_POSITIONS
from .arguments import add_json, add_number
from .console import Console
from .output import print_json
from .progress import UPDATE_SECONDS, Progress

if TYPE_CHECKING:
    from ..views.shapes import reports
    from ..workshop.checker import Finding, Result, Variant

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
        print_json(console, _check_json(result))
    else:
        _print_result(result, console)
    return 0 if result.is_lawful else 1


def _check_json(result: Result) -> reports.GameCheck:
    """Return the broken laws, the warnings, and what was examined."""
    return {
        "game": result.game,
        "ok": result.is_lawful,
        "complete": result.is_complete,
        "broken": [
            {
                "law": finding.law,
                "message": finding.message,
                "options": finding.options,
                "moves": list(finding.moves),
                "position": finding.position,
            }
            for finding in result.broken
        ],
        "warnings": [
            {"law": finding.law, "message": finding.message} for finding in result.warnings
        ],
        "variants": [
            {
                "options": variant.options,
                "positions": variant.positions,
                "complete": variant.is_complete,
            }
            for variant in result.variants
        ],
    }


def _print_result(result: Result, console: Console) -> None:
    _print_extent(result, console)
    for finding in result.broken:
        console.print("")
        console.print_problem(f"BROKEN {finding.law}: {capitalise(finding.message)}.")
        _print_example(finding, console)
    if result.warnings:
        console.print("")
    for finding in result.warnings:
        console.print_text(f"WARNING {finding.law}: {capitalise(finding.message)}.")
    console.print("")
    console.print_text(_conclude(result))


def _print_extent(result: Result, console: Console) -> None:
    """Print how many positions were examined, and of which variants not all."""
    examined = sum(variant.positions for variant in result.variants)
    if not examined:
        return
    variants = counted(len(result.variants), "variant")
    console.print_text(f"{result.game}: {examined:,} positions of {variants} were examined.")
    partly = [variant for variant in result.variants if not variant.is_complete]
    if partly:
        names = list(dict.fromkeys(map(_name_variant, partly)))  # deals have the same options
        told = "; ".join(names[:5])
        more = f"; and {len(names) - 5} more" if len(names) > 5 else ""
        console.print_text(f"Only some of the positions of: {told}{more}.")
    else:
        console.print_text("These are all positions.")


def _name_variant(variant: Variant) -> str:
    options = {name: value for name, value in variant.options.items() if name != "board"}
    return _write_options(options) or "the standard options"


def _write_options(options: dict[str, object]) -> str:
    return ", ".join(f"{name} {value}" for name, value in options.items())


def _print_example(finding: Finding, console: Console) -> None:
    if finding.options:
        console.print_text(f"  Options: {_write_options(finding.options)}")
    if finding.moves:
        console.print_text(f"  Moves: {'  '.join(finding.moves)}")
    if finding.position:
        if not finding.moves:
            console.print("  At the start:")
        console.print(*(f"    {line}".rstrip() for line in finding.position.split("\n")))


def _conclude(result: Result) -> str:
    if result.broken:
        laws = list(dict.fromkeys(finding.law for finding in result.broken))
        broken = f"{counted(len(laws), 'law')} {'is' if len(laws) == 1 else 'are'} broken"
        return f"{broken}: {listed(laws, 'and')}. See docs/laws.md for what each demands."
    warned = f", with {counted(len(result.warnings), 'warning')}" if result.warnings else ""
    return f"All laws hold{warned}."
