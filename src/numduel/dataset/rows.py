"""Positions as rows of bytes, which the compiled core finds and turns into lines."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ..budget import Budget
from ..compiled import loaded, rules_of
from ..core import AnyGame, Player, Turn
from ..dice import derive_seed
from ..engine.engine import DEFAULT_MEMORY
from ..engine.solving.quota import PositionQuota
from ..play.match import Match
from ..storage.record import dumps
from . import positions
from .lines import VERSION
from .positions import Source, board_purpose, can_sweep, game_purposes, order_purpose
from .splits import SPLITS, TEST_SHARE, exam_groups

TAGS = ("[Game ", "[Options ")
"""The tags of a record that come before the board."""


class LineTexts(NamedTuple):
    """The texts in lines about a game that are the same for all positions."""

    head: bytes
    """The JSON between the split and the player to move."""
    id_head: bytes
    features_head: bytes
    """The JSON that an id is the hash of, up to the features."""
    group_head: bytes
    """The JSON that a group is the hash of, up to the board or the key."""
    record_head: bytes
    """The tags of a record before the board."""
    words: tuple[bytes, ...]
    """The moves of the vocabulary."""
    entries: tuple[bytes, ...]
    """By move: how its entry in the moves begins."""
    players: tuple[bytes, ...]
    features: tuple[tuple[bytes, int], ...]
    """How each feature begins in JSON, and how many tiles it has, or 0 for a single number."""
    first: int
    """The number of the first row and column; -1 if they have none."""
    has_boards: bool
    """Whether boards differ, so that groups are boards."""
    test_share: int
    exam_groups: frozenset[int]

    @staticmethod
    def write_share(numerator: int, denominator: int) -> bytes:
        """Return a chance as the fields of a value."""
        worth = f"{numerator}/{denominator}" if denominator > 1 else str(numerator)
        share = numerator / denominator
        fields = {"outcome": "chance", "turns": None, "worth": worth, "worth_float": share}
        return json.dumps(fields)[1:-1].encode()


def texts_of(game: AnyGame) -> LineTexts:
    """Return the texts in lines about a game, on any board."""
    options, first = vars(game.options), game.picture(game.start()).first
    fields = {"version": VERSION, "game": game.id, "options": options}
    tags = [f"{tag}\n" for tag in dumps(Match(game)).splitlines()]
    identity = [game.id] if game.has_visible_deal else [game.id, options]
    return LineTexts(
        head=f', {json.dumps(fields)[1:-1]}, "player": '.encode(),
        id_head=f"{game.id}-".encode(),
        features_head=f"[{json.dumps(options)}, {{".encode(),
        group_head=f"{json.dumps(identity)[:-1]}, ".encode(),
        record_head="".join(tag for tag in tags if tag.startswith(TAGS)).encode(),
        words=tuple(move.encode() for move in game.vocabulary),
        entries=tuple(
            f'{json.dumps(move)}: {{"action": {action}, '.encode()
            for action, move in enumerate(game.vocabulary)
        ),
        players=tuple(str(player).encode() for player in Player),
        features=tuple(_name_features(game)),
        first=-1 if first is None else first,
        has_boards=game.has_visible_deal,
        test_share=TEST_SHARE,
        exam_groups=frozenset(int(group, 16) for group in exam_groups(game.id)),
    )


def _name_features(game: AnyGame) -> Iterator[tuple[bytes, int]]:
    """Yield how each feature begins in JSON, and its number of tiles."""
    (rows, columns), layout = game.layout()
    for number, feature in enumerate(layout):
        name = f"{', ' if number else ''}{json.dumps(feature.name)}: "
        yield name.encode(), rows * columns if feature.per_tile else 0


class BoardRows(NamedTuple):
    """The rows of one board."""

    number: int
    """The number of the board."""
    n_rows: int
    n_bytes: int


class FoundRows(NamedTuple):
    """The rows of some boards."""

    ids: bytes
    """8 bytes for each row."""
    kinds: bytes
    """A byte for each row: see `choosing.kind_code`."""
    boards: list[BoardRows]
    rows: bytes


class RowMaker:
    """A maker of rows from a source, and of lines from rows."""

    def __init__(self, source: Source, game: AnyGame) -> None:
        """Raise OverflowError if the core can't do it for this game."""
        self._source = source
        self.game = game
        self.lines = loaded().Lines(rules_of(game), texts_of(game))
        self._side = SPLITS.index(source.split) if source.split else -1
        self._sweep: Any = None
        self._order: list[int] = []
        self._ordered_deal = -1
        """The number of the board whose positions are in this order."""
        self._whole = self._solve_whole() if game.chance and not game.has_visible_deal else None
        """The solver of all boards, if one search solves the whole game."""

    def find(self, numbers: range) -> FoundRows:
        """Find the positions of these boards."""
        ids, kinds, rows, boards = [], [], [], []
        for number in numbers:
            self._find_on(number)
            found = self.lines.take_rows()
            ids.append(found[0])
            kinds.append(found[1])
            rows.append(found[2])
            boards.append(BoardRows(number, len(found[1]), len(found[2])))
        return FoundRows(b"".join(ids), b"".join(kinds), boards, b"".join(rows))

    def write_lines(self, found: FoundRows) -> list[str]:
        """Return rows as lines of JSON."""
        row = at = 0
        for number, n_rows, n_bytes in found.boards:
            self.place(number)
            rows, ids = found.rows[at : at + n_bytes], found.ids[8 * row : 8 * (row + n_rows)]
            self.lines.json_lines(rows, ids, range(n_rows))
            row, at = row + n_rows, at + n_bytes
        return str(self.lines.take_json(), "utf-8").splitlines()

    def place(self, number: int) -> None:
        """Continue with the board of this number."""
        if self.lines.can_deal:
            self.lines.deal(derive_seed(self._source.seed, board_purpose(number)))
        elif self.game.has_visible_deal:
            self.lines.copy_board(rules_of(self._source.game(number)))

    def _find_on(self, number: int) -> None:
        self.place(number)
        is_one_board = not self.game.has_visible_deal
        if not is_one_board and self._side == 1 - self.lines.board_is_test:
            return
        found = self._sweep_board(is_one_board)
        if found is None:
            self._add_random_games(number)
            return
        indices = self._choose(number, len(found), is_one_board)
        self.lines.find(found, indices, self._side)

    def _sweep_board(self, is_one_board: bool) -> Any:
        """Return all positions of the board; None if there are too many, or with chance."""
        if not can_sweep(self._source):
            return None
        if self._sweep is None or not is_one_board:
            self._sweep = self.lines.sweep(positions.MAX_SWEPT_POSITIONS, Budget())
        return self._sweep if self._sweep.is_complete else None

    def _choose(self, number: int, count: int, is_one_board: bool) -> Sequence[int]:
        """Return the same positions as `Source.labelled`."""
        each = self._source.each
        deal, part = (0, number) if is_one_board else (number, 0)
        first, last = part * each, min((part + 1) * each, count)
        if not first and last == count:
            return range(count)
        if deal != self._ordered_deal:
            seed = derive_seed(self._source.seed, order_purpose(deal))
            self._order = loaded().shuffled_below(seed, count, count if is_one_board else each)
            self._ordered_deal = deal
        return sorted(self._order[first:last])

    def _solve_whole(self) -> _Solver | None:
        """Return a solver that has solved the start of a game with chance, and so everything."""
        start, solver, rules = self.game.start(), _Solver(self.lines), rules_of(self.game)
        status = self.game.status(start)
        assert isinstance(status, Turn)
        assert rules is not None
        shares, _ = solver(rules.pack(start))
        return solver if len(shares) == len(status.moves) else None

    def _add_random_games(self, number: int) -> None:
        """Add the same positions as `Source.from_random_games`."""
        source, seen, solve = self._source, set[int](), self._whole or _Solver(self.lines)
        for time in range(source.each):
            seeds = (derive_seed(source.seed, one) for one in game_purposes(number, time))
            if self.lines.add_random_game(
                *seeds, positions.MAX_TURNS, solve, seen, source.each, self._side
            ):
                return


class _Solver:
    """A solver of positions on one board, with the memory and budgets of `Engine`."""

    def __init__(self, lines: Any) -> None:
        self._lines = lines
        self._forget()

    def _forget(self) -> None:
        self._quota = PositionQuota(DEFAULT_MEMORY)
        solver = self._lines.solver(self._quota)
        self._values = solver.values if hasattr(solver, "values") else solver.chances

    def __call__(self, position: bytes) -> Any:
        found = self._values(position, Budget(positions=positions.MAX_SOLVED_POSITIONS))
        if self._quota.is_full:
            self._forget()
        return found


@lru_cache(maxsize=1)
def row_maker(source: Source) -> RowMaker | None:
    """Return the maker of rows from a source; None if only Python can make its lines."""
    game = source.game(0)
    if rules_of(game) is None:
        return None
    try:
        return RowMaker(source, game)
    except OverflowError:
        return None
