"""`numduel game report`: measure whether a game is fair, deep and worth playing."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from ..dice import read_seed
from ..options import Whole
from .arguments import add_game, add_game_options, add_json, add_number, add_seed, parse_options
from .console import Console, get_terminal_size, wrap_line
from .output import check_folder, print_json, write_file
from .progress import UPDATE_SECONDS, Progress, format_bar
from .text_table import format_table

if TYPE_CHECKING:
    from ..workshop.measuring import Found, GameReport

GAMES = Whole(100, 2, 100_000, "games of each kind to play", name="games")


def add(command: ArgumentParser) -> None:
    add_game(command)
    group = command.add_argument_group("what to measure")
    add_number(group, GAMES)
    add_seed(group, "random seed of boards and games", "0")
    group = command.add_argument_group("output")
    add_json(group)
    group.add_argument("--html", metavar="FILE", help="write a page with charts to FILE")
    add_game_options(command)


def run(args: Namespace, console: Console) -> int:
    from ..workshop.measuring import Study, measure_game

    check_folder(args.html)
    study = Study(
        args.game,
        tuple(parse_options(args).items()),
        GAMES.accept(args.games),
        read_seed(args.seed),
    )
    line = Progress(console, UPDATE_SECONDS)
    try:
        report = measure_game(
            study, lambda what, done, total: line.show(f"{format_bar(done, total)} {what}")
        )
    except KeyboardInterrupt:
        line.clear()
        console.print_err(f"Stopped without a report.{_quicker(study.games)}")
        return 130
    finally:
        line.clear()
    if args.json:
        from ..views.workshop_json import report_json

        print_json(console, report_json(report))
    else:
        console.print(*format_report(report, get_terminal_size()[0]))
    if args.html:
        from ..render.game_page import page

        write_file(args.html, page(report))
        console.print_err(f"Wrote {args.html}.")
    return 0


def _quicker(games: int) -> str:
    """Return how a report takes less time."""
    fewer = max(GAMES.low, games // 5)
    return f" Fewer games take less time: --games {fewer}." if fewer < games else ""


def format_report(report: GameReport, width: int) -> list[str]:
    """Return a report as lines."""
    from ..views.workshop_text import describe_effort, describe_options
    from ..workshop.verdict import headline, verdict

    sentences = [line for one in verdict(report) for line in _bullet(one.text, min(width, 100))]
    return [
        *wrap_line(describe_options(report), width),
        *wrap_line(headline(report), width),
        "",
        *sentences,
        "",
        *_figures(report, width),
        "",
        *_ladder(report),
        "",
        *_endings(report),
        *_positions(report, width),
        "",
        *wrap_line(describe_effort(report), width),
    ]


def _bullet(text: str, width: int) -> list[str]:
    first, *more = wrap_line(text, width - 2)
    return [f"- {first}", *(f"  {line}" for line in more)]


def _figures(report: GameReport, width: int) -> list[str]:
    from ..views.workshop_text import figure_rows
    from ..workshop.verdict import standards

    heads = ["", "here", "95% interval", *standards()]
    rows = [
        [row.title, row.value, row.interval, *row.others.values()] for row in figure_rows(report)
    ]
    return format_table([heads, *rows], width)


def _ladder(report: GameReport) -> list[str]:
    from ..views.workshop_text import ladder_rows

    heads = ["levels", "score", "95% interval", "games"]
    return format_table([heads, *([*row] for row in ladder_rows(report))])


def _endings(report: GameReport) -> list[str]:
    from ..views.workshop_text import endings_rows

    return format_table([["endings", ""], *([*row] for row in endings_rows(report))])


def _positions(report: GameReport, width: int) -> list[str]:
    from ..views.workshop_text import describe_longest, describe_surprise

    lines = []
    if report.surprise is not None:
        lines += ["", "Most surprising position"]
        lines += wrap_line(describe_surprise(report.surprise), width)
        lines += _position(report.surprise.found, width)
    if report.longest is not None:
        lines += ["", "Longest forced win", describe_longest(report.longest)]
        lines += _position(report.longest, width)
    return lines


def _position(found: Found, width: int) -> list[str]:
    from ..picture_text import draw
    from ..views.workshop_text import describe_path, describe_values

    picture = found.game.picture(found.state)
    texts = [*describe_path(found), "", *draw(picture, found.report.moves, width=width), ""]
    return [part for line in [*texts, *describe_values(found)] for part in wrap_line(line, width)]
