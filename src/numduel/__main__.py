"""The entry point: the terminal app without arguments, otherwise the command line.

Imports are few before Ctrl-C is handled, here and in the package itself.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from .cli.console import Console

APP_MISSING = """\
The full-screen app isn't installed. To add it: pip install 'numduel[tui]'
Here is the plain menu instead.
"""


def main() -> int:
    """Open the app or run a command; return the exit status."""
    try:
        from .cli.main import run_guarded

        status = run_guarded(_open)
        # The C module behind `signal`, which loads faster.
        import _signal  # type: ignore[import-not-found]

        _signal.signal(_signal.SIGINT, _signal.SIG_IGN)  # done: exit without a traceback
    except KeyboardInterrupt:
        status = 130
    return status


def _open(console: Console) -> int:
    if len(sys.argv) == 1 and _can_show_app():
        try:
            from .tui import app
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] != "textual":
                raise
            console.print_err(*APP_MISSING.split("\n"))
        else:
            status, parting = app.run()
            console.print(*parting)
            return status
    from .cli.main import run

    return run(sys.argv[1:], console, _server)


def _server() -> ModuleType:
    """Import the server, which needs more packages than the games."""
    from .web import server

    return server


def _can_show_app() -> bool:
    """Return whether all streams are a terminal that can show the app, which draws on stderr."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return all(stream.isatty() for stream in streams) and os.environ.get("TERM", "") != "dumb"


if __name__ == "__main__":
    sys.exit(main())
