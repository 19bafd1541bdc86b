"""A leaderboard: the figures of verified submissions, and the worst mistakes of each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from ..arena.blunders import explain, find_worst
from ..arena.lines import FORFEITED, MatchLine
from ..arena.standings import ALL_GAMES, standings
from ..budget import Budget
from ..core import Move
from ..dice import Dice
from ..engine import Engine
from ..engine.teaching.review import ReviewedPly, review_ply
from ..exam.comparing import compare_results
from ..exam.questions import Question
from ..exam.results import Result
from ..exam.scoring import Answer, GroupScore, pair_answers, regret_of
from ..play.match import Match
from ..play.players import kinds
from ..storage.calls import Usage
from ..storage.record import loads

if TYPE_CHECKING:
    from ..intervals import Measure
    from ..paired import Difference
    from .prices import Price
    from .shapes import benchmark

FRESH, DISGUISE, PUBLIC = "fresh", "disguise", "public"
"""The names of the exams."""

MAX_ANSWERS, MAX_MOVES = 3, 1
"""The number of worst answers and of worst moves of an entry."""

POSITIONS = 400_000
"""Maximum number of positions to search for an explanation."""


class Submitted(NamedTuple):
    """A verified submission."""

    name: str
    player: str
    prompt: benchmark.Prompt | None
    seed: str
    commitment: str
    version: str
    checked: str
    """How its answers were checked."""
    price: Price | None
    exams: dict[str, Result]
    matches: list[MatchLine]
    repeated: int
    announced: bool | None = None
    """Whether its commitment was announced; None if none was."""


class Mistake(NamedTuple):
    """One of the worst answers or moves; without a review, a fault."""

    where: str
    """The question or the match: "question maze-001"."""
    match: Match
    """The match after the move; after a fault, before it."""
    ply: int
    """The index of the move."""
    move: Move | None
    regret: Fraction
    fault: str | None
    step: ReviewedPly | None


class Entry(NamedTuple):
    """A row of the leaderboard."""

    submitted: Submitted
    scores: dict[str, GroupScore]
    """The scores of the fresh exam: of each game, and of all."""
    skills: dict[str, Measure | None]
    """The skill in each exam."""
    gap: Difference | None
    win_rate: Measure | None
    rating: Measure | None
    mistakes: list[Mistake]

    @property
    def skill(self) -> Measure | None:
        return self.skills.get(FRESH)

    @property
    def games(self) -> list[str]:
        return [name for name, score in self.scores.items() if score.of == "game"]

    @property
    def total(self) -> GroupScore:
        """The scores of all fresh questions."""
        return self.scores[ALL_GAMES]

    @property
    def questions(self) -> int:
        """The number of questions in all exams."""
        return sum(len(result.answers) for result in self.submitted.exams.values())

    @property
    def faults(self) -> int:
        """Faults in all exams and matches."""
        answers = [one for result in self.submitted.exams.values() for one in result.answers]
        asked = sum(one.move is None and not one.unanswered for one in answers)
        return asked + sum(map(self._has_forfeited, self.submitted.matches))

    def _has_forfeited(self, line: MatchLine) -> bool:
        if line.ended != FORFEITED or line.winner is None:
            return False
        return line.players[2 - line.winner] == self.submitted.player

    @property
    def unanswered(self) -> int:
        """Unanswered questions and matches."""
        asked = sum(len(result.unanswered) for result in self.submitted.exams.values())
        return asked + sum(line.is_unanswered for line in self.submitted.matches)

    @property
    def exam_usage(self) -> Usage:
        """The use of a model in all exams."""
        total = Usage()
        for result in self.submitted.exams.values():
            total = total.plus(result.usage)
        return total

    @property
    def usage(self) -> Usage:
        """The use of a model in all exams and matches."""
        total = self.exam_usage
        for line in self.submitted.matches:
            side = next(one for one in line.sides if one.player == self.submitted.player)
            total = total.plus(Usage(side.calls, side.tokens_in, side.tokens_out))
        return total


class Refused(NamedTuple):
    """A submission with problems."""

    path: str
    name: str | None
    problems: list[str]


class Leaderboard(NamedTuple):
    """Entries, the highest skill first, and what isn't shown."""

    entries: list[Entry]
    refused: list[Refused]


