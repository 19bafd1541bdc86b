"""`numduel exam`: test a player on fixed positions, without an opponent."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from functools import partial
from typing import TYPE_CHECKING

from ..adapters.model_settings import is_model
from ..dice import Dice, read_seed
from ..errors import SetupError, quoted
from ..options import Whole
from ..version import __version__
from .arguments import (
    add_json,
    add_number,
    add_price,
    add_seed,
    format_program_names,
    parse_price_option,
)
from .console import Console
from .exam_choice import (
    add_questions,
    make_exam,
    print_commitment,
    print_gap,
    read_exam,
    read_plain,
    warn_overlap,
)
from .exam_sitting import read_earlier, save_result, take_exam
from .long_work import (
    add_processes,
    make_executor,
    processes_option,
)
from .output import check_folder, print_json, write_file

if TYPE_CHECKING:
    from ..exam.questions import Exam
    from ..exam.results import Result
    from ..views.prices import Price

PROCESSES = processes_option("processes")

REPORT = "report"
ME = "me"
"""The word for a person at the prompt, who has this name unless --name gives another."""

SITTING = Whole(25, 1, 3000, "with me: number of questions to answer at a time", name="sitting")


def add(command: ArgumentParser) -> None:
    command.add_argument(
        "words",
        nargs="*",
        metavar="PLAYER | me | report FILE ...",
        help=f"examine a player: {format_program_names()}; or me, to answer at the prompt; "
        "or compare the results in files",
    )
    add_seed(command, "random seed of the player", "0")
    add_questions(command)
    _add_person(command)
    add_processes(command, PROCESSES)
    group = command.add_argument_group("output")
    group.add_argument(
        "--out",
        metavar="FILE",
        help="write the result to FILE, and the calls of a model beside it "
        "(default: for models and people, a file named after the player)",
    )
    group.add_argument(
        "--positions", action="store_true", help="print the positions as JSON lines, and exit"
    )
    add_price(group)
    add_json(group)
    group.add_argument("--html", metavar="FILE", help="write a page with plots to FILE")


def _add_person(command: ArgumentParser) -> None:
    group = command.add_argument_group("answering at the prompt")
    group.add_argument("--name", help="with me: your name in the result (default: me)")
    add_number(group, SITTING)


def run(args: Namespace, console: Console) -> int:
    check_folder(args.html)
    if args.commit is not None:
        print_commitment(args.commit, console)
        return 0
    exam = read_exam(args)
    if args.positions:
        return _print_positions(args, exam, console)
    if not args.words:
        raise SetupError("name a player, such as numduel exam skilled")
    price = parse_price_option(args.price)
    if args.words[0] == REPORT:
        return _report(args, args.words[1:], price, console)
    if len(args.words) > 1:
        raise SetupError(f"put the player in quotation marks: {quoted(' '.join(args.words))}")
    from ..exam.results import Result

    wanted = Result(exam, args.words[0], read_seed(args.seed), (), __version__)
    if wanted.player == ME:
        return _examine_person(args, wanted, console)
    if args.name is not None:
        raise SetupError("--name is the name of a person: numduel exam me --name NAME")
    return _examine(args, wanted, price, console)


def _print_positions(args: Namespace, exam: Exam, console: Console) -> int:
    from ..exam.exams import exam_text

    if not _make_questions(args, exam, console):
        return 130
    console.print(*exam_text(exam).splitlines())
    return 0


def _make_questions(args: Namespace, exam: Exam, console: Console) -> bool:
    """Make the questions of a fresh exam; return False if interrupted."""
    executor = make_executor(args.cluster, PROCESSES.accept(args.processes))
    if not make_exam(exam, executor, console):
        return False
    warn_overlap(args.trained_on, exam, console)
    return True


# ---- asking


def _examine(args: Namespace, wanted: Result, price: Price | None, console: Console) -> int:
    """Ask a player all questions that aren't answered yet, and report the result."""
    from ..arena.matches import make_player

    make_player(wanted.player, Dice(0))  # raises SetupError before any work
    out = args.out or _default_out(wanted.player)
    check_folder(out)
    if not _make_questions(args, wanted.exam, console):
        return 130
    plain = read_plain(args, wanted.exam)
    executor = make_executor(args.cluster, PROCESSES.accept(args.processes), [wanted.player])

    def finish(result: Result) -> None:
        if out is not None:
            _write(out, result, price, console)
        _show(args, [result], price, console)
        if plain is not None:
            print_gap(plain, result, console)

    return 0 if take_exam(wanted, out, executor, console, finish) else 130


