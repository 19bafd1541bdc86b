"""A position as whole numbers, for programs that learn; by default from its picture."""

from typing import NamedTuple

from .errors import RulesError
from .picture import Fact, Picture, Tag, Tile
from .status import Chance, Over, Player, Status

__all__ = ["SEATS", "Feature", "Layout", "PictureFeatures"]


class Feature(NamedTuple):
    """One observation feature for programs that learn: integers from 0 to `highest`.

    Examples:
        >>> import numduel
        >>> game = numduel.new("sum", target=9, highest=4)
        >>> (rows, columns), features = game.layout()
        >>> [feature.name for feature in features]
        ['last number', 'my total', 'their total', 'seat', 'to move']
        >>> game.features(game.play(game.start(), "3"), numduel.Player.TWO)
        (0, 0, 1, 0, 0, 3, 2, 1)
    """

    name: str
    """Its name."""
    highest: int
    """The highest value; the lowest is 0."""
    per_tile: bool = False
    """Whether there is one value for each tile, row by row, instead of a single one."""


Layout = tuple[tuple[int, int], tuple[Feature, ...]]
"""Rows and columns of the tiles, and the features in order."""

SEATS = (Feature("seat", 2), Feature("to move", 1))
"""The last features of every game: the player who looks, 1 or 2, and whether they are to move."""

# ---- the default: everything that the picture shows

HIGHEST = 2**15 - 1
"""The highest number that fits into two bytes, with a sign."""

MAX_NUMBER = 9_999
MIN_NUMBER = -999
"""Numbers between these have a code each; other numbers and words share the codes above."""

MAX_TOKENS = 99
TILE_FEATURES = (
    Feature("label", HIGHEST, True),
    Feature("my tokens", MAX_TOKENS, True),
    Feature("their tokens", MAX_TOKENS, True),
    Feature("my marks", HIGHEST, True),
    Feature("their marks", HIGHEST, True),
    Feature("other marks", HIGHEST, True),
)
STAGE = Feature("stage", 4)
"""0: a player is to move; 1: chance decides. Over, for who looks: 2 won, 3 lost, 4 a draw."""

EMPTY = Tile("")

Owned = tuple[Player | None, str]
"""Whose a fact is, and its label."""


class PictureFeatures:
    """Everything that the pictures of a game show, as numbers.

    All pictures must have the rows, columns and facts of the first one; only values may change.
    """

    def __init__(self, title: str, first: Picture) -> None:
        self._title = title
        self._shape = _shape(first)
        self._limits = {(fact.player, fact.label): fact.limit for fact in first.facts}
        both = [label for player, label in self._limits if player is Player.ONE]
        both = [label for label in both if (Player.TWO, label) in self._limits]
        rest = [fact for fact in self._limits if fact[0] is None or fact[1] not in both]
        self._order: dict[Player, list[Owned]] = {
            player: [*((one, label) for one in (player, player.other) for label in both), *rest]
            for player in Player
        }
        names = [f"{whose} {label}" for whose in ("my", "their") for label in both]
        names += [label if player is None else f"{player} {label}" for player, label in rest]
        if len(set(names)) < len(first.facts):
            raise RulesError(f"{title} has two facts with the same label: give each its own")
        facts = (Feature(name, HIGHEST) for name in names)
        self.layout: Layout = (self._shape, (*TILE_FEATURES, *facts, STAGE, *SEATS))

    def numbers(
        self, picture: Picture, status: Status, player: Player, *, is_to_move: bool
    ) -> tuple[int, ...]:
        """Return what a picture shows, seen by a player."""
        facts = self._checked_facts(picture)
        own = Player(player)  # an int will do
        owners = (own, own.other)
        tiles = _padded(picture)
        planes = [
            [_code(tile.label) for tile in tiles],
            *([tile.tokens.count(owner) for tile in tiles] for owner in owners),
            *([_code(_marks(tile.tags, owner)) for tile in tiles] for owner in (*owners, None)),
        ]
        return (
            *(number for plane in planes for number in plane),
            *(self._fact_code(owned, facts[owned]) for owned in self._order[own]),
            _stage(status, own),
            own + 1,
            int(is_to_move),
        )

    def _checked_facts(self, picture: Picture) -> dict[Owned, Fact]:
        """Return the facts; RulesError if the picture is not made like the first one."""
        facts = {(fact.player, fact.label): fact for fact in picture.facts}
        if _shape(picture) != self._shape:
            raise self._not_like_the_first("rows or columns")
        if facts.keys() != self._limits.keys() or len(facts) < len(picture.facts):
            raise self._not_like_the_first("facts")
        return facts

    def _not_like_the_first(self, what: str) -> RulesError:
        keep = f"keep the {what} of the first, or define layout and features"
        return RulesError(f"a picture of {self._title} has other {what}: {keep}")

    def _fact_code(self, owned: Owned, fact: Fact) -> int:
        is_usual = fact.limit == self._limits[owned]
        return _code(str(fact.value) if is_usual else f"{fact.value} of {fact.limit}")


def _stage(status: Status, player: Player) -> int:
    match status:
        case Chance():
            return 1
        case Over(winner, _):
            return 4 if status.is_draw else 2 if winner is player else 3
    return 0


def _shape(picture: Picture) -> tuple[int, int]:
    return max(1, len(picture.rows)), max(1, picture.columns)


def _padded(picture: Picture) -> list[Tile]:
    """Return the tiles row by row, with empty ones where a row is short."""
    _, columns = _shape(picture)
    rows = [(*row, *[EMPTY] * (columns - len(row))) for row in picture.rows] or [(EMPTY,)]
    return [tile for row in rows for tile in row]


def _marks(tags: tuple[Tag, ...], owner: Player | None) -> str:
    return " ".join(sorted(tag.mark for tag in tags if tag.player is owner))


def _code(text: str) -> int:
    """Return a number for a text: 0 for none, n + 1 for the number n, a checksum for words.

    >>> [_code(text) for text in ("", "0", "15", "9999", "-1", "-999")]
    [0, 1, 16, 10000, 10001, 10999]
    >>> _code("x") == _code("x") != _code("y") > 10999
    True
    """
    if not text:
        return 0
    is_number = text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 6
    if is_number and MIN_NUMBER <= (number := int(text)) <= MAX_NUMBER and str(number) == text:
        return number + 1 if number >= 0 else MAX_NUMBER + 1 - number
    from zlib import crc32

    lowest = MAX_NUMBER + 2 - MIN_NUMBER
    return lowest + crc32(text.encode()) % (HIGHEST + 1 - lowest)
