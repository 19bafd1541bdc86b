"""`numduel completion`: what a shell needs to complete commands, games and options."""

from __future__ import annotations

from argparse import Action, ArgumentParser, Namespace, _SubParsersAction
from collections.abc import Iterator

from ..errors import SetupError
from ..games import offered
from ..options import Choice
from ..play.players import kinds
from .console import Console


def add(command: ArgumentParser) -> None:
    command.add_argument("shell", choices=["bash", "zsh", "tcsh"])


def run(asked: Namespace, console: Console) -> int:
    from .main import parser

    try:
        import shtab
    except ImportError:
        raise SetupError(
            "completion needs the package shtab, in the environment where numduel is: "
            "pip install 'numduel[completion]'"
        ) from None
    commands = parser()
    for action in _actions(commands):
        if action.metavar == "FILE":
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif words := _words().get(action.dest):
            action.choices = words
    console.say(*shtab.complete(commands, shell=asked.shell).split("\n"))
    return 0


def _actions(parser: ArgumentParser) -> Iterator[Action]:
    for action in parser._actions:
        yield action
        if isinstance(action, _SubParsersAction):
            for command in action.choices.values():
                yield from _actions(command)


def _words() -> dict[str, tuple[str, ...]]:
    """The words that an argument takes, where the parser leaves it to others to refuse some."""
    found = {"p1": kinds(), "p2": kinds()}
    for game in offered():
        for name, field in game.options_type.fields.items():
            if isinstance(field, Choice):
                found[f"option_{name}"] = field.words
    return found
