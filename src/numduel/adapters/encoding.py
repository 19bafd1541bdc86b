"""Positions and moves as numbers, for all environments."""

from __future__ import annotations

import operator
from typing import Any, NamedTuple

try:
    import numpy as np
    import numpy.typing as npt
except ModuleNotFoundError as error:
    missing = f"encoding positions needs {error.name}: pip install 'numduel[agents]'"
    raise ImportError(missing, name=error.name) from None

from ..checks import need_game
from ..core import AnyGame, Move, Player, Turn
from ..options import Options

__all__ = ["Encoding"]


class _Layout(NamedTuple):
    """The encoding of a game, which depends on its options but not on its board."""

    shape: tuple[int, int, int]
    names: tuple[str, ...]
    highest: npt.NDArray[np.float32]
    """The maximum of each number in `Game.features`."""
    indices: npt.NDArray[np.intp]
    """The index in `Game.features` of each cell of the planes."""
    actions: dict[Move, int]
    masks: dict[tuple[Move, ...], npt.NDArray[np.int8]]
    """A cache of masks."""


_layouts: dict[tuple[type[AnyGame], Options], _Layout] = {}


def _layout_of(game: AnyGame) -> _Layout:
    key = (type(game), game.options)
    if key not in _layouts:
        if len(_layouts) >= 64:
            _layouts.clear()
        _layouts[key] = _build_layout(game)
    return _layouts[key]


def _build_layout(game: AnyGame) -> _Layout:
    (rows, columns), features = game.layout()
    highest: list[int] = []
    indices = []
    for feature in features:
        count = rows * columns if feature.per_tile else 1
        first = len(highest)
        highest += [feature.highest] * count
        numbers = range(first, first + count) if feature.per_tile else [first] * rows * columns
        indices.append(np.reshape(np.array(numbers, np.intp), (rows, columns)))
    return _Layout(
        (len(features), rows, columns),
        tuple(feature.name for feature in features),
        np.array(highest, np.float32),
        np.stack(indices),
        {move: action for action, move in enumerate(game.vocabulary)},
        {},
    )


class Encoding:
    """Numbers for a game: planes for a position, an index in the vocabulary for a move.

    A plane has a number from 0 to 1 for every tile: a feature of the game, divided by its maximum.
    A feature that isn't per tile is a plane with the same number everywhere.

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
        self._layout = _layout_of(game)
        self.shape = self._layout.shape
        """Planes, rows, columns."""
        self.names = self._layout.names
        """The name of each plane."""
        self.actions = len(game.vocabulary)
        """Number of actions; an action is the index of a move in the vocabulary."""

    def observe(self, state: Any, player: Player) -> npt.NDArray[np.float32]:
        """Return the planes of a position from a player's point of view."""
        return self.planes(self._game.features(state, player))

    def planes(self, features: npt.ArrayLike) -> npt.NDArray[np.float32]:
        """Return the planes for the numbers of `Game.features`, one position or one per row."""
        return self.vector(features).take(self._layout.indices, axis=-1)

    def vector(self, features: npt.ArrayLike) -> npt.NDArray[np.float32]:
        """Return each of these numbers divided by its maximum: the planes, without repetitions."""
        shares = np.array(features, np.float32)
        shares /= self._layout.highest
        return shares

    @property
    def length(self) -> int:
        """Number of features, the length of `vector`."""
        return len(self._layout.highest)

    def mask(self, state: Any, player: Player) -> npt.NDArray[np.int8]:
        """Return 1 for each legal action of a player, 0 for all others."""
        status = self._game.status(state)
        is_theirs = isinstance(status, Turn) and status.player == player
        return self.mask_of(status.moves if is_theirs else ())  # type: ignore[union-attr]

    def mask_of(self, moves: tuple[Move, ...]) -> npt.NDArray[np.int8]:
        """Return 1 for the action of each of these moves, 0 for all others."""
        layout = self._layout
        if moves not in layout.masks:
            if len(layout.masks) >= 2**12:
                layout.masks.clear()
            mask = np.zeros(self.actions, np.int8)
            mask[[layout.actions[move] for move in moves]] = 1
            layout.masks[moves] = mask
        return layout.masks[moves].copy()

    def action(self, move: Move) -> int:
        """Return the action of a move; raise ValueError if it is unknown."""
        try:
            return self._layout.actions[move]
        except (KeyError, TypeError):
            raise ValueError(f"{move!r} isn't a move of {self._game.title}") from None

    def move(self, action: Any) -> Move:
        """Return the move of an action; raise ValueError if it isn't an action."""
        try:
            number = operator.index(action)
        except TypeError:
            number = -1
        if not 0 <= number < self.actions:
            raise ValueError(f"an action is a number from 0 to {self.actions - 1}, not {action!r}")
        return self._game.vocabulary[number]

    def __reduce__(self) -> tuple[Any, ...]:
        return Encoding, (self._game,)
