"""The edition for offline play, as part of a server: the files that `make site` has built."""

from __future__ import annotations

from pathlib import Path

from ..errors import SetupError, quoted
from .exchange import Content
from .page_files import media_type
from .policies import SITE_POLICY

__all__ = ["SITE_HEADERS", "SITE_PATH", "SiteFiles"]

SITE_PATH = "/offline/"
"""Path of the edition on a server."""

WORKER = "service_worker.js"
DOCUMENT = "index.html"

SITE_HEADERS = {"cache-control": "no-cache", "content-security-policy": SITE_POLICY}


class SiteFiles:
    """The files of the edition in memory, as they were when the server started."""

    def __init__(self, folder: str) -> None:
        play = Path(folder, "play")
        if not (play / WORKER).is_file() or not (play / DOCUMENT).is_file():
            raise SetupError(f"{quoted(folder)} isn't a built site. Build one with: make site")
        self._contents = {
            path.relative_to(play).as_posix(): Content(path.read_bytes(), media_type(path.name))
            for path in sorted(play.rglob("*"))
            if path.is_file()
        }
        for content in self._contents.values():
            if content.is_compressible:
                content.compressed  # noqa: B018 - now, because it would hold up requests

    def find(self, path: str) -> Content | None:
        """Return the file of a path after /offline/."""
        return self._contents.get(path or DOCUMENT)
