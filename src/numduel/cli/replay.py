"""`numduel replay`: step through a record, or print it as JSON."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from ..errors import SetupError, as_sentence, quoted
from ..options import Whole
from ..picture_text import draw
from ..play.match import Match
from ..storage import record_lines, saves
from ..views.narration import Narration, heading_of
from ..views.positions import picture
from .arguments import add_json
from .console import Console, EndOfInput
from .output import print_json


def add(command: ArgumentParser) -> None:
    add_record(command)
    add_json(command)


def add_record(command: ArgumentParser) -> None:
    """Add the arguments that `read` takes."""
    command.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help="record, name of a saved game, or - for standard input (default: the last game)",
    )
    command.add_argument(
        "--match", metavar="N", help="match number in a file from numduel arena (default: 1)"
    )


def run(args: Namespace, console: Console) -> int:
    """Show a record: step by step in a terminal, at once in a pipe, or as JSON."""
    match = read(args.file, console, args.match)
    if args.json:
        from ..views.as_json import record_json

        print_json(console, record_json(match))
        return 0
    console.print(console.styled(heading_of(match), "bold"), "")
    if console.is_terminal:
        _step_through(console, match)
    else:
        for ply in range(len(match.states)):
            _show(console, match, ply)
    return 0


def _last_game(console: Console, *, shows_values: bool) -> Match:
    """Return the last game that can be read; print problems with later ones."""
    for save in saves.list_saves():
        try:
            return read(save.name, console, shows_values=shows_values)
        except SetupError as error:
            console.print_err(as_sentence(error))
    raise SetupError("no saved games. Name a file with a record")


MATCH_NUMBER = Whole(1, 1, 999_999_999, "match number", name="match")


def read(
    name: str | None, console: Console, number: str | None = None, *, shows_values: bool = False
) -> Match:
    """Return the match in a file, a saved game or standard input (-); the last game without a name.

    `number` chooses a match in a file that holds many. `shows_values` counts as help if it is an
    unfinished saved game.
    """
    opened = sys.stdin.buffer if name == "-" else None
    wanted = MATCH_NUMBER.accept(MATCH_NUMBER.default if number is None else number)
    if name is not None and record_lines.is_jsonl(name, opened):
        match = record_lines.read(name, wanted, opened)
        if number is None:
            console.print_err("This is match 1 of the file. For another, use --match N.")
        return match
    if number is not None:
        raise SetupError("--match needs a file written by numduel arena")
    if name is None:
        return _last_game(console, shows_values=shows_values)
    match = saves.read(name, opened, console.print_err)
    if shows_values and opened is None and saves.count_analysis(name):
        console.print_err(saves.ANALYSIS_COUNTS_MESSAGE)
    return match


def _show(console: Console, match: Match, ply: int) -> None:
    """Print the position after some plies, and the last of them."""
    narration = Narration(match)
    if ply:
        console.print(f"{match.plies[ply - 1].turn}. {narration.deed(ply - 1)}")
    if ply in match.comments:
        console.print(console.styled(f"   {{{match.comments[ply]}}}", "dim"))
    if ply + 1 == len(match.states) or match.plies[ply].player is not None:
        lines = draw(
            picture(match, ply),
            width=console.width,
            names=narration.labels,
            styled=console.styled,
        )
        console.print(*lines, "")
    if ply + 1 == len(match.states):
        console.print(*narration.verdict())


def _step_through(console: Console, match: Match) -> None:
    last = len(match.states) - 1
    ply = 0
    _show(console, match, ply)
    while True:
        try:
            onward = "next" if ply < last else "quit"
            keys = f"Enter: {onward}, b: back, number: go there, q: quit"
            text = console.ask(f"[{ply} of {last}] {keys} ")
        except (EndOfInput, KeyboardInterrupt):
            return
        key = text.strip().lower()
        if key in ("q", "quit") or (not key and ply == last):
            return
        if key in ("", "n", "next"):
            ply += 1
        elif key in ("b", "back"):
            ply = max(0, ply - 1)
        elif key.isascii() and key.isdigit() and len(key) < 6:
            ply = min(last, int(key))
        else:
            console.print(f"{quoted(text)} isn't one of these.")
            continue
        _show(console, match, ply)
