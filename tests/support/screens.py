"""Screens with a snapshot: how to open each, and which keys to press."""

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
    """One screen: how to open it, the keys to press, and the saved games it needs."""

    opening: Callable[[], Screen[Any]] | None
    """A function that makes the screen, or None for the home screen."""
    keys: str = ""
    """Keys by Textual's names, and words in quotes to type with Enter."""
    before: Callable[[], None] | None = None
    """A function to call first, such as one that saves games."""


# ---- opening screens; each imports its module only when needed


def open_setup(id: str) -> Callable[[], Screen[Any]]:
    def opening() -> Screen[Any]:
        from numduel.tui.screens.setup import SetupScreen

        return SetupScreen(find(id))

    return opening


def open_review() -> Screen[Any]:
    from numduel.tui.screens.review import ReviewScreen

    match = play_match("run", RUN_MOVES)
    match.tags |= {"Player1": "Ann", "Player2": "Bob"}
    return ReviewScreen(match)


def open_saving() -> Screen[Any]:
    from numduel.tui.screens.saving import SaveScreen

    return SaveScreen(play_match("run", RUN_MOVES))


def open_lesson() -> Screen[Any]:
    from numduel.learning.lessons import lesson
    from numduel.tui.screens.lesson import LessonScreen

    return LessonScreen(lesson("maze"))


def open_puzzle() -> Screen[Any]:
    from numduel.daily.puzzle import daily_puzzle
    from numduel.tui.screens.puzzle import PuzzleScreen

    return PuzzleScreen(daily_puzzle("2026-01-31", plenty()), day="2026-01-31")


def open_by_name(module: str, screen: str) -> Callable[[], Screen[Any]]:
    """Return a function that opens a screen without arguments."""

    def opening() -> Screen[Any]:
        made: Screen[Any] = getattr(import_module(f"numduel.tui.screens.{module}"), screen)()
        return made

    return opening


# ---- saved games


def play_match(id: str, moves: str, who: str = "human") -> Match:
    """Return a match on the board of seed 7."""
    two = make_sides(("human", who), ("Ann", "Bob" if who == "human" else None))
    match = Session.begin(find(id), {}, two, seed=7).match
    for move in moves.split():
        match.play(move)
    match.tags["Date"] = "2026.01.31"
    return match


def save_some_games() -> None:
    """Save five games of January 2026, the last unfinished."""
    games = (
        play_match("maze", "2,1 2,2 2,0 1,2 1,0", "casual"),
        play_match("sum", "9 1 9 1 9 1 9 1 9 1 5", "skilled"),
        play_match("race", "Right Left", "casual"),
        play_match("run", RUN_MOVES),
        play_match("run", RUN_MOVES[:19], "expert"),
    )
    for number, match in enumerate(games, 1):
        save = Save(f"20260131-12000{number}-{match.game.id}-1")
        save.keep(match)
        os.utime(save.path, (NOON_UTC + number, NOON_UTC + number))


RUN_MOVES = "1,0 4,3 1,1 4,2 2,1 4,1 2,2 4,0 2,3 3,0 3,3 2,0 4,3 1,0 4,4"
NOON_UTC = 1769860800
"""Timestamp of 12:00 UTC on 31 January 2026."""


CHALLENGE = "'0,1' '3,4' '1,1' '2,4' '1,2' '2,3' '1,3'"

SCREENS = {
    "home": Shot(None),
    "home-continue": Shot(None, before=save_some_games),
    "setup": Shot(open_setup("sum")),
    "setup-seed": Shot(open_setup("maze"), "down down down right right down 7 down"),
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
    "review": Shot(open_review),
    "saving": Shot(open_saving),
    "replay": Shot(open_by_name("replay", "ReplayScreen"), before=save_some_games),
    "unfinished": Shot(open_by_name("unfinished", "UnfinishedScreen"), before=save_some_games),
    "learn": Shot(open_by_name("learn", "LearnScreen")),
    "lesson": Shot(open_lesson),
    "puzzles": Shot(open_by_name("puzzles", "PuzzlesScreen")),
    "archive": Shot(open_by_name("archive", "ArchiveScreen"), "left"),
    "puzzle": Shot(open_puzzle),
    "statistics": Shot(open_by_name("statistics", "StatisticsScreen"), before=save_some_games),
    "settings": Shot(open_by_name("settings", "SettingsScreen")),
}
"""Screens by snapshot name. A new screen needs only a line here."""
