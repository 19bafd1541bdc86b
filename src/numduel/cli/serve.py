"""`numduel serve`: a server for play by link."""

from __future__ import annotations

import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable

from ..errors import quoted
from ..storage import saves
from .arguments import needing
from .console import Console

HOST, EVERYWHERE, PORT = "127.0.0.1", "0.0.0.0", 8765

ENVIRONMENT = "NUMDUEL_"
"""What the name of each option begins with in the environment: NUMDUEL_PORT=8080."""


def add(command: ArgumentParser) -> None:
    def option(name: str, metavar: str, default: str, help: str) -> None:
        command.add_argument(f"--{name}", metavar=metavar, default=_said(name, default), help=help)

    def flag(name: str, help: str) -> None:
        command.add_argument(
            f"--{name}", action="store_true", default=_said(name) not in ("", "0", "no"), help=help
        )

    option("host", "ADDRESS", "", f"where to listen; {HOST}, which is this machine alone")
    command.add_argument(
        "--port", metavar="N", type=port, default=_said("port", str(PORT)), help=f"{PORT}; 0: any"
    )
    option("database", "FILE", "", "where matches are kept, a file or a postgresql:// URL")
    option("url", "URL", "", "where people find the page, if a proxy stands before it")
    flag("lan", "listen to the network around, and print the address and a QR code")
    option("trusted-proxy", "ADDRESSES", "", "proxies whose word on a visitor's address counts")
    option("limits", "LIMITS", "", "what one address may do, such as create=60 streams=60")
    option("cors", "ORIGINS", "", "other sites whose pages may call the API: https://games.example")
    option("unfinished-days", "DAYS", "30", "when a game that nobody goes on with is removed (30)")
    flag("log-requests", "write down every request, without addresses and secrets")
    flag("no-open", "open no browser")
    command.epilog = (
        f"{command.epilog}\n\nEvery option can also be given in the environment: "
        f"{ENVIRONMENT}PORT, {ENVIRONMENT}TRUSTED_PROXY, {ENVIRONMENT}LAN=1."
    )


def _said(option: str, default: str = "") -> str:
    """What the environment says of an option."""
    return os.environ.get(f"{ENVIRONMENT}{option.upper().replace('-', '_')}", default)


def port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) < 2**16):
        raise ArgumentTypeError(f"a port is a number from 0 to 65535, not {quoted(text)}")
    return int(text)


def run(asked: Namespace, console: Console) -> int:
    """Serve until stopped; `asked.server` imports the server, which is above this."""
    with needing("playing by link", "web"):
        server = asked.server()
    settings = server.Settings.read(
        host=asked.host or (EVERYWHERE if asked.lan else HOST),
        port=asked.port,
        database=asked.database or _own_database(),
        url=asked.url,
        trusted=asked.trusted_proxy,
        limits=asked.limits,
        unfinished_days=asked.unfinished_days,
        logs_requests=asked.log_requests,
        cors=asked.cors,
    )
    is_opened = console.watched and not asked.no_open
    is_drawn = bool(asked.lan)
    server.serve(
        settings, _announcer(console, settings.url, is_drawn=is_drawn, is_opened=is_opened)
    )
    return 0


def _own_database() -> str:
    saves.make_home()
    return os.path.join(saves.home(), "matches.sqlite3")


def _announcer(
    console: Console, others: str, *, is_drawn: bool, is_opened: bool
) -> Callable[[str], None]:
    """What is said and done once the server is there."""

    def announce(url: str) -> None:
        console.say(f"numduel is at {url}")
        if others:
            console.say(f"For others it is at {others}.")
        if is_drawn:
            console.say("", *_drawn(others or url), "")
        console.tell()
        if is_opened:
            import webbrowser

            webbrowser.open(url)

    return announce


def _drawn(url: str) -> list[str]:
    """A QR code of half blocks, bright where it is empty, with the margin that readers need."""
    import segno

    rows = [
        [not dark for dark in row] for row in segno.make(url, micro=False).matrix_iter(border=4)
    ]
    rows += [[True] * len(rows[0])] * (len(rows) % 2)
    signs = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["".join(signs[pair] for pair in zip(*two, strict=True)) for two in pairs]
