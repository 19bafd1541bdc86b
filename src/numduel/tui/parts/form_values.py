"""The values in a form: the player's answers, and the defaults of the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from ...errors import SetupError, capitalise, listed
from ...options import Choice, Fields, Flag, Option, Whole


class FormValues:
    """A player's answers to some options.

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
        value_labels: Mapping[str, Mapping[str, str]] | None = None,
        notes: Mapping[str, Callable[[Any], str]] | None = None,
    ) -> None:
        """Start with the `given` answers, without those that are invalid.

        `labels` are display names of options, `value_labels` of their values; `notes` return a
        phrase on a value.
        """
        self.kind = kind
        self.title = title
        self.labels = labels or {}
        self._value_labels = value_labels or {}
        self.notes = notes or {}
        self.given: dict[str, Any] = {}
        self._defaults: Mapping[str, Any] = {}
        for name, value in (given or {}).items():
            if name in kind.fields:
                with suppress(SetupError):
                    self.put(name, value)

    def __getitem__(self, name: str) -> Any:
        return self.given[name] if name in self.given else self.default(name)

    def all(self) -> dict[str, Any]:
        """Return the value of every option."""
        return {name: self[name] for name in self.kind.fields}

    def default(self, name: str) -> Any:
        """Return the value of an option that the player hasn't changed."""
        if name in self._defaults:
            return self._defaults[name]
        others = {other: value for other, value in self.given.items() if other != name}
        return vars(self.kind(**others))[name]

    def put(self, name: str, value: object) -> None:
        """Set an answer; SetupError if it is invalid. The default value counts as no answer."""
        accepted = self.kind.fields[name].accept(value)
        if accepted == self.default(name):
            self.reset(name)
        else:
            self.given[name] = accepted

    def reset(self, name: str) -> None:
        self.given.pop(name, None)

    def set_defaults(self, values: Mapping[str, Any]) -> None:
        """Set the defaults of options that depend on something outside the form."""
        self._defaults = dict(values)

    def limits(self, name: str) -> str:
        """Return the possible values of an option, as a phrase."""
        field = self.kind.fields[name]
        if isinstance(field, Choice):
            return listed([self.text(name, word) for word in field.words])
        if isinstance(field, Flag):
            return listed([self.text(name, value) for value in (True, False)])
        return field.limits()

    def text(self, name: str, value: object) -> str:
        """Return a value as the form shows it.

        >>> class Looks(Fields):
        ...     colours = Choice("dark", ("dark", "light"), "the theme")
        >>> FormValues(Looks).text("colours", "dark")
        'Dark'
        """
        if isinstance(value, bool):
            return "Yes" if value else "No"
        if isinstance(value, str) and isinstance(self.kind.fields[name], Choice):
            return self._value_labels.get(name, {}).get(value) or capitalise(value)
        return str(value)


def step_value(field: Option[Any], value: Any, by: int) -> Any:
    """Return the value `by` steps further: numbers stop at their limits, words wrap around.

    >>> step_value(Choice("b", ("a", "b"), ""), "b", 1), step_value(Whole(3, 2, 12, ""), 3, 10)
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
