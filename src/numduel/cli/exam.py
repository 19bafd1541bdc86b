"""`numduel exam`: test a player on fixed positions, without an opponent."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from functools import partial
from typing import TYPE_CHECKING

from ..dice import Dice, read_seed
from ..errors import SetupError
from ..version import __version__
from .arguments import add_json, add_seed, format_program_names
from .console import Console
from .long_work import (
    add_processes,
    file_times,
    make_executor,
    processes_option,
    resumable_work,
    run_work,
)
from .output import print_json
from .text_table import format_table

if TYPE_CHECKING:
    from ..exam.scoring import GroupScore
    from ..jobs.pieces import Work

PROCESSES = processes_option("processes")


def add(command: ArgumentParser) -> None:
    command.add_argument("player", nargs="?", metavar="PLAYER", help=format_program_names())
    add_seed(command, "random seed of the player", "0")
    add_processes(command, PROCESSES)
    group = command.add_argument_group("output")
    group.add_argument(
        "--positions", action="store_true", help="print the positions as JSON lines, and exit"
    )
    add_json(group)


def run(args: Namespace, console: Console) -> int:
    from ..exam.questions import VERSION, read_text

    if args.positions:
        console.print(*read_text().splitlines())
        return 0
    if args.player is None:
        raise SetupError("name a player, such as numduel exam skilled")
    seed = read_seed(args.seed)
    executor = make_executor(args.cluster, PROCESSES.accept(args.processes))
    work = _make_work(args.player, seed)
    if not run_work(work, executor, console):
        return 130
    from ..exam.scoring import Answer, score_answers

    answers = [Answer(*answer) for _, answer in work.results()]
    rows = score_answers(answers, seed)
    if args.json:
        from ..views.exam_json import exam_json

        print_json(console, exam_json(VERSION, args.player, seed, rows, answers))
    else:
        console.print(f"Exam {VERSION}, {len(answers)} questions: {args.player}", "")
        console.print(*format_table(_make_table(rows), console.width))
        console.print("", "In brackets: 95% confidence intervals (questions resampled).")
        if faulty := next((answer for answer in answers if answer.fault), None):
            console.print_problem(f"First fault, in {faulty.id}: {faulty.fault}.")
    console.flush()
    work.delete()  # answers are saved until here
    return 0


def _make_work(player: str, seed: int) -> Work:
    """Return the work of asking a player all questions; some may be answered already."""
    from ..arena.matches import make_player
    from ..exam.questions import VERSION, questions
    from ..exam.scoring import ask_question

    make_player(player, Dice(0))
    pieces = {question.id: number for number, question in enumerate(questions())}
    identity = [__version__, VERSION, player, seed, *file_times([player])]
    return resumable_work("exam", "exam", identity, pieces, partial(ask_question, player, seed))


def _make_table(rows: list[GroupScore]) -> list[list[str]]:
    from ..views.arena_text import format_measure, game_title

    heads = ["", "questions", "correct", "faults", "guessing", "accuracy", "regret", "turns lost"]
    table = [heads]
    for row in rows:
        name = game_title(row.name) if row.of == "game" else f"{row.of} {row.name}"
        counts = [str(count) for count in (row.questions, row.kept, row.faults)]
        figures = [
            format_measure("accuracy", row.accuracy),
            format_measure("regret", row.regret),
            format_measure("turns_lost", row.turns_lost),
        ]
        label = "all questions" if row.of == "all" else name
        table.append([label, *counts, f"{float(row.guessing):.0%}", *figures])
    return table
