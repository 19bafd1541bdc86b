"""The board on which a game is going to be played, with a line below it."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from ...core import AnyGame
from .board import BoardView
from .layout import fit
from .table import BoardArea


class Preview(Vertical):
    """A board that nobody can point at."""

    def __init__(self) -> None:
        super().__init__(id="preview")
        self.board = BoardView(id="board")
        self.board.can_focus = False
        self._area = BoardArea(self.board)
        self._caption = Static(id="caption")

    def compose(self) -> ComposeResult:
        yield self._area
        yield self._caption

    def show(self, game: AnyGame | None) -> None:
        """What both players see at the start, where there is room for it."""
        self.board.display = game is not None
        if game is not None:
            picture, room = game.public().picture(game.public().start()), self._area.outer_size
            layout = fit(picture, room.width, room.height)
            fits = layout.width <= room.width and layout.height <= room.height
            self.board.display = fits and bool(picture.tiles)
            self.board.show(picture)

    def say(self, caption: str) -> None:
        """The words below the board."""
        self._caption.update(Content.styled(caption, "$quiet"))
