"""Games to be seen again: those that are kept, and any record that somebody has in a file."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option
from textual.worker import get_current_worker

from ...errors import SetupError, printable, quoted, sentence
from ...play.match import Match
from ...storage import record, saves
from ...storage.saves import Save
from ...views.positions import picture
from ...views.sentences import Narration
from ..parts.board import BoardView
from ..parts.paths import PathField, expanded
from .page import Page
from .table import BoardArea

__all__ = ["ReplayScreen"]

BATCH = 25
"""Games that are read before they are shown, so that the first ones are seen at once."""


class Entry(NamedTuple):
    """One kept game as it stands in the list."""

    name: str
    """The name of its save."""
    told: Content


class ReplayScreen(Page):
    """A list, a field, and where there is room the position in which a game ended."""

    CSS_PATH = "replay.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "Open", key_display="Enter", tooltip="look at this game"),
        Binding("f,slash", "file", "File", key_display="f", tooltip="name any record file"),
        *Page.KEYS,
    ]

    class Listed(Message):
        """Some more kept games have been read."""

        def __init__(self, entries: Sequence[Entry], done: int, total: int) -> None:
            super().__init__()
            self.entries = entries
            self.done = done
            self.total = total

    class Read(Message):
        """A record has been read, or cannot be."""

        def __init__(self, found: Match | str) -> None:
            super().__init__()
            self.found = found

    class Glanced(Message):
        """The game under the cursor, where it can be read."""

        def __init__(self, match: Match | None) -> None:
            super().__init__()
            self.match = match

    def __init__(self) -> None:
        super().__init__()
        self.games = OptionList(id="games", markup=False, compact=True)
        self.field = PathField(id="file", placeholder="~/game.txt", compact=True)
        self.board = BoardView(id="glance-board")
        self._said = Static(id="said")

    # ---- the parts

    def compose(self) -> ComposeResult:
        yield Static("Replay", id="heading")
        with Horizontal(id="asked"):
            yield Static("A record file (f):", id="label")
            yield self.field
        yield self._said
        with Horizontal(id="shelf"):
            yield self.games
            with Vertical(id="glance"):
                yield Static(id="glance-head")
                yield BoardArea(self.board)
        yield Footer()

    def on_mount(self) -> None:
        self.games.border_title = "Kept games"
        self.games.border_subtitle = "Enter or a click looks at one"
        self.board.draw_ascii(self.app.settings.ascii)
        self.set_focus(self.games)
        self.say("Reading …", "quiet")
        self._list()

    def say(self, text: str, tone: str = "error") -> None:
        self._said.update(Content.styled(text, f"${tone}"))

    # ---- the list

    @work(thread=True, exclusive=True, group="listing")
    def _list(self) -> None:
        worker = get_current_worker()
        kept = saves.kept()
        entries: list[Entry] = []
        for done, save in enumerate(kept, 1):
            if worker.is_cancelled:
                return
            entries.append(_entry(save))
            if len(entries) == BATCH or done == len(kept):
                self.post_message(self.Listed(entries, done, len(kept)))
                entries = []
        if not kept:
            self.post_message(self.Listed([], 0, 0))

    @on(Listed)
    def _listed(self, event: Listed) -> None:
        self.games.add_options(Option(entry.told, id=entry.name) for entry in event.entries)
        if self.games.highlighted is None and event.entries:
            self.games.highlighted = 0
        if not event.total:
            self.say("No game has been kept yet. Play one, or name a record file above.", "quiet")
        elif event.done < event.total:
            self.say(f"Reading … {event.done} of {event.total}", "quiet")
        else:
            games = "game" if event.total == 1 else "games"
            self.say(f"{event.total} {games}, the last played first.", "quiet")

    # ---- at a glance

    @on(OptionList.OptionHighlighted)
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if event.option.id is not None:
            self._glance(event.option.id)

    @work(thread=True, exclusive=True, group="glancing")
    def _glance(self, name: str) -> None:
        try:
            match = Save(name).load()
        except SetupError:
            match = None
        if not get_current_worker().is_cancelled:
            self.post_message(self.Glanced(match))

    @on(Glanced)
    def _glanced(self, event: Glanced) -> None:
        match = event.match
        self.board.display = match is not None
        head = self.query_one("#glance-head", Static)
        if match is None:
            head.update("")
            return
        self.board.show(picture(match))
        narration = Narration(match)
        ending = " ".join(narration.verdict()) or "Unfinished: "
        if match.player is not None:
            ending += f"{narration.names[match.player]} is to move."
        head.update(Content.assemble((record.headline(match), "bold"), "\n", (ending, "$accent")))

    # ---- opening

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        if event.option.id is not None:
            self._read_save(event.option.id)

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        path = expanded(event.value)
        objection = _objection(path)
        if objection:
            self.say(objection)
        else:
            self.say("Reading …", "quiet")
            self._read_file(path)

    @work(thread=True, exclusive=True, group="reading")
    def _read_save(self, name: str) -> None:
        try:
            self._give(Save(name).load())
        except SetupError as error:
            self._give(sentence(error))

    @work(thread=True, exclusive=True, group="reading")
    def _read_file(self, path: str) -> None:
        try:
            self._give(saves.read(path))
        except SetupError as error:
            self._give(sentence(error))

    def _give(self, found: Match | str) -> None:
        if not get_current_worker().is_cancelled:
            self.post_message(self.Read(found))

    @on(Read)
    def _read(self, event: Read) -> None:
        if isinstance(event.found, str):
            self.say(event.found)
            return
        from .review import ReviewScreen

        self.say("")
        self.open(ReviewScreen(event.found))

    @on(PathField.Completed)
    def _completed(self, event: PathField.Completed) -> None:
        self.say(event.told, "quiet")

    # ---- keys

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
            self.leave()


def _objection(path: str) -> str:
    """Why there is nothing to read there; nothing if it can be tried."""
    if not path:
        return "Type the name of a record file, or choose a game below."
    if os.path.isdir(path):
        return f"{quoted(path)} is a folder: add the name of a file."
    if os.path.exists(path) and not os.path.isfile(path):
        return f"{quoted(path)} is no file that could hold a record."
    return ""


def _entry(save: Save) -> Entry:
    """A kept game in one line: when, what, who, and how it ended."""
    try:
        match = save.load()
    except SetupError as error:
        return Entry(save.name, Content.styled(printable(sentence(error)), "$quiet"))
    date = printable(match.tags.get("Date", "")) or _written(save)
    names = [printable(match.tags.get(f"Player{number}", f"Player {number}")) for number in (1, 2)]
    told = Content.assemble(
        (f"{date:<10.10}  ", "$quiet"),
        (f"{match.game.title:<16}  ", "bold"),
        f"{' against '.join(names)}, ",
        _ending(match, names),
    )
    return Entry(save.name, told)


def _ending(match: Match, names: Sequence[str]) -> str | tuple[str, str]:
    if not match.is_over:
        return (f"unfinished, turn {match.turn}", "$quiet")
    if match.winner is None:
        return "nobody won"
    return (f"{names[match.winner]} won", f"${('one', 'two')[match.winner]}")


def _written(save: Save) -> str:
    try:
        return time.strftime("%Y.%m.%d", time.localtime(os.stat(save.path).st_mtime))
    except OSError:
        return ""
