"""The server process: settings, startup and shutdown."""

from __future__ import annotations

import asyncio
import gc
import logging
import re
import signal
import socket
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from typing import Any, NamedTuple

import uvicorn

from ..errors import SetupError, quoted
from ..games import offer_only
from .asgi import App, ASGIApp
from .connection import BACKLOG, Connections, HttpConnection, max_connections
from .headers import Headers, Origins
from .limits import Limits, Networks, read_limits, read_networks
from .live import Matches
from .page_files import page_files
from .services import Services
from .site_files import SiteFiles
from .store import Store, StoreError
from .store_sqlite import SqliteStore
from .worker_processes import WorkerProcesses, default_processes

log = logging.getLogger("numduel.web")

DAY_S = 24 * 3600.0

SHUTDOWN_TIMEOUT_S = 2
"""Seconds to finish running requests at shutdown."""

MARKED_MESSAGE = (
    "%d unfinished games have been idle for more than %g days. They will be deleted in 24 hours, "
    "or when the server starts again. To keep them, restart it with a higher --unfinished-days."
)
"""Log message about games that will be deleted."""

KEEP_ALIVE_S = 75
"""Seconds that a connection may be idle: more than proxies and browsers allow."""

TCP_USER_TIMEOUT_MS = 40_000
"""Milliseconds until a connection whose client doesn't respond is closed."""

GC_THRESHOLDS = (2_000, 10, 1000)
"""Thresholds for the three generations of Python's garbage collector."""

SEND_BUFFER_BYTES = 64 * 1024
"""Size of the send buffer: a slow reader should get new views, not queued old ones."""


class Settings(NamedTuple):
    """The settings of a server."""

    host: str
    port: int
    database: str
    """A file, or a URL that begins with postgresql://."""
    url: str = ""
    """Public URL of the page; by default host and port."""
    trusted: Networks = ()
    """Proxies whose X-Forwarded-For header counts."""
    limits: Mapping[str, int] = {}
    """Limits by address that differ from the defaults."""
    unfinished_days: float = 30.0
    """Idle days after which an unfinished game is deleted."""
    log_requests: bool = False
    origins: Origins = frozenset()
    """Sites whose pages may read the API's answers."""
    site: str = ""
    """Folder of the edition for offline play; "" for a server without it."""
    games: tuple[str, ...] = ()
    """Ids of the games to offer; empty for all that are loaded."""

    @classmethod
    def read(
        cls,
        *,
        host: str,
        port: int,
        database: str,
        url: str,
        trusted: str,
        limits: str,
        unfinished_days: str,
        log_requests: bool,
        cors: str = "",
        site: str = "",
        games: str = "",
    ) -> Settings:
        """Parse settings from text; raise SetupError for invalid ones."""
        try:
            days = float(unfinished_days)
        except ValueError:
            days = -1.0
        if not 0 < days < 1e6:
            raise SetupError(f"{quoted(unfinished_days)} isn't a number of days above 0")
        if url and not url.startswith(("http://", "https://")):
            raise SetupError(f"{quoted(url)} isn't a URL. Start it with https:// or http://")
        return cls(
            host,
            port,
            database,
            url.rstrip("/"),
            read_networks(trusted),
            read_limits(limits),
            days,
            log_requests,
            read_origins(cors),
            site,
            tuple(games.replace(",", " ").split()),
        )


ORIGIN_PATTERN = re.compile(r"https?://([a-z0-9.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?")


def read_origins(text: str) -> Origins:
    """Parse origins of other sites, separated by spaces.

    >>> sorted(read_origins("https://a.example http://localhost:8000"))
    [b'http://localhost:8000', b'https://a.example']
    """
    found = text.replace(",", " ").split()
    for origin in found:
        if not ORIGIN_PATTERN.fullmatch(origin):
            raise SetupError(
                f"{quoted(origin)} isn't an origin. Use the form https://games.example"
            )
    return frozenset(origin.encode() for origin in found)


def serve(settings: Settings, on_started: Callable[[str], None]) -> None:
    """Serve until stopped; call `on_started` with the URL."""
    if settings.games:
        offer_only(settings.games)
    _configure_logs(settings.log_requests)
    listening = _listen(settings.host, settings.port)
    page_files()  # now, so that an upgrade on disk can't mix two versions
    _tune_gc()
    with listening:
        asyncio.run(_serve(settings, listening, on_started))


