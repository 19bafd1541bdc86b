"""The shapes of exams: results with their figures, and what people answer on the page."""

from typing import Annotated, TypedDict

from .basics import Count, OneOf, Seat, Within
from .match import ShownPosition

# ---- results


class Measure(TypedDict):
    """A figure with its interval."""

    value: float
    low: float | None
    high: float | None


class Usage(TypedDict):
    """The use of a language model; all 0 for other players."""

    calls: Count
    tokens_in: Annotated[int, Within(0), "tokens in all prompts"]
    tokens_out: Annotated[int, Within(0), "tokens in all answers, with reasoning"]
    tokens_reasoning: Count
    seconds: Annotated[float, Within(0), "waiting time"]
    retries: Count


class Cost(TypedDict):
    """The cost of a model's answers, in the unit of the price."""

    price: Annotated[list[float], Within(2, 2), "of a million tokens in prompts, and in answers"]
    total: float
    each: Annotated[float | None, "per question or match"]


class ExamMarks(TypedDict):
    """The marks for some questions; a figure is null if none was answered."""

    of: Annotated[
        str, OneOf(("game", "outcome", "depth", "all")), "what the questions have in common"
    ]
    name: str
    questions: Annotated[int, Within(0), "answered questions"]
    kept: Count
    faults: Count
    unanswered: Annotated[int, Within(0), "questions that a failing endpoint left unanswered"]
    guessing: Annotated[float, "the accuracy of random choices"]
    accuracy: Measure | None
    regret: Measure | None
    turns_lost: Measure | None
    skill: Annotated[Measure | None, "1 − regret ÷ regret of random choices"]


class ExamAnswer(TypedDict):
    """A player's answer, in the notation of the plain question."""

    id: str
    move: str | None
    fault: str | None
    unanswered: bool
    usage: Usage


class ExamSettings(TypedDict):
    """The questions of an exam, and how they are asked."""

    version: Count
    fresh: Annotated[str | None, "the seed of fresh questions"]
    commitment: Annotated[str | None, "a hash of that seed, to publish before the exam"]
    tier: str
    questions: Count
    disguise: Annotated[str | None, "the seed of the disguise"]
    digest: Annotated[str, "SHA-256 of the questions"]


class Exam(TypedDict):
    """A player's marks, and every answer: `numduel exam --json`."""

    version: Count
    player: str
    seed: Count
    exam: ExamSettings
    numduel: Annotated[str, "the version of numduel"]
    rows: list[ExamMarks]
    skill: Annotated[Measure | None, "the average over the games"]
    usage: Usage
    cost: Cost | None
    answers: list[ExamAnswer]


# ---- on the page


class ExamParts(TypedDict):
    """An exam in parts, to answer one after the other."""

    version: Annotated[Count, "answers to another version don't count"]
    title: str
    questions: Count
    task: Annotated[str, "what to do in each question"]
    parts: Annotated[list[list[str]], "the ids of the questions of each part"]


class ExamQuestion(TypedDict):
    """A question of the exam: a position, without the values of its moves."""

    id: str
    player: Annotated[Seat, "whom you play for"]
    position: ShownPosition


class ExamFigures(TypedDict):
    """The figures of a game or of all questions, as a table shows them."""

    name: str
    cells: Annotated[list[str], "one for each heading"]


class ExamReport(TypedDict):
    """The report of a person's answers."""

    title: Annotated[str, "which part of which exam is answered"]
    heads: list[str]
    rows: list[ExamFigures]
    notes: Annotated[list[str], "what the figures mean"]
    shared: Annotated[list[str], "lines to share"]
    file: Annotated[str, "the name of a file for the result"]
    result: Annotated[Exam, "the content of that file"]
