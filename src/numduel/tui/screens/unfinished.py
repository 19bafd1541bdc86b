"""Unfinished games: to go on with, to look at, or to delete."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ...errors import SetupError, as_sentence
from ...storage import saves
from ...storage.saves import SaveInfo
from ..background import Task
from ..parts.key_bar import KeyBar
from ..unfinished import in_a_line
from .page import Page

NONE_LEFT = "There is no unfinished game. Esc goes back, where a new one is begun."


class UnfinishedScreen(Page):
    """What `numduel resume --list` lists, the last played first, damaged games included."""

    CSS_PATH = "unfinished.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go_on", "Go on", key_display="Enter", tooltip="go on with this game"),
        Binding("l", "look", "Look", tooltip="look at this game"),
        Binding("d", "delete", "Delete", tooltip="delete this game; d again does it"),
        *Page.KEYS,
    ]

    def __init__(self) -> None:
        super().__init__()
        self.games = OptionList(id="games", markup=False, compact=True)
        self._said = Static(id="said")
        self._kept: list[SaveInfo] = []
        self._doomed = ""
        """The name of the game that is deleted if it is asked for once more."""

    def compose(self) -> ComposeResult:
        yield Static("Unfinished games", id="heading")
        yield self._said
        yield self.games
        yield KeyBar()

    def on_mount(self) -> None:
        self.games.border_subtitle = "Enter or a click goes on with one"

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.set_focus(self.games)
        self._read()

    def _read(self) -> None:
        """All of them anew: one may have been played to its end meanwhile."""
        self.say("Reading …", "quiet")
        self.background.do("listing", _found, self._show, lambda why: self.say(as_sentence(why)))

    def _show(self, kept: Sequence[SaveInfo]) -> None:
        at = self.games.highlighted or 0
        self._kept = list(kept)
        self.games.set_options([Option(Content(in_a_line(one))) for one in kept])
        self.games.highlighted = min(at, len(kept) - 1) if kept else None
        self.say(f"{len(kept)} unfinished, the last played first." if kept else NONE_LEFT, "quiet")

    def say(self, text: str, tone: str = "error") -> None:
        self._said.update(Content.styled(text, f"${tone}"))

    @property
    def chosen(self) -> SaveInfo | None:
        """The game under the cursor."""
        at = self.games.highlighted
        return None if at is None else self._kept[at]

    @on(OptionList.OptionHighlighted)
    def _highlighted(self) -> None:
        self._doomed = ""

    @on(OptionList.OptionSelected)
    def _selected(self) -> None:
        self.action_go_on()

    # ---- what is done with one

    def action_go_on(self) -> None:
        from .resume_external import screen_for

        if self.chosen is not None:
            try:
                self.open(screen_for(self.chosen.save))
            except SetupError as error:
                self.say(as_sentence(error))

    def action_look(self) -> None:
        from .review import ReviewScreen

        if self.chosen is None:
            return
        match = self.chosen.match or self.chosen.match_needing_player
        if match is None:
            self.say("Nothing of it can be shown before it is gone on with.")
        else:
            self.open(ReviewScreen(match))

    def action_delete(self) -> None:
        if self.chosen is None:
            return
        save = self.chosen.save
        if self._doomed != save.name:
            self._doomed = save.name
            self.say("Delete this game for good? Press d again.", "warning")
            return
        try:
            save.delete()
        except SetupError as error:
            self.say(as_sentence(error))
        else:
            self._read()

    @property
    def legend(self) -> dict[str, str]:
        return {"↑ ↓": "another game; Home, End, PgUp and PgDn too"}


def _found(task: Task) -> list[SaveInfo]:
    found = []
    for save in saves.list_saves():
        if task.stop():
            break
        if kept := saves.inspect_save(save):
            found.append(kept)
    return found
