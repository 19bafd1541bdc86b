"""The table of routes: limits, summaries and handlers."""

from __future__ import annotations

import asyncio
import re
import sys
from typing import Any

from duel_support import where
from numduel.web.exchange import Request
from numduel.web.limits import DEFAULT_LIMITS, FREE
from numduel.web.problems import STATUS
from numduel.web.routes import API_ROUTES, ROUTES, find_routes
from running import run_program


def test_every_route_has_a_limit_class() -> None:
    for route in ROUTES:
        with where(route.method, route.path):
            assert route.limit in (*DEFAULT_LIMITS, FREE)
    drawn = {route.path for route in ROUTES if route.limit == "draw"}
    assert drawn == {"/board.svg", "/api/v1/qr"}


def test_expensive_routes_are_counted() -> None:
    """A route that creates, stores or computes is never free."""
    for route in ROUTES:
        with where(route.method, route.path):
            assert (route.method == "POST") <= (route.limit != FREE)


def test_every_api_route_has_a_unique_name_and_a_summary() -> None:
    names = [route.handler.__name__ for route in API_ROUTES]
    assert len(names) == len(set(names))
    for route in API_ROUTES:
        with where(route.path):
            assert re.fullmatch(r"[a-z]+(_[a-z]+)*", route.handler.__name__)
            assert re.fullmatch(r"[A-Z][^\n]+\.", (route.handler.__doc__ or "").strip())
            assert set(route.problems) <= set(STATUS)


def test_every_path_finds_its_route() -> None:
    for route in ROUTES:
        path = route.path.replace("{path:path}", "js/main.js")
        routes, params = find_routes(re.sub(r"{(\w+)}", r"a-\1", path))
        assert routes[route.method] is route
        assert set(params) == set(re.findall(r"{(\w+)", route.path))
    for path in ("", "/nowhere", "/api/v1/matches/", "/api/v1/matches/a/b/c", "/m/a/b"):
        assert find_routes(path) == ({}, {})


def test_handlers_import_no_framework_or_server() -> None:
    code = "import sys, numduel.web.dispatch\nprint(*sys.modules)"
    ran = run_program([sys.executable, "-c", code])
    assert ran.returncode == 0, ran.stderr
    loaded = {name.split(".")[0] for name in ran.stdout.split()}
    assert not loaded & {"fastapi", "starlette", "pydantic", "anyio", "uvicorn", "sqlite3", "segno"}


def test_handler_runs_without_a_server() -> None:
    routes, params = find_routes("/api/v1/rules/maze")
    request: Request[Any, None] = Request(params, None)
    page: Any = asyncio.run(routes["GET"].handler(None, request))  # type: ignore[arg-type]
    assert page["title"] == "Number Maze"
