"""The command line: each command in a file of its own, imported when it is asked for."""

from .main import main

__all__ = ["main"]
