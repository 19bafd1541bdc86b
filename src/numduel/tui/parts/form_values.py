"""The values in a form: what somebody gave, and what follows where nobody did."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from ...errors import SetupError
from ...options import Choice, Fields, Flag, Option, Whole


class FormValues:
    """What one person has answered to some options.

    >>> class Walk(Fields):
    ...     size = Whole(3, 2, 12, "cells in a row")
    ...     target = Whole(lambda o: o.size * 5, 1, 100, "the total that wins")
    >>> values = FormValues(Walk)
    >>> values.put("size", "4")
    >>> values["target"], values.given
    (20, {'size': 4})
    """

    def __init__(
        self,
        kind: type[Fields],
        given: Mapping[str, object] | None = None,
        *,
        title: str = "",
        labels: Mapping[str, str] | None = None,
        notes: Mapping[str, Callable[[Any], str]] | None = None,
    ) -> None:
        """`labels` are other names for options, `notes` tell more of their values."""
        self.kind = kind
        self.title = title
        self.labels = labels or {}
        self.notes = notes or {}
        self.given: dict[str, Any] = {}
        self._followed: Mapping[str, Any] = {}
        for name, value in (given or {}).items():
            if name in kind.fields:
                with suppress(SetupError):
                    self.put(name, value)

    def __getitem__(self, name: str) -> Any:
        return self.given[name] if name in self.given else self.default(name)

    def all(self) -> dict[str, Any]:
        """Every answer."""
        return {name: self[name] for name in self.kind.fields}

    def default(self, name: str) -> Any:
        """What an option is while nobody changes it."""
        if name in self._followed:
            return self._followed[name]
        others = {other: value for other, value in self.given.items() if other != name}
        return vars(self.kind(**others))[name]

    def put(self, name: str, value: object) -> None:
        """An answer; SetupError if it cannot be. What is as at first goes on following."""
        accepted = self.kind.fields[name].accept(value)
        if accepted == self.default(name):
            self.reset(name)
        else:
            self.given[name] = accepted

    def reset(self, name: str) -> None:
        self.given.pop(name, None)

    def follow(self, values: Mapping[str, Any]) -> None:
        """What options are that nobody has changed, where something else settles them."""
        self._followed = dict(values)


def value_text(value: object) -> str:
    """A value as it stands in a row.

    >>> value_text(7), value_text(True), value_text("dark")
    ('7', 'yes', 'dark')
    """
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def stepped(field: Option[Any], value: Any, by: int) -> Any:
    """The value so many steps further: numbers end at their limits, words go round.

    >>> stepped(Choice("b", ("a", "b"), ""), "b", 1), stepped(Whole(3, 2, 12, ""), 3, 10)
    ('a', 12)
    """
    match field:
        case Whole(low=low, high=high):
            return min(max(value + by, low), high)
        case Choice(words=words):
            return words[(words.index(value) + (by > 0) - (by < 0)) % len(words)]
        case Flag():
            return not value
    return value
