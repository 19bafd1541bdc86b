"""`numduel serve`: a server for play by link."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from ..errors import SetupError
from ..storage import saves
from .console import Console

__all__ = ["add", "run"]

PORT = 8765


def add(command: ArgumentParser) -> None:
    command.add_argument("--host", default="127.0.0.1", help="where to listen: this machine")
    command.add_argument("--port", metavar="N", type=int, default=PORT, help=f"{PORT}; 0 for any")
    command.add_argument("--database", metavar="FILE", help="where matches are kept")
    command.add_argument("--no-open", action="store_true", help="open no browser")


def run(asked: Namespace, console: Console) -> int:
    """Serve until somebody says stop."""
    try:
        from ..web.server import Settings, serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "numduel":
            raise
        raise SetupError(
            "playing by link needs some packages: pip install 'numduel[web]'"
        ) from None
    database = asked.database or os.path.join(saves.home(), "matches.sqlite3")
    os.makedirs(os.path.dirname(os.path.abspath(database)), exist_ok=True)

    def started(url: str) -> None:
        console.say(f"numduel is at {url}")
        console.tell()
        if console.watched and not asked.no_open:
            import webbrowser

            webbrowser.open(url)

    serve(Settings(asked.host, asked.port, database), started)
    return 0
