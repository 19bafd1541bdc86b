"""Resuming a saved game: external players must be chosen again first."""

from __future__ import annotations

from contextlib import suppress
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from ...errors import ExternalPlayerInRecord, SetupError, as_sentence, printable
from ...play.session import AS_RECORDED, Replacements
from ...storage.saves import Save
from ..match_options import EXTERNAL_PREFIXES, OpponentOptions, opponent_spec
from ..parts.form import Form
from ..parts.form_row import FormRow
from ..parts.form_values import FormValues
from ..parts.key_bar import KeyBar
from ..parts.opponent_rows import OpponentRows, describe_opponent
from ..unfinished import resume, summarise
from .duel import screen_of
from .form_page import FormPage
from .page import Page

WHY = "Saved games never start programs or models. Choose who plays."


def screen_for(save: Save, whos: Replacements = AS_RECORDED) -> Page:
    """Return the screen that resumes a saved game; SetupError if it can't be resumed.

    `whos` names who continues for each player. If an external player hasn't been chosen again,
    the screen asks for it.
    """
    try:
        return screen_of(resume(save, whos))
    except ExternalPlayerInRecord as external:
        return ResumeExternalScreen(save, whos, external)


class ResumeExternalScreen(FormPage):
    """Asks who continues for one player, then resumes the game."""

    CSS_PATH = "resume_external.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "resume", "Resume", key_display="Enter", tooltip="resume the game"),
        *FormPage.KEYS,
    ]

    def __init__(self, save: Save, whos: Replacements, external: ExternalPlayerInRecord) -> None:
        """`external` is the external player, and its seat."""
        super().__init__()
        self._save = save
        self._whos = whos
        self._external = external
        kind = next(
            kind for kind, prefix in EXTERNAL_PREFIXES.items() if external.who.startswith(prefix)
        )
        self._values = FormValues(
            OpponentOptions,
            {"opponent": kind},
            labels={"opponent": f"Player {external.number}"},
            notes={"opponent": lambda opponent: describe_opponent(opponent, "a person")},
        )
        self.form = Form(self._values, on_change=self._changed)
        self.opponent = OpponentRows(self.form, self._values)
        self._problem = Static(id="problem")

    def compose(self) -> ComposeResult:
        with suppress(SetupError):  # deleted by now: resuming shows the error
            yield Static(Content("  ·  ".join(summarise(self._save.load()))), id="heading")
        was = f"Player {self._external.number} was: {printable(self._external.who)}"
        yield Static(Content(f"{was}\n{WHY}"), id="why")
        yield self.form
        yield self._problem
        yield KeyBar()

    def on_mount(self) -> None:
        self.set_focus(self.form)
        self.opponent.show()
        self.form.go_to(self.form.find(self._values, self._values["opponent"]))

    def _changed(self, row: FormRow) -> None:
        self.opponent.check_left_row(row)
        self.opponent.show()
        self.form.show()

    async def process_key(self, event: events.Key) -> bool:
        """Handle a key; Enter resumes the game, even while a text is typed."""
        return await (self.press("enter") if event.key == "enter" else super().process_key(event))

    def action_resume(self) -> None:
        """Resume the game with the chosen player, or go to the row with the problem."""
        if not self.is_current:
            return  # the game is open already
        if (faulty := self.opponent.find_invalid()) is not None:
            self.form.go_to(faulty)
            return
        who, (one, two) = opponent_spec(self._values.all()), self._whos
        whos = (who, two) if self._external.number == 1 else (one, who)
        try:
            screen = screen_for(self._save, whos)
        except SetupError as error:
            self._problem.update(Content.styled(as_sentence(error), "$error"))
            return
        self.app.switch_screen(screen)
