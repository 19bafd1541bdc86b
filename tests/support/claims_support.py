"""Claims of strategy lessons and their checks.

A function for each step yields the sentences of its texts, built from what the rules and the engine
say. So a sentence can't change without its check: what is left of the texts states nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

from duel_support import plenty, where
from numduel import Engine, Match
from numduel.engine.solving.analysis import Report
from numduel.learning.lessons import Lesson, Step, lesson

NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
"""Numbers as words."""

STATEMENT = re.compile(
    r"[0-9]|\b(wins?|won|lose?s?|lost|only|never|always|every|all|any|none|neither|exactly|least|most"
    r"|certain|stuck|can't|must|can|could|will|would|half|better|best|next|more|first)\b",
    re.IGNORECASE,
)
"""Digits and words of sentences that state something."""

ENGINE = Engine()


def listed(numbers: list[int], last: str = "and") -> str:
    """Return numbers as text: "2, 3 and 4"."""
    *most, end = map(str, numbers)
    return f"{', '.join(most)} {last} {end}" if most else end


class Facts:
    """A position, and what the engine knows about it."""

    def __init__(self, step: Step, moves: tuple[str, ...] = ()) -> None:
        self._step, self._moves = step, moves
        self.match: Match = step.match()
        for move in moves:
            self.match.play(move)
        self.game: Any = self.match.game
        self.state: Any = self.match.state
        self.do = step.do
        """The moves that the lesson asks for."""

    @cached_property
    def report(self) -> Report:
        return ENGINE.analyse(self.game, self.state, plenty())

    @property
    def winning(self) -> list[str]:
        return [move for move, value in self.report.moves.items() if value.chance == 1]

    @property
    def others(self) -> list[str]:
        """The legal moves that aren't asked for."""
        return [move for move in self.match.moves if move not in self.do]

    @property
    def you(self) -> str:
        """ "You are Player 1", or 2."""
        return f"You are {self.match.player}"

    @property
    def them(self) -> str:
        assert self.match.player is not None
        return str(self.match.player.other)

    def after(self, *moves: str) -> Facts:
        """Return the facts after these moves."""
        return Facts(self._step, (*self._moves, *moves))

    def others_lose(self) -> str:
        """Return that the opponent can win after every other move."""
        for move in self.others:
            assert self.report.moves[move].outcome == "loss", move
        return f"{self.them} can win after that."


Claims = Callable[[Facts], Iterator[str]]


def texts_of(step: Step) -> str:
    return " ".join((step.text, step.task, step.right, step.wrong)).replace("\n\n", " ")


def check_step(step: Step, claims: Claims) -> None:
    """Check the claims of a step, and that its answer is every move that keeps the value."""
    facts = Facts(step)
    value = facts.report.value
    assert facts.report.how == "exact"
    assert not step.attempt
    assert set(step.do) == {
        move
        for move, found in facts.report.moves.items()
        if (found.outcome, found.chance) == (value.outcome, value.chance)
    }
    assert facts.others
    check_texts(texts_of(step), claims(facts))


def check_texts(text: str, claims: Iterator[str]) -> None:
    """Check that a text consists of these claims and of sentences that state nothing."""
    given = list(claims)
    for claim in given:
        assert claim in text, claim
    unchecked = find_statements(text, given)
    assert not unchecked, unchecked
    for number in re.finditer("[0-9]+", text):  # the check notices any other number
        other = f"{text[: number.start()]}{int(number[0]) + 1}{text[number.end() :]}"
        assert find_statements(other, given), number


def find_statements(text: str, claims: list[str]) -> list[str]:
    """Return the sentences that state something and aren't among the claims."""
    for claim in claims:
        text = text.replace(claim, "", 1)
    return [part for part in re.split(r"(?<=[.?])\s+", text) if STATEMENT.search(part)]


def check_lesson(
    id: str, opening: Callable[[], Iterator[str]], claims: Mapping[str, Claims]
) -> None:
    """Check all claims of a lesson, by the titles of its steps."""
    found: Lesson = lesson(id)
    check_texts(found.opening, opening())
    assert [step.title for step in found.steps] == list(claims)
    for step in found.steps:
        with where(step.title):
            check_step(step, claims[step.title])
