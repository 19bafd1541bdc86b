"""The app: its screens, its colours, and what is kept for all of them."""

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
from .ending import end_with_terminal
from .gate import Gate
from .parts.plain_letters import PlainLetters
from .screens.page import Page
from .textual_private import clean_fault, is_done_by_app, keep_quiet

if TYPE_CHECKING:
    from ..play.match import Match


def run() -> tuple[int, list[str]]:
    """Open the app; the exit status when it is closed, and what is to be said then."""
    app = NumduelApp()
    keep_quiet(app)
    app.run()
    if fault := clean_fault(app):
        raise NumduelError(_told(fault))
    # What ends without having been told to has been broken off.
    return 1 if app.return_code is None else app.return_code, app.parting()


def _told(fault: Exception) -> str:
    """One sentence, and the rest in a file for those who can mend it."""
    from traceback import format_exception

    words = f"the app has failed, {type(fault).__name__}: {fault}"
    path = os.path.join(saves.home(), "fault.txt")
    lines = "".join(format_exception(fault)).splitlines()
    try:
        saves.make_home()
        text = "".join(f"{printable(line)}\n" for line in lines)
        files.write(path, text, is_private=True)
    except OSError:
        return words
    return f"{words}; how it came to that is written in {path}"


RECENT = 8
"""How many of the last games are looked at for one that is still open."""


class NumduelApp(BaseApp):
    """numduel on full screens."""

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
        Binding("ctrl+c", "tell_how_to_leave", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]

    def __init__(self, opening: Callable[[], Screen[Any]] | None = None) -> None:
        """The app on its home screen, with another one opened on top of that if asked for."""
        super().__init__()
        self._opening = opening
        self._gate, self._plain = Gate(), PlainLetters()

    def get_line_filters(self) -> Sequence[LineFilter]:
        plain = [self._plain] if self.settings.ascii else []
        return [*super().get_line_filters(), self._gate, *plain]

    # ---- keys

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key):
            self.app_focus = True  # also where a terminal does not say so
            if not await is_done_by_app(self, event.key):
                self.typed.append(event)
                self.hear()
        else:
            await super().on_event(event)

    def hear(self) -> None:
        """Tell the screen on top that there are keys, if there are; it takes one at a time."""
        if self.typed and isinstance(self.screen, Page):
            self.screen.hear()

    # ---- opening and closing

    def show_keys(self) -> None:
        from .screens.keys import KeysScreen

        if isinstance(self.screen, Page):
            self.screen.open(KeysScreen(self.screen))

    def show_review(self, match: Match) -> None:
        from .screens.review import ReviewScreen

        if isinstance(self.screen, Page):
            self.screen.open(ReviewScreen(match))

    def on_mount(self) -> None:
        self._listen()
        from .screens.home import HomeScreen

        self.push_screen(HomeScreen())
        if self._opening is not None:
            self.push_screen(self._opening())

    def _listen(self) -> None:
        """Leave the terminal as it was, also when somebody ends the process or the line is cut."""
        if not self.is_headless:
            loop = asyncio.get_running_loop()
            end_with_terminal(lambda status: loop.call_soon_threadsafe(self.exit, None, status))

    def action_tell_how_to_leave(self) -> None:
        self.notify("Ctrl+Q leaves. Nothing is lost.", timeout=3)

    def parting(self) -> list[str]:
        """What is said in the terminal when the app has been closed."""
        if self.is_lost:
            return ["The last game could not be saved."]
        try:
            found = [saves.inspect_save(save) for save in saves.list_saves()[:RECENT]]
        except SetupError as error:
            return [as_sentence(error)]
        if not any(kept and (kept.match or kept.match_needing_player) for kept in found):
            return []
        return ["Your game is kept. Go on with numduel, or at the prompt with: numduel resume"]
