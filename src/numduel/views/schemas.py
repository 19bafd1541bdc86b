"""Schemas for programs, made by `make contract`: packed beside the code, or in docs/."""

from __future__ import annotations

import os

_HERE = os.path.dirname(__file__)
FOLDERS = [os.path.join(_HERE, ".."), os.path.join(_HERE, "..", "..", "..", "docs")]
"""Where schemas are looked for."""


def read_schema(name: str) -> str:
    """Return the text of a schema.

    >>> read_schema("json-schema.json")[0]
    '{'
    """
    path = next(p for folder in FOLDERS if os.path.exists(p := os.path.join(folder, name)))
    with open(path, encoding="utf-8") as file:
        return file.read()
