"""`numduel census`: who wins a game on how many boards, and how much skill decides."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import __version__
from ..dice import read_seed
from ..errors import SetupError, quoted
from ..play import players
from ..storage import saves
from .console import Console
from .progress import Progress
from .words import add_game, add_options, given_options

if TYPE_CHECKING:
    from concurrent.futures import Future

    from ..engine.studying.census import Census

__all__ = ["add", "run"]

PERFECT = "perfect"
PIECES = 64
"""A census is cut into about so many pieces of work, each kept as soon as it is done."""
LARGEST_PIECE = 250
PAIRS_IN_PIECE = 5
KEEP_EVERY = 2.0
"""Seconds between two times that what is done is put on disk."""


def add(command: ArgumentParser) -> None:
    add_game(command)
    for word, default, told in (
        ("--boards", "1000", "boards drawn where there are too many to solve all"),
        ("--seed", "0", "the seed of the first board drawn; the next ones count on from it"),
        ("--upto", None, "how far an option is varied in a game without a board"),
        ("--pairs", "50", "boards for perfect play against each level, from both seats; 0: none"),
        ("--positions", "2000000", "looked at for one board, at most"),
        ("--jobs", None, "processes that work at once; as many as there are cores"),
    ):
        command.add_argument(word, metavar="N", default=default, help=told)
    command.add_argument("--json", action="store_true", help="give it to a program instead")
    command.add_argument("--plot", metavar="FILE", help="draw it, as .svg, .png or .pdf")
    add_options(command)


def run(asked: Namespace, console: Console) -> int:
    from ..engine.studying.census import Census

    if asked.plot:
        from .census_plot import ready

        ready(asked.plot)
    given = tuple(given_options(asked).items())
    census = Census(
        asked.game,
        given,
        boards=_whole("boards", asked.boards, 1),
        seed=read_seed(asked.seed),
        upto=None if asked.upto is None else _whole("upto", asked.upto, 1),
        positions=_whole("positions", asked.positions, 1),
    )
    work = Work(census, _pieces(census, _whole("pairs", asked.pairs, 0)))
    jobs = os.cpu_count() or 1 if asked.jobs is None else _whole("jobs", asked.jobs, 1)
    return _finish(asked, console, work) if work.go(jobs, console) else 130


def _finish(asked: Namespace, console: Console, work: Work) -> int:
    from .census_report import Summary, as_data, lines

    summary = Summary.of(work.census, [(piece, work.done[piece.name]) for piece in work.pieces])
    if asked.json:
        import json

        print(json.dumps(as_data(summary), indent=2, ensure_ascii=False))
    else:
        console.say(*lines(summary))
    if asked.plot:
        from .census_plot import draw

        draw(summary, asked.plot)
        console.tell(f"Drawn in {asked.plot}.")
    work.forget()
    return 0


def _whole(name: str, text: str, low: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) >= low):
        raise SetupError(f"{name} must be a whole number from {low} on, not {quoted(text)}")
    return int(text)


# ---- pieces of work


class Piece(NamedTuple):
    """Some cases to solve, or some boards on which perfect play meets a level."""

    first: int
    last: int
    level: str = ""
    manner: int = 0

    @property
    def name(self) -> str:
        return " ".join(str(part) for part in self if part != "")


def _pieces(census: Census, pairs: int) -> list[Piece]:
    step = max(1, min(LARGEST_PIECE, census.size // PIECES))
    cuts = range(0, census.size, step)
    pieces = [Piece(first, min(first + step, census.size)) for first in cuts]
    for manner in range(len(census.manners())):
        for level in players.kinds():
            if level not in (players.HUMAN, PERFECT):
                for first in range(0, pairs, PAIRS_IN_PIECE):
                    last = min(first + PAIRS_IN_PIECE, pairs)
                    pieces.append(Piece(first, last, level, manner))
    return pieces


def perform(census: Census, piece: Piece) -> Any:
    """One piece of work, in whatever process; what it gives can be written as JSON."""
    if not piece.level:
        return census.solve(piece.first, piece.last).as_data()
    from ..arena import Score, contest

    score, manner = Score(), census.manners()[piece.manner]
    for pair in range(piece.first, piece.last):
        score = score.plus(contest(census, manner, (PERFECT, piece.level), pair, players.seat))
    return list(score)


# ---- getting it done


class Work:
    """The pieces of a census, and what is known of them: on disk too, to go on another day."""

    def __init__(self, census: Census, pieces: list[Piece]) -> None:
        import json

        self.census = census
        self.pieces = pieces
        self._plan = json.dumps([__version__, *census, [piece.name for piece in pieces]])
        self.done: dict[str, Any] = self._kept()
        self._kept_at = 0.0

    @property
    def path(self) -> str:
        from zlib import crc32

        folder = os.path.join(os.path.dirname(saves.folder()), "census")
        return os.path.join(folder, f"{self.census.id}-{crc32(self._plan.encode()):08x}.json")

    def _kept(self) -> dict[str, Any]:
        """What an earlier run got done of the same; nothing if that cannot be read."""
        import json

        try:
            with open(self.path, encoding="utf-8") as file:
                kept = json.load(file)
            return dict(kept["done"]) if kept["plan"] == self._plan else {}
        except (OSError, ValueError, KeyError, TypeError):
            return {}

    def keep(self) -> None:
        import json

        try:
            os.makedirs(os.path.dirname(self.path), exist_ok=True)
            saves.write(self.path, json.dumps({"plan": self._plan, "done": self.done}))
        except OSError as error:
            raise SetupError(f"{self.path} cannot be written: {error.strerror}") from None

    def forget(self) -> None:
        """A finished census is in its reader's hands."""
        if os.path.exists(self.path):
            os.unlink(self.path)

    def go(self, jobs: int, console: Console) -> bool:
        """Do what is left; False if somebody stops it."""
        from concurrent.futures.process import BrokenProcessPool

        if self.done:
            told = f"{len(self.done)} of {len(self.pieces)} pieces were done before."
            console.tell(f"Going on: {told}")
        bar = Bar(len(self.pieces))
        try:
            for piece, result in self._results(jobs):
                self.done[piece.name] = result
                bar.show(len(self.done))
                self._keep_now_and_then()
        except (KeyboardInterrupt, BrokenProcessPool):
            self.keep()
            bar.clear()
            told = f"Stopped with {len(self.done)} of {len(self.pieces)} pieces done and kept."
            console.tell(told, "The same command goes on from there.")
            return False
        bar.clear()
        return True

    def _keep_now_and_then(self) -> None:
        from time import monotonic

        if monotonic() - self._kept_at > KEEP_EVERY:
            self.keep()
            self._kept_at = monotonic()

    def _results(self, jobs: int) -> Iterator[tuple[Piece, Any]]:
        left = [piece for piece in self.pieces if piece.name not in self.done]
        if jobs == 1:
            yield from ((piece, perform(self.census, piece)) for piece in left)
            return
        from concurrent.futures import ProcessPoolExecutor, as_completed

        pool = ProcessPoolExecutor(min(jobs, len(left) or 1), initializer=_stop_quietly)
        try:
            asked: dict[Future[Any], Piece] = {
                pool.submit(perform, self.census, piece): piece for piece in left
            }
            for future in as_completed(asked):
                yield asked[future], future.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _stop_quietly() -> None:
    """In a worker, Ctrl-C ends it without a word; the one who asked tells."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Bar:
    """How far it is, where somebody watches."""

    WIDTH = 40

    def __init__(self, total: int) -> None:
        self.total = total
        self._line = Progress()

    def show(self, done: int) -> None:
        full = self.WIDTH * done // self.total
        drawn = "#" * full + "." * (self.WIDTH - full)
        self._line.show(f"[{drawn}] {done / self.total:.0%}")

    def clear(self) -> None:
        self._line.clear()
