"""Measure the time to an exact answer, side by side with easyAI and OpenSpiel."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
from collections.abc import Callable
from math import inf
from multiprocessing.connection import Connection
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import easyai_games as easy
import openspiel_games  # noqa: F401 - registers the games
from easyAI import AI_Player, Negamax, TranspositionTable
from easyAI.AI.solving import solve_with_depth_first_search, solve_with_iterative_deepening
from open_spiel.python.algorithms.minimax import alpha_beta_search
from open_spiel.python.algorithms.minimax_solver import MinimaxSolver
from pyspiel import load_game

import numduel
from numduel import Turn
from numduel.budget import Budget
from numduel.core import AnyGame
from numduel.engine import Engine

BOARDS = {"sum": 1, "run": 8, "maze": 24, "race": 48}
"""Number of boards of each game, dealt from the seeds 0, 1, 2 and so on; sum has only one."""

START_BOARDS = 200
"""Boards of each game for the figures of the start positions."""

ROUNDS = 5
"""Times that a side solves a board from an empty table; the median counts."""

SLOW_SECONDS = 1.0
"""A board that takes longer is solved once."""

TIMEOUT_S = {"sum": 20.0, "run": 20.0, "maze": 20.0, "race": 1.0}
"""Seconds after which a side is stopped on one board."""

MAX_WASTED_S = 20.0
"""Seconds of failed attempts after which a side skips the other boards of a game."""

MAX_TURNS = {"sum": 100, "run": 60, "maze": 18, "race": 60}
"""Maximum turns of a game; race can be endless, so there it is a search limit."""

SUM_TARGET, MAZE_TARGET = 5.0, 2.0
"""Minimum speed-up on sum; maximum time on maze relative to the fastest other."""

Answer = int | None
"""1 if the player to move wins, -1 if they lose, 0 if proved endless, None without an answer."""


# ---- the sides: each solves a game from its start with an empty table


def ours(game: AnyGame) -> Answer:
    """Value every move of the start position with its distance."""
    outcome = Engine().analyse(game, game.start(), Budget()).value.outcome
    return {"win": 1, "loss": -1, "endless": 0}[outcome]


def easy_negamax(game: AnyGame) -> Answer:
    """Run Negamax to the end of the game with a winning score, so that only the winner counts."""
    search = Negamax(MAX_TURNS[game.id], win_score=easy.Solvable.WON, tt=TranspositionTable())
    search(easy_game(game))
    return decided(search.alpha, easy.Solvable.WON)


def easy_deepening(game: AnyGame) -> Answer:
    depths = range(1, MAX_TURNS[game.id] + 1)
    table = TranspositionTable()
    found = solve_with_iterative_deepening(
        easy_game(game), depths, easy.Solvable.WON, tt=table, verbose=False
    )
    return found[0] or None


def easy_depth_first(game: AnyGame) -> Answer:
    return (
        solve_with_depth_first_search(
            easy_game(game), easy.Solvable.WON, MAX_TURNS[game.id], TranspositionTable()
        )
        or None
    )


def spiel_minimax_solver(game: AnyGame) -> Answer:
    table = MinimaxSolver(spiel_name(game)).solve()
    start = str(load_game(spiel_name(game)).new_initial_state())
    return decided(table[start].value, 1)


def spiel_alpha_beta(game: AnyGame) -> Answer:
    value, _ = alpha_beta_search(load_game(spiel_name(game)), maximum_depth=MAX_TURNS[game.id])
    return decided(value, 1)


def decided(score: float, won: int) -> Answer:
    return 1 if score >= won else -1 if score <= -won else None


def numbers(game: AnyGame) -> list[int]:
    return [int(number) for number in game.board.replace("/", " ").split()]


def easy_game(game: AnyGame) -> Any:
    players = [AI_Player(None), AI_Player(None)]
    if game.id == "sum":
        return easy.SumSolved(players)
    kinds = {"maze": (easy.MazeSolved, 0), "run": (easy.RunSolved, 0), "race": (easy.RaceSolved, 1)}
    kind, first = kinds[game.id]
    return kind(easy.grid_of(numbers(game), first), players)


def spiel_name(game: AnyGame) -> str:
    board = "-".join(map(str, numbers(game)))
    return f"python_numduel_{game.id}" + (f"(board=n-{board})" if board else "")


Side = Callable[[AnyGame], Answer]

OURS = "numduel"
NEGAMAX = "easyAI Negamax"
SPIEL = ("OpenSpiel minimax_solver", "OpenSpiel alpha-beta")
SIDES: dict[str, Side] = {
    OURS: ours,
    NEGAMAX: easy_negamax,
    "easyAI deepening": easy_deepening,
    "easyAI depth-first": easy_depth_first,
    SPIEL[0]: spiel_minimax_solver,
    SPIEL[1]: spiel_alpha_beta,
}


# ---- one board, in its own process


class Attempt(NamedTuple):
    """The result of one side on one board."""

    seconds: float
    """CPU time."""
    answer: Answer
    failure: str | None = None


def attempt(side: Side, game: AnyGame) -> Attempt:
    """Solve a game in a process that can be killed."""
    fork = multiprocessing.get_context("fork")
    receiver, sender = fork.Pipe(duplex=False)
    process = fork.Process(target=report, args=(side, game, sender))
    process.start()
    sender.close()
    limit = TIMEOUT_S[game.id]
    try:
        in_time = receiver.poll(limit)
        found = receiver.recv() if in_time else Attempt(limit, None, f"more than {limit:.0f} s")
    except EOFError:  # it ran out of stack, or of memory
        found = Attempt(0.0, None, "crash")
    process.kill()
    process.join()
    return Attempt(*found)


def report(side: Side, game: AnyGame, sender: Connection) -> None:
    tried = [timed(side, game)]
    while tried[0].seconds < SLOW_SECONDS and not tried[0].failure and len(tried) < ROUNDS:
        tried.append(timed(side, game))
    sender.send(tried[0]._replace(seconds=median(one.seconds for one in tried)))


def timed(side: Side, game: AnyGame) -> Attempt:
    began = process_time()
    try:
        answer, failure = side(game), None
    except Exception as error:  # any failure means no answer
        answer, failure = None, type(error).__name__
    return Attempt(process_time() - began, answer, failure)


# ---- all boards of a game


class Result(NamedTuple):
    """The results of one side on the boards of one game."""

    seconds: float
    """CPU time of the solved boards."""
    answers: tuple[Answer, ...]
    failures: tuple[str, ...]

    @property
    def answered(self) -> int:
        return sum(answer is not None for answer in self.answers)


def solve_all(side: Side, games: list[AnyGame]) -> Result:
    tried: list[Attempt] = []
    for game in games:
        wasted = sum(one.seconds for one in tried if one.failure)
        tried.append(attempt(side, game) if wasted < MAX_WASTED_S else Attempt(0.0, None))
    return Result(
        sum(one.seconds for one in tried if one.answer is not None),
        tuple(one.answer for one in tried),
        tuple(sorted({one.failure for one in tried if one.failure})),
    )


def boards(id: str, count: int) -> list[AnyGame]:
    """Return games of the first seeds, without those that are over before the first move (X3)."""
    dealt = [numduel.new(id, seed=seed).public() for seed in range(count)]
    return [game for game in dealt if isinstance(game.status(game.start()), Turn)]


def measure(id: str) -> dict[str, Result]:
    games = boards(id, BOARDS[id])
    results = {name: solve_all(side, games) for name, side in SIDES.items()}
    truth = results[OURS].answers
    for name, result in results.items():
        for board, (theirs, answer) in enumerate(zip(result.answers, truth, strict=True)):
            assert theirs in (None, answer), f"{name} and {OURS} disagree on {games[board]}"
    return results


# ---- the start positions


class Start(NamedTuple):
    """The slowest standard start position of a game, in seconds of CPU time."""

    boards: int
    best: float
    """Time to a best move."""
    whole: float
    """Time to the value of every move."""


def start(id: str) -> Start:
    games = boards(id, START_BOARDS)
    games = list({(game.board, game.options): game for game in games}.values())
    best, whole = (max(cold_time(task, game) for game in games) for task in (best_move, analysed))
    return Start(len(games), best, whole)


def cold_time(task: Callable[[AnyGame], object], game: AnyGame) -> float:
    """Return the median time of a few cold runs."""
    times = []
    for _ in range(ROUNDS):
        began = process_time()
        task(game)
        times.append(process_time() - began)
    return median(times)


def analysed(game: AnyGame) -> object:
    return Engine().analyse(game, game.start(), Budget())


def best_move(game: AnyGame) -> object:
    return Engine().line(game, game.start(), Budget(), max_plies=1) or analysed(game)


# ---- targets


def missed(results: dict[str, dict[str, Result]]) -> list[str]:
    """Return a sentence for each missed target."""
    found = []
    for other in (time_of(results["sum"], NEGAMAX), time_of(results["sum"], *SPIEL)):
        if ratio(results["sum"], other) < SUM_TARGET:
            found.append(f"sum is less than {SUM_TARGET:.0f} times faster")
    rivals = [name for name in SIDES if name != OURS]
    if ratio(results["run"], time_of(results["run"], *rivals)) < 1:
        found.append("run is slower than the fastest of the others")
    if ratio(results["maze"], time_of(results["maze"], *rivals)) < 1 / MAZE_TARGET:
        found.append(f"maze takes more than {MAZE_TARGET:.0f} times the fastest of the others")
    return found


def time_of(results: dict[str, Result], *names: str) -> float:
    """Return the time of the fastest side that solved all boards; infinite if none did."""
    asked = results[OURS].answered
    return min(
        (r.seconds for r in map(results.get, names) if r and r.answered == asked), default=inf
    )


def ratio(results: dict[str, Result], other: float) -> float:
    return other / results[OURS].seconds


# ---- output


def table(results: dict[str, dict[str, Result]], starts: dict[str, Start]) -> str:
    lines = []
    for id, sides in results.items():
        lines.append(f"{id}, boards: {len(sides[OURS].answers)}")
        lines += [f"  {name:<26}{format_result(sides, result)}" for name, result in sides.items()]
    lines.append("slowest standard start position   boards   best move   whole analysis")
    for id, (count, best, whole) in starts.items():
        lines.append(f"  {id:<32}{count:>6}{best * 1000:>9.1f} ms{whole * 1000:>14.1f} ms")
    return "\n".join(lines)


def format_result(sides: dict[str, Result], result: Result) -> str:
    asked, answered = sides[OURS].answered, result.answered
    parts = [f"{result.seconds / answered * 1000:10.2f} ms per board"] if answered else []
    if answered < asked:
        parts += [f"{answered} of {asked} answered", *result.failures]
    elif result is not sides[OURS]:
        parts.append(f"{ratio(sides, result.seconds):.2f} times ours")
    return ", ".join(parts)


def as_json(results: dict[str, dict[str, Result]], starts: dict[str, Start]) -> str:
    games = {
        id: {name: result._asdict() for name, result in sides.items()}
        for id, sides in results.items()
    }
    return json.dumps(
        {"solve": games, "start": {id: one._asdict() for id, one in starts.items()}}, indent=2
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    asked = parser.parse_args()
    results = {id: measure(id) for id in BOARDS}
    starts = {id: start(id) for id in numduel.games()}
    print(as_json(results, starts) if asked.json else table(results, starts))
    failures = missed(results)
    for failure in failures:
        print(failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
