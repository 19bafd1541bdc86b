"""Taking an exam at the command line: asking what isn't answered yet, and the file of answers."""

from __future__ import annotations

import json
import os
from functools import partial
from typing import TYPE_CHECKING

from ..adapters.model_settings import is_model
from ..errors import SetupError, quoted
from ..version import __version__
from .console import Console
from .long_work import file_times, resumable_work, run_work
from .output import write_file

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..exam.results import Result
    from ..exam.scoring import Answer
    from ..jobs.pieces import Executor, Work
    from ..views.prices import Price


def take_exam(
    wanted: Result,
    out: str | None,
    executor: Executor,
    console: Console,
    finish: Callable[[Result], None],
) -> bool:
    """Ask a player all questions that aren't answered yet; return False if interrupted.

    The answers so far are those of the file `out`, if there is one. `finish` writes or shows the
    result; until it has, the answers are saved.
    """
    known = read_earlier(out, wanted)
    work = _make_work(wanted, out, known.answers)
    if work.total and not run_work(work, executor, console):
        return False
    finish(_merge(known, work))
    console.flush()
    work.delete()
    return True


def read_earlier(out: str | None, wanted: Result) -> Result:
    """Return what an earlier run wrote; SetupError if the file holds something else."""
    from ..exam.results import is_same_sitting, read_result

    if out is None or not os.path.exists(out):
        return wanted
    earlier = read_result(out)
    if not is_same_sitting(earlier, wanted):
        raise SetupError(f"{quoted(out)} holds another result. Name another file with --out")
    return earlier


def _make_work(wanted: Result, out: str | None, known: Sequence[Answer]) -> Work:
    """Return the work of asking a player what isn't answered yet."""
    from ..exam.scoring import Sitting, ask_question, parse_answer
    from ..storage.calls import calls_path

    answered = {answer.id for answer in known if not answer.unanswered}
    pieces = {one.id: one for one in wanted.questions if one.id not in answered}
    transcript = None if out is None else calls_path(os.path.abspath(out))
    sitting = Sitting(wanted.player, wanted.seed, wanted.exam, transcript)
    identity = [__version__, *wanted[:3], *file_times([wanted.player])]
    if is_model(wanted.player):  # its calls are in one transcript
        identity.append(transcript)
    work = resumable_work("exam", "exam", identity, pieces, partial(ask_question, sitting))
    work.forget(lambda answer: parse_answer(answer).unanswered)
    return work


def _merge(known: Result, work: Work) -> Result:
    """Return the earlier result with the new answers."""
    from ..exam.results import order_answers
    from ..exam.scoring import parse_answer

    new = [parse_answer(answer) for _, answer in work.results()]
    given = {answer.id: answer for answer in (*known.answers, *new)}
    return known._replace(answers=order_answers(known, tuple(given.values())))


def save_result(
    out: str, result: Result, price: Price | None = None, *, is_scored: bool = True
) -> None:
    """Write a result to a file; without the marks if it isn't `is_scored`."""
    from ..views.exam_json import exam_json

    data = exam_json(result, price, is_scored=is_scored)
    write_file(out, json.dumps(data, ensure_ascii=False) + "\n")
