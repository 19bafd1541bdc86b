"""`numduel game tune`: search the options for the fairest and deepest variant."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from ..dice import read_seed
from ..errors import counted
from ..game_files import file_of
from ..games import find
from ..options import Whole
from ..version import __version__
from .arguments import (
    add_game,
    add_game_options,
    add_json,
    add_number,
    add_seed,
    format_options,
    parse_options,
    shell_word,
)
from .console import Console, get_terminal_size, wrap_line
from .long_work import add_processes, make_executor, processes_option, resumable_work, run_work
from .output import check_folder, print_json, write_file
from .text_table import format_table

if TYPE_CHECKING:
    from ..jobs.pieces import Work
    from ..workshop.tuning import Tuning, Variant

GAMES = Whole(200, 2, 100_000, "games for each variant", name="games")
PROCESSES = processes_option("processes")

BEST = 10
"""Variants in the table."""

MAX_BAR_CHARS = 40

SHADES = " ░▒▓█"
"""Shades of the landscape, from a low score to a high one."""


UNSCORED = "too few positions could be solved, or no game ended"
"""Why a variant has figures but no score."""


def add(command: ArgumentParser) -> None:
    add_game(command)
    group = command.add_argument_group("what to search")
    group.add_argument(
        "--vary",
        metavar="OPTION=LOW..HIGH",
        action="append",
        required=True,
        help="an option and its values, also as OPTION=VALUE,VALUE; repeat for further options",
    )
    add_number(group, GAMES)
    add_seed(group, "random seed of boards and games", "0")
    add_processes(command, PROCESSES)
    group = command.add_argument_group("output")
    add_json(group)
    group.add_argument("--html", metavar="FILE", help="write a page with the landscape to FILE")
    add_game_options(command)


def run(args: Namespace, console: Console) -> int:
    from ..workshop.tuning import Tuning, Variant, rank, read_ranges

    check_folder(args.html)
    given = parse_options(args)
    varied = read_ranges(find(args.game), args.vary, given)
    seed = read_seed(args.seed)
    tuning = Tuning(args.game, tuple(given.items()), varied, GAMES.accept(args.games), seed)
    work = _work(tuning)
    executor = make_executor(args.cluster, PROCESSES.accept(args.processes))
    if not run_work(work, executor, console):
        return 130
    variants = rank([Variant(options, figures) for options, figures in work.results()])
    if args.json:
        from ..views.workshop_json import tuning_json

        print_json(console, tuning_json(tuning, variants))
    else:
        console.print(*format_tuning(tuning, variants, get_terminal_size()[0]))
    if args.html:
        from ..render.tuning_page import page

        write_file(args.html, page(tuning, variants))
        console.print_err(f"Wrote {args.html}.")
    console.flush()
    work.delete()  # results are saved until here
    return 0


def _work(tuning: Tuning) -> Work:
    """Return the work of a search, which the same command can resume."""
    from ..workshop.tuning import rules_version

    pieces = {format_options(variant).strip(): variant for variant in tuning.variants()}
    version = [__version__, rules_version(tuning.id), *tuning]
    return resumable_work("tune", tuning.id, version, pieces, tuning.measure)


def format_tuning(tuning: Tuning, variants: list[Variant], width: int) -> list[str]:
    """Return the best variants and the landscape as lines."""
    from ..views.workshop_text import TUNING_NOTES, describe_tuning

    lines = [
        *wrap_line(describe_tuning(tuning), width),
        "",
        *_table(variants[:BEST], width),
        "",
        *_landscape(tuning, variants, width),
        "",
        *(part for note in TUNING_NOTES for part in wrap_line(note, width)),
    ]
    best = variants[0]
    if best.score is not None:
        lines.append(f"Best: {_command(tuning, best)}")
    large = [one for one in variants if one.score is None and not one.problem]
    if large:
        lines += wrap_line(f"{counted(len(large), 'variant')} without a score: {UNSCORED}.", width)
    failed = [variant for variant in variants if variant.problem]
    if failed:
        lines.append(f"{counted(len(failed), 'variant')} impossible: {failed[0].problem}.")
    return lines


def _command(tuning: Tuning, variant: Variant) -> str:
    """Return the command that plays a variant."""
    game = file_of(find(tuning.id)) or tuning.id
    options = {**dict(tuning.given), **variant.options}
    return f"numduel play {shell_word(game)}{format_options(options)}"


def _table(variants: list[Variant], width: int) -> list[str]:
    from ..views.workshop_text import VARIANT_HEADS, describe_variant, variant_cells

    heads = ["", *VARIANT_HEADS]
    rows = [
        [
            describe_variant(variant),
            *variant_cells(variant),
        ]
        for variant in variants
    ]
    return format_table([heads, *rows], width)


def _landscape(tuning: Tuning, variants: list[Variant], width: int) -> list[str]:
    """Return the scores of all values of the first two options; ★ is the best."""
    from ..views.workshop_text import setting_text
    from ..workshop.tuning import landscape

    drawn, best = landscape(tuning, variants), variants[0]
    highest = best.score or 0.0
    if not drawn.row_name:
        shown = [(column, drawn.cells.get((drawn.rows[0], column))) for column in drawn.columns]
        rows = [[setting_text(value), _shade(one, best, highest)] for value, one in shown]
        bars = [_bar(one, highest) for _, one in shown]
        lines = format_table([[drawn.column_name, "score "], *rows])
        return [
            lines[0],
            *(f"{line}  {bar}".rstrip() for line, bar in zip(lines[1:], bars, strict=True)),
        ]
    rows = [[f"{drawn.row_name} ↓", *map(setting_text, drawn.columns)]]
    for row in drawn.rows:
        cells = [_shade(drawn.cells.get((row, column)), best, highest) for column in drawn.columns]
        rows.append([setting_text(row), *cells])
    title = f"Score in %, by {drawn.column_name} →"
    if len(tuning.varied) > 2:
        title += " (the best with any values of the others)"
    return [title, *format_table(rows, width)]


def _bar(variant: Variant | None, highest: float) -> str:
    score = 0.0 if variant is None or variant.score is None else variant.score
    return "█" * round(MAX_BAR_CHARS * score / highest) if highest else ""


def _shade(variant: Variant | None, best: Variant, highest: float) -> str:
    if variant is None or variant.score is None:
        return "·"
    shade = round((len(SHADES) - 1) * variant.score / highest) if highest else 0
    star = "★" if variant is best else " "
    return f"{star}{100 * variant.score:.0f}{SHADES[shade]}"
