"""`numduel census`: who wins a game on how many boards, and how much skill decides."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ..dice import read_seed
from ..games import find
from ..options import Whole
from ..play import players
from ..version import __version__
from .console import Console
from .long_work import add_cluster, is_done, processes, workers
from .output import print_json
from .words import add_game, add_json, add_options, given_options

if TYPE_CHECKING:
    from ..engine import Engine
    from ..engine.studying.census import Census
    from ..jobs.pieces import Work
    from .census_report import Summary

PERFECT = "perfect"
PIECES = 64
"""A census is cut into about so many pieces of work, each kept as soon as it is done."""
LARGEST_PIECE = 250
PAIRS_IN_PIECE = 5

MOST = 1_000_000
BOARDS = Whole(
    1, 1, MOST, "draw so many boards; without it all are solved where they can be", name="boards"
)
UPTO = Whole(MOST, 1, MOST, "how far an option is varied in a game without a board", name="upto")
PAIRS = Whole(
    50,
    0,
    MOST,
    "boards for perfect play against each level, from both seats; 0: none",
    name="pairs",
)
POSITIONS = Whole(400_000, 1, 999_999_999, "looked at for one board, at most", name="positions")
JOBS = processes("jobs")


def add(command: ArgumentParser) -> None:
    add_game(command)
    command.add_argument("--boards", metavar="N", help=BOARDS.help)
    for field in (PAIRS, POSITIONS, JOBS):
        word = f"--{field.name}"
        command.add_argument(word, metavar="N", default=field.default, help=field.help)
    add_cluster(command)
    command.add_argument("--upto", metavar="N", help=UPTO.help)
    from_seed = "the seed of the first board drawn; the next ones count on from it"
    command.add_argument("--seed", metavar="N", default="0", help=from_seed)
    add_json(command)
    command.add_argument("--plot", metavar="FILE", help="draw it, as .svg, .png or .pdf")
    add_options(command)


def run(asked: Namespace, console: Console) -> int:
    from ..engine.studying.census import Census
    from .census_report import Summary

    if asked.plot:
        from .census_plot import ready

        ready(asked.plot)
    given = tuple(given_options(asked).items())
    census = Census(
        asked.game,
        given,
        boards=None if asked.boards is None else BOARDS.accept(asked.boards),
        seed=read_seed(asked.seed),
        upto=None if asked.upto is None else UPTO.accept(asked.upto),
        positions=POSITIONS.accept(asked.positions),
    ).at_once()
    if asked.boards is not None and census.how == "options":
        title = find(asked.game).title
        console.tell(f"{title} has no boards to draw, so --boards changes nothing.")
    pieces = _pieces(census, PAIRS.accept(asked.pairs))
    jobs = JOBS.accept(asked.jobs)
    work = _work(census, pieces)
    if not is_done(work, workers(asked.cluster, jobs), console):
        return 130
    _show(asked, console, Summary.of(census, work.results()))
    console.deliver()
    work.forget()  # what was counted is kept until then
    return 0


def _show(asked: Namespace, console: Console, summary: Summary) -> None:
    from .census_report import lines

    if asked.json:
        from ..views.studies_json import census_json

        print_json(console, census_json(*summary))
    else:
        console.say(*lines(summary))
    if asked.plot:
        from .census_plot import draw

        draw(summary, asked.plot)
        console.tell(f"Drawn in {asked.plot}.")


# ---- pieces of work


class Piece(NamedTuple):
    """Some cases to solve, or some boards on which perfect play meets a level."""

    first: int
    last: int
    level: str = ""
    rule_set: int = 0

    @property
    def name(self) -> str:
        return " ".join(str(part) for part in self if part != "")


def _pieces(census: Census, pairs: int) -> list[Piece]:
    step = max(1, min(LARGEST_PIECE, census.size // PIECES))
    cuts = range(0, census.size, step)
    pieces = [Piece(first, min(first + step, census.size)) for first in cuts]
    for rule_set in range(len(census.rule_sets())):
        for level in players.kinds():
            if level not in (players.HUMAN, PERFECT):
                for first in range(0, pairs, PAIRS_IN_PIECE):
                    last = min(first + PAIRS_IN_PIECE, pairs)
                    pieces.append(Piece(first, last, level, rule_set))
    return pieces


@lru_cache(maxsize=1)
def _engine(memory: int) -> Engine:
    """One for all pieces that are done in this process: variants of a game serve each other."""
    from ..engine import Engine

    return Engine(memory)


def perform(census: Census, piece: Piece) -> Any:
    """One piece of work, in whatever process; what it gives can be written as JSON."""
    if not piece.level:
        return census.solve(_engine(census.memory), piece.first, piece.last).as_data()
    from ..arena.matches import Score, contest

    _engine.cache_clear()  # the players of a contest have what they know to themselves
    score, rule_set = Score(), census.rule_sets()[piece.rule_set]
    for pair in range(piece.first, piece.last):
        game = census.dealt(pair, **rule_set)
        score = score.plus(contest(game, (PERFECT, piece.level), census.seed + pair))
    return score


def _work(census: Census, pieces: list[Piece]) -> Work:
    """The census as work that can be stopped, and gone on with by the same command."""
    from functools import partial

    from ..jobs.pieces import Plan, Work
    from ..storage.saves import home

    named = {piece.name: piece for piece in pieces}
    plan = Plan(census.id, [__version__, *census], named, partial(perform, census))
    return Work(plan, os.path.join(home(), "census"))
