"""The result of an exam, and the file that keeps it; views/exam_json.py writes its JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from ..errors import SetupError, quoted
from ..json_numbers import read_amount, read_count
from ..storage import files
from ..storage.calls import Usage
from .exams import digest, exam_questions
from .questions import VERSION, Exam, Question
from .scoring import Answer, GroupScore, pair_answers, score_answers

MAX_BYTES = 2**28
"""Maximum size of a file in bytes, far more than 3,000 answers need."""


class Result(NamedTuple):
    """A player's answers in an exam; every figure follows from them."""

    exam: Exam
    player: str
    seed: int
    answers: tuple[Answer, ...]
    version: str = ""
    """The version of numduel that asked."""

    @property
    def questions(self) -> tuple[Question, ...]:
        return exam_questions(self.exam.plain)

    @property
    def is_complete(self) -> bool:
        """Whether every question of the exam is answered."""
        return len(self.answers) == len(self.questions) and not self.unanswered

    @property
    def unanswered(self) -> list[Answer]:
        return [answer for answer in self.answers if answer.unanswered]

    @property
    def usage(self) -> Usage:
        """The sum over all answers."""
        total = Usage()
        for answer in self.answers:
            total = total.plus(answer.usage)
        return total

    def scores(self) -> list[GroupScore]:
        """Return the scores for each game, outcome and depth, and last for all questions."""
        return score_answers(self.questions, self.answers)


def is_same_sitting(one: Result, other: Result) -> bool:
    """Return whether two results are of the same exam, player and seed."""
    return (one.exam, one.player, one.seed) == (other.exam, other.player, other.seed)


# ---- reading


def read_result(path: str) -> Result:
    """Return the result in a file; SetupError if it isn't one, or of another exam's questions."""
    try:
        with open(path, encoding="utf-8") as file:
            data = json.loads(file.read(MAX_BYTES))
    except OSError as error:
        raise SetupError(f"{quoted(path)} cannot be read: {files.reason(error)}") from None
    except (ValueError, RecursionError):
        data = None
    return parse_result(data, path)


def parse_result(data: Any, path: str) -> Result:
    """Return the result in JSON data from a file; SetupError if it isn't one."""
    try:
        about = data["exam"]
        exam = Exam(about["fresh"], about["questions"], about["tier"], about["disguise"])
        _check_exam(exam)
        result = Result(
            exam,
            _text(data["player"]),
            read_count(data["seed"]),
            tuple(_parse_answer(one) for one in data["answers"]),
            _text(data["numduel"]),
        )
        is_current = about["version"] == VERSION and about["digest"] == digest(exam.plain)
    except (LookupError, TypeError, ValueError, AttributeError):
        raise SetupError(f"{quoted(path)} isn't the result of an exam") from None
    if not is_current:
        raise SetupError(f"{quoted(path)} is the result of other questions than this version's")
    _check_answers(result, path)
    return result


def _check_exam(exam: Exam) -> None:
    for text in (exam.fresh, exam.disguise, exam.tier):
        if text is not None:
            _text(text)
    read_count(exam.size)


def _parse_answer(data: Any) -> Answer:
    move, fault, unanswered = data["move"], data["fault"], data["unanswered"]
    if not (isinstance(move, str | None) and isinstance(fault, str | None)):
        raise TypeError
    if type(unanswered) is not bool or (unanswered and move is not None):
        raise ValueError
    return Answer(_text(data["id"]), move, fault, unanswered, _parse_usage(data["usage"]))


def _parse_usage(data: Any) -> Usage:
    counts = {name: read_count(data[name]) for name in Usage._fields if name != "seconds"}
    return Usage(**counts, seconds=read_amount(data["seconds"]))


def _text(value: Any) -> str:
    """Return a text that can't control a terminal."""
    if not isinstance(value, str) or not value.isprintable():
        raise ValueError
    return value


def _check_answers(result: Result, path: str) -> None:
    """Raise SetupError for repeated answers, unknown questions and illegal moves."""
    pairs = pair_answers(result.questions, result.answers)
    is_legal = all(answer.move is None or answer.move in one.worths for one, answer in pairs)
    if len(pairs) != len(result.answers) or not is_legal:
        raise SetupError(f"{quoted(path)} has answers that don't belong to the exam's questions")


def order_answers(result: Result, answers: Sequence[Answer]) -> tuple[Answer, ...]:
    """Return answers in the order of the exam's questions."""
    return tuple(answer for _, answer in pair_answers(result.questions, answers))
