"""The list of opponents for a game: levels and characters, with ratings and a face."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ...core import AnyGame
from ...ratings.person import PersonInGame
from ...ratings.scale import scales
from ...views.opponent_text import OpponentRow, describe_rating, list_opponents
from ..parts.ascii_text import is_ascii
from ..parts.face import SMALL_FACES, draw_face
from ..parts.key_bar import KeyBar
from ..parts.ratings_list import rate_games, short_ratings
from .page import Page

MIN_NORMAL_WIDTH = 64
"""Columns of a terminal from which the list is as wide as it likes."""


class OpponentsScreen(Page):
    """The opponents in two parts, and a portrait of the one at the cursor."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (MIN_NORMAL_WIDTH, "-normal")]  # noqa: RUF012 - as Textual declares it
    CSS_PATH = "opponents.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "Choose", key_display="Enter", tooltip="play this opponent"),
        *Page.KEYS,
    ]

    def __init__(self, kind: type[AnyGame], current: str, on_choice: Callable[[str], None]) -> None:
        """`current` is first at the cursor; `on_choice` gets the opponent that is chosen."""
        super().__init__()
        self._kind = kind
        self._on_choice = on_choice
        self._rows: dict[str, OpponentRow] = {}
        options = []
        for title, rows in list_opponents(kind.id).items():
            options.append(Option(Content.styled(title, "bold $accent"), disabled=True))
            for row in rows:
                self._rows[row.id] = row
                options.append(Option(Content(f"  {row.name:<9}{row.rating:>6}"), id=row.id))
        self.opponents = OptionList(*options, id="opponents", markup=False, compact=True)
        start = current if current in self._rows else next(iter(self._rows))
        self.opponents.highlighted = self.opponents.get_option_index(start)
        self._heading = Static(Content(self._title), id="heading")
        self._face = Static(id="face")
        self._portrait = Static(id="portrait")

    def compose(self) -> ComposeResult:
        yield self._heading
        with Horizontal():
            yield self.opponents
            with VerticalScroll(id="card", can_focus=False):
                yield self._face
                yield self._portrait
        yield KeyBar()

    def on_mount(self) -> None:
        self.set_focus(self.opponents)
        if self._kind.id in scales():
            self.background.run("rating", rate_games, self._rated, lambda why: None)

    @property
    def _title(self) -> str:
        return f"Opponents  ·  {self._kind.title}"

    def _rated(self, people: list[PersonInGame]) -> None:
        """Show the reader's rating above those of the opponents."""
        if rating := short_ratings(people).get(self._kind.id):
            self._heading.update(Content(f"{self._title}  ·  your rating: {rating}"))

    def on_resize(self) -> None:
        is_narrow = self.app.size.width < MIN_NORMAL_WIDTH
        subtitle = "Enter to choose" if is_narrow else "Press Enter or click to choose"
        self.opponents.border_subtitle = subtitle

    @property
    def chosen(self) -> OpponentRow | None:
        """The opponent at the cursor."""
        at = self.opponents.highlighted
        id = None if at is None else self.opponents.get_option_at_index(at).id
        return None if id is None else self._rows[id]

    @on(OptionList.OptionHighlighted)
    def _highlighted(self) -> None:
        row = self.chosen
        if row is None:
            return
        has_face = row.id in SMALL_FACES
        is_plain = is_ascii(self) or self.app.no_color
        self._face.display = has_face
        if has_face:
            self._face.update(draw_face(row.id, is_plain=is_plain))
        rating = describe_rating(row.id, self._kind.id)
        self._portrait.update(
            Content.assemble(
                (f"{row.name}\n", "bold"),
                f"{row.text}\n",
                (f"\n{rating}" if rating else "\nNo rating in this game", "$quiet"),
            )
        )

    @on(OptionList.OptionSelected)
    def action_choose(self) -> None:
        """Choose the opponent at the cursor, and go back."""
        if self.chosen is not None:
            self._on_choice(self.chosen.id)
            self.action_leave()

    @property
    def legend(self) -> dict[str, str]:
        return {"↑ ↓": "select an opponent (also Home, End, PgUp, PgDn)"}
