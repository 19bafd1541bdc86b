"""`numduel serve`: the server for the web page and the API."""

from __future__ import annotations

import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from typing import Any

from ..errors import quoted
from ..storage import saves
from .arguments import require_extra
from .console import Console

HOST, ALL_INTERFACES, PORT = "127.0.0.1", "0.0.0.0", 8765

ENV_PREFIX = "NUMDUEL_"
"""Prefix of the environment variable for each option: NUMDUEL_PORT=8080."""


def add(command: ArgumentParser) -> None:
    def option(group: Any, name: str, metavar: str, help: str, default: str = "") -> None:
        value = _env_value(name, default)
        group.add_argument(f"--{name}", metavar=metavar, default=value, help=help)

    def flag(group: Any, name: str, help: str) -> None:
        is_set = _env_value(name) not in ("", "0", "no")
        group.add_argument(f"--{name}", action="store_true", default=is_set, help=help)

    group = command.add_argument_group("address")
    option(group, "host", "ADDRESS", f"address to listen on (default: {HOST}, this machine only)")
    group.add_argument(
        "--port",
        metavar="N",
        type=port,
        default=_env_value("port", str(PORT)),
        help=f"port to listen on; 0: any free port (default: {PORT})",
    )
    flag(group, "lan", "listen on your network, and print the address and a QR code")
    option(group, "url", "URL", "public address of the page, if behind a proxy")
    option(group, "trusted-proxy", "ADDRESSES", "proxies that may report a visitor's address")
    option(group, "cors", "ORIGINS", "sites that may call the API, such as https://games.example")
    option(group, "site", "DIR", "add the edition for offline play, built with make site")
    flag(group, "no-open", "don't open a browser")
    # The variable of this name, NUMDUEL_GAMES, lists files to load.
    games = "games to offer, such as maze,./chomp.py (default: all that are loaded)"
    command.add_argument("--games", metavar="GAMES", default="", help=games)
    group = command.add_argument_group("matches")
    option(group, "database", "FILE", "file or postgresql:// URL (default: in the save folder)")
    option(
        group,
        "unfinished-days",
        "DAYS",
        "delete unfinished games idle for DAYS (default: 30)",
        "30",
    )
    group = command.add_argument_group("limits and logs")
    option(group, "limits", "LIMITS", "limits per address, such as create=60 streams=60")
    flag(group, "log-requests", "log every request, without addresses or secrets")
    command.epilog = (
        f"{command.epilog}\n\nYou can also set every option in the environment: "
        f"{ENV_PREFIX}PORT, {ENV_PREFIX}TRUSTED_PROXY, {ENV_PREFIX}LAN=1."
    )


def _env_value(option: str, default: str = "") -> str:
    """Return the value of an option from the environment."""
    return os.environ.get(f"{ENV_PREFIX}{option.upper().replace('-', '_')}", default)


def port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) < 2**16):
        raise ArgumentTypeError(f"{quoted(text)} isn't a port. Type a number from 0 to 65535")
    return int(text)


def run(args: Namespace, console: Console) -> int:
    """Serve until stopped; `args.server` imports the server, which this package may not."""
    with require_extra("numduel serve", "web"):
        server = args.server()
    settings = server.Settings.read(
        host=args.host or (ALL_INTERFACES if args.lan else HOST),
        port=args.port,
        database=args.database or _default_database(),
        url=args.url,
        trusted=args.trusted_proxy,
        limits=args.limits,
        unfinished_days=args.unfinished_days,
        log_requests=args.log_requests,
        cors=args.cors,
        site=args.site,
        games=args.games,
    )
    opens_browser = console.is_terminal and not args.no_open
    shows_qr_code = bool(args.lan)
    server.serve(
        settings,
        _make_announcer(
            console, settings.url, shows_qr_code=shows_qr_code, opens_browser=opens_browser
        ),
    )
    return 0


def _default_database() -> str:
    saves.make_home()
    return os.path.join(saves.home(), "matches.sqlite3")


def _make_announcer(
    console: Console, public_url: str, *, shows_qr_code: bool, opens_browser: bool
) -> Callable[[str], None]:
    """Return a callback that prints the address and opens the page once the server runs."""

    def announce(url: str) -> None:
        console.print(f"numduel is at {url}")
        if public_url:
            console.print(f"Others can reach it at {public_url}.")
        if shows_qr_code:
            console.print("", *_draw_qr_code(public_url or url), "")
        console.print_err()
        if opens_browser:
            import webbrowser

            webbrowser.open(url)

    return announce


def _draw_qr_code(url: str) -> list[str]:
    """Return a QR code as lines of half blocks, with a margin for scanners."""
    import segno

    rows = [
        [not dark for dark in row] for row in segno.make(url, micro=False).matrix_iter(border=4)
    ]
    rows += [[True] * len(rows[0])] * (len(rows) % 2)
    signs = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["".join(signs[pair] for pair in zip(*two, strict=True)) for two in pairs]
