"""A screen that is a form: rows to be filled in, and what they make of it beside them."""

from __future__ import annotations

from textual import events

from ..parts.form import KEYS, Form
from .page import Page


class FormPage(Page):
    """Every key goes to the form first."""

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
        return KEYS

    async def takes(self, event: events.Key) -> bool:
        return self.form.takes(event) or await super().takes(event)
