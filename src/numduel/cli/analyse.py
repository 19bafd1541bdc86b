"""`numduel analyse`: the value of every move in a position."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..core import Move, Tag, Tile
from ..dice import Dice
from ..errors import NumduelError, SetupError, quoted
from ..games import find
from ..picture_text import draw
from ..play.match import Match
from ..views.narration import Narration
from .arguments import (
    add_game,
    add_game_options,
    add_json,
    add_seconds,
    add_seed,
    make_budget,
    parse_options,
    parse_seed,
)
from .console import Console
from .output import print_json, write_file
from .progress import interruptible

if TYPE_CHECKING:
    from ..engine import Report

DEFAULT_SECONDS = 60.0
"""Default time limit of an analysis."""


def add(command: ArgumentParser) -> None:
    add_game(command, nargs="?")
    add_seconds(command, DEFAULT_SECONDS)
    group = command.add_argument_group("position")
    group.add_argument(
        "--board", metavar="BOARD", help='row by row, such as "4 3 8/9 5 1/2 7 6" (default: dealt)'
    )
    add_seed(group, "random seed for the dealt board")
    group.add_argument(
        "--moves", metavar="MOVES", default="", help='moves played so far, such as "0,0 2,0"'
    )
    group.add_argument(
        "--record", metavar="FILE", help="analyse the end of this record or saved game"
    )
    group = command.add_argument_group("output")
    add_json(group)
    group.add_argument("--svg", metavar="FILE", help="write a picture to FILE")
    add_game_options(command)
    command.set_defaults(misused=command.error)


def run(args: Namespace, console: Console) -> int:
    """Analyse a position and show the values."""
    from ..engine import Engine

    match = _build_match(args, console)
    if match.is_over:
        verdict = " ".join(Narration(match).verdict())
        raise NumduelError(f"the game is over: {verdict} Choose an earlier position")
    with interruptible(console, "{positions:,} positions") as progress:
        engine, budget = Engine(), make_budget(args, progress)
        report = engine.analyse(match.game, match.state, budget)
        line = engine.line(match.game, match.state, budget) if report.is_exact else ()
    if args.svg:
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
        write_file(args.svg, f"{drawn}\n")
        console.print_err(f"Wrote {args.svg}.")
    if args.json:
        from ..views.as_json import analysed_json

        print_json(console, analysed_json(match, report, line))
    else:
        console.print(*_format_analysis(console, match, report, line))
    return 0


# ---- the position


def _build_match(args: Namespace, console: Console) -> Match:
    """Return the match to analyse, with the moves of --moves played."""
    if args.record is not None:
        match = _read_record(args, console)
    elif args.game is None:
        args.misused("name a GAME, or a record with --record FILE")
    else:
        seed = parse_seed(args)
        game = find(args.game).setup(parse_options(args), args.board, Dice(seed))
        match = Match(game, dice=Dice.derived(seed, "dice of round 1"))
    for number, word in enumerate(args.moves.split(), 1):
        try:
            match.play(match.read(word))
        except NumduelError as error:
            raise SetupError(f"move {number} of --moves, {quoted(word)}: {error}") from None
    return match


def _read_record(args: Namespace, console: Console) -> Match:
    from .replay import read

    if args.board is not None or args.seed is not None or parse_options(args):
        args.misused("--record has its own board and options: leave out others")
    match = read(args.record, console, shows_values=True)
    if args.game not in (None, match.game.id):
        raise SetupError(f"{quoted(args.record)} is a record of {match.game.id}, not {args.game}")
    return match


# ---- the output


def _format_analysis(
    console: Console, match: Match, report: Report, line: tuple[Move, ...]
) -> Iterator[str]:
    picture = match.game.picture(match.state)
    rows = tuple(tuple(_add_value(tile, report) for tile in row) for row in picture.rows)
    marked = picture._replace(rows=rows)
    yield from draw(marked, match.moves, width=console.width, styled=console.styled)
    if marked != picture:
        yield f"   {_legend(report)}"
    yield ""
    how = "" if report.is_exact else f" ({report.how})"
    yield f"{report.player} to move: {report.value.full}{how}"
    yield ""
    yield from _format_moves(console, report)
    if line:
        yield ""
        yield f"Best line: {' '.join(line)}"


def _format_moves(console: Console, report: Report) -> Iterator[str]:
    wide = max(len(move) for move in report.moves)
    for move, value in report.moves.items():
        best = move in report.best
        line = f"{'*' if best else ' '} {move:<{wide}}  {value.full}"
        yield console.styled(line, "legal") if best else line


def _add_value(tile: Tile, report: Report) -> Tile:
    """Return a tile with the value of its move, if it has one."""
    if tile.move is None or tile.move not in report.moves:
        return tile
    value = report.moves[tile.move]
    tag = Tag(f"{value.sign}{'*' if tile.move in report.best else ''}", str(value))
    if not tile.label:
        return tile._replace(label=tile.face or tile.move, tags=(tag,))
    return tile._replace(tags=(*tile.tags, tag))


def _legend(report: Report) -> str:
    """Return the meaning of the signs on the board, with examples from it."""
    examples = {value.sign: value for value in reversed(report.moves.values())}
    meanings = [f"{sign}: {value.full}" for sign, value in examples.items()][-6:]
    best = "best" if report.is_exact else "best known"
    return "; ".join([*reversed(meanings), f"*: {best}"])
