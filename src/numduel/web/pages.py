"""The page's files: its one document at every address that it knows, and what it loads."""

from __future__ import annotations

import mimetypes
from hashlib import sha256
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

__all__ = ["PAGE", "pages"]

PAGE = Path(__file__).parent / "page"

TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
"""What a browser must be told, whatever this machine's tables say."""

pages = APIRouter(include_in_schema=False)


@pages.get("/")
@pages.get("/m/{id}")
@pages.get("/m/{id}/review")
@pages.get("/learn")
@pages.get("/learn/{game}")
@pages.get("/rules/{game}")
@pages.get("/puzzle")
@pages.get("/duel")
@pages.get("/facts")
@pages.get("/record")
async def document(request: Request) -> Response:
    """The page: what it shows at an address is its own affair."""
    return _file(request, PAGE / "index.html")


@pages.get("/page/{path:path}")
async def file(request: Request, path: str) -> Response:
    """What the page loads."""
    found = (PAGE / path).resolve()
    if not found.is_relative_to(PAGE.resolve()) or not found.is_file():
        raise HTTPException(404, "There is no such file.")
    return _file(request, found)


def _file(request: Request, path: Path) -> Response:
    """A file, or the word that the browser has it already."""
    body = path.read_bytes()
    tag = f'"{sha256(body).hexdigest()[:32]}"'
    headers = {"etag": tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(None, 304, headers)
    guessed = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    return Response(body, 200, headers, guessed or "application/octet-stream")
