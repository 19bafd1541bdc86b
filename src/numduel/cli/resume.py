"""`numduel resume`: a saved game, taken up again."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from ..errors import AlreadyFinished, DamagedSave, GuestInRecord, SetupError, capitalise
from ..play.session import Replacements
from ..storage import saves
from ..storage.autosave import Autosave
from .arguments import add_classic, add_player, word
from .console import Console
from .play import play_rounds


def add(command: ArgumentParser) -> None:
    command.add_argument(
        "name", nargs="?", metavar="NAME", help="a saved game or file; else the last"
    )
    command.add_argument("--list", action="store_true", help="list the unfinished games")
    command.add_argument(
        "--rescue", action="store_true", help="go on with what can be read of a damaged game"
    )
    for player in (1, 2):
        add_player(command, player, f"who plays on for Player {player}", None)
    add_classic(command)


def run(args: Namespace, console: Console) -> int:
    """Take up the last game, or the one named."""
    if args.list:
        return _list(console)
    try:
        autosave = _taken_up(args, console)
    except AlreadyFinished as error:
        raise SetupError(f"{error}; numduel replay shows it") from None
    except GuestInRecord as error:
        raise SetupError(f"{error} with --p{error.number}") from None
    except DamagedSave as error:
        raise SetupError(_advice(str(error), error.name, is_damaged=error.moves > 0)) from None
    if autosave.session.is_resumed:
        match = autosave.session.match
        console.print(f"Resuming {match.game.title}, turn {match.turn}.", "")
    return play_rounds(autosave, console, classic=args.classic)


def _taken_up(args: Namespace, console: Console) -> Autosave:
    """The game to go on with: a saved one, the last one, or one in a file somewhere."""
    name = args.name
    if args.rescue and not name:
        raise SetupError("name the damaged game: numduel resume --rescue NAME")
    whos = args.p1, args.p2
    save = _last(console, whos) if name is None else saves.Save(name.removesuffix(saves.SUFFIX))
    if name and os.path.isfile(name) and not os.path.exists(save.path):
        return Autosave.open(name, console.print_err, whos)
    if args.rescue:
        save.rescue()
    autosave = Autosave.resume(save, whos)
    if save.warning:
        console.print_err(save.warning)
    return autosave


def _last(console: Console, whos: Replacements) -> saves.Save:
    """The last played game that somebody can go on with; what is wrong with later ones is told."""
    for save in saves.list_saves():
        found = saves.inspect_save(save, whos)
        if found and found.match:
            return save
        if found:
            _tell_problem(console, found)
    raise SetupError("there is no unfinished game; numduel play starts one")


def _list(console: Console) -> int:
    found = [kept for save in saves.list_saves() if (kept := saves.inspect_save(save))]
    for save, match, *_ in found:
        if match:
            console.print(f"{save.name}  {match.game.title}, turn {match.turn}")
    if not any(kept.match for kept in found):
        console.print_err("There is no unfinished game.")
    for kept in found:
        if kept.problem:
            _tell_problem(console, kept)
    return 0


def _tell_problem(console: Console, kept: saves.SaveInfo) -> None:
    console.print_err(f"{capitalise(_advice(kept.problem, kept.save.name, kept.is_damaged))}.")


def _advice(problem: str, name: str, is_damaged: bool) -> str:
    """What is wrong with a saved game, and what helps."""
    return f"{problem}: numduel resume --rescue {word(name)} goes on" if is_damaged else problem
