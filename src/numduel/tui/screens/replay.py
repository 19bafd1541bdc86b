"""The history: all saved games with time and result; it also opens record files."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ...core import AnyGame
from ...errors import SetupError, as_sentence, counted, printable, quoted
from ...games import offered
from ...play.match import Match
from ...play.series import people_in
from ...storage import saves
from ...storage.history import read_game
from ...storage.saves import Save
from ...views.history_text import describe_outcome
from ...views.narration import Narration, heading_of
from ...views.positions import picture
from ..background import Task
from ..parts.board import BoardView
from ..parts.board_panel import BoardArea
from ..parts.canvas import PLAYER_COLOURS
from ..parts.key_bar import KeyBar
from ..parts.paths import PathField, expand_path
from .page import Page

BATCH = 25
"""Number of games loaded before the list is updated."""


class ListedGame(NamedTuple):
    """A saved game in the list."""

    name: str
    line: Content
    kind: type[AnyGame] | None = None
    """The game; None if it can't be read."""
    is_finished: bool = False


class ReplayScreen(Page):
    """A list of saved games, a field for a path, and if there is room the final position.

    It has many methods because the list and the field each need their own.
    """

    CSS_PATH = "replay.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "Open", key_display="Enter", tooltip="open this game"),
        Binding("f,slash", "file", "Open file", key_display="f", tooltip="open a record file"),
        Binding("g", "filter", "Game", tooltip="list the games of one kind only, or all"),
        Binding("u", "unfinished", "Unfinished", tooltip="hide or show unfinished games"),
        *Page.KEYS,
    ]

    def __init__(self) -> None:
        super().__init__()
        self.games = OptionList(id="games", markup=False, compact=True)
        self.field = PathField(id="file", placeholder="~/game.txt", compact=True)
        self.board = BoardView(id="glance-board")
        self.kind: type[AnyGame] | None = None
        """The only game that is listed; None for all games."""
        self.is_finished_only = False
        """Whether unfinished games are hidden."""
        self._message = Static(id="message")
        self._listed: list[ListedGame] = []

    # ---- the parts

    def compose(self) -> ComposeResult:
        yield Static("History", id="heading")
        with Horizontal(id="path"):
            yield Static("Record file (f):", id="label")
            yield self.field
        yield self._message
        with Horizontal(id="shelf"):
            yield self.games
            with Vertical(id="glance"):
                yield Static(id="glance-head")
                yield BoardArea(self.board)
        yield KeyBar()

    def on_mount(self) -> None:
        self.games.border_title = "Saved games"
        self.games.border_subtitle = "Press Enter or click to open"
        self.set_focus(self.games)
        self.show_message("Loading …", "quiet")
        self.background.run(
            "listing", self._list, failed=lambda why: self.show_message(as_sentence(why))
        )

    def show_message(self, text: str, tone: str = "error") -> None:
        self._message.update(Content.styled(text, f"${tone}"))

    # ---- the list

    def _list(self, task: Task) -> None:
        found = saves.list_saves()
        if not found:
            none = "No saved games yet. Play one, or type the path of a record above."
            task.post(self.show_message, none, "quiet")
        games: list[ListedGame] = []
        for done, save in enumerate(found, 1):
            if task.is_cancelled():
                return
            games.append(_list_game(save))
            if len(games) == BATCH or done == len(found):
                task.post(self._add, games, done, len(found))
                games = []

    def _add(self, games: Sequence[ListedGame], done: int, total: int) -> None:
        """Add loaded games to the list."""
        self._listed += games
        self.games.add_options(self._options(games))
        if self.games.highlighted is None and self.games.option_count:
            self.games.highlighted = 0
        if done < total:
            self.show_message(f"Loading … {done} of {total}", "quiet")
        else:
            self._show_count()

    def _options(self, games: Sequence[ListedGame]) -> list[Option]:
        """Return the list's lines for these games, without those that the filter hides."""
        return [
            Option(game.line, id=game.name)
            for game in games
            if self.kind in (None, game.kind) and (game.is_finished or not self.is_finished_only)
        ]

    def _show_count(self) -> None:
        what = "" if self.kind is None else f" of {self.kind.title}"
        finished = "finished " if self.is_finished_only else ""
        number = counted(self.games.option_count, f"{finished}game")
        self.show_message(f"{number}{what}, latest first.", "quiet")

    def action_filter(self) -> None:
        """List the games of the next kind that was played; after the last, all games."""
        played = [kind for kind in offered() if any(kind is game.kind for game in self._listed)]
        choices = [None, *played]
        self.kind = choices[(choices.index(self.kind) + 1) % len(choices)]
        self.games.border_title = self.kind.title if self.kind else "Saved games"
        self._refill()

    def action_unfinished(self) -> None:
        """Hide unfinished games, or show them again."""
        self.is_finished_only = not self.is_finished_only
        self._refill()

    def _refill(self) -> None:
        """List the games again that the filters let through."""
        self.games.set_options(self._options(self._listed))
        self.games.highlighted = 0 if self.games.option_count else None
        self._show_count()

    # ---- preview

    @on(OptionList.OptionHighlighted)
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if event.option.id is not None:
            save = Save(event.option.id)
            self.background.run(
                "glancing", lambda task: save.load(), self._glance, lambda why: self._glance(None)
            )

    def _glance(self, match: Match | None) -> None:
        """Preview the selected game; None if it can't be loaded."""
        self.board.display = match is not None
        head = self.query_one("#glance-head", Static)
        if match is None:
            head.update("")
            return
        self.board.show(picture(match))
        narration = Narration(match)
        ending = " ".join(narration.verdict())
        if not ending and match.player is not None:
            ending = f"Unfinished: {narration.names[match.player]} to move."
        head.update(Content.assemble((heading_of(match), "bold"), "\n", (ending, "$accent")))

    # ---- opening

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        if event.option.id is not None:
            save = Save(event.option.id)
            self._read(save.load, save.path)

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        path = expand_path(event.value)
        if objection := _path_problem(path):
            self.show_message(objection)
        else:
            self.show_message("Loading …", "quiet")
            self._read(lambda: saves.read(path), path)

    def _read(self, load: Callable[[], Match], path: str) -> None:
        """Load a match and review it; `path` is its file."""
        self.background.run(
            "reading",
            lambda task: (load(), saves.count_analysis(path)),
            self._review,
            lambda why: self.show_message(as_sentence(why)),
        )

    def _review(self, read: tuple[Match, bool]) -> None:
        from .review import ReviewScreen

        match, is_counted = read
        self.show_message("")
        if is_counted:
            self.app.notify(saves.ANALYSIS_COUNTS_MESSAGE, timeout=5)
        self.open(ReviewScreen(match))

    @on(PathField.Completed)
    def _completed(self, event: PathField.Completed) -> None:
        self.show_message(event.summary, "quiet")

    # ---- keys

    async def process_key(self, event: events.Key) -> bool:
        return await self.field.process_key(event) or await super().process_key(event)

    def action_open(self) -> None:
        """Open the selected game."""
        self.set_focus(self.games)
        self.games.action_select()

    def action_file(self) -> None:
        self.set_focus(self.field)

    @property
    def legend(self) -> dict[str, str]:
        return {"↑ ↓": "select a game (also Home, End, PgUp, PgDn)", "Tab": "complete a path"}

    def action_leave(self) -> None:
        """Go from the field to the list, or close the screen."""
        if self.focused is self.field:
            self.set_focus(self.games)
        else:
            super().action_leave()


