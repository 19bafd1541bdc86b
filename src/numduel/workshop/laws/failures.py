"""Laws that any call can break: an error, no return, another answer in another process."""

from __future__ import annotations

import sys

from ...core import AnyGame
from ...errors import NumduelError, RulesError, describe_error, printable
from .law import law

__all__ = [
    "CRASH",
    "ENDLESS_LOOP",
    "NO_ERRORS",
    "SAME_ANSWERS",
    "describe_failure",
    "find_line",
    "law_of",
]

NO_ERRORS = "no-errors"
ENDLESS_LOOP = "no-endless-loop"
CRASH = "no-crash"
SAME_ANSWERS = "same-answers"

WRITES = ("object does not support item assignment", "object has no setter")
"""How errors of code end that changes a position where it can't."""

UNCHANGEABLE = "a position can't be changed here: do that in change"


def _check_elsewhere(*_: object) -> None:
    """Keep a law that is checked with every call."""


law("call", NO_ERRORS, "No method raises an error.")(_check_elsewhere)
law("call", ENDLESS_LOOP, "Every method returns within the time limit for a call.")(
    _check_elsewhere
)
law("call", CRASH, "No method ends the process.")(_check_elsewhere)
law("call", SAME_ANSWERS, "Another process, asked in another order, gets the same answers.")(
    _check_elsewhere
)


def law_of(error: BaseException) -> str:
    """Return the law that an error breaks; some errors of numduel are about another law."""
    is_stuck = isinstance(error, RulesError) and "a turn without a move" in str(error)
    return "has-a-move" if is_stuck else NO_ERRORS


def describe_failure(error: BaseException, kind: type[AnyGame]) -> str:
    """Return one sentence about an error of an author's method, with its line."""
    cause = error.__cause__ if isinstance(error, NumduelError) and error.__cause__ else error
    module = sys.modules.get(kind.__module__)
    where = find_line(cause, getattr(module, "__file__", None) or "")
    told = printable(str(error)) if isinstance(error, NumduelError) else describe_error(error)
    if cause is not error:
        told = describe_error(cause)
    told = f"{told}, {where}" if where else told
    return f"{told} ({UNCHANGEABLE})" if str(cause).endswith(WRITES) else told


def find_line(error: BaseException, file: str) -> str:
    """Return the last method and line of a file that an error passed: "in change, line 17"."""
    found, step = "", error.__traceback__
    while step:
        code = step.tb_frame.f_code
        if code.co_filename == file:
            found = f"in {code.co_name}, line {step.tb_lineno}"
        step = step.tb_next
    return found
