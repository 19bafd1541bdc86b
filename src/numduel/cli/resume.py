"""`numduel resume`: continue a saved game."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from ..errors import AlreadyFinished, DamagedSave, ExternalPlayerInRecord, SetupError, capitalise
from ..play.session import Replacements
from ..storage import saves
from ..storage.autosave import Autosave
from ..storage.input_tag import is_piped
from .arguments import add_classic, add_player, shell_word
from .console import Console
from .play import play_rounds


def add(command: ArgumentParser) -> None:
    command.add_argument(
        "name", nargs="?", metavar="NAME", help="saved game or file (default: the last game)"
    )
    command.add_argument("--list", action="store_true", help="list unfinished games")
    command.add_argument(
        "--rescue", action="store_true", help="continue with the readable part of a damaged game"
    )
    group = command.add_argument_group("players")
    for player in (1, 2):
        add_player(group, player, f"let someone else play Player {player}", None)
    group = command.add_argument_group("output")
    add_classic(group)


def run(args: Namespace, console: Console) -> int:
    """Resume the last game, or the one named."""
    if args.list:
        return _list_unfinished(console)
    try:
        autosave = _open_game(args, console)
    except AlreadyFinished as error:
        raise SetupError(f"{error}. To see it, run numduel replay") from None
    except ExternalPlayerInRecord as error:
        raise SetupError(f"{error} with --p{error.number}") from None
    except DamagedSave as error:
        raise SetupError(_advice(str(error), error.name, is_damaged=error.moves > 0)) from None
    if autosave.session.is_resumed:
        match = autosave.session.match
        console.print(f"Resuming {match.game.title}, turn {match.turn}.", "")
    return play_rounds(autosave, console, classic=args.classic)


def _open_game(args: Namespace, console: Console) -> Autosave:
    """Open the game to resume: a saved game, the last one, or a file."""
    name = args.name
    if args.rescue and not name:
        raise SetupError("name the damaged game: numduel resume --rescue NAME")
    whos = args.p1, args.p2
    save = (
        _last_resumable(console, whos)
        if name is None
        else saves.Save(name.removesuffix(saves.SUFFIX))
    )
    if name and os.path.isfile(name) and not os.path.exists(save.path):
        return Autosave.open(name, console.print_err, whos)
    if args.rescue:
        save.rescue()
    autosave = Autosave.resume(save, whos)
    if save.warning:
        console.print_err(save.warning)
    return autosave


def _last_resumable(console: Console, whos: Replacements) -> saves.Save:
    """Return the last game that can be resumed; print problems with later ones.

    A person at a terminal isn't given a game whose moves were piped in.
    """
    has_piped = False
    for save in saves.list_saves():
        found = saves.inspect_save(save, whos)
        if found and found.match:
            if console.is_input_terminal and is_piped(found.match):
                has_piped = True
                continue
            return save
        if found:
            _print_problem(console, found)
    if has_piped:
        raise SetupError(
            "the only unfinished games were piped in by a program. "
            "To resume one, run numduel resume --list, then numduel resume NAME"
        )
    raise SetupError("no unfinished games. Start one with numduel play")


def _list_unfinished(console: Console) -> int:
    found = [kept for save in saves.list_saves() if (kept := saves.inspect_save(save))]
    for save, match, *_ in found:
        if match:
            console.print(f"{save.name}  {match.game.title}, turn {match.turn}")
    if not any(kept.match for kept in found):
        console.print_err("No unfinished games.")
    for kept in found:
        if kept.problem:
            _print_problem(console, kept)
    return 0


def _print_problem(console: Console, kept: saves.SaveInfo) -> None:
    console.print_err(f"{capitalise(_advice(kept.problem, kept.save.name, kept.is_damaged))}.")


def _advice(problem: str, name: str, is_damaged: bool) -> str:
    """Return a problem with a saved game, and how to continue if it is damaged."""
    if not is_damaged:
        return problem
    return f"{problem}. To continue from there, run numduel resume --rescue {shell_word(name)}"
