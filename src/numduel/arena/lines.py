"""A match of a tournament as one line of JSON: who played, how well, and the public record."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from ..core import Player
from ..dice import SEEDS
from ..errors import SetupError

CUT = "cut"
"""How a match ended that was stopped after so many turns (X2)."""

FORFEITED = "forfeited"
"""How a match ended that a player lost by a fault."""


class Side(NamedTuple):
    """One player's part in a match; in the line each key has the player's number behind it."""

    player: str
    moves: int = 0
    decisions: int = 0
    kept: int = 0
    regret: Fraction = Fraction(0)
    turns_lost: int = 0
    worst: int = 0
    """The number of the ply that gave away most, from 1; 0 where nothing was given away."""
    worst_regret: Fraction = Fraction(0)


class MatchLine(NamedTuple):
    """A match; worths are those of Player 1."""

    match: int
    """Its number in the file, from 1."""
    tournament: str
    """The same for all matches that one command asked for."""
    seed: int
    game: str
    options: str
    board: int
    """The number of the board, from 1: every pair plays it from both seats."""
    winner: int | None
    """1 or 2, by the rules or by a fault; None in a draw, and where the match was cut."""
    draw: bool
    """Whether the rules ended it without a winner; older files leave this out, and mean False."""
    ended: str
    """The game's own word for how, or "cut", or "forfeited"."""
    fault: str | None
    """What the player did who forfeited."""
    turns: int
    exact: bool
    """Whether every ply of it could be weighed."""
    start: Fraction | None
    """The worth before the first move; None where it is not known."""
    last: Fraction | None
    """The worth of the last position: 1, ½ or 0 where the game was over."""
    luck: Fraction | None
    """What was drawn, in the turns of both, gave Player 1."""
    sides: tuple[Side, Side]
    record: str

    @property
    def players(self) -> tuple[str, str]:
        return self.sides[0].player, self.sides[1].player

    @property
    def is_cut(self) -> bool:
        """Whether it was stopped at the turn limit, and counts as unfinished."""
        return self.winner is None and not self.draw

    def result(self, player: Player) -> Fraction | None:
        """Return 1 for a win, ½ for a draw, 0 for a loss; if cut, the worth of the last position.

        None where that worth is not known.
        """
        if self.draw:
            return Fraction(1, 2)
        if self.is_cut:
            return _seen_by(player, self.last)
        return Fraction(self.winner == player + 1)

    def adjusted(self, player: Player) -> Fraction | None:
        """The result without what was drawn; None where that is not known."""
        result = self.result(player)
        if result is None or self.luck is None:
            return None
        return result - (self.luck if player is Player.ONE else -self.luck)


def _seen_by(player: Player, worth: Fraction | None) -> Fraction | None:
    return worth if worth is None or player is Player.ONE else 1 - worth


# ---- as text

SHARES = ("start", "last", "luck")
"""Worths of the match: exact, and as numbers besides."""

SIDE_SHARES = ("regret", "worst_regret")


def as_json(line: MatchLine) -> dict[str, Any]:
    """One flat object, so that a line is a row of a table."""
    data: dict[str, Any] = line._asdict()
    record, sides = data.pop("record"), data.pop("sides")
    for name in SHARES:
        data |= _shares(name, data[name])
    for number, side in enumerate(sides, 1):
        for name, value in side._asdict().items():
            data |= _shares(f"{name}{number}", value) if name in SIDE_SHARES else {}
            data.setdefault(f"{name}{number}", value)
    return {**data, "record": record}


def _shares(name: str, share: Fraction | None) -> dict[str, Any]:
    if share is None:
        return {name: None, f"{name}_float": None}
    return {name: str(share), f"{name}_float": round(float(share), 9)}


def of_json(data: Any) -> MatchLine:
    """The match that such an object tells of; ValueError, KeyError or TypeError if none."""
    sides = []
    for number in (1, 2):
        told = {name: data[f"{name}{number}"] for name in Side._fields}
        told |= {name: _share(told[name]) for name in SIDE_SHARES}
        side = Side(**told)
        _check(side)
        sides.append(side)
    told = {name: data[name] for name in MatchLine._fields if name not in ("sides", "draw")}
    told |= {name: None if told[name] is None else _share(told[name]) for name in SHARES}
    line = MatchLine(**told, draw=data.get("draw", False), sides=(sides[0], sides[1]))
    _check(line)
    if line.draw and line.winner is not None:
        raise ValueError
    return line


WHOLE = ("match", "seed", "board", "turns", "moves", "decisions", "kept", "turns_lost", "worst")
WORDS = ("tournament", "game", "options", "ended", "player")

MOST = 10**9
"""More than any match has given away, or chance given."""


def _share(text: object) -> Fraction:
    """A worth as it is written; ValueError for what would be too large to count with."""
    if not isinstance(text, str) or not re.fullmatch("-?[0-9]+(/[0-9]+)?", text):
        raise ValueError
    if abs(share := Fraction(text)) > MOST:
        raise ValueError
    return share


def _check(told: Side | MatchLine) -> None:
    """ValueError where a field is not of its kind: others may have written the file.

    What is shown of it can steer no terminal, and no name is a formula in a table.
    """
    for name, value in told._asdict().items():
        if name in WHOLE and (type(value) is not int or not 0 <= value < SEEDS):
            raise ValueError
        if name in WORDS and (type(value) is not str or not value.isprintable()):
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
    """All of them as the text of a file."""
    return "".join(f"{json.dumps(as_json(line), ensure_ascii=False)}\n" for line in lines)


def loads(text: str) -> list[MatchLine]:
    """The matches of a file; SetupError says which line is none."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            found.append(of_json(json.loads(line)))
        except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError):
            raise SetupError(f"line {number} is no match of a tournament") from None
    if not found:
        raise SetupError("it holds no match of a tournament")
    return found
