"""Arguments that several commands take: a game, its options, players, a time limit."""

from __future__ import annotations

from argparse import ArgumentTypeError, BooleanOptionalAction, Namespace, _ActionsContainer
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ..budget import Budget, Progress
from ..core import AnyGame
from ..dice import read_seed
from ..errors import SetupError, UnknownGame, quoted
from ..games import built_in, find, offered
from ..options import Choice, Flag, Option, Whole
from ..play import players

if TYPE_CHECKING:
    from ..views.prices import Price


@contextmanager
def require_extra(feature: str, extra: str) -> Iterator[None]:
    """Turn a failed import of an optional package into a SetupError that names the extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "numduel":
            raise
        problem = f"{feature} needs more packages. Run pip install 'numduel[{extra}]'"
        raise SetupError(problem) from None


GAME_HELP = "the games"
"""Help of a game, which stands for the list of all: it is long to find, and rarely shown."""


def add_game(command: _ActionsContainer, nargs: str | None = None) -> None:
    command.add_argument("game", metavar="GAME", nargs=nargs, type=_game_id, help=GAME_HELP)


def _game_id(text: str) -> str:
    """Return the id of a game; the error for an unknown one suggests the closest."""
    try:
        return find(text).id
    except UnknownGame as error:
        raise ArgumentTypeError(str(error)) from None


def add_player(command: _ActionsContainer, number: int, help: str, default: str | None) -> None:
    choices = ", ".join(players.names())
    shown = "" if default is None else f" (default: {default})"
    help = f"{help}: {choices}{shown}"
    command.add_argument(f"--p{number}", metavar="PLAYER", default=default, help=help)


def format_program_names() -> str:
    """Return the names of all players that need no person at the keyboard."""
    return ", ".join(players.program_names())


def add_classic(command: _ActionsContainer) -> None:
    command.add_argument(
        "--classic", action="store_true", help="show only the rule book's dialogue"
    )


def add_json(command: _ActionsContainer) -> None:
    command.add_argument("--json", action="store_true", help="print JSON")


def add_price(command: _ActionsContainer) -> None:
    help = "show costs, from the price of a million tokens in prompts and of a million in answers"
    command.add_argument("--price", metavar="IN,OUT", help=help)


def parse_price_option(text: str | None) -> Price | None:
    """Return the price in --price; None if it isn't given."""
    if text is None:
        return None
    from ..views.prices import parse_price

    return parse_price(text)


def split_list(text: str) -> tuple[str, ...]:
    """Split a list at its commas; an entry that contains a comma is in quotation marks."""
    import csv

    try:
        rows = list(csv.reader([text], skipinitialspace=True))
    except csv.Error:
        raise SetupError(f"{quoted(text)} isn't a list separated by commas") from None
    return tuple(name.strip() for row in rows for name in row if name.strip())


def add_seed(command: _ActionsContainer, help: str, default: str | None = None) -> None:
    shown = "random" if default is None else default
    command.add_argument("--seed", metavar="N", default=default, help=f"{help} (default: {shown})")


def add_number(command: _ActionsContainer, field: Whole, default: str = "") -> None:
    """Add an option for a whole number; `default` describes a default that is not a number."""
    value = None if default else field.default
    help = f"{field.help} (default: {default or field.default})"
    command.add_argument(f"--{field.name}", metavar="N", default=value, help=help)


