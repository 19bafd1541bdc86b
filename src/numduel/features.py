"""A position as whole numbers, for programs that learn; by default from its picture."""

from typing import NamedTuple

from .picture import Fact, Picture, Tag, Tile
from .status import Chance, Over, Player, Status

__all__ = ["SEATS", "Feature", "Layout", "features_of", "layout_of"]


class Feature(NamedTuple):
    """One observation feature: an integer from 0 to `highest` for each tile, or a single one."""

    name: str
    highest: int
    per_tile: bool = False


Layout = tuple[tuple[int, int], tuple[Feature, ...]]
"""Rows and columns of the tiles, and the features in order."""

SEATS = (Feature("seat", 2), Feature("to move", 1))
"""The last features of every game: the player who looks, 1 or 2, and whether they are to move."""

# ---- the default: everything that the picture shows

HIGHEST = 2**15 - 1
"""The highest number that fits into two bytes, with a sign."""

MAX_NUMBER = 9_999
"""Numbers up to this have a code each; larger ones and words share the codes above."""

MAX_TOKENS = 99
TILE_FEATURES = (
    Feature("label", HIGHEST, True),
    Feature("my tokens", MAX_TOKENS, True),
    Feature("their tokens", MAX_TOKENS, True),
    Feature("my marks", HIGHEST, True),
    Feature("their marks", HIGHEST, True),
    Feature("other marks", HIGHEST, True),
)
STAGE = Feature("stage", 2)
"""Whether a player is to move (0), chance is to decide (1), or the game is over (2)."""


def layout_of(start: Picture) -> Layout:
    """Return the layout of `features_of`, from the picture of a game's first position."""
    facts = [
        Feature(f"{whose} {fact.label}" if whose else fact.label, HIGHEST)
        for whose, fact in _facts(start, Player.ONE)
    ]
    return _shape(start), (*TILE_FEATURES, *facts, STAGE, *SEATS)


def features_of(
    picture: Picture, status: Status, player: Player, *, is_to_move: bool
) -> tuple[int, ...]:
    """Return what a position's picture shows, as numbers, seen by a player.

    All pictures of a game must have as many rows, columns and facts as the first one.
    """
    tiles = _padded(picture)
    own = Player(player)  # an int will do
    owners = (own, own.other)
    planes = [
        [_code(tile.label) for tile in tiles],
        *([tile.tokens.count(owner) for tile in tiles] for owner in owners),
        *([_code(_marks(tile.tags, owner)) for tile in tiles] for owner in (*owners, None)),
    ]
    facts = [_code(str(fact.value)) for _, fact in _facts(picture, own)]
    stage = 1 if isinstance(status, Chance) else 2 if isinstance(status, Over) else 0
    numbers = (number for plane in planes for number in plane)
    return (*numbers, *facts, stage, player + 1, int(is_to_move))


def _shape(picture: Picture) -> tuple[int, int]:
    return max(1, len(picture.rows)), max([1, *(len(row) for row in picture.rows)])


def _padded(picture: Picture) -> list[Tile]:
    """Return the tiles row by row, with empty ones where a row is short."""
    _, columns = _shape(picture)
    empty = Tile("")
    full = [(*row, *[empty] * (columns - len(row))) for row in picture.rows] or [(empty,)]
    return [tile for row in full for tile in row]


def _facts(picture: Picture, player: Player) -> list[tuple[str, Fact]]:
    """Return the facts with whose they are: first the player's, then the opponent's."""
    whose = {player: "my", player.other: "their", None: ""}
    return [(whose[one], fact) for one in whose for fact in picture.facts if fact.player is one]


def _marks(tags: tuple[Tag, ...], owner: Player | None) -> str:
    return "".join(sorted(tag.mark for tag in tags if tag.player is owner))


def _code(text: str) -> int:
    """Return a number for a text: 0 for none, n + 1 for the number n, a checksum for words.

    >>> [_code(text) for text in ("", "0", "15", "x")]
    [0, 1, 16, 17692]
    """
    if not text:
        return 0
    if text.isdecimal() and text.isascii() and int(text) <= MAX_NUMBER:
        return int(text) + 1
    from zlib import crc32

    return MAX_NUMBER + 2 + crc32(text.encode()) % (HIGHEST - MAX_NUMBER - 1)
