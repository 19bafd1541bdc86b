"""A census: the winner and turns with perfect play, over all boards of a game or a sample."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
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

OutcomeCounts = Counter[tuple[Outcome, int | None]]
"""Numbers of boards by outcome for Player 1 and turns."""

DEFAULT_SAMPLE_BOARDS = 1000
"""Size of the sample if boards can't all be listed and no number is given."""

DEFAULT_RANGE_FACTOR = 4
"""A varied option goes up to this multiple of its default."""


class Case(NamedTuple):
    """One game to solve, and the number of boards it stands for."""

    game: AnyGame
    weight: int = 1
    larger: AnyGame | None = None
    """A game that may contain this one, so that both share results."""


class Census(NamedTuple):
    """The settings of a census: a game, fixed options and the number of boards.

    The game determines the method. Without a visible board, the census varies the options that
    aren't fixed. If boards can be listed or counted in bulk, and no number is given, it solves all
    of them. Otherwise it deals a sample.
    """

    id: str
    given: tuple[tuple[str, object], ...] = ()
    boards: int | None = None
    """Size of the sample; None for all boards if possible, otherwise DEFAULT_SAMPLE_BOARDS."""
    seed: int = 0
    upto: int | None = None
    """Highest value of a varied option; None for a multiple of its default."""
    positions: int | None = None
    """Positions searched per board; a board that needs more counts as unknown."""
    is_bulk: bool = False
    """Whether the compiled core counts all boards in bulk."""

    def in_bulk(self) -> Census:
        """Return the same census, counted in bulk if possible."""
        if self.boards or self.how == "options" or (counting := _compiled_census(self)) is None:
            return self
        is_enough = self.positions is None or self.positions >= counting.positions
        return self._replace(is_bulk=is_enough)

    @property
    def how(self) -> str:
        """The method: "options", "all" boards, or a "sample" of boards."""
        if not self.dealt(0).has_visible_deal:
            return "options"
        if self.is_bulk:
            return "all"
        return "sample" if self.boards or self._list_boards() is None else "all"

    @property
    def seeds(self) -> range:
        """The seeds of the sample."""
        return range(self.seed, self.seed + (self.boards or DEFAULT_SAMPLE_BOARDS))

    def _list_boards(self) -> Iterator[tuple[Any, int]] | None:
        game = find(self.id)
        return game.boards(game.options_type(**dict(self.given)))

    @property
    def memory(self) -> int:
        """Positions that the engine may remember: each search finds further ones."""
        return DEFAULT_MEMORY if self.positions is None else 2 * self.positions

    # ---- the cases

    @property
    def size(self) -> int:
        """Number of cases."""
        return len(_cases(self))

    @property
    def solved(self) -> int:
        """Number of boards or option sets solved; a board may stand for others."""
        counting = _compiled_census(self) if self.is_bulk else None
        return self.size if counting is None else counting.boards

    def cases(self, first: int, last: int) -> list[Case]:
        """Return the cases from `first` up to, not including, `last`."""
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
        highest = {} if self.varied is None else {self.varied: self._range(self.varied)[-1]}
        larger = self.dealt(0, **{**options, **highest}).public()
        return Case(self.dealt(0, **options).public(), larger=larger)

    def dealt(self, number: int, **more: object) -> AnyGame:
        """Return the game with the board dealt from seed + `number`."""
        dice = Dice((self.seed + number) % SEED_LIMIT)
        return find(self.id).setup({**dict(self.given), **more}, None, dice)

    # ---- varied options

    def variants(self) -> list[dict[str, object]]:
        """Return all combinations of the flags and one number that aren't fixed."""
        ranges: dict[str, list[object]] = {name: [False, True] for name in self._flags()}
        if self.varied is not None:
            ranges[self.varied] = list(self._range(self.varied))
        return _combine(ranges)

    def rule_sets(self) -> list[dict[str, object]]:
        """Return all combinations of the flags that aren't fixed."""
        return _combine({name: [False, True] for name in self._flags()})

    def _flags(self) -> list[str]:
        fields = find(self.id).options_type.fields
        return [
            name for name in fields if isinstance(fields[name], Flag) and name not in self._fixed
        ]

    @property
    def varied(self) -> str | None:
        """The first number option that isn't fixed and isn't the size of a board."""
        game = find(self.id)
        shape = game.implied(self.dealt(0)._board)
        for name, field in game.options_type.fields.items():
            if isinstance(field, Whole) and name not in self._fixed and name not in shape:
                return name
        return None

    def _range(self, name: str) -> range:
        field = find(self.id).options_type.fields[name]
        assert isinstance(field, Whole)
        usual = getattr(self.dealt(0).options, name)
        high = min(field.high, self.upto or usual * DEFAULT_RANGE_FACTOR)
        return range(field.low, max(field.low, high) + 1)

    @property
    def _fixed(self) -> set[str]:
        return {name for name, _ in self.given}

    # ---- solving

    def solve(self, engine: Engine, first: int, last: int) -> Counts:
        """Solve and count the cases from `first` up to, not including, `last`."""
        counts = Counts()
        if (found := self._count_compiled(engine.memory, first, last)) is not None:
            counts.by_outcome.update(found)
            return counts
        keeps_rows = self.how == "options"
        for case in self.cases(first, last):
            value = solve_start(engine, case.game, case.larger, self.positions)
            counts.add(value, case.weight)
            if keeps_rows:
                counts.rows.append({**case.game.options.texts(), **_to_row(value)})
        return counts

    def _count_compiled(self, memory: int, first: int, last: int) -> OutcomeCounts | None:
        """Count these cases by the compiled core; None if that isn't possible."""
        if self.is_bulk:
            return self._count_bulk(first, last)
        game = self.dealt(0).public()
        rules = None if game.chance or self.how == "options" else rules_of(game)
        if rules is None:
            return None
        quota, compiled = PositionQuota(memory), loaded()
        if self.how == "all":
            boards = _cases(self)[first:last]
            return Counter(compiled.count_listed(rules, boards, quota, self.positions))
        if not rules.can_deal:
            return None
        seed, count = self.seed + first, last - first
        return Counter(compiled.count_dealt(rules, seed, count, quota, self.positions))

    def _count_bulk(self, first: int, last: int) -> OutcomeCounts:
        counting = _compiled_census(self)
        if counting is None:
            raise SetupError("counting all boards needs the compiled core, which isn't available")
        found: OutcomeCounts = Counter()
        for numbers in counting.pieces[first:last]:
            found.update(counting.count(numbers))
        return found


