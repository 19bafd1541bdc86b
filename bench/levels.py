"""Each level against the one below it, on the same boards with seats swapped."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import count, islice, pairwise
from math import sqrt
from typing import Any, NamedTuple

import numduel
from numduel import Match, Over, Player, Value
from numduel.budget import Budget
from numduel.core import AnyGame
from numduel.dice import Dice
from numduel.engine.opponents.lookahead import Lookahead
from numduel.play.players import LEVELS, Chooser, ask, seat

CAP = 200
"""Moves after which a game is left unfinished."""

TASKS = 8
"""Tasks for each pair of levels in each game."""

SURE = 1.959964
"""Standard errors of a 95% interval."""


class Arena(NamedTuple):
    """A game as it is measured here."""

    id: str
    options: dict[str, Any]
    boards: int
    alike: tuple[str, ...] = ()
    """The levels that this game does not tell from the one below."""

    def __str__(self) -> str:
        return " ".join([self.id, *(f"{name}={value}" for name, value in self.options.items())])


ARENAS = [
    Arena("maze", {}, 600),
    Arena("sum", {}, 160),
    Arena("run", {}, 240),
    Arena("race", {}, 1600),
    Arena("quest", {"stand": True}, 600, alike=("perfect",)),
    Arena("quest", {}, 160, alike=LEVELS),
]


class Meeting(NamedTuple):
    """How a level did against the one below it."""

    arena: Arena
    stronger: str
    weaker: str
    won: int
    lost: int
    unfinished: int

    @property
    def share(self) -> float:
        """The share of decided games that the stronger side won."""
        return self.won / max(1, self.won + self.lost)

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95% interval for that share."""
        games = max(1, self.won + self.lost)
        spread = SURE * sqrt(self.share * (1 - self.share) / games + (SURE / games) ** 2 / 4)
        middle, scale = self.share + SURE**2 / games / 2, 1 + SURE**2 / games
        return (middle - spread) / scale, (middle + spread) / scale

    @property
    def is_clear(self) -> bool:
        return self.interval[0] > 0.5

    @property
    def may_be_even(self) -> bool:
        return self.stronger in self.arena.alike

    def figures(self) -> dict[str, Any]:
        low, high = self.interval
        figures = self._asdict() | {"share": self.share, "low": low, "high": high}
        return figures | {"arena": str(self.arena), "may_be_even": self.may_be_even}


def contested(arena: Arena, first: int) -> Iterator[AnyGame]:
    """Boards dealt from this seed on, without those that two turns decide."""
    for seed in count(first):
        game = numduel.new(arena.id, seed=seed, **arena.options)
        if not isinstance(game.status(game.start()), Over):
            seen = Lookahead(game.public()).moves(game.start(), 2, Budget()).values()
            if max(seen, key=Value.rank).outcome not in ("win", "loss"):
                yield game


def duel(arena: Arena, stronger: str, weaker: str, task: int) -> Counter[str]:
    """A share of the boards, each played twice with seats swapped."""
    sides = [seat(who, Dice(2 * task + n)) for n, who in enumerate((stronger, weaker))]
    ended: Counter[str] = Counter()
    for game in islice(contested(arena, 1000 * task), arena.boards // TASKS):
        for order in (0, 1), (1, 0):
            one, two = (sides[side] for side in order)
            assert one is not None
            assert two is not None
            winner = played(Match(game), one, two)
            ended["unfinished" if winner is None else (stronger, weaker)[order[winner]]] += 1
    return ended


def played(match: Match, one: Chooser, two: Chooser) -> int | None:
    """The winning seat; None if there is none after so many moves."""
    for player, chooser in zip(Player, (one, two), strict=True):
        chooser.begin(match.game, player)
    for _ in range(CAP):
        if match.player is None:
            break
        view = match.view(match.player)
        match.play(ask((one, two)[match.player], view, match.moves, Budget()))
    for chooser in (one, two):
        chooser.end(match)
    return match.winner


def measured(arenas: list[Arena], pool: ProcessPoolExecutor) -> Iterator[Meeting]:
    """Every level against the one below in every game."""
    tasks: dict[tuple[int, str, str], list[Future[Counter[str]]]] = {}
    for place, arena in enumerate(arenas):
        for weaker, stronger in pairwise(LEVELS):
            tasks[place, stronger, weaker] = [
                pool.submit(duel, arena, stronger, weaker, task) for task in range(TASKS)
            ]
    for (place, stronger, weaker), waiting in tasks.items():
        ended = sum((task.result() for task in waiting), Counter[str]())
        yield Meeting(
            arenas[place], stronger, weaker, ended[stronger], ended[weaker], ended["unfinished"]
        )


def told(meeting: Meeting) -> str:
    low, high = meeting.interval
    verdict = "" if meeting.is_clear else "not clear of 50%"
    if meeting.may_be_even:
        verdict = "told apart by nothing but chance"
    return (
        f"{meeting.arena!s:17} {meeting.stronger:8} {meeting.won:4} : {meeting.lost:<4} "
        f"{meeting.weaker:8} {meeting.unfinished:4} unfinished  {meeting.share:6.1%}  "
        f"[{low:.1%}, {high:.1%}]  {verdict}".rstrip()
    )


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("games", nargs="*", help="only these games")
    options.add_argument("--json", action="store_true", help="print the figures as JSON")
    asked = options.parse_args()
    arenas = [arena for arena in ARENAS if not asked.games or arena.id in asked.games]
    met, began = [], time.monotonic()
    with ProcessPoolExecutor() as pool:
        for meeting in measured(arenas, pool):
            met.append(meeting)
            print(told(meeting), file=sys.stderr if asked.json else sys.stdout, flush=True)
    print(f"{time.monotonic() - began:.0f} seconds", file=sys.stderr)
    if asked.json:
        print(json.dumps([meeting.figures() for meeting in met]))
    return 0 if all(meeting.is_clear or meeting.may_be_even for meeting in met) else 1


if __name__ == "__main__":
    raise SystemExit(main())
