"""A list of games, each in two lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option


class GameList(OptionList):
    """A list of games to start something with."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Start", key_display="Enter"),
    ]

    def show(self, entries: Sequence[Content], *, is_spacious: bool) -> None:
        """Show these entries; if spacious, with an empty line above and below each."""
        if self.option_count != len(entries):
            self.set_options([Option("") for _ in entries])
        for number, entry in enumerate(entries):
            padded = Content.assemble("\n", entry, "\n") if is_spacious else entry
            self.replace_option_prompt_at_index(number, padded)