@lru_cache(maxsize=2)
def _compiled_census(census: Census) -> RaceCensus | None:
    """Return the compiled census of all boards; None if there is none."""
    game = find(census.id)
    return census_of(game, game.options_type(**dict(census.given)))


@lru_cache(maxsize=2)
def _cases(census: Census) -> Sequence[Any]:
    """Return what identifies the cases: options, boards with weights, or seed offsets.

    For a count in bulk, return its pieces.
    """
    if census.is_bulk:
        counting = _compiled_census(census)
        return [] if counting is None else counting.pieces
    if census.how == "options":
        return list(census.variants())
    if census.how == "sample":
        return range(len(census.seeds))
    return list(census._list_boards() or ())


def _combine(ranges: Mapping[str, list[object]]) -> list[dict[str, object]]:
    return [dict(zip(ranges, values, strict=True)) for values in product(*ranges.values())]


def solve_start(
    engine: Engine, game: AnyGame, larger: AnyGame | None = None, positions: int | None = None
) -> Value:
    """Return the value of a game for Player 1 before the first move.

    The engine remembers results in the larger game. Results on a board are useless for other
    boards, so a new engine of the same size solves it.
    """
    budget = Budget(positions=positions)
    inside = None if larger is None else game.embedding_in(larger)
    if larger is not None and inside is not None:
        return engine.value(larger, Player.ONE, inside, budget)
    return Engine(engine.memory).value(game, Player.ONE, game.start(), budget)


def _to_row(value: Value) -> dict[str, object]:
    return {"outcome": value.outcome, "turns": value.turns, "chance": str(value.chance)}


class Counts:
    """Numbers of boards by outcome for Player 1; counts can be added."""

    def __init__(self) -> None:
        self.by_outcome: OutcomeCounts = Counter()
        self.odds = Fraction(0)
        """Player 1's chances, summed over games with chance."""
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
        """Return the number of boards with this outcome, in any number of turns."""
        return sum(count for (its, _), count in self.by_outcome.items() if its == outcome)

    def as_data(self) -> dict[str, Any]:
        """Return the counts as JSON data.

        >>> from numduel.engine.solving.value import win
        >>> counts = Counts()
        >>> counts.add(win(3), weight=8)
        >>> counts.as_data()["counts"]
        [{'outcome': 'win', 'turns': 3, 'boards': 8}]
        """
        counts = [
            {"outcome": outcome, "turns": turns, "boards": count}
            for (outcome, turns), count in sorted(self.by_outcome.items(), key=_sort_key)
        ]
        return {"counts": counts, "odds": str(self.odds), "rows": self.rows}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Counts:
        counts = cls()
        for line in data["counts"]:
            counts.by_outcome[line["outcome"], line["turns"]] = line["boards"]
        counts.odds = Fraction(data["odds"])
        counts.rows = data["rows"]
        return counts


def _sort_key(counted: tuple[tuple[Outcome, int | None], int]) -> tuple[int, int]:
    (outcome, turns), _ = counted
    return OUTCOMES.index(outcome), turns or 0
