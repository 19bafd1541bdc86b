"""The base class of screens with a form."""

from __future__ import annotations

from textual import events

from ..parts.form import KEY_HELP, Form
from .page import Page


class FormPage(Page):
    """A screen whose keys go to its form first."""

    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - as Textual declares it
        (0, "-narrow"),
        (60, "-small"),
        (64, "-normal"),
        (100, "-wide"),
        (150, "-huge"),
    ]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (36, "-tall")]  # noqa: RUF012

    form: Form

    @property
    def legend(self) -> dict[str, str]:
        return KEY_HELP

    async def process_key(self, event: events.Key) -> bool:
        return self.form.process_key(event) or await super().process_key(event)
