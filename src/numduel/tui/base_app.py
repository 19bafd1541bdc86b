"""The app as its screens and their parts know it."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections import deque
from typing import TYPE_CHECKING, cast

from textual import events
from textual.app import App
from textual.dom import DOMNode

from ..storage import files
from . import settings
from .settings import Settings
from .textual_private import excuse_missing_parts, sturdy_driver
from .themes import THEMES

if TYPE_CHECKING:
    from ..budget import Budget
    from ..engine import Engine
    from ..play.match import Match
    from ..storage.autosave import Autosave

MEMORY = 400_000
"""Positions that the app's engine may remember."""


class AppEngine:
    """The engine of the app, made when it is first asked for: it takes a while to be loaded."""

    def __init__(self) -> None:
        self._engine: Engine | None = None
        self.questions: list[Budget] = []
        """The work in progress, by its budget."""

    @property
    def engine(self) -> Engine:
        if self._engine is None:
            from ..engine import Engine

            self._engine = Engine(MEMORY)
        return self._engine

    def forget(self) -> None:
        """Give back the room that all solved positions take."""
        if self._engine is not None:
            self._engine.forget()


class BaseApp(App[None]):
    """The settings, the engine, the keys typed ahead, and screens that open from anywhere."""

    def __init__(self) -> None:
        # Where colours are not wanted, there are none at all: not even shades of grey.
        colour = True if os.environ.get("NO_COLOR") else None
        super().__init__(driver_class=sturdy_driver(), ansi_color=colour)
        excuse_missing_parts(self)
        self.settings = settings.load()
        self.engine = AppEngine()
        self.is_lost = False
        """Whether there is a game that could not be saved."""
        self.typed: deque[events.Key] = deque()
        """Keys that no screen has taken yet, in the order in which they were typed."""
        for theme in THEMES.values():
            self.register_theme(theme)
        self._dress()

    # ---- what needs to know every screen

    @abstractmethod
    def hear(self) -> None:
        """Tell the screen on top that there are keys, if there are; it takes one at a time."""

    @abstractmethod
    def show_keys(self) -> None:
        """List the keys of the screen on top."""

    @abstractmethod
    def show_review(self, match: Match) -> None:
        """Open the review of a match."""

    # ---- settings

    def change(self, changed: Settings) -> None:
        """New settings, for all screens and on disk; where that fails, a word about it."""
        is_drawn_anew = changed.ascii != self.settings.ascii
        self.settings = changed
        self._dress()
        if is_drawn_anew:
            for screen in self.screen_stack:
                screen.query("*").refresh()
        try:
            settings.keep(changed)
        except OSError as error:
            why = files.reason(error)
            self.warn(f"The settings cannot be kept in {settings.file()}: {why}.")

    def keep(self, autosave: Autosave | None) -> None:
        """A match on disk, if it is one that is kept, and a word where that did not go well."""
        if autosave is None:
            return
        if problem := autosave.keep():
            self.warn(problem)
        self.is_lost = autosave.is_failing

    def warn(self, text: str) -> None:
        """Show a warning above all screens; signs of markup in it mean nothing."""
        self.notify(text, timeout=10, markup=False)

    def _dress(self) -> None:
        self.theme = THEMES[self.settings.colours].name
        self.animation_level = "full" if self.settings.animation else "none"


def app_of(node: DOMNode) -> BaseApp:
    """Return the app that a screen or a part of it belongs to."""
    return cast("BaseApp", node.app)
