"""`numduel census`: who wins a game on how many boards, and how much skill decides."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from ..dice import read_seed
from ..games import find
from ..options import Whole
from .arguments import add_game, add_json, add_options, given_options
from .census_work import pieces_of, work_of
from .console import Console
from .long_work import add_cluster, is_done, processes, workers
from .output import print_json

if TYPE_CHECKING:
    from .census_report import Summary


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
    pieces = pieces_of(census, PAIRS.accept(asked.pairs))
    jobs = JOBS.accept(asked.jobs)
    work = work_of(census, pieces)
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
