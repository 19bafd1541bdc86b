"""Check data against the shapes of the contract."""

from __future__ import annotations

import json
from typing import Any

from json_schema import validator


def conforms(data: object, shape: type) -> Any:
    """Return data after asserting that it conforms to a shape when written and read."""
    read = json.loads(json.dumps(data))
    errors = [f"{error.json_path}: {error.message}" for error in validator(shape).iter_errors(read)]
    assert not errors, errors[0]
    return data
