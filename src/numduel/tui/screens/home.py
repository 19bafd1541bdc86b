"""The home screen: a card for each game, and the menu."""

from __future__ import annotations

from importlib import import_module
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from ...daily import duel
from ...errors import SetupError, as_sentence, capitalise
from ...games import offered
from ...storage import saves, streak
from ...views.calendar import DAY_LABELS, duel_label
from ..background import Task
from ..parts.board import ARROWS
from ..parts.key_bar import KeyBar
from ..parts.menu import GameCard, Menu, MenuEntry, MenuItem
from ..parts.puzzle_search import SEARCHING
from ..parts.title import Title
from ..textual_private import add_key
from ..unfinished import UnfinishedGame, find_unfinished
from .dailies import open_duel, open_puzzle
from .page import Page

SAVES_READ_FIRST = 8
"""Number of saves read before the home screen is shown; the rest are read in the background."""

WIDE, TALL, ROOMY = 76, 30, 38
"""Minimum columns and lines for a large title, and lines for a spacious menu."""

SCREENS = {
    "puzzles": ("puzzles", "PuzzlesScreen"),
    "learn": ("learn", "LearnScreen"),
    "unfinished": ("unfinished", "UnfinishedScreen"),
    "replay": ("replay", "ReplayScreen"),
    "statistics": ("statistics", "StatisticsScreen"),
    "settings": ("settings", "SettingsScreen"),
}
"""The module and class of each screen in the menu."""

NO_UNFINISHED_MESSAGE = "No unfinished games. Press a number to start one."
SAVE_GONE_MESSAGE = "That game has since been finished, moved or damaged."


