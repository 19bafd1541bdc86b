"""A tournament match as one line of JSON: players, figures and public record."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from ..core import Player
from ..errors import SetupError
from ..json_numbers import read_count

CUT = "cut"
"""The ending of a match stopped at the turn limit (X2)."""

FORFEITED = "forfeited"
"""The ending of a match that a player lost by a fault."""

UNANSWERED = "unanswered"
"""The ending of a match without a result, because the endpoint of a model failed."""


class PlayerLine(NamedTuple):
    """One player's figures in a match; in JSON each key ends in the player's number."""

    player: str
    moves: int = 0
    decisions: int = 0
    kept: int = 0
    regret: Fraction = Fraction(0)
    turns_lost: int = 0
    worst: int = 0
    """The number of the ply with the highest regret, from 1; 0 if there is none."""
    worst_regret: Fraction = Fraction(0)
    guessing: Fraction | None = None
    """The expected regret of random moves in the same positions; None in older files."""
    calls: int = 0
    """Questions to a model, and their tokens; 0 for other players and in older files."""
    tokens_in: int = 0
    tokens_out: int = 0
    retries: int = 0


class MatchLine(NamedTuple):
    """A match; worths are Player 1's."""

    match: int
    """The number of the match in the file, from 1."""
    tournament: str
    """The id of the tournament."""
    seed: int
    game: str
    options: str
    board: int
    """The number of the board, from 1; every pair plays it from both seats."""
    winner: int | None
    """1 or 2, by the rules or a fault; None for a draw, and at the turn limit."""
    draw: bool
    """Whether it is a draw; missing in older files, where it is False."""
    ended: str
    """The game's reason, "cut", "forfeited" or "unanswered"."""
    fault: str | None
    """The fault of the player who forfeited, or of an endpoint."""
    turns: int
    exact: bool
    """Whether the exact value of every ply is known."""
    start: Fraction | None
    """The worth of the first position; None if unknown."""
    last: Fraction | None
    """The worth of the last position: 1, ½ or 0 if the game was over."""
    luck: Fraction | None
    """The worth that Player 1 gained from chance outcomes; None if unknown."""
    sides: tuple[PlayerLine, PlayerLine]
    record: str

    @property
    def players(self) -> tuple[str, str]:
        return self.sides[0].player, self.sides[1].player

    @property
    def is_cut(self) -> bool:
        """Whether it was stopped at the turn limit, and counts as unfinished."""
        return self.winner is None and not self.draw and not self.is_unanswered

    @property
    def is_unanswered(self) -> bool:
        """Whether an endpoint failed: such a match counts in no figure."""
        return self.ended == UNANSWERED

    def result(self, player: Player) -> Fraction | None:
        """Return 1 for a win, ½ for a draw, 0 for a loss.

        At the turn limit, return the worth of the last position, None if unknown.
        """
        if self.draw:
            return Fraction(1, 2)
        if self.is_cut:
            return _worth_for(player, self.last)
        return Fraction(self.winner == player + 1)

    def adjusted(self, player: Player) -> Fraction | None:
        """Return the result without luck, None if unknown."""
        result = self.result(player)
        if result is None or self.luck is None:
            return None
        return result - (self.luck if player is Player.ONE else -self.luck)


def _worth_for(player: Player, worth: Fraction | None) -> Fraction | None:
    return worth if worth is None or player is Player.ONE else 1 - worth


# ---- JSON

WORTH_FIELDS = ("start", "last", "luck")
"""Worths of the match, written exactly and as floats."""

PLAYER_WORTH_FIELDS = ("regret", "worst_regret", "guessing")

NEW_FIELDS = ("guessing", "calls", "tokens_in", "tokens_out", "retries")
"""Fields of a player that older files don't have."""


def to_json(line: MatchLine) -> dict[str, Any]:
    """Return a match as a flat object, one row of a table."""
    data: dict[str, Any] = line._asdict()
    record, sides = data.pop("record"), data.pop("sides")
    for name in WORTH_FIELDS:
        data |= _worth_json(name, data[name])
    for number, side in enumerate(sides, 1):
        for name, value in side._asdict().items():
            data |= _worth_json(f"{name}{number}", value) if name in PLAYER_WORTH_FIELDS else {}
            data.setdefault(f"{name}{number}", value)
    return {**data, "record": record}


def _worth_json(name: str, share: Fraction | None) -> dict[str, Any]:
    if share is None:
        return {name: None, f"{name}_float": None}
    return {name: str(share), f"{name}_float": round(float(share), 9)}


def from_json(data: Any) -> MatchLine:
    """Return the match in an object; raise ValueError, KeyError or TypeError if it is wrong."""
    sides = []
    for number in (1, 2):
        given = (n for n in PlayerLine._fields if n not in NEW_FIELDS or f"{n}{number}" in data)
        fields = {name: data[f"{name}{number}"] for name in given}
        for name in PLAYER_WORTH_FIELDS:
            if fields.get(name) is not None:
                fields[name] = _parse_worth(fields[name])
        side = PlayerLine(**fields)
        _check(side)
        sides.append(side)
    fields = {name: data[name] for name in MatchLine._fields if name not in ("sides", "draw")}
    for name in WORTH_FIELDS:
        fields[name] = None if fields[name] is None else _parse_worth(fields[name])
    line = MatchLine(**fields, draw=data.get("draw", False), sides=(sides[0], sides[1]))
    _check(line)
    if line.winner is not None and (line.draw or line.is_unanswered):
        raise ValueError
    return line


INTEGER_FIELDS = (
    "match",
    "seed",
    "board",
    "turns",
    "moves",
    "decisions",
    "kept",
    "turns_lost",
    "worst",
    "calls",
    "tokens_in",
    "tokens_out",
    "retries",
)
TEXT_FIELDS = ("tournament", "game", "options", "ended", "player")

MAX_WORTH = 10**9
"""Maximum plausible worth."""


def _parse_worth(text: object) -> Fraction:
    """Parse a worth; raise ValueError if it is malformed or too large."""
    if not isinstance(text, str) or not re.fullmatch("-?[0-9]+(/[0-9]+)?", text):
        raise ValueError
    if abs(share := Fraction(text)) > MAX_WORTH:
        raise ValueError
    return share


def _check(line: PlayerLine | MatchLine) -> None:
    """Raise ValueError for a field of the wrong type: the file may come from elsewhere.

    Texts can't control a terminal, and names can't be formulas in a spreadsheet.
    """
    for name, value in line._asdict().items():
        if name in INTEGER_FIELDS:
            read_count(value)
        if name in TEXT_FIELDS and (type(value) is not str or not value.isprintable()):
            raise ValueError
        if name in ("game", "player") and not value[:1].isalnum():
            raise ValueError
        if name == "record" and type(value) is not str:
            raise ValueError
        if name == "winner" and value is not None and not (type(value) is int and value in (1, 2)):
            raise ValueError
        if name in ("exact", "draw") and type(value) is not bool:
            raise ValueError
        if name == "fault" and not isinstance(value, str | None):
            raise ValueError


def dumps(lines: Iterable[MatchLine]) -> str:
    """Return the text of a file with all matches."""
    return "".join(f"{json.dumps(to_json(line), ensure_ascii=False)}\n" for line in lines)


def loads(text: str) -> list[MatchLine]:
    """Return the matches of a file; raise SetupError with the number of a wrong line."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            found.append(from_json(json.loads(line)))
        except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError):
            raise SetupError(f"line {number} isn't a tournament match") from None
    if not found:
        raise SetupError("the file has no tournament matches")
    return found
