"""`numduel submit`: run the benchmark, pack the results, and verify them."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING

from ..dice import Dice
from ..errors import SetupError, counted, quoted
from ..version import __version__
from .arguments import add_json, add_price, format_program_names, parse_price_option
from .console import Console
from .long_work import add_processes, make_executor, processes_option
from .output import check_folder, print_json

if TYPE_CHECKING:
    from ..submission.manifest import Run
    from ..submission.verifying import Verification

PROCESSES = processes_option("processes")

Work = Callable[[Namespace, Console], int]


def add(command: ArgumentParser) -> None:
    added = command.add_subparsers(
        title="commands", dest="action", metavar="COMMAND", required=True
    )
    for work, (summary, add_arguments) in ACTIONS.items():
        action = added.add_parser(
            _word_for(work),
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.",
            formatter_class=command.formatter_class,
            allow_abbrev=False,
        )
        action.set_defaults(work=work)
        add_arguments(action)


def _word_for(work: Work) -> str:
    """Return the word on the command line: the first of the function's name."""
    return work.__name__.partition("_")[0]


def run(args: Namespace, console: Console) -> int:
    work: Work = args.work
    return work(args, console)


def _add_run(action: ArgumentParser) -> None:
    action.add_argument("player", metavar="PLAYER", help=format_program_names())
    action.add_argument("--out", metavar="DIR", required=True, help="folder for all files")
    action.add_argument(
        "--fresh",
        metavar="SEED",
        help="seed of the fresh questions and boards (default: a new random seed)",
    )
    action.add_argument(
        "--quick", action="store_true", help="a small trial, which can't be published"
    )
    add_processes(action, PROCESSES)


def _add_prepare(action: ArgumentParser) -> None:
    action.add_argument("submission", metavar="DIR", help="the folder of the run")
    action.add_argument("--name", help="name on the leaderboard (default: the player)")
    action.add_argument("--out", metavar="FILE", help="archive to write (default: DIR.zip)")
    add_price(action)


def _add_verify(action: ArgumentParser) -> None:
    action.add_argument(
        "submissions", nargs="+", metavar="DIR", help="folder or archive of a submission"
    )
    add_json(action)


# ---- running


def run_protocol(args: Namespace, console: Console) -> int:
    """Take all exams and play the tournament."""
    from ..arena.matches import make_player
    from ..submission.packing import start_run

    run = _read_run(args, console)
    run.check()
    make_player(run.player, Dice(0))  # raises SetupError before any work
    start_run(args.out, run)
    for name in run.protocol.exams(run.seed):
        if not _take_exam(args, run, name, console):
            return 130
    if not _play(args, run, console):
        return 130
    _print_next(args.out, run, console)
    return 0


def _read_run(args: Namespace, console: Console) -> Run:
    """Return the run to start or to resume; without a seed, the one in the folder or a new one."""
    from ..exam.exams import commitment
    from ..exam.fresh import suggest_seed
    from ..submission.manifest import Run
    from ..submission.packing import read_started

    seed = args.fresh
    if seed is None:
        started = read_started(args.out)
        seed = suggest_seed() if started is None else started.seed
        if started is None:
            console.print_err(f"New seed: {seed}", f"Its commitment: {commitment(seed)}")
    return Run(args.player, seed, args.quick)


def _take_exam(args: Namespace, run: Run, name: str, console: Console) -> bool:
    """Take one exam; return False if interrupted."""
    from ..exam.results import Result
    from ..submission.protocol import PLAYER_SEED, exam_file
    from ..views.exam_text import describe_exam
    from .exam_choice import make_exam
    from .exam_sitting import save_result, take_exam

    exam = run.protocol.exams(run.seed)[name]
    console.print_err(f"{describe_exam(exam)}.")
    count = PROCESSES.accept(args.processes)
    if not make_exam(exam.plain, make_executor(args.cluster, count), console):
        return False
    path = os.path.join(args.out, exam_file(name))
    wanted = Result(exam, run.player, PLAYER_SEED, (), __version__)
    executor = make_executor(args.cluster, count, [run.player])
    return take_exam(wanted, path, executor, console, lambda result: save_result(path, result))


