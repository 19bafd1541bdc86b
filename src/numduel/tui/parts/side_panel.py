"""What stands beside a board: the players, and below them the log, the rules or something else."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import ContentSwitcher, Markdown

from ...core import AnyGame
from ...learning import rulebook
from ...views.match_view import MatchView
from .panels import Log, Players, Unfocused


class SidePanel(Vertical):
    """Players above; below, one panel at a time."""

    def __init__(self, *panels: Widget, first: str = "log", above: Widget | None = None) -> None:
        """`panels` can stand where the log and the rules do, and `first` is shown at first.

        `above` stands between the players and these.
        """
        super().__init__(id="side")
        self.players = Players(id="players")
        self.log_panel = Log(id="log")
        self._above = above
        self._panels = panels
        self._first = first
        self._rules = Markdown(open_links=False)
        self._switcher = ContentSwitcher(initial=first, id="beside")

    def put_above(self, widget: Widget) -> None:
        """Something between the players and the panels, before any of it is on a screen."""
        self._above = widget

    def compose(self) -> ComposeResult:
        yield self.players
        if self._above is not None:
            yield self._above
        with self._switcher:
            yield self.log_panel
            yield from self._panels
            with Unfocused(id="rules"):
                yield self._rules

    def show(self, view: MatchView, log: Sequence[str]) -> None:
        self.players.show(view.picture, view.names, is_draw=view.situation.is_draw)
        self.log_panel.show(log)

    @property
    def shown(self) -> Widget | None:
        """The panel below the players."""
        return self._switcher.visible_content

    def toggle(self, panel: str) -> None:
        """Show a panel by its id, or if it is there already, the first one again."""
        self._switcher.current = self._first if self._switcher.current == panel else panel

    async def toggle_rules(self, game: AnyGame) -> None:
        """The rules of a game, or the first panel again."""
        if self._switcher.current != "rules":
            await self._rules.update(rulebook.page(game.id))
        self.toggle("rules")
