"""Positions and moves as numbers: the one place where the environments get them from."""

from __future__ import annotations

import operator
from typing import Any, NamedTuple

try:
    import numpy as np
    import numpy.typing as npt
except ModuleNotFoundError as error:
    missing = f"positions in numbers need {error.name}: pip install 'numduel[agents]'"
    raise ImportError(missing, name=error.name) from None

from ..checks import need_game
from ..core import AnyGame, Move, Player, Turn
from ..options import Options

__all__ = ["Encoding"]


class _Plan(NamedTuple):
    """What follows from the options alone, worked out once for all boards."""

    shape: tuple[int, int, int]
    names: tuple[str, ...]
    highest: npt.NDArray[np.float32]
    """The highest value of each number that `features` gives."""
    places: npt.NDArray[np.intp]
    """Which of these numbers stands at each place of the planes."""
    actions: dict[Move, int]
    masks: dict[tuple[Move, ...], npt.NDArray[np.int8]]
    """Those asked for before."""


_plans: dict[tuple[type[AnyGame], Options], _Plan] = {}


def _plan(game: AnyGame) -> _Plan:
    key = (type(game), game.options)
    if key not in _plans:
        if len(_plans) >= 64:
            _plans.clear()
        _plans[key] = _planned(game)
    return _plans[key]


def _planned(game: AnyGame) -> _Plan:
    (rows, columns), features = game.layout()
    highest: list[int] = []
    places = []
    for feature in features:
        count = rows * columns if feature.per_tile else 1
        first = len(highest)
        highest += [feature.highest] * count
        numbers = range(first, first + count) if feature.per_tile else [first] * rows * columns
        places.append(np.reshape(np.array(numbers, np.intp), (rows, columns)))
    return _Plan(
        (len(features), rows, columns),
        tuple(feature.name for feature in features),
        np.array(highest, np.float32),
        np.stack(places),
        {move: action for action, move in enumerate(game.vocabulary)},
        {},
    )


class Encoding:
    """A game in numbers: planes for a position, and for a move its place in the vocabulary.

    A plane has a number from 0 to 1 for every tile: a feature of the game, divided by the highest
    that it can be. Features without tiles are planes of one number.

    >>> import numduel
    >>> game = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
    >>> encoding = Encoding(game)
    >>> encoding.shape, encoding.actions, encoding.action("0,1"), encoding.move(1)
    ((9, 3, 3), 9, 1, '0,1')
    >>> state = game.play(game.start(), "0,0")
    >>> planes = dict(zip(encoding.names, encoding.observe(state, game.status(state).player)))
    >>> planes["their token"].tolist()
    [[1.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    >>> encoding.mask(state, numduel.Player.TWO).tolist()
    [0, 1, 1, 1, 0, 1, 1, 1, 1]
    """

    def __init__(self, game: AnyGame) -> None:
        self._game = need_game(game)
        self._plan = _plan(game)
        self.shape = self._plan.shape
        """Planes, rows, columns."""
        self.names = self._plan.names
        """What each plane tells."""
        self.actions = len(game.vocabulary)
        """How many there are: from 0 on, they are the places of the moves in the vocabulary."""

    def observe(self, state: Any, player: Player) -> npt.NDArray[np.float32]:
        """The planes of a position, as this player sees it."""
        return self.planes(self._game.features(state, player))

    def planes(self, told: npt.ArrayLike) -> npt.NDArray[np.float32]:
        """The planes of what `features` tells, also of many positions at once, one a row."""
        shares = np.array(told, np.float32)
        shares /= self._plan.highest
        return shares.take(self._plan.places, axis=-1)

    def mask(self, state: Any, player: Player) -> npt.NDArray[np.int8]:
        """1 for every action that is a legal move of this player now, else 0."""
        status = self._game.status(state)
        is_theirs = isinstance(status, Turn) and status.player == player
        return self.mask_of(status.moves if is_theirs else ())  # type: ignore[union-attr]

    def mask_of(self, moves: tuple[Move, ...]) -> npt.NDArray[np.int8]:
        """1 for every action that is one of these moves, else 0."""
        plan = self._plan
        if moves not in plan.masks:
            if len(plan.masks) >= 2**12:
                plan.masks.clear()
            mask = np.zeros(self.actions, np.int8)
            mask[[plan.actions[move] for move in moves]] = 1
            plan.masks[moves] = mask
        return plan.masks[moves].copy()

    def action(self, move: Move) -> int:
        """The number of a move."""
        try:
            return self._plan.actions[move]
        except (KeyError, TypeError):
            raise ValueError(f"{move!r} is no move of {self._game.title}") from None

    def move(self, action: Any) -> Move:
        """The move that a number stands for; ValueError for what is no action."""
        try:
            number = operator.index(action)
        except TypeError:
            number = -1
        if not 0 <= number < self.actions:
            raise ValueError(f"an action is a number from 0 to {self.actions - 1}, not {action!r}")
        return self._game.vocabulary[number]

    def __reduce__(self) -> tuple[Any, ...]:
        return Encoding, (self._game,)
