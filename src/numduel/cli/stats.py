"""`numduel stats`: your results by game and opponent."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from itertools import groupby

from ..daily.duel import count_streaks, load_results
from ..errors import counted
from ..games import find
from ..storage import statistics, streak
from ..storage.statistics import Statistics
from ..views.history_text import describe_row, statistics_json
from .arguments import add_json
from .console import Console
from .output import print_json


def add(command: ArgumentParser) -> None:
    add_json(command)


def run(args: Namespace, console: Console) -> int:
    """Print the results as sentences, or as JSON."""
    found = statistics.count()
    results = load_results()
    duels = {day: result.outcome for day, result in results.items()}
    puzzles, today = streak.load(), streak.today()
    if args.json:
        print_json(console, statistics_json(found, puzzles, today, duels))
        return 0
    if not found.rows:
        console.print_text("No games yet. Start one with numduel play.")
    _print_rows(console, found)
    console.print_text("", "Daily puzzle", f"  Your streak: {puzzles.label(today)}.")
    won = sum(outcome == "won" for outcome in duels.values())
    console.print_text("", "Daily duel", f"  {counted(len(duels), 'duel')} played, {won} won.")
    if streaks := count_streaks(results, today).text:
        console.print_text(f"  {streaks}")
    notes = {
        "between programs: not counted": found.between_programs,
        "unreadable: not counted": found.unreadable,
    }
    console.print_text(*(f"{counted(n, 'game')} {words}." for words, n in notes.items() if n))
    return 0


def _print_rows(console: Console, found: Statistics) -> None:
    """Print a heading and sentences for all games together, and for each game."""
    if len({row.game for row in found.rows if not row.is_between_people}) > 1:
        console.print(console.styled("All games against the computer", "bold"))
        console.print_text(*(f"  {describe_row(row)}" for row in found.totals), "")
    for number, (id, rows) in enumerate(groupby(found.rows, lambda row: row.game)):
        console.print_text(*([""] if number else []), console.styled(find(id).title, "bold"))
        console.print_text(*(f"  {describe_row(row)}" for row in rows))
