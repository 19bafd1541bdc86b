"""Random games per second through the public rules, in one run beside easyAI on the same boards."""

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

CAP = 200
"""Moves after which a game is left unfinished: only race has games that long, or endless."""

ROUNDS = 9
"""How often the two sides take turns at each game; the median of their ratios counts."""

BOARDS = 100
"""Boards of each game, dealt from the seeds 0, 1, 2 and so on."""

Playout = Callable[[Callable[[], float]], int]
"""Plays one random game from the start and tells how many moves the players made."""


# ---- the two sides


def playout(game: Any, random: Callable[[], float]) -> int:
    """One random game by numduel's rules; a hidden board answers for its dealer."""
    state, steps = game.start(), 0
    while steps < CAP:
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
    """One random game by easyAI's loop."""
    game, steps = new(), 0
    while steps < CAP and not game.is_over():
        moves = game.possible_moves()
        game.make_move(moves[int(random() * len(moves))])
        game.switch_player()
        steps += 1
    return steps


def easy_maker(game: AnyGame) -> Callable[[], Any]:
    """What makes easyAI's game on the same board."""
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
    """How fast one side was."""

    games: float
    """Games per second."""
    step: float
    """Microseconds for a player's move."""


class Row(NamedTuple):
    """What came out for one game."""

    game: str
    ours: Pace
    easy: Pace
    ratio: float
    """How many times as many games as easyAI."""


def paced(playouts: list[Playout], seed: int, seconds: float) -> Pace:
    """All boards in turn, again and again, until the time is up."""
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
    """Both sides of one game, taking turns, with the same draws and so the same games."""
    dealt = [numduel.new(id, seed=seed) for seed in range(BOARDS)]
    ours: list[Playout] = [partial(playout, game) for game in dealt]
    theirs: list[Playout] = [partial(easy_playout, easy_maker(game)) for game in dealt]
    each = seconds / ROUNDS / 2
    rounds = [(paced(ours, n, each), paced(theirs, n, each)) for n in range(ROUNDS)]
    return Row(
        id,
        Pace(*(median(values) for values in zip(*(mine for mine, _ in rounds), strict=True))),
        Pace(*(median(values) for values in zip(*(other for _, other in rounds), strict=True))),
        median(mine.games / other.games for mine, other in rounds),
    )


# ---- checking that both sides play the same rules


def check(id: str, games: int) -> None:
    """AssertionError unless both sides offer the same moves and name the same winners."""
    for seed in range(games):
        game = numduel.new(id, seed=seed)
        follow(game, easy_maker(game)(), Random(seed).random)


def follow(game: Any, other: Any, random: Callable[[], float]) -> None:
    """One random game, played on both sides at once."""
    state = game.start()
    for _ in range(CAP):
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
        assert [noted(move) for move in moves] == list(status.moves), (game, state)
        drawn = int(random() * len(moves))
        state = game.play(state, status.moves[drawn])
        other.make_move(moves[drawn])
        other.switch_player()


def other_wins(other: Any) -> bool:
    """Whether easyAI's player to move has won; the games that end only in losses say nothing."""
    wins, loses = hasattr(other, "win") and other.win(), other.lose()
    assert wins != loses, other
    return bool(wins)


def noted(move: object) -> Move:
    """A move of easyAI's in numduel's notation."""
    return ",".join(map(str, move)) if isinstance(move, tuple) else str(move)


# ---- telling


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
        "--seconds", type=float, default=4.0, help="how long to play each game (default: 4)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument(
        "--check",
        type=int,
        nargs="?",
        const=500,
        metavar="GAMES",
        help="measure nothing: play so many games on both sides (500) and compare",
    )
    asked = parser.parse_args()
    if asked.check is not None:
        for id in numduel.games():
            check(id, asked.check)
            print(f"{id}: {asked.check} games, the same moves and the same winners on both sides")
        return 0
    rows = [measure(id, asked.seconds) for id in numduel.games()]
    print(as_json(rows) if asked.json else table(rows))
    behind = [row.game for row in rows if row.ratio <= 1]
    if behind:
        print(f"behind easyAI on {', '.join(behind)}", file=sys.stderr)
    return 1 if behind else 0


if __name__ == "__main__":
    sys.exit(main())
