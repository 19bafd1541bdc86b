"""Lines of a dataset: positions with the value of every move (see docs/dataset.md)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal

from ..budget import Budget
from ..core import AnyGame, Player, Turn
from ..engine import Engine, Report
from ..engine.solving.depth import depth
from ..engine.solving.value import Value
from ..errors import GameMissing, NumduelError, UnknownGame, quoted
from ..games import find_needed
from ..picture_text import draw
from ..play.match import Match
from ..storage.record import dumps, loads
from ..views.as_json import seat_of
from ..views.shapes.reports import DatasetLine, DatasetValue
from .splits import digest, group_of, split_of

VERSION: Literal[1] = 1
"""Version of the format of a line."""

Line = dict[str, Any]

MAX_CHECK_POSITIONS = 4_000_000
"""Positions searched to check a line."""


def build_line(match: Match, report: Report) -> DatasetLine:
    """Return the line of a position with a player to move, without hidden information."""
    game, state, status = match.game, match.state, match.status
    assert isinstance(status, Turn)
    features = _features_by_name(game, state, status.player)
    worth, group = report.value.worth, group_of(game, state)
    return {
        "id": position_id(game, state, status.player),
        "group": group,
        "split": split_of(game.id, group),
        "version": VERSION,
        "game": game.id,
        "options": dict(vars(game.options)),
        "player": seat_of(status.player),
        "board": "\n".join(draw(game.picture(state), status.moves)),
        **_value_fields(report.value),
        "depth": depth(game, state, report),
        "moves": {
            move: {"action": game.vocabulary.index(move), **_value_fields(value)}
            for move, value in report.moves.items()
        },
        "keep": [move for move, value in report.moves.items() if value.worth == worth],
        "best": list(report.best),
        "features": features,
        "record": dumps(match),
    }


def _value_fields(value: Value) -> DatasetValue:
    worth = value.worth
    return {
        "outcome": value.outcome,
        "turns": value.turns,
        "worth": str(worth),
        "worth_float": float(worth),
    }


def position_id(game: AnyGame, state: Any, player: Player) -> str:
    """Return the id of a position: a hash of the options and the features."""
    features = _features_by_name(game, state, player)
    return f"{game.id}-{digest([vars(game.options), features])}"


def _features_by_name(game: AnyGame, state: Any, player: Player) -> dict[str, int | list[int]]:
    """Return each feature by name: a list of numbers, one per tile, or one number."""
    (rows, columns), layout = game.layout()
    numbers = iter(game.features(state, player))
    return {
        feature.name: [next(numbers) for _ in range(rows * columns)]
        if feature.per_tile
        else next(numbers)
        for feature in layout
    }


# ---- checking


def check_game(line: str, what: str) -> None:
    """Raise GameMissing if the game of a line isn't loaded."""
    try:
        find_needed(json.loads(line)["game"], what)
    except GameMissing:
        raise
    except (LookupError, RecursionError, TypeError, ValueError, UnknownGame):
        return  # find_problem says what is wrong


def find_problem(data: Any, engine: Engine) -> str | None:
    """Return what is wrong with a line, or None; this recomputes all values."""
    if not isinstance(data, dict) or not isinstance(data.get("record"), str):
        return "it isn't a position with a record"
    if data.get("version") != VERSION:
        return f"its version is {_abbreviate(data.get('version'))}; only {VERSION} is supported"
    try:
        match = loads(data["record"])
    except GameMissing as error:
        return str(error)
    except NumduelError as error:
        return f"its record cannot be read: {error}"
    if match.player is None:
        return "no player is to move"
    report = engine.analyse(match.game, match.state, Budget(positions=MAX_CHECK_POSITIONS))
    if not report.is_exact:
        return "it takes too long to check"
    return _find_difference(data, build_line(match, report))


def _find_difference(data: Line, expected: Mapping[str, Any]) -> str | None:
    if data == expected:
        return None
    for name in [*expected, *data]:
        if name not in data or name not in expected:
            return f"{quoted(name)} is {'missing' if name in expected else 'an unknown field'}"
        if data[name] != expected[name]:
            if name == "moves":
                return _find_wrong_move(data[name], expected[name])
            return _compare(name, data[name], expected[name])
    return None


def _find_wrong_move(given: Any, expected: dict[str, Line]) -> str:
    if not isinstance(given, dict) or list(given) != list(expected):
        return f"the legal moves are {' '.join(expected)}"
    wrong = next(move for move in expected if given[move] != expected[move])
    return _compare(wrong, given[wrong], expected[wrong])


def _compare(name: str, given: Any, expected: Any) -> str:
    return f"{quoted(name)} is {_abbreviate(given)}, but should be {_abbreviate(expected)}"


def _abbreviate(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 100 else f"{text[:97]}..."
