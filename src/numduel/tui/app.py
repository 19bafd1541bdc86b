"""The app itself: start-up, global keys, and shutdown."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.screen import Screen

from ..errors import NumduelError, SetupError, as_sentence, printable
from ..storage import files, saves
from .base_app import BaseApp
from .control_filter import ControlCharacterFilter
from .parts.ascii_text import AsciiFilter
from .screens.page import Page
from .shutdown import install_shutdown_handlers
from .textual_private import crash_of, run_app_binding, suppress_error_output

if TYPE_CHECKING:
    from ..play.match import Match


def run() -> tuple[int, list[str]]:
    """Run the app, and return the exit status and the lines to print afterwards."""
    app = NumduelApp()
    suppress_error_output(app)
    app.run()
    if error := crash_of(app):
        raise NumduelError(_report_crash(error))
    # Without a return code, something outside ended the app.
    return 1 if app.return_code is None else app.return_code, app.farewell()


def _report_crash(error: Exception) -> str:
    """Write the traceback to a file, and return a one-sentence report."""
    from traceback import format_exception

    report = f"the app crashed, {type(error).__name__}: {error}"
    path = os.path.join(saves.home(), "fault.txt")
    lines = "".join(format_exception(error)).splitlines()
    try:
        saves.make_home()
        text = "".join(f"{printable(line)}\n" for line in lines)
        files.write(path, text, is_private=True)
    except OSError:
        return report
    return f"{report}; the traceback is in {path}"


RECENT_SAVES = 8
"""Number of recent games searched for an unfinished one when the app closes."""


class NumduelApp(BaseApp):
    """The full-screen app."""

    TITLE = "numduel"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - as Textual declares it
        (0, "-narrow"),
        (60, "-usual"),
        (110, "-wide"),
        (160, "-huge"),
    ]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True),
        Binding("ctrl+c", "show_quit_hint", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]

    def __init__(self, initial_screen: Callable[[], Screen[Any]] | None = None) -> None:
        """Start on the home screen; `initial_screen` makes a screen to open on top of it."""
        super().__init__()
        self._initial_screen = initial_screen
        self._gate, self._plain = ControlCharacterFilter(), AsciiFilter()

    def get_line_filters(self) -> Sequence[LineFilter]:
        plain = [self._plain] if self.settings.ascii else []
        return [*super().get_line_filters(), self._gate, *plain]

    # ---- keys

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key):
            self.app_focus = True  # not every terminal reports focus
            if not await run_app_binding(self, event.key):
                self.pending_keys.append(event)
                self.process_keys()
        else:
            await super().on_event(event)

    def process_keys(self) -> None:
        """Make the top screen handle the pending keys, one at a time."""
        if self.pending_keys and isinstance(self.screen, Page):
            self.screen.process_keys()

    # ---- initial_screen and closing

    def show_keys(self) -> None:
        from .screens.keys import KeysScreen

        if isinstance(self.screen, Page):
            self.screen.open(KeysScreen(self.screen))

    def show_review(self, match: Match) -> None:
        from .screens.review import ReviewScreen

        if isinstance(self.screen, Page):
            self.screen.open(ReviewScreen(match))

    def on_mount(self) -> None:
        self._handle_termination()
        from .screens.home import HomeScreen

        self.push_screen(HomeScreen())
        if self._initial_screen is not None:
            self.push_screen(self._initial_screen())

    def _handle_termination(self) -> None:
        """Restore the terminal on SIGTERM and when the terminal is closed."""
        if not self.is_headless:
            loop = asyncio.get_running_loop()
            install_shutdown_handlers(
                lambda status: loop.call_soon_threadsafe(self.exit, None, status)
            )

    def action_show_quit_hint(self) -> None:
        self.notify("Press Ctrl+Q to quit. Your games are saved.", timeout=3)

    def farewell(self) -> list[str]:
        """Return the lines to print in the terminal after the app has closed."""
        if self.has_unsaved_game:
            return ["The last game couldn't be saved."]
        try:
            found = [saves.inspect_save(save) for save in saves.list_saves()[:RECENT_SAVES]]
        except SetupError as error:
            return [as_sentence(error)]
        if not any(info and (info.match or info.match_needing_player) for info in found):
            return []
        return ["Game saved. To continue, run numduel, or numduel resume for plain lines."]
