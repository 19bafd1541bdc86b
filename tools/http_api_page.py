"""The page of all routes, docs/http-api.md, from the table of routes and its shapes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Annotated, Any, get_args, get_origin, get_type_hints, is_typeddict

from json_schema import fields_of, required_of
from openapi_examples import kept

from numduel.views.shapes.match import Problem
from numduel.web.problems import STATUS
from numduel.web.routes import API_ROUTES, EVENTS, Route

HEAD = """\
# The HTTP API, route by route

`make contract` writes this page from the [table of routes](../src/numduel/web/routes.py).
[The server](web.md) tells how a match goes, how to reconnect and what stays the same.
[openapi.json](openapi.json), which a server gives at `/api/v1/openapi.json`, says all of this to
programs, with an example of every answer: client generators read it.

Types are written as TypeScript writes them. A body has no other fields than these; an answer may
get more. "Counts as" is what [`--limits`](web.md) limits; `free` is not counted.
"""


def page(typed: Callable[[Any], str]) -> str:
    """Return the page; `typed` writes a type."""
    return "\n".join([HEAD, *_routes(typed), "## Shapes\n", *_shapes(typed)])


def _routes(typed: Callable[[Any], str]) -> Iterator[str]:
    examples = kept()
    for module, routes in groupby(API_ROUTES, lambda route: route.handler.__module__):
        yield f"## {module.rpartition('.')[2].capitalize()}\n"
        for route in routes:
            yield from _route(route, typed)
            if route.body:
                body = examples[route.handler.__name__].body
                yield f"```json\n{json.dumps(body, ensure_ascii=False)}\n```\n"


def _route(route: Route, typed: Callable[[Any], str]) -> Iterator[str]:
    yield f"### {route.handler.__name__}\n"
    seat = " · `Authorization: Bearer TOKEN`, if you have a seat" if route.is_seated else ""
    yield f"`{route.method} {route.path}`{seat}\n"
    yield f"{(route.handler.__doc__ or '').strip()}\n"
    for kind in (route.params, route.body):
        if kind:
            yield _table(kind, typed)
    media_type = route.media_type.partition(";")[0]
    shape = f"[{route.answer.__name__}](#{route.answer.__name__.lower()})" if route.answer else ""
    each = f"`{media_type}` of " if route.media_type == EVENTS else ""
    yield f"Answers {route.status}: {each}{shape or f'`{media_type}`'}. Counts as `{route.limit}`."
    codes = sorted(route.problems, key=STATUS.__getitem__)
    refusals = ", ".join(f"{STATUS[code]} `{code}`" for code in codes)
    yield f"Refusals: {refusals}.\n" if refusals else ""


def _table(kind: type, typed: Callable[[Any], str]) -> str:
    lines = ["| field | type | |", "| --- | --- | --- |"]
    for name, field in fields_of(kind).items():
        marks = get_args(field)[1:] if get_origin(field) is Annotated else ()
        said = [mark for mark in marks if isinstance(mark, str)]
        optional = "" if name in required_of(kind) else "?"
        written = typed(field).replace("|", "\\|")
        lines.append(f"| `{name}`{optional} | `{written}` | {said[-1] if said else ''} |")
    return "\n".join([*lines, ""])


def _shapes(typed: Callable[[Any], str]) -> Iterator[str]:
    """Yield every shape that answers have, those inside them too."""
    found: dict[str, type] = {}
    for kind in (*(route.answer for route in API_ROUTES if route.answer), Problem):
        _collect(kind, found)
    for name, kind in sorted(found.items()):
        yield f"### {name}\n\n{kind.__doc__}\n\n{_table(kind, typed)}"


def _collect(kind: Any, found: dict[str, type]) -> None:
    if is_typeddict(kind) and kind.__name__ not in found:
        found[kind.__name__] = kind
        for field in get_type_hints(kind, include_extras=True).values():
            _collect(field, found)
    for part in get_args(kind):
        _collect(part, found)
