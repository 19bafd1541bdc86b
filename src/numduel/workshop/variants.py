"""The variants of a game to check: standard options, the limits of each, and combinations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..core import AnyGame
from ..options import Choice, Flag, Option, Whole

__all__ = ["MAX_POSITIONS", "list_variants", "move_closer"]

MAX_POSITIONS = 20_000
"""Positions of all variants together that a check examines, by default."""


def _limits(option: Option[Any]) -> list[Any]:
    """Return the lowest and the highest value of an option, or all of a few."""
    match option:
        case Whole():
            return list(dict.fromkeys((option.low, option.high)))
        case Choice():
            return list(option.words)
        case Flag():
            return [False, True]
    return []


def list_variants(kind: type[AnyGame]) -> list[dict[str, Any]]:
    """Return the options to check: the standard, each option at its limits, some at once.

    Options that exclude each other can be among them: see `move_closer`.
    """
    fields = kind.options_type.fields
    limits = {name: values for name, field in fields.items() if (values := _limits(field))}
    found: list[dict[str, Any]] = [{}]
    found += [{name: value} for name, values in limits.items() for value in values]
    if len(limits) > 1:
        found.append({name: values[0] for name, values in limits.items()})
        found.append({name: values[-1] for name, values in limits.items()})
        turns = enumerate(limits.items())
        found.append({name: values[0 if turn % 2 else -1] for turn, (name, values) in turns})
    if kind.skill_options:
        found.append(dict(kind.skill_options))
    return [given for number, given in enumerate(found) if given not in found[:number]]


def move_closer(given: Mapping[str, Any], standard: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return options with numbers halfway to the standard; None if none can come closer.

    >>> move_closer({"extra": 9, "stand": True}, {"extra": 0, "stand": False, "size": 3})
    {'extra': 4, 'stand': True}
    """
    closer = {
        name: (value + standard[name]) // 2 if type(value) is int else value
        for name, value in given.items()
    }
    is_standard = all(standard[name] == value for name, value in closer.items())
    return None if is_standard or closer == given else closer
