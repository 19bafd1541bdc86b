"""The settings, with a sample board; each is saved as soon as it changes."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from ...core import Turn
from ...dice import Dice
from ...games import offered
from ...play.match import Match
from ...storage import saves
from .. import settings
from ..parts.board import BoardView
from ..parts.board_panel import BoardArea
from ..parts.form import Form
from ..parts.form_row import FormRow
from ..parts.form_values import FormValues
from ..parts.key_bar import KeyBar
from ..parts.panels import PlayersPanel
from ..settings import Settings
from .form_page import FormPage

SEED = 7
PLIES = 5
"""Number of plies in the sample game."""


class SettingsScreen(FormPage):
    """A form for all settings, and a sample board that shows their effect."""

    CSS_PATH = "settings.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "step", "Change", key_display="Enter", tooltip="change the value"),
        *FormPage.KEYS,
    ]

    def __init__(self) -> None:
        super().__init__()
        self.values = FormValues(Settings, labels={"ascii": "ASCII only"})
        self.board = BoardView(id="board")
        self.board.can_focus = False
        self.players = PlayersPanel(id="players")
        beside = Vertical(BoardArea(self.board), self.players, id="sample")
        self.form = Form(self.values, on_change=self._changed, beside=beside)
        self._match = make_sample()

    # ---- the parts

    def compose(self) -> ComposeResult:
        yield Static("Settings", id="heading")
        yield self.form
        yield Static(
            Content.styled(f"Saved in {saves.short_path(settings.file())}", "$quiet"), id="where"
        )
        yield KeyBar()

    def on_mount(self) -> None:
        for name, value in vars(self.app.settings).items():
            self.values.put(name, value)
        self.set_focus(self.form)
        self._show()

    # ---- changing

    def _changed(self, row: FormRow) -> None:
        now = self.app.settings.replace(**self.values.all())
        if now != self.app.settings:
            starts_moving = now.animation and not self.app.settings.animation
            self.app.apply_settings(now)
            self._show()
            if starts_moving:
                self._animate_sample()

    def _show(self) -> None:
        self.set_class(self.app.settings.ascii, "-ascii")
        self.form.show()
        self.board.is_animated = False
        self._show_sample(len(self._match.states) - 1)

    def _show_sample(self, index: int) -> None:
        game, state = self._match.game, self._match.states[index]
        status, picture = game.status(state), game.picture(state)
        self.board.show(picture, status.moves if isinstance(status, Turn) else ())
        self.players.show(picture, (self.app.settings.name, self.app.settings.friend))

    def _animate_sample(self) -> None:
        """Play the last move of the sample again, animated."""
        self._show_sample(max(0, len(self._match.states) - 2))
        self.board.is_animated = True
        self._show_sample(len(self._match.states) - 1)

    # ---- keys

    def action_step(self) -> None:
        self.form.step(1)


def make_sample() -> Match:
    """Return an unfinished match of the first game, some moves in."""
    dice = Dice(SEED)
    match = Match(offered()[0].setup({}, None, dice), dice=dice)
    while not match.is_over and len(match.plies) < PLIES:
        match.play(dice.choice(match.moves))
    if match.is_over:
        match.undo()
    return match