def _configure_logs(with_requests: bool) -> None:
    """Write logs to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    log.setLevel(logging.INFO)
    logging.getLogger("numduel.requests").setLevel(
        logging.INFO if with_requests else logging.WARNING
    )


def _tune_gc() -> None:
    """Collect often, to keep pauses short.

    A full collection with 1,000 games takes a third of a second and frees almost nothing.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # detect lost clients
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, TCP_USER_TIMEOUT_MS)
        listening.bind(address)
    except UnicodeError:  # not a valid host name
        raise SetupError(f"{quoted(host)} isn't a host name") from None
    except OSError as error:
        raise SetupError(f"{host}:{port} cannot be used: {error.strerror or error}") from None
    return listening


def create_store(database: str) -> Store:
    """Return the store for a file name or database URL."""
    if not database.startswith(("postgresql://", "postgres://")):
        return SqliteStore(database)
    try:
        from .store_postgres import PostgresStore
    except ImportError:
        raise SetupError(
            "PostgreSQL needs an extra package: pip install 'numduel[postgres]'"
        ) from None
    return PostgresStore(database)


class Server(uvicorn.Server):
    """A uvicorn server that ends its open streams at shutdown."""

    def __init__(
        self, config: uvicorn.Config, services: Services, on_started: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._services = services
        self._on_started = on_started

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on the first signal; on the second, without waiting."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        try:
            yield
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        ending = asyncio.create_task(self._end())
        await super().shutdown(sockets)
        ending.cancel()

    async def _end(self) -> None:
        """End all waiting requests, including those that still arrive."""
        while True:
            self._services.end()
            await asyncio.sleep(0.05)


async def _serve(
    settings: Settings, listening: socket.socket, on_started: Callable[[str], None]
) -> None:
    site = SiteFiles(settings.site) if settings.site else None
    workers = WorkerProcesses(default_processes())
    store = create_store(settings.database)
    matches = Matches(store, workers)
    own = _own_url(listening)
    url = settings.url or own
    limits = Limits(settings.limits)
    services = Services(
        matches,
        workers,
        limits,
        url=url,
        is_local=_is_local(settings, listening),
        site=site,
    )
    connections = Connections(limits, settings.trusted, max_connections())
    asyncio.get_running_loop().set_exception_handler(partial(_log_accept_error, connections))
    config = uvicorn.Config(
        _build_app(services, settings),
        http=partial(HttpConnection, connections=connections),  # type: ignore[arg-type]
        backlog=BACKLOG,
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_S,
    )
    try:
        await store.open()
    except StoreError as error:
        raise SetupError(str(error)) from None
    try:
        await Server(config, services, lambda: on_started(own)).serve([listening])
    finally:
        await store.close()


def _log_accept_error(
    connections: Connections, loop: asyncio.AbstractEventLoop, context: dict[str, Any]
) -> None:
    """Log a lack of file descriptors at most once a minute; asyncio logs it constantly."""
    if isinstance(context.get("exception"), OSError) and "accept" in context.get("message", ""):
        connections.warn(f"can't accept connections: {context['exception']}")
    else:
        loop.default_exception_handler(context)


def _build_app(services: Services, settings: Settings) -> ASGIApp:
    @asynccontextmanager
    async def running() -> AsyncIterator[None]:
        await services.matches.start()
        deleting = asyncio.create_task(
            _delete_unfinished(services.matches, settings.unfinished_days * DAY_S)
        )
        yield
        deleting.cancel()
        await services.matches.close()

    return Headers(App(services, running()), services.requests, settings.trusted, settings.origins)


async def _delete_unfinished(matches: Matches, age: float) -> None:
    """Delete unfinished games: those marked before this start, then more every hour.

    A game is first marked, and deleted at a later start or after 24 hours, so that the operator can
    prevent it.
    """
    store, marked_since = matches.store, dict[str, float]()
    due: list[str] | None = None
    while True:
        try:
            removed = await store.remove_marked(age, time.time(), due)
            marked = await store.mark_unfinished(age, time.time())
        except StoreError as error:
            log.warning("could not delete unfinished games: %s", error)
        else:
            matches.forget(removed)
            if removed:
                log.info("deleted %d unfinished games", len(removed))
            if new := [id for id in marked if id not in marked_since]:
                log.info(MARKED_MESSAGE, len(new), age / DAY_S)
            now = time.monotonic()
            marked_since = {id: marked_since.get(id, now) for id in marked}
            due = [id for id, since in marked_since.items() if now - since >= DAY_S]
        await asyncio.sleep(3600)


def _own_url(listening: socket.socket) -> str:
    """Return the URL of the server; for a wildcard host, with this machine's main address."""
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
            try:
                out.connect(("192.0.2.1", 9))  # sends nothing; finds the route
                host = out.getsockname()[0]
            except OSError:
                host = "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _is_local(settings: Settings, listening: socket.socket) -> bool:
    """Return whether only this machine can reach the server."""
    host = listening.getsockname()[0]
    return not settings.url and (host.startswith("127.") or host == "::1")
