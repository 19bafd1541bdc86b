"""Players from other packages, by module.

The package registers them; a module is imported when one of its players is seated, to start fast.
"""

levels: dict[str, str] = {}
"""The module of each computer level, weakest first."""

characters: dict[str, str] = {}
"""The module of each character, weakest first."""

external_players: dict[str, tuple[str, str]] = {}
"""The notation and module of each kind of external player, by the prefix of its names."""


def register_levels(module: str, *names: str) -> None:
    """Register levels; the module's `seat(level, dice)` returns a chooser."""
    levels.update(dict.fromkeys(names, module))


def register_characters(module: str, *names: str) -> None:
    """Register opponents with a style; the module's `seat(name, dice)` returns a chooser."""
    characters.update(dict.fromkeys(names, module))


def register_external(module: str, prefix: str, rest: str) -> None:
    """Register external players whose names start with a prefix; `rest` describes the rest.

    The module's `seat(rest, dice)` returns a chooser, and `called(rest)` its name.
    """
    external_players[prefix] = f"{prefix}{rest}", module
