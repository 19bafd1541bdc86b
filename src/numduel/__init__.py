"""Five two-player number games, right to the letter of their rule books.

>>> import numduel
>>> game = numduel.new("maze", board="4 3 8/9 5 1/2 7 6")
>>> match = numduel.Match(game)
>>> match.player, match.moves
(<Player.ONE: 0>, ('0,0', '0,1', '0,2', '1,0', '1,2', '2,0', '2,1', '2,2'))
>>> match.play("0,0")
>>> match.winner, match.reason, match.is_over
(None, None, False)
"""

from __future__ import annotations

from . import games as _games  # before the function of that name, which it would replace
from .play import registry as _registry
from .version import __version__ as __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .budget import Budget, Exhausted
    from .core import (
        AnyGame,
        Chance,
        Fact,
        Feature,
        Game,
        Move,
        Over,
        Picture,
        Player,
        Status,
        Tag,
        Tile,
        Turn,
    )
    from .dice import Dice
    from .engine import Engine, Report, Value, analyse
    from .errors import (
        AmbiguousMove,
        IllegalMove,
        InvalidMove,
        MoveError,
        NumduelError,
        PlayerError,
        RecordError,
        RulesError,
        SetupError,
        UnknownGame,
        WrongType,
    )
    from .play import players
    from .play.match import Ending, Match, Ply
    from .storage import record

__all__ = [
    "AmbiguousMove",
    "AnyGame",
    "Budget",
    "Chance",
    "Dice",
    "Ending",
    "Engine",
    "Exhausted",
    "Fact",
    "Feature",
    "Game",
    "IllegalMove",
    "InvalidMove",
    "Match",
    "Move",
    "MoveError",
    "NumduelError",
    "Over",
    "Picture",
    "Player",
    "PlayerError",
    "Ply",
    "RecordError",
    "Report",
    "RulesError",
    "SetupError",
    "Status",
    "Tag",
    "Tile",
    "Turn",
    "UnknownGame",
    "Value",
    "WrongType",
    "analyse",
    "games",
    "new",
    "players",
    "record",
]

_MODULES = (
    "numduel.budget",
    "numduel.core",
    "numduel.dice",
    "numduel.errors",
    "numduel.play.match",
    "numduel.play.players",
    "numduel.storage.record",
    "numduel.engine",
)
"""The modules of the public names, imported when a name is first used."""

_registry.register_levels(
    "numduel.engine.opponents.levels", "beginner", "casual", "skilled", "expert", "perfect"
)
_registry.register_guest("numduel.bots.program", "program ", "COMMAND")
_registry.register_guest("numduel.adapters.model", "model:", "NAME")


def __getattr__(name: str) -> Any:
    """A public name: its room is loaded when it is first asked for, so that starting is quick."""
    from importlib import import_module

    if name == "batch":  # no public name of the core: it needs numpy
        return import_module("numduel.batch")
    if name in __all__:
        for path in _MODULES:
            module = import_module(path)
            if path.endswith(f".{name}") or name in module.__all__:
                found = globals()[name] = getattr(module, name, module)
                return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def games() -> tuple[str, ...]:
    """The ids of all games.

    >>> games()
    ('maze', 'sum', 'run', 'quest', 'race')
    """
    return _games.ids()


def new(
    id: str, *, board: str | None = None, seed: int | None = None, **options: object
) -> AnyGame:
    """A game, set up: on a given board, or on one drawn (from a seed: the same one always).

    >>> new("race", seed=7).board
    '2 1 3 1/3 2 1 3/1 2 1 1/2 4 1 1'
    >>> new("maze", size=4).options.target
    34
    >>> new("sum", size=4)
    Traceback (most recent call last):
    numduel.errors.SetupError: there is no option 'size' here, only target and highest
    """
    from .dice import Dice
    from .errors import SetupError
    from .options import short_repr

    if board is not None and type(board) is not str:
        raise SetupError(f"a board is text, such as '1 2/3 4', not {short_repr(board)}")
    return _games.find(id).setup(options, board, Dice(seed))
