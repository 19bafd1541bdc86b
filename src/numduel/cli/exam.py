"""`numduel exam`: how well a player decides in fixed positions, without an opponent."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from functools import partial
from typing import TYPE_CHECKING

from ..dice import Dice, read_seed
from ..errors import SetupError
from ..version import __version__
from .arguments import add_json, who_chooses
from .console import Console
from .long_work import add_cluster, files_in, is_done, kept_work, processes, workers
from .output import print_json
from .text_table import in_columns

if TYPE_CHECKING:
    from ..exam.marking import Marks
    from ..jobs.pieces import Work

PROCESSES = processes("processes")


def add(command: ArgumentParser) -> None:
    command.add_argument(
        "player", nargs="?", metavar="PLAYER", help=f"whom to ask: {who_chooses()}"
    )
    command.add_argument("--seed", metavar="N", default="0", help="the player's luck follows (0)")
    help = f"{PROCESSES.help} ({PROCESSES.default})"
    command.add_argument("--processes", metavar="N", default=PROCESSES.default, help=help)
    add_cluster(command)
    command.add_argument(
        "--positions", action="store_true", help="print the positions themselves, as JSON lines"
    )
    add_json(command)


def run(asked: Namespace, console: Console) -> int:
    from ..exam.questions import VERSION, text

    if asked.positions:
        console.say(*text().splitlines())
        return 0
    if asked.player is None:
        raise SetupError("say who is to be examined, such as numduel exam skilled")
    seed = read_seed(asked.seed)
    executor = workers(asked.cluster, PROCESSES.accept(asked.processes))
    work = _work(asked.player, seed)
    if not is_done(work, executor, console):
        return 130
    from ..exam.marking import Answer, marks

    answers = [Answer(*answer) for _, answer in work.results()]
    rows = marks(answers, seed)
    if asked.json:
        from ..views.exam_json import exam_json

        print_json(console, exam_json(VERSION, asked.player, seed, rows, answers))
    else:
        console.say(f"Exam {VERSION}, {len(answers)} questions: {asked.player}", "")
        console.say(*in_columns(_table(rows), console.width))
        console.say("", "In brackets: 95% intervals, by drawing questions anew.")
        if faulty := next((answer for answer in answers if answer.fault), None):
            console.complain(f"The first fault, in {faulty.id}: {faulty.fault}.")
    console.deliver()
    work.forget()  # what was answered is kept until then
    return 0


def _work(player: str, seed: int) -> Work:
    """All questions to a player, of which some may have been answered before."""
    from ..arena.matches import seated
    from ..exam.marking import ask
    from ..exam.questions import VERSION, questions

    seated(player, Dice(0))
    pieces = {question.id: number for number, question in enumerate(questions())}
    identity = [__version__, VERSION, player, seed, *files_in([player])]
    return kept_work("exam", "exam", identity, pieces, partial(ask, player, seed))


def _table(rows: list[Marks]) -> list[list[str]]:
    from ..views.arena_text import said, title

    heads = ["", "questions", "kept", "faults", "guessing", "accuracy", "regret", "turns lost"]
    table = [heads]
    for row in rows:
        name = title(row.name) if row.of == "game" else f"{row.of} {row.name}"
        counts = [str(count) for count in (row.questions, row.kept, row.faults)]
        figures = [
            said("accuracy", row.accuracy),
            said("regret", row.regret),
            said("turns_lost", row.turns_lost),
        ]
        words = "all questions" if row.of == "all" else name
        table.append([words, *counts, f"{float(row.guessing):.0%}", *figures])
    return table
