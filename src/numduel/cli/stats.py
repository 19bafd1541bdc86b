"""`numduel stats`: your ratings, and your results by game and opponent."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from itertools import groupby
from typing import TYPE_CHECKING

from ..daily.duel import count_streaks, load_results
from ..errors import SetupError, counted, quoted
from ..games import find
from ..storage import practice, saves, statistics, streak
from ..storage.statistics import Statistics
from ..views.history_text import describe_row
from .arguments import add_json
from .console import Console, EndOfInput
from .output import check_folder, print_json, write_file
from .progress import interruptible

if TYPE_CHECKING:
    from ..ratings.rated_games import RatedGame
    from ..views.shapes import reports

INDENT = "    "
RATING = "Rating your games"


def add(command: ArgumentParser) -> None:
    output = command.add_mutually_exclusive_group()
    add_json(output)
    output.add_argument("--export", metavar="FILE.json", help="write the same JSON to a new file")
    output.add_argument(
        "--reset",
        action="store_true",
        help="start your statistics and ratings again, after a question; moves games aside",
    )


def run(args: Namespace, console: Console) -> int:
    """Print ratings and results as sentences, or as JSON; export or reset them."""
    if args.reset:
        return _reset(console)
    if args.export is not None:
        return _export(args.export, console)
    if args.json:
        print_json(console, _collect(console))
        return 0
    found = statistics.count()
    if not found.rows:
        console.print_text("No games yet. Start one with numduel play.")
    else:
        _print_ratings(console, _load_games(console))
    _print_rows(console, found)
    _print_dailies(console)
    notes = {
        "between programs: not counted": found.between_programs,
        "unreadable, or the game isn't loaded: not counted": found.unreadable,
    }
    console.print_text(*(f"{counted(n, 'game')} {words}." for words, n in notes.items() if n))
    return 0


def _load_games(console: Console) -> list[RatedGame]:
    """Return the rated games; Ctrl-C stops with the latest ones."""
    from ..engine import Engine
    from ..ratings.rated_games import load_rated_games

    with interruptible(console, RATING) as progress:
        return load_rated_games(Engine(), lambda: progress(0), progress).games


# ---- printing


def _print_ratings(console: Console, games: list[RatedGame]) -> None:
    """Print the rating in each game, its curve, and the next opponent."""
    from ..ratings.person import rate_person
    from ..render.rating_curve import draw_curve
    from ..views.rating_text import METHOD, NONE_YET, describe_next, describe_rating

    console.print(console.styled("Your ratings", "bold"))
    if not (people := rate_person(games)):
        console.print_text(f"  {NONE_YET}")
    is_ascii = (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"
    for person in people:
        title = find(person.scale.game).title
        console.print(f"  {console.styled(title, 'bold')}")
        console.print_text(f"{INDENT}{describe_rating(person)}")
        rows = draw_curve(person, console.width - len(INDENT) - 1, is_ascii=is_ascii)
        console.print(*(INDENT + row for row in rows))
        if text := describe_next(person):
            console.print_text(f"{INDENT}{text}")
    console.print_text("", METHOD, "")


def _print_rows(console: Console, found: Statistics) -> None:
    """Print a heading and sentences for all games together, and for each game."""
    if len({row.game for row in found.rows if not row.is_between_people}) > 1:
        console.print(console.styled("All games against the computer", "bold"))
        console.print_text(*(f"  {describe_row(row)}" for row in found.totals), "")
    for number, (id, rows) in enumerate(groupby(found.rows, lambda row: row.game)):
        console.print_text(*([""] if number else []), console.styled(find(id).title, "bold"))
        console.print_text(*(f"  {describe_row(row)}" for row in rows))


def _print_dailies(console: Console) -> None:
    from ..views.puzzle_text import puzzle_rating_lines

    puzzles, today, results = streak.load(), streak.today(), load_results()
    if lines := puzzle_rating_lines(practice.load()):
        console.print("", console.styled("Your puzzle ratings", "bold"))
        console.print_text(*(f"  {line}" for line in lines))
    console.print("", console.styled("Daily puzzle", "bold"))
    console.print_text(f"  Your streak: {puzzles.label(today)}.")
    won = sum(result.outcome == "won" for result in results.values())
    console.print("", console.styled("Daily duel", "bold"))
    console.print_text(f"  {counted(len(results), 'duel')} played, {won} won.")
    if streaks := count_streaks(results, today).text:
        console.print_text(f"  {streaks}")


# ---- JSON


def _collect(console: Console) -> reports.Statistics:
    """Return all statistics as JSON; Ctrl-C stops with the latest games."""
    from ..engine import Engine
    from ..views.statistics_json import collect_statistics

    with interruptible(console, RATING) as progress:
        return collect_statistics(Engine(), lambda: progress(0), progress)


def _export(path: str, console: Console) -> int:
    """Write all statistics to a new file."""
    import json

    if not path.lower().endswith(".json"):
        raise SetupError(f"{quoted(path)} isn't a JSON file. Its name must end in .json")
    check_folder(path)
    if os.path.exists(path):
        raise SetupError(f"{quoted(path)} exists already. Choose another name")
    write_file(path, json.dumps(_collect(console), indent=2, ensure_ascii=False) + "\n")
    console.print_text(f"Your statistics are in {path}.")
    return 0


# ---- a new start


def _reset(console: Console) -> int:
    """Move everything that statistics count aside, after a question."""
    from ..ratings.reset import plan_reset, reset
    from ..views.rating_text import describe_reset, describe_reset_done

    plan = plan_reset()
    console.print_text(*describe_reset(plan))
    if plan.is_empty:
        return 0
    try:
        text = console.ask("Type yes to reset: ")
    except EndOfInput:
        text = ""
    if text.strip().lower() not in ("y", "yes"):
        console.print("Nothing was changed.")
        return 1
    console.print_text(describe_reset_done(saves.short_path(reset(plan))))
    return 0
