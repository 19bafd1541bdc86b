"""The JSON schema of all output for programs, and a check of data against it."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from jsonschema import Draft202012Validator

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "json-schema.json").read_text())


def check(data: object, definition: str) -> None:
    """Assert that data conforms to a definition after writing and reading it."""
    found = json.loads(json.dumps(data))
    errors = [error.message for error in validator(definition).iter_errors(found)]
    assert not errors, errors[0]


@cache
def validator(definition: str) -> Draft202012Validator:
    return Draft202012Validator({**SCHEMA, "$ref": f"#/$defs/{definition}"})