def _examine_person(args: Namespace, wanted: Result, console: Console) -> int:
    """Ask the person at the prompt some questions, and report the result of all answers."""
    from ..exam.people import check_name, name_file
    from .exam_me import ExamPrompt

    if args.json:
        raise SetupError("--json doesn't work with me. Use numduel exam report FILE --json later")
    size = SITTING.accept(args.sitting)
    wanted = wanted._replace(player=check_name(args.name or ""))
    out = args.out or name_file(wanted.player)
    check_folder(out)
    if not _make_questions(args, wanted.exam, console):
        return 130
    plain, known = read_plain(args, wanted.exam), read_earlier(out, wanted)
    prompt = ExamPrompt(console, known, size, partial(save_result, out, is_scored=False))
    is_done = prompt.run()
    if prompt.result.answers:
        save_result(out, prompt.result)
    if is_done:
        _show(args, [prompt.result], None, console)
        if plain is not None:
            print_gap(plain, prompt.result, console)
    else:
        console.print_text(f"{prompt.answered} of {prompt.total} questions are answered.")
    _print_next(prompt.result, out, console)
    return 0


def _print_next(result: Result, out: str, console: Console) -> None:
    """Print where a person's answers are, and how to continue."""
    if result.answers:
        console.print_text(f"Your answers are in {out}.")
    if not result.is_complete:
        console.print_text("To continue, run the same command again.")


def _default_out(player: str) -> str | None:
    """Return the default file: one named after a model, none for other players."""
    from ..exam.people import name_file

    return name_file(player) if is_model(player) else None


def _write(out: str, result: Result, price: Price | None, console: Console) -> None:
    save_result(out, result, price)
    console.print_err(f"Wrote {out}.")


# ---- showing


def _report(args: Namespace, paths: list[str], price: Price | None, console: Console) -> int:
    from ..exam.results import read_result

    if not paths:
        raise SetupError("name the files, such as numduel exam report one.json other.json")
    results = [read_result(path) for path in paths]
    _show(args, results, price, console)
    plain, *disguised = sorted(results, key=lambda result: result.exam.disguise is not None)
    if not args.json and _is_gap(plain, disguised):
        print_gap(plain, disguised[0], console)
    return 0


def _is_gap(plain: Result, disguised: list[Result]) -> bool:
    """Return whether two results are of a player with the same questions, plain and disguised."""
    if len(disguised) != 1 or disguised[0].exam.disguise is None:
        return False
    return (disguised[0].player, disguised[0].exam.plain) == (plain.player, plain.exam)


def _show(args: Namespace, results: list[Result], price: Price | None, console: Console) -> None:
    if args.html:
        from ..render.exam_page import page

        write_file(args.html, page(results, price))
        console.print_err(f"Wrote {args.html}.")
    if args.json:
        from ..views.exam_json import exam_json

        made = [exam_json(result, price) for result in results]
        print_json(console, made[0] if len(made) == 1 else made)
        return
    from .exam_report import format_result, format_results

    for result in results:
        console.print(*format_result(result, price, console.width), "")
    if len(results) > 1:
        console.print(*format_results(results, price, console.width), "")
    console.print("In brackets: 95% confidence intervals.")
    for result in results:
        _print_problems(result, console)


def _print_problems(result: Result, console: Console) -> None:
    """Print the first fault, and how to ask unanswered questions again."""
    if faulty := next((a for a in result.answers if a.fault and not a.unanswered), None):
        console.print_problem(f"First fault, in {faulty.id}: {faulty.fault}.")
    if missing := result.unanswered:
        count = f"{len(missing)} of {len(result.answers)} questions are"
        console.print_problem(
            f"{count} unanswered and don't count. The first, {missing[0].id}: {missing[0].fault}. "
            "Run the same command to ask them again."
        )
