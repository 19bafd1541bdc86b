"""Functions and their results as texts, for messages between the two workers of a page.

Both workers run the same version of numduel, and no text comes from elsewhere.
"""

from __future__ import annotations

import base64
import logging
import pickle
from collections.abc import Callable
from typing import Any

log = logging.getLogger("numduel.web")


class TaskError(Exception):
    """An error of a task that can't be sent as it is; the text names it."""


def write_task(function: Callable[..., object], args: tuple[Any, ...]) -> str:
    """Return a call of a module-level function as text."""
    return _write((function, args))


def run_task(text: str) -> str:
    """Call a function from its text; return the result, or the error that it raised, as text."""
    try:
        function, args = _read(text)
        return _write((function(*args), None))
    except Exception as error:
        return _write_error(error)


def read_result(text: str) -> Any:
    """Return the result in a text, or raise its error."""
    result, error = _read(text)
    if error is not None:
        raise error
    return result


def _write_error(error: Exception) -> str:
    """Return an error as text; a TaskError if it couldn't be read again."""
    try:
        text = _write((None, error))
        _read(text)
    except Exception:  # for example, it needs other arguments than it was given
        log.exception("an error of the engine can't be sent")
        return _write((None, TaskError(f"{type(error).__name__}: {error}")))
    return text


def _write(value: object) -> str:
    return base64.b64encode(pickle.dumps(value, pickle.HIGHEST_PROTOCOL)).decode()


def _read(text: str) -> Any:
    return pickle.loads(base64.b64decode(text))
