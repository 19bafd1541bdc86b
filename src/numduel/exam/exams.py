"""All exams by their settings: the public one and fresh ones."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

from .questions import Exam, Question, parse_questions, read_text

COMMITMENT_PREFIX = "numduel exam "
"""The text before the seed in what a commitment hashes."""


def exam_text(exam: Exam) -> str:
    """Return the questions of an exam, one JSON object per line."""
    if exam.fresh is None:
        return read_text()
    from .fresh import fresh_text

    return fresh_text(exam)


@lru_cache(maxsize=4)
def exam_questions(exam: Exam) -> tuple[Question, ...]:
    """Return the questions of an exam, in order; a disguise doesn't change them."""
    return parse_questions(exam_text(exam))


def digest(exam: Exam) -> str:
    """Return the SHA-256 of the questions, in hexadecimal."""
    return sha256(exam_text(exam).encode()).hexdigest()


def commitment(seed: str) -> str:
    """Return a hash of the seed of a fresh exam, to publish before the seed itself."""
    return sha256((COMMITMENT_PREFIX + seed).encode()).hexdigest()
