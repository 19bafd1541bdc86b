"""The front door: the terminal app where nothing is asked for, the command line for the rest."""

from __future__ import annotations

import os
import sys

__all__ = ["main"]

MISSING = """\
The full-screen app is not installed: pip install 'numduel[tui]' adds it.
Here is the plain menu instead.
"""


def main() -> int:
    """Open what was asked for; the exit status."""
    if len(sys.argv) == 1 and _has_screen():
        try:
            from .tui import app
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] != "textual":
                raise
            print(MISSING, file=sys.stderr)
        else:
            return app.run()
    from .cli import main as command_line

    return command_line()


def _has_screen() -> bool:
    """Whether somebody sits at a terminal that can show more than lines."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") != "dumb"


if __name__ == "__main__":
    sys.exit(main())
