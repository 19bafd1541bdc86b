"""Games to be seen again: those that are kept, and any record that somebody has in a file."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from ...errors import SetupError, as_sentence, counted, printable, quoted
from ...play.match import Match
from ...storage import record, saves
from ...storage.saves import Save
from ...views.narration import Narration, names_of
from ...views.positions import picture
from ..background import Task
from ..parts.board import BoardView
from ..parts.key_bar import KeyBar
from ..parts.paths import PathField, expanded
from ..parts.table import BoardArea
from .page import Page

BATCH = 25
"""Games that are read before they are shown, so that the first ones are seen at once."""


class ReplayScreen(Page):
    """A list, a field, and where there is room the position in which a game ended.

    It has many methods because its keys go to the list or to the field, and each is read for both.
    """

    CSS_PATH = "replay.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "Open", key_display="Enter", tooltip="open this game"),
        Binding("f,slash", "file", "File", key_display="f", tooltip="name any record file"),
        *Page.KEYS,
    ]

    def __init__(self) -> None:
        super().__init__()
        self.games = OptionList(id="games", markup=False, compact=True)
        self.field = PathField(id="file", placeholder="~/game.txt", compact=True)
        self.board = BoardView(id="glance-board")
        self._said = Static(id="said")

    # ---- the parts

    def compose(self) -> ComposeResult:
        yield Static("Open a record", id="heading")
        with Horizontal(id="asked"):
            yield Static("A record file (f):", id="label")
            yield self.field
        yield self._said
        with Horizontal(id="shelf"):
            yield self.games
            with Vertical(id="glance"):
                yield Static(id="glance-head")
                yield BoardArea(self.board)
        yield KeyBar()

    def on_mount(self) -> None:
        self.games.border_title = "Kept games"
        self.games.border_subtitle = "Enter or a click opens one"
        self.set_focus(self.games)
        self.say("Reading …", "quiet")
        self.background.do("listing", self._list, failed=lambda why: self.say(as_sentence(why)))

    def say(self, text: str, tone: str = "error") -> None:
        self._said.update(Content.styled(text, f"${tone}"))

    # ---- the list

    def _list(self, task: Task) -> None:
        kept = saves.list_saves()
        if not kept:
            none = "No game has been kept yet. Play one, or name a record file above."
            task.tell(self.say, none, "quiet")
        games: list[Option] = []
        for done, save in enumerate(kept, 1):
            if task.stop():
                return
            games.append(Option(_line(save), id=save.name))
            if len(games) == BATCH or done == len(kept):
                task.tell(self._add, games, done, len(kept))
                games = []

    def _add(self, games: Sequence[Option], done: int, total: int) -> None:
        """Some more kept games have been read."""
        self.games.add_options(games)
        if self.games.highlighted is None:
            self.games.highlighted = 0
        if done < total:
            self.say(f"Reading … {done} of {total}", "quiet")
        else:
            self.say(f"{counted(total, 'game')}, the last played first.", "quiet")

    # ---- at a glance

    @on(OptionList.OptionHighlighted)
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if event.option.id is not None:
            save = Save(event.option.id)
            self.background.do(
                "glancing", lambda task: save.load(), self._glance, lambda why: self._glance(None)
            )

    def _glance(self, match: Match | None) -> None:
        """The game under the cursor, where it can be read."""
        self.board.display = match is not None
        head = self.query_one("#glance-head", Static)
        if match is None:
            head.update("")
            return
        self.board.show(picture(match))
        narration = Narration(match)
        ending = " ".join(narration.verdict())
        if not ending and match.player is not None:
            ending = f"Unfinished: {narration.names[match.player]} is to move."
        head.update(Content.assemble((record.headline(match), "bold"), "\n", (ending, "$accent")))

    # ---- opening

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        if event.option.id is not None:
            self._read(Save(event.option.id).load)

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        path = expanded(event.value)
        if objection := _objection(path):
            self.say(objection)
        else:
            self.say("Reading …", "quiet")
            self._read(lambda: saves.read(path))

    def _read(self, load: Callable[[], Match]) -> None:
        self.background.do(
            "reading", lambda task: load(), self._review, lambda why: self.say(as_sentence(why))
        )

    def _review(self, match: Match) -> None:
        from .review import ReviewScreen

        self.say("")
        self.open(ReviewScreen(match))

    @on(PathField.Completed)
    def _completed(self, event: PathField.Completed) -> None:
        self.say(event.words, "quiet")

    # ---- keys

    async def takes(self, event: events.Key) -> bool:
        return await self.field.takes(event) or await super().takes(event)

    def action_open(self) -> None:
        """Where nothing else takes Enter, it is the list that is meant."""
        self.set_focus(self.games)
        self.games.action_select()

    def action_file(self) -> None:
        self.set_focus(self.field)

    @property
    def legend(self) -> dict[str, str]:
        return {"↑ ↓": "another game; Home, End, PgUp and PgDn too", "Tab": "complete a name"}

    def action_leave(self) -> None:
        """From the field to the list, and from there to where one came from."""
        if self.focused is self.field:
            self.set_focus(self.games)
        else:
            super().action_leave()


def _objection(path: str) -> str:
    """Why there is nothing to read there; nothing if it can be tried."""
    if not path:
        return "Type the name of a record file, or choose a game below."
    if os.path.isdir(path):
        return f"{quoted(path)} is a folder: add the name of a file."
    if os.path.exists(path) and not os.path.isfile(path):
        return f"{quoted(path)} is no file that could hold a record."
    return ""


def _line(save: Save) -> Content:
    """A kept game in one line: when, what, who, and how it ended."""
    try:
        match = save.load()
    except SetupError as error:
        return Content.styled(printable(as_sentence(error)), "$quiet")
    date = printable(match.tags.get("Date", "")) or _written(save)
    names = names_of(match)
    return Content.assemble(
        (f"{date:<10.10}  ", "$quiet"),
        (f"{match.game.title:<16}  ", "bold"),
        f"{' against '.join(names)}, ",
        _ending(match, names),
    )


def _ending(match: Match, names: Sequence[str]) -> str | tuple[str, str]:
    ending = match.ending
    if ending is None:
        return (f"unfinished, turn {match.turn}", "$quiet")
    if ending.is_draw:
        return ("a draw", "$accent")
    if ending.winner is None:
        return "stopped by agreement"
    return (f"{names[ending.winner]} won", f"${('one', 'two')[ending.winner]}")


def _written(save: Save) -> str:
    try:
        return time.strftime("%Y.%m.%d", time.localtime(os.stat(save.path).st_mtime))
    except OSError:
        return ""
