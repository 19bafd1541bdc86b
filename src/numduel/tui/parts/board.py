"""The board widget, with a cursor and animated moves."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping

from textual import events
from textual.geometry import Region, Size
from textual.timer import Timer
from textual.widget import Widget

from ...core import Move, Picture, Player, Tile
from ...views.positions import tile_of
from .ascii_text import is_ascii
from .canvas import CanvasWidget
from .drawing import Badge, Overlay, Slide, draw
from .layout import Layout, fit

SLIDE_S = 0.22
"""Duration of a token's slide, in seconds."""

FLIP_S = 0.28
"""Duration of a tile's flip, in seconds."""

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class BoardView(CanvasWidget, can_focus=True):
    """A board with a cursor. Its screen handles the keys."""

    def __init__(
        self, choose_tile: Callable[[int], None] | None = None, *, id: str | None = None
    ) -> None:
        """`choose_tile` is called for every click on a tile; without it, clicks do nothing."""
        super().__init__(id=id)
        self._choose_tile = choose_tile
        self.picture: Picture | None = None
        self.overlay = Overlay()
        self.is_animated = False
        self._room = Size(50, 18)
        self._layout = Layout(1, 1, 1, 1, 0, 0)
        self._board_animation: _BoardAnimation | None = None
        self._timer: Timer | None = None

    # ---- showing

    @property
    def tiles(self) -> list[Tile]:
        return [] if self.picture is None else self.picture.tiles

    def show(
        self, picture: Picture, legal: Collection[Move] = (), *, last: int | None = None
    ) -> None:
        """Show a position, animated; `last` is the tile of the last move."""
        before, self.picture = self.picture, picture
        self.finish_animation()
        cursor = self.overlay.cursor
        if cursor is not None and cursor >= len(self.tiles):
            cursor = 0 if self.tiles else None
        self.overlay = self.overlay._replace(
            legal=frozenset(legal),
            last=last,
            badges={},
            refused=None,
            cursor=cursor,
            ascii=is_ascii(self),
        )
        self._arrange()
        if self.is_animated and before is not None and self.is_mounted:
            animation = _BoardAnimation(before, picture, self._layout)
            if not animation.is_done:
                self._board_animation = animation
                self._timer = self.set_interval(1 / 30, self._tick)
        self._draw()

    def show_badges(self, badges: Mapping[Move, Badge]) -> None:
        """Show badges on the tiles of these moves."""
        self.overlay = self.overlay._replace(badges=badges)
        self._draw()

    def mark_refused(self, number: int | None) -> None:
        """Mark a tile with a cross; None removes the mark."""
        if number != self.overlay.refused:
            self.overlay = self.overlay._replace(refused=number)
            self._draw()

    # ---- the cursor

    @property
    def cursor(self) -> int | None:
        return self.overlay.cursor

    def move_cursor(self, number: int | None) -> None:
        """Move the cursor to a tile; None hides it."""
        self.overlay = self.overlay._replace(cursor=number)
        self._draw()
        if number is not None and self._layout.columns:
            x, y = self._layout.corner(number)
            region = Region(x, y, self._layout.tile_width, self._layout.tile_height)
            self.call_after_refresh(self._scroll_into_view, region)

    def _scroll_into_view(self, region: Region) -> None:
        if self.is_attached and isinstance(self.parent, Widget):
            self.parent.scroll_to_region(
                region.translate(self.virtual_region.offset), animate=False, force=True
            )

    def step_cursor(self, arrow: str) -> bool:
        """Move the cursor in the direction of an arrow key, or show it if it is hidden.

        Returns False at an edge.
        """
        if not self.tiles:
            return False
        if self.overlay.cursor is None:
            self.move_cursor(self.first_choice())
            return True
        line, column = divmod(self.overlay.cursor, self._layout.columns)
        dx, dy = ARROWS[arrow]
        column, line = column + dx, line + dy
        number = line * self._layout.columns + column
        if not (0 <= column < self._layout.columns and 0 <= number < len(self.tiles)):
            return False
        self.move_cursor(number)
        return True

    @property
    def choices(self) -> list[int]:
        """The tiles of legal moves."""
        return [n for n, tile in enumerate(self.tiles) if tile.move in self.overlay.legal]

    def first_choice(self) -> int | None:
        """Return the first tile with a legal move, or the first tile; None without tiles."""
        return next(iter(self.choices), 0 if self.tiles else None)

    def tile_of_move(self, move: Move) -> int | None:
        """Return the tile of a move, or None."""
        return None if self.picture is None else tile_of(self.picture, move)

    # ---- mouse

    def on_click(self, event: events.Click) -> None:
        number = self._layout.at(event.x, event.y)
        if self._choose_tile and number is not None and number < len(self.tiles):
            event.stop()
            self.move_cursor(number)
            self._choose_tile(number)

    # ---- size

    def fit(self, room: Size) -> bool:
        """Draw the board as large as fits; return False if even the smallest is too large."""
        if room != self._room:
            self._room = room
            self.finish_animation()
            self._arrange()
            self._draw()
        return self._layout.width <= room.width and self._layout.height <= room.height

    def _arrange(self) -> None:
        if self.picture is None:
            return
        layout = fit(self.picture, self._room.width, self._room.height)
        if layout != self._layout:
            self._layout = layout
            self.refresh(layout=True)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return self._layout.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self._layout.height

    def _draw(self) -> None:
        if self.picture is not None:
            overlay = (
                self.overlay
                if self._board_animation is None
                else self._board_animation.apply_to(self.overlay)
            )
            self.paint(draw(self.picture, self._layout, overlay))

    # ---- animation

    def _tick(self) -> None:
        if self._board_animation is not None and self._board_animation.is_done:
            self.finish_animation()
        self._draw()

    @property
    def is_animating(self) -> bool:
        return self._board_animation is not None

    def finish_animation(self) -> None:
        """Show the final position at once."""
        if self._timer is not None:
            self._timer.stop()
        animation, self._board_animation, self._timer = self._board_animation, None, None
        if animation is not None:
            self._draw()


