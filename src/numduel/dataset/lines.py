"""A position with the value of every move, as a line of a data set: see docs/dataset.md."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from typing import Any, Literal

from ..budget import Budget
from ..core import AnyGame, Chance, Player, Turn
from ..engine import Engine, Report
from ..engine.solving.value import Value
from ..errors import NumduelError, quoted
from ..play.match import Match
from ..render.text import draw
from ..storage.record import dumps, loads
from ..views.as_json import seat_of
from ..views.shapes.reports import DatasetLine, Told

VERSION: Literal[1] = 1
"""Of what a line holds."""

Line = dict[str, Any]

CHECKED = 4_000_000
"""Positions looked at to check a line, at most."""


def line(match: Match, report: Report) -> DatasetLine:
    """What is known of a position in which somebody is to move, and nothing that is hidden."""
    game, state, status = match.game, match.state, match.status
    assert isinstance(status, Turn)
    features = dict(_features(game, state, status.player))
    worth = report.value.worth
    return {
        "id": f"{game.id}-{_digest([vars(game.options), features])}",
        "version": VERSION,
        "game": game.id,
        "options": dict(vars(game.options)),
        "player": seat_of(status.player),
        "board": "\n".join(draw(game.picture(state), status.moves)),
        **_told(report.value),
        "depth": depth(game, state, report),
        "moves": {
            move: {"action": game.vocabulary.index(move), **_told(value)}
            for move, value in report.moves.items()
        },
        "keep": [move for move, value in report.moves.items() if value.worth == worth],
        "best": list(report.best),
        "features": features,
        "record": dumps(match),
    }


def depth(game: AnyGame, state: Any, report: Report) -> int:
    """How far one must look.

    Turns to the end; of a draw and of endless play, to the last loss; where chance decides, the
    number of outcomes that can be drawn next.
    """
    if report.value.turns is not None:
        return report.value.turns
    if report.value.is_level:
        return max(value.turns or 0 for value in report.moves.values())
    after = (game.status(game.play(state, move)) for move in report.moves)
    return max((len(status.odds) for status in after if isinstance(status, Chance)), default=0)


def _told(value: Value) -> Told:
    worth = value.worth
    return {
        "outcome": value.outcome,
        "turns": value.turns,
        "worth": str(worth),
        "worth_float": float(worth),
    }


def _features(game: AnyGame, state: Any, player: Player) -> Iterator[tuple[str, Any]]:
    """What `features` tells, by its name: a list for the tiles, row by row, or one number."""
    (rows, columns), told = game.layout()
    numbers = iter(game.features(state, player))
    for feature in told:
        if feature.per_tile:
            yield feature.name, [next(numbers) for _ in range(rows * columns)]
        else:
            yield feature.name, next(numbers)


def _digest(data: Any) -> str:
    return blake2b(json.dumps(data).encode(), digest_size=8).hexdigest()


# ---- checking


def problem(data: Any, engine: Engine) -> str | None:
    """What is wrong with a line, all values being worked out anew; None if nothing is."""
    if not isinstance(data, dict) or not isinstance(data.get("record"), str):
        return "it is no position with a record"
    if data.get("version") != VERSION:
        return f"its version is {_short(data.get('version'))}, and only {VERSION} is known"
    try:
        match = loads(data["record"])
    except NumduelError as error:
        return f"its record cannot be read: {error}"
    if match.player is None:
        return "nobody is to move in it"
    report = engine.analyse(match.game, match.state, Budget(positions=CHECKED))
    if not report.is_exact:
        return "it takes too long to check"
    return _difference(data, line(match, report))


def _difference(data: Line, right: Mapping[str, Any]) -> str | None:
    if data == right:
        return None
    for name in [*right, *data]:
        if name not in data or name not in right:
            return f"{quoted(name)} is {'missing' if name in right else 'no field of it'}"
        if data[name] != right[name]:
            if name == "moves":
                return _different_move(data[name], right[name])
            return f"{quoted(name)} is {_short(data[name])}, and right is {_short(right[name])}"
    return None


def _different_move(given: Any, right: dict[str, Line]) -> str:
    if not isinstance(given, dict) or list(given) != list(right):
        return f"the legal moves are {' '.join(right)}"
    wrong = next(move for move in right if given[move] != right[move])
    return f"{quoted(wrong)} is {_short(given[wrong])}, and right is {_short(right[wrong])}"


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 100 else f"{text[:97]}..."
