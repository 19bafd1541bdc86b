"""A plain static file server under a path prefix. It can be stopped and started again."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

__all__ = ["StaticSite", "serve_folder"]

PREFIX = "/some/where"


class _Handler(SimpleHTTPRequestHandler):
    """Files of a folder below the prefix, with the headers of Python's own server."""

    requested: list[str]

    def __init__(self, *args: Any, requested: list[str], **how: Any) -> None:
        self.requested = requested
        super().__init__(*args, **how)

    def translate_path(self, path: str) -> str:
        if not path.startswith(f"{PREFIX}/"):
            return str(Path(self.directory, "no such file"))
        return super().translate_path(path.removeprefix(PREFIX))

    def do_GET(self) -> None:
        self.requested.append(self.path)
        super().do_GET()

    def log_message(self, *args: Any) -> None:
        pass


class StaticSite:
    """A folder at an address. It keeps its port when it is started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.requested: list[str] = []
        """Paths of all requests so far."""
        self._port = 0
        self._server: ThreadingHTTPServer | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}{PREFIX}/play/"

    def start(self) -> None:
        handler = partial(_Handler, directory=str(self.folder), requested=self.requested)
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
def serve_folder(folder: Path) -> Iterator[StaticSite]:
    """Serve a folder."""
    site = StaticSite(folder)
    site.start()
    try:
        yield site
    finally:
        site.stop()
