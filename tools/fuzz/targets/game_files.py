"""Games from outside: declarations in the short form, and the pages that a game brings.

A game file is code, and code from an input is never run. What an author declares is data, though:
classes are built here from random declarations, with three methods that are always the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import chain
from keyword import iskeyword
from types import new_class
from typing import Any, TypeVar

from numduel.core import Over
from numduel.errors import NumduelError, printable
from numduel.games import find
from numduel.learning import lessons, markdown
from numduel.options import Choice, Flag, Options, Whole
from numduel.workshop import (
    Cells,
    Grid,
    Hidden,
    Number,
    Numbers,
    Owners,
    Pairs,
    PerPlayer,
    Position,
    ShortGame,
    Tokens,
    Words,
)
from numduel.workshop.checker import Checker

from .refusals import check_message, refusals

__all__ = ["Draws", "fuzz_game", "fuzz_page"]

T = TypeVar("T")

MAX_POSITIONS = 40
"""Positions that the checker examines."""

MAX_SIZE = 6
"""Largest board and number that an input declares, so that a check takes milliseconds."""

WORDS = (
    *("stones", "rows", "size", "player", "move", "a", "b", "", "Übung", "class", "x y", "_x"),
    *("{player} takes {move}", "{winner} won", "{oops}", "{", "{0}", "{player.x}", "\x1b[31m"),
)
"""Names and texts that an author might write."""


class Draws:
    """Values drawn from bytes, one after the other; zeros when they are used up."""

    def __init__(self, data: bytes) -> None:
        self._bytes = iter(data)

    def number(self, low: int, high: int) -> int:
        return low + next(self._bytes, 0) % (high - low + 1)

    def one_of(self, values: Sequence[T]) -> T:
        return values[self.number(0, len(values) - 1)]

    def some(self, draw: Callable[[], T], most: int) -> list[T]:
        return [draw() for _ in range(self.number(0, most))]

    def word(self) -> str:
        """Return one of the words, or letters of any kind."""
        if self.number(0, 3) < 3:
            return self.one_of(WORDS)
        letters = bytes(self.some(lambda: self.number(0, 255), 6))
        return letters.decode("latin-1")

    def name(self) -> str:
        """Return a name that can stand in a class."""
        word = self.word()
        return word if word.isidentifier() and not iskeyword(word) else "part"

    def size(self) -> int | str:
        return self.word() if self.number(0, 7) == 7 else self.number(-1, MAX_SIZE)


def fuzz_game(data: bytes) -> None:
    """Declare a game and check it; a declaration that can't work is refused with RulesError.

    Messages repeat the author's texts, which can have any characters: interfaces escape them.
    """
    draws = Draws(data)
    try:
        result = Checker(_declare(draws), positions=MAX_POSITIONS).run()
        messages = [finding.message for finding in (*result.broken, *result.warnings)]
    except NumduelError as error:
        messages = [str(error)]
    for message in messages:
        check_message(printable(message))


def _declare(draws: Draws) -> type[Any]:
    """Return a game class with random declarations."""
    options = type("TheOptions", (Options,), dict(draws.some(lambda: _option(draws), 3)))
    position = type("ThePosition", (Position,), dict(draws.some(lambda: _part(draws), 4)))
    limit = draws.number(0, 9)

    def why_not(self: Any, position: Any, move: Any) -> str | None:
        return "it is too long" if limit % 3 == 2 and len(str(move)) > 3 else None

    def change(self: Any, position: Any, move: Any) -> None:
        for name, part in type(self).position_type._parts.items():
            if isinstance(part, Number):
                setattr(position, name, getattr(position, name) + 1)

    def ended(self: Any, position: Any) -> Over | None:
        counted = [value for value in position[1:] if type(value) is int]
        return Over(position.player, "last") if sum(counted) > limit else None

    declared = {
        "id": draws.word() if draws.number(0, 9) == 9 else "fuzzed",
        "title": draws.word() or "Fuzzed",
        "summary": draws.word() or "Play.",
        "moves": _moves(draws),
        "endings": {"last": draws.word(), **dict.fromkeys(draws.some(draws.word, 2), "end")},
        "asks": draws.word() if draws.number(0, 1) else "",
        "tells": draws.word() if draws.number(0, 1) else "{player} played {move}",
        "why_not": why_not,
        "change": change,
        "ended": ended,
    }
    base: Any = ShortGame[options, position, object]  # type: ignore[valid-type]
    return _make_class(base, declared)


def _make_class(base: Any, declared: dict[str, Any]) -> type[Any]:
    return new_class("Fuzzed", (base,), exec_body=lambda names: names.update(declared))


def _option(draws: Draws) -> tuple[str, Any]:
    name, default = draws.name(), draws.number(-1, MAX_SIZE)
    kind = draws.number(0, 2)
    if kind == 0:
        return name, Flag(bool(default), draws.word())
    if kind == 1:
        words = tuple(draws.some(draws.word, 3))
        return name, Choice(draws.one_of([*words, "other"]), words, draws.word())
    return name, Whole(default, draws.number(-1, 2), draws.number(1, MAX_SIZE), draws.word())


def _part(draws: Draws) -> tuple[str, Any]:
    name, kind = draws.name(), draws.number(0, 5)
    if kind == 0:
        return name, Number(draws.size(), draws.size(), draws.word())
    if kind == 1:
        limit = draws.size() if draws.number(0, 1) else None
        return name, PerPlayer(draws.size(), draws.size(), draws.word(), limit)
    if kind == 2:
        return name, Tokens((draws.one_of((None, 0, -1)), draws.number(-2, MAX_SIZE)))
    if kind == 3:
        return name, Owners(draws.size(), draws.size())
    if kind == 4:
        return name, Hidden(draws.size(), draws.size(), draws.size())
    deal: Any = draws.one_of((None, "random", "shuffled", "odd"))
    labels = draws.some(draws.word, 3)
    return name, Grid(draws.size(), draws.size(), draws.size(), draws.size(), deal, labels)


def _moves(draws: Draws, depth: int = 0) -> Any:
    kind = draws.number(0, 2 if depth == 2 else 3)
    if kind == 0:
        return Cells(draws.word() if draws.number(0, 1) else "")
    if kind == 1:
        return Numbers(draws.size(), draws.size())
    if kind == 2:
        return Words(*draws.some(draws.word, 4))
    return Pairs(_moves(draws, depth + 1), _moves(draws, depth + 1))


def fuzz_page(data: bytes) -> None:
    """Read a page of Markdown, and as a lesson of the game that the first line names."""
    id, _, page = data.decode(errors="replace").partition("\n")
    for block in markdown.blocks(page):
        for text in (block.text, *markdown.items(block), *chain(*markdown.cells(block))):
            markdown.strip_markup(text)
    with refusals():
        kind = find(id)
        lesson = lessons._PageParser(kind, lessons.RULES, page).parse()
        for step in lesson.steps:
            with suppress(StopIteration):
                assert step.judge(step.match(), next(iter(step.do))).outcome == "done"
