"""The daily duel: a fair board a day, the same for everybody, against a level that rises."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple, get_type_hints

from ..budget import Budget
from ..core import Player
from ..dice import Dice
from ..errors import SetupError, capitalise
from ..games import find, offered
from ..play.controller import help_counts
from ..play.match import Match
from ..play.players import HUMAN
from ..play.series import people_in
from ..play.session import Session, make_sides
from ..storage import files, json_files, saves, streak
from ..storage.autosave import Autosave

if TYPE_CHECKING:
    from ..engine import Engine

VERSION = 1
"""Of how a duel follows from its date. Whoever changes that, or what a fair board or a level is,
counts it up, so that a date and a version always mean the same duel."""

LEVELS = ("beginner", "casual", "casual", "skilled", "skilled", "expert", "perfect")
"""Who plays from Monday to Sunday."""

STRONG = ("expert", "perfect")
"""Against these one sits where the game can be won, if it can be won anywhere."""

POSITIONS = 20_000_000
"""What finding a board may cost; it takes a small part of it."""


class Duel(NamedTuple):
    """What is to be played on a day."""

    day: str
    game: str
    board: str
    seat: Player
    """Where the person sits."""
    level: str

    def begin(self, name: str = "") -> Session:
        """The match of it, for a person called so."""
        you, level = (HUMAN, name or None), (self.level, None)
        one, two = (you, level) if self.seat is Player.ONE else (level, you)
        both = make_sides((one[0], two[0]), (one[1], two[1]))
        return Session.begin(find(self.game), {}, both, board=self.board, duel=self.day)


def duel_of(day: str) -> Duel:
    """The duel of a date such as 2026-11-16, the same on every machine.

    >>> duel_of("2026-11-24")[1:]
    ('maze', '8 1 7/2 5 6/9 4 3', <Player.TWO: 1>, 'casual')
    """
    from ..engine import Engine
    from ..engine.studying.boards import search_fair_board

    level = LEVELS[date.fromisoformat(day).weekday()]
    dice = Dice.derived(VERSION, f"duel of {day}")
    kinds = sorted((kind for kind in offered() if kind.daily_duel), key=lambda kind: kind.id)
    kind = dice.choice(tuple(kinds))
    seat = dice.choice(tuple(Player))
    board = search_fair_board(Engine(), kind, {}, dice, Budget(positions=POSITIONS))
    if level in STRONG and board.winner is not None:
        seat = board.winner
    return Duel(day, kind.id, board.game.board, seat, level)


OUTCOMES = {1.0: "won", 0.0: "lost", 0.5: "drew", None: "stopped"}
"""The words for how a duel ended, by the person's score; None where it was stopped."""


class Result(NamedTuple):
    """What became of a duel."""

    day: str
    game: str
    level: str
    outcome: str
    """One of the words in `OUTCOMES`."""
    turns: int
    decisions: int
    """Moves in whose place another would have given something away."""
    kept: int
    """How many of them gave nothing away."""
    help: int
    """Hints, analyses and moves taken back, together."""
    course: str
    """A sign for each move of the person: + kept all, - gave something away, . no matter."""

    @property
    def text(self) -> str:
        """What can be shown to others: it does not give the board away.

        >>> print(Result("2026-11-16", "maze", "casual", "won", 7, 3, 2, 1, "+-.+").text)
        numduel, the duel of 2026-11-16: won against Casual at Number Maze in 7 turns.
        2 of 3 decisions were right; helped once.
        +-.+
        """
        from ..engine.solving.value import format_turns

        where = f"{capitalise(self.level)} at {find(self.game).title}"
        head = f"{self.outcome} against {where} in {format_turns(self.turns)}"
        right = f"{self.kept} of {self.decisions} decisions were right"
        times = {0: "without help", 1: "helped once", 2: "helped twice"}
        helped = times.get(self.help, f"helped {self.help} times")
        return f"numduel, the duel of {self.day}: {head}.\n{right}; {helped}.\n{self.course}"


def result_of(engine: Engine, match: Match, budget: Budget) -> Result:
    """What became of a duel that is finished; SetupError for any other match."""
    from ..engine.teaching.review import evaluate, summarise

    ending, seats = match.ending, people_in(match)
    if "Duel" not in match.tags or ending is None or len(seats) != 1:
        raise SetupError("this is no duel that is finished")
    seat = seats[0]
    plies = evaluate(engine, match, budget)
    own = [ply for ply in plies if ply.player is seat and not ply.drawn]
    shown = summarise(seat, plies)
    return Result(
        match.tags["Duel"],
        match.game.id,
        match.tags.get(f"Type{2 - seat}", ""),
        OUTCOMES[ending.score(seat)],
        match.turn,
        shown.decisions,
        shown.kept,
        sum(help_counts(match).values()),
        "".join("." if not ply.is_decision else "-" if ply.regret else "+" for ply in own),
    )


# ---- on disk

KEPT = "duels"


def taken_up(duel: Duel, name: str = "") -> Autosave:
    """A duel that was begun and not finished, where it stands; else from the start."""
    for save in saves.list_saves():
        found = saves.inspect_save(save)
        if found and found.match and found.match.tags.get("Duel") == duel.day:
            return Autosave.of(save, found.match)
    return Autosave(duel.begin(name))


def load() -> dict[str, Result]:
    """What became of the duels that counted, by their days; what is damaged is left out."""
    results, types = {}, get_type_hints(Result)
    for day, kept in json_files.load(KEPT).items():
        is_whole = isinstance(kept, dict) and {n: type(v) for n, v in kept.items()} == types
        if is_whole and kept["outcome"] in OUTCOMES.values():
            results[day] = Result(**kept)
    return results


class Counted(NamedTuple):
    """What a finished duel counts for."""

    result: Result
    """The one that counts for its day."""
    words: str
    """Whether it was this one, and why not: a sentence for people."""


def count(result: Result) -> Counted:
    """Write down what became of a duel, if it is today's, and finished for the first time."""
    before = load()
    if result.day in before:
        return Counted(before[result.day], "The first finish counts, and this was another.")
    if result.day != streak.today():
        return Counted(result, "Only the duel of today counts.")
    try:
        json_files.add(KEPT, {result.day: result._asdict()})
    except OSError as error:
        return Counted(
            result, f"It cannot be kept in {json_files.file(KEPT)}: {files.reason(error)}."
        )
    days = _days_in_a_row({*before, result.day}, result.day)
    return Counted(result, f"Duels on {days} days in a row." if days > 1 else "It counts.")


def _days_in_a_row(days: set[str], last: str) -> int:
    day, number = date.fromisoformat(last), 0
    while day.isoformat() in days:
        day, number = day - timedelta(1), number + 1
    return number
