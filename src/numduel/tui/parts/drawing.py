"""Drawing a board on a canvas: every tile with its frame, label, tokens and tags."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ...core import Move, Picture, Player, Tile
from . import digits
from .canvas import PLAYER_COLOURS, Canvas, Ink
from .layout import Layout, format_tags, format_tokens, min_tags_width

if TYPE_CHECKING:
    from ...engine.solving.value import Value


def trail_colour(tile: Tile) -> str:
    """Return the background colour of a tile, which shows whose trail it is on."""
    owners = {tag.player for tag in tile.tags if tag.player is not None} | {*tile.tokens}
    if len(owners) == 2:
        return "both-trail"
    return f"{PLAYER_COLOURS[owners.pop()]}-trail" if owners else "tile"


VALUE_COLOURS = {
    "win": "success",
    "loss": "error",
    "draw": "accent",
    "endless": "warning",
    "chance": "primary",
    "unknown": "quiet",
}
"""The colour of a value, by its outcome."""


class Badge(NamedTuple):
    """A few characters on a tile, such as the value of its move."""

    text: str
    colour: str

    @classmethod
    def of(cls, value: Value) -> Badge:
        """Return the badge of a value."""
        return cls(value.sign, VALUE_COLOURS[value.outcome])


class Slide(NamedTuple):
    """A moving token: its destination tile, and its position in columns and lines."""

    player: Player
    goal: int
    x: float
    y: float


class Overlay(NamedTuple):
    """Everything shown on a board besides its picture."""

    legal: Collection[Move] = ()
    cursor: int | None = None
    badges: Mapping[Move, Badge] = {}
    refused: int | None = None
    """The tile of the last refused move."""
    last: int | None = None
    """The tile of the last move."""
    flipping: Mapping[int, str] = {}
    """The tiles being turned over, and the texts they show meanwhile."""
    sliding: tuple[Slide, ...] = ()
    ascii: bool = False


FRAMES = {
    "plain": "╭─╮││╰─╯",
    "legal": "┏━┓┃┃┗━┛",
    "cursor": "╔═╗║║╚═╝",
    "cursor on legal": "▛▀▜▌▐▙▄▟",
}
"""Upper left, upper edge, upper right, left, right, lower left, lower edge, lower right."""


def draw(picture: Picture, layout: Layout, overlay: Overlay) -> Canvas:
    """Return a canvas with the board."""
    canvas = Canvas(layout.width, layout.height, is_ascii=overlay.ascii)
    _draw_headings(canvas, picture, layout)
    arriving = {(slide.goal, slide.player) for slide in overlay.sliding}
    for number, tile in enumerate(picture.tiles):
        if arriving:
            here = tuple(p for p in tile.tokens if (number, p) not in arriving)
            tile = tile._replace(tokens=here)
        drawer = _TileDrawer(canvas, layout, overlay, number, tile)
        if layout.is_framed:
            drawer.draw_framed()
        else:
            drawer.draw_bare()
    for player, _, x, y in overlay.sliding:
        canvas.put(round(x), round(y), f" {player.token} ", _token_ink(player))
    return canvas


def _draw_headings(canvas: Canvas, picture: Picture, layout: Layout) -> None:
    if picture.first is None:
        return
    ink = Ink("quiet")
    for column in range(layout.columns):
        head = str(picture.first + column).center(layout.tile_width - (not layout.is_framed))
        canvas.put(layout.left + column * layout.tile_width, 0, head, ink)
    for line in range(layout.lines):
        head = str(picture.first + line).rjust(2)
        canvas.put(
            0, layout.top + line * layout.tile_height + (layout.tile_height - 1) // 2, head, ink
        )


def _token_ink(player: Player) -> Ink:
    return Ink("on-player", PLAYER_COLOURS[player], bold=True)


class _TileDrawer:
    """Draws one tile."""

    def __init__(
        self, canvas: Canvas, layout: Layout, overlay: Overlay, number: int, tile: Tile
    ) -> None:
        self.canvas = canvas
        self.overlay = overlay
        self.tile = tile
        self.x, self.y = layout.corner(number)
        self.width, self.height = layout.tile_width, layout.tile_height
        self.is_legal = tile.move is not None and tile.move in overlay.legal
        self.is_cursor = number == overlay.cursor
        self.is_refused = number == overlay.refused
        self.is_last = number == overlay.last
        self.background = trail_colour(tile)
        self.label = overlay.flipping.get(number, tile.face)

    @property
    def badge(self) -> Badge | None:
        return self.overlay.badges.get(self.tile.move) if self.tile.move is not None else None

    @property
    def colour(self) -> str:
        if self.is_refused:
            return "error"
        if self.is_legal:
            return "legal"
        return "foreground" if self.tile.label else "quiet"

    def draw_bare(self) -> None:
        """Draw the tile in one line, without a frame; a legal move is in brackets."""
        badge, text = self.badge, f"[{self.label}]" if self.is_legal else f" {self.label} "
        ink = Ink(self.colour, self.background, bold=self.is_legal, reverse=self.is_cursor)
        self.canvas.put(self.x, self.y, " " * (self.width - 1), Ink(background=self.background))
        if badge is not None and len(text) + len(badge.text) >= self.width:
            shown = badge.text.ljust(len(text))[: self.width - 1]  # the badge replaces the label
            self.canvas.put(self.x, self.y, shown, ink._replace(colour=badge.colour))
            return
        self.canvas.put(self.x, self.y, text, ink)
        if badge is not None:
            self.canvas.put(self.x + len(text), self.y, badge.text, Ink(badge.colour, bold=True))
        else:
            self._put_tokens(self.x + len(text), self.y)
            tags = format_tags(self.tile, self.width - 1 - len(text))
            self.canvas.put(
                self.x + len(text) + len(format_tokens(self.tile)), self.y, tags, Ink("quiet")
            )

    def draw_framed(self) -> None:
        self._put_frame()
        inside = self.height - 2
        if self._is_large(inside):
            self._put_large()
        else:
            self._put_label(self.y + 1 + (inside - 1) // 2)
        self._put_footer(inside)
        self._put_on_frame()

    def _put_frame(self) -> None:
        kinds = ["cursor"] * self.is_cursor + ["legal"] * self.is_legal
        frame = FRAMES[" on ".join(kinds) or "plain"]
        upper_left, upper, upper_right, left, right, lower_left, lower, lower_right = tuple(frame)
        ink = Ink(self._frame_colour(), bold=bool(kinds))
        x, y, level = self.x, self.y, self.width - 2
        self.canvas.put(x, y, upper_left + upper * level + upper_right, ink)
        for line in range(y + 1, y + self.height - 1):
            self.canvas.put(x, line, left, ink)
            self.canvas.put(x + 1, line, " " * level, Ink(background=self.background))
            self.canvas.put(x + 1 + level, line, right, ink)
        self.canvas.put(x, y + self.height - 1, lower_left + lower * level + lower_right, ink)

    def _frame_colour(self) -> str:
        if self.is_refused:
            return "error"
        if self.is_legal:
            return "legal"
        return "foreground" if self.is_cursor else "tile-line"

    def _is_large(self, inside: int) -> bool:
        width = digits.width(self.label)
        if width is None or self.overlay.ascii:
            return False
        # Tokens and tags go beside the digits if there is no line below them.
        footer = max(3, len(format_tokens(self.tile)), min_tags_width(self.tile))
        beside = 0 if inside > digits.HEIGHT else 2 * footer
        return inside >= digits.HEIGHT and width + beside <= self.width - 2

    def _put_large(self) -> None:
        is_double = self.height - 2 >= digits.DOUBLE_HEIGHT + 2
        is_double = is_double and (digits.width(self.label, double=True) or 0) <= self.width - 4
        lines = digits.draw_number(self.label, double=is_double)
        x = self.x + (self.width - len(lines[0])) // 2
        y = self.y + 1 + (self.height - 2 - len(lines)) // 2
        for number, line in enumerate(lines):
            self.canvas.put(x, y + number, line, Ink(self.colour, bold=True))

    def _put_label(self, y: int) -> None:
        if not self.label:
            return  # the frame shows whether it is legal
        text = f"[{self.label}]" if self.is_legal and self.height > 3 else self.label
        x = self.x + (self.width - len(text)) // 2
        if self.height == 3:  # between tokens and tags, centred if there is room
            right = self.x + self.width - 1 - len(self.tags) - bool(self.tags)
            x = min(x, right - len(text))
        self.canvas.put(x, y, text, Ink(self.colour, bold=True, reverse=self.is_cursor))

    @property
    def tags(self) -> str:
        """The tags that fit beside the tokens and, in a single line, the label."""
        room = self.width - 2
        if self.is_beside:
            return format_tags(self.tile, (room - (digits.width(self.label) or 0)) // 2)
        room -= len(format_tokens(self.tile)) + bool(self.tile.tokens)
        return format_tags(self.tile, room - len(self.label) - 1 if self.height == 3 else room)

    @property
    def is_beside(self) -> bool:
        """Whether tokens and tags are to the left and right of large digits."""
        return self.height - 2 == digits.HEIGHT and self._is_large(digits.HEIGHT)

    def _put_footer(self, inside: int) -> None:
        """Draw tokens and tags: centred below, or at both sides if no line is free."""
        y = self.y + self.height - 2
        if inside == 1 or self.is_beside:
            self._put_tokens(self.x + 1, y)
            x = self.x + self.width - 1 - len(self.tags)
            self.canvas.put(x, y, self.tags, Ink("quiet"))
            return
        tokens = format_tokens(self.tile)
        width = len(tokens) + len(self.tags) + bool(tokens and self.tags)
        x = self.x + (self.width - width) // 2
        if tokens and not self.tags and self.width >= 9:
            x -= len(self.tile.tokens)
            for player in self.tile.tokens:
                self.canvas.put(x, y, f" {player.token} ", _token_ink(player))
                x += 4
            return
        self._put_tokens(x, y)
        self.canvas.put(x + width - len(self.tags), y, self.tags, Ink("quiet"))

    def _put_tokens(self, x: int, y: int) -> None:
        for number, player in enumerate(self.tile.tokens):
            self.canvas.put(x + 2 * number, y, player.token, _token_ink(player))

    def _put_on_frame(self) -> None:
        """Draw the badge and the dot or cross on the upper edge of the frame."""
        badge = self.badge
        if badge is not None:
            text = f" {badge.text} " if self.width >= 9 else badge.text
            x = self.x + self.width - 1 - len(text)
            self.canvas.put(x, self.y, text, Ink(badge.colour, bold=True))
        if self.is_refused:
            self.canvas.put(self.x + 1, self.y, "✗", Ink("error", bold=True))
        elif self.is_last:
            self.canvas.put(self.x + 1, self.y, "•", Ink("foreground", bold=True))
