"""The list of unfinished games, to resume, review or delete."""

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
from ..unfinished import format_line
from .page import Page

NO_UNFINISHED_MESSAGE = "No unfinished games. Press Esc to go back and start one."


class UnfinishedScreen(Page):
    """The games of `numduel resume --list`, latest first, including damaged ones."""

    CSS_PATH = "unfinished.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "resume", "Resume", key_display="Enter", tooltip="resume this game"),
        Binding("l", "review", "Review", tooltip="review this game"),
        Binding("d", "delete", "Delete", tooltip="delete this game (press twice)"),
        *Page.KEYS,
    ]

    def __init__(self) -> None:
        super().__init__()
        self.games = OptionList(id="games", markup=False, compact=True)
        self._message = Static(id="message")
        self._infos: list[SaveInfo] = []
        self._pending_delete = ""
        """The name of the game to delete if the key is pressed again."""

    def compose(self) -> ComposeResult:
        yield Static("Unfinished games", id="heading")
        yield self._message
        yield self.games
        yield KeyBar()

    def on_mount(self) -> None:
        self.games.border_subtitle = "Press Enter or click to resume"

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.set_focus(self.games)
        self._read()

    def _read(self) -> None:
        """Load the list again, since a game may have been finished in between."""
        self.show_message("Loading …", "quiet")
        self.background.run(
            "listing", _read_unfinished, self._show, lambda why: self.show_message(as_sentence(why))
        )

    def _show(self, infos: Sequence[SaveInfo]) -> None:
        at = self.games.highlighted or 0
        self._infos = list(infos)
        self.games.set_options([Option(Content(format_line(info))) for info in infos])
        self.games.highlighted = min(at, len(infos) - 1) if infos else None
        self.show_message(
            f"{len(infos)} unfinished, latest first." if infos else NO_UNFINISHED_MESSAGE,
            "quiet",
        )

    def show_message(self, text: str, tone: str = "error") -> None:
        self._message.update(Content.styled(text, f"${tone}"))

    @property
    def chosen(self) -> SaveInfo | None:
        """The selected game."""
        at = self.games.highlighted
        return None if at is None else self._infos[at]

    @on(OptionList.OptionHighlighted)
    def _highlighted(self) -> None:
        self._pending_delete = ""

    @on(OptionList.OptionSelected)
    def _selected(self) -> None:
        self.action_resume()

    # ---- actions

    def action_resume(self) -> None:
        from .resume_external import screen_for

        if self.chosen is not None:
            try:
                self.open(screen_for(self.chosen.save))
            except SetupError as error:
                self.show_message(as_sentence(error))

    def action_review(self) -> None:
        from .review import ReviewScreen

        if self.chosen is None:
            return
        match = self.chosen.match or self.chosen.match_needing_player
        if match is None:
            self.show_message("No preview. Press Enter to resume.")
        else:
            if saves.count_analysis(self.chosen.save.path):
                self.app.notify(saves.ANALYSIS_COUNTS_MESSAGE, timeout=5)
            self.open(ReviewScreen(match))

    def action_delete(self) -> None:
        if self.chosen is None:
            return
        save = self.chosen.save
        if self._pending_delete != save.name:
            self._pending_delete = save.name
            self.show_message("Delete this game permanently? Press d again to confirm.", "warning")
            return
        try:
            save.delete()
        except SetupError as error:
            self.show_message(as_sentence(error))
        else:
            self._read()

    @property
    def legend(self) -> dict[str, str]:
        return {"↑ ↓": "select a game (also Home, End, PgUp, PgDn)"}


def _read_unfinished(task: Task) -> list[SaveInfo]:
    found = []
    for save in saves.list_saves():
        if task.is_cancelled():
            break
        if info := saves.inspect_save(save):
            found.append(info)
    return found
