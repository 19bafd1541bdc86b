"""A preview of the board to play on, with a caption."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from ...core import AnyGame
from ...play.dealing import BOOK
from ..match_options import FAIR, RANDOM
from ..match_setup import MatchSetup
from .board import BoardView
from .board_panel import BoardArea
from .layout import fit

NO_BOARD = "No board to show."


class Preview(Vertical):
    """A board without a cursor, and a caption below it."""

    def __init__(self) -> None:
        super().__init__(id="preview")
        self.board = BoardView(id="board")
        self.board.can_focus = False
        self._area = BoardArea(self.board)
        self._caption = Static(id="caption")

    def compose(self) -> ComposeResult:
        yield self._area
        yield self._caption

    def show(self, setup: MatchSetup, *, has_problem: bool) -> None:
        """Show the start of a game as both players see it, if it fits, and a caption."""
        game = setup.game
        self.board.display = game is not None
        if game is not None:
            picture, room = game.public().picture(game.public().start()), self._area.outer_size
            layout = fit(picture, room.width, room.height)
            fits = layout.width <= room.width and layout.height <= room.height
            self.board.display = fits and bool(picture.tiles)
            self.board.show(picture)
        caption = NO_BOARD if has_problem else self._describe(setup)
        self._caption.update(Content.styled(caption, "$quiet"))

    def _describe(self, setup: MatchSetup) -> str:
        """Return the text below the board, or in its place: its numbers, if there is room."""
        game, is_drawn = setup.game, bool(self.board.display)
        if game is None:
            return ""
        if not setup.has_board:
            return "Every game starts like this." if is_drawn else ""
        if not is_drawn:
            return self._write_out(game) or "The board is too large to show here."
        if setup.is_board(FAIR):
            return f"Fair board ({setup.fair.tried} tried)."
        if game.hidden:
            return "Hidden numbers appear during play."
        is_dealt = setup.is_board(RANDOM) or setup.is_board(BOOK)
        return f"Seed {setup.seed} deals this board." if is_dealt else ""

    def _write_out(self, game: AnyGame) -> str:
        """Return the numbers of the board in rows; "" if they don't fit either."""
        rows = [row.split() for row in game.public().board.split("/")]
        wide = max(len(number) for row in rows for number in row)
        lines = [" ".join(f"{number:>{wide}}" for number in row) for row in rows]
        room = self.content_size
        return "\n".join(lines) if len(lines) <= room.height and len(lines[0]) <= room.width else ""
