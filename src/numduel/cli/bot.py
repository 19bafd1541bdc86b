"""`numduel bot`: check a bot, or play a level over the bot protocol."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from ..dice import Dice
from ..errors import SetupError, counted
from ..games import ids
from ..play import players
from .arguments import add_seconds, add_seed, parse_seed
from .console import Console
from .dialogue import board_lines

if TYPE_CHECKING:
    from ..bots.checking import CheckResult

DEFAULT_SECONDS = 10.0
"""Default time limit for each move in a check."""


def add(command: ArgumentParser) -> None:
    modes = command.add_argument_group("what to do").add_mutually_exclusive_group(required=True)
    modes.add_argument("--check", metavar="PROGRAM", help="test a bot and report its problems")
    modes.add_argument(
        "--level",
        choices=[players.RANDOM, *players.LEVELS, *players.CHARACTERS],
        help="run this level or character as a bot, on standard input and output",
    )
    group = command.add_argument_group("checking")
    group.add_argument(
        "--games",
        metavar="GAMES",
        default=",".join(ids()),
        help="separated by commas (default: all games)",
    )
    add_seconds(group, DEFAULT_SECONDS, "time limit for each move")
    add_seed(command, "random seed, to play the same moves every time")


def run(args: Namespace, console: Console) -> int:
    """Answer bot protocol messages until input ends, or check a bot."""
    seed = parse_seed(args)
    if args.check is not None:
        return _check(args, Dice(seed), console)
    from ..bots.speaker import Speaker

    def seated(game: int) -> players.Chooser:
        chooser = players.seat(args.level, Dice.derived(seed, f"choices in game {game}"))
        assert chooser is not None, "a level always has a chooser"
        return chooser

    speaker = Speaker(f"numduel {args.level}", seated)
    while (line := console.read_line()) is not None:
        if answer := speaker.answer(line):
            console.print(answer)
    return 0


def _check(args: Namespace, dice: Dice, console: Console) -> int:
    """Print the result of every test; return 1 if any failed."""
    from ..bots.checking import Check

    if args.check.startswith("program "):
        raise SetupError("--check takes the command without the word program")
    tried = []
    for one in Check(args.check, args.games.split(","), args.seconds, dice).run():
        tried.append(one)
        _print_result(one, console)
    faults = sum(bool(one.fault) for one in tried)
    games = sum(one.match is not None for one in tried)
    problems = counted(faults, "problem") if faults else "no problems"
    slowest = max(one.seconds for one in tried)
    time = f" Slowest move: {slowest:.2f} s." if games else ""
    console.print("", f"{counted(games, 'game')}, {problems}.{time}")
    return 1 if faults else 0


def _print_result(tried: CheckResult, console: Console) -> None:
    if not tried.fault:
        console.print(f"ok     {tried.about}")
        return
    console.print_problem(f"FAILED {tried.about}, line {tried.line} of its output: {tried.fault}.")
    if tried.match is not None:
        moves = "  ".join(ply.move for ply in tried.match.plies if ply.player is not None)
        console.print(f"       Moves so far: {moves or 'none'}. The position:", "")
        console.print(*board_lines(console, tried.match))
