"""Kept games that somebody can go on with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from ..errors import capitalise, printable
from ..play.match import Match
from ..play.series import Series
from ..play.session import AS_RECORDED, Replacements
from ..storage import saves
from ..storage.autosave import Autosave

DAMAGED = "A damaged game\nas far as it can be read"


class Unfinished(NamedTuple):
    """The game to go on with, if there is one."""

    save: saves.Save | None = None
    summary: str = ""
    """The same as `summary`, in two lines."""
    problem: str = ""
    """What is wrong with it, or stood in the way of a later one, as a sentence."""


def last_unfinished(
    kept: Iterable[saves.Save], stop: Callable[[], bool] = lambda: False
) -> Unfinished:
    """The first of these that somebody can go on with."""
    problem = ""
    for save in kept:
        if stop():
            break
        found = saves.inspect_save(save)
        if found and (match := found.match or found.match_needing_player):
            return Unfinished(save, "\n".join(summary(match)), problem or save.warning)
        if found:
            problem = problem or f"{capitalise(found.problem)}."
        if found and found.is_damaged:
            return Unfinished(save, DAMAGED, problem)
    return Unfinished(problem=problem)


def resumed(save: saves.Save, whos: Replacements = AS_RECORDED) -> Autosave:
    """A kept game to go on with, rescued where it is damaged; SetupError if it cannot be.

    `whos` are those who play on for its players.
    """
    save.rescue()  # which leaves alone what is not damaged
    return Autosave.resume(save, whos)


def in_a_line(kept: saves.SaveInfo) -> str:
    """A kept game as it stands in a list."""
    match = kept.match or kept.match_needing_player
    if match is None:
        rescued = " Enter goes on as far as it can be read." if kept.is_damaged else ""
        return printable(f"{capitalise(kept.problem)}.{rescued}")
    title, where = summary(match)
    asked = "" if kept.match else "  (who plays on is asked)"
    return f"{title:<16}  {where}{asked}"


def summary(match: Match) -> tuple[str, str]:
    """Return which game it is, and who plays and how far they are."""
    series = Series.of(match)
    names = " and ".join(printable(side.label) for side in series.sides)
    where = f"turn {match.turn}"
    if match.is_finished:
        where = f"round {series.round + 1} of {series.rounds}"
    return match.game.title, f"{where}: {names}"