class _BoardAnimation:
    """The animation from one picture to the next: sliding tokens and flipping tiles."""

    def __init__(self, before: Picture, after: Picture, layout: Layout) -> None:
        self._start = time.monotonic()
        self._slides: list[tuple[Player, int, int]] = []
        self._layout = layout
        self._flipped: list[int] = []
        old, new = before.tiles, after.tiles
        if len(old) != len(new):
            return
        for player in Player:
            before_it, after_it = (_tiles_with(player, tiles) for tiles in (old, new))
            left, arrived = before_it - after_it, after_it - before_it
            # Tokens put on the board or taken off it don't slide.
            if left.total() == arrived.total():
                moves = zip(left.elements(), arrived.elements(), strict=True)
                self._slides += [(player, start, goal) for start, goal in moves]
        pairs = enumerate(zip(old, new, strict=True))
        self._flipped = [n for n, (was, now) in pairs if now.label and not was.label]

    @property
    def _passed(self) -> float:
        return time.monotonic() - self._start

    @property
    def is_done(self) -> bool:
        """Whether the animation has ended; True from the start if nothing moves."""
        return self._passed >= max(SLIDE_S if self._slides else 0, FLIP_S if self._flipped else 0)

    def apply_to(self, overlay: Overlay) -> Overlay:
        """Return the overlay with the current frame of the animation."""
        part = min(1.0, self._passed / SLIDE_S)
        eased = part * part * (3 - 2 * part)
        sliding = tuple(self._slide(*slide, eased) for slide in self._slides if part < 1)
        shades = "-/|" if overlay.ascii else "░▒▓"
        step = int(self._passed / FLIP_S * len(shades))
        flipping = dict.fromkeys(self._flipped, shades[step] * 3) if step < len(shades) else {}
        return overlay._replace(sliding=sliding, flipping=flipping)

    def _slide(self, player: Player, start: int, goal: int, part: float) -> Slide:
        """Return a token that has moved this part of its way."""
        (x, y), (to_x, to_y) = _middle(self._layout, start), _middle(self._layout, goal)
        return Slide(player, goal, x + (to_x - x) * part, y + (to_y - y) * part)


def _tiles_with(player: Player, tiles: list[Tile]) -> Counter[int]:
    """Count the tokens of a player on each tile that has any."""
    return Counter({n: c for n, tile in enumerate(tiles) if (c := tile.tokens.count(player))})


def _middle(layout: Layout, number: int) -> tuple[float, float]:
    """Return the position of a moving token on a tile."""
    x, y = layout.corner(number)
    return x + (layout.tile_width - 4) / 2, y + (layout.tile_height - 1) / 2