def add_game_options(command: _ActionsContainer) -> None:
    """Add every option of every game; a game refuses the options of others.

    If options of two games have the same name and different kinds, that of the named game counts.
    """
    group = command.add_argument_group("game options")
    named = getattr(command, "game", None)
    kind = find(named) if named else None
    kinds = built_in() if kind in built_in() else offered()
    if kind:
        kinds = (kind, *kinds)
    for name, (field, games) in _options(kinds).items():
        defaults = [f"{game.id} {_default_text(game, name)}" for game in games]
        more = f" (default: {', '.join(defaults)})"
        dest = f"option_{name}"
        if isinstance(field, Flag):
            help = f"{field.help}{more}"
            group.add_argument(f"--{name}", dest=dest, action=BooleanOptionalAction, help=help)
        elif isinstance(field, Whole):
            help = f"{field.help}, {field.low} to {field.high}{more}"
            group.add_argument(f"--{name}", dest=dest, metavar="N", help=help)
        else:
            words = field.words if isinstance(field, Choice) else ()
            metavar = f"{{{','.join(words)}}}" if words else "WORD"
            group.add_argument(f"--{name}", dest=dest, metavar=metavar, help=f"{field.help}{more}")


def _default_text(game: type[AnyGame], name: str) -> str:
    """Return the standard value of an option of a game, as it is typed."""
    return game.options_type().texts()[name]


def add_seconds(
    command: _ActionsContainer, default: float, help: str = "time limit; Ctrl-C stops earlier"
) -> None:
    command.add_argument(
        "--seconds",
        metavar="SECONDS",
        type=_seconds,
        default=default,
        help=f"{help} (default: {default:g})",
    )


START_SECONDS = 0.3
"""Part of a time limit that starting and ending the command takes, in seconds."""


def make_budget(args: Namespace, progress: Progress | None = None) -> Budget:
    """Return a budget for thinking: the time limit without the time to start."""
    return Budget(max(0.0, args.seconds - START_SECONDS), progress=progress)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not 0 <= seconds < 1e9:
        raise ArgumentTypeError(f"{quoted(text)} isn't a time in seconds, such as 10 or 0.5")
    return seconds


def parse_options(args: Namespace) -> dict[str, object]:
    """Return the game options that were given, as text."""
    given = {name: value for name, value in vars(args).items() if name.startswith("option_")}
    return {
        name.removeprefix("option_"): value for name, value in given.items() if value is not None
    }


def parse_seed(args: Namespace) -> int | None:
    return None if args.seed is None else read_seed(args.seed)


def format_options(options: Mapping[str, object]) -> str:
    """Return options as they are typed, with a space before each."""
    words = ""
    for name, value in options.items():
        if isinstance(value, bool):
            words += f" --{name}" if value else f" --no-{name}"
        else:
            words += f" --{name} {value}"
    return words


_typed_paths: dict[str, str] = {}
"""The paths that stood for games in this command, by id."""


def load_typed(path: str) -> str:
    """Load the game in a file that stands in a command; return its id."""
    from ..games import load

    id = load(path).id
    _typed_paths[id] = path
    return id


def game_word(id: str) -> str:
    """Return what to type for a game in the next command: its id, or the path that was typed."""
    return shell_word(_typed_paths.get(id, id))


def stored_command(command: str, id: str, name: str = "") -> str:
    """Return a command about a saved game, which loads no code: a typed path is a variable."""
    import os
    from shlex import quote

    from ..game_files import VARIABLE

    words = ["numduel", command, *([shell_word(name)] if name else [])]
    if id in _typed_paths:
        words.insert(0, f"{VARIABLE}={quote(os.path.abspath(_typed_paths[id]))}")
    return " ".join(words)


def shell_word(name: str) -> str:
    """Quote the name of a saved game, so that it can be typed after a command.

    >>> shell_word("20261116-sum-7"), shell_word("our game"), shell_word("-x")
    ('20261116-sum-7', "'our game'", '-- -x')
    """
    from shlex import quote

    return f"-- {quote(name)}" if name.startswith("-") else quote(name)


def _options(
    kinds: tuple[type[AnyGame], ...],
) -> dict[str, tuple[Option[Any], list[type[AnyGame]]]]:
    """Return every option of these games, with the games that have it."""
    found: dict[str, tuple[Option[Any], list[type[AnyGame]]]] = {}
    for game in dict.fromkeys(kinds):
        for name, field in game.options_type.fields.items():
            found.setdefault(name, (field, []))[1].append(game)
    return found
