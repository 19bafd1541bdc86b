"""A list of games to start something with, each in two lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option


class GameList(OptionList):
    """It has the focus always, and so the keys that lists keep."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Start", key_display="Enter"),
    ]

    def show(self, entries: Sequence[Content], *, is_airy: bool) -> None:
        """These entries; with air, there is an empty line above and below each."""
        if self.option_count != len(entries):
            self.set_options([Option("") for _ in entries])
        for number, entry in enumerate(entries):
            aired = Content.assemble("\n", entry, "\n") if is_airy else entry
            self.replace_option_prompt_at_index(number, aired)
