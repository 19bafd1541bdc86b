"""JSON schemas, written by `make contract`; in the package, or in docs/."""

from __future__ import annotations

import json
import os
import re
from functools import cache
from typing import Any

_HERE = os.path.dirname(__file__)
FOLDERS = [os.path.join(_HERE, ".."), os.path.join(_HERE, "..", "..", "..", "docs")]
"""Folders that may hold the schemas."""


@cache
def read_schema(name: str) -> str:
    """Return the text of a schema.

    >>> read_schema("json-schema.json")[0]
    '{'
    """
    path = next(p for folder in FOLDERS if os.path.exists(p := os.path.join(folder, name)))
    with open(path, encoding="utf-8") as file:
        return file.read()


@cache
def definition(name: str) -> dict[str, Any]:
    """Return a definition from json-schema.json and the definitions it refers to.

    >>> sorted(definition("bot_game")["$defs"])
    ['game']
    """
    known: dict[str, Any] = json.loads(read_schema("json-schema.json"))["$defs"]
    found: dict[str, Any] = {}
    wanted = [name]
    for one in wanted:
        for other in re.findall(r'"#/\$defs/(\w+)"', json.dumps(known[one])):
            if other not in found:
                found[other] = known[other]
                wanted.append(other)
    return {**known[name], "$defs": found}
