"""`numduel leaderboard`: a page of verified submissions."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from ..errors import SetupError, counted, quoted
from .arguments import add_json, add_number
from .console import Console
from .long_work import processes_option
from .output import check_folder, print_json, write_file
from .progress import Progress, format_bar

if TYPE_CHECKING:
    from ..submission.verifying import Verification, Verified
    from ..views.leaderboard import Leaderboard, Submitted

PAGE = "leaderboard.html"
PROCESSES = processes_option("processes")


def add(command: ArgumentParser) -> None:
    command.add_argument(
        "submissions", nargs="+", metavar="DIR", help="folders or archives of submissions"
    )
    command.add_argument(
        "--announced",
        metavar="HASH",
        action="append",
        default=[],
        help="commitment of a seed that was announced before the runs; can be repeated",
    )
    add_number(command.add_argument_group("processes"), PROCESSES)
    group = command.add_argument_group("output")
    add_json(group)
    group.add_argument(
        "--html", metavar="FILE", help=f"page to write (default: {PAGE}; with --json, none)"
    )


def run(args: Namespace, console: Console) -> int:
    out = args.html or (None if args.json else PAGE)
    check_folder(out)
    for one in args.announced:
        if len(one) != 64 or not set(one) <= set("0123456789abcdef"):
            raise SetupError(f"{quoted(one)} isn't a commitment. See numduel exam --commit")
    board = _make(args, console)
    if out is not None:
        from ..render.leaderboard_page import page

        write_file(out, page(board))
        console.print_err(f"Wrote {out}.")
    if args.json:
        from ..submission.manifest import protocol_json
        from ..views.leaderboard_json import leaderboard_json

        print_json(console, leaderboard_json(board, protocol_json()))
    else:
        _print_table(board, console)
    return 0 if board.entries else 1


def _make(args: Namespace, console: Console) -> Leaderboard:
    """Verify all submissions, and return the leaderboard."""
    from ..views.leaderboard import Refused, make_leaderboard

    found = _verify_all(args, console)
    shown = [one.verified for one in found if one.verified]
    submitted = [_submitted(one, args.announced) for one in shown]
    refused = [Refused(one.path, one.name, one.problems) for one in found if one.problems]
    return make_leaderboard(submitted, refused)


def _verify_all(args: Namespace, console: Console) -> list[Verification]:
    """Verify submissions in several processes; return them in the order of the arguments."""
    from ..jobs.pieces import local_executor
    from ..submission.verifying import verify

    line, found = Progress(console), {}
    paths = {path: path for path in args.submissions}
    executor = local_executor(PROCESSES.accept(args.processes))
    line.show(format_bar(0, len(paths)))
    for path, verification in executor.run(verify, paths):
        found[path] = _refuse_trial(verification)
        line.show(format_bar(len(found), len(paths)))
    line.clear()
    return [found[path] for path in paths]


def _refuse_trial(found: Verification) -> Verification:
    """Return a verification in which a quick trial is a problem."""
    if found.manifest is None or not found.manifest.run.is_quick:
        return found
    problem = "it is a quick trial, which no leaderboard shows"
    return found._replace(problems=[*found.problems, problem], verified=None)


def _submitted(one: Verified, announced: list[str]) -> Submitted:
    from ..exam.exams import commitment
    from ..submission.manifest import prompt_json
    from ..submission.protocol import how_checked
    from ..views.leaderboard import Submitted

    manifest, seed = one.manifest, one.manifest.run.seed
    return Submitted(
        name=manifest.name,
        player=manifest.run.player,
        prompt=prompt_json(manifest.run.player),
        seed=seed,
        commitment=commitment(seed),
        version=manifest.version,
        checked=how_checked(manifest.run.player),
        price=manifest.price,
        exams=one.exams,
        matches=one.matches,
        repeated=one.repeated,
        announced=commitment(seed) in announced if announced else None,
    )


def _print_table(board: Leaderboard, console: Console) -> None:
    from ..views.leaderboard_text import MAIN_COLUMNS, column_names
    from .text_table import format_table

    if board.entries:
        shown = column_names(board.entries)
        table = [["", "", *(MAIN_COLUMNS[name].title for name in shown)]]
        for rank, entry in enumerate(board.entries, 1):
            cells = (MAIN_COLUMNS[name].format(entry) for name in shown)
            table.append([str(rank), entry.submitted.name, *cells])
        console.print(*format_table(table, console.width))
        console.print("In brackets: 95% confidence intervals.")
    for one in board.refused:
        more = f" (and {counted(len(one.problems) - 1, 'more problem')})"
        rest = more if len(one.problems) > 1 else ""
        console.print_problem(f"Refused {one.path}: {one.problems[0]}{rest}.")
