"""The server as a process: its settings, its start and its end."""

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
from .asgi import App, ASGIApp
from .connection import BACKLOG, Connection, Connections, max_connections
from .headers import Headers, Origins
from .limits import Limits, Networks, read_limits, read_networks
from .live import Matches
from .services import Services
from .store import Store, StoreError
from .store_sqlite import SqliteStore
from .workers import Workers, processes

log = logging.getLogger("numduel.web")

DAY = 24 * 3600.0

PATIENCE = 2
"""Seconds in which answers that are under way may still be given at the end."""

WILL_BE_DELETED = (
    "%d unfinished games have been idle for more than %g days. They will be deleted in 24 hours, "
    "or when the server starts again; to keep them, start it with more --unfinished-days."
)

KEEP_ALIVE = 75
"""Seconds that a connection may be idle: more than a proxy's or a browser's own."""

LOST = 40_000
"""Milliseconds after which a connection that takes nothing is given up."""

GARBAGE = (2_000, 10, 1000)
"""How many new things there are when garbage is looked for among them, how many such looks before
one at what is not so new, and how many of those before one at everything."""

UNREAD = 64 * 1024
"""Bytes that wait for a slow reader: more would be old news."""


class Settings(NamedTuple):
    """All that can be chosen."""

    host: str
    port: int
    database: str
    """A file, or a URL that begins with postgresql://."""
    url: str = ""
    """Where people find the page, if not at host and port."""
    trusted: Networks = ()
    """Proxies whose word on an address counts."""
    limits: Mapping[str, int] = {}
    """What an address may do, where that is not the usual."""
    unfinished_days: float = 30.0
    """Days after which a game in which nothing happens is removed, if it was never finished."""
    logs_requests: bool = False
    origins: Origins = frozenset()
    """Sites whose pages may read what the API answers."""

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
        logs_requests: bool,
        cors: str = "",
    ) -> Settings:
        """As they are typed; SetupError for what cannot be."""
        try:
            days = float(unfinished_days)
        except ValueError:
            days = -1.0
        if not 0 < days < 1e6:
            raise SetupError(f"days are a number above 0, not {quoted(unfinished_days)}")
        if url and not url.startswith(("http://", "https://")):
            raise SetupError(f"a URL begins with https:// or http://, not {quoted(url)}")
        return cls(
            host,
            port,
            database,
            url.rstrip("/"),
            read_networks(trusted),
            read_limits(limits),
            days,
            logs_requests,
            read_origins(cors),
        )


ORIGIN = re.compile(r"https?://([a-z0-9.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?")


def read_origins(text: str) -> Origins:
    """Return the origins of other sites as they are typed, with spaces between.

    >>> sorted(read_origins("https://a.example http://localhost:8000"))
    [b'http://localhost:8000', b'https://a.example']
    """
    found = text.replace(",", " ").split()
    for origin in found:
        if not ORIGIN.fullmatch(origin):
            raise SetupError(f"an origin is like https://games.example, not {quoted(origin)}")
    return frozenset(origin.encode() for origin in found)


def serve(settings: Settings, started: Callable[[str], None]) -> None:
    """Serve until somebody ends it; `started` is told where it is."""
    _write_logs(settings.logs_requests)
    listening = _listening(settings.host, settings.port)
    _look_for_garbage_in_passing()
    with listening:
        asyncio.run(_serve(settings, listening, started))


def _write_logs(with_requests: bool) -> None:
    """What happens to the server is told on standard error."""
    told = logging.StreamHandler()
    told.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logging.basicConfig(handlers=[told], level=logging.WARNING, force=True)
    log.setLevel(logging.INFO)
    logging.getLogger("numduel.requests").setLevel(
        logging.INFO if with_requests else logging.WARNING
    )


