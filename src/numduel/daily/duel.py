"""The daily duel: the same fair board for everyone, against a level that rises during the week."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple, get_type_hints

from ..budget import Budget
from ..core import Player
from ..dice import Dice
from ..errors import SetupError, capitalise, counted
from ..games import built_in, find_needed
from ..play.controller import help_counts
from ..play.match import Match
from ..play.players import HUMAN
from ..play.series import people_in
from ..play.session import Session, make_sides
from ..storage import files, json_files, saves, streak
from ..storage.autosave import Autosave
from ..storage.history import changed_at

if TYPE_CHECKING:
    from ..engine import Engine
    from ..engine.teaching.review import ReviewedPly

VERSION = 2
"""Version of the duels. Raise it after any change to duels, fair boards or levels, so that a date
and a version always mean the same duel."""

LEVELS = ("beginner", "casual", "casual", "skilled", "skilled", "expert", "perfect")
"""Levels from Monday to Sunday."""

MAX_FAIR_BOARDS = 500
"""Fair boards tried before giving up because neither seat wins them."""

MAX_POSITIONS = 20_000_000
"""Positions searched to find a board; far fewer are needed."""


class Duel(NamedTuple):
    """The duel of a day."""

    day: str
    game: str
    board: str
    seat: Player
    """The person's seat."""
    level: str

    def begin(self, name: str = "") -> Session:
        """Start the match, for a person with this name."""
        you, level = (HUMAN, name or None), (self.level, None)
        one, two = (you, level) if self.seat is Player.ONE else (level, you)
        both = make_sides((one[0], two[0]), (one[1], two[1]))
        kind = find_needed(self.game, "this duel")
        return Session.begin(kind, {}, both, board=self.board, duel=self.day)


def duel_of(day: str) -> Duel:
    """Return the duel of a date such as 2026-11-16, the same on every machine.

    >>> duel_of("2026-11-24")[1:]
    ('maze', '7 6 8/3 4 9/2 1 5', <Player.ONE: 0>, 'casual')

    The person's seat wins with best play; a board on which neither does isn't dealt.
    """
    from ..engine import Engine
    from ..engine.studying.boards import search_fair_board

    level = LEVELS[date.fromisoformat(day).weekday()]
    dice = Dice.derived(VERSION, f"duel of {day}")
    kinds = sorted((kind for kind in built_in() if kind.daily_duel), key=lambda kind: kind.id)
    kind = dice.choice(tuple(kinds))
    engine, budget = Engine(), Budget(positions=MAX_POSITIONS)
    for _ in range(MAX_FAIR_BOARDS):
        board = search_fair_board(engine, kind, {}, dice, budget)
        if board.winner is not None:
            return Duel(day, kind.id, board.game.board, board.winner, level)
    raise SetupError(f"found no board of {kind.title} that one seat wins")


OUTCOMES = {1.0: "won", 0.0: "lost", 0.5: "drew", None: "stopped"}
"""Outcomes by the person's score; None if the duel ended without a result."""

VERBS = {
    "won": "won against",
    "lost": "lost to",
    "drew": "drew with",
    "stopped": "ended without a winner against",
}
"""The text before the opponent, by outcome."""


class Result(NamedTuple):
    """The result of a duel."""

    day: str
    game: str
    level: str
    outcome: str
    """One of `OUTCOMES`."""
    turns: int
    decisions: int
    """Number of real choices."""
    kept: int
    """Number of correct decisions."""
    help: int
    """Number of hints, analyses and undos."""
    course: str
    """A sign for each move of the person: + correct, - a mistake, . no real choice."""
    marks: str = ""
    """A sign for each turn of the person: + best, . fine, - a mistake; "" in older results."""
    is_late: bool = False
    """Whether it was finished after its day, so that it doesn't count for a streak."""

    @property
    def text(self) -> str:
        """A summary to share; it doesn't reveal the board.

        >>> print(Result("2026-11-16", "maze", "casual", "won", 7, 3, 2, 1, "+-.+", "+-.+").text)
        numduel daily duel 2026-11-16: won against Casual at Number Maze in 7 turns.
        2 of 3 real choices correct, with help once.
        +-.+  (+ best, . fine, - mistake)
        """
        from ..engine.solving.value import format_turns

        title = find_needed(self.game, "this duel").title
        where = f"{capitalise(self.level)} at {title}"
        when = "after" if self.outcome == "stopped" else "in"
        head = f"{VERBS[self.outcome]} {where} {when} {format_turns(self.turns)}"
        times = {0: "without help", 1: "with help once", 2: "with help twice"}
        help = times.get(self.help, f"with help {self.help} times")
        if self.decisions:
            help = f"{self.kept} of {counted(self.decisions, 'real choice')} correct, {help}"
        marks = f"{self.marks}  ({streak.MARK_LEGEND})" if self.marks else self.course
        return f"numduel daily duel {self.day}: {head}.\n{capitalise(help)}.\n{marks}".rstrip()


