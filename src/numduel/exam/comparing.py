"""Two results of the same exam, compared question by question."""

from __future__ import annotations

from typing import NamedTuple

from ..comparing import Comparison, Tallies, Tally, compare_players, make_independent
from ..errors import SetupError
from ..paired import Group
from .questions import Question
from .results import Result
from .scoring import Answer, pair_answers, regret_of


class Pair(NamedTuple):
    """A question that both players answered."""

    question: Question
    first: Answer
    second: Answer


def compare_results(first: Result, second: Result) -> Comparison:
    """Return the paired differences between two results, plain or disguised.

    Raises:
        SetupError: If they are of different questions, or have no answered question in common.
    """
    return compare_players(tally_results(first, second))


def has_same_questions(first: Result, second: Result) -> bool:
    """Return whether two results are of the same questions, plain or disguised."""
    return first.exam.plain == second.exam.plain


def name_results(first: Result, second: Result) -> tuple[str, str]:
    """Return names of two results: the players, with what else differs if they are the same.

    >>> from numduel.exam.questions import Exam
    >>> name_results(Result(Exam(), "ann", 0, ()), Result(Exam(disguise="elm"), "ann", 0, ()))
    ('ann, plain', 'ann, in disguise elm')
    """
    if first.player != second.player:
        return first.player, second.player
    if first.exam.disguise != second.exam.disguise:
        return _name_disguise(first), _name_disguise(second)
    if first.seed != second.seed:
        return f"{first.player}, seed {first.seed}", f"{second.player}, seed {second.seed}"
    return f"{first.player}, first file", f"{second.player}, second file"


def _name_disguise(result: Result) -> str:
    disguise = result.exam.disguise
    return f"{result.player}, {'plain' if disguise is None else f'in disguise {disguise}'}"


def tally_results(first: Result, second: Result) -> Tallies:
    """Return the figures of two results for each question; see `compare_results`."""
    if not has_same_questions(first, second):
        raise SetupError(
            "the results are of different questions. Compare results of one exam: of the same "
            "seed, size and tier"
        )
    pairs = _pair_results(first, second)
    if not pairs:
        raise SetupError("no question was answered by both players")
    games = [
        _tally_game(game, [pair for pair in pairs if pair.question.game == game])
        for game in dict.fromkeys(pair.question.game for pair in pairs)
    ]
    left_out = len(first.questions) - len(pairs)
    return Tallies("exam", name_results(first, second), games, left_out)


def tally_result(result: Result) -> Tallies:
    """Return the figures of a result beside those of an equally strong, independent player."""
    names = (result.player, "an equally strong player")
    return make_independent(tally_results(result, result)._replace(names=names))


def _pair_results(first: Result, second: Result) -> list[Pair]:
    """Return the questions that both players answered."""
    others = {answer.id: answer for answer in second.answers if not answer.unanswered}
    return [
        Pair(question, answer, others[question.id])
        for question, answer in pair_answers(first.questions, first.answers)
        if not answer.unanswered and question.id in others
    ]


def _tally_game(game: str, pairs: list[Pair]) -> Tally:
    lost = [Group(1, _regret(one, two), _regret(one, three)) for one, two, three in pairs]
    score = [Group(1, float(not group.first), float(not group.second)) for group in lost]
    random = [float(pair.question.guessing_regret) for pair in pairs]
    return Tally(game, score, lost, lost, [Group(1, one, one) for one in random])


def _regret(question: Question, answer: Answer) -> float:
    return float(regret_of(question, answer))
