"""A plain static file server under a path prefix. It can be stopped and started again."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

__all__ = ["StaticSite", "serve_folder"]

PREFIX = "/some/where"


class _Handler(SimpleHTTPRequestHandler):
    """Files of a folder below the prefix, with the headers of Python's own server."""

    requested: list[str]
    unanswered: set[str]
    prefix: str

    def __init__(
        self, *args: Any, requested: list[str], unanswered: set[str], prefix: str, **how: Any
    ) -> None:
        self.requested = requested
        self.unanswered = unanswered
        self.prefix = prefix
        super().__init__(*args, **how)

    def translate_path(self, path: str) -> str:
        if not path.startswith(f"{self.prefix}/"):
            return str(Path(self.directory, "no such file"))
        return super().translate_path(path.removeprefix(self.prefix))

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        self.requested.append(path)
        if path.rpartition("/")[2] in self.unanswered:
            self.close_connection = True
            return
        super().do_GET()

    def log_message(self, *args: Any) -> None:
        pass


class StaticSite:
    """A folder at an address below a prefix. It keeps its port when it is started again."""

    def __init__(self, folder: Path, prefix: str = PREFIX) -> None:
        self.folder = folder
        self.prefix = prefix
        self.requested: list[str] = []
        """Paths of all requests so far, without queries."""
        self.unanswered: set[str] = set()
        """Names of files whose requests end without an answer."""
        self._port = 0
        self._server: ThreadingHTTPServer | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}{self.prefix}/play/"

    def start(self) -> None:
        handler = partial(
            _Handler,
            directory=str(self.folder),
            requested=self.requested,
            unanswered=self.unanswered,
            prefix=self.prefix,
        )
        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), handler)
        self._server.daemon_threads = True
        self._port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self) -> None:
        """Stop listening. No connection stays open: each serves one request."""
        if self._server:
            self._server.shutdown()
            self._server.server_close()
            self._server = None


@contextmanager
def serve_folder(folder: Path, prefix: str = PREFIX) -> Iterator[StaticSite]:
    """Serve a folder below a prefix, which may be empty."""
    site = StaticSite(folder, prefix)
    site.start()
    try:
        yield site
    finally:
        site.stop()
