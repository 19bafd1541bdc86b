"""The command line: one module per command, imported when it runs."""

from .main import main

__all__ = ["main"]
