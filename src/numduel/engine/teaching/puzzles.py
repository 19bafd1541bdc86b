"""Puzzles: positions with exactly one move that keeps the win."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from ...budget import Budget
from ...core import AnyGame, Move, Turn
from ...dice import Dice
from ...errors import SetupError
from ...games import find, offered
from ..engine import Engine
from ..opponents.imperfect import ImperfectPlayer
from ..solving.analysis import Report

__all__ = [
    "GRADES",
    "Puzzle",
    "daily",
    "daily_seed",
    "find_puzzle",
    "grade",
    "puzzles",
    "with_puzzles",
]

GRADES = ("easy", "medium", "hard")

TRIES = 500
"""Games that are looked through before a search gives up."""

POSITIONS = 50_000
"""What one position may cost to be worked out; one that costs more is no puzzle."""

HOPELESS = 3
"""Games none of whose positions could be worked out, after which it is not tried again."""


class Puzzle(NamedTuple):
    """A position of a game that could have been played so, and the one move that wins it."""

    game: AnyGame
    moves: tuple[Move, ...]
    """How the position came about."""
    state: Any
    report: Report

    @property
    def answer(self) -> Move:
        return self.report.best[0]

    @property
    def turns(self) -> int:
        """Turns of both until the win."""
        assert self.report.value.turns is not None
        return self.report.value.turns

    @property
    def grade(self) -> str:
        return grade(self.turns, len(self.report.moves))


def grade(turns: int, moves: int) -> str:
    """How hard a puzzle is: by how far the win is, and never hard where a coin could tell.

    >>> grade(3, 6), grade(5, 2), grade(7, 2), grade(7, 3)
    ('easy', 'medium', 'medium', 'hard')
    """
    if turns <= 3:
        return "easy"
    return "hard" if turns >= 7 and moves > 2 else "medium"


def is_puzzle(report: Report) -> bool:
    """Whether exactly one of several moves wins, and not at once."""
    winning = [value for value in report.moves.values() if value.outcome == "win"]
    return report.is_exact and len(winning) == 1 < len(report.moves) and winning[0].turns != 1


# ---- looking for them


def find_puzzle(
    engine: Engine,
    kind: type[AnyGame] | None,
    options: Mapping[str, object],
    dice: Dice,
    budget: Budget,
    wanted: str | None = None,
) -> Puzzle:
    """A puzzle of a game and a grade, or of any; the same dice give the same, one after another."""
    kind = kind or dice.choice(with_puzzles())
    for found in puzzles(engine, kind, options, dice, budget):
        fit = [puzzle for puzzle in found if wanted in (None, puzzle.grade)]
        if fit:
            return dice.choice(fit)
    what = f"{wanted} puzzle" if wanted else "puzzle"
    raise SetupError(f"no {what} was found in {TRIES} games of {kind.title} with these options")


def puzzles(
    engine: Engine,
    kind: type[AnyGame],
    options: Mapping[str, object],
    dice: Dice,
    budget: Budget,
) -> Iterator[list[Puzzle]]:
    """The puzzles in games between imperfect players, game by game; Exhausted ends the search."""
    game = kind.setup(options, None, dice).public()
    if kind.chance:
        raise SetupError(
            f"{kind.title} has no puzzles: what a move is worth there hangs on what is drawn"
        )
    hopeless = 0
    for number in range(TRIES):
        if number and game.deals:
            game = kind.setup(options, None, dice).public()
        played = ImperfectPlayer(game, budget).play_out(dice)
        reports = list(_reports(engine, game, played.moves, budget))
        if any(puzzle.report.is_exact for puzzle in reports):
            hopeless = 0
        elif reports and (hopeless := hopeless + 1) == HOPELESS:
            raise SetupError("a game of this size is too large to be worked out")
        yield [puzzle for puzzle in reports if is_puzzle(puzzle.report)]


def _reports(engine: Engine, game: AnyGame, moves: list[Move], budget: Budget) -> Iterator[Puzzle]:
    """Every position of a game, from the last to the first, with what it is worth."""
    states = [game.start()]
    for move in moves:
        states.append(game.play(states[-1], move))
    for number in reversed(range(len(states))):
        status = game.status(states[number])
        if isinstance(status, Turn) and len(status.moves) > 1:
            budget.look_up()
            report = engine.analyse(game, states[number], budget.part(positions=POSITIONS))
            yield Puzzle(game, tuple(moves[:number]), states[number], report)
            if not report.is_exact:  # those before it are larger still
                return


def with_puzzles() -> list[type[AnyGame]]:
    """The games that have puzzles: those in which nothing is drawn."""
    return [kind for kind in offered() if not kind.chance]


# ---- one a day


def daily(
    engine: Engine,
    day: str,
    budget: Budget,
    id: str = "",
    wanted: str = "",
    options: Mapping[str, object] | None = None,
) -> Puzzle:
    """The puzzle of a day, written 2026-11-15, the same for everyone who asks for the same.

    >>> today = daily(Engine(), "2026-11-15", Budget(seconds=60))
    >>> today.moves == daily(Engine(), "2026-11-15", Budget(seconds=60)).moves
    True
    """
    kind, options = find(id) if id else None, options or {}
    dice = Dice(daily_seed(day, id, wanted, *(f"{name}={options[name]}" for name in options)))
    return find_puzzle(engine, kind, options, dice, budget, wanted or None)


def daily_seed(day: str, *what: str) -> int:
    """The seed of a day, written 2026-11-15, for this and nothing else."""
    words = " ".join(["numduel puzzle", day, *what])
    return int.from_bytes(sha256(words.encode()).digest()[:8], "big")
