"""Words that several commands take: a game, its options, the classic dialogue."""

from __future__ import annotations

from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from typing import Any

from ..games import ids, offered
from ..options import Flag, Option, Whole

__all__ = ["add_classic", "add_game", "add_options", "given_options"]


def add_game(command: ArgumentParser, nargs: str | None = None) -> None:
    command.add_argument(
        "game", metavar="GAME", nargs=nargs, type=str.lower, choices=ids(), help=", ".join(ids())
    )


def add_classic(command: ArgumentParser) -> None:
    command.add_argument("--classic", action="store_true", help="the rule book's dialogue alone")


def add_options(command: ArgumentParser) -> None:
    """Every option of any game; the game refuses what is not its own."""
    group = command.add_argument_group("options of the games")
    for name, (field, takers) in _options().items():
        help = f"{field.help}: {field.limits()} ({', '.join(takers)})"
        dest = f"option_{name}"
        if isinstance(field, Flag):
            group.add_argument(f"--{name}", dest=dest, action=BooleanOptionalAction, help=help)
        else:
            metavar = "N" if isinstance(field, Whole) else "WORD"
            group.add_argument(f"--{name}", dest=dest, metavar=metavar, help=help)


def given_options(asked: Namespace) -> dict[str, object]:
    """The options that were typed, as they were typed."""
    given = {name: getattr(asked, f"option_{name}") for name in _options()}
    return {name: value for name, value in given.items() if value is not None}


def _options() -> dict[str, tuple[Option[Any], list[str]]]:
    """Every option of any game, with the games that have it."""
    found: dict[str, tuple[Option[Any], list[str]]] = {}
    for game in offered():
        for name, field in game.options_type.fields.items():
            found.setdefault(name, (field, []))[1].append(game.id)
    return found
