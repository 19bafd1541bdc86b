"""Players that other rooms provide, by the names of their modules.

The package registers them; a module is imported when one of its players is seated, so that play
starts fast.
"""

levels: dict[str, str] = {}
"""The module of each level of the computer, the weakest first."""

guests: dict[str, tuple[str, str]] = {}
"""How a guest is written, and the module, by what the names of such guests begin with."""


def register_levels(module: str, *names: str) -> None:
    """Let a module provide levels: its `seat(level, dice)` returns a chooser."""
    levels.update(dict.fromkeys(names, module))


def register_guest(module: str, prefix: str, rest: str) -> None:
    """Let a module provide guests, whose names begin with a prefix; `rest` stands for the rest.

    Its `seat(rest, dice)` returns a chooser, and `called(rest)` a name for it.
    """
    guests[prefix] = f"{prefix}{rest}", module
