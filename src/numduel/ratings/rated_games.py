"""The decisions in a person's saved games against the computer, which make up the rating."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from enum import Enum
from hashlib import sha256
from typing import Literal, NamedTuple

from ..budget import Budget
from ..core import AnyGame, Player
from ..engine import Engine
from ..engine.teaching.review import ReviewedPly, evaluate
from ..errors import SetupError
from ..play.controller import help_counts
from ..play.match import Match
from ..play.series import Series, people_in
from ..storage import json_files, saves
from ..storage.input_tag import START_TAG, is_piped
from .decisions import BANDS, Decisions, Tally, count_decisions
from .scale import scale_of, scales

FILE_STEM = "ratings"

MAX_GAMES = 1000
"""Saved games that ratings look at, the latest."""

MAX_POSITIONS = 400_000
"""Positions searched for the decisions of one game."""

MAX_DECISIONS = 999
"""Decisions of one game in a band that can be stored."""

MAX_NAME_CHARS = 24
"""Characters of an opponent's name that are stored."""

Result = Literal["won", "lost", "drawn"]
"""The result for the person; a game without a winner counts as drawn."""


class RatedGame(NamedTuple):
    """A finished game of a person against the computer, without help."""

    game: str
    opponent: str
    """A level, a character, or another program."""
    result: Result
    at: float
    """When it was played, in seconds since 1970; 0 if unknown."""
    decisions: Decisions


class Uncounted(Enum):
    """A reason why a match doesn't count for a rating."""

    UNFINISHED = "unfinished"
    NO_PERSON = "no person"
    FRIEND = "friend"
    HELP = "help"
    LUCK = "luck"
    NO_SCALE = "no scale"
    OTHER_RULES = "other rules"
    CONTINUED = "continued"
    PIPED = "piped"
    UNSOLVED = "unsolved"


def find_rule_objection(game: AnyGame) -> Uncounted | None:
    """Return why no match of a game with its options counts for a rating; None if matches can."""
    checks = {
        Uncounted.LUCK: game.is_pure_luck,
        Uncounted.NO_SCALE: game.id not in scales(),
        Uncounted.OTHER_RULES: scale_of(game) is None,
    }
    return next((reason for reason, holds in checks.items() if holds), None)


def find_objection(match: Match) -> Uncounted | None:
    """Return why a match can't count for a rating; None if it can.

    A match counts if it is finished, against the computer, without help, and on a scale.
    """
    people, rules = people_in(match), find_rule_objection(match.game)
    checks = {
        Uncounted.NO_PERSON: not people,
        Uncounted.FRIEND: len(people) > 1,
        Uncounted.UNFINISHED: match.ending is None,
        rules: rules is not None,
        Uncounted.PIPED: is_piped(match),
        Uncounted.CONTINUED: START_TAG in match.tags,
        Uncounted.HELP: any(help_counts(match).values()),
    }
    return next((reason for reason, holds in checks.items() if holds), None)


def rate_match(
    engine: Engine, match: Match, at: float = 0.0, budget: Budget | None = None
) -> RatedGame | Uncounted:
    """Return a match with its decisions, or why it doesn't count."""
    if objection := find_objection(match):
        return objection
    return rate_plies(match, evaluate(engine, match, budget or Budget(None, MAX_POSITIONS)), at)


def rate_plies(
    match: Match, plies: Iterable[ReviewedPly], at: float = 0.0
) -> RatedGame | Uncounted:
    """Return a match with the decisions in its reviewed plies, or why it doesn't count."""
    if objection := find_objection(match):
        return objection
    plies = tuple(plies)
    if not all(ply.is_known for ply in plies):
        return Uncounted.UNSOLVED
    [player], ending = people_in(match), match.ending
    assert ending is not None, "an objection"
    result: Result = "drawn"
    if ending.winner is not None:
        result = "won" if ending.winner is player else "lost"
    decisions = _limited(count_decisions(plies, player))
    return RatedGame(match.game.id, _opponent(match, player), result, at, decisions)


def _opponent(match: Match, player: Player) -> str:
    return Series.of(match).seats[player.other].who[:MAX_NAME_CHARS]


def _limited(decisions: Decisions) -> Decisions:
    """Return decisions with no more in a band than can be stored, in the same proportion."""
    return {
        band: Tally(MAX_DECISIONS, tally.kept * MAX_DECISIONS / tally.number)
        if tally.number > MAX_DECISIONS
        else tally
        for band, tally in decisions.items()
    }


# ---- saved games


class Loaded(NamedTuple):
    """The rated games among the saved ones."""

    games: list[RatedGame]
    """Oldest first."""
    is_complete: bool
    """Whether all were looked at; False if the work was cancelled."""


