"""Laws: a name, a demand, and a check that says in one sentence what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal, NamedTuple, TypeVar

from ...core import AnyGame, Move

__all__ = [
    "BY_NAME",
    "LAWS",
    "Kind",
    "Law",
    "Problem",
    "is_one_sentence",
    "law",
    "laws_about",
    "problems_of",
]

Kind = Literal["call", "position", "walk", "setup", "game"]
"""The subject of a law: a call, a position, all positions of a variant, its setup, the class."""

F = TypeVar("F", bound=Callable[..., Any])


class Law(NamedTuple):
    """A law that every game keeps."""

    name: str
    """Its name, which never changes: "moves-in-vocabulary"."""
    demand: str
    """Its demand, in one sentence."""
    about: Kind
    check: Callable[..., Any]
    """Returns a sentence, or yields problems; nothing if the law is kept."""
    is_warning: bool = False
    """Whether a game that breaks it may still be right."""
    is_costly: bool = False
    """Whether a check of many positions looks at some of them only."""


class Problem(NamedTuple):
    """How a law is broken."""

    message: str
    """One sentence that names values."""
    moves: tuple[Move, ...] | None = None
    """The moves that lead there; None if no position is at fault."""
    game: AnyGame | None = None
    """The game in which they are played; None for the one that was checked."""


LAWS: list[Law] = []
"""All laws, in the order of the documentation."""

BY_NAME: dict[str, Law] = {}


def law(
    about: Kind, name: str, demand: str, *, is_warning: bool = False, is_costly: bool = False
) -> Callable[[F], F]:
    """Return a decorator that makes a check a law."""

    def register(check: F) -> F:
        made = Law(name, demand, about, check, is_warning, is_costly)
        LAWS.append(made)
        BY_NAME[name] = made
        return check

    return register


def laws_about(kind: Kind) -> list[Law]:
    """Return the laws about positions, walks, setups or whole games."""
    return [law for law in LAWS if law.about == kind]


def problems_of(found: object) -> Iterator[Problem]:
    """Yield the problems that a check returned: a sentence, a problem, or several."""
    if found is None:
        return
    if isinstance(found, str):
        yield Problem(found)
    elif isinstance(found, Problem):
        yield found
    else:
        for problem in found:  # type: ignore[attr-defined]
            yield from problems_of(problem)


def is_one_sentence(text: object, max_chars: int = 200) -> bool:
    """Return whether a text is short, printable and on one line."""
    return (
        isinstance(text, str)
        and 0 < len(text) < max_chars
        and text.isprintable()
        and text == text.strip()
    )
