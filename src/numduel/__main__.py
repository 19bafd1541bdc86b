"""The front door: the terminal app where nothing is asked for, the command line for the rest.

Little is imported before somebody listens for Ctrl-C, and so it is with the package itself.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from .cli.console import Console

MISSING = """\
The full-screen app is not installed: pip install 'numduel[tui]' adds it.
Here is the plain menu instead.
"""


def main() -> int:
    """Open what was asked for; the exit status."""
    try:
        from .cli.main import run_guarded

        status = run_guarded(_open)
        # What `signal` is made of, without the time that its names take to be made.
        import _signal  # type: ignore[import-not-found]

        _signal.signal(_signal.SIGINT, _signal.SIG_IGN)  # all is done: let it end in peace
    except KeyboardInterrupt:
        status = 130
    return status


def _open(console: Console) -> int:
    if len(sys.argv) == 1 and _has_screen():
        try:
            from .tui import app
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] != "textual":
                raise
            console.print_err(*MISSING.split("\n"))
        else:
            status, parting = app.run()
            console.print(*parting)
            return status
    from .cli.main import run

    return run(sys.argv[1:], console, _server)


def _server() -> ModuleType:
    """Import the server, which needs packages that playing does not."""
    from .web import server

    return server


def _has_screen() -> bool:
    """Whether somebody sits at a terminal that can show more than lines; it is drawn as errors."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return all(stream.isatty() for stream in streams) and os.environ.get("TERM", "") != "dumb"


if __name__ == "__main__":
    sys.exit(main())
