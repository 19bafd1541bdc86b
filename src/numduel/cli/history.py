"""`numduel history`: saved games, newest first."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from itertools import islice

from ..errors import as_sentence
from ..options import Whole
from ..storage.history import PlayedGame, played_games
from ..views.history_text import describe_game, describe_time, history_json
from .arguments import add_game, add_json, add_number
from .console import Console
from .output import print_json

COUNT = Whole(20, 1, 100_000, "number of games", name="count")


def add(command: ArgumentParser) -> None:
    add_game(command, nargs="?")
    group = command.add_argument_group("choosing games")
    add_number(group, COUNT)
    group.add_argument("--finished", action="store_true", help="list only finished games")
    group = command.add_argument_group("output")
    add_json(group)


def run(args: Namespace, console: Console) -> int:
    """Print the latest games: when, what, who, and how they ended."""
    count = COUNT.accept(args.count)
    games = played_games(args.game, lambda error: console.print_err(as_sentence(error)))
    wanted = (each for each in games if not args.finished or each.match.is_finished)
    chosen = list(islice(wanted, count))
    if args.json:
        print_json(console, history_json(chosen))
        return 0
    for each in chosen:
        _print_game(console, each)
    if not chosen:
        is_chosen = args.game or args.finished
        problem = "No such games." if is_chosen else "No games yet. Start one with numduel play."
        console.print_err(problem)
        return 0
    console.print_text("", "To see one again: numduel replay NAME, or numduel review NAME")
    if next(wanted, None) is not None:
        console.print_text(f"These are the latest {count}. For more: numduel history --count N")
    return 0


def _print_game(console: Console, played: PlayedGame) -> None:
    """Print a game, wrapped beside its time, and the name of its save."""
    when, about = describe_time(played), describe_game(played)
    first, *more = console.wrap(about, indent=len(when) + 2)
    console.print(f"{when}  {first}", *(f"{'':{len(when)}}  {line}" for line in more))
    console.print(f"  {played.save.name}")
