"""Going on with a kept game: whoever is no part of numduel is named again first."""

from __future__ import annotations

from contextlib import suppress
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from ...errors import GuestInRecord, SetupError, printable, sentence
from ...play.session import AS_RECORDED, Whos
from ...storage.saves import Save
from ..match_options import GUESTS, OpponentOptions, named
from ..parts.form import Form
from ..parts.form_row import FormRow
from ..parts.form_values import FormValues
from ..parts.key_bar import KeyBar
from ..parts.opponent_rows import OpponentRows, about_opponent
from ..unfinished import resumed, summary
from .duel import screen_of
from .form_page import FormPage
from .page import Page

WHY = "No kept game starts a program or a model by itself: say who plays on."


def screen_for(save: Save, whos: Whos = AS_RECORDED) -> Page:
    """Where a kept game is gone on with; SetupError if it cannot be.

    `whos` are those who play on for its players. Where one of them is a guest whom nobody has
    named again, this is where that is asked.
    """
    try:
        return screen_of(resumed(save, whos))
    except GuestInRecord as guest:
        return NamingScreen(save, whos, guest)


class NamingScreen(FormPage):
    """Asks who plays on for one player; Enter goes on with the game."""

    CSS_PATH = "resume_external.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go_on", "Go on", key_display="Enter", tooltip="go on with the game"),
        *FormPage.KEYS,
    ]

    def __init__(self, save: Save, whos: Whos, guest: GuestInRecord) -> None:
        """`guest` is who played, and for which player."""
        super().__init__()
        self._save = save
        self._whos = whos
        self._guest = guest
        kind = next(word for word, begun in GUESTS.items() if guest.who.startswith(begun))
        self._values = FormValues(
            OpponentOptions,
            {"opponent": kind},
            labels={"opponent": f"Player {guest.number}"},
            notes={"opponent": lambda word: about_opponent(word, "somebody")},
        )
        self.form = Form(self._values, changed=self._changed)
        self.opponent = OpponentRows(self.form, self._values)
        self._problem = Static(id="problem")

    def compose(self) -> ComposeResult:
        with suppress(SetupError):  # it may be gone by now, which is told when it is gone on with
            yield Static(Content("  ·  ".join(summary(self._save.load()))), id="heading")
        was = f"Player {self._guest.number} was: {printable(self._guest.who)}"
        yield Static(Content(f"{was}\n{WHY}"), id="why")
        yield self.form
        yield self._problem
        yield KeyBar()

    def on_mount(self) -> None:
        self.set_focus(self.form)
        self.opponent.show()
        self.form.go_to(self.form.find(self._values, self._values["opponent"]))

    def _changed(self, row: FormRow) -> None:
        self.opponent.left(row)
        self.opponent.show()
        self.form.show()

    async def takes(self, event: events.Key) -> bool:
        """Enter goes on, also where something has just been typed."""
        return await (self.press("enter") if event.key == "enter" else super().takes(event))

    def action_go_on(self) -> None:
        """Take the game up with whoever is named, or go where it is said why not."""
        if not self.is_current:
            return  # the game is open already
        if (faulty := self.opponent.unseated()) is not None:
            self.form.go_to(faulty)
            return
        who, (one, two) = named(self._values.all()), self._whos
        whos = (who, two) if self._guest.number == 1 else (one, who)
        try:
            screen = screen_for(self._save, whos)
        except SetupError as error:
            self._problem.update(Content.styled(sentence(error), "$error"))
            return
        self.app.switch_screen(screen)