def load_rated_games(
    engine: Engine,
    is_cancelled: Callable[[], bool] = lambda: False,
    progress: Callable[[int], object] = lambda number: None,
) -> Loaded:
    """Return the rated games among the saved ones, and store what was computed.

    `progress` is called with the number of each game before it is computed.
    """
    known, entries, found = json_files.load(FILE_STEM), dict[str, str](), list[RatedGame]()
    is_complete, forked, rules = False, set[str](), _name_rules()
    for number, save in enumerate(saves.list_saves()[:MAX_GAMES]):
        if is_cancelled():
            break
        try:
            stat = os.stat(save.path)
        except OSError:  # deleted in the meantime
            continue
        named = f"{rules} {save.name} {stat.st_mtime_ns} {stat.st_size}"
        key = sha256(_encodable(named).encode()).hexdigest()[:12]
        text, at = known.get(key), max(0.0, stat.st_mtime)
        entry = _parse(text, at) if isinstance(text, str) else None
        if entry is None:
            progress(number)
            budget = Budget(None, MAX_POSITIONS, lambda positions: is_cancelled())
            entry = _rate_save(engine, save, at, budget)
            if is_cancelled():
                break
            if entry is None:
                continue
        entries[key] = _format(entry)
        if entry.game is not None and entry.fork not in forked:
            found.append(entry.game)
            forked.add(entry.fork)
    else:
        is_complete = True
    if entries != known and (is_complete or entries):
        with suppress(OSError):  # computed again next time
            json_files.keep(FILE_STEM, entries if is_complete else {**known, **entries})
    return Loaded(found[::-1], is_complete)


def _name_rules() -> str:
    """Return what decides if and how a game counts; stored entries of other rules are outdated."""
    return repr([BANDS, [(id, sorted(scale.options.items())) for id, scale in scales().items()]])


def _encodable(name: str) -> str:
    """Return the name of a file as text that can be written, also if its bytes aren't Unicode."""
    return name.encode(errors="backslashreplace").decode()


class _Entry(NamedTuple):
    """A saved game in the file of ratings."""

    fork: str
    """The name of the game, which copies of it share."""
    game: RatedGame | None
    """None if it doesn't count."""


def _rate_save(engine: Engine, save: saves.Save, at: float, budget: Budget) -> _Entry | None:
    """Return the entry of a saved game; None if it can't be read."""
    try:
        match = save.load()
    except SetupError:
        return None
    rated = rate_match(engine, match, at, budget)
    fork = _encodable(match.tags.get("Fork", save.name))[:60]
    return _Entry(fork, rated if isinstance(rated, RatedGame) else None)


def _format(entry: _Entry) -> str:
    """Return the text of an entry: "name" or "name|maze casual won 0=2/2 4=1/0"."""
    fork = entry.fork.replace("|", "_")
    return fork if entry.game is None else f"{fork}|{format_game(entry.game)}"


def _parse(text: str, at: float) -> _Entry | None:
    """Return the entry of a text; None if it is damaged."""
    fork, bar, line = text.partition("|")
    if not bar:
        return _Entry(fork, None)
    game = parse_game(line, at)
    return None if game is None else _Entry(fork, game)


# ---- a game as a line


def format_game(game: RatedGame) -> str:
    """Return a game as a line, without its time.

    >>> format_game(RatedGame("maze", "casual", "won", 0.0, {"1": Tally(2, 2.0)}))
    'maze casual won 0=2/2'
    """
    opponent = "_".join(game.opponent.split()) or "?"
    return " ".join([game.game, opponent, game.result, *format_decisions(game.decisions)])


def parse_game(line: str, at: float) -> RatedGame | None:
    """Return the game of a line, played at this time; None if it is damaged or has no scale."""
    match line.split():
        case [game, opponent, ("won" | "lost" | "drawn") as result, *words] if game in scales():
            decisions = parse_decisions(words)
            if decisions is not None:
                return RatedGame(game, opponent, result, at, decisions)
    return None


def format_decisions(decisions: Decisions) -> list[str]:
    """Return decisions as words: the band's index, the number, and how much was kept.

    >>> format_decisions({"1": Tally(2, 2.0), "5–6": Tally(1, 0.25)})
    ['0=2/2', '4=1/0.25']
    """
    return [f"{BANDS.index(band)}={n}/{kept:.5g}" for band, (n, kept) in decisions.items()]


def parse_decisions(tallies: Iterable[str]) -> Decisions | None:
    """Return decisions from words; None if they are damaged.

    >>> parse_decisions(["0=2/2", "4=1/0.25"])
    {'1': Tally(number=2, kept=2.0), '5–6': Tally(number=1, kept=0.25)}
    >>> parse_decisions(["0=1/2"]), parse_decisions(["99=1/1"]), parse_decisions(["-1=1/1"])
    (None, None, None)
    """
    found = {}
    for text in tallies:
        try:
            index, _, rest = text.partition("=")
            number, _, kept = rest.partition("/")
            tally = Tally(int(number), float(kept))
            if not 0 <= tally.kept <= tally.number <= MAX_DECISIONS or not index.isdecimal():
                return None
            found[BANDS[int(index)]] = tally
        except (ValueError, IndexError):
            return None
    return found
