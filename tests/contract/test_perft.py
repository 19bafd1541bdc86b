"""Numbers of move sequences: a table that any change of the rules would change."""

from __future__ import annotations

from typing import Any

import pytest

import numduel
from duel_support import FIVE, perft

MAZE = "4 3 8/9 5 1/2 7 6"
BONUS = "4 3+ 8/9x 5x 1+/2 7 6"
RUN = "3 1 4 2 5/2 5 1 3 4/4 2 5 1 3/1 4 2 5 2/5 3 1 4 2"
RACE = "1 3 2 4/2 1 3 2/4 2 1 3/3 4 2 1"

TABLE: list[tuple[str, dict[str, Any], list[int]]] = [
    ("maze", {"board": MAZE}, [8, 56, 124, 280, 296, 120, 20, 2, 0]),
    ("maze", {"board": MAZE, "target": 25}, [8, 56, 124, 280, 440, 640, 1030]),
    ("maze", {"board": BONUS}, [8, 56, 124, 286, 460, 420, 211, 58, 7]),
    ("maze", {"board": BONUS, "target": 25}, [8, 56, 124, 292, 725, 1676, 3423]),
    (
        "maze",
        {"board": "4@1 3+ 8/9x 5x 1+/2 7 6@2", "target": 30},
        [2, 5, 12, 31, 67, 132, 275, 516, 735, 838, 692],
    ),
    ("maze", {"board": "1 2 3 4/8 7 6 5/9 10 11 12/16 15 14 13"}, [12, 132, 328, 840, 1158, 1319]),
    ("maze", {"board": "1+ 2x/3 4", "target": 10}, [4, 12, 16, 24, 26, 28, 26, 8]),
    ("sum", {}, [9, 56, 350, 2186, 13656, 85304]),
    ("sum", {"target": 9, "highest": 3}, [3, 2, 2, 2, 2, 1, 0, 0, 0]),
    ("sum", {"target": 12, "highest": 5}, [5, 12, 30, 74, 184, 310, 409]),
    ("run", {"board": RUN}, [2, 4, 8, 16, 40, 100, 240, 516, 1006, 2374]),
    ("run", {"board": "1 2/1 1"}, [2, 4, 4, 4, 0, 0, 0, 0]),
    (
        "run",
        {"board": "1 2 1/2 1 2/1 2 1"},
        [2, 4, 8, 16, 16, 30, 54, 80, 94, 88, 94, 124, 128, 94],
    ),
    (
        "run",
        {"board": "5 1 4/2 3 3/1 4 2"},
        [2, 4, 8, 16, 17, 32, 54, 82, 116, 103, 120, 147, 153, 118],
    ),
    ("race", {"board": RACE}, [2, 4, 6, 7, 4, 0, 0, 0, 0, 0, 0, 0]),
    ("race", {"board": "1 2 1/2 1 1/1 2 1"}, [2, 4, 2, 4, 6, 8, 9, 13, 17, 26, 28, 44]),
    ("race", {"board": "1 1/1 1"}, [2, 2, 4, 2, 4, 4]),
    ("quest", {}, [9, 81, 648, 5184, 36288]),
    ("quest", {"size": 2, "target": 6}, [4, 16, 48, 144, 288, 576, 384, 384]),
    ("quest", {"size": 2, "target": 6, "stand": True}, [5, 21, 80, 272, 720, 1584, 2112, 1920]),
    ("quest", {"size": 2, "target": 20, "stand": True}, [5, 21, 80, 272, 720, 1872, 2880]),
]
"""Game, setup, and the numbers of sequences of 1, 2, 3… plies."""


def test_every_rule_book_game_is_in_the_table() -> None:
    assert {row[0] for row in TABLE} == set(FIVE)


@pytest.mark.parametrize(
    ("id", "setup", "counts"),
    [pytest.param(*row, id=f"{row[0]}-{n}") for n, row in enumerate(TABLE)],
)
def test_number_of_move_sequences_is_unchanged(
    id: str, setup: dict[str, Any], counts: list[int]
) -> None:
    game = numduel.new(id, **setup)
    assert [perft(game, depth) for depth in range(1, len(counts) + 1)] == counts
