"""The choice of an exam at the command line: the public one, a fresh one, a disguise."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from ..errors import SetupError, quoted
from .console import Console
from .long_work import run_work

if TYPE_CHECKING:
    from ..exam.questions import Exam
    from ..exam.results import Result
    from ..jobs.pieces import Executor

NEW_SEED = ""
"""The value of --commit without a seed."""


def add_questions(command: ArgumentParser) -> None:
    """Add the options that choose the questions."""
    group = command.add_argument_group("questions")
    group.add_argument(
        "--fresh", metavar="SEED", help="ask new questions that follow from SEED, any text"
    )
    group.add_argument(
        "--questions", metavar="N", type=int, help="number of fresh questions (default: 300)"
    )
    group.add_argument("--tier", help="boards of fresh questions: standard or large")
    group.add_argument(
        "--disguise",
        metavar="SEED",
        help="ask the same questions under other names, in other words and turned around",
    )
    group.add_argument(
        "--plain",
        metavar="FILE",
        help="with --disguise: also show the difference to the result in FILE, without a disguise",
    )
    group.add_argument(
        "--trained-on",
        metavar="FILE",
        action="append",
        default=[],
        help="warn if questions are in this dataset, which the player was trained on; repeatable",
    )
    group.add_argument(
        "--commit",
        metavar="SEED",
        nargs="?",
        const=NEW_SEED,
        help="print the hash of SEED to publish before a fresh exam, and exit "
        "(default: a new random seed)",
    )


def read_exam(args: Namespace) -> Exam:
    """Return the exam that the arguments name; SetupError if there is none."""
    from ..exam.making import check_exam, check_seed
    from ..exam.questions import Exam

    given = {"size": args.questions, "tier": args.tier}
    settings = {name: value for name, value in given.items() if value is not None}
    if args.fresh is None and settings:
        raise SetupError("the public exam can't change. Add --fresh SEED for other questions")
    exam = Exam(args.fresh, disguise=args.disguise, **settings)
    if exam.fresh is not None:
        check_exam(exam)
    if exam.disguise is not None:
        check_seed(exam.disguise, "a disguise")
    return exam


def read_plain(args: Namespace, exam: Exam) -> Result | None:
    """Return the result to compare a disguised one with; SetupError if it is of other questions."""
    from ..exam.results import read_result

    if args.plain is None:
        return None
    if exam.disguise is None:
        raise SetupError("--plain needs --disguise SEED: it compares a disguise with FILE")
    if args.json:
        raise SetupError("--plain has no --json. Use numduel compare with two files")
    plain = read_result(args.plain)
    if plain.exam != exam.plain:
        raise SetupError(f"{quoted(args.plain)} isn't a plain result of the same questions")
    return plain


def print_gap(plain: Result, disguised: Result, console: Console) -> None:
    """Print the difference between plain and disguised questions, paired by question."""
    from ..exam.comparing import compare_results
    from ..views.exam_text import describe_exam
    from .compare_report import format_comparison

    found = compare_results(plain, disguised)
    about = f"{describe_exam(plain.exam)}, plain and in disguise"
    console.print("", *format_comparison(found, about, console.width))


def make_exam(exam: Exam, executor: Executor, console: Console) -> bool:
    """Make the questions of a fresh exam, unless they are kept; return False if interrupted."""
    from ..exam.fresh import keep, make_work, read_kept

    if exam.fresh is None or read_kept(exam) is not None:
        return True
    work = make_work(exam)
    console.print_err("Making the questions …")
    if not run_work(work, executor, console):
        return False
    keep(exam, work)
    return True


def warn_overlap(paths: list[str], exam: Exam, console: Console) -> None:
    """Print a warning for every dataset that has questions of an exam."""
    if not paths:
        return
    from ..dataset.overlap import find_overlap
    from ..exam.exams import exam_questions

    for path in paths:
        found = find_overlap(path, exam_questions(exam)).sentences()
        if found:
            console.print_err(f"Warning: {quoted(path)} overlaps with this exam.", *found)


def print_commitment(seed: str, console: Console) -> None:
    """Print a seed and its hash; a new seed if it is NEW_SEED."""
    from ..exam.exams import commitment
    from ..exam.fresh import suggest_seed
    from ..exam.making import check_seed

    if seed != NEW_SEED:
        check_seed(seed, "a fresh exam")
    else:
        seed = suggest_seed()
        console.print_err("Publish the commitment now, and the seed after the exam.")
    console.print(f"seed: {seed}", f"commitment: {commitment(seed)}")
