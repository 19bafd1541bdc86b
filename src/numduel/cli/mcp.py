"""`numduel mcp`: serve the games to an assistant (Model Context Protocol)."""

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
    group = command.add_argument_group("HTTP")
    group.add_argument(
        "--http", action="store_true", help="serve over HTTP instead of standard input and output"
    )
    group.add_argument(
        "--host", metavar="ADDRESS", default=HOST, help=f"address to listen on (default: {HOST})"
    )
    group.add_argument(
        "--port",
        metavar="N",
        type=port,
        default=PORT,
        help=f"port to listen on; 0: any free port (default: {PORT})",
    )


def run(args: Namespace, console: Console) -> int:
    """Serve until the assistant disconnects, or until Ctrl-C."""
    with require_extra("numduel mcp", "mcp"):
        from ..adapters import mcp
    if not args.http:
        if console.is_input_terminal:
            console.print_err("Your assistant should start this command. Press Ctrl-C to stop.")
        # Exit at once: a thread that reads standard input would wait for another line.
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))
        try:
            mcp.serve_stdio()
        except* OSError as lost:
            problem = f"can't use standard input and output: {lost.exceptions[0]}"
            raise SetupError(problem) from None
        return 0
    try:
        at = mcp.open_socket(args.host, args.port)
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or "no such address"
        raise SetupError(f"{args.host}:{args.port} cannot be used: {why}") from None
    host, number, *_ = at.getsockname()
    console.print_err(f"numduel is at {mcp.url_of(host, number)}")
    mcp.serve_http(at)
    return 0
