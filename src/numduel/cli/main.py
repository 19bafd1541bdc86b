"""What can be typed after `numduel`, and what becomes of it."""

from __future__ import annotations

import os
import sys
from argparse import (
    ArgumentParser,
    BooleanOptionalAction,
    Namespace,
    RawDescriptionHelpFormatter,
)
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from .. import __version__, players
from ..errors import NumduelError
from ..games import ids, offered
from ..options import Flag, Option, Whole
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
    return COMMANDS[asked.command].run(asked, console)


# ---- the words


class Command(NamedTuple):
    what: str
    examples: tuple[str, ...]
    add: Callable[[ArgumentParser], None]
    run: Callable[[Namespace, Console], int]


class Help(RawDescriptionHelpFormatter):
    """Help as wide as the terminal, found out without the module that argparse would load."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=min(terminal_size()[0], 100) - 2)


def parser(only: str | None = None) -> ArgumentParser:
    """All commands, or only one; what the games can be told comes from the games."""
    commands = ArgumentParser(
        prog="numduel",
        description="Five two-player number games, right to the letter of their rule books.",
        epilog="Without a command, a short menu. Each command explains itself: numduel play --help",
        formatter_class=Help,
        allow_abbrev=False,
    )
    commands.add_argument("--version", action="version", version=f"numduel {__version__}")
    added = commands.add_subparsers(dest="command", metavar="COMMAND", prog="numduel")
    for name in [only] if only in COMMANDS else COMMANDS:
        what, examples, add, _ = COMMANDS[name]
        lines = [f"  numduel {name} {example}".rstrip() for example in examples]
        command = added.add_parser(
            name,
            help=what,
            description=f"{what[0].upper()}{what[1:]}.",
            epilog="\n".join(["examples:", *lines]),
            formatter_class=Help,
            allow_abbrev=False,
        )
        add(command)
    return commands


def _add_game(command: ArgumentParser, nargs: str | None = None) -> None:
    command.add_argument(
        "game", metavar="GAME", nargs=nargs, type=str.lower, choices=ids(), help=", ".join(ids())
    )


def _add_classic(command: ArgumentParser) -> None:
    command.add_argument("--classic", action="store_true", help="the rule book's dialogue alone")


def _add_play(command: ArgumentParser) -> None:
    _add_game(command, nargs="?")
    _add_classic(command)
    command.add_argument("--board", metavar="B", help='the board, row by row: "4 3 8/9 5 1/2 7 6"')
    command.add_argument("--seed", metavar="N", help="deal the same board every time")
    for side in ("1", "2"):
        whom = f"who plays side {side}: {', '.join(players.kinds())}"
        command.add_argument(f"--p{side}", metavar="WHO", default=players.HUMAN, help=whom)
        command.add_argument(f"--name{side}", metavar="NAME", help=f"what side {side} is called")
    command.add_argument("--rounds", metavar="N", default=1, help="rounds, with seats swapped")
    command.add_argument(
        "--first", choices=["p1", "p2", "coin"], default="p1", help="which side begins round 1"
    )
    group = command.add_argument_group("options of the games")
    for name, (field, takers) in _options().items():
        told = f"{field.help}: {field.limits()} ({', '.join(takers)})"
        dest = f"option_{name}"
        if isinstance(field, Flag):
            group.add_argument(f"--{name}", dest=dest, action=BooleanOptionalAction, help=told)
        else:
            metavar = "N" if isinstance(field, Whole) else "WORD"
            group.add_argument(f"--{name}", dest=dest, metavar=metavar, help=told)


def _options() -> dict[str, tuple[Option[Any], list[str]]]:
    """Every option of any game, with the games that have it."""
    found: dict[str, tuple[Option[Any], list[str]]] = {}
    for game in offered():
        for name, field in game.options_type.fields.items():
            found.setdefault(name, (field, []))[1].append(game.id)
    return found


def _play(asked: Namespace, console: Console) -> int:
    from .play import play

    given = {name: getattr(asked, f"option_{name}") for name in _options()}
    asked.options = {name: value for name, value in given.items() if value is not None}
    return play(asked, console)


def _add_resume(command: ArgumentParser) -> None:
    command.add_argument(
        "name", nargs="?", metavar="NAME", help="a saved game or file; else the last"
    )
    command.add_argument("--list", action="store_true", help="list the unfinished games")
    _add_classic(command)


def _resume(asked: Namespace, console: Console) -> int:
    from .play import resume

    return resume(asked, console)


def _add_replay(command: ArgumentParser) -> None:
    command.add_argument(
        "file", nargs="?", metavar="FILE", help="a record, a saved game's name, or -; else the last"
    )
    command.add_argument("--json", action="store_true", help="give it to a program instead")


def _replay(asked: Namespace, console: Console) -> int:
    from .replay import replay

    return replay(asked, console)


def _add_rules(command: ArgumentParser) -> None:
    _add_game(command, nargs="?")


def _rules(asked: Namespace, console: Console) -> int:
    from .rules import rules

    return rules(asked, console)


def _add_completion(command: ArgumentParser) -> None:
    command.add_argument("shell", choices=["bash", "zsh", "tcsh"])


def _completion(asked: Namespace, console: Console) -> int:
    from .completion import completion

    return completion(asked.shell, parser())


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
        _add_play,
        _play,
    ),
    "resume": Command("go on with a saved game", ("", "--list", "game.txt"), _add_resume, _resume),
    "replay": Command(
        "step through a record", ("", "game.txt", "game.txt --json"), _add_replay, _replay
    ),
    "rules": Command(
        "print the rules of a game, or what holds in all of them", ("quest", ""), _add_rules, _rules
    ),
    "completion": Command(
        "print a completion script for a shell",
        (
            "bash > ~/.local/share/bash-completion/completions/numduel",
            "zsh > ~/.zfunc/_numduel",
        ),
        _add_completion,
        _completion,
    ),
}
