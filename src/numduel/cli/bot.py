"""`numduel bot`: a level that speaks the bot protocol, or a bot of somebody's own tried out."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from ..dice import Dice
from ..errors import SetupError
from ..games import ids
from ..play import players
from .arguments import add_seconds, given_seed
from .console import Console
from .dialogue import board_lines

if TYPE_CHECKING:
    from ..bots.checking import Tried

SECONDS = 10.0
"""What a move may take in a check."""


def add(command: ArgumentParser) -> None:
    what = command.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--level", choices=[players.RANDOM, *players.LEVELS], help="play so, for another program"
    )
    what.add_argument("--check", metavar="PROGRAM", help="try a bot out, and tell what is wrong")
    command.add_argument(
        "--games", metavar="IDS", default=",".join(ids()), help="try these: maze,sum; else all"
    )
    command.add_argument("--seed", metavar="N", help="play the same moves every time")
    add_seconds(command, SECONDS, "what a move of a bot that is tried may take")


def run(asked: Namespace, console: Console) -> int:
    """Speak the protocol to the end of the input, or try a program out."""
    seed = given_seed(asked)
    if asked.check is not None:
        return _check(asked, Dice(seed), console)
    from ..bots.speaker import Speaker

    def seated(game: int) -> players.Chooser:
        chooser = players.seat(asked.level, Dice.derived(seed, f"choices in game {game}"))
        assert chooser is not None, "a level is no person"
        return chooser

    speaker = Speaker(f"numduel {asked.level}", seated)
    while (line := console.hear()) is not None:
        if answer := speaker.answer(line):
            console.say(answer)
    return 0


def _check(asked: Namespace, dice: Dice, console: Console) -> int:
    """Tell how every game went, and what was wrong; 1 if anything was."""
    from ..bots.checking import Check

    if asked.check.startswith("program "):
        raise SetupError("--check is followed by the command alone, without the word program")
    tried = []
    for one in Check(asked.check, asked.games.split(","), asked.seconds, dice).run():
        tried.append(one)
        _tell(one, console)
    faults = sum(bool(one.fault) for one in tried)
    games = sum(one.match is not None for one in tried)
    several = f"{faults} things were wrong"
    wrong = {0: "nothing was wrong", 1: "1 thing was wrong"}.get(faults, several)
    slowest = max(one.seconds for one in tried)
    time = f" The slowest move took {slowest:.2f} seconds." if games else ""
    console.say("", f"{games or 'No'} game{'s' * (games != 1)}: {wrong}.{time}")
    return 1 if faults else 0


def _tell(tried: Tried, console: Console) -> None:
    if not tried.fault:
        console.say(f"right  {tried.about}")
        return
    console.complain(f"WRONG  {tried.about}, line {tried.line} of its output: {tried.fault}.")
    if tried.match is not None:
        moves = "  ".join(ply.move for ply in tried.match.plies if ply.player is not None)
        console.say(f"       Moves before: {moves or 'none'}. The position:", "")
        console.say(*board_lines(console, tried.match))
