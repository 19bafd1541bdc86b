"""`numduel replay`: a record step by step, or as data."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from ..errors import SetupError, as_sentence, quoted
from ..options import Whole
from ..play.match import Match
from ..render.text import draw
from ..storage import record, record_lines, saves
from ..views.narration import Narration
from ..views.positions import picture
from .arguments import add_json
from .console import Console, EndOfInput
from .output import print_json


def add(command: ArgumentParser) -> None:
    add_record(command)
    add_json(command)


def add_record(command: ArgumentParser) -> None:
    """The word that `read` takes."""
    command.add_argument(
        "file", nargs="?", metavar="FILE", help="a record, a saved game's name, or -; else the last"
    )
    command.add_argument(
        "--match", metavar="N", help="which match, of a file that numduel arena has written (1)"
    )


def run(args: Namespace, console: Console) -> int:
    """Show a record: to a person step by step, to a pipe whole, to a program as JSON."""
    match = read(args.file, console, args.match)
    if args.json:
        from ..views.as_json import record_json

        print_json(console, record_json(match))
        return 0
    console.print(record.headline(match), "")
    if console.watched:
        _step_through(console, match)
    else:
        for place in range(len(match.states)):
            _show(console, match, place)
    return 0


def _last(console: Console) -> Match:
    """The game played last; what is wrong with later ones is told."""
    for save in saves.list_saves():
        try:
            return read(save.name, console)
        except SetupError as error:
            console.print_err(as_sentence(error))
    raise SetupError("there is no saved game; name a file with a record")


MATCH = Whole(1, 1, 999_999_999, "a match by its number", name="match")


def read(name: str | None, console: Console, number: str | None = None) -> Match:
    """The match in a file, in a saved game of that name, or on standard input (-); or the last.

    Of a file with many, the one of this number.
    """
    opened = sys.stdin.buffer if name == "-" else None
    wanted = MATCH.accept(MATCH.default if number is None else number)
    if name is not None and record_lines.is_jsonl(name, opened):
        match = record_lines.read(name, wanted, opened)
        if number is None:
            console.print_err("This is the first match of the file; --match N shows another.")
        return match
    if number is not None:
        raise SetupError("only a file that numduel arena has written holds several matches")
    if name is None:
        return _last(console)
    return saves.read(name, opened, console.print_err)


def _show(console: Console, match: Match, place: int) -> None:
    """The position after so many plies, and how it came about."""
    narration = Narration(match)
    if place:
        console.print(f"{match.plies[place - 1].turn}. {narration.deed(place - 1)}")
    if place in match.comments:
        console.print(console.styled(f"   {{{match.comments[place]}}}", "dim"))
    if place + 1 == len(match.states) or match.plies[place].player is not None:
        lines = draw(
            picture(match, place),
            width=console.width,
            names=narration.labels,
            styled=console.styled,
        )
        console.print(*lines, "")
    if place + 1 == len(match.states):
        console.print(*narration.verdict())


def _step_through(console: Console, match: Match) -> None:
    last = len(match.states) - 1
    place = 0
    _show(console, match, place)
    while True:
        try:
            onward = "next" if place < last else "quit"
            keys = f"Enter: {onward}, b: back, number: go there, q: quit"
            text = console.ask(f"[{place} of {last}] {keys} ")
        except (EndOfInput, KeyboardInterrupt):
            return
        word = text.strip().lower()
        if word in ("q", "quit") or (not word and place == last):
            return
        if word in ("", "n", "next"):
            place += 1
        elif word in ("b", "back"):
            place = max(0, place - 1)
        elif word.isascii() and word.isdigit() and len(word) < 6:
            place = min(last, int(word))
        else:
            console.print(f"{quoted(text)} is none of these.")
            continue
        _show(console, match, place)
