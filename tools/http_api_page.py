"""The page of all routes, docs/http-api.md, generated from the table of routes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Annotated, Any, get_args, get_origin, get_type_hints, is_typeddict

from json_schema import fields_of, required_of
from openapi_examples import load_examples

from numduel.views.shapes.match import Problem
from numduel.web.problems import STATUS
from numduel.web.routes import API_ROUTES, EVENTS, Route

ORDER = list(dict.fromkeys(route.handler.__module__ for route in API_ROUTES))
"""The modules of routes, each once: a section of the page each."""

HEAD = """\
# The HTTP API, route by route

`make contract` writes this page from the [table of routes](../src/numduel/web/routes.py).
[The server](web.md) explains how a match works, how to reconnect and what stays stable.
[openapi.json](openapi.json), also at `/api/v1/openapi.json`, describes the same for programs and
client generators, with an example of every response.

Types are in TypeScript notation. A request body can have only these fields; a later version may add
fields to responses. "Limit" names the [rate limit](web.md) of a request; `free` requests aren't
limited.
"""


def page(format_type: Callable[[Any], str]) -> str:
    """Return the page; `format_type` returns a type as text."""
    return "\n".join([HEAD, *_routes(format_type), "## Shapes\n", *_shapes(format_type)])


def _routes(format_type: Callable[[Any], str]) -> Iterator[str]:
    examples = load_examples()
    by_module = sorted(API_ROUTES, key=lambda route: ORDER.index(route.handler.__module__))
    for module, routes in groupby(by_module, lambda route: route.handler.__module__):
        yield f"## {module.rpartition('.')[2].capitalize()}\n"
        for route in routes:
            yield from _route(route, format_type)
            if route.body:
                body = examples[route.handler.__name__].body
                yield f"```json\n{json.dumps(body, ensure_ascii=False)}\n```\n"


def _route(route: Route, format_type: Callable[[Any], str]) -> Iterator[str]:
    yield f"### {route.handler.__name__}\n"
    seat = " · `Authorization: Bearer TOKEN`, if you have a seat" if route.is_seated else ""
    yield f"`{route.method} {route.path}`{seat}\n"
    yield f"{(route.handler.__doc__ or '').strip()}\n"
    for kind in (route.params, route.body):
        if kind:
            yield _table(kind, format_type)
    media_type = route.media_type.partition(";")[0]
    shape = f"[{route.answer.__name__}](#{route.answer.__name__.lower()})" if route.answer else ""
    each = f"`{media_type}` of " if route.media_type == EVENTS else ""
    yield f"Returns {route.status}: {each}{shape or f'`{media_type}`'}. Limit: `{route.limit}`."
    codes = sorted(route.problems, key=STATUS.__getitem__)
    errors = ", ".join(f"{STATUS[code]} `{code}`" for code in codes)
    yield f"Errors: {errors}.\n" if errors else ""


def _table(kind: type, format_type: Callable[[Any], str]) -> str:
    lines = ["| field | type | meaning |", "| --- | --- | --- |"]
    for name, field in fields_of(kind).items():
        annotations = get_args(field)[1:] if get_origin(field) is Annotated else ()
        descriptions = [annotation for annotation in annotations if isinstance(annotation, str)]
        optional = "" if name in required_of(kind) else "?"
        type_text = format_type(field).replace("|", "\\|")
        lines.append(
            f"| `{name}`{optional} | `{type_text}` | {descriptions[-1] if descriptions else ''} |"
        )
    return "\n".join([*lines, ""])


def _shapes(format_type: Callable[[Any], str]) -> Iterator[str]:
    """Yield every type in answers, including nested ones."""
    found: dict[str, type] = {}
    for kind in (*(route.answer for route in API_ROUTES if route.answer), Problem):
        _collect(kind, found)
    for name, kind in sorted(found.items()):
        yield f"### {name}\n\n{kind.__doc__}\n\n{_table(kind, format_type)}"


def _collect(kind: Any, found: dict[str, type]) -> None:
    if is_typeddict(kind) and kind.__name__ not in found:
        found[kind.__name__] = kind
        for field in get_type_hints(kind, include_extras=True).values():
            _collect(field, found)
    for part in get_args(kind):
        _collect(part, found)
