"""The part of the app that screens and widgets depend on."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections import deque
from typing import TYPE_CHECKING, cast

from textual import events
from textual.app import App
from textual.dom import DOMNode

from ..storage import files, saves
from . import settings
from .settings import Settings
from .textual_private import ignore_errors_while_closing, tolerant_driver
from .themes import THEMES

if TYPE_CHECKING:
    from ..budget import Budget
    from ..engine import Engine
    from ..play.match import Match
    from ..storage.autosave import Autosave

ENGINE_MAX_POSITIONS = 400_000
"""Maximum number of positions in the engine's memory."""


class AppEngine:
    """The app's engine, created on first use because loading it takes a while."""

    def __init__(self) -> None:
        self._engine: Engine | None = None
        self.running_budgets: list[Budget] = []
        """The budgets of the questions in progress."""

    @property
    def engine(self) -> Engine:
        if self._engine is None:
            from ..engine import Engine

            self._engine = Engine(ENGINE_MAX_POSITIONS)
        return self._engine

    def forget(self) -> None:
        """Free the memory of all solved positions."""
        if self._engine is not None:
            self._engine.forget()


class BaseApp(App[None]):
    """Settings, engine, pending keys, and the screens that open from anywhere."""

    def __init__(self) -> None:
        # NO_COLOR removes every colour, shades of grey included.
        colour = True if os.environ.get("NO_COLOR") else None
        super().__init__(driver_class=tolerant_driver(), ansi_color=colour)
        ignore_errors_while_closing(self)
        self.settings = settings.load()
        self.engine = AppEngine()
        self.has_unsaved_game = False
        """Whether the last game couldn't be saved."""
        self._obstacle = ""
        """The reason why the data folder can't be used, as a sentence, or an empty text."""
        self.pending_keys: deque[events.Key] = deque()
        """Typed keys that no screen has handled yet, oldest first."""
        for theme in THEMES.values():
            self.register_theme(theme)
        self._apply_look()

    # ---- defined by the app, which knows every screen

    @abstractmethod
    def process_keys(self) -> None:
        """Make the top screen handle the pending keys, one at a time."""

    @abstractmethod
    def show_keys(self) -> None:
        """List the keys of the top screen."""

    @abstractmethod
    def show_review(self, match: Match) -> None:
        """Open the review of a match."""

    # ---- settings

    def apply_settings(self, changed: Settings) -> None:
        """Apply settings to all screens and save them; warn if they can't be saved."""
        needs_redraw = changed.ascii != self.settings.ascii
        self.settings = changed
        self._apply_look()
        if needs_redraw:
            for screen in self.screen_stack:
                screen.query("*").refresh()
        try:
            settings.save(changed)
        except OSError as error:
            why = files.reason(error)
            self.warn(f"Settings couldn't be saved to {settings.file()}: {why}.")

    def save_match(self, autosave: Autosave | None) -> None:
        """Save a match if it has an autosave; warn if that fails."""
        if autosave is None:
            return
        if problem := autosave.keep():
            self.warn(problem)
        self.has_unsaved_game = autosave.is_failing

    def check_data_folder(self) -> None:
        """Warn if the data folder can't be used, once until that changes."""
        obstacle, self._obstacle = self._obstacle, saves.find_obstacle()
        if self._obstacle and self._obstacle != obstacle:
            self.warn(self._obstacle)

    def warn(self, text: str) -> None:
        """Show a warning above all screens; markup in it is shown as plain text."""
        self.notify(text, timeout=10, markup=False)

    def _apply_look(self) -> None:
        self.theme = THEMES[self.settings.colours].name
        self.animation_level = "full" if self.settings.animation else "none"


def app_of(node: DOMNode) -> BaseApp:
    """Return the app that a screen or widget belongs to."""
    return cast("BaseApp", node.app)
