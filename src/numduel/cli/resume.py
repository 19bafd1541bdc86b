"""`numduel resume`: a saved game, taken up again."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from ..errors import AlreadyFinished, SetupError
from ..storage import saves
from ..storage.autosave import Autosave
from .console import Console
from .play import play_rounds
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
    try:
        autosave = _taken_up(asked.name)
    except AlreadyFinished as error:
        raise SetupError(f"{error}; numduel replay shows it") from None
    if autosave.session.resumed:
        match = autosave.session.match
        console.say(f"Resuming {match.game.title}, turn {match.turn}.", "")
    return play_rounds(autosave, console, classic=asked.classic)


def _taken_up(name: str | None) -> Autosave:
    """The game to go on with: a saved one, the last one, or one in a file somewhere."""
    save = saves.Save(name.removesuffix(saves.ENDING)) if name else saves.latest_open()
    if save is None:
        bad = saves.spoilt()
        raise SetupError(f"there is no unfinished game; {bad or 'numduel play starts one'}")
    if not name or not os.path.isfile(name) or os.path.exists(save.path):
        return Autosave.resume(save)
    return Autosave.open(name)


def _list(console: Console) -> int:
    found = [(save, save.load()) for save in saves.kept() if saves.is_open(save)]
    if not found:
        console.tell("There is no unfinished game.")
    for save, match in found:
        console.say(f"{save.name}  {match.game.title}, turn {match.turn}")
    return 0
