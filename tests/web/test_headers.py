"""Headers of every answer, and which other sites may read answers."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import httpx
import pytest
from web_support import API, Seat, Served, new_token

from duel_support import where
from numduel import SetupError
from numduel.web.headers import Headers
from numduel.web.server import read_origins
from numduel.web.services import Requests

SITE, OTHER = "https://games.example", "https://elsewhere.example"
ALLOWED = "access-control-allow-origin"


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    database = tmp_path_factory.mktemp("cors") / "matches.db"
    with Served(database, "--cors", f"{SITE} http://localhost:8000") as served:
        yield served


def preflight(served: Served, path: str, origin: str) -> httpx.Response:
    """Return the answer to a CORS preflight request."""
    headers = {
        "origin": origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type",
    }
    return httpx.options(f"{served.url}{path}", headers=headers, trust_env=False)


def test_allowed_origin_can_play(shared: Served) -> None:
    seat = shared.create("sum", "here")
    for origin in (SITE, "http://localhost:8000"):
        answer = preflight(shared, f"{API}/matches/{seat.id}/actions", origin)
        assert (answer.status_code, answer.content) == (204, b"")
        assert answer.headers[ALLOWED] == origin
        assert answer.headers["access-control-allow-methods"] == "GET, POST"
        assert answer.headers["access-control-allow-headers"] == "authorization, content-type"
        assert "origin" in answer.headers["vary"]
        assert "access-control-allow-credentials" not in answer.headers
    headers = {"origin": SITE, **seat.headers}
    action = {"seq": 1, "do": "move", "move": "7"}
    path = f"/matches/{seat.id}/actions"
    for status in (200, 409):  # refusals can be read too
        answer = shared.client.post(path, json=action, headers=headers)
        assert answer.headers[ALLOWED] == SITE
        assert answer.status_code == status
        action = {"seq": 99, "do": "resign"}
    with shared.client.stream("GET", f"/matches/{seat.id}/events", headers=headers) as stream:
        assert stream.headers[ALLOWED] == SITE
        assert next(stream.iter_lines()) == "event: view"


def test_other_origins_can_read_nothing(shared: Served) -> None:
    for origin in (OTHER, "null", f"{SITE}:444", SITE.upper(), f"{SITE}.evil.example", ""):
        with where(origin):
            answer = preflight(shared, f"{API}/matches", origin)
            assert answer.status_code == 405
            assert not [name for name in answer.headers if name.startswith("access-control")]
            answer = shared.client.get("/games", headers={"origin": origin})
            assert ALLOWED not in answer.headers
            assert "origin" in answer.headers["vary"]
    page = httpx.get(shared.url, headers={"origin": SITE}, trust_env=False)
    assert ALLOWED not in page.headers


def test_no_cors_headers_without_the_option(served: Served) -> None:
    answer = preflight(served, f"{API}/matches", SITE)
    assert answer.status_code == 405
    got = Seat(served, new_token(), served.create("sum").id)
    for headers in (answer.headers, got.client.get("/games", headers={"origin": SITE}).headers):
        assert not [name for name in headers if name.startswith("access-control")]
        assert "origin" not in headers.get("vary", "")


def test_origin_must_be_exact() -> None:
    assert read_origins("") == frozenset()
    assert read_origins("https://[::1]:8000,http://a.example") == {
        b"https://[::1]:8000",
        b"http://a.example",
    }
    wrongs = ("*", "null", "games.example", "https://games.example/", "https://*.example")
    for wrong in (*wrongs, "https://a.example/page", "ftp://a.example", "https://Ä.example"):
        with where(wrong), pytest.raises(SetupError, match="isn't an origin"):
            read_origins(wrong)


def test_request_without_its_whole_body_gets_503_at_shutdown() -> None:
    """The server cancels running requests; uvicorn alone would answer 500."""
    sent: list[Any] = []

    async def end_while_reading() -> None:
        is_reading = asyncio.Event()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            raise AssertionError("the body is incomplete")

        async def receive() -> Any:
            is_reading.set()
            await asyncio.Event().wait()

        async def send(message: Any) -> None:
            sent.append(message)

        scope: dict[str, Any] = {
            "type": "http",
            "method": "POST",
            "path": "/",
            "headers": [],
            "client": None,
        }
        answering = asyncio.ensure_future(Headers(app, Requests(), ())(scope, receive, send))
        await is_reading.wait()
        answering.cancel()
        with suppress(asyncio.CancelledError):
            await answering

    asyncio.run(end_while_reading())
    start, *body = sent
    assert start["status"] == 503
    assert b"unavailable" in b"".join(part["body"] for part in body)
