"""JSON Schema of Python types: the shapes of numduel.views.shapes, and what routes are asked."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from jsonschema import Draft202012Validator

from numduel.views.shapes.basics import OneOf, Pattern, Within

Schema = dict[str, Any]

PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}
SIZES = {"string": "Length", "array": "Items", "object": "Properties", "integer": "", "number": ""}


def snake_case(name: str) -> str:
    """Return a name of a class as JSON writes it.

    >>> snake_case("ReviewedPly")
    'reviewed_ply'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Schemas:
    """Schemas of types, and the definitions that they refer to."""

    def __init__(
        self, prefix: str, name_of: Callable[[type], str], closed: Callable[[type], bool]
    ) -> None:
        """`closed` tells which objects accept no key but their own."""
        self.definitions: dict[str, Schema] = {}
        self._prefix = prefix
        self._name_of = name_of
        self._closed = closed

    def of(self, kind: Any) -> Schema:
        """Return the schema of a type."""
        if kind in PLAIN:
            return {"type": PLAIN[kind]}
        if is_typeddict(kind):
            return {"$ref": self._prefix + self._defined(kind)}
        origin, given = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self._annotated(given[0], given[1:])
        if origin is Literal:
            kinds = {"const": given[0]} if len(given) == 1 else {"enum": list(given)}
            return {"type": PLAIN[type(given[0])], **kinds}
        if origin is list:
            return {"type": "array", "items": self.of(given[0])}
        if origin is dict:
            return self._mapping(*given)
        if origin in (Union, UnionType):
            return self._union(given)
        raise TypeError(f"{kind} is not a type of the contract")

    def _defined(self, kind: type) -> str:
        name = self._name_of(kind)
        if name not in self.definitions:
            self.definitions[name] = {}  # which its own fields may refer to
            self.definitions[name] = self._object(kind)
        return name

    def _object(self, kind: type) -> Schema:
        fields = {name: self.of(field) for name, field in fields_of(kind).items()}
        said = (kind.__doc__ or "").strip()
        schema: Schema = {"description": said} if said else {}
        schema |= {"type": "object", "properties": fields}
        required = [name for name in fields if name in required_of(kind)]
        if required:
            schema["required"] = required
        if self._closed(kind):
            schema["additionalProperties"] = False
        return schema

    def _annotated(self, kind: Any, marks: tuple[Any, ...]) -> Schema:
        schema = self.of(kind)
        for mark in marks:
            match mark:
                case str():
                    schema = {**schema, "description": mark}
                case Within(low, high):
                    _bound(schema, low, high)
                case Pattern(regex):
                    schema["pattern"] = f"^{regex}$"
                case OneOf(texts):
                    schema = {"type": "string", "enum": list(texts)}
        return schema

    def _mapping(self, key: Any, value: Any) -> Schema:
        schema: Schema = {"type": "object", "additionalProperties": self.of(value)}
        if key is not str:
            schema["propertyNames"] = self.of(key)
        return schema

    def _union(self, kinds: tuple[Any, ...]) -> Schema:
        parts = [self.of(kind) for kind in kinds]
        if all(set(part) == {"type"} for part in parts):
            return {"type": [part["type"] for part in parts]}
        return {"anyOf": parts}


@cache
def validator(shape: type) -> Draft202012Validator:
    """Return the validator of a shape, which accepts no key but its own."""
    schemas = Schemas("#/$defs/", lambda kind: kind.__name__, lambda kind: True)
    schema = schemas.of(shape)
    return Draft202012Validator({**schema, "$defs": schemas.definitions})


def conforms_to(data: object, shape: type) -> bool:
    """Return whether data has a shape to the letter."""
    return bool(validator(shape).is_valid(data))


def fields_of(kind: type) -> Mapping[str, Any]:
    """Return the fields of a TypedDict with their types."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        name: get_args(hint)[0] if get_origin(hint) is NotRequired else hint
        for name, hint in hints.items()
    }


def required_of(kind: type) -> frozenset[str]:
    """Return the fields of a TypedDict that are always there."""
    found: frozenset[str] = kind.__required_keys__  # type: ignore[attr-defined]
    return found


def _bound(schema: Schema, low: int | None, high: int | None) -> None:
    """Add bounds: of a number itself, of anything else of its size."""
    size = SIZES[schema["type"]]
    names = (f"min{size}", f"max{size}") if size else ("minimum", "maximum")
    schema |= {name: end for name, end in zip(names, (low, high), strict=True) if end is not None}