def _look_for_garbage_in_passing() -> None:
    """Often and briefly: to look through a thousand games takes a third of a second, in which
    nobody is answered, and finds next to nothing."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)


def _listening(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # whoever is gone without a word is not there
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, LOST)
        listening.bind(address)
    except UnicodeError:  # such a name cannot even be looked up
        raise SetupError(f"{quoted(host)} is no host") from None
    except OSError as error:
        raise SetupError(f"{host}:{port} cannot be used: {error.strerror or error}") from None
    return listening


def store_for(database: str) -> Store:
    """The store that a text names."""
    if not database.startswith(("postgresql://", "postgres://")):
        return SqliteStore(database)
    try:
        from .store_postgres import PostgresStore
    except ImportError:
        raise SetupError(
            "a PostgreSQL database needs one more package: pip install 'numduel[postgres]'"
        ) from None
    return PostgresStore(database)


class Server(uvicorn.Server):
    """A server whose open streams end when it does."""

    def __init__(
        self, config: uvicorn.Config, services: Services, started: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._services = services
        self._started = started

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End when somebody says so, in order: the first word begins it, the second hurries it."""
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
            self._started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        ending = asyncio.create_task(self._end())
        await super().shutdown(sockets)
        ending.cancel()

    async def _end(self) -> None:
        """Let go of all who wait, and of those who still come in at the last moment."""
        while True:
            self._services.end()
            await asyncio.sleep(0.05)


async def _serve(
    settings: Settings, listening: socket.socket, started: Callable[[str], None]
) -> None:
    workers = Workers(processes())
    store = store_for(settings.database)
    matches = Matches(store, workers)
    own = _url(listening)
    url = settings.url or own
    limits = Limits(settings.limits)
    services = Services(matches, workers, limits, url=url, is_local=_is_local(settings, listening))
    connections = Connections(limits, settings.trusted, max_connections())
    asyncio.get_running_loop().set_exception_handler(partial(_log_once, connections))
    config = uvicorn.Config(
        _dressed(services, settings),
        http=partial(Connection, connections=connections),  # type: ignore[arg-type]
        backlog=BACKLOG,
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=PATIENCE,
    )
    try:
        await store.open()
    except StoreError as error:
        raise SetupError(str(error)) from None
    try:
        await Server(config, services, lambda: started(own)).serve([listening])
    finally:
        await store.close()


def _log_once(
    connections: Connections, loop: asyncio.AbstractEventLoop, context: dict[str, Any]
) -> None:
    """Log a lack of descriptors now and then; asyncio would log it thousands of times."""
    if isinstance(context.get("exception"), OSError) and "accept" in context.get("message", ""):
        connections.warn(f"no connection can be accepted: {context['exception']}")
    else:
        loop.default_exception_handler(context)


def _dressed(services: Services, settings: Settings) -> ASGIApp:
    @asynccontextmanager
    async def running() -> AsyncIterator[None]:
        await services.matches.start()
        cleaning = asyncio.create_task(_clean(services.matches, settings.unfinished_days * DAY))
        yield
        cleaning.cancel()
        await services.matches.close()

    return Headers(App(services, running()), services.requests, settings.trusted, settings.origins)


async def _clean(matches: Matches, age: float) -> None:
    """Delete games that nobody finishes: those marked before this start, and every hour more.

    A game is marked first, and deleted at a later start or after a day of this one, so that a
    person can act in between.
    """
    store, marked_since = matches.store, dict[str, float]()
    due: list[str] | None = None
    while True:
        try:
            removed = await store.remove_marked(age, time.time(), due)
            marked = await store.mark_unfinished(age, time.time())
        except StoreError as error:
            log.warning("unfinished games could not be deleted: %s", error)
        else:
            matches.forget(removed)
            if removed:
                log.info("%d unfinished games were deleted", len(removed))
            if new := [id for id in marked if id not in marked_since]:
                log.info(WILL_BE_DELETED, len(new), age / DAY)
            now = time.monotonic()
            marked_since = {id: marked_since.get(id, now) for id in marked}
            due = [id for id, since in marked_since.items() if now - since >= DAY]
        await asyncio.sleep(3600)


def _url(listening: socket.socket) -> str:
    """Where others find what listens everywhere: at the address by which this machine goes out."""
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
            try:
                out.connect(("192.0.2.1", 9))  # nothing is sent: this only asks for a way
                host = out.getsockname()[0]
            except OSError:
                host = "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _is_local(settings: Settings, listening: socket.socket) -> bool:
    """Whether only this machine can reach it."""
    host = listening.getsockname()[0]
    return not settings.url and (host.startswith("127.") or host == "::1")
