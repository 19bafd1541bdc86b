"""Positions as whole numbers, for learning programs; the default uses the picture."""

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
"""The last features of every game: the observing player, 1 or 2, and whether it is their turn."""

# ---- the default: everything in the picture

MAX_CODE = 2**15 - 1
"""The highest code: the largest signed 16-bit integer."""

MAX_NUMBER = 9_999
MIN_NUMBER = -999
"""Each number between these has its own code; other numbers and words share the codes above."""

MAX_TOKENS = 99
TILE_FEATURES = (
    Feature("label", MAX_CODE, True),
    Feature("my tokens", MAX_TOKENS, True),
    Feature("their tokens", MAX_TOKENS, True),
    Feature("my marks", MAX_CODE, True),
    Feature("their marks", MAX_CODE, True),
    Feature("other marks", MAX_CODE, True),
)
STAGE = Feature("stage", 4)
"""0: a player is to move; 1: chance decides; over: 2 won, 3 lost, 4 a draw for the observer."""

EMPTY = Tile("")

FactKey = tuple[Player | None, str]
"""The player and the label of a fact."""


class PictureFeatures:
    """The pictures of a game, as numbers.

    All pictures must have the rows, columns and facts of the first one; only values may change.
    """

    def __init__(self, title: str, first: Picture) -> None:
        self._title = title
        self._shape = _shape(first)
        self._limits = {(fact.player, fact.label): fact.limit for fact in first.facts}
        both = [label for player, label in self._limits if player is Player.ONE]
        both = [label for label in both if (Player.TWO, label) in self._limits]
        rest = [fact for fact in self._limits if fact[0] is None or fact[1] not in both]
        self._order: dict[Player, list[FactKey]] = {
            player: [*((one, label) for one in (player, player.other) for label in both), *rest]
            for player in Player
        }
        names = [f"{whose} {label}" for whose in ("my", "their") for label in both]
        names += [label if player is None else f"{player} {label}" for player, label in rest]
        if len(set(names)) < len(first.facts):
            raise RulesError(f"{title} has two facts with the same label: make labels unique")
        facts = (Feature(name, MAX_CODE) for name in names)
        self.layout: Layout = (self._shape, (*TILE_FEATURES, *facts, STAGE, *SEATS))

    def numbers(
        self, picture: Picture, status: Status, player: Player, *, is_to_move: bool
    ) -> tuple[int, ...]:
        """Return a picture as numbers, as a player sees it."""
        facts = self._check_facts(picture)
        own = Player(player)  # an int is also accepted
        owners = (own, own.other)
        tiles = _padded(picture)
        planes = [
            [_code(tile.label) for tile in tiles],
            *([tile.tokens.count(owner) for tile in tiles] for owner in owners),
            *([_code(_marks(tile.tags, owner)) for tile in tiles] for owner in (*owners, None)),
        ]
        return (
            *(number for plane in planes for number in plane),
            *(self._fact_code(key, facts[key]) for key in self._order[own]),
            _stage(status, own),
            own + 1,
            int(is_to_move),
        )

    def _check_facts(self, picture: Picture) -> dict[FactKey, Fact]:
        """Return the facts by key; raise RulesError unless they are those of the first picture."""
        facts = {(fact.player, fact.label): fact for fact in picture.facts}
        if _shape(picture) != self._shape:
            raise self._shape_error("rows or columns")
        if facts.keys() != self._limits.keys() or len(facts) < len(picture.facts):
            raise self._shape_error("facts")
        return facts

    def _shape_error(self, what: str) -> RulesError:
        fix = f"keep the {what} of the first, or define layout and features"
        return RulesError(f"a picture of {self._title} has different {what}: {fix}")

    def _fact_code(self, key: FactKey, fact: Fact) -> int:
        is_usual = fact.limit == self._limits[key]
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
    return lowest + crc32(text.encode()) % (MAX_CODE + 1 - lowest)
