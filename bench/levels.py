"""Play each level against the one below it, on the same boards with seats swapped."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import count, islice, pairwise
from typing import Any, NamedTuple

import numduel
from numduel import Match, Over, Player, Value
from numduel.budget import Budget
from numduel.core import AnyGame
from numduel.dice import Dice
from numduel.engine.opponents.lookahead import Lookahead
from numduel.intervals import Interval, proportion
from numduel.play.players import LEVELS, Chooser, ask, seat

MAX_MOVES = 200
"""Moves after which a game counts as unfinished."""

TASKS = 8
"""Tasks for each pair of levels in each game."""


class Arena(NamedTuple):
    """A game with the options and the number of boards to measure."""

    id: str
    options: dict[str, Any]
    boards: int
    equal_levels: tuple[str, ...] = ()
    """Levels that may be as strong as the one below in this game."""

    def __str__(self) -> str:
        return " ".join([self.id, *(f"{name}={value}" for name, value in self.options.items())])


ARENAS = [
    Arena("maze", {}, 600),
    Arena("sum", {}, 160),
    Arena("run", {}, 240),
    Arena("race", {}, 1600),
    Arena("quest", {"stand": True}, 600, equal_levels=("perfect",)),
    Arena("quest", {}, 160, equal_levels=LEVELS),
]


class Meeting(NamedTuple):
    """Results of a level against the one below it."""

    arena: Arena
    stronger: str
    weaker: str
    won: int
    lost: int
    unfinished: int

    @property
    def share(self) -> float:
        """The stronger side's share of decided games."""
        return self.won / max(1, self.won + self.lost)

    @property
    def interval(self) -> Interval:
        """The 95% interval of that share."""
        return proportion(self.won, self.won + self.lost)

    @property
    def is_clear(self) -> bool:
        return self.interval[0] > 0.5

    @property
    def may_be_even(self) -> bool:
        return self.stronger in self.arena.equal_levels

    def figures(self) -> dict[str, Any]:
        low, high = self.interval
        figures = self._asdict() | {"share": self.share, "low": low, "high": high}
        return figures | {"arena": str(self.arena), "may_be_even": self.may_be_even}


def undecided_boards(arena: Arena, first: int) -> Iterator[AnyGame]:
    """Yield boards from a seed on, without those that two turns decide."""
    for seed in count(first):
        game = numduel.new(arena.id, seed=seed, **arena.options)
        if not isinstance(game.status(game.start()), Over):
            seen = Lookahead(game.public()).moves(game.start(), 2, Budget()).values()
            if max(seen, key=Value.rank).outcome not in ("win", "loss"):
                yield game


def duel(arena: Arena, stronger: str, weaker: str, task: int) -> Counter[str]:
    """Play a share of the boards, each twice with seats swapped, and count the results."""
    sides = [seat(who, Dice(2 * task + n)) for n, who in enumerate((stronger, weaker))]
    ended: Counter[str] = Counter()
    for game in islice(undecided_boards(arena, 1000 * task), arena.boards // TASKS):
        for order in (0, 1), (1, 0):
            one, two = (sides[side] for side in order)
            assert one is not None
            assert two is not None
            winner = play_match(Match(game), one, two)
            ended["unfinished" if winner is None else (stronger, weaker)[order[winner]]] += 1
    return ended


def play_match(match: Match, one: Chooser, two: Chooser) -> int | None:
    """Return the winning seat; None if the game is unfinished after MAX_MOVES."""
    for player, chooser in zip(Player, (one, two), strict=True):
        chooser.begin(match.game, player)
    for _ in range(MAX_MOVES):
        if match.player is None:
            break
        view = match.view(match.player)
        match.play(ask((one, two)[match.player], view, match.moves, Budget()))
    for chooser in (one, two):
        chooser.end(match)
    return match.winner


def measure(arenas: list[Arena], pool: ProcessPoolExecutor) -> Iterator[Meeting]:
    """Yield the results of every level against the one below in every game."""
    tasks: dict[tuple[int, str, str], list[Future[Counter[str]]]] = {}
    for index, arena in enumerate(arenas):
        for weaker, stronger in pairwise(LEVELS):
            tasks[index, stronger, weaker] = [
                pool.submit(duel, arena, stronger, weaker, task) for task in range(TASKS)
            ]
    for (index, stronger, weaker), waiting in tasks.items():
        ended = sum((task.result() for task in waiting), Counter[str]())
        yield Meeting(
            arenas[index], stronger, weaker, ended[stronger], ended[weaker], ended["unfinished"]
        )


def format_line(meeting: Meeting) -> str:
    low, high = meeting.interval
    verdict = "" if meeting.is_clear else "not clear of 50%"
    if meeting.may_be_even:
        verdict = "may be equal"
    return (
        f"{meeting.arena!s:17} {meeting.stronger:8} {meeting.won:4} : {meeting.lost:<4} "
        f"{meeting.weaker:8} {meeting.unfinished:4} unfinished  {meeting.share:6.1%}  "
        f"[{low:.1%}, {high:.1%}]  {verdict}".rstrip()
    )


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("games", nargs="*", help="games to measure (default: all)")
    options.add_argument("--json", action="store_true", help="print the figures as JSON")
    asked = options.parse_args()
    arenas = [arena for arena in ARENAS if not asked.games or arena.id in asked.games]
    met, began = [], time.monotonic()
    with ProcessPoolExecutor() as pool:
        for meeting in measure(arenas, pool):
            met.append(meeting)
            print(format_line(meeting), file=sys.stderr if asked.json else sys.stdout, flush=True)
    print(f"{time.monotonic() - began:.0f} seconds", file=sys.stderr)
    if asked.json:
        print(json.dumps([meeting.figures() for meeting in met]))
    return 0 if all(meeting.is_clear or meeting.may_be_even for meeting in met) else 1


if __name__ == "__main__":
    raise SystemExit(main())
