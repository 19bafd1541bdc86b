"""The shapes of a benchmark: submissions, their verification, and leaderboards."""

from typing import Annotated, TypedDict

from .basics import Count, OneOf, Pattern, Within
from .calls import CallSettings
from .exams import Cost, Measure

Sha256 = Annotated[str, Pattern("[0-9a-f]{64}")]


class BenchmarkProtocol(TypedDict):
    """The rules of a run; see benchmark.md."""

    name: str
    version: Count
    quick: Annotated[bool, "a small trial, which can't be published"]


class Prompt(TypedDict):
    """The prompts of a model; see models.md."""

    name: Annotated[str, '"open" or "listed"']
    version: Count
    settings: CallSettings


class SubmissionFile(TypedDict):
    """A file of a submission."""

    name: str
    bytes: Count
    sha256: Sha256


class Submission(TypedDict):
    """The manifest of a submission: `submission.json`."""

    protocol: BenchmarkProtocol
    player: str
    name: Annotated[str, "the name on the leaderboard"]
    seed: Annotated[str, "of the fresh questions and of the boards"]
    commitment: Annotated[str, "a hash of that seed, to publish before the run"]
    prompt: Annotated[Prompt | None, "null for players that aren't models"]
    price: Annotated[
        list[float] | None, "of a million tokens in prompts, and of a million in answers"
    ]
    numduel: Annotated[str, "the version of numduel"]
    files: list[SubmissionFile]


class Verification(TypedDict):
    """A submission that was computed again."""

    path: str
    name: Annotated[str | None, "null if the manifest can't be read"]
    verified: bool
    problems: Annotated[list[str], "a sentence for each"]


class Verifications(TypedDict):
    """Submissions that were computed again: `numduel submit verify --json`."""

    submissions: list[Verification]


class LeaderboardMistake(TypedDict):
    """One of the worst answers or moves of an entry."""

    where: Annotated[str, "the question, or the match"]
    game: str
    move: Annotated[str | None, "null for a fault"]
    regret: float


class LeaderboardEntry(TypedDict):
    """A verified submission; figures without an exam's name are those of the fresh exam."""

    rank: Annotated[int, Within(1)]
    name: str
    player: str
    prompt: Prompt | None
    seed: str
    commitment: str
    announced: Annotated[bool | None, "whether the commitment is one that was announced"]
    numduel: str
    checked: Annotated[
        str, OneOf(("played again", "transcript", "figures")), "how the answers were checked"
    ]
    skill: Measure | None
    games: Annotated[dict[str, Measure | None], "skill by game"]
    public: Annotated[Measure | None, "skill in the public exam"]
    disguised: Annotated[Measure | None, "skill in the fresh exam in disguise"]
    gap: Annotated[Measure | None, "plain minus disguised skill, paired by question"]
    gap_p: Annotated[float | None, "the chance of such a gap if the disguise makes no difference"]
    accuracy: Measure | None
    regret: Measure | None
    rating: Annotated[Measure | None, "one fit over the matches of all entries"]
    win_rate: Measure | None
    questions: Annotated[int, Within(0), "in all exams"]
    matches: Count
    faults: Annotated[int, Within(0), "in all exams and matches"]
    unanswered: Annotated[int, Within(0), "in all exams and matches"]
    repeated: Annotated[int, Within(0), "questions and matches that were asked again"]
    calls: Count
    tokens_in: Count
    tokens_out: Count
    cost: Annotated[Cost | None, "`each` is per question of an exam"]
    mistakes: list[LeaderboardMistake]


class Leaderboard(TypedDict):
    """Verified submissions, the best first: `numduel leaderboard --json`."""

    protocol: BenchmarkProtocol
    entries: list[LeaderboardEntry]
    refused: Annotated[list[Verification], "submissions with problems"]
