"""The page's files: its one document at every address that it knows, and what it loads."""

from __future__ import annotations

import mimetypes
from hashlib import sha256
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.responses import Response

from .problems import problem
from .services import services_of
from .store import StoreError
from .table import Refused
from .titles import Title, title_of_game, title_of_match, titled

PAGE = Path(__file__).parent / "page"

TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
"""What a browser must be told, whatever this machine's tables say."""

pages = APIRouter(include_in_schema=False)


@pages.get("/")
async def home(request: Request) -> Response:
    """The page: what it shows at an address is its own affair."""
    return _document(request, None)


TITLES = {
    "/learn": Title("Learn a game", "The rules of each game, step by step, on boards of its own."),
    "/puzzle": Title("The puzzle of the day", "One position, one move that wins. Find it."),
    "/duel": Title("The duel of the day", "A fair board a day, the same for everybody."),
    "/facts": Title("What perfect play says", "Who wins the games if nobody errs."),
    "/record": Title("Open a record", "A game as text: look at it again, or play on."),
}


@pages.get("/learn")
@pages.get("/puzzle")
@pages.get("/duel")
@pages.get("/facts")
@pages.get("/record")
async def titled_page(request: Request) -> Response:
    return _document(request, TITLES[request.url.path])


@pages.get("/learn/{game}")
async def learn_page(request: Request, game: str) -> Response:
    return _document(request, title_of_game("Learn", game))


@pages.get("/rules/{game}")
async def rules_page(request: Request, game: str) -> Response:
    return _document(request, title_of_game("The rules of", game))


@pages.get("/m/{id}")
@pages.get("/m/{id}/review")
async def match_page(request: Request, id: str) -> Response:
    """The page of a match; where there is none, the page says so."""
    try:
        live = await services_of(request).matches.find(id)
    except (Refused, StoreError):
        return _document(request, None)
    return _document(request, title_of_match(live.table))


@pages.get("/page/{path:path}")
async def file(request: Request, path: str) -> Response:
    """What the page loads."""
    try:
        found = (PAGE / path).resolve()
        is_there = found.is_relative_to(PAGE.resolve()) and found.is_file()
    except (OSError, ValueError):  # no file can have this name
        is_there = False
    if not is_there:
        raise Refused("not_found", "There is no such file.")
    return _file(request, found)


async def nothing(request: Request, error: Exception) -> Response:
    """Whoever looks at an address where there is nothing is told so by the page."""
    is_looked_at = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    if is_looked_at and not request.url.path.startswith("/api/"):
        return _document(request, None, 404)
    return problem("not_found", "There is nothing at this address.")


def _document(request: Request, title: Title | None, status: int = 200) -> Response:
    plain = (PAGE / "index.html").read_text(encoding="utf-8")
    document = titled(plain, title, services_of(request).url, request.url.path)
    return _answer(request, document.encode(), "text/html; charset=utf-8", status)


def _file(request: Request, path: Path) -> Response:
    guessed = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    return _answer(request, path.read_bytes(), guessed or "application/octet-stream")


def _answer(request: Request, body: bytes, kind: str, status: int = 200) -> Response:
    """Some bytes, or the word that the browser has them already."""
    tag = f'"{sha256(body).hexdigest()[:32]}"'
    headers = {"etag": tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(None, 304, headers)
    return Response(body, status, headers, kind)
