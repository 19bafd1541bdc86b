"""Validation of requests against their declared types."""

from __future__ import annotations

import json
from typing import Any

import pytest

from duel_support import where
from numduel.errors import Refused
from numduel.web.requests import Action, HintParams, NewMatch, PositionParams, PuzzleTry
from numduel.web.validation import MAX_DEPTH, read_body, read_json, read_params

TOKEN = "t" * 43
NEW = {"game": "sum", "opponent": "here", "token": TOKEN}


def body(kind: type, data: object) -> Any:
    return read_body(kind, json.dumps(data).encode(), "application/json; charset=utf-8")


def refusal(kind: type, data: object) -> str:
    with pytest.raises(Refused) as no:
        body(kind, data)
    assert no.value.code == "invalid"
    return no.value.detail


def test_valid_values_are_returned() -> None:
    asked = {**NEW, "seat": 2, "name": None, "seed": 3.0, "options": {"a": True, "b": 3, "c": "x"}}
    found = body(NewMatch, asked)
    assert found == {**asked, "seed": 3}
    assert isinstance(found["seed"], int)
    assert found["options"] == {"a": True, "b": 3, "c": "x"}
    assert found["options"]["a"] is True


def test_refusal_names_the_invalid_value() -> None:
    for wrong, said in (
        ({"colour": "red"}, "'colour' isn't a field here"),
        ({"seat": True}, "seat must be 1 or 2."),
        ({"seat": "1"}, "seat must be 1 or 2."),
        ({"seat": 3}, "seat must be 1 or 2."),
        ({"seed": True}, "seed must be a whole number."),
        ({"seed": 1.5}, "seed must be a whole number."),
        ({"seed": float("inf")}, "seed must be a whole number."),
        ({"seed": float("nan")}, "seed must be a whole number."),
        ({"seed": -1}, "seed must be from 0 to"),
        ({"seed": 1e300}, "seed must be from 0 to"),
        ({"token": "short"}, "token must match"),
        ({"token": f"{TOKEN}\n"}, "token must match"),
        ({"name": 7}, "name must be text."),
        ({"name": "x" * 21}, "name must have a length from 0 to 20."),
        ({"name": "\ud83d"}, "name must be valid Unicode text."),
        ({"options": []}, "options must be an object."),
        ({"options": {"target": [1]}}, "options.target must be true or false."),
        ({"options": {"target": None}}, "options.target must be true or false."),
        ({"options": {"\ud83d": 1}}, "options must be valid Unicode text."),
        ({"options": dict.fromkeys(map(str, range(51)), 1)}, "options must have a length from 0"),
    ):
        with where(wrong):
            assert refusal(NewMatch, {**NEW, **wrong}).startswith(said)
    assert refusal(NewMatch, {"game": "sum", "token": TOKEN}) == "opponent is missing."
    assert refusal(NewMatch, []) == "The body must be an object."
    assert refusal(Action, {"seq": -1, "do": "resign"}) == "seq must be 0 or more."
    assert refusal(Action, {"seq": 1, "do": "dance"}).startswith("do must be move, takeback")
    tried = {"puzzle": "x", "made": ["1", 2], "move": "3"}
    assert refusal(PuzzleTry, tried) == "made.1 must be text."


def test_body_must_be_declared_as_json() -> None:
    for sent, kind in (
        (b"{", "application/json"),
        (b"", "application/json"),
        (b"\xff", "application/json"),
        (b"[" * 5000, "application/json"),
        (json.dumps(NEW).encode(), "text/plain"),
        (json.dumps(NEW).encode(), ""),
    ):
        with where(sent[:20], kind), pytest.raises(Refused) as no:
            read_body(NewMatch, sent, kind)
        assert no.value.code == "invalid"
    assert read_body(NewMatch, json.dumps(NEW).encode(), "Application/merge+json") == NEW


def test_numeric_parameters_are_parsed() -> None:
    assert read_params(PositionParams, {"id": "x", "ply": "07", "other": "1"}) == {
        "id": "x",
        "ply": 7,
    }
    assert read_params(HintParams, {"id": "x", "step": "3"})["step"] == 3
    for wrong in ({"ply": ""}, {"ply": "x"}, {"ply": "-1"}, {"ply": "1.0"}, {"ply": "٣"}):
        with where(wrong), pytest.raises(Refused):
            read_params(PositionParams, {"id": "x", **wrong})
    for step in ("0", "4"):
        with pytest.raises(Refused):
            read_params(HintParams, {"id": "x", "step": step})
    with pytest.raises(Refused, match="id is missing"):
        read_params(PositionParams, {})


def test_json_has_a_maximum_depth_outside_strings() -> None:
    allowed = "[" * MAX_DEPTH + "]" * MAX_DEPTH
    for text in (allowed, f"[{allowed[1:-1]}, {allowed[1:-1]}]", json.dumps(["[" * 999, '"' * 9])):
        assert read_json(text) == read_json(text.encode()) == json.loads(text)
        assert read_json(text.encode("utf-16")) == json.loads(text)
    assert read_json("\ufeff[1]".encode()) == [1]
    for text in (f"[{allowed}]", '{"a":' * 60_000, '["\\"", ' * 60_000, '"' * 60_000 + "[" * 200):
        with pytest.raises(ValueError):  # noqa: PT011
            read_json(text)
