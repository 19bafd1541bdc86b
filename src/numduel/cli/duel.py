"""`numduel duel`: the daily duel."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..budget import Budget
from ..daily.duel import (
    count_streaks,
    duel_of,
    load_results,
    record_result,
    result_of,
    resume_or_begin,
)
from ..errors import SetupError, capitalise
from ..storage import streak
from ..storage.input_tag import mark_input
from ..views.daily_text import duel_words
from .arguments import add_classic
from .console import Console
from .play import play_rounds

PLAY_EARLIER = "To play an earlier day: numduel duel DAY. It doesn't count towards your streaks."

ALREADY_FINISHED = (
    "You've already finished this duel. Your first result counts, but you can play again."
)

REVIEW_SECONDS = 20.0
"""Time limit for the review of a finished duel, in seconds."""


def add(command: ArgumentParser) -> None:
    command.add_argument(
        "day",
        nargs="?",
        default=streak.TODAY,
        metavar="DAY",
        help="date, such as 2026-11-15 (default: today)",
    )
    command.add_argument("--name", metavar="NAME", default="", help="your name")
    group = command.add_argument_group("output")
    group.add_argument("--result", action="store_true", help="print your result, to share")
    group.add_argument(
        "--calendar", action="store_true", help="show the results of last month and this month"
    )
    add_classic(group)


def run(args: Namespace, console: Console) -> int:
    """Play or continue the duel of a day, and print the result."""
    from ..engine import Engine

    if args.calendar:
        return _print_calendar(console)
    day = streak.read_past_day(args.day)
    if args.result:
        return _print_result(day, console)
    if day in load_results():
        console.print_text(ALREADY_FINISHED, "")
    duel = duel_of(day)
    autosave = resume_or_begin(duel, args.name)
    is_new = not autosave.session.match.has_moves
    if is_new:
        mark_input(autosave.session.match, is_piped=not console.is_input_terminal)
    console.print_text(f"Daily duel for {day}, against {capitalise(duel.level)}.")
    if is_new:
        words = duel_words(duel.game, duel.level, duel.seat, is_today=day == streak.today())
        console.print_text(words["seat"], words["counts"])
    console.print("")
    status = play_rounds(autosave, console, classic=args.classic)
    match = autosave.session.match
    if match.is_finished:
        result = result_of(Engine(), match, Budget(REVIEW_SECONDS))
        console.print_text("", *result.text.splitlines(), "", record_result(result).message)
    return status


def _print_result(day: str, console: Console) -> int:
    results = load_results()
    if day not in results:
        raise SetupError(f"you haven't finished the duel for {day}")
    console.print_text(*results[day].text.splitlines())
    return 0


def _print_calendar(console: Console) -> int:
    from ..views.calendar import DUEL_SIGNS, duel_legend, latest_months

    results = load_results()
    outcomes = {day: result.outcome for day, result in results.items()}
    rows = latest_months(outcomes, streak.today(), DUEL_SIGNS)
    console.print_text(*rows, "", duel_legend(outcomes.values()), PLAY_EARLIER)
    if streaks := count_streaks(results, streak.today()).text:
        console.print_text(streaks)
    return 0
