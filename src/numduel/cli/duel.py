"""`numduel duel`: the duel of the day."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from ..budget import Budget
from ..daily.duel import count, duel_of, load, result_of, taken_up
from ..errors import SetupError
from ..storage import streak
from .arguments import add_classic
from .console import Console
from .play import play_rounds

WEEKS = 6
"""Weeks of the calendar."""

SECONDS = 20.0
"""How long a finished duel is looked through."""


def add(command: ArgumentParser) -> None:
    command.add_argument(
        "day", nargs="?", default=streak.TODAY, metavar="DAY", help="2026-11-15; else today"
    )
    command.add_argument("--name", metavar="NAME", default="", help="what you are called")
    command.add_argument(
        "--result", action="store_true", help="what became of it, to be shown to others"
    )
    command.add_argument(
        "--calendar", action="store_true", help="how the duels of the last weeks went"
    )
    add_classic(command)


def run(asked: Namespace, console: Console) -> int:
    """Play the duel of a day, or go on with it, and tell what became of it."""
    from ..engine import Engine

    if asked.calendar:
        return _tell_calendar(console)
    day = streak.read_day(asked.day)
    if asked.result:
        return _tell_result(day, console)
    if day in load():
        console.say("This duel is finished, and the first finish counts. Here it is once more.", "")
    duel = duel_of(day)
    autosave = taken_up(duel, asked.name)
    console.say(f"The duel of {day}: {duel.level} is waiting for you.", "")
    status = play_rounds(autosave, console, classic=asked.classic)
    match = autosave.session.match
    if match.is_finished:
        result = result_of(Engine(), match, Budget(SECONDS))
        console.say("", *result.text.splitlines(), "", count(result).words)
    return status


def _tell_result(day: str, console: Console) -> int:
    results = load()
    if day not in results:
        raise SetupError(f"no duel of {day} has been finished")
    console.say(*results[day].text.splitlines())
    return 0


def _tell_calendar(console: Console) -> int:
    from ..views.calendar import DUEL_SIGNS, HEAD, calendar_rows, duel_legend

    outcomes = {day: result.outcome for day, result in load().items()}
    rows = calendar_rows(outcomes, streak.today(), WEEKS, DUEL_SIGNS)
    console.say(HEAD, *rows, "", duel_legend(outcomes.values()))
    return 0
