"""The first screen: the games, each playing itself, and everything else there is."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from ...daily import duel
from ...errors import NumduelError, SetupError, as_sentence, capitalise
from ...games import offered
from ...storage import saves, streak
from ...views.calendar import STANDS
from ..background import Task
from ..parts.board import ARROWS
from ..parts.key_bar import KeyBar
from ..parts.menu import GameCard, Menu, MenuEntry, MenuItem
from ..parts.puzzle_search import SEARCHING, PuzzleSeries, search
from ..parts.title import Title
from ..textual_private import add_key
from ..unfinished import Unfinished, last_unfinished
from .page import Page

if TYPE_CHECKING:
    from ...daily.duel import Duel
    from ...engine.teaching.puzzles import Puzzle

AT_ONCE = 8
"""How many saved games are read before the first screen is shown; the others in a thread."""

WIDE, TALL, ROOMY = 76, 30, 38
"""Columns and lines for a large title, and lines for air in the menu."""

SCREENS = {
    "puzzles": ("puzzles", "PuzzlesScreen"),
    "learn": ("learn", "LearnScreen"),
    "unfinished": ("unfinished", "UnfinishedScreen"),
    "replay": ("replay", "ReplayScreen"),
    "statistics": ("statistics", "StatisticsScreen"),
    "settings": ("preferences", "SettingsScreen"),
}
"""Where each screen of the menu is."""

NOTHING_OPEN = "There is no unfinished game. Choose one with its number."
GONE = "That game has been finished, moved or damaged in the meantime."


class HomeScreen(Page):
    """Where everything begins.

    It has many methods because it leads everywhere: most of them open what an entry stands for.
    """

    AUTO_FOCUS = ""
    CSS_PATH = "home.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "Open", key_display="Enter", tooltip="open what is marked"),
        Binding("c", "continue", "Continue", tooltip="go on with the last game"),
        Binding(
            "u", "visit('unfinished')", tooltip="all unfinished games: go on with any", show=False
        ),
        Binding("p", "daily", "Puzzle", tooltip="today's puzzle"),
        Binding("d", "duel", "Duel", tooltip="today's duel: one board for everybody"),
        Binding("m", "visit('puzzles')", tooltip="more puzzles, without end", show=False),
        Binding("l", "visit('learn')", "Learn", tooltip="the games step by step"),
        Binding("o", "visit('replay')", tooltip="open a record", show=False),
        Binding("s", "visit('statistics')", tooltip="how your games went", show=False),
        Binding(
            "comma",
            "visit('settings')",
            "Settings",
            key_display=",",
            tooltip="names, colours and so on",
        ),
        Binding("question_mark", "keys", "Keys", key_display="?", tooltip="this list"),
        Binding("q", "quit", "Quit", tooltip="leave; your games are kept"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.cards = [GameCard(kind, number) for number, kind in enumerate(offered(), 1)]
        self.unfinished = Unfinished()
        self._continue = MenuEntry("c", "Continue (u: any)", "continue", id="continue")
        self._daily = MenuEntry("p", "Today's puzzle", "daily", id="daily")
        self._duel = MenuEntry("d", "Today's duel", "duel", id="duel")
        self.menu = Menu(
            self.cards,
            (
                self._continue,
                self._daily,
                self._duel,
                MenuEntry("m", "More puzzles", "visit('puzzles')", id="puzzles"),
                MenuEntry("l", "Learn the games", "visit('learn')", id="learn"),
                MenuEntry("o", "Open a record", "visit('replay')", id="replay"),
                MenuEntry("s", "Statistics", "visit('statistics')", id="statistics"),
                MenuEntry(",", "Settings", "visit('settings')", id="settings"),
            ),
        )
        self._title = Title(id="title")
        self._problem = Static(id="problem")
        self._is_fresh = True
        for card in self.cards:
            if card.key:
                add_key(self, card.key, card.action, "set up a game")

    def compose(self) -> ComposeResult:
        yield self._title
        yield self.menu
        yield self._problem
        yield KeyBar()

    # ---- coming and going

    def on_screen_resume(self) -> None:
        self.menu.query(MenuItem).refresh()
        self._fit()  # the window may have changed its size while another screen was on top
        self._look_again()
        if self._is_fresh or self.focused is None:
            self._is_fresh = False
            self.set_focus(self._continue if self.unfinished.save else self.cards[0])
        if self.app.settings.animation:
            self.menu.set_in_motion()

    def on_screen_suspend(self) -> None:
        self.background.cancel("looking", "duel", SEARCHING)
        self.menu.stand_still()

    def on_resize(self) -> None:
        self._fit()

    def _fit(self) -> None:
        """Lay the screen out for the size that it has now."""
        width, height = self.size
        is_tall = height >= TALL and width >= WIDE
        self.set_class(is_tall, "-tall")
        self.set_class(height >= ROOMY, "-roomy")
        self._title.show(width, is_large=is_tall and not self.app.settings.ascii)

    # ---- what changes

    def _look_again(self) -> None:
        """The game to continue, and how today's puzzle stands."""
        kept, problem = list[saves.Save](), ""
        try:
            kept = saves.list_saves()
        except SetupError as error:
            problem = as_sentence(error)
        found = last_unfinished(kept[:AT_ONCE])
        self._show_unfinished(found._replace(problem=problem or found.problem))
        problem, others = self.unfinished.problem, kept[AT_ONCE:]

        def look(task: Task) -> Unfinished:
            found = last_unfinished(others, task.stop)
            return found._replace(problem=problem or found.problem)

        if self.unfinished.save is None and others:
            self.background.do("looking", look, self._show_unfinished)
        self._daily.explain(_daily_state())
        self._duel.explain(_duel_state())

    def _show_unfinished(self, unfinished: Unfinished) -> None:
        self.unfinished = unfinished
        is_there = unfinished.save is not None
        if not is_there and self.focused is self._continue:
            self.set_focus(self.cards[0])
        self._continue.display = is_there
        self._continue.explain(unfinished.summary)
        self.refresh_bindings()
        self._problem.display = bool(unfinished.problem)
        self._problem.update(Content(unfinished.problem))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "continue" or self.unfinished.save is not None

    # ---- keys and mouse

    async def takes(self, event: events.Key) -> bool:
        if event.key in ARROWS:
            self.menu.go(event.key)
            return True
        if event.key == "c" and self.unfinished.save is None:
            self.notify(NOTHING_OPEN)
            return True
        return await self.press(event.key) or await super().takes(event)

    @on(MenuItem.Opened)
    async def _opened(self, event: MenuItem.Opened) -> None:
        self.set_focus(event.item)
        await self.action_open()

    async def action_open(self) -> None:
        if self.is_active and isinstance(self.focused, MenuItem):
            await self.run_action(self.focused.action)

    @property
    def legend(self) -> dict[str, str]:
        return {"arrows": "go from one thing to the next"}

    # ---- opening

    def action_game(self, number: int) -> None:
        from .setup import SetupScreen

        self.set_focus(self.cards[number - 1])
        self.open(SetupScreen(self.cards[number - 1].kind))

    def action_continue(self) -> None:
        from .resume_external import screen_for

        if self.unfinished.save is None:
            return
        try:
            screen = screen_for(self.unfinished.save)
        except SetupError:
            self._look_again()
            self.notify(GONE)
            return
        self.open(screen)

    def action_daily(self) -> None:
        day = streak.today()
        self._daily.explain("Looking for it …")

        def found(puzzle: Puzzle) -> None:
            from .puzzle import PuzzleScreen

            self._daily.explain(_daily_state())
            self.open(PuzzleScreen(puzzle, day))

        def failed(why: NumduelError) -> None:
            self._daily.explain(_daily_state())
            self.notify(as_sentence(why), markup=False)

        search(self.background, PuzzleSeries(), found, failed, day=day)

    def action_duel(self) -> None:
        from ...daily.duel import duel_of, taken_up
        from .duel import screen_of

        def found(duel: Duel) -> None:
            self._duel.explain(_duel_state())
            self.open(screen_of(taken_up(duel, self.app.settings.name)))

        self._duel.explain("Looking for it …")
        self.background.do("duel", lambda task: duel_of(streak.today()), found)

    def action_visit(self, name: str) -> None:
        """A screen that needs nothing to be opened; its module is read only then."""
        module, screen = SCREENS[name]
        self.open(getattr(import_module(f".{module}", __package__), screen)())

    def action_quit(self) -> None:
        self.app.exit()


def _duel_state() -> str:
    """What became of today's duel."""
    result = duel.load().get(streak.today())
    return result.outcome.capitalize() if result else "Waiting for you"


def _daily_state() -> str:
    """Whether today's puzzle is solved, and for how many days in a row it was."""
    today, kept = streak.today(), streak.load()
    days = kept.on(today)
    row = f", streak {days}" if days else ""
    stands = STANDS[streak.calendar().get(today)]
    return f"{capitalise(stands)}{row}"
