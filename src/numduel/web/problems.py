"""Refusals as problem+json (RFC 9457), each with a code for programs."""

from __future__ import annotations

import json
import logging

from ..budget import Exhausted
from ..errors import GameMissing, NumduelError, Refused, as_sentence, code_of
from ..views.shapes.match import Problem
from .exchange import Answer
from .store import StoreError, StoreFull, StoreProblem

log = logging.getLogger("numduel.web")

STATUS = {
    "no_match": 404,
    "not_found": 404,
    "not_allowed": 405,
    "no_seat": 403,
    "wrong_invite": 403,
    "not_while_playing": 403,
    "game_missing": 409,
    "seat_taken": 409,
    "waiting": 409,
    "over": 409,
    "not_your_turn": 409,
    "stale": 409,
    "not_now": 409,
    "other_moves": 409,
    "setup": 422,
    "invalid_move": 422,
    "illegal_move": 422,
    "invalid": 422,
    "too_large": 413,
    "too_slow": 408,
    "head_too_large": 431,
    "too_many": 429,
    "failed": 500,
    "unavailable": 503,
}
"""HTTP status by problem code."""

TITLES = {
    403: "Forbidden",
    404: "Not found",
    405: "Method not allowed",
    408: "Request timeout",
    409: "Conflict",
    413: "Content too large",
    422: "Invalid request",
    429: "Too many requests",
    431: "Headers too large",
    500: "Internal server error",
    503: "Service unavailable",
}
"""Problem title by HTTP status."""

JSON = "application/problem+json"


class RefusedWithView(Refused):
    """A refusal with the current view: the bytes of a SeenMatch."""

    def __init__(self, refused: Refused, seen: bytes) -> None:
        super().__init__(refused.code, refused.detail)
        self.seen = seen


class QueueFull(Exception):
    """Too many requests are waiting for the engine."""


def problem(code: str, detail: str, seen: bytes = b"") -> Answer:
    """Build an RFC 9457 problem response; `seen` adds the current view."""
    status = STATUS[code]
    data: Problem = {
        "type": "about:blank",
        "title": TITLES[status],
        "status": status,
        "code": code,
        "detail": detail,
    }
    body = json.dumps(data, ensure_ascii=False).encode(errors="backslashreplace")
    if seen:
        body = body[:-1] + b"," + seen[1:]
    headers = {"retry-after": "5"} if status in (429, 503) else {}
    return Answer(body, JSON, status, headers)


def problem_of(error: Exception) -> Answer:
    """Return the problem response for an exception."""
    match error:
        case Refused():
            return problem(error.code, error.detail, getattr(error, "seen", b""))
        case GameMissing():
            return problem(code_of(error), f"{as_sentence(error)} Nothing is lost.")
        case NumduelError():
            return problem(code_of(error), as_sentence(error))
        case QueueFull():
            return problem("too_many", "The engine is busy. Try again soon.")
        case TimeoutError() | Exhausted():
            return problem("unavailable", "This took too long. Try again soon.")
        case StoreProblem():
            return problem("unavailable", str(error))
        case StoreFull():
            log.warning("%s", error)
            return problem("unavailable", "The disk of the database is full. Try again later.")
        case StoreError():
            log.warning("%s", error)
            return problem("unavailable", "The database isn't available. Try again soon.")
    log.error("a request failed", exc_info=error)
    return problem("failed", "Something went wrong. Try again.")
