"""A board in SVG, drawn as on the web page, with the value of each move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import ceil
from typing import TYPE_CHECKING

from ..core import Fact, Move, Picture, Player, Tile
from ..views.positions import display_columns
from ..views.trails import PITCH, TILE, Strip, Trails, make_strip
from .markup import escaped, stylesheet
from .numerals import draw_numeral, has_strokes

if TYPE_CHECKING:
    from ..engine.solving.value import Value

SCALE = 0.84
"""Default pixels per unit of the drawing."""

BUTTON_PITCH = 186
"""Distance from one button to the next, for moves without a tile."""

HATCH = "".join(
    f"M{max(4, n - 96)} {n - max(4, n - 96)}L{min(96, n - 4)} {n - min(96, n - 4)}"
    for n in range(10, 190, 22)
)
"""The hatching over a hidden number."""

FONT = "system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"


def board_svg(
    picture: Picture,
    values: Mapping[Move, Value] | None = None,
    best: Iterable[Move] = (),
    *,
    title: str = "Board",
    played: Move | None = None,
    chosen: Sequence[Sequence[int]] = ((), ()),
    names: Sequence[str] = (str(Player.ONE), str(Player.TWO)),
    is_alone: bool = True,
) -> str:
    """Return a picture as SVG; the best moves have a star and a thick edge.

    `chosen` holds the tiles that each player chose, for the trails. With `is_alone` the SVG
    includes its stylesheet; without, the page must have `board.css`.

    >>> import numduel
    >>> maze = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
    >>> report = numduel.analyse(maze, maze.start())
    >>> drawn = board_svg(maze.picture(maze.start()), report.moves, report.best)
    >>> drawn.startswith("<svg "), drawn.count("★ W5"), "http" in drawn.split(">", 1)[1]
    (True, 4, False)
    """
    drawing = _Drawing(picture, values or {}, set(best), played, chosen, names)
    return drawing.svg(title, is_alone)


class _Drawing:
    def __init__(
        self,
        picture: Picture,
        values: Mapping[Move, Value],
        best: set[Move],
        played: Move | None,
        chosen: Sequence[Sequence[int]],
        names: Sequence[str],
    ) -> None:
        self.picture = picture
        self.values = values
        self.best = best
        self.played = played
        self.names = names
        self.trails = Trails(picture, chosen)
        self.tiles = picture.tiles
        self.columns = display_columns(picture)
        self.edge = 16 if picture.first is None else 40
        placed = {tile.move for tile in self.tiles}
        self.buttons = [move for move in values if move not in placed]

    def svg(self, title: str, is_alone: bool) -> str:
        below = self.edge + ceil(len(self.tiles) / self.columns) * PITCH + 6
        buttons = self._buttons(below)
        below += 58 if self.buttons else 0
        facts = _facts(self.picture, self.names)
        parts = [*self._coordinates(), *self._tiles(), *self._links(), *self._marks(), *buttons]
        parts += [
            _text(self.edge, below + 18 + 25 * number, fact, "nd-text", 17, "start")
            for number, fact in enumerate(facts)
        ]
        wide = (
            self.edge
            + 7
            + max(
                self.columns * PITCH,
                len(self.buttons) * BUTTON_PITCH,
                10 * max((len(fact) for fact in facts), default=0),
            )
        )
        high = below + 25 * len(facts) + 10
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
                f'width="{wide * SCALE:.0f}" height="{high * SCALE:.0f}" role="img" '
                f'font-family="{FONT}">',
                f"<title>{escaped(title)}</title>",
                f"<desc>{escaped(self._description())}</desc>",
                *([f"<style>{stylesheet('board.css')}</style>"] if is_alone else []),
                f'<rect class="nd-ground" width="{wide}" height="{high}" rx="16"/>',
                *parts,
                "</svg>",
            ]
        )

    def _description(self) -> str:
        rows = (" ".join(_tile_text(tile) for tile in row) for row in self.picture.rows)
        moves = (
            f"{move}: {value.label}{' (best)' if move in self.best else ''}"
            for move, value in self.values.items()
        )
        board = [f"Rows: {', '.join(rows)}"] if self.tiles else []
        return "; ".join([*board, *_facts(self.picture, self.names), *moves]) + "."

    def _corner(self, number: int) -> tuple[int, int]:
        """Return the upper left corner of a tile."""
        row, column = divmod(number, self.columns)
        return self.edge + column * PITCH, self.edge + row * PITCH

    def _coordinates(self) -> list[str]:
        first = self.picture.first
        if first is None:
            return []
        middle = [self.edge + n * PITCH + TILE // 2 for n in range(self.columns)]
        down = [self.edge + n * PITCH + TILE // 2 + 6 for n in range(len(self.picture.rows))]
        return [
            *(_text(x, self.edge - 16, str(first + n), "nd-dim", 16) for n, x in enumerate(middle)),
            *(_text(self.edge - 20, y, str(first + n), "nd-dim", 16) for n, y in enumerate(down)),
        ]

    def _tiles(self) -> list[str]:
        """Return the tiles with their numbers."""
        parts = []
        for number, tile in enumerate(self.tiles):
            x, y = self._corner(number)
            parts.append(
                f'<rect class="{self._css_classes(number, tile)}" x="{x + 2}" y="{y + 2}" '
                f'width="{TILE - 4}" height="{TILE - 4}" rx="14"/>'
            )
            if _is_hidden(tile):
                parts.append(f'<path class="nd-hatch" transform="translate({x} {y})" d="{HATCH}"/>')
                parts.append(f'<circle class="nd-clear" cx="{x + 50}" cy="{y + 50}" r="30"/>')
            if tile.face:
                parts.append(_number(tile.face, x, y, 36 if _is_hidden(tile) else None))
            elif tile.move and not tile.tokens:
                parts.append(_text(x + 50, y + 58, tile.move, "nd-dim", 24))
        return parts

    def _css_classes(self, number: int, tile: Tile) -> str:
        owners = [*tile.tokens[:1], *self.trails.owners(number)]
        look = f" nd-own{owners[0] + 1}" if owners else ""
        look += " nd-here" if tile.tokens else ""
        return f"nd-tile{look}{' nd-best' if tile.move in self.best else ''}"

    def _links(self) -> list[str]:
        return [
            _link(link.player, make_strip(link, self.columns), self.edge)
            for link in self.trails.links()
        ]

    def _marks(self) -> list[str]:
        """Return everything above tiles and trails: tokens, footprints, marks and values."""
        parts = []
        for number, tile in enumerate(self.tiles):
            x, y = self._corner(number)
            owners = self.trails.owners(number)
            for index, player in enumerate(p for p in owners if p not in tile.tokens):
                parts.append(_shape(player, x + 86 - 20 * index, y + 86, 13, "nd-foot"))
            spacing = 76 // max(1, len(tile.tokens) - 1)
            for index, player in enumerate(tile.tokens):
                parts += _token(player, x + 88 - spacing * index, y + 88)
            marks = [tag.mark for tag in tile.tags if _is_shown(tile, tag.mark, tag.player)]
            if tile.label and marks:
                parts.append(_text(x + 9, y + 22, " ".join(marks), "nd-dim", 16, "start", 700))
            if tile.move is not None and tile.move in self.values:
                parts += self._chip(tile.move, x, y)
        return parts

    def _chip(self, move: Move, x: int, y: int) -> list[str]:
        """Return the value of a move, on the upper edge of its tile."""
        sign = self._sign(move)
        wide = 18 + 10 * len(sign)
        look = f"nd-chip nd-{self.values[move].outcome}"
        left = x + 94 - wide
        return [
            f'<rect class="{look}" x="{left}" y="{y - 8}" width="{wide}" height="25" rx="6"/>',
            _text(left + wide / 2, y + 11, sign, f"nd-sign {look}", 17, weight=700),
        ]

    def _sign(self, move: Move) -> str:
        star = "★ " if move in self.best else ""
        mine = " ◂" if move == self.played else ""
        return f"{star}{self.values[move].sign}{mine}"

    def _buttons(self, below: int) -> list[str]:
        parts = []
        for number, move in enumerate(self.buttons):
            x = self.edge + BUTTON_PITCH * number
            best = " nd-best" if move in self.best else ""
            label = f"{move}: {self._sign(move)}"
            parts += [
                f'<rect class="nd-tile{best}" x="{x}" y="{below}" width="{BUTTON_PITCH - 8}" '
                'height="44" rx="14"/>',
                _text(x + BUTTON_PITCH // 2 - 4, below + 28, label, "nd-text", 18),
            ]
        return parts


def _tile_text(tile: Tile) -> str:
    """Return the text of a tile: its face, tokens, move or "-"."""
    return tile.face or "".join(player.token for player in tile.tokens) or tile.move or "-"


def _is_hidden(tile: Tile) -> bool:
    return not tile.label and any(tag.mark == "?" for tag in tile.tags)


def _is_shown(tile: Tile, mark: str, player: Player | None) -> bool:
    """Return whether a mark adds to tokens, footprints and numerals."""
    return mark != "?" and player not in tile.tokens and (player is None or mark[0] != "p")


def _number(label: str, x: int, y: int, high: int | None) -> str:
    if has_strokes(label):
        return draw_numeral(label, x + 50, y + 48, high or (51, 42, 32)[min(2, len(label) - 1)])
    size = 60 if len(label) < 2 else min(40, 130 // len(label))
    return _text(x + 50, y + 50 + size // 3, label, "nd-text", size, weight=700)


def _token(player: Player, x: int, y: int) -> list[str]:
    return [
        _shape(player, x, y, 38, "nd-token"),
        _text(x, y + 6, player.token, "nd-on", 18, weight=700),
    ]


def _shape(player: Player, x: int, y: int, size: int, look: str) -> str:
    """Return a circle for Player 1, a square for Player 2."""
    look = f"{look} nd-p{player + 1}"
    if player is Player.ONE:
        return f'<circle class="{look}" cx="{x}" cy="{y}" r="{size / 2:g}"/>'
    corner = f'x="{x - size / 2:g}" y="{y - size / 2:g}"'
    return f'<rect class="{look}" {corner} width="{size}" height="{size}" rx="{size * 0.2:g}"/>'


def _link(player: Player, strip: Strip, edge: int) -> str:
    """Return the part of a trail between two tiles."""
    transform = (
        f"translate({strip.x + edge:g} {strip.y + edge:g}) rotate({strip.angle:.4g}) "
        f"translate(0 {strip.aside:g})"
    )
    size = f'height="{strip.thick:g}" rx="{strip.round:g}"'
    pieces = "".join(
        f'<rect x="{start:.4g}" y="{-strip.thick / 2:g}" width="{wide:.4g}" {size}/>'
        for start, wide in strip.pieces
    )
    dots = "".join(f'<circle class="nd-dot" cx="{x:.4g}" r="3"/>' for x in strip.dots)
    return f'<g class="nd-link nd-link{player + 1}" transform="{transform}">{pieces}{dots}</g>'


def _text(
    x: float, y: float, text: str, look: str, size: int, anchor: str = "middle", weight: int = 400
) -> str:
    more = f'text-anchor="{anchor}"' + ("" if weight == 400 else f' font-weight="{weight}"')
    return (
        f'<text class="{look}" x="{x:g}" y="{y:g}" font-size="{size}" {more}>{escaped(text)}</text>'
    )


def _facts(picture: Picture, names: Sequence[str]) -> list[str]:
    lines = []
    for player in (*Player, None):
        facts = ", ".join(_format_fact(fact) for fact in picture.facts if fact.player is player)
        if facts:
            who = "" if player is None else f"{names[player]}{_role(picture, player)}: "
            lines.append(f"{who}{facts}")
    return lines


def _role(picture: Picture, player: Player) -> str:
    if player is picture.winner:
        return " (winner)"
    return " (to move)" if player is picture.player else ""


def _format_fact(fact: Fact) -> str:
    of = "" if fact.limit is None else f" of {fact.limit}"
    between = ": " if fact.player is None else " "
    return f"{fact.label}{between}{fact.value}{of}"
