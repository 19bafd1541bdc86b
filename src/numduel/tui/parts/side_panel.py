"""The panel beside a board: the players, and below them the log, the rules or another panel."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import ContentSwitcher, Markdown

from ...core import AnyGame
from ...learning import rulebook
from ...views.match_view import MatchView
from .panels import LogPanel, PlayersPanel, ReadOnlyScroll


class SidePanel(Vertical):
    """The players above, and one panel at a time below."""

    def __init__(self, *panels: Widget, first: str = "log", above: Widget | None = None) -> None:
        """`panels` share the space with the log and the rules; `first` is shown at the start.

        `above` is shown between the players and the panels.
        """
        super().__init__(id="side")
        self.players = PlayersPanel(id="players")
        self.log_panel = LogPanel(id="log")
        self._above = above
        self._panels = panels
        self._first = first
        self._rules = Markdown(open_links=False)
        self._switcher = ContentSwitcher(initial=first, id="beside")

    def put_above(self, widget: Widget) -> None:
        """Set the widget between the players and the panels, before they are mounted."""
        self._above = widget

    def compose(self) -> ComposeResult:
        yield self.players
        if self._above is not None:
            yield self._above
        with self._switcher:
            yield self.log_panel
            yield from self._panels
            with ReadOnlyScroll(id="rules"):
                yield self._rules

    def show(self, view: MatchView, log: Sequence[str]) -> None:
        self.players.show(view.picture, view.names, is_draw=view.situation.is_draw)
        self.log_panel.show(log)

    @property
    def shown(self) -> Widget | None:
        """The panel below the players."""
        return self._switcher.visible_content

    def toggle(self, panel: str) -> None:
        """Show a panel by its id, or the first one if it is already shown."""
        self._switcher.current = self._first if self._switcher.current == panel else panel

    async def toggle_rules(self, game: AnyGame) -> None:
        """Show the rules of a game, or the first panel if they are already shown."""
        if self._switcher.current != "rules":
            await self._rules.update(rulebook.page_of(game))
        self.toggle("rules")
