"""`numduel game`: write a game of your own, check, measure and tune it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from importlib import import_module
from typing import Any

from .console import Console

SUBCOMMANDS = {
    "new": "write a game file to start from",
    "check": "check that the rules of a game are consistent",
    "report": "measure whether a game is fair, deep and worth playing",
    "tune": "search the options for the fairest and deepest variant",
    "vectors": "write test vectors for people who implement the rules elsewhere",
}
"""For each subcommand, its one-line help. Its module has `add` and `run`, as for a command."""


def add(command: ArgumentParser) -> None:
    added = command.add_subparsers(
        title="commands", dest="action", metavar="COMMAND", required=True
    )
    for name, summary in SUBCOMMANDS.items():
        action = added.add_parser(
            name,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.",
            formatter_class=command.formatter_class,
            allow_abbrev=False,
        )
        setattr(action, "game", getattr(command, "game", None))  # noqa: B010 - a class of this package
        _import_action(name).add(action)


def run(args: Namespace, console: Console) -> int:
    return int(_import_action(args.action).run(args, console))


def _import_action(name: str) -> Any:
    return import_module(f"{__package__}.game_{name}")
