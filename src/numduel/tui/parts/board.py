"""The board on a screen: a picture that can be pointed at, and that shows what changes."""

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
from .canvas import CanvasWidget
from .drawing import Look, Sign, Slide, draw
from .layout import Layout, fit
from .plain_letters import is_ascii

SLIDE, TURN = 0.22, 0.28
"""Seconds that a token takes to its new place, and a number to be turned over."""

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class BoardView(CanvasWidget, can_focus=True):
    """A picture with a cursor; it takes no keys itself, the screen it is on does."""

    def __init__(
        self, choose_tile: Callable[[int], None] | None = None, *, id: str | None = None
    ) -> None:
        """`choose_tile` hears of every click on a tile; without it the board is only looked at."""
        super().__init__(id=id)
        self._choose_tile = choose_tile
        self.picture: Picture | None = None
        self.look = Look()
        self.is_animated = False
        self._room = Size(50, 18)
        self._layout = Layout(1, 1, 1, 1, 0, 0)
        self._movement: _Movement | None = None
        self._timer: Timer | None = None

    # ---- what is shown

    @property
    def tiles(self) -> list[Tile]:
        return [] if self.picture is None else self.picture.tiles

    def show(
        self, picture: Picture, legal: Collection[Move] = (), *, last: int | None = None
    ) -> None:
        """Another position, with the tile that was chosen last; what has moved is seen to move."""
        before, self.picture = self.picture, picture
        self.finish()
        cursor = self.look.cursor
        if cursor is not None and cursor >= len(self.tiles):
            cursor = 0 if self.tiles else None
        self.look = self.look._replace(
            legal=frozenset(legal),
            last=last,
            signs={},
            refused=None,
            cursor=cursor,
            ascii=is_ascii(self),
        )
        self._arrange()
        if self.is_animated and before is not None and self.is_mounted:
            movement = _Movement(before, picture, self._layout)
            if not movement.is_done:
                self._movement = movement
                self._timer = self.set_interval(1 / 30, self._tick)
        self._draw()

    def mark(self, signs: Mapping[Move, Sign]) -> None:
        """A few letters on the tiles of these moves."""
        self.look = self.look._replace(signs=signs)
        self._draw()

    def refuse(self, number: int | None) -> None:
        """A cross on the tile that may not be chosen; None takes it away."""
        if number != self.look.refused:
            self.look = self.look._replace(refused=number)
            self._draw()

    # ---- the cursor

    @property
    def cursor(self) -> int | None:
        return self.look.cursor

    def point(self, number: int | None) -> None:
        """Put the cursor on a tile, or away."""
        self.look = self.look._replace(cursor=number)
        self._draw()
        if number is not None and self._layout.columns:
            x, y = self._layout.corner(number)
            region = Region(x, y, self._layout.wide, self._layout.high)
            self.call_after_refresh(self._reveal, region)

    def _reveal(self, region: Region) -> None:
        if self.is_attached and isinstance(self.parent, Widget):
            self.parent.scroll_to_region(
                region.translate(self.virtual_region.offset), animate=False, force=True
            )

    def step(self, way: str) -> bool:
        """Move the cursor by an arrow; False at an edge. The first arrow only shows it."""
        if not self.tiles:
            return False
        if self.look.cursor is None:
            self.point(self.first_choice())
            return True
        line, column = divmod(self.look.cursor, self._layout.columns)
        dx, dy = ARROWS[way]
        column, line = column + dx, line + dy
        number = line * self._layout.columns + column
        if not (0 <= column < self._layout.columns and 0 <= number < len(self.tiles)):
            return False
        self.point(number)
        return True

    @property
    def choices(self) -> list[int]:
        """The tiles that may be chosen."""
        return [n for n, tile in enumerate(self.tiles) if tile.move in self.look.legal]

    def first_choice(self) -> int | None:
        """Return the first tile that may be chosen, else the first; None without tiles."""
        return next(iter(self.choices), 0 if self.tiles else None)

    def number_of(self, move: Move) -> int | None:
        """The tile that stands for a move."""
        return None if self.picture is None else tile_of(self.picture, move)

    # ---- mouse

    def on_click(self, event: events.Click) -> None:
        number = self._layout.at(event.x, event.y)
        if self._choose_tile and number is not None and number < len(self.tiles):
            event.stop()
            self.point(number)
            self._choose_tile(number)

    # ---- size

    def fit(self, room: Size) -> bool:
        """Draw as large as this room allows; False if even the smallest board is too large."""
        if room != self._room:
            self._room = room
            self.finish()
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
            look = self.look if self._movement is None else self._movement.seen(self.look)
            self.paint(draw(self.picture, self._layout, look))

    # ---- movement

    def _tick(self) -> None:
        if self._movement is not None and self._movement.is_done:
            self.finish()
        self._draw()

    @property
    def is_moving(self) -> bool:
        return self._movement is not None

    def finish(self) -> None:
        """Everything at its place at once."""
        if self._timer is not None:
            self._timer.stop()
        moved, self._movement, self._timer = self._movement, None, None
        if moved is not None:
            self._draw()


class _Movement:
    """Tokens on their way and numbers being turned over, from the first moment to the last."""

    def __init__(self, before: Picture, after: Picture, layout: Layout) -> None:
        self._start = time.monotonic()
        self._slides: list[tuple[Player, int, int]] = []
        self._layout = layout
        self._turned: list[int] = []
        old, new = before.tiles, after.tiles
        if len(old) != len(new):
            return
        for player in Player:
            before_it, after_it = (_tiles_with(player, tiles) for tiles in (old, new))
            left, came = before_it - after_it, after_it - before_it
            # A token that was put on the board or taken off comes from nowhere, or goes there.
            if left.total() == came.total():
                pairs_of = zip(left.elements(), came.elements(), strict=True)
                self._slides += [(player, start, goal) for start, goal in pairs_of]
        pairs = enumerate(zip(old, new, strict=True))
        self._turned = [n for n, (was, now) in pairs if now.label and not was.label]

    @property
    def _passed(self) -> float:
        return time.monotonic() - self._start

    @property
    def is_done(self) -> bool:
        """At once where nothing has moved."""
        return self._passed >= max(SLIDE if self._slides else 0, TURN if self._turned else 0)

    def seen(self, look: Look) -> Look:
        """What is shown at this moment."""
        part = min(1.0, self._passed / SLIDE)
        eased = part * part * (3 - 2 * part)
        sliding = tuple(self._slide(*slide, eased) for slide in self._slides if part < 1)
        shades = "-/|" if look.ascii else "░▒▓"
        place = int(self._passed / TURN * len(shades))
        turning = dict.fromkeys(self._turned, shades[place] * 3) if place < len(shades) else {}
        return look._replace(sliding=sliding, turning=turning)

    def _slide(self, player: Player, start: int, goal: int, part: float) -> Slide:
        """Return a token that has come this part of its way."""
        (x, y), (to_x, to_y) = _middle(self._layout, start), _middle(self._layout, goal)
        return Slide(player, goal, x + (to_x - x) * part, y + (to_y - y) * part)


def _tiles_with(player: Player, tiles: list[Tile]) -> Counter[int]:
    """Count the tokens of a player on each tile that has any."""
    return Counter({n: c for n, tile in enumerate(tiles) if (c := tile.tokens.count(player))})


def _middle(layout: Layout, number: int) -> tuple[float, float]:
    """Where a token stands on a tile while it moves."""
    x, y = layout.corner(number)
    return x + (layout.wide - 4) / 2, y + (layout.high - 1) / 2
