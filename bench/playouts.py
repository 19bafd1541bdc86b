"""Measure random games per second through the public rules, side by side with easyAI."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import easyai_games as easy

import numduel
from numduel import Chance, Move, Over, Turn
from numduel.core import AnyGame, HiddenBoard

MAX_MOVES = 200
"""Moves after which a game stops; only race has games that long."""

ROUNDS = 9
"""Rounds in which the sides take turns at each game; the median ratio counts."""

BOARDS = 100
"""Boards of each game, dealt from the seeds 0, 1, 2 and so on."""

Playout = Callable[[Callable[[], float]], int]
"""A function that plays one random game and returns the number of moves."""


# ---- the two sides


def playout(game: Any, random: Callable[[], float]) -> int:
    """Play one random game by numduel's rules; a hidden board answers as the dealer."""
    state, steps = game.start(), 0
    while steps < MAX_MOVES:
        status = game.status(state)
        if isinstance(status, Turn):
            moves = status.moves
            state = game.play(state, moves[int(random() * len(moves))])
            steps += 1
        elif isinstance(status, Chance):
            state = game.play(state, game.answer(state))
        else:
            break
    return steps


def easy_playout(new: Callable[[], Any], random: Callable[[], float]) -> int:
    """Play one random game in easyAI's loop."""
    game, steps = new(), 0
    while steps < MAX_MOVES and not game.is_over():
        moves = game.possible_moves()
        game.make_move(moves[int(random() * len(moves))])
        game.switch_player()
        steps += 1
    return steps


def easy_factory(game: AnyGame) -> Callable[[], Any]:
    """Return a function that creates easyAI's game on the same board."""
    if game.id == "sum":
        return easy.Sum
    board = game.laid_open() if isinstance(game, HiddenBoard) else game.board
    numbers = [int(number) for number in board.replace("/", " ").split()]
    kinds = {
        "maze": (easy.Maze, 0),
        "run": (easy.Run, 0),
        "quest": (easy.Quest, 1),
        "race": (easy.Race, 1),
    }
    kind, first = kinds[game.id]
    return partial(kind, easy.grid_of(numbers, first))


# ---- measuring


class Pace(NamedTuple):
    """The speed of one side."""

    games: float
    """Games per second."""
    step: float
    """Microseconds per move of a player."""


class Row(NamedTuple):
    """The measurements of one game."""

    game: str
    ours: Pace
    easy: Pace
    ratio: float
    """Games per second relative to easyAI."""


def measure_pace(playouts: list[Playout], seed: int, seconds: float) -> Pace:
    """Play all boards in turn until the time is up."""
    random = Random(seed).random
    games = steps = 0
    taken, began = 0.0, process_time()
    while taken < seconds or not steps:
        for one in playouts:
            steps += one(random)
        games += len(playouts)
        taken = process_time() - began
    return Pace(games / taken, taken / steps * 1e6)


def measure(id: str, seconds: float) -> Row:
    """Measure both sides of one game in turns, with the same random numbers."""
    dealt = [numduel.new(id, seed=seed) for seed in range(BOARDS)]
    ours: list[Playout] = [partial(playout, game) for game in dealt]
    theirs: list[Playout] = [partial(easy_playout, easy_factory(game)) for game in dealt]
    each = seconds / ROUNDS / 2
    rounds = [(measure_pace(ours, n, each), measure_pace(theirs, n, each)) for n in range(ROUNDS)]
    return Row(
        id,
        Pace(*(median(values) for values in zip(*(mine for mine, _ in rounds), strict=True))),
        Pace(*(median(values) for values in zip(*(other for _, other in rounds), strict=True))),
        median(mine.games / other.games for mine, other in rounds),
    )


# ---- checking that both sides play the same rules


def check(id: str, games: int) -> None:
    """Raise AssertionError unless both sides have the same legal moves and winners."""
    for seed in range(games):
        game = numduel.new(id, seed=seed)
        follow(game, easy_factory(game)(), Random(seed).random)


def follow(game: Any, other: Any, random: Callable[[], float]) -> None:
    """Play one random game on both sides at once."""
    state = game.start()
    for _ in range(MAX_MOVES):
        while isinstance(status := game.status(state), Chance):
            state = game.play(state, game.answer(state))
        if isinstance(status, Over):
            assert other.is_over(), (game, state)
            loser = other.opponent_index if other_wins(other) else other.current_player
            assert status.winner is not None, (game, state)
            assert status.winner.other + 1 == loser, (game, state)
            return
        assert not other.is_over(), (game, state)
        assert status.player + 1 == other.current_player, (game, state)
        moves = list(other.possible_moves())
        assert [notation(move) for move in moves] == list(status.moves), (game, state)
        drawn = int(random() * len(moves))
        state = game.play(state, status.moves[drawn])
        other.make_move(moves[drawn])
        other.switch_player()


def other_wins(other: Any) -> bool:
    """Return whether easyAI's player to move has won; some games have only losses."""
    wins, loses = hasattr(other, "win") and other.win(), other.lose()
    assert wins != loses, other
    return bool(wins)


def notation(move: object) -> Move:
    """Return a move of easyAI's in numduel's notation."""
    return ",".join(map(str, move)) if isinstance(move, tuple) else str(move)


# ---- output


def table(rows: list[Row]) -> str:
    lines = [
        "          numduel              easyAI",
        "game      games/s   µs/step    games/s   µs/step     ratio",
    ]
    for id, ours, theirs, ratio in rows:
        lines.append(
            f"{id:<6}{ours.games:>11,.0f}{ours.step:>10.2f}"
            f"{theirs.games:>11,.0f}{theirs.step:>10.2f}{ratio:>9.2f}×"
        )
    return "\n".join(lines)


def as_json(rows: list[Row]) -> str:
    return json.dumps(
        [
            {
                "game": row.game,
                "numduel": {"games_per_second": row.ours.games, "us_per_step": row.ours.step},
                "easyAI": {"games_per_second": row.easy.games, "us_per_step": row.easy.step},
                "ratio": row.ratio,
            }
            for row in rows
        ],
        indent=2,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--seconds", type=float, default=4.0, help="time for each game (default: 4)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument(
        "--check",
        type=int,
        nargs="?",
        const=500,
        metavar="GAMES",
        help="only compare the rules of both sides over GAMES games (default: 500)",
    )
    asked = parser.parse_args()
    if asked.check is not None:
        for id in numduel.games():
            check(id, asked.check)
            print(f"{id}: {asked.check} games with the same moves and winners on both sides")
        return 0
    rows = [measure(id, asked.seconds) for id in numduel.games()]
    print(as_json(rows) if asked.json else table(rows))
    behind = [row.game for row in rows if row.ratio <= 1]
    if behind:
        print(f"behind easyAI on {', '.join(behind)}", file=sys.stderr)
    return 1 if behind else 0


if __name__ == "__main__":
    sys.exit(main())
