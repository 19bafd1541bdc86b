"""`numduel resume`: a saved game, taken up again."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from .. import saves
from ..dice import Dice
from ..errors import SetupError
from ..match import Match
from ..series import Series
from .console import Console
from .play import Sitting
from .words import add_classic

__all__ = ["add", "run"]


def add(command: ArgumentParser) -> None:
    command.add_argument(
        "name", nargs="?", metavar="NAME", help="a saved game or file; else the last"
    )
    command.add_argument("--list", action="store_true", help="list the unfinished games")
    add_classic(command)


def run(asked: Namespace, console: Console) -> int:
    """Take up the last game, or the one named."""
    if asked.list:
        return _list(console)
    save, match = _kept(asked.name)
    game = match.game

    def deal(number: int) -> Match:
        """The same options; the same board again only if it was one that somebody gave."""
        same = match.tags.get("Deal") == "given" and game.public() is game
        board = game.board if same and game.board else None
        return Match(game.setup(vars(game.options), board, Dice()))

    series = Series.of(match)
    sitting = Sitting(console, series, deal, seed=None, classic=asked.classic)
    if match.is_over:
        series.end_round(match.winner)
        return sitting.play(sitting.next_match(match), save.next_round())
    console.say(f"Resuming {game.title}, turn {match.turn}.", "")
    return sitting.play(match, save)


def _kept(name: str | None) -> tuple[saves.Save, Match]:
    """The game to go on with: a saved one, the last one, or one in a file somewhere."""
    save = saves.Save(name.removesuffix(saves.ENDING)) if name else saves.latest_open()
    if save is None:
        bad = saves.spoilt()
        raise SetupError(f"there is no unfinished game; {bad or 'numduel play starts one'}")
    if name and os.path.isfile(name) and not os.path.exists(save.path):
        from .replay import read

        match = read(name)
        save = saves.Save.fresh(match.game.id)
        is_open = not match.is_over
    else:
        match = save.load()
        is_open = saves.is_open(save)
    if not is_open:
        raise SetupError(f"{name or save.name} is finished; numduel replay shows it")
    return save, match


def _list(console: Console) -> int:
    found = [(save, save.load()) for save in saves.kept() if saves.is_open(save)]
    if not found:
        console.tell("There is no unfinished game.")
    for save, match in found:
        console.say(f"{save.name}  {match.game.title}, turn {match.turn}")
    return 0
