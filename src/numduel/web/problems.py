"""Answers that say no: every refusal as problem+json, with a code that programs can tell."""

from __future__ import annotations

import json
import logging
from typing import Any

from anyio import BrokenWorkerProcess
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from ..errors import InvalidMove, MoveError, NumduelError, sentence
from .store import StoreError
from .table import Refused
from .workers import Full

log = logging.getLogger("numduel.web")

STATUS = {
    "no_match": 404,
    "not_found": 404,
    "not_allowed": 405,
    "no_seat": 403,
    "wrong_invite": 403,
    "not_while_playing": 403,
    "seat_taken": 409,
    "waiting": 409,
    "over": 409,
    "not_your_turn": 409,
    "stale": 409,
    "not_now": 409,
    "setup": 422,
    "invalid_move": 422,
    "illegal_move": 422,
    "invalid": 422,
    "too_large": 413,
    "too_slow": 408,
    "too_many": 429,
    "failed": 500,
    "unavailable": 503,
}
"""Every code that a problem can have, and the status of its answer."""

TITLES = {
    403: "Not allowed",
    404: "Not found",
    405: "Method not allowed",
    408: "Too slow",
    409: "Not now",
    413: "Too large",
    422: "Not understood",
    429: "Too many",
    500: "Failed",
    503: "Not available",
}

JSON = "application/problem+json"


class Seated(Refused):
    """A refusal that comes with what is so: the bytes of a Seen."""

    def __init__(self, refused: Refused, seen: bytes) -> None:
        super().__init__(refused.code, refused.detail)
        self.seen = seen


def problem(code: str, detail: str, seen: bytes = b"") -> Response:
    """The answer to what cannot be; with `seen`, what is so instead."""
    status = STATUS[code]
    said = {
        "type": "about:blank",
        "title": TITLES[status],
        "status": status,
        "code": code,
        "detail": detail,
    }
    body = json.dumps(said, ensure_ascii=False).encode(errors="backslashreplace")
    if seen:
        body = body[:-1] + b"," + seen[1:]
    headers = {"retry-after": "5"} if status in (429, 503) else None
    return Response(body, status, headers, JSON)


def declared(*codes: str) -> dict[int | str, dict[str, Any]]:
    """These refusals, for the description of a route."""
    schema = {"$ref": "#/components/schemas/Problem"}
    found: dict[int | str, dict[str, Any]] = {}
    for code in codes:
        status = STATUS[code]
        before = found.get(status)
        said = f"{before['description']}, {code}" if before else code
        found[status] = {"description": said, "content": {JSON: {"schema": schema}}}
    return found


def _code(error: NumduelError) -> str:
    if isinstance(error, MoveError):
        return "invalid_move" if isinstance(error, InvalidMove) else "illegal_move"
    return "setup"


def handle(app: FastAPI) -> None:
    """Have everything that can go wrong in a way that somebody should hear of answered so."""

    @app.exception_handler(Refused)
    async def refused(request: Request, error: Refused) -> Response:
        return problem(error.code, error.detail, getattr(error, "seen", b""))

    @app.exception_handler(NumduelError)
    async def impossible(request: Request, error: NumduelError) -> Response:
        return problem(_code(error), sentence(error))

    @app.exception_handler(Full)
    async def full(request: Request, error: Full) -> Response:
        return problem("too_many", "Too much is being thought about here: try again soon.")

    @app.exception_handler(BrokenWorkerProcess)
    @app.exception_handler(TimeoutError)
    async def late(request: Request, error: Exception) -> Response:
        return problem("unavailable", "This took too long.")

    @app.exception_handler(StoreError)
    async def failed(request: Request, error: StoreError) -> Response:
        log.warning("%s", error)
        return problem("unavailable", "Nothing can be stored here just now: try again soon.")

    @app.exception_handler(Exception)
    async def mistaken(request: Request, error: Exception) -> Response:
        return problem("failed", "This is a fault of the server.")

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:])
        return problem("invalid", f"{where}: {first['msg']}." if where else f"{first['msg']}.")

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        code = "not_allowed" if error.status_code == 405 else "invalid"
        answer = problem(code, str(error.detail))
        answer.headers.update(error.headers or {})
        return answer
