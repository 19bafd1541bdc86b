"""What can be typed after `numduel`, and what becomes of it."""

from __future__ import annotations

import os
import sys
from argparse import (
    ArgumentParser,
    RawDescriptionHelpFormatter,
)
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple

from .. import __version__
from ..errors import NumduelError
from .console import Console, terminal_size

__all__ = ["main", "parser"]


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; 0 is success, 1 a problem with what was asked, 2 a misused command line."""
    console = Console()
    try:
        return _run(list(sys.argv[1:] if words is None else words), console)
    except NumduelError as error:
        console.tell(f"numduel: {error}")
        return 1
    except KeyboardInterrupt:
        console.tell("")
        return 130
    except BrokenPipeError:
        # Whoever was reading has gone; nothing more is to be said, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _run(words: list[str], console: Console) -> int:
    commands = parser(only=words[0] if words else None)
    asked = commands.parse_args(words)
    if asked.command is None or (asked.command == "play" and asked.game is None):
        from .menu import choose

        chosen = choose(console, words[1:])
        return 0 if chosen is None else _run(chosen, console)
    return int(Command.module(asked.command).run(asked, console))


# ---- the words


class Command(NamedTuple):
    """A command: its file in this folder has `add`, for its words, and `run`."""

    what: str
    examples: tuple[str, ...]

    @staticmethod
    def module(name: str) -> Any:
        return import_module(f"{__package__}.{name}")


COMMANDS = {
    "play": Command(
        "play a game at the prompt",
        (
            "maze",
            "sum --p2 random",
            "run --seed 7 --rounds 3 --first coin",
            'maze --classic --board "4 3 8/9 5 1/2 7 6"',
            "quest --size 4 --target 34 --stand",
        ),
    ),
    "resume": Command("go on with a saved game", ("", "--list", "game.txt")),
    "replay": Command("step through a record", ("", "game.txt", "game.txt --json")),
    "analyse": Command(
        "tell what every move in a position is worth",
        (
            'maze --board "4 3 8/9 5 1/2 7 6" --moves "0,0 2,0"',
            "race --seed 7 --svg race.svg",
            "--record game.txt --json",
        ),
    ),
    "review": Command(
        "tell which moves of a game were bad, and why",
        ("game.txt", "game.txt --html review.html"),
    ),
    "rules": Command("print the rules of a game, or what holds in all of them", ("quest", "")),
    "census": Command(
        "count who wins on how many boards, and how much skill decides",
        ("maze", "race --boards 10000 --json", "sum --upto 200 --plot sum.svg", "quest --pairs 0"),
    ),
    "board": Command(
        "find a board by what perfect and imperfect play make of it",
        ("race --fair", "maze --for player2 --length 6", "sum --fair", "run --grade hard --json"),
    ),
    "puzzle": Command(
        "find the one move that wins",
        ("", "maze --grade hard", "--daily", "race --seed 7"),
    ),
    "completion": Command(
        "print a completion script for a shell",
        (
            "bash > ~/.local/share/bash-completion/completions/numduel",
            "zsh > ~/.zfunc/_numduel",
        ),
    ),
}


class Help(RawDescriptionHelpFormatter):
    """Help as wide as the terminal, found out without the module that argparse would load."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=min(terminal_size()[0], 100) - 2)


def parser(only: str | None = None) -> ArgumentParser:
    """All commands, or only one; what the games can be told comes from the games."""
    commands = ArgumentParser(
        prog="numduel",
        description="Five two-player number games, right to the letter of their rule books.",
        epilog="Without a command, the app. Each command explains itself: numduel play --help",
        formatter_class=Help,
        allow_abbrev=False,
    )
    commands.add_argument("--version", action="version", version=f"numduel {__version__}")
    added = commands.add_subparsers(dest="command", metavar="COMMAND", prog="numduel")
    for name in [only] if only in COMMANDS else COMMANDS:
        what, examples = COMMANDS[name]
        lines = [f"  numduel {name} {example}".rstrip() for example in examples]
        command = added.add_parser(
            name,
            help=what,
            description=f"{what[0].upper()}{what[1:]}.",
            epilog="\n".join(["examples:", *lines]),
            formatter_class=Help,
            allow_abbrev=False,
        )
        Command.module(name).add(command)
    return commands
