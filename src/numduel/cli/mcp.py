"""`numduel mcp`: the games for an assistant that speaks the Model Context Protocol."""

from __future__ import annotations

import os
import signal
from argparse import ArgumentParser, Namespace

from ..errors import SetupError
from .arguments import require_extra
from .console import Console
from .serve import HOST, port

PORT = 8766


def add(command: ArgumentParser) -> None:
    command.add_argument("--http", action="store_true", help="serve HTTP, not standard input")
    command.add_argument("--host", metavar="ADDRESS", default=HOST, help=f"with --http; {HOST}")
    command.add_argument(
        "--port", metavar="N", type=port, default=PORT, help=f"with --http; {PORT}; 0: any"
    )


def run(args: Namespace, console: Console) -> int:
    """Serve until the assistant leaves, or somebody says stop."""
    with require_extra("playing with an assistant", "mcp"):
        from ..adapters import mcp
    if not args.http:
        if console.is_input_terminal:
            console.print_err(
                "An assistant starts this command and speaks with it; Ctrl-C ends it."
            )
        # At once: whoever reads standard input would go on doing so until there is another line.
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))
        try:
            mcp.serve_stdio()
        except* OSError as lost:
            why = (
                f"standard input and output are what an assistant speaks with: {lost.exceptions[0]}"
            )
            raise SetupError(why) from None
        return 0
    try:
        at = mcp.open_socket(args.host, args.port)
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or "there is no such address"
        raise SetupError(f"{args.host}:{args.port} cannot be used: {why}") from None
    host, number, *_ = at.getsockname()
    console.print_err(f"numduel is at {mcp.url_of(host, number)}")
    mcp.serve_http(at)
    return 0
