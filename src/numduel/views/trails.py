"""The trails of both tokens: the tiles of each player, and the links between them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, degrees, hypot
from typing import NamedTuple

from ..core import Picture, Player

MAX_RECENT_STEPS = 3
"""Steps shown of a trail if visited tiles stay open."""

CLEARANCE = 38
"""Distance of a line from the middle of a tile, where the number is."""

TILE, PITCH = 100, 109
"""Width of a tile, and distance from one tile to the next."""


class Link(NamedTuple):
    """A step of a token from one tile to another."""

    player: Player
    start: int
    end: int
    is_doubled: bool
    """Whether the other token went the same way."""
    is_jump: bool
    """Whether the tiles are not neighbours."""


class Trails:
    """The steps of both tokens, from the tiles that each player has chosen.

    >>> import numduel
    >>> maze = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
    >>> match = numduel.Match(maze)
    >>> for move in ("0,0", "2,0", "0,1"):
    ...     match.play(move)
    >>> found = Trails(maze.picture(match.state), [(0, 1), (6,)])
    >>> found.owners(0), found.owners(8), [link[1:3] for link in found.links()]
    ([<Player.ONE: 0>], [], [(0, 1)])
    """

    def __init__(self, picture: Picture, chosen: Sequence[Sequence[int]]) -> None:
        self.columns = picture.columns or 1
        self._is_grid = picture.first is not None
        self._chosen = chosen
        self._tagged: dict[tuple[str, Player | None], list[int]] = {}
        self._placed: set[Player] = set()
        for number, tile in enumerate(picture.tiles):
            self._placed.update(tile.tokens)
            for mark, _, player in tile.tags:
                self._tagged.setdefault((mark, player), []).append(number)
        self._visited = [self._tagged.get((f"p{p + 1}", p), []) for p in Player]
        self._starts = [self._find_start(player) for player in Player]
        self._steps = [self._find_path(player) for player in Player]

    def owners(self, tile: int) -> list[Player]:
        """Return the players who visited a tile or turned it over."""
        return [player for player in Player if self._owns(player, tile)]

    def _owns(self, player: Player, tile: int) -> bool:
        if tile in self._visited[player]:
            return True
        return self._is_grid and tile in (self._steps[player] or self._chosen[player])

    def _find_start(self, player: Player) -> int | None:
        """Return the tile where a player started; None if it isn't known."""
        if marked := self._tagged.get((f"S{player + 1}", player)):
            return marked[0]
        visited = [n for n in self._visited[player] if n not in self._chosen[player]]
        return visited[0] if len(visited) == 1 else None

    def _find_path(self, player: Player) -> list[int]:
        """Return the tiles along a token's path from its start; [] without a token."""
        if player not in self._placed:
            return []
        start = self._starts[player]
        walked = [*([] if start is None else [start]), *self._chosen[player]]
        return walked if self._visited[player] else walked[-MAX_RECENT_STEPS - 1 :]

    def links(self) -> list[Link]:
        """Return a link for each pair of tiles and each player who went between them."""
        steps = [self._steps_of(player) for player in Player]
        pairs = [{frozenset(step) for step in own} for own in steps]
        found: dict[tuple[Player, frozenset[int]], Link] = {}
        for player in Player:
            for start, end in steps[player]:
                pair = frozenset((start, end))
                is_doubled = pair in pairs[player.other]
                is_jump = not self._is_near(start, end)
                link = Link(player, start, end, is_doubled, is_jump)
                found[player, pair] = link
        return list(found.values())

    def _steps_of(self, player: Player) -> list[tuple[int, int]]:
        """Return the steps of a token; one that was sent back continues from its start."""
        steps, start = self._steps[player], self._starts[player]
        pairs = list(pairwise(steps))

        def is_sent_back(pair: tuple[int, int]) -> bool:
            return start is not None and not self._is_near(*pair) and self._is_near(start, pair[1])

        if start is not None and all(self._is_near(*pair) or is_sent_back(pair) for pair in pairs):
            pairs = [(start, pair[1]) if is_sent_back(pair) else pair for pair in pairs]
        return [(one, two) for one, two in pairs if one != two]

    def _is_near(self, one: int, two: int) -> bool:
        (a, b), (c, d) = divmod(one, self.columns), divmod(two, self.columns)
        return max(abs(a - c), abs(b - d)) == 1


class Strip(NamedTuple):
    """A link as it is drawn, where a tile is `TILE` wide: pieces and dots along a line.

    The line begins in the middle of the first tile, at (`x`, `y`) from the corner of the board;
    it is rotated by `angle` degrees and shifted sideways by `aside`.
    """

    x: float
    y: float
    angle: float
    aside: float
    length: float
    thick: float
    round: float
    """The radius of the corners of a piece."""
    pieces: list[tuple[float, float]]
    """The start and length of each piece; no piece covers a number."""
    dots: list[float]
    """The positions of Player 2's dots."""


def make_strip(link: Link, columns: int) -> Strip:
    """Return a link as one piece between neighbours, or as a line that avoids all numbers."""
    (x1, y1), (x2, y2) = _middle(link.start, columns), _middle(link.end, columns)
    length, angle = hypot(x2 - x1, y2 - y1), degrees(atan2(y2 - y1, x2 - x1))
    aside = 0.0 if not link.is_doubled else -7.5 if link.player is Player.ONE else 7.5
    if link.is_jump:
        pieces = _open_pieces(length)
        dots, thick, rounded = [start + wide / 2 for start, wide in pieces], 14.0, 2.0
    else:
        thick = 13.0 if link.is_doubled else 19.0
        start, rounded = 45 - thick / 2, thick / 2
        pieces, dots = [(start, length - 2 * start)], [length / 2 + off for off in (-10, 0, 10)]
    dots = dots if link.player is Player.TWO else []
    return Strip(x1, y1, angle, aside, length, thick, rounded, pieces, dots)


def _middle(tile: int, columns: int) -> tuple[float, float]:
    row, column = divmod(tile, columns)
    return column * PITCH + TILE / 2, row * PITCH + TILE / 2


def _open_pieces(length: float) -> list[tuple[float, float]]:
    """Return the pieces of a line that avoid the middle of every tile."""
    steps = max(1, round(length / PITCH))
    gap = length / steps
    return [(number * gap + CLEARANCE, gap - 2 * CLEARANCE) for number in range(steps)]
