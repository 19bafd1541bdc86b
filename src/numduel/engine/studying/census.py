"""A census: who wins a game with perfect play, on all its boards or on many, in how many turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from ...budget import Budget
from ...compiled import census_of, loaded, rules_of
from ...core import AnyGame, Player
from ...dice import SEED_LIMIT, Dice
from ...errors import SetupError
from ...games import find
from ...options import Flag, Whole
from ..engine import DEFAULT_MEMORY, Engine
from ..solving.quota import PositionQuota
from ..solving.value import OUTCOMES, Outcome, Value

if TYPE_CHECKING:
    from ...compiled.core import RaceCensus

Found = Counter[tuple[Outcome, int | None]]
"""Boards by what Player 1 gets of them, and in how many turns."""

DRAWN = 1000
"""Boards that are drawn where they cannot all be listed, and nobody says how many."""

STRETCH = 4
"""Where an option is varied, it goes up to so many times its usual value."""


class Case(NamedTuple):
    """One thing to be solved, and for how many it stands."""

    game: AnyGame
    weight: int = 1
    larger: AnyGame | None = None
    """A game that may hold this one, so that what is found out serves both."""


class Census(NamedTuple):
    """What is asked: a game, the options that are settled, and how many boards at most.

    How the census is made follows from the game. Where its players see no board, the options that
    were left open vary; where its boards can be listed or counted at once, and no number of them
    is given, all are solved; else boards are drawn.
    """

    id: str
    given: tuple[tuple[str, object], ...] = ()
    boards: int | None = None
    """How many are drawn; None for all where they can be listed, and else for DRAWN."""
    seed: int = 0
    upto: int | None = None
    """How far an option is varied; None for some times its usual value."""
    positions: int | None = None
    """What may be looked at for one board; it is counted as unknown when that does not suffice."""
    whole: bool = False
    """Whether all boards are counted at once, which only the compiled core can."""

    def at_once(self) -> Census:
        """The same, with all boards counted at once where they can be."""
        if self.boards or self.how == "options" or (counting := _counting(self)) is None:
            return self
        enough = self.positions is None or self.positions >= counting.positions
        return self._replace(whole=enough)

    @property
    def how(self) -> str:
        """What it goes through: "options", "all" boards, or a "sample" of them."""
        if not self.dealt(0).has_visible_deal:
            return "options"
        if self.whole:
            return "all"
        return "sample" if self.boards or self._listed() is None else "all"

    @property
    def seeds(self) -> range:
        """What boards are drawn from."""
        return range(self.seed, self.seed + (self.boards or DRAWN))

    def _listed(self) -> Iterator[tuple[Any, int]] | None:
        game = find(self.id)
        return game.boards(game.options_type(**dict(self.given)))

    @property
    def memory(self) -> int:
        """How many positions are remembered; to look at one shows others that are remembered."""
        return DEFAULT_MEMORY if self.positions is None else 2 * self.positions

    # ---- the cases

    @property
    def size(self) -> int:
        """How many cases there are."""
        return len(_cases(self))

    @property
    def solved(self) -> int:
        """How many boards or choices of options are solved; a board may stand for others."""
        counting = _counting(self) if self.whole else None
        return self.size if counting is None else counting.boards

    def cases(self, first: int, last: int) -> list[Case]:
        """The cases from a place up to another, which is not included."""
        return [self._case(thing) for thing in _cases(self)[first:last]]

    def _case(self, thing: Any) -> Case:
        match thing:
            case int():
                return Case(self.dealt(thing).public())
            case dict():
                return self._variant(thing)
        board, weight = thing
        game = find(self.id)
        return Case(game(game.options_type(**dict(self.given)), board), weight)

    def _variant(self, options: dict[str, object]) -> Case:
        most = {} if self.varied is None else {self.varied: self._range(self.varied)[-1]}
        larger = self.dealt(0, **{**options, **most}).public()
        return Case(self.dealt(0, **options).public(), larger=larger)

    def dealt(self, number: int, **more: object) -> AnyGame:
        """The game on the board that the seed so far behind the first one gives."""
        dice = Dice((self.seed + number) % SEED_LIMIT)
        return find(self.id).setup({**dict(self.given), **more}, None, dice)

    # ---- what varies

    def variants(self) -> list[dict[str, object]]:
        """Options left open, with every flag both ways and one number from its lowest up."""
        ranges: dict[str, list[object]] = {name: [False, True] for name in self._flags()}
        if self.varied is not None:
            ranges[self.varied] = list(self._range(self.varied))
        return _combined(ranges)

    def rule_sets(self) -> list[dict[str, object]]:
        """The ways to play that flags allow, everything else being as usual."""
        return _combined({name: [False, True] for name in self._flags()})

    def _flags(self) -> list[str]:
        fields = find(self.id).options_type.fields
        return [name for name in fields if isinstance(fields[name], Flag) and name not in self._set]

    @property
    def varied(self) -> str | None:
        """The first number that was left open and is not the shape of a board."""
        game = find(self.id)
        shape = game.implied(self.dealt(0)._board)
        for name, field in game.options_type.fields.items():
            if isinstance(field, Whole) and name not in self._set and name not in shape:
                return name
        return None

    def _range(self, name: str) -> range:
        field = find(self.id).options_type.fields[name]
        assert isinstance(field, Whole)
        usual = getattr(self.dealt(0).options, name)
        high = min(field.high, self.upto or usual * STRETCH)
        return range(field.low, max(field.low, high) + 1)

    @property
    def _set(self) -> set[str]:
        return {name for name, _ in self.given}

    # ---- solving

    def solve(self, engine: Engine, first: int, last: int) -> Counts:
        """The cases from a place up to another, solved and counted."""
        counts = Counts()
        if (found := self._in_bulk(engine.memory, first, last)) is not None:
            counts.by_outcome.update(found)
            return counts
        keeps_rows = self.how == "options"
        for case in self.cases(first, last):
            value = solved(engine, case.game, case.larger, self.positions)
            counts.add(value, case.weight)
            if keeps_rows:
                counts.rows.append({**case.game.options.texts(), **_as_row(value)})
        return counts

    def _in_bulk(self, memory: int, first: int, last: int) -> Found | None:
        """The same boards counted by the compiled core; None where that cannot be."""
        if self.whole:
            return self._counted(first, last)
        game = self.dealt(0).public()
        rules = None if game.chance or self.how == "options" else rules_of(game)
        if rules is None:
            return None
        quota, compiled = PositionQuota(memory), loaded()
        if self.how == "all":
            laid = _cases(self)[first:last]
            return Counter(compiled.count_listed(rules, laid, quota, self.positions))
        if not rules.can_deal:
            return None
        seed, count = self.seed + first, last - first
        return Counter(compiled.count_dealt(rules, seed, count, quota, self.positions))

    def _counted(self, first: int, last: int) -> Found:
        counting = _counting(self)
        if counting is None:
            raise SetupError("all boards are counted by the compiled core, which is not here")
        found: Found = Counter()
        for numbers in counting.pieces[first:last]:
            found.update(counting.count(numbers))
        return found


@lru_cache(maxsize=2)
def _counting(census: Census) -> RaceCensus | None:
    """What counts all boards at once, with the compiled core; None where nothing does."""
    game = find(census.id)
    return census_of(game, game.options_type(**dict(census.given)))


@lru_cache(maxsize=2)
def _cases(census: Census) -> Sequence[Any]:
    """What tells the cases apart: options, boards with their weights, or numbers of deals.

    Where all boards are counted at once, it is where those of a piece lead.
    """
    if census.whole:
        counting = _counting(census)
        return [] if counting is None else counting.pieces
    if census.how == "options":
        return list(census.variants())
    if census.how == "sample":
        return range(len(census.seeds))
    return list(census._listed() or ())


def _combined(ranges: Mapping[str, list[object]]) -> list[dict[str, object]]:
    return [dict(zip(ranges, values, strict=True)) for values in product(*ranges.values())]


def solved(
    engine: Engine, game: AnyGame, larger: AnyGame | None = None, positions: int | None = None
) -> Value:
    """What a game is worth to Player 1 before the first move.

    The engine remembers the larger game; what is found out of a board serves no other board, and
    is remembered by one of the same size.
    """
    budget = Budget(positions=positions)
    inside = None if larger is None else game.embedding_in(larger)
    if larger is not None and inside is not None:
        return engine.value(larger, Player.ONE, inside, budget)
    return Engine(engine.memory).value(game, Player.ONE, game.start(), budget)


def _as_row(value: Value) -> dict[str, object]:
    return {"outcome": value.outcome, "turns": value.turns, "chance": str(value.chance)}


class Counts:
    """Boards counted by what Player 1 gets of them; tallies add up."""

    def __init__(self) -> None:
        self.by_outcome: Found = Counter()
        self.odds = Fraction(0)
        """The chances of Player 1 added up, where chance decides."""
        self.rows: list[dict[str, object]] = []

    def add(self, value: Value, weight: int = 1) -> None:
        self.by_outcome[value.outcome, value.turns] += weight
        if value.outcome == "chance":
            self.odds += value.chance * weight

    def __iadd__(self, other: Counts) -> Counts:
        self.by_outcome += other.by_outcome
        self.odds += other.odds
        self.rows += other.rows
        return self

    @property
    def boards(self) -> int:
        return self.by_outcome.total()

    def of(self, outcome: str) -> int:
        """How many boards come out so, in however many turns."""
        return sum(count for (its, _), count in self.by_outcome.items() if its == outcome)

    def as_data(self) -> dict[str, Any]:
        """The counts as a program reads it.

        >>> from numduel.engine.solving.value import win
        >>> counts = Counts()
        >>> counts.add(win(3), weight=8)
        >>> counts.as_data()["counts"]
        [{'outcome': 'win', 'turns': 3, 'boards': 8}]
        """
        counts = [
            {"outcome": outcome, "turns": turns, "boards": count}
            for (outcome, turns), count in sorted(self.by_outcome.items(), key=_order)
        ]
        return {"counts": counts, "odds": str(self.odds), "rows": self.rows}

    @classmethod
    def of_data(cls, data: dict[str, Any]) -> Counts:
        counts = cls()
        for line in data["counts"]:
            counts.by_outcome[line["outcome"], line["turns"]] = line["boards"]
        counts.odds = Fraction(data["odds"])
        counts.rows = data["rows"]
        return counts


def _order(counted: tuple[tuple[Outcome, int | None], int]) -> tuple[int, int]:
    (outcome, turns), _ = counted
    return OUTCOMES.index(outcome), turns or 0


def interval(count: float, total: int) -> tuple[float, float]:
    """The 95% confidence interval of a share that was counted in a sample (Wilson's).

    >>> low, high = interval(250, 1000)
    >>> round(low, 3), round(high, 3)
    (0.224, 0.278)
    """
    if not total:
        return 0.0, 1.0
    z, share = 1.959964, count / total
    middle = share + z * z / (2 * total)
    spread = z * sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    scale = 1 + z * z / total
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)
