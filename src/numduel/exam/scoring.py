"""Scores of a player in the exam."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from ..arena.bootstrap import Measure, measure
from ..arena.matches import make_player
from ..budget import Budget
from ..core import Move
from ..dice import Dice
from ..errors import PlayerError
from ..play.players import SECONDS, ask_in_match
from ..storage.record import loads
from .questions import Question, questions

DEPTH_BANDS = ((1, 2), (3, 4), (5, 7), (8, 99))
"""Ranges of depths that are scored together."""


class Answer(NamedTuple):
    """A player's answer; no move if the player failed."""

    id: str
    move: Move | None
    fault: str | None = None


class GroupScore(NamedTuple):
    """The score of a group of questions."""

    of: str
    """The property that the group shares: "game", "outcome", "depth" or "all"."""
    name: str
    questions: int
    kept: int
    faults: int
    guessing: Fraction
    """Expected accuracy of random moves."""
    accuracy: Measure
    regret: Measure
    """Per question."""
    turns_lost: Measure
    """Per question."""


def ask_question(player: str, seed: int, number: int) -> list[Any]:
    """Return a player's answer to the question with this index, as JSON data, in any process.

    All randomness follows from the seed and the question.
    """
    question = questions()[number]
    match = loads(question.record, dice=Dice.derived(seed, f"board of {question.id}"))
    chooser = make_player(player, Dice.derived(seed, f"choice in {question.id}"))
    assert match.player is not None, "a question has a player to move"
    chooser.begin(match.game, match.player)
    try:
        return [question.id, ask_in_match(chooser, match, Budget(SECONDS)), None]
    except PlayerError as error:
        return [question.id, None, str(error)]
    finally:
        chooser.end(match)


# ---- scores


def score_answers(answers: Sequence[Answer], seed: int) -> list[GroupScore]:
    """Return the scores for each game, outcome and depth, and for all questions."""
    given = {answer.id: answer for answer in answers}
    asked = [(question, given[question.id]) for question in questions() if question.id in given]
    return [
        _score_group(of, name, [pair for pair in asked if group(pair[0]) == name], seed)
        for of, group in GROUPS.items()
        for name in dict.fromkeys(group(question) for question, _ in _sort(of, asked))
    ]


def _sort(of: str, asked: Iterable[tuple[Question, Answer]]) -> Iterable[tuple[Question, Answer]]:
    return sorted(asked, key=lambda pair: pair[0].depth) if of == "depth" else asked


def _depth_band(question: Question) -> str:
    low, high = next(band for band in DEPTH_BANDS if band[0] <= question.depth <= band[1])
    return f"{low} to {high}" if (low, high) != DEPTH_BANDS[-1] else f"{low} and more"


GROUPS: dict[str, Callable[[Question], str]] = {
    "game": lambda question: question.game,
    "outcome": lambda question: question.outcome,
    "depth": _depth_band,
    "all": lambda question: "all",
}
"""The groups of questions: what they are by, and the name of a question's group."""


def _score_group(of: str, name: str, pairs: list[tuple[Question, Answer]], seed: int) -> GroupScore:
    columns: dict[str, list[float]] = {
        "asked": [1.0] * len(pairs),
        "kept": [float(not _regret(*pair)) for pair in pairs],
        "regret": [float(_regret(*pair)) for pair in pairs],
        "turns_lost": [float(_turns_lost(*pair)) for pair in pairs],
    }
    found = measure(columns, _average, seed, f"{of} {name}")
    accuracy, regret, turns_lost = (found[name] for name in ("kept", "regret", "turns_lost"))
    assert accuracy is not None
    assert regret is not None
    assert turns_lost is not None
    return GroupScore(
        of,
        name,
        len(pairs),
        int(sum(columns["kept"])),
        sum(answer.move is None for _, answer in pairs),
        sum((_guessing_accuracy(question) for question, _ in pairs), Fraction(0)) / len(pairs),
        accuracy,
        regret,
        turns_lost,
    )


def _average(sums: dict[str, float]) -> dict[str, float | None]:
    return {name: sums[name] / sums["asked"] for name in ("kept", "regret", "turns_lost")}


def _regret(question: Question, answer: Answer) -> Fraction:
    """Return the worth lost by an answer; a fault loses, as in a match."""
    return question.worth if answer.move is None else question.regret(answer.move)


def _turns_lost(question: Question, answer: Answer) -> int:
    return 0 if answer.move is None else question.turns_lost(answer.move)


def _guessing_accuracy(question: Question) -> Fraction:
    kept = sum(not question.regret(move) for move in question.worths)
    return Fraction(kept, len(question.worths))
