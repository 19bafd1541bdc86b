"""Validation of requests against their declared types."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from ..errors import Refused, listed, quoted
from ..views.shapes.basics import Pattern, Within

MAX_DEPTH = 100
"""Maximum nesting of JSON. Python in a browser ends if its parser recurs too deeply."""

_NESTING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|$)|[\[\]{}]', re.DOTALL)
"""A string, or a bracket outside strings."""

Check = Callable[[Any, str], Any]
"""Takes a JSON value and its name; returns the converted value or raises Refused."""


def read_json(text: str | bytes) -> Any:
    """Return the value of a JSON text; raise ValueError, also if it is nested too deeply."""
    if isinstance(text, bytes):
        text = text.decode(json.detect_encoding(text), "surrogatepass")
    if text.count("[") + text.count("{") > MAX_DEPTH:
        depth = 0
        for found in _NESTING.finditer(text):
            depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found[0], 0)
            if depth > MAX_DEPTH:
                raise ValueError("nested too deeply")
    return json.loads(text)


def read_body(kind: type, body: bytes, media_type: str) -> Any:
    """Return a validated JSON body."""
    plain = media_type.partition(";")[0].strip().lower()
    if plain != "application/json" and not plain.endswith("+json"):
        raise _invalid("The body must be JSON, sent as Content-Type: application/json")
    try:
        data = read_json(body)
    except ValueError:
        raise _invalid("The body isn't valid JSON") from None
    return check_of(kind)(data, "")


def read_params(kind: type, texts: Mapping[str, str]) -> dict[str, Any]:
    """Return the validated parameters that a route declares; ignore others."""
    fields, required = _fields_of(kind)
    found = {name: texts[name] for name in fields if name in texts}
    _check_names(found, required, "")
    return {name: check_of(fields[name], is_text=True)(text, name) for name, text in found.items()}


@cache
def check_of(kind: Any, *, is_text: bool = False) -> Check:
    """Return the check for a type; with `is_text`, numbers are parsed from text."""
    if is_typeddict(kind):
        return _object(kind)
    if kind in PLAIN:
        return _whole_from_text if kind is int and is_text else PLAIN[kind]
    origin, given = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _annotated(check_of(given[0], is_text=is_text), given[1:])
    if origin is Literal:
        return _literal(given)
    if origin is list:
        return _list(check_of(given[0]))
    if origin is dict:
        return _mapping(check_of(given[1]))
    assert origin in (Union, UnionType), kind
    return _union([check_of(one) for one in given])


def _invalid(what: str) -> Refused:
    return Refused("invalid", f"{what}.")


# ---- plain values


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise _invalid(f"{name} must be text")
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:  # an unpaired surrogate, which JSON allows
            raise _invalid(f"{name} must be valid Unicode text") from None
    return value


def _whole(value: Any, name: str) -> int:
    """Return a whole number; refuse booleans, and convert 3.0 to 3."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value // 1:
        raise _invalid(f"{name} must be a whole number")
    return int(value)


def _whole_from_text(value: Any, name: str) -> int:
    if not re.fullmatch("-?[0-9]{1,20}", value):
        raise _invalid(f"{name} must be a whole number, not {quoted(value)}")
    return int(value)


def _flag(value: Any, name: str) -> bool:
    if not isinstance(value, bool):
        raise _invalid(f"{name} must be true or false")
    return value


def _null(value: Any, name: str) -> None:
    if value is not None:
        raise _invalid(f"{name} must be null")


PLAIN: dict[Any, Check] = {str: _text, int: _whole, bool: _flag, NoneType: _null}


# ---- composite values


def _annotated(check: Check, constraints: Iterable[Any]) -> Check:
    for constraint in constraints:
        if isinstance(constraint, Within):
            check = _within(check, constraint)
        elif isinstance(constraint, Pattern):
            check = _matching(check, re.compile(constraint.regex))
    return check


def _within(check: Check, bounds: Within) -> Check:
    low, high = bounds
    span = f"{low} or more" if high is None else f"from {low} to {high}"

    def checked(value: Any, name: str) -> Any:
        found = check(value, name)
        size = found if isinstance(found, int) else len(found)
        if (low is not None and size < low) or (high is not None and size > high):
            have = "be" if size is found else "have a length"
            raise _invalid(f"{name} must {have} {span}")
        return found

    return checked


def _matching(check: Check, pattern: re.Pattern[str]) -> Check:
    def checked(value: Any, name: str) -> Any:
        if not pattern.fullmatch(check(value, name)):
            raise _invalid(f"{name} must match {pattern.pattern}")
        return value

    return checked


def _literal(values: tuple[Any, ...]) -> Check:
    expected = listed([str(value) for value in values])

    def checked(value: Any, name: str) -> Any:
        for known in values:  # accept 1.0 for 1, but not true
            if value == known and isinstance(value, bool) == isinstance(known, bool):
                return known
        raise _invalid(f"{name} must be {expected}")

    return checked


def _list(check: Check) -> Check:
    def checked(value: Any, name: str) -> Any:
        if not isinstance(value, list):
            raise _invalid(f"{name} must be a list")
        return [check(one, f"{name}.{index}") for index, one in enumerate(value)]

    return checked


def _mapping(check: Check) -> Check:
    def checked(value: Any, name: str) -> Any:
        if not isinstance(value, dict):
            raise _invalid(f"{name} must be an object")
        return {_text(key, name): check(one, f"{name}.{key}") for key, one in value.items()}

    return checked


def _union(checks: list[Check]) -> Check:
    """Return the check for a union; if all fail, the first one's refusal is raised."""

    def checked(value: Any, name: str) -> Any:
        refusals = []
        for check in checks:
            try:
                return check(value, name)
            except Refused as refused:
                refusals.append(refused)
        raise refusals[0]

    return checked


def _object(kind: type) -> Check:
    fields, required = _fields_of(kind)
    checks = {name: check_of(field) for name, field in fields.items()}

    def checked(value: Any, name: str) -> Any:
        if not isinstance(value, dict):
            raise _invalid(f"{name or 'The body'} must be an object")
        _check_names(value, required, name)
        inside = f"{name}." if name else ""
        found = {}
        for key, one in value.items():
            if key not in checks:
                raise _invalid(f"{quoted(key)} isn't a field here. Use {listed(list(checks))}")
            found[key] = checks[key](one, inside + key)
        return found

    return checked


def _check_names(given: Mapping[str, Any], required: Iterable[str], name: str) -> None:
    for key in required:
        if key not in given:
            raise _invalid(f"{name + '.' if name else ''}{key} is missing")


def _fields_of(kind: type) -> tuple[dict[str, Any], list[str]]:
    """Return the types of all fields, and the required ones in the order of their declaration."""
    hints = get_type_hints(kind, include_extras=True)
    fields = {
        name: get_args(hint)[0] if get_origin(hint) is NotRequired else hint
        for name, hint in hints.items()
    }
    required: frozenset[str] = kind.__required_keys__  # type: ignore[attr-defined]
    return fields, [name for name in fields if name in required]
