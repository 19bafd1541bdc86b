"""Fresh exams: made once from a seed, and kept in the data folder."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from secrets import token_hex

from ..errors import SetupError
from ..jobs.pieces import InThisProcess, Plan, Work
from ..storage import files, saves
from .making import MAKING_VERSION, check_exam, find_candidates, list_pieces, write_exam
from .questions import Exam

SEED_BYTES = 16
"""Entropy of a suggested seed, so that the commitment doesn't give it away."""


def suggest_seed() -> str:
    """Return a new random seed."""
    return token_hex(SEED_BYTES)


def fresh_text(exam: Exam) -> str:
    """Return the questions of a fresh exam, one JSON object per line; make them if needed."""
    kept = read_kept(exam)
    if kept is not None:
        return kept
    work = make_work(exam)
    if not work.run(InThisProcess()):
        raise KeyboardInterrupt
    return keep(exam, work)


def make_work(exam: Exam) -> Work:
    """Return the work of making an exam, which an earlier run may have begun."""
    check_exam(exam)
    identity = [MAKING_VERSION, exam.fresh, exam.size, exam.tier]
    perform: Callable[..., object] = partial(find_candidates, exam.plain)
    return Work(Plan("making", identity, list_pieces(exam), perform), _folder())


def keep(exam: Exam, work: Work) -> str:
    """Write the exam that finished work gives to the data folder, and return its text."""
    text = write_exam(exam, work.results())
    path = _path(exam)
    try:
        files.make_folder(_folder())
        files.write(path, f"{_digest(text)}\n{text}", is_private=True)
    except OSError as error:
        raise SetupError(f"{path} cannot be written: {files.reason(error)}") from None
    work.delete()
    return text


def read_kept(exam: Exam) -> str | None:
    """Return the text of an exam that was made before; None if there is none, or it is damaged."""
    check_exam(exam)
    try:
        with open(_path(exam), encoding="utf-8", newline="") as file:
            digest, _, text = file.read().partition("\n")
    except (OSError, ValueError):
        return None
    return text if digest == _digest(text) else None


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def _folder() -> str:
    return os.path.join(saves.home(), "exams")


def _path(exam: Exam) -> str:
    """Return the path of an exam's file; the name doesn't show the seed."""
    settings = repr((MAKING_VERSION, exam.fresh, exam.size, exam.tier))
    return os.path.join(_folder(), f"{_digest(settings)[:32]}.jsonl")