def _play(args: Namespace, run: Run, console: Console) -> bool:
    """Play the tournament; return False if interrupted."""
    from ..submission.protocol import ARENA
    from .arena import play_missing

    tournament = run.protocol.tournament(run.player, run.seed)
    console.print_err(f"Arena, {tournament.matches:,} matches.")
    tournament.check()
    executor = make_executor(args.cluster, PROCESSES.accept(args.processes), tournament.players)
    return play_missing(tournament, os.path.join(args.out, ARENA), executor, console)


def _print_next(folder: str, run: Run, console: Console) -> None:
    """Print what is finished and what to do next."""
    from .arguments import shell_word

    if left := _count_unanswered(folder, run):
        console.print_problem(
            f"{left:,} questions or matches are unanswered. Run the same command to ask them again."
        )
    if run.is_quick:
        console.print("The quick trial is finished. It can't be published: leave out --quick.")
    else:
        console.print(f"Finished. Next: numduel submit prepare {shell_word(folder)}")


def _count_unanswered(folder: str, run: Run) -> int:
    from ..exam.results import read_result
    from ..submission.protocol import ARENA, exam_file
    from .arena import read_matches

    exams = (os.path.join(folder, exam_file(name)) for name in run.protocol.exams(run.seed))
    matches = read_matches(os.path.join(folder, ARENA))
    asked = sum(len(read_result(path).unanswered) for path in exams)
    return asked + sum(match.is_unanswered for match in matches)


# ---- packing and verifying


def prepare_archive(args: Namespace, console: Console) -> int:
    """Write the manifest, verify everything, and pack it."""
    from ..submission.packing import pack, write_manifest
    from ..submission.verifying import verify

    out = args.out or f"{os.path.normpath(args.submission)}.zip"
    check_folder(out)
    if not os.path.isdir(args.submission):
        raise SetupError(f"{quoted(args.submission)} isn't the folder of a run")
    manifest = write_manifest(args.submission, args.name, parse_price_option(args.price))
    found = verify(args.submission)
    if found.problems:
        _print_verification(found, console)
        return 1
    pack(args.submission, out, manifest)
    size = os.path.getsize(out)
    console.print(f"Wrote {out}: {counted(len(manifest.files) + 1, 'file')}, {size:,} bytes.")
    if manifest.run.is_quick:
        console.print_problem("It is a quick trial, which can't be published.")
    return 0


def verify_submissions(args: Namespace, console: Console) -> int:
    """Compute submissions again, and print their problems."""
    from ..submission.verifying import verify
    from ..views.leaderboard_json import verification_json

    found = [verify(path) for path in args.submissions]
    if args.json:
        shown = [verification_json(one.path, one.name, one.problems) for one in found]
        print_json(console, {"submissions": shown})
    else:
        for one in found:
            _print_verification(one, console)
    return int(any(one.problems for one in found))


def _print_verification(found: Verification, console: Console) -> None:
    """Print that a submission is verified, or a sentence for each problem."""
    if not found.problems:
        console.print(f"{found.path}: verified, {found.name}.")
    for problem in found.problems:
        console.print(f"{found.path}: {problem}.")
    if found.problems and found.manifest and found.manifest.version != __version__:
        made = found.manifest.version
        console.print(f"It was made with numduel {made}, and this is {__version__}.")


ACTIONS: dict[Work, tuple[str, Callable[[ArgumentParser], None]]] = {
    run_protocol: (
        "run the whole protocol with a player; run the same command to resume",
        _add_run,
    ),
    prepare_archive: ("pack the results of a finished run into one archive", _add_prepare),
    verify_submissions: ("compute every figure of a submission again, and compare", _add_verify),
}
"""For each action, its one-line help and the function that adds its arguments."""
