"""A static file server that compresses, as most do, and counts what it sends."""

from __future__ import annotations

import gzip
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from pathlib import Path
from typing import Any

__all__ = ["CompressedFiles", "serve"]

TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm", ".webmanifest": "text/plain"}


class CompressedFiles:
    """The files of a folder at an address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.requests = 0
        self.bytes = 0
        """Bytes of all bodies so far, as sent."""
        self.url = ""
        self._known: dict[str, tuple[str, bytes, bytes]] = {}

    def find(self, path: str) -> tuple[str, bytes, bytes] | None:
        """Return the type of a file, its content, and its compressed content."""
        name = path.partition("?")[0].lstrip("/")
        is_folder = not name or name.endswith("/")
        file = self.folder / (name + "index.html" if is_folder else name)
        if name not in self._known and file.is_file():
            body = file.read_bytes()
            media_type = TYPES.get(file.suffix) or guess_type(file.name)[0] or "text/plain"
            self._known[name] = media_type, body, gzip.compress(body, 9)
        return self._known.get(name)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    files: CompressedFiles

    def do_GET(self) -> None:
        found = self.files.find(self.path)
        self.files.requests += 1
        if found is None:
            return self.send_error(HTTPStatus.NOT_FOUND)
        media_type, body, compressed = found
        tag = f'"{sha256(body).hexdigest()[:16]}"'
        is_known = self.headers.get("If-None-Match") == tag
        is_compressed = len(compressed) < len(body)
        sent = b"" if is_known else compressed if is_compressed else body
        self.files.bytes += len(sent)
        self.send_response(HTTPStatus.NOT_MODIFIED if is_known else HTTPStatus.OK)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(sent)))
        self.send_header("ETag", tag)
        if is_compressed and not is_known:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        with suppress(ConnectionError):  # a browser that was closed
            self.wfile.write(sent)
        return None

    def log_message(self, *args: Any) -> None:
        pass


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print errors, except of connections that a browser has closed."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def serve(folder: Path) -> Iterator[CompressedFiles]:
    """Serve a folder; all files are compressed before."""
    files = CompressedFiles(folder)
    for file in folder.rglob("*"):
        files.find(file.relative_to(folder).as_posix())
    handler = type("Handler", (_Handler,), {"files": files})
    server = _Server(("127.0.0.1", 0), handler)
    files.url = f"http://127.0.0.1:{server.server_port}/play/"
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield files
    finally:
        server.shutdown()
        server.server_close()