def result_of(engine: Engine, match: Match, budget: Budget) -> Result:
    """Return the result of a finished duel; SetupError for any other match."""
    from ..engine.teaching.review import evaluate, find_resignation, summarise

    ending, seats = match.ending, people_in(match)
    if "Duel" not in match.tags or ending is None or len(seats) != 1:
        raise SetupError("this isn't a finished duel")
    seat = seats[0]
    plies = evaluate(engine, match, budget)
    own = [ply for ply in plies if ply.player is seat and not ply.drawn]
    summary = summarise(seat, plies, find_resignation(engine, match, budget))
    return Result(
        match.tags["Duel"],
        match.game.id,
        match.tags.get(f"Type{2 - seat}", ""),
        OUTCOMES[ending.score(seat)],
        match.turn,
        summary.decisions,
        summary.kept,
        sum(help_counts(match).values()),
        "".join("." if not ply.is_decision else "-" if ply.regret else "+" for ply in own),
        _mark_turns(own),
    )


def _mark_turns(own: list[ReviewedPly]) -> str:
    """Return a sign for each turn, by its worst move."""
    turns: dict[int, list[str]] = {}
    for ply in own:
        mark = "-" if ply.regret else "." if ply.turns_lost else "+"
        turns.setdefault(ply.turn, []).append(mark)
    return "".join(max(marks, key="+.-".index) for marks in turns.values())


# ---- on disk

FILE_STEM = "duels"


def resume_or_begin(duel: Duel, name: str = "") -> Autosave:
    """Resume an unfinished duel, or start it."""
    for save, match in _unfinished_duels():
        if match.tags["Duel"] == duel.day:
            return Autosave.of(save, match)
    return Autosave(duel.begin(name))


def _unfinished_duels(since: float = 0.0) -> Iterator[tuple[saves.Save, Match]]:
    """Yield the unfinished duels that were changed since a time, newest first."""
    for save in saves.list_saves():
        if since and changed_at(save) < since:
            return
        found = saves.inspect_save(save)
        if found and found.match and "Duel" in found.match.tags:
            yield save, found.match


def days_in_progress(since: str = "") -> set[str]:
    """Return the days whose duels were started and not finished.

    `since` is a date: games that were last changed before it are not read.
    """
    start = datetime.fromisoformat(f"{since}T00:00+00:00").timestamp() if since else 0.0
    try:
        return {match.tags["Duel"] for _, match in _unfinished_duels(start)}
    except SetupError:  # the folder of saved games can't be read
        return set()


def load_results() -> dict[str, Result]:
    """Return the first result of each day, without damaged ones."""
    results, types = {}, get_type_hints(Result)
    for day, saved in json_files.load(FILE_STEM).items():
        # Results of earlier versions have no marks, and none of them is late.
        entry = {"marks": "", "is_late": False, **saved} if isinstance(saved, dict) else {}
        is_valid = {name: type(value) for name, value in entry.items()} == types
        if is_valid and entry["outcome"] in OUTCOMES.values():
            results[day] = Result(**entry)
    return results


NOT_COUNTED = "Only today's duel counts towards your streaks."


class RecordedResult(NamedTuple):
    """The outcome of recording a result."""

    result: Result
    """The result that counts for the day."""
    message: str
    """A sentence that says whether this result counts, and if not, why."""


def record_result(result: Result) -> RecordedResult:
    """Save a result if it is the first one of its day; only today's counts for the streaks."""
    before = load_results()
    if result.day in before:
        return RecordedResult(before[result.day], "Only your first finished game counts.")
    result = result._replace(is_late=result.day != streak.today())
    try:
        json_files.add(FILE_STEM, {result.day: result._asdict()})
    except OSError as error:
        file, why = json_files.file(FILE_STEM), files.reason(error)
        return RecordedResult(result, f"The result can't be saved in {file}: {why}.")
    if result.is_late:
        return RecordedResult(result, NOT_COUNTED)
    streaks = count_streaks({**before, result.day: result}, result.day)
    return RecordedResult(result, f"This result counts. {streaks.text}".strip())


class DuelStreaks(NamedTuple):
    """The numbers of days in a row with a duel that was played, and that was won.

    >>> DuelStreaks(3, 1).text, DuelStreaks(2, 0).text, DuelStreaks(1, 1).text
    ('Played 3 days in a row, won 1.', 'Played 2 days in a row.', '')
    >>> DuelStreaks(3, 3).text
    'Played and won 3 days in a row.'
    """

    played: int
    won: int

    @property
    def text(self) -> str:
        """A sentence about streaks of more than a day; "" if there is none."""
        if self.played < 2:
            return ""
        if self.won == self.played:
            return f"Played and won {self.played} days in a row."
        won = f", won {self.won}" if self.won else ""
        return f"Played {self.played} days in a row{won}."


def count_streaks(results: Mapping[str, Result], today: str) -> DuelStreaks:
    """Return the streaks up to today, or up to yesterday if today's duel isn't finished."""
    last = date.fromisoformat(today)
    if today not in results:
        last -= timedelta(1)
    played = {day for day, result in results.items() if not result.is_late}
    won = {day for day in played if results[day].outcome == "won"}
    return DuelStreaks(_count_days(played, last), _count_days(won, last))


def _count_days(days: set[str], last: date) -> int:
    number = 0
    while (last - timedelta(number)).isoformat() in days:
        number += 1
    return number