class HomeScreen(Page):
    """The home screen.

    It has many methods because most of them open another screen.
    """

    AUTO_FOCUS = ""
    CSS_PATH = "home.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "Open", key_display="Enter", tooltip="open the selected item"),
        Binding("c", "continue", "Continue", tooltip="continue the last game"),
        Binding("u", "visit('unfinished')", tooltip="list all unfinished games", show=False),
        Binding("p", "daily", "Puzzle", tooltip="solve the daily puzzle"),
        Binding("d", "duel", "Duel", tooltip="play the daily duel: same board for everyone"),
        Binding("m", "visit('puzzles')", tooltip="practise, or play an earlier day", show=False),
        Binding("l", "visit('learn')", "Learn", tooltip="learn a game step by step"),
        Binding("h,o", "visit('replay')", tooltip="list your games, or open a record", show=False),
        Binding("s", "visit('statistics')", tooltip="show your statistics", show=False),
        Binding(
            "comma",
            "visit('settings')",
            "Settings",
            key_display=",",
            tooltip="change names, colours and more",
        ),
        Binding("question_mark", "keys", "Keys", key_display="?", tooltip="list all keys"),
        Binding("q", "quit", "Quit", tooltip="quit; your games are saved"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.cards = [GameCard(kind, number) for number, kind in enumerate(offered(), 1)]
        self.unfinished = UnfinishedGame()
        self._continue = MenuEntry("c", "Continue (u: all)", "continue", id="continue")
        self._daily = MenuEntry("p", "Daily puzzle", "daily", id="daily")
        self._duel = MenuEntry("d", "Daily duel", "duel", id="duel")
        self.menu = Menu(
            self.cards,
            (
                self._continue,
                self._daily,
                self._duel,
                MenuEntry("m", "Puzzles", "visit('puzzles')", id="puzzles"),
                MenuEntry("l", "Learn a game", "visit('learn')", id="learn"),
                MenuEntry("h", "History", "visit('replay')", id="replay"),
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

    # ---- opening and closing

    def on_screen_resume(self) -> None:
        self.menu.query(MenuItem).refresh()
        self._fit()  # the terminal may have been resized while another screen was on top
        self._refresh_entries()
        if self._is_fresh or self.focused is None:
            self._is_fresh = False
            self.set_focus(self._continue if self.unfinished.save else self.cards[0])
        if self.app.settings.animation:
            self.menu.start_demo()

    def on_screen_suspend(self) -> None:
        self.background.cancel("looking", SEARCHING)
        self.menu.stop_demo()

    def on_resize(self) -> None:
        self._fit()

    def _fit(self) -> None:
        """Adapt the layout to the current size."""
        width, height = self.size
        is_tall = height >= TALL and width >= WIDE
        self.set_class(is_tall, "-tall")
        self.set_class(height >= ROOMY, "-roomy")
        self._title.show(width, is_large=is_tall and not self.app.settings.ascii)

    # ---- updating

    def _refresh_entries(self) -> None:
        """Update the game to continue, and the status of puzzle and duel."""
        found_saves, problem = list[saves.Save](), ""
        try:
            found_saves = saves.list_saves()
        except SetupError as error:
            problem = as_sentence(error)
        found = find_unfinished(found_saves[:SAVES_READ_FIRST])
        self._show_unfinished(found._replace(problem=problem or found.problem))
        problem, others = self.unfinished.problem, found_saves[SAVES_READ_FIRST:]

        def find_older(task: Task) -> UnfinishedGame:
            found = find_unfinished(others, task.is_cancelled)
            return found._replace(problem=problem or found.problem)

        if self.unfinished.save is None and others:
            self.background.run("looking", find_older, self._show_unfinished)
        self._daily.set_detail(_puzzle_status())
        self._duel.set_detail(_duel_status())

    def _show_unfinished(self, unfinished: UnfinishedGame) -> None:
        self.unfinished = unfinished
        is_there = unfinished.save is not None
        if not is_there and self.focused is self._continue:
            self.set_focus(self.cards[0])
        self._continue.display = is_there
        self._continue.set_detail(unfinished.summary)
        self.refresh_bindings()
        self._problem.display = bool(unfinished.problem)
        self._problem.update(Content(unfinished.problem))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "continue" or self.unfinished.save is not None

    # ---- keys and mouse

    async def process_key(self, event: events.Key) -> bool:
        if event.key in ARROWS:
            self.menu.move_focus(event.key)
            return True
        if event.key == "c" and self.unfinished.save is None:
            self.notify(NO_UNFINISHED_MESSAGE)
            return True
        return await self.press(event.key) or await super().process_key(event)

    @on(MenuItem.Opened)
    async def _opened(self, event: MenuItem.Opened) -> None:
        self.set_focus(event.item)
        await self.action_open()

    async def action_open(self) -> None:
        if self.is_active and isinstance(self.focused, MenuItem):
            await self.run_action(self.focused.action)

    @property
    def legend(self) -> dict[str, str]:
        return {"arrows": "select another item"}

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
            self._refresh_entries()
            self.notify(SAVE_GONE_MESSAGE)
            return
        self.open(screen)

    def action_daily(self) -> None:
        self._daily.set_detail("Loading …")
        open_puzzle(self, streak.today(), self._report)

    def action_duel(self) -> None:
        self._duel.set_detail("Loading …")
        open_duel(self, streak.today(), self._report)

    def _report(self, problem: str) -> None:
        """Show the status again after a search, and its problem."""
        self._daily.set_detail(_puzzle_status())
        self._duel.set_detail(_duel_status())
        if problem:
            self.notify(problem, markup=False)

    def action_visit(self, name: str) -> None:
        """Open a screen that needs no arguments, and import its module."""
        module, screen = SCREENS[name]
        self.open(getattr(import_module(f".{module}", __package__), screen)())

    def action_quit(self) -> None:
        self.app.exit()


def _duel_status() -> str:
    """Return the status of today's duel, and the streak of wins."""
    results, today = duel.load_results(), streak.today()
    wins = duel.count_streaks(results, today).won
    outcome = results[today].outcome if today in results else None
    is_in_progress = outcome is None and today in duel.days_in_progress(since=today)
    status = capitalise(duel_label(outcome, is_in_progress=is_in_progress))
    return f"{status}, streak {wins}" if wins else status


def _puzzle_status() -> str:
    """Return the status of today's puzzle, and the streak."""
    today, current = streak.today(), streak.load()
    days = current.on(today)
    row = f", streak {days}" if days else ""
    status = DAY_LABELS[streak.calendar().get(today)]
    return f"{capitalise(status)}{row}"
