"""Saved games as text and as JSON: the history and the statistics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ..errors import capitalise
from ..play import players
from ..play.match import Match
from ..play.series import people_in
from ..storage.statistics import ALL
from .as_json import game_json, number_of
from .narration import names_of

if TYPE_CHECKING:
    from ..storage.history import PlayedGame
    from ..storage.statistics import OpponentRow, Statistics
    from ..storage.streak import Streak
    from .shapes import reports


# ---- history


def describe_result(match: Match) -> str:
    """Return the result of a match as a phrase: "Ann won", "draw" or "unfinished, turn 3"."""
    ending = match.ending
    if ending is None:
        return f"unfinished, turn {match.turn}"
    if ending.is_draw:
        return "draw"
    if ending.winner is None:
        return "no winner"
    return f"{names_of(match)[ending.winner]} won"


def describe_outcome(match: Match) -> str:
    """Return who played and the result; for a game of one person, from that person's side.

    "won against Casual", "lost to Perfect", "unfinished against Casual, turn 3", or
    "Ann against Bob, Bob won".
    """
    names, people, ending = names_of(match), people_in(match), match.ending
    if len(people) != 1:
        return f"{' against '.join(names)}, {describe_result(match)}"
    opponent = names[people[0].other]
    if ending is None:
        return f"unfinished against {opponent}, turn {match.turn}"
    if ending.is_draw:
        return f"drew with {opponent}"
    if ending.winner is None:
        return f"no winner against {opponent}"
    return f"won against {opponent}" if ending.winner is people[0] else f"lost to {opponent}"


def describe_time(played: PlayedGame) -> str:
    return played.time or "unknown time"


def describe_game(played: PlayedGame) -> str:
    """Return the game of a saved match, the opponent and the result."""
    return f"{played.match.game.title}: {describe_outcome(played.match)}"


def history_json(games: Iterable[PlayedGame]) -> reports.History:
    """Return saved games as JSON, newest first."""
    return {"games": [_played_json(played) for played in games]}


def _played_json(played: PlayedGame) -> reports.PlayedGame:
    match = played.match
    ending, names = match.ending, names_of(match)
    types = [match.tags.get(f"Type{number}", players.HUMAN) for number in (1, 2)]
    return {
        "name": played.save.name,
        "changed": played.time,
        "game": game_json(match.game),
        "players": [{"name": name, "who": who} for name, who in zip(names, types, strict=True)],
        "finished": ending is not None,
        "winner": None if ending is None else number_of(ending.winner),
        "result": describe_result(match),
        "turn": match.turn,
    }


# ---- statistics


def describe_opponent(row: OpponentRow) -> str:
    """Return the opponent of a row; if two people gave their names, both.

    >>> from numduel.storage.statistics import OpponentRow
    >>> describe_opponent(OpponentRow("sum", "", "casual"))
    'Casual'
    >>> describe_opponent(OpponentRow("sum", "Ann", "Bob"))
    'Ann and Bob'
    """
    if row.is_between_people:
        return f"{row.one or 'you'} and {row.opponent}"
    is_built_in = row.opponent in (*players.kinds(), ALL)
    return capitalise(row.opponent) if is_built_in else row.opponent


def describe_row(row: OpponentRow) -> str:
    """Return the results of a row as a sentence.

    >>> from numduel.storage.statistics import OpponentRow
    >>> describe_row(OpponentRow("sum", "", "casual", played=4, won=3, lost=1, streak=2, open=1))
    'Casual: 4 played, 3 won, 1 lost, 2 won in a row, 1 unfinished.'
    """
    parts = [f"{row.played} played", f"{row.won} won", f"{row.lost} lost"]
    more = {
        "drawn": row.drawn,
        "won in a row": row.streak if row.streak > 1 else 0,
        "won with help": row.helped,
        "unfinished": row.open,
    }
    parts += [f"{number} {words}" for words, number in more.items() if number]
    return f"{describe_opponent(row)}: {', '.join(parts)}."


def results_json(
    statistics: Statistics, puzzles: Streak, today: str, duels: Mapping[str, str]
) -> reports.Results:
    """Return results as JSON; `duels` are the results of the daily duels by day."""
    return {
        "rows": [_row_json(row) for row in statistics.rows],
        "totals": [_row_json(row) for row in statistics.totals],
        "between_programs": statistics.between_programs,
        "unreadable": statistics.unreadable,
        "puzzle_streak": puzzles.on(today),
        "best_puzzle_streak": puzzles.best,
        "duels": dict(duels),
    }


def _row_json(row: OpponentRow) -> reports.StatisticsRow:
    return {
        "game": row.game or None,
        "one": row.one or None,
        "opponent": row.opponent,
        "played": row.played,
        "won": row.won,
        "lost": row.lost,
        "drawn": row.drawn,
        "unfinished": row.open,
        "streak": row.streak,
        "helped": row.helped,
        "last": row.last,
    }
