"""The page's files: its one document at every address that it knows, and what it loads."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Any

from ..errors import Refused
from . import requests
from .exchange import Answer, Request, tagged
from .problems import problem
from .services import Services
from .store import StoreError
from .titles import Title, title_of_game, title_of_match, titled

PAGE = Path(__file__).parent / "page"

TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
"""What a browser must be told, whatever this machine's tables say."""

KEPT = {"cache-control": "no-cache"}

TITLES = {
    "/learn": Title("Learn a game", "The rules of each game, step by step, on boards of its own."),
    "/puzzle": Title("The puzzle of the day", "One position, one move that wins. Find it."),
    "/duel": Title("The duel of the day", "A fair board a day, the same for everybody."),
    "/facts": Title("What perfect play says", "Who wins the games if nobody errs."),
    "/record": Title("Open a record", "A game as text: look at it again, or play on."),
}


async def get_page(services: Services, request: Request[None, None]) -> Answer:
    """Get the page: what it shows at an address is its own affair."""
    return _document(services, request, TITLES.get(request.path))


async def get_learn_page(services: Services, request: Request[requests.OfGame, None]) -> Answer:
    """Get the page of a lesson."""
    return _document(services, request, title_of_game("Learn", request.params["game"]))


async def get_rules_page(services: Services, request: Request[requests.OfGame, None]) -> Answer:
    """Get the page of the rules of a game."""
    return _document(services, request, title_of_game("The rules of", request.params["game"]))


async def get_match_page(services: Services, request: Request[requests.OfMatch, None]) -> Answer:
    """Get the page of a match; for an unknown id too, since the page then says so."""
    try:
        live = await services.matches.find(request.params["id"])
    except (Refused, StoreError):
        return _document(services, request, None)
    return _document(services, request, title_of_match(live.table))


async def get_page_file(services: Services, request: Request[requests.OfFile, None]) -> Answer:
    """Get a file that the page loads."""
    try:
        found = (PAGE / request.params["path"]).resolve()
        is_there = found.is_relative_to(PAGE.resolve()) and found.is_file()
    except (OSError, ValueError):  # no file can have this name
        is_there = False
    if not is_there:
        raise Refused("not_found", "There is no such file.")
    kind = TYPES.get(found.suffix) or mimetypes.guess_type(found.name)[0]
    return tagged(request, found.read_bytes(), kind or "application/octet-stream", KEPT)


def nothing(services: Services, request: Request[Any, Any], is_looked_at: bool) -> Answer:
    """Return the answer for an address where there is nothing: to browsers, from the page."""
    is_page = is_looked_at and "text/html" in request.headers.get("accept", "")
    if is_page and not request.path.startswith("/api/"):
        return _document(services, request, None, 404)
    return problem("not_found", "There is nothing at this address.")


def _document(
    services: Services, request: Request[Any, Any], title: Title | None, status: int = 200
) -> Answer:
    plain = (PAGE / "index.html").read_text(encoding="utf-8")
    document = titled(plain, title, services.url, request.path)
    return tagged(request, document.encode(), "text/html; charset=utf-8", KEPT, status)
