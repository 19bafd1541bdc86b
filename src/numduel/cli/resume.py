"""`numduel resume`: a saved game, taken up again."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from ..errors import SetupError
from ..play.session import Session
from ..storage import saves
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
    session = _taken_up(asked.name)
    if session.resumed:
        match = session.match
        console.say(f"Resuming {match.game.title}, turn {match.turn}.", "")
    return play_rounds(session, console, classic=asked.classic)


def _taken_up(name: str | None) -> Session:
    """The game to go on with: a saved one, the last one, or one in a file somewhere."""
    save = saves.Save(name.removesuffix(saves.ENDING)) if name else saves.latest_open()
    if save is None:
        bad = saves.spoilt()
        raise SetupError(f"there is no unfinished game; {bad or 'numduel play starts one'}")
    if not name or not os.path.isfile(name) or os.path.exists(save.path):
        return Session.resume(save)
    match = saves.read(name)
    if match.is_over:
        raise SetupError(f"{name} is finished; numduel replay shows it")
    return Session.of(match, saves.Save.fresh(match.game.id))


def _list(console: Console) -> int:
    found = [(save, save.load()) for save in saves.kept() if saves.is_open(save)]
    if not found:
        console.tell("There is no unfinished game.")
    for save, match in found:
        console.say(f"{save.name}  {match.game.title}, turn {match.turn}")
    return 0
