"""From a request to its answer: route, validation, limits and errors."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import parse_qsl

from ..errors import Refused, listed
from .exchange import Answer, Request, as_json, compress_answer
from .limits import COUNTED_CLASSES
from .live import Stream
from .pages import answer_not_found
from .problems import problem, problem_of
from .routes import Route, find_routes
from .services import Services
from .validation import read_body, read_params

MAX_BODY_BYTES = 64 * 1024
"""Maximum size of a request body."""

MAX_PARAMETERS = 1000
"""Maximum number of query parameters."""


async def respond(
    services: Services,
    method: str,
    path: str,
    query: str,
    headers: Mapping[str, str],
    body: bytes,
    address: str,
    wait_for_disconnect: Callable[[], Awaitable[None]],
) -> tuple[Route | None, Answer | Stream]:
    """Return the route and the answer to a request."""
    if len(body) > MAX_BODY_BYTES:
        return None, refuse_large_body()
    routes, named = find_routes(path)
    route = routes.get(method)
    try:
        texts = _read_query(query)
        request: Request[Any, Any] = Request(
            None, None, path, texts, headers, address, wait_for_disconnect
        )
        if route is None:
            return next(iter(routes.values()), None), _refuse_route(
                services, request, method, routes
            )
        if route.params:
            request = request._replace(params=read_params(route.params, {**texts, **named}))
        if route.body:
            kind = headers.get("content-type", "")
            request = request._replace(body=read_body(route.body, body, kind))
        if route.limit in COUNTED_CLASSES:
            services.limits.spend(route.limit, address)
        answer = await route.handler(services, request)
    except Exception as error:  # always send an answer
        return route, problem_of(error)
    if isinstance(answer, Stream):
        return route, answer
    if not isinstance(answer, Answer):
        answer = as_json(answer, route.status)
    if method == "GET":  # answers to POST can contain an invite, which is secret
        answer = compress_answer(request, answer)
    return route, answer


def refuse_large_body() -> Answer:
    """Return the answer to a request whose body is too large."""
    return problem("too_large", f"The body must be at most {MAX_BODY_BYTES:,} bytes.")


def _read_query(query: str) -> dict[str, str]:
    try:
        return dict(parse_qsl(query, keep_blank_values=True, max_num_fields=MAX_PARAMETERS))
    except ValueError:
        raise Refused(
            "invalid", f"A URL must have at most {MAX_PARAMETERS:,} parameters."
        ) from None


def _refuse_route(
    services: Services, request: Request[Any, Any], method: str, routes: Mapping[str, Route]
) -> Answer:
    """Return the answer for an unknown path or method."""
    if not routes:
        return answer_not_found(services, request, method == "GET")
    answer = problem("not_allowed", f"This address only accepts {listed(list(routes), 'and')}.")
    return answer._replace(headers={"allow": ", ".join(routes)})
