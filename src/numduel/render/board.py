"""A picture in SVG, each move marked with what it is worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from ..core import Fact, Move, Picture, Player, Tile
from .markup import escaped, stylesheet

if TYPE_CHECKING:
    from ..engine.solving.value import Value

TILE, GAP, EDGE = 84, 6, 30
"""The side of a tile, the room between two, and the margin for coordinates."""

FONT = "system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"


def board_svg(
    picture: Picture,
    values: Mapping[Move, Value] | None = None,
    best: Iterable[Move] = (),
    *,
    title: str = "The board",
    played: Move | None = None,
    names: Sequence[str] = (str(Player.ONE), str(Player.TWO)),
    is_alone: bool = True,
) -> str:
    """The picture as SVG text; the best moves have a star and a thick edge.

    Alone it brings its stylesheet with it; on a page that has `board.css` it needs none.

    >>> import numduel
    >>> maze = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
    >>> report = numduel.analyse(maze, maze.start())
    >>> drawn = board_svg(maze.picture(maze.start()), report.moves, report.best)
    >>> drawn.startswith("<svg "), drawn.count("★ W5"), "http" in drawn.split(">", 1)[1]
    (True, 4, False)
    """
    return _Drawing(picture, values or {}, set(best), played, names).svg(title, is_alone)


class _Drawing:
    def __init__(
        self,
        picture: Picture,
        values: Mapping[Move, Value],
        best: set[Move],
        played: Move | None,
        names: Sequence[str],
    ) -> None:
        self.picture = picture
        self.values = values
        self.best = best
        self.played = played
        self.names = names
        self.edge = 12 if picture.first is None else EDGE
        self.columns = max(len(row) for row in picture.rows)
        placed = {tile.move for row in picture.rows for tile in row}
        self.buttons = [move for move in values if move not in placed]

    def svg(self, title: str, is_alone: bool) -> str:
        below = self.edge + len(self.picture.rows) * (TILE + GAP)
        parts = [*self._coordinates(), *self._tiles(), *self._buttons(below)]
        below += 50 if self.buttons else 0
        facts = _facts(self.picture, self.names)
        parts += [
            _text(self.edge, below + 18 + 20 * number, fact, "nd-text", 14, "start")
            for number, fact in enumerate(facts)
        ]
        wide = max(
            self.edge + self.columns * (TILE + GAP) + 6,
            self.edge + len(self.buttons) * 156 + 6,
            self.edge + 8 * max((len(fact) for fact in facts), default=0) + 6,
        )
        high = below + 20 * len(facts) + 14
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" '
                f'width="{wide}" height="{high}" role="img" font-family="{FONT}">',
                f"<title>{escaped(title)}</title>",
                f"<desc>{escaped(self._described())}</desc>",
                *([f"<style>{stylesheet('board.css')}</style>"] if is_alone else []),
                f'<rect class="nd-ground" width="{wide}" height="{high}" rx="8"/>',
                *parts,
                "</svg>",
            ]
        )

    def _described(self) -> str:
        moves = (
            f"{move}: {value.words}{' (best)' if move in self.best else ''}"
            for move, value in self.values.items()
        )
        return "; ".join([*_facts(self.picture, self.names), *moves]) + "."

    def _coordinates(self) -> list[str]:
        first = self.picture.first
        if first is None:
            return []
        middle = [self.edge + n * (TILE + GAP) + TILE // 2 for n in range(self.columns)]
        down = [self.edge + n * (TILE + GAP) + TILE // 2 + 5 for n in range(len(self.picture.rows))]
        return [
            *(_text(x, self.edge - 10, str(first + n), "nd-dim", 14) for n, x in enumerate(middle)),
            *(_text(self.edge - 15, y, str(first + n), "nd-dim", 14) for n, y in enumerate(down)),
        ]

    def _tiles(self) -> list[str]:
        parts = []
        for number, row in enumerate(self.picture.rows):
            for place, tile in enumerate(row):
                across, down = (self.edge + n * (TILE + GAP) for n in (place, number))
                parts += self._tile(tile, across, down)
        return parts

    def _tile(self, tile: Tile, x: int, y: int) -> list[str]:
        value = None if tile.move is None else self.values.get(tile.move)
        label = tile.label or "".join(tag.mark for tag in tile.tags)
        parts = [
            f'<rect class="{self._look(tile.move)}" x="{x}" y="{y}" width="{TILE}" '
            f'height="{TILE}" rx="8"/>',
            _text(x + TILE // 2, y + 50, label, "nd-text", 24, weight=600),
        ]
        for number, player in enumerate(tile.tokens):
            parts += _token(player, x + TILE - 32 - 32 * number, y + 6)
        marks = [tag.mark for tag in tile.tags if tag.player not in tile.tokens]
        if tile.label and marks:
            parts.append(_text(x + 8, y + 19, " ".join(marks), "nd-dim", 12, "start"))
        if value is not None and tile.move is not None:
            parts.append(_text(x + TILE // 2, y + 74, self._sign(tile.move), "nd-text", 15))
        return parts

    def _look(self, move: Move | None) -> str:
        if move is None or move not in self.values:
            return "nd-tile"
        best = " nd-best" if move in self.best else ""
        return f"nd-tile nd-{self.values[move].outcome}{best}"

    def _sign(self, move: Move) -> str:
        star = "★ " if move in self.best else ""
        mine = " ◂" if move == self.played else ""
        return f"{star}{self.values[move].sign}{mine}"

    def _buttons(self, below: int) -> list[str]:
        parts = []
        for number, move in enumerate(self.buttons):
            x = self.edge + 156 * number
            parts += [
                f'<rect class="{self._look(move)}" x="{x}" y="{below}" width="150" height="36" '
                'rx="18"/>',
                _text(x + 75, below + 24, f"{move}: {self._sign(move)}", "nd-text", 15),
            ]
        return parts


def _token(player: Player, x: int, y: int) -> list[str]:
    look = ("nd-one", "nd-two")[player]
    return [
        f'<rect class="{look}" x="{x}" y="{y}" width="28" height="18" rx="9"/>',
        _text(x + 14, y + 13, player.token, "nd-on", 11, weight=700),
    ]


def _text(
    x: int, y: int, text: str, look: str, size: int, anchor: str = "middle", weight: int = 400
) -> str:
    heavy = "" if weight == 400 else f' font-weight="{weight}"'
    return (
        f'<text class="{look}" x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}"{heavy}>'
        f"{escaped(text)}</text>"
    )


def _facts(picture: Picture, names: Sequence[str]) -> list[str]:
    lines = []
    for player in (*Player, None):
        facts = ", ".join(_said(fact) for fact in picture.facts if fact.player is player)
        if facts:
            who = "" if player is None else f"{names[player]}{_role(picture, player)}: "
            lines.append(f"{who}{facts}")
    return lines


def _role(picture: Picture, player: Player) -> str:
    if player is picture.winner:
        return " (winner)"
    return " (to move)" if player is picture.player else ""


def _said(fact: Fact) -> str:
    of = "" if fact.limit is None else f" of {fact.limit}"
    between = ": " if fact.player is None else " "
    return f"{fact.label}{between}{fact.value}{of}"
