"""`numduel completion`: what a shell needs to complete commands, games and options."""

from __future__ import annotations

from argparse import ArgumentParser

from ..errors import SetupError

__all__ = ["completion"]


def completion(shell: str, parser: ArgumentParser) -> int:
    try:
        import shtab
    except ImportError:
        raise SetupError(
            "completion needs the package shtab: pip install 'numduel[completion]'"
        ) from None
    print(shtab.complete(parser, shell=shell))
    return 0
