"""The OpenAPI document of the server, generated from its table of routes."""

from __future__ import annotations

from typing import Any

from json_schema import Schema, Schemas, fields_of, required_of
from openapi_examples import Example, load_examples

from numduel.version import __version__
from numduel.views.shapes.match import Problem
from numduel.web import requests
from numduel.web.exchange import JSON
from numduel.web.problems import JSON as PROBLEM
from numduel.web.problems import STATUS, TITLES
from numduel.web.routes import API_ROUTES, EVENTS, Route

ABOUT = "Two-player number games by link. docs/web.md explains how a match works."


def document() -> Schema:
    """Return the OpenAPI document."""
    schemas = Schemas(
        "#/components/schemas/",
        lambda kind: kind.__name__,
        closed=lambda kind: kind.__module__ == requests.__name__,
    )
    schemas.of(Problem)
    examples = load_examples()
    paths: dict[str, Schema] = {}
    for route in API_ROUTES:
        found = operation(route, schemas, examples[route.handler.__name__])
        paths.setdefault(route.path, {})[route.method.lower()] = found
    return {
        "openapi": "3.1.0",
        "info": {"title": "numduel", "version": __version__, "description": ABOUT},
        "paths": paths,
        "components": {
            "schemas": dict(sorted(schemas.definitions.items())),
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
        },
    }


def operation(route: Route, schemas: Schemas, example: Example) -> Schema:
    """Return the description of one route."""
    found: Schema = {
        "operationId": route.handler.__name__,
        "summary": (route.handler.__doc__ or "").strip(),
        "tags": [route.handler.__module__.rpartition(".")[2]],
    }
    if route.params:
        found["parameters"] = [
            _parameter(name, field, route, schemas, example)
            for name, field in fields_of(route.params).items()
        ]
    if route.body:
        found["requestBody"] = {
            "required": True,
            "content": {JSON: {"schema": schemas.of(route.body), "example": example.body}},
        }
    answer = _answer(route, schemas, example)
    found["responses"] = {str(route.status): answer, **_problems(route, schemas)}
    if route.is_seated:
        found["security"] = [{"seat": []}, {}]
    return found


def _parameter(name: str, field: Any, route: Route, schemas: Schemas, example: Example) -> Schema:
    assert route.params
    schema = schemas.of(field)
    found: Schema = {
        "name": name,
        "in": "path" if f"{{{name}}}" in route.path else "query",
        "required": name in required_of(route.params),
    }
    if description := schema.pop("description", None):
        found["description"] = description
    sample = {"example": example.params[name]} if name in example.params else {}
    return {**found, "schema": schema, **sample}


def _answer(route: Route, schemas: Schemas, example: Example) -> Schema:
    media_type = route.media_type.partition(";")[0]
    if route.answer is None:
        description, schema = f"Text: {media_type}", {"type": "string"}
    elif route.media_type == EVENTS:
        schemas.of(route.answer)
        kind = route.answer.__name__
        description = f"Server-sent events: `event: view`, each with a {kind} as its data"
        schema = {"type": "string"}
    else:
        description, schema = (route.answer.__doc__ or "").strip(), schemas.of(route.answer)
    content = {media_type: {"schema": schema, "example": example.answer}}
    return {"description": description, "content": content}


def _problems(route: Route, schemas: Schemas) -> dict[str, Schema]:
    by_status: dict[int, list[str]] = {}
    for code in route.problems:
        by_status.setdefault(STATUS[code], []).append(code)
    return {
        str(status): {
            "description": f"{TITLES[status]}: {', '.join(codes)}",
            "content": {PROBLEM: {"schema": schemas.of(Problem)}},
        }
        for status, codes in sorted(by_status.items())
    }
