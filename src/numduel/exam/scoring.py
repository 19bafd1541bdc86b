"""A player's answers to the questions of an exam, and their scores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from ..arena.matches import make_player
from ..budget import Budget
from ..core import Move
from ..dice import Dice
from ..errors import PlayerError, Unanswered
from ..intervals import Measure, mean, proportion
from ..play.players import SECONDS, Chooser, ask_in_match
from ..ratings.skill import Loss, skill
from ..storage import calls
from .disguise import open_question
from .questions import Exam, Question

DEPTH_BANDS = ((1, 2), (3, 4), (5, 7), (8, 99))
"""Ranges of depths that are scored together."""


class Answer(NamedTuple):
    """A player's answer; no move if the player failed."""

    id: str
    move: Move | None
    fault: str | None = None
    """The reason for a missing move."""
    unanswered: bool = False
    """Whether the endpoint of a model failed: such an answer isn't scored."""
    usage: calls.Usage = calls.Usage()
    """The cost of the answer; nothing for players that aren't models."""


class Sitting(NamedTuple):
    """A player who takes an exam; everything random follows from the seed and the question."""

    player: str
    seed: int
    exam: Exam = Exam()
    transcript: str | None = None
    """The path of the file to which the calls of models are appended."""


Making = Callable[[str, Dice], Chooser]
"""A function that makes a player from its name and the source of its random choices."""


def ask_question(sitting: Sitting, question: Question, make: Making = make_player) -> Any:
    """Return a player's answer to a question, as JSON data, in any process.

    `make` makes the player: with another than the default, answers can be given again.
    """
    about = {"exam": sitting.exam._asdict(), "question": question.id, "player": sitting.player}
    with calls.recording(sitting.transcript, about) as log:
        move, fault, unanswered = None, None, False
        try:
            move = _ask(sitting, question, make)
        except Unanswered as error:
            fault, unanswered = str(error), True
        except PlayerError as error:
            fault = str(error)
        return [question.id, move, fault, unanswered, log.usage]


def _ask(sitting: Sitting, question: Question, make: Making) -> Move:
    """Return a player's move, in plain notation; PlayerError if it chooses none."""
    player, seed = sitting.player, sitting.seed
    asked = open_question(question, seed, sitting.exam.disguise)
    match = asked.match
    chooser = make(player, Dice.derived(seed, f"choice in {question.id}"))
    assert match.player is not None, "a question has a player to move"
    chooser.begin(match.game, match.player)
    try:
        return asked.plain(ask_in_match(chooser, match, Budget(SECONDS)))
    finally:
        chooser.end(match)


def parse_answer(data: Sequence[Any]) -> Answer:
    """Return the answer that `ask_question` returned, also after a way through JSON."""
    id, move, fault, unanswered, usage = data
    return Answer(id, move, fault, unanswered, calls.Usage(*usage))


# ---- scores


class GroupScore(NamedTuple):
    """The score of a group of questions; a figure is None if none of them was answered."""

    of: str
    """The property that the group shares: "game", "outcome", "depth" or "all"."""
    name: str
    questions: int
    """The number of answered questions."""
    kept: int
    faults: int
    unanswered: int
    """The number of questions without an answer, because an endpoint failed."""
    guessing: Fraction
    """Expected accuracy of random moves."""
    accuracy: Measure | None
    regret: Measure | None
    """Per question."""
    turns_lost: Measure | None
    """Per question."""
    skill: Measure | None


Pair = tuple[Question, Answer]


def score_answers(asked: Sequence[Question], answers: Iterable[Answer]) -> list[GroupScore]:
    """Return the scores for each game, outcome and depth, and for all questions."""
    pairs = pair_answers(asked, answers)
    return [
        _score_group(of, name, [pair for pair in pairs if group(pair[0]) == name])
        for of, group in GROUPS.items()
        for name in dict.fromkeys(group(question) for question, _ in _sort(of, pairs))
    ]


def pair_answers(asked: Sequence[Question], answers: Iterable[Answer]) -> list[Pair]:
    """Return the questions that were asked with their answers, in the order of the exam."""
    given = {answer.id: answer for answer in answers}
    return [(question, given[question.id]) for question in asked if question.id in given]


def _sort(of: str, pairs: Iterable[Pair]) -> Iterable[Pair]:
    return sorted(pairs, key=lambda pair: pair[0].depth) if of == "depth" else pairs


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


def _score_group(of: str, name: str, pairs: list[Pair]) -> GroupScore:
    # Shuffled, because the intervals of means assume that the order doesn't matter.
    answered = Dice(0).shuffled([pair for pair in pairs if not pair[1].unanswered])
    count = len(answered)
    kept = sum(not regret_of(*pair) for pair in answered)
    longest = max((_longest(question) for question, _ in answered), default=1)
    guessing = sum((question.guessing_accuracy for question, _ in pairs), Fraction(0)) / len(pairs)
    return GroupScore(
        of,
        name,
        count,
        kept,
        sum(answer.move is None for _, answer in answered),
        len(pairs) - count,
        guessing,
        Measure(kept / count, proportion(kept, count)) if count else None,
        mean([float(regret_of(*pair)) for pair in answered]),
        mean([float(_turns_lost(*pair)) for pair in answered], 0.0, float(longest)),
        skill([_loss(*pair) for pair in answered]),
    )


def _loss(question: Question, answer: Answer) -> Loss:
    guessing, worst = float(question.guessing_regret), float(question.worth)
    return Loss(question.game, float(regret_of(question, answer)), guessing, worst)


def _longest(question: Question) -> int:
    """Return the most turns that an answer can lose, at least 1."""
    return max(1, *(question.turns_lost(move) for move in question.worths))


def regret_of(question: Question, answer: Answer) -> Fraction:
    """Return the worth lost by an answer; a fault loses, as in a match."""
    return question.worth if answer.move is None else question.regret(answer.move)


def _turns_lost(question: Question, answer: Answer) -> int:
    return 0 if answer.move is None else question.turns_lost(answer.move)
