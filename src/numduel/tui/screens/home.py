"""The first screen: the games, each playing itself, and everything else there is."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from textwrap import wrap
from typing import ClassVar, NamedTuple

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Footer, Static
from textual.worker import get_current_worker

from ...errors import SetupError, printable, sentence
from ...games import offered
from ...play.match import Match
from ...play.series import Series
from ...storage import saves, streak
from ..parts.board import ARROWS
from ..parts.menu import Card, Door, Entry, Menu, beside
from .puzzle_search import Endless, PuzzleSearch

__all__ = ["HomeScreen"]

Part = str | tuple[str, str]

BEAT = 1.2
"""Seconds from one move to the next on each of the boards that play themselves."""

AT_ONCE = 8
"""How many saved games are read before the first screen is shown; the others in a thread."""

WIDE, TALL, ROOMY = 76, 30, 38
"""Columns and lines for a large title, and lines for air in the menu."""

TEXT_ONLY = "Text only, for screen readers and plain terminals: numduel play"

NOTHING_OPEN = "There is no unfinished game. Choose one with its number."
GONE = "That game has been finished, moved or spoilt in the meantime."

WORDMARK = (
    ("█▀█ █ █ █▀█▀█ ", "█▀▄ █ █ █▀▀ █  "),
    ("█ █ █ █ █ █ █ ", "█ █ █ █ █▀▀ █  "),
    ("▀ ▀ ▀▀▀ ▀ ▀ ▀ ", "▀▀  ▀▀▀ ▀▀▀ ▀▀▀"),
)
"""The name in two halves, one in each player's colour."""

SAYING = "Number games for two"


# ---- what to continue


class Last(NamedTuple):
    """The game to go on with, and what stood in the way of a later one."""

    save: saves.Save | None = None
    told: str = ""
    spoilt: str = ""


def last_game(kept: Iterable[saves.Save], stop: Callable[[], bool] = lambda: False) -> Last:
    """The first of these that somebody can go on with."""
    spoilt = ""
    for save in kept:
        if stop():
            break
        try:
            match = save.load()
        except SetupError as error:
            if os.path.exists(save.path):  # one deleted in the meantime is none
                spoilt = spoilt or sentence(error)
            continue
        if saves.is_open(save, match):
            return Last(save, _described(match), spoilt)
    return Last(spoilt=spoilt)


def _described(match: Match) -> str:
    series = Series.of(match)
    names = " and ".join(printable(side.name) for side in series.sides)
    where = f"turn {match.turn}"
    if match.is_over:
        where = f"round {series.round + 1} of {series.rounds}"
    return f"{match.game.title}\n{where}: {names}"


# ---- the screen


