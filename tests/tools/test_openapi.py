"""The OpenAPI document: good enough to make a client of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import openapi_examples
from contract import OPENAPI
from jsonschema import Draft202012Validator

from duel_support import where
from numduel.web.problems import STATUS
from numduel.web.routes import API_ROUTES

DOCUMENT: dict[str, Any] = json.loads(OPENAPI.read_text(encoding="utf-8"))


def operations() -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in DOCUMENT["paths"].items():
        for operation in methods.values():
            yield path, operation


def fits(data: object, schema: dict[str, Any]) -> bool:
    text = json.dumps({**schema, "components": DOCUMENT["components"]})
    return bool(Draft202012Validator(json.loads(text)).is_valid(data))


def test_every_operation_has_a_name_a_sentence_and_examples_that_fit() -> None:
    names = []
    for path, operation in operations():
        with where(path):
            names.append(operation["operationId"])
            assert re.fullmatch(r"[A-Z].+\.", operation["summary"])
            if "requestBody" in operation:
                content = operation["requestBody"]["content"]["application/json"]
                assert fits(content["example"], content["schema"])
            status, answer = next(iter(operation["responses"].items()))
            assert status in ("200", "201")
            (content,) = answer["content"].values()
            assert content["example"]
            assert fits(content["example"], content["schema"])
            for parameter in operation.get("parameters", ()):
                required = parameter["required"]
                assert required <= ("example" in parameter)
                if "example" in parameter:
                    assert fits(parameter["example"], parameter["schema"])
    assert sorted(names) == sorted(route.handler.__name__ for route in API_ROUTES)


def test_examples_have_every_key_of_their_shapes() -> None:
    assert not openapi_examples.find_misfits(openapi_examples.load_examples()), (
        "run `make contract`"
    )


def test_texts_have_their_media_types_and_refusals_are_declared() -> None:
    kinds = {
        operation["operationId"]: [*next(iter(operation["responses"].values()))["content"]]
        for _, operation in operations()
    }
    assert kinds["follow_match"] == ["text/event-stream"]
    assert kinds["get_record"] == ["text/plain"]
    assert kinds["draw_board"] == ["image/svg+xml"]
    assert kinds["get_match"] == ["application/json"]
    for path, operation in operations():
        with where(path):
            for status, answer in [*operation["responses"].items()][1:]:
                assert [*answer["content"]] == ["application/problem+json"]
                codes = answer["description"].partition(": ")[2].split(", ")
                assert {STATUS[code] for code in codes} == {int(status)}


def test_document_contains_every_schema_it_refers_to() -> None:
    named = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(DOCUMENT)))
    assert named <= set(DOCUMENT["components"]["schemas"])
