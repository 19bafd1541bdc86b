"""The first difference between JSON data that was computed again and that of a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..errors import printable, quoted

TOLERANCE = 2e-6
"""Difference of figures that comes from rounding: they have 6 digits."""

SECONDS_TOLERANCE = 2e-3
"""The same for seconds, which have 3 digits."""

MAX_VALUE_CHARS = 60
"""Characters of a value in the description of a difference."""


def describe_difference(ours: Any, theirs: Any) -> str:
    """Return where a file differs from what was computed again; "" if it doesn't.

    Answers come first, because figures follow from them.

    >>> describe_difference({"skill": 0.5, "answers": [1, 2]}, {"skill": 0.9, "answers": [1, 3]})
    'answers[1] is 3, but it should be 2'
    >>> describe_difference({"skill": 0.5}, {"skill": 0.5000001})
    ''
    """
    found = sorted(_differences(ours, theirs, ""), key=lambda one: not one[0].startswith("answers"))
    if not found:
        return ""
    path, mine, other = found[0]
    return f"{path or 'it'} is {_show(other)}, but it should be {_show(mine)}"


def _differences(ours: Any, theirs: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in (*ours, *(key for key in theirs if key not in ours)):
            step = f"{path}.{printable(key)}" if path else printable(key)
            yield from _differences(ours.get(key, MISSING), theirs.get(key, MISSING), step)
    elif isinstance(ours, list | tuple) and isinstance(theirs, list):
        if len(ours) != len(theirs):
            yield f"the length of {path}", len(ours), len(theirs)
        for number, (mine, other) in enumerate(zip(ours, theirs, strict=False)):
            yield from _differences(mine, other, f"{path}[{number}]")
    elif not _is_same(ours, theirs, path):
        yield path, ours, theirs


class _Missing:
    """The value of a key that one side doesn't have."""

    def __repr__(self) -> str:
        return "missing"


MISSING = _Missing()


def _is_same(ours: Any, theirs: Any, path: str) -> bool:
    if isinstance(ours, float) and type(theirs) in (int, float):
        allowed = SECONDS_TOLERANCE if path.endswith("seconds") else TOLERANCE
        return bool(abs(ours - theirs) <= allowed)
    return type(ours) is type(theirs) and bool(ours == theirs)


def _show(value: Any) -> str:
    if isinstance(value, str):
        return quoted(value, MAX_VALUE_CHARS)
    return repr(value)[:MAX_VALUE_CHARS]
