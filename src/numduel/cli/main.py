"""What can be typed after `numduel`, and what becomes of it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

from ..errors import NumduelError
from ..version import __version__
from .console import Console, Lost, terminal_size

# argparse would look on the disk for a translation of each of its words, and load what that takes,
# before it reads the first of ours; all else is said in English too.
argparse._ = str  # type: ignore[attr-defined]


def main(words: Sequence[str] | None = None) -> int:
    """Run one command that starts no other interface; the exit status."""
    typed = sys.argv[1:] if words is None else words
    return guarded(lambda console: run(typed, console))


def guarded(work: Callable[[Console], int]) -> int:
    """Do some work at the console; the exit status, whatever comes in between."""
    console = Console()
    status, last = 0, []
    try:
        status = work(console)
    except SystemExit as end:  # so argparse ends, and all that was said is still to be written
        status = int(end.code or 0)
    except NumduelError as error:
        status, last = 1, [f"numduel: {error}"]
    except KeyboardInterrupt:
        status, last = 130, [""]
    except Lost:
        pass
    with suppress(Lost):
        console.tell(*last)
    return console.finish(status)


def run(words: Sequence[str], console: Console, server: Callable[[], Any] | None = None) -> int:
    """Run one command; 0 is success, 1 a problem with what was asked, 2 a misused command line.

    `server` imports what `numduel serve` starts, another interface.
    """
    commands = parser(words[0] if words else None, console)
    commands.set_defaults(server=server)
    asked = commands.parse_args(words)
    if asked.command is None or (asked.command == "play" and asked.game is None):
        from .menu import choose

        chosen = choose(console, list(words[1:]))
        return 0 if chosen is None else run(chosen, console, server)
    return int(_file(asked.command).run(asked, console))


# ---- the words


COMMANDS = {
    "play": (
        "play a game at the prompt",
        (
            "play maze",
            "play sum --p2 random",
            "play run --seed 7 --rounds 3 --first coin",
            'play maze --classic --board "4 3 8/9 5 1/2 7 6"',
            "play quest --size 4 --target 34 --stand",
        ),
    ),
    "resume": ("go on with a saved game", ("resume", "resume --list", "resume game.txt")),
    "replay": ("step through a record", ("replay", "replay game.txt", "replay game.txt --json")),
    "analyse": (
        "tell what every move in a position is worth",
        (
            'analyse maze --board "4 3 8/9 5 1/2 7 6" --moves "0,0 2,0"',
            "analyse race --seed 7 --svg race.svg",
            "analyse --record game.txt --json",
        ),
    ),
    "review": (
        "tell which moves of a game were bad, and why",
        ("review", "review game.txt", "review game.txt --html review.html"),
    ),
    "rules": ("print the rules of a game, or what holds in all of them", ("rules quest", "rules")),
    "census": (
        "count who wins on how many boards, and how much skill decides",
        (
            "census maze",
            "census race --boards 10000 --json",
            "census sum --upto 200 --plot sum.svg",
            "census quest --pairs 0",
        ),
    ),
    "arena": (
        "let players meet on the same boards, and weigh every move",
        (
            "arena --players perfect,expert,random --games maze,race --boards 200",
            'arena --players "program ./mybot.py",skilled,random --gauntlet --html arena.html',
            "arena report arena.jsonl --json",
        ),
    ),
    "exam": (
        "ask a player what to do in fixed positions, and mark the answers",
        ("exam skilled", 'exam "program ./mybot.py" --json', "exam --positions > positions.jsonl"),
    ),
    "dataset": (
        "write positions with the exact value of every move, for programs that learn",
        (
            "dataset maze --positions 100000 --out maze.jsonl",
            "dataset race --size 5 --balanced --out race.parquet",
            "dataset --verify maze.jsonl",
        ),
    ),
    "board": (
        "find a board by what perfect and imperfect play make of it",
        (
            "board race --fair",
            "board maze --for player2 --length 6",
            "board sum --fair",
            "board run --grade hard --json",
        ),
    ),
    "puzzle": (
        "find the one move that wins",
        ("puzzle", "puzzle maze --grade hard", "puzzle --daily", "puzzle race --seed 7"),
    ),
    "duel": (
        "play the duel of the day: one board for everybody, against a level that rises",
        ("duel", "duel --result", "duel 2026-11-15"),
    ),
    "serve": (
        "serve the games to browsers: play a friend by sending a link",
        ("serve", "serve --lan", "serve --port 8080 --database matches.sqlite3"),
    ),
    "mcp": (
        "let an assistant play: serve the games by the Model Context Protocol",
        ("mcp", "mcp --http --port 8766"),
    ),
    "bot": (
        "play for another program, by the bot protocol, or try a bot of your own out",
        (
            "bot --level perfect",
            "bot --check ./mybot.py",
            'bot --check "node mybot.js" --games maze,race',
        ),
    ),
    "completion": (
        "print a completion script for a shell",
        (
            "completion bash > ~/.local/share/bash-completion/completions/numduel",
            "completion zsh > ~/.zfunc/_numduel",
        ),
    ),
}
"""A sentence and examples for each command."""


def _file(command: str) -> Any:
    """The file of a command in this folder: it has `add`, for its words, and `run`."""
    return import_module(f"{__package__}.{command}")


class Help(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal, found out without the module that argparse would load."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=min(terminal_size()[0], 100) - 2)


class Parser(argparse.ArgumentParser):
    """What reads the words of a command, and speaks through the console."""

    def __init__(self, console: Console | None = None, **words: Any) -> None:
        super().__init__(**words)
        self.color = False  # Python 3.14 would colour its help by itself
        self._console = console

    def _print_message(self, message: str, file: Any = None) -> None:
        console = self._console or Console()
        speak = console.say if file is sys.stdout else console.tell
        speak(*message.removesuffix("\n").split("\n"))


VERSION = "show program's version number and exit"


class Version(argparse.Action):
    """Says which numduel this is; only then is looked for the compiled core."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from ..compiled import is_used

        rules = "compiled core" if is_used() else "rules in Python"
        parser._print_message(f"numduel {__version__} ({rules})\n", sys.stdout)
        parser.exit()


def parser(only: str | None = None, console: Console | None = None) -> argparse.ArgumentParser:
    """All commands, or only one; what the games can be told comes from the games."""
    commands = Parser(
        console,
        prog="numduel",
        description="Five two-player number games, right to the letter of their rule books.",
        epilog="Without a command, the app. Each command explains itself: numduel play --help",
        formatter_class=Help,
        allow_abbrev=False,
    )
    commands.add_argument("--version", action=Version, nargs=0, help=VERSION)
    added = commands.add_subparsers(dest="command", metavar="COMMAND", prog="numduel")
    for name in [only] if only in COMMANDS else COMMANDS:
        what, examples = COMMANDS[name]
        lines = [f"  numduel {example}" for example in examples]
        command = added.add_parser(
            name,
            console=console,
            help=what,
            description=f"{what[0].upper()}{what[1:]}.",
            epilog="\n".join(["examples:", *lines]),
            formatter_class=Help,
            allow_abbrev=False,
        )
        _file(name).add(command)
    return commands
