"""The limits of commands for docs/limits.md: their options that bound the work."""

from __future__ import annotations

from argparse import Action, ArgumentParser, _SubParsersAction
from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

import numduel.cli
from numduel.cli.main import parser
from numduel.options import Whole

__all__ = ["commands_without_limits", "limits_of_commands"]

NUMBER, TIME = "N", "SECONDS"
"""Placeholders of the values in the help of options."""

NOT_LIMITS = ("call", "jobs", "match", "port", "processes", "seed", "step")
"""Options with a number that don't bound the work: they say where, or choose one thing."""


def limits_of_commands() -> Iterator[tuple[str, str, str]]:
    """Yield each option that bounds the work of a command, with its range and its help."""
    for name, command in _walk(parser()):
        ranges = _ranges(name)
        for action in _limits(command):
            shown = f"`{name} --{action.dest}`"
            kind = "0 s or more" if action.metavar == TIME else "a whole number"
            values = ranges.get(action.dest, kind)
            yield shown, values, str(action.help).replace("%%", "%")


def commands_without_limits() -> list[str]:
    """Return the commands that have no such option."""
    return [name for name, command in _walk(parser()) if not any(_limits(command))]


def _walk(command: ArgumentParser) -> Iterator[tuple[str, ArgumentParser]]:
    """Yield the commands that do something, with their names."""
    inner = [one for one in command._actions if isinstance(one, _SubParsersAction)]
    if not inner:
        yield command.prog.removeprefix("numduel "), command
    for one in inner:
        for found in one.choices.values():
            yield from _walk(found)


def _limits(command: ArgumentParser) -> Iterator[Action]:
    for action in command._actions:
        is_number = action.metavar in (NUMBER, TIME) and action.dest not in NOT_LIMITS
        if is_number and not action.dest.startswith("option_"):  # of a game
            yield action


def _ranges(command: str) -> dict[str, str]:
    """Return the ranges of the numbers that the modules of a command declare."""
    word = command.replace(" ", "_")
    modules = [module.name for module in iter_modules(numduel.cli.__path__)]
    return {
        number.name: f"{number.low:,} to {number.high:,}"
        for module in modules
        if module == word or module.startswith(f"{word}_")
        for number in vars(import_module(f"numduel.cli.{module}")).values()
        if isinstance(number, Whole)
    }
