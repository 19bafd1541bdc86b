"""`numduel completion`: scripts that complete commands, games and options."""

from __future__ import annotations

from argparse import Action, ArgumentParser, Namespace, _SubParsersAction
from collections.abc import Iterator

from ..errors import SetupError
from ..games import ids, offered
from ..options import Choice
from ..play.players import kinds
from .console import Console


def add(command: ArgumentParser) -> None:
    command.add_argument("shell", choices=["bash", "zsh", "fish", "tcsh"], help="your shell")


def run(args: Namespace, console: Console) -> int:
    from .main import parser

    try:
        import shtab
    except ImportError:
        raise SetupError(
            "completion needs the package shtab, in the same environment as numduel. "
            "Run pip install 'numduel[completion]'"
        ) from None
    if args.shell not in shtab.SUPPORTED_SHELLS:
        raise SetupError(
            f"completion for {args.shell} needs a newer shtab. Run pip install --upgrade shtab"
        )
    commands = parser()
    for action in _actions(commands):
        if action.metavar == "FILE":
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif choices := _choices().get(action.dest):
            action.choices = choices
    console.print(*shtab.complete(commands, shell=args.shell).split("\n"))
    return 0


def _actions(parser: ArgumentParser) -> Iterator[Action]:
    for action in parser._actions:
        yield action
        if isinstance(action, _SubParsersAction):
            for command in action.choices.values():
                yield from _actions(command)


def _choices() -> dict[str, tuple[str, ...]]:
    """Return the choices of arguments that the parser itself does not check."""
    found = {"p1": kinds(), "p2": kinds(), "game": ids()}
    for game in offered():
        for name, field in game.options_type.fields.items():
            if isinstance(field, Choice):
                found[f"option_{name}"] = field.words
    return found
