"""`numduel analyse`: what every move in a position is worth."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..core import Move, Tag, Tile
from ..dice import Dice
from ..errors import NumduelError, SetupError, quoted
from ..games import find
from ..play.match import Match
from ..render.text import draw
from ..views.narration import Narration
from .arguments import (
    add_game,
    add_json,
    add_options,
    add_seconds,
    given_budget,
    given_options,
    given_seed,
)
from .console import Console
from .output import print_json, write_file
from .progress import interruptible

if TYPE_CHECKING:
    from ..engine import Report

SECONDS = 60.0
"""How long an analysis may take, unless told."""


def add(command: ArgumentParser) -> None:
    add_game(command, nargs="?")
    command.add_argument("--board", metavar="B", help='the board, row by row: "4 3 8/9 5 1/2 7 6"')
    command.add_argument("--seed", metavar="N", help="the board that this seed deals")
    command.add_argument("--moves", metavar="MOVES", default="", help='played so far: "0,0 2,0"')
    command.add_argument("--record", metavar="FILE", help="the end of this record or saved game")
    add_seconds(command, SECONDS)
    add_json(command)
    command.add_argument("--svg", metavar="FILE", help="write a picture of it to this file")
    add_options(command)
    command.set_defaults(misused=command.error)


def run(asked: Namespace, console: Console) -> int:
    """Analyse the position that was asked for, and show what was found."""
    from ..engine import Engine

    match = _match(asked, console)
    if match.is_over:
        verdict = " ".join(Narration(match).verdict())
        raise NumduelError(f"there is nothing to analyse, the game is over: {verdict}")
    with interruptible(console, "{positions:,} positions") as progress:
        engine, budget = Engine(), given_budget(asked, progress)
        report = engine.analyse(match.game, match.state, budget)
        line = engine.line(match.game, match.state, budget) if report.is_exact else ()
    if asked.svg:
        from ..render.board import board_svg
        from ..views.positions import trails

        title = f"{match.game.title}, {report.player} to move: {report.value}"
        drawn = board_svg(
            match.game.picture(match.state),
            report.moves,
            report.best,
            title=title,
            chosen=trails(match),
        )
        write_file(asked.svg, f"{drawn}\n")
        console.tell(f"Written: {asked.svg}")
    if asked.json:
        from ..views.as_json import analysed_json

        print_json(console, analysed_json(match, report, line))
    else:
        console.say(*_shown(console, match, report, line))
    return 0


# ---- the position


def _match(asked: Namespace, console: Console) -> Match:
    """The match whose position is meant, played as far as was told."""
    if asked.record is not None:
        match = _recorded(asked, console)
    elif asked.game is None:
        asked.misused("name a GAME, or a record with --record FILE")
    else:
        seed = given_seed(asked)
        game = find(asked.game).setup(given_options(asked), asked.board, Dice(seed))
        match = Match(game, dice=Dice.derived(seed, "dice of round 1"))
    for number, word in enumerate(asked.moves.split(), 1):
        try:
            match.play(match.read(word))
        except NumduelError as error:
            raise SetupError(f"move {number} of --moves, {quoted(word)}: {error}") from None
    return match


def _recorded(asked: Namespace, console: Console) -> Match:
    from .replay import read

    if asked.board is not None or asked.seed is not None or given_options(asked):
        asked.misused("a record has its own board and options: give none beside --record")
    match = read(asked.record, console)
    if asked.game not in (None, match.game.id):
        raise SetupError(f"{quoted(asked.record)} is a record of {match.game.id}, not {asked.game}")
    return match


# ---- showing it


def _shown(console: Console, match: Match, report: Report, line: tuple[Move, ...]) -> Iterator[str]:
    picture = match.game.picture(match.state)
    rows = tuple(tuple(_marked(tile, report) for tile in row) for row in picture.rows)
    marked = picture._replace(rows=rows)
    yield from draw(marked, match.moves, width=console.width, styled=console.styled)
    if marked != picture:
        yield f"   {_legend(report)}"
    yield ""
    how = "" if report.is_exact else f" ({report.how})"
    yield f"{report.player} to move: {report.value.full}{how}"
    yield ""
    yield from _table(console, report)
    if line:
        yield ""
        yield f"Best line: {' '.join(line)}"


def _table(console: Console, report: Report) -> Iterator[str]:
    wide = max(len(move) for move in report.moves)
    for move, value in report.moves.items():
        best = move in report.best
        line = f"{'*' if best else ' '} {move:<{wide}}  {value.full}"
        yield console.styled(line, "legal") if best else line


def _marked(tile: Tile, report: Report) -> Tile:
    """A tile with the value of its move, if it stands for one."""
    if tile.move is None or tile.move not in report.moves:
        return tile
    value = report.moves[tile.move]
    mark = Tag(f"{value.sign}{'*' if tile.move in report.best else ''}", str(value))
    if not tile.label:
        return tile._replace(label=tile.face or tile.move, tags=(mark,))
    return tile._replace(tags=(*tile.tags, mark))


def _legend(report: Report) -> str:
    """What the marks in the drawing mean, each by an example from it."""
    examples = {value.sign: value for value in reversed(report.moves.values())}
    meanings = [f"{mark}: {value.full}" for mark, value in examples.items()][-6:]
    best = "best" if report.is_exact else "best as far as is known"
    return "; ".join([*reversed(meanings), f"*: {best}"])
