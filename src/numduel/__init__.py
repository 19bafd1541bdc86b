"""Five two-player number games that follow their rule books to the letter.

Examples:
    >>> import numduel
    >>> match = numduel.Match(numduel.new("maze", board="4 3 8/9 5 1/2 7 6"))
    >>> match.play("0,0")
    >>> match.player, match.moves
    (<Player.TWO: 1>, ('0,1', '0,2', '1,0', '1,2', '2,0', '2,1', '2,2'))
    >>> match.winner, match.reason, match.is_over
    (None, None, False)
"""

from __future__ import annotations

from . import games as _games  # first, because the function `games` replaces this name
from .play import registry as _registry
from .version import __version__ as __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
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
    "load_game",
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
_registry.register_characters(
    "numduel.engine.opponents.characters", "goldie", "bruno", "pip", "ida", "trixie", "otto"
)
_registry.register_external("numduel.bots.program", "program ", "COMMAND")
_registry.register_external("numduel.adapters.model", "model:", "NAME")


def __getattr__(name: str) -> Any:
    """Return a public name; its module is imported on first use, to start fast."""
    from importlib import import_module

    if name == "batch":  # not in __all__, because it needs numpy
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
    """Return the ids of all games.

    Examples:
        >>> import numduel
        >>> numduel.games()
        ('maze', 'sum', 'run', 'quest', 'race')
    """
    return _games.ids()


def load_game(path: str | os.PathLike[str]) -> type[AnyGame]:
    """Load the game in a file, and return its class. See docs/workshop.md.

    The game then has everything that the five games have, by its id: in this process, and in those
    that it starts. To load files at every start, list them in the environment variable
    NUMDUEL_GAMES.

    Raises:
        GameFileError: If the file can't be loaded or doesn't define one game, or if another game
            has its id.

    Examples:
        >>> import numduel
        >>> chomp = numduel.load_game("examples/games/chomp.py")
        >>> numduel.new("chomp", rows=2, columns=3)
        <Chomp: rows=2, columns=3>
    """
    return _games.load(path)


def new(
    id: str, *, board: str | None = None, seed: int | None = None, **options: object
) -> AnyGame:
    """Return a game on a given board or a dealt one.

    Args:
        id: One of `games()`.
        board: The board, row by row: numbers separated by spaces or commas, rows by slashes. Its
            shape sets the size (default: deal a board).
        seed: The seed of the deal, which gives the same board on every machine (default: random).
        **options: The options of the game; docs/rules lists them.

    Raises:
        SetupError: If the game can't be set up like this.

    Examples:
        >>> import numduel
        >>> numduel.new("run", board="3 1/2 5")
        <Number Run: size=2, highest=5, board='3 1/2 5'>
        >>> numduel.new("race", seed=7).board
        '2 1 3 1/3 2 1 3/1 2 1 1/2 4 1 1'
        >>> numduel.new("maze", size=4).options.target
        34
    """
    from .dice import Dice
    from .errors import SetupError
    from .options import short_repr

    if board is not None and type(board) is not str:
        raise SetupError(f"a board must be text, such as '1 2/3 4', not {short_repr(board)}")
    return _games.find(id).setup(options, board, Dice(seed))
