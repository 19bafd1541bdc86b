"""Words that several commands take: a game, its options, the classic dialogue, a time."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, BooleanOptionalAction, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..budget import Budget, Progress
from ..dice import read_seed
from ..errors import SetupError, UnknownGame, quoted
from ..games import find, ids, offered
from ..options import Flag, Option, Whole
from ..play import players


@contextmanager
def needing(what: str, extra: str) -> Iterator[None]:
    """What is loaded in here comes with an extra: where it is missing, that is told."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "numduel":
            raise
        problem = f"{what} needs some packages: pip install 'numduel[{extra}]'"
        raise SetupError(problem) from None


def add_game(command: ArgumentParser, nargs: str | None = None) -> None:
    command.add_argument(
        "game", metavar="GAME", nargs=nargs, type=_game, choices=ids(), help=", ".join(ids())
    )


def _game(text: str) -> str:
    """The id of a game; one that is mistyped is guessed at, and asked for."""
    try:
        return find(text).id
    except UnknownGame as error:
        raise ArgumentTypeError(str(error)) from None


def add_player(command: ArgumentParser, number: int, what: str, default: str | None) -> None:
    whom = f"{what}: {', '.join(players.names())}"
    command.add_argument(f"--p{number}", metavar="WHO", default=default, help=whom)


def who_chooses() -> str:
    """All players that need nobody at the keyboard, as they are named."""
    return ", ".join(players.programs())


def add_classic(command: ArgumentParser) -> None:
    command.add_argument("--classic", action="store_true", help="the rule book's dialogue alone")


def add_json(command: ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="give it to a program instead")


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


def add_seconds(
    command: ArgumentParser,
    default: float,
    what: str = "think no longer than this; Ctrl-C stops earlier",
) -> None:
    command.add_argument(
        "--seconds", metavar="S", type=_seconds, default=default, help=f"{what} ({default:g})"
    )


STARTING = 0.3
"""Seconds of the time that somebody gives that go into starting and ending a command."""


def given_budget(asked: Namespace, progress: Progress | None = None) -> Budget:
    """The time that somebody gives, for what there is to think about."""
    return Budget(max(0.0, asked.seconds - STARTING), progress=progress)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not 0 <= seconds < 1e9:
        raise ArgumentTypeError(f"{quoted(text)} is no time in seconds, such as 10 or 0.5")
    return seconds


def given_options(asked: Namespace) -> dict[str, object]:
    """The options that were typed, as they were typed."""
    given = {name: getattr(asked, f"option_{name}") for name in _options()}
    return {name: value for name, value in given.items() if value is not None}


def given_seed(asked: Namespace) -> int | None:
    return None if asked.seed is None else read_seed(asked.seed)


def word(name: str) -> str:
    """The name of a saved game as it is typed after a command.

    >>> word("20261116-sum-7"), word("our game"), word("-x")
    ('20261116-sum-7', "'our game'", '-- -x')
    """
    from shlex import quote

    return f"-- {quote(name)}" if name.startswith("-") else quote(name)


def _options() -> dict[str, tuple[Option[Any], list[str]]]:
    """Every option of any game, with the games that have it."""
    found: dict[str, tuple[Option[Any], list[str]]] = {}
    for game in offered():
        for name, field in game.options_type.fields.items():
            found.setdefault(name, (field, []))[1].append(game.id)
    return found
