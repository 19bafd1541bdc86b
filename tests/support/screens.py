"""The screens that have a snapshot: how each is opened, and the keys that lead to it."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

from textual.screen import Screen
from tui_support import start_game

from duel_support import plenty
from numduel import Match
from numduel.games import find
from numduel.play.session import Session, make_sides
from numduel.storage.saves import Save

__all__ = ["SCREENS", "Shot"]


class Shot(NamedTuple):
    """One screen: what is opened, what is pressed, and what lies on the disk before."""

    opening: Callable[[], Screen[Any]] | None
    """None for the home screen, which is always there."""
    keys: str = ""
    """Keys by Textual's names, or whole words to be typed with Enter behind, in quotes."""
    before: Callable[[], None] | None = None


# ---- what is opened; each screen's module only when it is its turn


def setup(id: str) -> Callable[[], Screen[Any]]:
    def opening() -> Screen[Any]:
        from numduel.tui.screens.setup import SetupScreen

        return SetupScreen(find(id))

    return opening


def reviewed() -> Screen[Any]:
    from numduel.tui.screens.review import ReviewScreen

    match = played("run", RUN)
    match.tags |= {"Player1": "Ann", "Player2": "Bob"}
    return ReviewScreen(match)


def saving() -> Screen[Any]:
    from numduel.tui.screens.saving import SaveScreen

    return SaveScreen(played("run", RUN))


def lesson() -> Screen[Any]:
    from numduel.learning.lessons import lesson
    from numduel.tui.screens.lesson import LessonScreen

    return LessonScreen(lesson("maze"))


def puzzle() -> Screen[Any]:
    from numduel.daily.puzzle import daily_puzzle
    from numduel.tui.screens.puzzle import PuzzleScreen

    return PuzzleScreen(daily_puzzle("2026-01-31", plenty()), day="2026-01-31")


def named(module: str, screen: str) -> Callable[[], Screen[Any]]:
    """A screen that needs nothing to be opened."""

    def opening() -> Screen[Any]:
        made: Screen[Any] = getattr(import_module(f"numduel.tui.screens.{module}"), screen)()
        return made

    return opening


# ---- what lies on the disk


def played(id: str, moves: str, who: str = "human") -> Match:
    """A match on the board of seed 7."""
    two = make_sides(("human", who), ("Ann", "Bob" if who == "human" else None))
    match = Session.begin(find(id), {}, two, seed=7).match
    for move in moves.split():
        match.play(move)
    match.tags["Date"] = "2026.01.31"
    return match


def kept() -> None:
    """Some games of January 2026, the last of them still open."""
    games = (
        played("maze", "2,1 2,2 2,0 1,2 1,0", "casual"),
        played("sum", "9 1 9 1 9 1 9 1 9 1 5", "skilled"),
        played("race", "Right Left", "casual"),
        played("run", RUN),
        played("run", RUN[:19], "expert"),
    )
    for number, match in enumerate(games, 1):
        save = Save(f"20260131-12000{number}-{match.game.id}-1")
        save.keep(match)
        os.utime(save.path, (NOON + number, NOON + number))


RUN = "1,0 4,3 1,1 4,2 2,1 4,1 2,2 4,0 2,3 3,0 3,3 2,0 4,3 1,0 4,4"
NOON = 1769860800
"""The 31st of January 2026 in Greenwich."""


CHALLENGE = "'0,1' '3,4' '1,1' '2,4' '1,2' '2,3' '1,3'"

SCREENS = {
    "home": Shot(None),
    "home-continue": Shot(None, before=kept),
    "setup": Shot(setup("sum")),
    "setup-seed": Shot(setup("maze"), "down down down right right down 7 down"),
    "play-maze": Shot(start_game("maze"), "'2,1' '2,2' '2,0' tab"),
    "play-sum": Shot(start_game("sum", "casual"), "'5' '1' '9' '9'"),
    "play-run": Shot(start_game("run", rounds=3), "'1,0' '4,3' '1,1' down"),
    "play-run-challenge": Shot(start_game("run"), CHALLENGE),
    "play-quest": Shot(start_game("quest", stand=True), "'3,1' '1,1' '2,2'"),
    "play-race": Shot(start_game("race"), "down up down"),
    "play-large": Shot(start_game("maze", size=12, extra=5, diagonal=5), "'5,0' '6,11' '5,1'"),
    "analysis": Shot(start_game("maze"), "'2,1' a"),
    "analysis-buttons": Shot(start_game("run"), f"{CHALLENGE} a"),
    "hint": Shot(start_game("race"), "h h"),
    "refusal": Shot(start_game("maze"), "'2,1' '2,1'"),
    "typing": Shot(start_game("maze"), "2 comma 1"),
    "verdict": Shot(start_game("maze", rounds=3), "'2,1' '2,2' '2,0' '1,2' '1,0'"),
    "verdict-quest": Shot(start_game("quest"), "'3,1' '3,2' '1,1' '2,1' '3,3'"),
    "rules": Shot(start_game("run"), "r"),
    "keys": Shot(start_game("run"), "question_mark"),
    "review": Shot(reviewed),
    "saving": Shot(saving),
    "replay": Shot(named("replay", "ReplayScreen"), before=kept),
    "unfinished": Shot(named("unfinished", "UnfinishedScreen"), before=kept),
    "learn": Shot(named("learn", "LearnScreen")),
    "lesson": Shot(lesson),
    "puzzles": Shot(named("puzzles", "PuzzlesScreen")),
    "puzzle": Shot(puzzle),
    "statistics": Shot(named("statistics", "StatisticsScreen"), before=kept),
    "settings": Shot(named("settings", "SettingsScreen")),
}
"""By the name of its file. A line here is all that a new screen needs."""