class HomeScreen(PuzzleSearch):
    """Where everything begins."""

    AUTO_FOCUS = ""
    CSS_PATH = "home.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "Open", key_display="Enter", tooltip="open what is marked"),
        Binding("c", "continue", "Continue", tooltip="go on with the last game"),
        Binding("p", "daily", "Puzzle", tooltip="today's puzzle"),
        Binding("m", "puzzles", tooltip="more puzzles, without end", show=False),
        Binding("l", "learn", "Learn", tooltip="the games step by step"),
        Binding("o", "replay", tooltip="open a record: look at any game again", show=False),
        Binding("s", "statistics", tooltip="how your games went", show=False),
        Binding(
            "comma", "settings", "Settings", key_display=",", tooltip="names, colours and so on"
        ),
        Binding("question_mark", "keys", "Keys", key_display="?", tooltip="this list"),
        Binding("q", "quit", "Quit", tooltip="leave; your games are kept"),
    ]

    class Looked(Message):
        """A thread has found what to continue."""

        def __init__(self, last: Last) -> None:
            super().__init__()
            self.last = last

    def __init__(self) -> None:
        super().__init__()
        self.cards = [Card(kind, number) for number, kind in enumerate(offered(), 1)]
        self.entries = {
            entry.action: entry
            for entry in (
                Entry("c", "Continue", "continue"),
                Entry("p", "Today's puzzle", "daily"),
                Entry("m", "More puzzles", "puzzles"),
                Entry("l", "Learn the games", "learn"),
                Entry("o", "Open a record", "replay"),
                Entry("s", "Statistics", "statistics"),
                Entry(",", "Settings", "settings"),
            )
        }
        self.last = Last()
        self._note = Static(id="note")
        self._beats: Timer | None = None
        self._next = 0
        self._is_fresh = True
        for card in self.cards:
            if card.key:
                self._bindings.bind(card.key, card.action, "set up a game", show=False)

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        yield Menu(self.cards, VerticalScroll(*self.entries.values(), id="menu"))
        yield self._note
        yield Footer()

    @property
    def doors(self) -> list[Door]:
        """All that can be opened now."""
        return [door for door in self.query(Door) if door.display]

    # ---- coming and going

    def on_mount(self) -> None:
        self.query_one("#menu").can_focus = False
        for card in self.cards:
            card.live.stand()

    def on_screen_resume(self) -> None:
        settings = self.app.settings
        for door in self.query(Door):
            door.is_ascii = settings.ascii
            door.refresh()
        self._show_title()
        self._look_again()
        if self._is_fresh or self.focused is None:
            self._is_fresh = False
            self.set_focus(self.entries["continue"] if self.last.save else self.cards[0])
        if settings.animation and self._beats is None:
            self._beats = self.set_interval(BEAT / len(self.cards), self._beat)

    def on_screen_suspend(self) -> None:
        self.workers.cancel_group(self, "looking")
        self.workers.cancel_group(self, "searching")
        if self._beats is not None:
            self._beats.stop()
            self._beats = None

    @property
    def is_moving(self) -> bool:
        """Whether the boards play themselves."""
        return self._beats is not None

    def _beat(self) -> None:
        """A move on one board, on each in turn."""
        self.cards[self._next].step()
        self._next = (self._next + 1) % len(self.cards)

    def on_resize(self, event: events.Resize) -> None:
        width, height = event.size
        self.set_class(height >= TALL and width >= WIDE, "-tall")
        self.set_class(height >= ROOMY, "-roomy")
        self._show_title()

    def _show_title(self) -> None:
        title = self.query_one("#title", Static)
        if not self.has_class("-tall") or self.app.settings.ascii:
            title.update(Content.assemble(("numduel", "bold"), (f"   {TEXT_ONLY}", "$quiet")))
            return
        room = self.size.width - 2 * 2 - len("".join(WORDMARK[0])) - 3
        sayings = [SAYING, *wrap(TEXT_ONLY, room)]
        if len(sayings) < len(WORDMARK):
            sayings.insert(1, "")
        parts: list[Part] = []
        for (left, right), saying in zip(WORDMARK, sayings, strict=True):
            parts += [(left, "$one"), (right, "$two"), (f"   {saying}\n", "$quiet")]
        title.update(Content.assemble(*parts).rstrip("\n"))

    # ---- what changes

    def _look_again(self) -> None:
        """The game to continue, and how today's puzzle stands."""
        kept = saves.kept()
        self._show_last(last_game(kept[:AT_ONCE]))
        if self.last.save is None and len(kept) > AT_ONCE:
            self._look_further(kept[AT_ONCE:], self.last.spoilt)
        self.entries["daily"].tell(_puzzle_stands())

    @work(thread=True, exclusive=True, group="looking")
    def _look_further(self, kept: list[saves.Save], spoilt: str) -> None:
        worker = get_current_worker()
        last = last_game(kept, lambda: worker.is_cancelled)
        if not worker.is_cancelled:
            self.post_message(self.Looked(last._replace(spoilt=spoilt or last.spoilt)))

    @on(Looked)
    def _looked(self, event: Looked) -> None:
        self._show_last(event.last)

    def _show_last(self, last: Last) -> None:
        self.last = last
        entry = self.entries["continue"]
        if last.save is None and self.focused is entry:
            self.set_focus(self.cards[0])
        entry.display = last.save is not None
        entry.tell(last.told)
        self.refresh_bindings()
        self._note.display = bool(last.spoilt)
        self._note.update(Content(last.spoilt))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "continue" or self.last.save is not None

    # ---- keys and mouse

    async def on_key(self, event: events.Key) -> None:
        if await self._takes(event.key):
            event.stop()
            event.prevent_default()

    async def _takes(self, key: str) -> bool:
        if key in ARROWS:
            self._go(key)
            return True
        for binding in self._bindings.key_to_bindings.get(key, ()):
            if self.check_action(binding.action, ()):
                await self.run_action(binding.action)
            else:
                self.notify(NOTHING_OPEN)
            return True
        return False

    def _go(self, way: str) -> None:
        doors = self.doors
        if self.focused not in doors:
            self.set_focus(self.cards[0])
            return
        found = beside(self.focused.region, [door.region for door in doors], way)
        if found is not None:
            self.set_focus(doors[found])

    @on(Door.Opened)
    async def _opened(self, event: Door.Opened) -> None:
        self.set_focus(event.door)
        await self.action_open()

    async def action_open(self) -> None:
        if self.is_active and isinstance(self.focused, Door):
            await self.run_action(self.focused.action)

    # ---- opening

    def action_game(self, number: int) -> None:
        from .setup import SetupScreen

        self.set_focus(self.cards[number - 1])
        self.open(SetupScreen(self.cards[number - 1].kind))

    def action_continue(self) -> None:
        from ...storage.autosave import Autosave
        from .play import PlayScreen

        if self.last.save is None:
            return
        try:
            autosave = Autosave.resume(self.last.save)
        except SetupError:
            self._look_again()
            self.notify(GONE)
            return
        self.open(PlayScreen(autosave.session, autosave))

    def action_daily(self) -> None:
        self.entries["daily"].tell("Looking for it …")
        self.search(Endless(), streak.today())

    @on(PuzzleSearch.Found)
    def _found(self, event: PuzzleSearch.Found) -> None:
        from .puzzle import PuzzleScreen

        self.entries["daily"].tell(_puzzle_stands())
        self.open(PuzzleScreen(event.puzzle, event.day))

    @on(PuzzleSearch.NotFound)
    def _not_found(self, event: PuzzleSearch.NotFound) -> None:
        self.entries["daily"].tell(_puzzle_stands())
        self.notify(event.why, markup=False)

    def action_puzzles(self) -> None:
        from .puzzles import PuzzlesScreen

        self.open(PuzzlesScreen())

    def action_learn(self) -> None:
        from .learn import LearnScreen

        self.open(LearnScreen())

    def action_replay(self) -> None:
        from .replay import ReplayScreen

        self.open(ReplayScreen())

    def action_statistics(self) -> None:
        from .statistics import StatisticsScreen

        self.open(StatisticsScreen())

    def action_settings(self) -> None:
        from .preferences import SettingsScreen

        self.open(SettingsScreen())

    @property
    def legend(self) -> dict[str, str]:
        return {"arrows": "go from one thing to the next"}

    def action_quit(self) -> None:
        self.app.exit()


def _puzzle_stands() -> str:
    """Whether today's puzzle is solved, and for how many days in a row it was."""
    today, kept = streak.today(), streak.load()
    days = kept.on(today)
    told = f", streak {days}" if days else ""
    if kept.last == today:
        return f"Solved{told}" if days else "Missed; next tomorrow"
    return f"Not solved yet{told}"
