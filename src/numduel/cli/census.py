"""`numduel census`: count who wins with perfect play, and how much skill matters."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from ..dice import read_seed
from ..games import find
from ..options import Whole
from .arguments import (
    add_game,
    add_game_options,
    add_json,
    add_number,
    add_seed,
    parse_options,
)
from .census_work import pieces_of, work_of
from .console import Console
from .long_work import add_processes, make_executor, processes_option, run_work
from .output import print_json

if TYPE_CHECKING:
    from .census_report import Summary


MAX_COUNT = 1_000_000
"""Maximum boards, and highest value of an option."""
BOARDS = Whole(1, 1, MAX_COUNT, "sample N random boards", name="boards")
UPTO = Whole(
    MAX_COUNT, 1, MAX_COUNT, "highest value of an option, in a game without boards", name="upto"
)
PAIRS = Whole(
    50, 0, MAX_COUNT, "boards for perfect play against each level, from both seats", name="pairs"
)
POSITIONS = Whole(400_000, 1, 999_999_999, "maximum positions per board", name="positions")
JOBS = processes_option("jobs")


def add(command: ArgumentParser) -> None:
    add_game(command)
    group = command.add_argument_group("what to count")
    add_number(group, BOARDS, "all boards if possible")
    add_seed(group, "random seed of the first board; later boards count up from it", "0")
    add_number(group, UPTO, "its limit")
    add_number(group, PAIRS)
    add_number(group, POSITIONS)
    add_processes(command, JOBS)
    group = command.add_argument_group("output")
    add_json(group)
    group.add_argument("--plot", metavar="FILE", help="write a plot to FILE (.svg, .png or .pdf)")
    add_game_options(command)


def run(args: Namespace, console: Console) -> int:
    from ..engine.studying.census import Census
    from .census_report import Summary

    if args.plot:
        from .census_plot import check_path

        check_path(args.plot)
    given = tuple(parse_options(args).items())
    census = Census(
        args.game,
        given,
        boards=None if args.boards is None else BOARDS.accept(args.boards),
        seed=read_seed(args.seed),
        upto=None if args.upto is None else UPTO.accept(args.upto),
        positions=POSITIONS.accept(args.positions),
    ).in_bulk()
    if args.boards is not None and census.how == "options":
        title = find(args.game).title
        console.print_err(f"{title} has no boards, so --boards has no effect.")
    pieces = pieces_of(census, PAIRS.accept(args.pairs))
    jobs = JOBS.accept(args.jobs)
    work = work_of(census, pieces)
    if not run_work(work, make_executor(args.cluster, jobs), console):
        return 130
    _show(args, console, Summary.of(census, work.results()))
    console.flush()
    work.delete()  # results are saved until here
    return 0


def _show(args: Namespace, console: Console, summary: Summary) -> None:
    from .census_report import format_summary

    if args.json:
        from ..views.studies_json import census_json

        print_json(console, census_json(*summary))
    else:
        console.print(*format_summary(summary))
    if args.plot:
        from .census_plot import draw

        draw(summary, args.plot)
        console.print_err(f"Wrote {args.plot}.")
