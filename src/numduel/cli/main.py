"""What can be typed after `numduel`, and what becomes of it."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from typing import Any

from .. import __version__, players
from ..errors import NumduelError
from ..games import ids, offered
from ..options import Flag, Option, Whole
from .console import Console

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
    commands = parser()
    asked = commands.parse_args(words)
    asked.options = {
        name: getattr(asked, f"option_{name}")
        for name in _options()
        if getattr(asked, f"option_{name}", None) is not None
    }
    if asked.command is None or (asked.command == "play" and asked.game is None):
        from .menu import choose

        chosen = choose(console)
        return 0 if chosen is None else _run([*chosen, *words[1:]], console)
    return _command(asked, commands, console)


def _command(asked: Namespace, commands: ArgumentParser, console: Console) -> int:
    match asked.command:
        case "play":
            from .play import play

            return play(asked, console)
        case "resume":
            from .play import resume

            return resume(asked, console)
        case "replay":
            from .replay import replay

            return replay(asked, console)
        case "rules":
            from .rules import rules

            return rules(asked, console)
    from .completion import completion

    return completion(asked, commands)


# ---- the words


def parser() -> ArgumentParser:
    """All commands; what the games can be told comes from the games."""
    commands = ArgumentParser(
        prog="numduel",
        description="Five two-player number games, right to the letter of their rule books.",
        epilog="Without a command, a short menu. Each command explains itself: numduel play --help",
        allow_abbrev=False,
    )
    commands.add_argument("--version", action="version", version=f"numduel {__version__}")
    added = commands.add_subparsers(dest="command", metavar="COMMAND", prog="numduel")

    def command(name: str, what: str, *examples: str) -> ArgumentParser:
        return added.add_parser(
            name,
            help=what,
            description=f"{what[0].upper()}{what[1:]}.",
            epilog="\n".join(["examples:", *(f"  numduel {line}" for line in examples)]),
            formatter_class=RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    _add_play(
        command(
            "play",
            "play a game at the prompt",
            "play maze",
            "play sum --p2 random",
            "play run --seed 7 --rounds 3 --first coin",
            'play maze --classic --board "4 3 8/9 5 1/2 7 6"',
            "play quest --size 4 --target 34 --stand",
        )
    )
    resuming = command("resume", "go on with a saved game", "resume", "resume --list")
    resuming.add_argument("name", nargs="?", metavar="NAME", help="which one; else the last")
    resuming.add_argument("--list", action="store_true", help="list the unfinished games")
    _add_classic(resuming)
    replaying = command(
        "replay", "step through a record", "replay game.txt", "replay game.txt --json"
    )
    replaying.add_argument("file", metavar="FILE", help="a record, a saved game's name, or -")
    replaying.add_argument("--json", action="store_true", help="give it to a program instead")
    _add_game(command("rules", "print the rules of a game", "rules quest"))
    completing = command(
        "completion",
        "print a completion script for a shell",
        "completion bash > ~/.local/share/bash-completion/completions/numduel",
        "completion zsh > ~/.zfunc/_numduel",
    )
    completing.add_argument("shell", choices=["bash", "zsh", "tcsh"])
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
    for number in (1, 2):
        command.add_argument(
            f"--p{number}",
            metavar="WHO",
            default=players.HUMAN,
            help=f"who is side {number}: {', '.join(players.kinds())}",
        )
    for number in (1, 2):
        command.add_argument(
            f"--name{number}", metavar="NAME", help=f"what side {number} is called"
        )
    command.add_argument("--rounds", metavar="N", default=1, help="rounds, with seats swapped")
    command.add_argument(
        "--first", choices=["p1", "p2", "coin"], default="p1", help="who begins the first round"
    )
    group = command.add_argument_group("options of the games")
    for name, (field, takers) in _options().items():
        is_flag = isinstance(field, Flag)
        group.add_argument(
            f"--{name}",
            dest=f"option_{name}",
            metavar="N" if isinstance(field, Whole) else "WORD",
            nargs="?" if is_flag else None,
            const="yes" if is_flag else None,
            help=f"{field.help}: {field.limits()} ({', '.join(takers)})",
        )


def _options() -> dict[str, tuple[Option[Any], list[str]]]:
    """Every option of any game, with the games that have it."""
    found: dict[str, tuple[Option[Any], list[str]]] = {}
    for game in offered():
        for name, field in game.options_type.fields.items():
            found.setdefault(name, (field, []))[1].append(game.id)
    return found
