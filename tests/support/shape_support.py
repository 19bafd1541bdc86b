"""Data held against the shapes of the contract."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from json_schema import Schemas
from jsonschema import Draft202012Validator


@cache
def validator(shape: type) -> Draft202012Validator:
    """The validator of a shape, which accepts no key but its own."""
    schemas = Schemas("#/$defs/", lambda kind: kind.__name__, lambda kind: True)
    schema = schemas.of(shape)
    return Draft202012Validator({**schema, "$defs": schemas.definitions})


def conforms(data: object, shape: type) -> Any:
    """Return data that has a shape to the letter, also after it was written and read."""
    read = json.loads(json.dumps(data))
    errors = [f"{error.json_path}: {error.message}" for error in validator(shape).iter_errors(read)]
    assert not errors, errors[0]
    return data
