"""Output of commands: JSON on standard output, and files."""

from __future__ import annotations

import os
from typing import Any

from ..errors import SetupError, quoted
from ..storage import files
from .console import Console


def print_json(console: Console, data: Any) -> None:
    """Print data as JSON; nothing else may go to standard output."""
    import json

    for line in json.dumps(data, indent=2, ensure_ascii=False).split("\n"):
        # JSON allows some control characters unescaped; a terminal would obey them.
        console.print("".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in line))


def check_folder(path: str | None) -> None:
    """Raise SetupError before the work starts if the folder of a file can't be used."""
    if path is None:
        return
    try:
        os.stat(os.path.join(os.path.dirname(path), "."))
    except (FileNotFoundError, NotADirectoryError):
        raise SetupError(f"{quoted(path)} is in a folder that doesn't exist") from None
    except OSError as error:
        raise SetupError(f"{quoted(path)} cannot be written: {files.reason(error)}") from None


def write_file(path: str, content: str | bytes) -> None:
    """Write a whole file; raise SetupError if that fails."""
    try:
        files.write(path, content)
    except (OSError, ValueError) as error:
        raise SetupError(f"{quoted(path)} cannot be written: {files.reason(error)}") from None
