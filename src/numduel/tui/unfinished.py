"""Saved games that can be resumed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from ..errors import capitalise, printable
from ..play.match import Match
from ..play.series import Series
from ..play.session import AS_RECORDED, Replacements
from ..storage import saves
from ..storage.autosave import Autosave
from ..storage.input_tag import is_piped

DAMAGED = "A damaged game\nRecover what is readable"


class UnfinishedGame(NamedTuple):
    """The game to resume, if there is one."""

    save: saves.Save | None = None
    summary: str = ""
    """Both parts of `summarise`, in two lines."""
    problem: str = ""
    """The problem with it, or with a later game, as a sentence."""


def find_unfinished(
    candidates: Iterable[saves.Save], stop: Callable[[], bool] = lambda: False
) -> UnfinishedGame:
    """Return the first of these games that can be resumed."""
    problem = ""
    for save in candidates:
        if stop():
            break
        found = saves.inspect_save(save)
        if found and (match := found.match or found.match_needing_player):
            if is_piped(match):
                continue
            return UnfinishedGame(save, "\n".join(summarise(match)), problem or save.warning)
        if found:
            problem = problem or f"{capitalise(found.problem)}."
        if found and found.is_damaged:
            return UnfinishedGame(save, DAMAGED, problem)
    return UnfinishedGame(problem=problem)


def resume(save: saves.Save, whos: Replacements = AS_RECORDED) -> Autosave:
    """Resume a saved game, repaired if it is damaged.

    `whos` names who continues for each player. Raises SetupError if it can't be resumed.
    """
    save.rescue()  # does nothing to an intact save
    return Autosave.resume(save, whos)


def format_line(info: saves.SaveInfo) -> str:
    """Return a saved game as one line of a list."""
    match = info.match or info.match_needing_player
    if match is None:
        recovery = " Press Enter to recover what is readable." if info.is_damaged else ""
        return printable(f"{capitalise(info.problem)}.{recovery}")
    title, status = summarise(match)
    note = "" if info.match else "  (choose who plays)"
    return f"{title:<16}  {status}{note}"


def summarise(match: Match) -> tuple[str, str]:
    """Return the title of a match, and its players with the turn or round."""
    series = Series.of(match)
    names = " and ".join(printable(side.label) for side in series.sides)
    where = f"turn {match.turn}"
    if match.is_finished:
        where = f"round {series.round + 1} of {series.rounds}"
    return match.game.title, f"{where}: {names}"
