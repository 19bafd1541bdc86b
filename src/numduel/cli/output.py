"""What a command hands over: data for programs on standard output, and files."""

from __future__ import annotations

import os
from typing import Any

from ..errors import SetupError, quoted
from ..storage import files
from .console import Console


def print_json(console: Console, data: Any) -> None:
    """Data for a program: nothing else goes to standard output then."""
    import json

    for line in json.dumps(data, indent=2, ensure_ascii=False).split("\n"):
        # JSON lets some signs stand as they are that a terminal takes for commands.
        console.say("".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in line))


def need_folder(path: str | None) -> None:
    """SetupError now, and not after an hour, if there is no folder for a file."""
    if path is not None and not os.path.isdir(os.path.dirname(path) or "."):
        raise SetupError(f"there is no folder for {quoted(path)}")


def write_file(path: str, content: str | bytes) -> None:
    """Write a file whole, or say in one sentence why not."""
    try:
        files.write(path, content)
    except (OSError, ValueError) as error:
        raise SetupError(f"{quoted(path)} cannot be written: {files.reason(error)}") from None
