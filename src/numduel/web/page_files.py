"""The page's files in memory, as they were when the server started, with their version."""

from __future__ import annotations

import mimetypes
import re
from functools import cache
from hashlib import sha256
from pathlib import Path

from .exchange import Content
from .linking import link_modules, link_styles

__all__ = ["PAGE", "PageFiles", "media_type", "page_files"]

PAGE = Path(__file__).parent / "page"

MEDIA_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".map": "application/json",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}
"""Media types that browsers require, regardless of this machine's configuration."""

ENTRY = "js/main.js"
SCRIPT, STYLES, MAP = "page.js", "page.css", "page.js.map"
"""Names of the linked files, which stand for all modules and all stylesheets."""

VERSION = re.compile(r"[0-9a-f]{16}")
STYLE_LINKS = re.compile(r'(?:<link rel="stylesheet" href="/page/[^"]+">\n)+')


class PageFiles:
    """All files of the page and the linked ones. Their number and size are fixed."""

    def __init__(self, folder: Path = PAGE) -> None:
        bodies = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file() and path.name != "index.html"
        }
        document = (folder / "index.html").read_text(encoding="utf-8")

        def read(path: str) -> str | None:
            return bodies[path].decode() if path in bodies else None

        script, source_map = link_modules(ENTRY, read, MAP)
        styles = re.findall(r'<link rel="stylesheet" href="/page/([^"]+)">', document)
        bodies[SCRIPT], bodies[MAP] = script.encode(), source_map.encode()
        bodies[STYLES] = link_styles(styles, read).encode()
        digest = sha256(document.encode())
        for name, body in bodies.items():
            digest.update(f"{name}:{len(body)}:".encode() + body)
        self.version = digest.hexdigest()[:16]
        """A hash of all files."""
        self.document = self._link_document(document)
        """The document; it refers to the linked files of this version."""
        self._contents = {
            name: Content(body, media_type(name)) for name, body in sorted(bodies.items())
        }

    def _link_document(self, document: str) -> str:
        linked = STYLE_LINKS.sub(f'<link rel="stylesheet" href="/page/{STYLES}">\n', document)
        linked = linked.replace(f'src="/page/{ENTRY}"', f'src="/page/{SCRIPT}"')
        return re.sub(r'((?:href|src)="/page/)', rf"\g<1>{self.version}/", linked)

    def find(self, path: str) -> tuple[Content | None, bool]:
        """Return the file of a path after /page/, and whether it never changes there.

        A path may start with a version. Another version's path leads to this version's file,
        because servers of two versions can run side by side during an upgrade.
        """
        first, _, rest = path.partition("/")
        if not VERSION.fullmatch(first):
            return self._contents.get(path), False
        return self._contents.get(rest), first == self.version


@cache
def page_files() -> PageFiles:
    """Return the page's files, read once: page and server stay of one version."""
    return PageFiles()


def media_type(name: str) -> str:
    known = MEDIA_TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0]
    return known or "application/octet-stream"
