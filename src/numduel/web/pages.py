"""The page's files: one document for all its addresses, and the files that it loads."""

from __future__ import annotations

from typing import Any

from ..errors import GameMissing, Refused
from . import requests
from .exchange import Answer, Request, answer_content, answer_with_etag
from .page_files import page_files
from .policies import OFFLINE_POLICY
from .problems import problem
from .services import Services
from .site_files import SITE_HEADERS, SITE_PATH
from .store import StoreError
from .titles import (
    Title,
    add_meta_tags,
    title_of_day,
    title_of_game,
    title_of_lesson,
    title_of_match,
)

CACHE_HEADERS = {"cache-control": "no-cache"}
IMMUTABLE_HEADERS = {"cache-control": "public, max-age=31536000, immutable"}

TITLES = {
    "/play": Title("New game", "Play a friend by link, or the computer. No account needed."),
    "/learn": Title("Learn", "Learn each game step by step, in two minutes."),
    "/rules": Title("Rules", "The rules of every game, and the rules they share."),
    "/puzzles": Title("Puzzles", "Daily puzzles by date, and practice for each game and grade."),
    "/puzzle": Title("Daily puzzle", "Find the only winning move."),
    "/exam": Title("Exam", "Find the best move in up to 300 positions, and measure your skill."),
    "/duel": Title("Daily duel", "One fair board a day, the same for everyone."),
    "/history": Title("History", "Your games in this browser, with results and reviews."),
    "/stats": Title("Your strength", "Your rating in each game, and the opponent to try next."),
    "/facts": Title("Perfect play", "Who wins if neither player makes a mistake."),
    "/explore": Title("Explore", "Set up any board and see the exact value of every move."),
    "/record": Title("Open record", "Review or continue a game saved as text."),
}
"""Titles of the page's fixed addresses."""


async def get_page(services: Services, request: Request[None, None]) -> Answer:
    """Get the page. Its scripts decide what to show at an address."""
    title = TITLES.get(request.path)
    found = title and title_of_day(request.path, title, request.query)
    return _document(services, request, found)


async def get_setup_page(services: Services, request: Request[requests.GameParams, None]) -> Answer:
    """Get the page with the set-up of a game."""
    return _document(services, request, title_of_game("Play", request.params["game"]))


async def get_learn_page(
    services: Services, request: Request[requests.LessonParams, None]
) -> Answer:
    """Get the page of a lesson."""
    return _document(services, request, title_of_lesson(request.params["lesson"]))


async def get_rules_page(services: Services, request: Request[requests.GameParams, None]) -> Answer:
    """Get the page with the rules of a game."""
    return _document(services, request, title_of_game("Rules of", request.params["game"]))


async def get_match_page(
    services: Services, request: Request[requests.MatchParams, None]
) -> Answer:
    """Get the page of a match, even for an unknown id: the page reports it."""
    try:
        live = await services.matches.find(request.params["id"])
    except (GameMissing, Refused, StoreError):
        return _document(services, request, None)
    return _document(services, request, title_of_match(live.stored))


async def get_page_file(services: Services, request: Request[requests.FileParams, None]) -> Answer:
    """Get a file that the page loads. At the address of its version it never changes."""
    content, is_immutable = page_files().find(request.params["path"])
    if content is None:
        raise Refused("not_found", "File not found.")
    headers = IMMUTABLE_HEADERS if is_immutable else CACHE_HEADERS
    return answer_content(request, content, headers)


async def get_site_file(services: Services, request: Request[requests.FileParams, None]) -> Answer:
    """Get a file of the edition for offline play, if the server has it."""
    content = services.site.find(request.params["path"]) if services.site else None
    if content is None:
        raise Refused("not_found", "File not found.")
    return answer_content(request, content, SITE_HEADERS)


async def get_site_page(services: Services, request: Request[None, None]) -> Answer:
    """Get the document of the edition for offline play, if the server has it."""
    content = services.site.find("") if services.site else None
    if content is None:
        return answer_not_found(services, request, is_get=True)
    return answer_content(request, content, SITE_HEADERS)


async def get_service_worker(services: Services, request: Request[None, None]) -> Answer:
    """Get the service worker that leads to the edition for offline play, if the server has it."""
    content, _ = page_files().find("service_worker.js") if services.site else (None, False)
    if content is None:
        raise Refused("not_found", "File not found.")
    return answer_content(request, content, CACHE_HEADERS)


def answer_not_found(services: Services, request: Request[Any, Any], is_get: bool) -> Answer:
    """Return the answer for an unknown address: the page for browsers, otherwise a problem."""
    is_page = is_get and "text/html" in request.headers.get("accept", "")
    if is_page and not request.path.startswith("/api/"):
        return _document(services, request, None, 404)
    return problem("not_found", "Nothing found at this address.")


def _document(
    services: Services, request: Request[Any, Any], title: Title | None, status: int = 200
) -> Answer:
    document = add_meta_tags(page_files().document, title, services.url, request.path)
    headers = CACHE_HEADERS
    if services.site:
        headers = headers | {"content-security-policy": OFFLINE_POLICY}
        tag = f'<meta name="numduel-offline" content="{SITE_PATH}">\n'
        document = document.replace("</head>", f"{tag}</head>", 1)
    return answer_with_etag(request, document.encode(), "text/html; charset=utf-8", headers, status)