def _path_problem(path: str) -> str:
    """Return the problem with a path; empty if it may be a record."""
    if not path:
        return "Type the path of a record file, or choose a game below."
    if os.path.isdir(path):
        return f"{quoted(path)} is a folder. Add a file name."
    if os.path.exists(path) and not os.path.isfile(path):
        return f"{quoted(path)} isn't a record file."
    return ""


def _list_game(save: Save) -> ListedGame:
    """Return a saved game as one line: time, game, opponent and result."""
    try:
        played = read_game(save)
    except SetupError as error:
        return ListedGame(save.name, Content.styled(printable(as_sentence(error)), "$quiet"))
    match = played.match
    line = Content.assemble(
        (f"{played.time or 'unknown time':<16}  ", "$quiet"),
        (f"{match.game.title:<16}  ", "bold"),
        (describe_outcome(match), _tone(match)),
    )
    return ListedGame(save.name, line, type(match.game), match.is_finished)


def _tone(match: Match) -> str:
    """Return the colour of a result; the text says the same."""
    ending, people = match.ending, people_in(match)
    if ending is None:
        return "$quiet"
    if ending.winner is None:
        return "$accent"
    if len(people) != 1:
        return f"${PLAYER_COLOURS[ending.winner]}"
    return "$success" if ending.winner is people[0] else "$error"
