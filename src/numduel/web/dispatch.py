"""From a request to its answer: the route, the checks, the limits, and what can go wrong."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import parse_qsl

from ..errors import Refused, listed
from .exchange import Answer, Request, as_json
from .limits import COUNTED
from .live import Stream
from .pages import nothing
from .problems import problem, problem_of
from .routes import Route, find
from .services import Services
from .validation import read_body, read_params

MAX_PARAMETERS = 1000


async def respond(
    services: Services,
    method: str,
    path: str,
    query: str,
    headers: Mapping[str, str],
    body: bytes,
    address: str,
    gone: Callable[[], Awaitable[None]],
) -> tuple[Route | None, Answer | Stream]:
    """Return the answer to a request, and the route that it came by."""
    routes, named = find(path)
    route = routes.get(method)
    try:
        texts = _read_query(query)
        request: Request[Any, Any] = Request(None, None, path, texts, headers, address, gone)
        if route is None:
            return next(iter(routes.values()), None), _missing(services, request, method, routes)
        if route.params:
            request = request._replace(params=read_params(route.params, {**texts, **named}))
        if route.body:
            kind = headers.get("content-type", "")
            request = request._replace(body=read_body(route.body, body, kind))
        if route.limit in COUNTED:
            services.limits.spend(route.limit, address)
        answer = await route.handler(services, request)
    except Exception as error:  # someone waits for an answer in any case
        return route, problem_of(error)
    if isinstance(answer, Answer | Stream):
        return route, answer
    return route, as_json(answer, route.status)


def _read_query(query: str) -> dict[str, str]:
    try:
        return dict(parse_qsl(query, keep_blank_values=True, max_num_fields=MAX_PARAMETERS))
    except ValueError:
        raise Refused("invalid", f"An address has up to {MAX_PARAMETERS} parameters.") from None


def _missing(
    services: Services, request: Request[Any, Any], method: str, routes: Mapping[str, Route]
) -> Answer:
    """Return the answer where there is no such route."""
    if not routes:
        return nothing(services, request, method == "GET")
    answer = problem("not_allowed", f"This address answers to {listed(list(routes), 'and')}.")
    return answer._replace(headers={"allow": ", ".join(routes)})
