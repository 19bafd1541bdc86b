"""`numduel compare`: two players on the same questions or boards."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from ..errors import SetupError, listed, quoted
from ..options import Whole
from ..storage import files
from .arguments import add_json, split_list
from .console import Console
from .output import print_json

if TYPE_CHECKING:
    from ..arena.lines import MatchLine
    from ..comparing import Tallies
    from ..exam.results import Result

    Held = Result | list[MatchLine]
    """The content of a file: the result of an exam, or the matches of a tournament."""

SIZE = Whole(300, 1, 1_000_000, "questions or boards of the planned run", "power")
MAX_CHARS = 2**28
"""Maximum size of a file in characters."""


def add(command: ArgumentParser) -> None:
    command.add_argument(
        "results",
        nargs="*",
        metavar="FILE",
        help="two results of the same exam, or one or two files of matches on the same boards",
    )
    command.add_argument(
        "--players",
        metavar="ONE,OTHER",
        help="the players of a tournament to compare (default: those that only one file has)",
    )
    command.add_argument(
        "--power",
        nargs="?",
        const=str(SIZE.default),
        metavar="N",
        help="show what difference N questions or boards can settle, in players such as those in "
        f"the files, if there are any (default: {SIZE.default})",
    )
    add_json(command)


def run(args: Namespace, console: Console) -> int:
    power, paths = args.power, list(args.results)
    if power is not None and not power.isdecimal():  # --power FILE
        power, paths = str(SIZE.default), [power, *paths]
    held = [_read(path) for path in paths]
    players = list(split_list(args.players or ""))
    if power is not None:
        _show_power(args, SIZE.accept(power), held, players, console)
    else:
        _show(args, _tally(held, players), _describe(held), console)
    return 0


# ---- files


def _read(path: str) -> Held:
    """Return the content of a file; SetupError if it is neither an exam nor a tournament."""
    from ..arena.lines import loads
    from ..exam.results import parse_result

    try:
        with open(path, encoding="utf-8") as file:
            text = file.read(MAX_CHARS)
    except (OSError, ValueError) as error:
        raise SetupError(f"{quoted(path)} cannot be read: {files.reason(error)}") from None
    data = _parse_json(text)
    if isinstance(data, dict) and "exam" in data:
        return parse_result(data, path)
    try:
        return loads(text)
    except SetupError as error:
        raise SetupError(
            f"{quoted(path)} holds neither the result of an exam (numduel exam --out) nor a "
            f"tournament (numduel arena --out): {error}"
        ) from None


def _parse_json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _tally(held: list[Held], players: list[str]) -> Tallies:
    """Return the figures of the two players in the files."""
    from ..exam.comparing import tally_results

    if not 1 <= len(held) <= 2:
        raise SetupError("name two files, such as numduel compare one.json other.json")
    one, two = held[0], held[-1]
    if isinstance(one, list) and isinstance(two, list):
        return _tally_matches(one, two, players)
    if isinstance(one, list) or isinstance(two, list):
        raise SetupError("one file is of an exam and the other of a tournament")
    if len(held) == 1:
        raise SetupError("name a second result of the same exam")
    if players:
        raise SetupError("--players is for tournaments. The result of an exam has one player")
    return tally_results(one, two)


def _tally_matches(one: list[MatchLine], two: list[MatchLine], players: list[str]) -> Tallies:
    """Return the figures of the named players, or of those that only one of the files has."""
    from ..arena.comparing import find_players, list_players, tally_tournaments

    if len(players) > 2:
        raise SetupError("name one or two players with --players")
    chosen = (players[0], players[-1]) if players else find_players(one, two)
    if chosen is None:
        known = listed(list_players([*one, *two]), "and")
        raise SetupError(f"name the two players to compare with --players; there are {known}")
    return tally_tournaments(one, two, chosen)


def _describe(held: list[Held]) -> str:
    """Return the exam or tournament as a sentence."""
    from ..views.exam_text import describe_exam

    one = held[0]
    if isinstance(one, list):
        return f"Tournament with seed {one[0].seed}"
    return describe_exam(one.exam.plain)


# ---- showing


def _show(args: Namespace, tallies: Tallies, about: str, console: Console) -> None:
    from ..comparing import compare_players

    found = compare_players(tallies)
    if args.json:
        from ..views.comparison_json import comparison_json

        print_json(console, comparison_json(found, about))
    else:
        from .compare_report import format_comparison

        console.print(*format_comparison(found, about, console.width))


def _show_power(
    args: Namespace, size: int, held: list[Held], players: list[str], console: Console
) -> None:
    from ..comparing import forecast_samples, forecast_shares

    tallies = _tally_for_power(held, players) if held else None
    rows = forecast_shares(size) if tallies is None else forecast_samples(tallies, size)
    unit = "question" if tallies is None else tallies.unit
    if args.json:
        from ..views.comparison_json import forecast_json

        names = None if tallies is None else tallies.names
        print_json(console, forecast_json(rows, size, unit, names))
        return
    from .compare_report import format_forecast

    console.print(f"What {size:,} {unit}s settle, 80% of the time:", "")
    if tallies is not None:
        console.print(f"Variance from the files: {tallies.names[0]} and {tallies.names[1]}.", "")
    console.print(*format_forecast(rows, unit, console.width))


def _tally_for_power(held: list[Held], players: list[str]) -> Tallies:
    """Return the figures of two players, or of one beside an independent one."""
    from ..arena.comparing import list_players, tally_tournament
    from ..exam.comparing import tally_result

    if len(held) > 1 or len(players) > 1:
        return _tally(held, players)
    one = held[0]
    if not isinstance(one, list):
        return tally_result(one)
    if not players:
        raise SetupError(f"name one player with --players: {listed(list_players(one))}")
    return tally_tournament(one, players[0])
