"""The division of positions into train and test, by a hash of the board or of the position."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from hashlib import blake2b
from typing import Any, Literal, get_args

from ..core import AnyGame
from ..exam.questions import questions
from ..storage.record import loads

Split = Literal["train", "test"]

SPLITS: tuple[Split, ...] = get_args(Split)

TEST_SHARE = 10
"""One group of positions in this many belongs to the test set."""

Cells = Sequence[Sequence[int | str]]


def digest(data: object) -> str:
    """Return the hash of JSON data that ids and groups use: 16 hexadecimal digits."""
    return blake2b(json.dumps(data).encode(), digest_size=8).hexdigest()


def group_of(game: AnyGame, state: Any) -> str:
    """Return the group of a position: all positions of a group are on one side of the split.

    With a visible board, the group is the board; a rotated or mirrored board is the same. Without
    one, it is the position, and positions with the same `Game.key` are the same.
    """
    if game.has_visible_deal:
        return board_group(game.id, game.board)
    return digest([game.id, vars(game.options), _as_json(game.key(state))])


@lru_cache(maxsize=1024)
def board_group(id: str, board: str) -> str:
    """Return the group of a game's board, given as text."""
    return digest([id, least_form(board)])


def split_of(id: str, group: str) -> Split:
    """Return the side of a group of positions of a game; the exam's are always in test."""
    is_test = int(group, 16) % TEST_SHARE == 0 or group in exam_groups(id)
    return "test" if is_test else "train"


@cache
def exam_groups(id: str) -> frozenset[str]:
    """Return the groups of the public exam's questions about a game."""
    matches = (loads(question.record) for question in questions() if question.game == id)
    return frozenset(group_of(match.game, match.state) for match in matches)


def least_form(board: str) -> Cells:
    """Return the numbers of a board, in the least of its 8 rotations and reflections.

    >>> least_form("4 3 8/9 5 1/2 7 6") == least_form("2 9 4/7 5 3/6 1 8")
    True
    >>> least_form("4 3+/2@1 1@2")
    [[1, 2], [3, 4]]
    """
    cells = [[_read_cell(cell) for cell in re.split("[ ,]+", row)] for row in board.split("/")]
    if not all(isinstance(cell, int) for row in cells for cell in row):
        cells = [[str(cell) for cell in row] for row in cells]
    if len({len(row) for row in cells}) > 1:
        return cells
    return min(_forms(cells))  # type: ignore[type-var]


def _read_cell(cell: str) -> int | str:
    """Return the number of a cell, without marks after it; other cells as they are."""
    found = re.match("[0-9]+", cell)
    return int(found[0]) if found else cell


def _forms(cells: Cells) -> Iterable[Cells]:
    for turned in (cells, [row[::-1] for row in cells]):
        for _ in range(4):
            turned = [list(column) for column in zip(*turned[::-1], strict=True)]
            yield turned


def _as_json(key: object) -> object:
    """Return the key of a position as JSON data that is the same on every machine."""
    if isinstance(key, tuple | list):
        return [_as_json(part) for part in key]
    if isinstance(key, set | frozenset):
        return sorted((_as_json(part) for part in key), key=repr)
    if isinstance(key, dict):
        return sorted(([_as_json(k), _as_json(v)] for k, v in key.items()), key=repr)
    return key if isinstance(key, str | int | float | None) else repr(key)