def make_leaderboard(submitted: Sequence[Submitted], refused: Iterable[Refused]) -> Leaderboard:
    """Return the leaderboard of verified submissions; ratings are one fit over all matches."""
    rated = _rate(submitted)
    engine = Engine()
    entries = [_make_entry(engine, one, rated[n]) for n, one in enumerate(submitted)]
    entries.sort(key=lambda entry: (-entry.skill.value if entry.skill else 1, entry.submitted.name))
    return Leaderboard(entries, list(refused))


def _make_entry(engine: Engine, one: Submitted, rating: Measure | None) -> Entry:
    scores = {name: result.scores() for name, result in one.exams.items()}
    own = [row for row in standings(one.matches).rows if row.player == one.player]
    return Entry(
        one,
        {row.name: row for row in scores[FRESH] if row.of in ("game", "all")},
        {name: rows[-1].skill for name, rows in scores.items()},
        compare_results(one.exams[FRESH], one.exams[DISGUISE]).main,
        own[-1].figures["win_rate"],
        rating,
        [*_worst_answers(engine, one.exams[FRESH]), *_worst_moves(engine, one)],
    )


# ---- ratings


def _rate(submitted: Sequence[Submitted]) -> list[Measure | None]:
    """Return the rating of each submission, from the matches of all of them together."""
    lines = [
        _rename(line, one.player, _rated_name(number, one))
        for number, one in enumerate(submitted)
        for line in one.matches
    ]
    if not lines:
        return []
    rows = {row.player: row for row in standings(lines).rows if row.game == ALL_GAMES}
    return [rows[_rated_name(number, one)].figures["elo"] for number, one in enumerate(submitted)]


def _rated_name(number: int, one: Submitted) -> str:
    """Return a name that no other submission has; a player of numduel is one player."""
    return one.player if one.player in kinds() else f"entry {number}"


def _rename(line: MatchLine, player: str, name: str) -> MatchLine:
    sides = (side._replace(player=name) if side.player == player else side for side in line.sides)
    one, two = sides
    return line._replace(sides=(one, two))


# ---- mistakes


def _worst_answers(engine: Engine, result: Result) -> list[Mistake]:
    """Return the answers that lost most, of different games."""
    pairs = [
        (question, answer)
        for question, answer in pair_answers(result.questions, result.answers)
        if not answer.unanswered and regret_of(question, answer)
    ]
    pairs.sort(key=lambda pair: (-regret_of(*pair), pair[0].depth, pair[0].id))
    worst: dict[str, tuple[Question, Answer]] = {}
    for question, answer in pairs:
        worst.setdefault(question.game, (question, answer))
    return [_explain_answer(engine, *pair) for pair in list(worst.values())[:MAX_ANSWERS]]


def _explain_answer(engine: Engine, question: Question, answer: Answer) -> Mistake:
    match = loads(question.record, dice=Dice.derived(0, f"board of {question.id}"))
    ply, step = len(match.plies), None
    if answer.move is not None:
        match.play(answer.move)
        step = review_ply(engine, match, ply, Budget(positions=POSITIONS))
    where, regret = f"Question {question.id}", regret_of(question, answer)
    return Mistake(where, match, ply, answer.move, regret, answer.fault, step)


def _worst_moves(engine: Engine, one: Submitted) -> list[Mistake]:
    """Return the moves in the tournament that lost most."""
    own = [
        blunder
        for blunder in find_worst(one.matches)
        if blunder.line.players[blunder.player] == one.player
    ]
    return [
        Mistake(
            f"Match {blunder.line.match} against {blunder.line.players[blunder.player.other]}",
            match,
            blunder.ply - 1,
            step.move,
            blunder.regret,
            None,
            step,
        )
        for blunder, match, step in (explain(engine, found) for found in own[:MAX_MOVES])
    ]
