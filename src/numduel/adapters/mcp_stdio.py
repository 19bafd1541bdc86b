"""Standard input and output for the Model Context Protocol, with an answer to every request.

The SDK drops lines that it can't read, so the assistant would wait forever. This module answers
such lines with an error.
"""

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import anyio
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp.types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCNotification,
    RequestId,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError

__all__ = ["refusal", "streams"]

LONE_SURROGATE = (
    "A string in this request has a lone surrogate, which is half of a character. "
    "Send whole characters."
)
NOT_A_REQUEST = (
    'This is not a JSON-RPC 2.0 request. Send one object per line, with "jsonrpc": "2.0", '
    '"id", "method", and "params" as an object.'
)
WRONG_ID = 'The "id" of this request has the wrong type. Send a string or a whole number.'

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"?|[{}\[\]:,]|[^{}\[\]:,"\s]+')
"""A JSON token; a string at the end of a line may be cut off."""


class Lines:
    """The lines of standard input that are messages. All others get an error as answer."""

    answers: Any
    """The stream that errors are sent to; set as soon as it is open."""

    def __init__(self) -> None:
        # It stays open: closing it would wait for the thread that reads it.
        file = open(0, encoding="utf-8", errors="replace", newline="\n", closefd=False)  # noqa: SIM115
        self._file = anyio.wrap_file(file)

    async def __aiter__(self) -> AsyncIterator[str]:
        async for line in self._file:
            if error := refusal(line):
                await self.answers.send(SessionMessage(error))
            else:
                yield line


@asynccontextmanager
async def streams() -> AsyncIterator[tuple[Any, Any]]:
    """Open the streams of messages from an assistant and of answers to it."""
    lines = Lines()
    async with stdio_server(cast("anyio.AsyncFile[str]", lines)) as (messages, answers):
        lines.answers = answers
        yield messages, answers


def refusal(line: str) -> JSONRPCError | None:
    r"""Return the error that answers a line; None if the SDK can read it, or no answer is due.

    >>> refusal('{"jsonrpc": "2.0", "id": 7, "method": "ping", "params": {"a": "\\ud800"}}').id
    7
    >>> refusal('{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}').error.message
    'The "id" of this request has the wrong type. Send a string or a whole number.'
    """
    line = line.strip()
    try:
        message = jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValidationError as error:
        members = _scan_members(line)
        if not line or not members.keys().isdisjoint(('"result"', '"error"')):
            return None  # a blank line, or an answer to us
        return _make_error(members, *_describe_problem(line, error))
    if isinstance(message, JSONRPCNotification) and '"id"' in (members := _scan_members(line)):
        return _make_error(members, INVALID_REQUEST, WRONG_ID)
    return None


def _make_error(members: dict[str, str], code: int, text: str) -> JSONRPCError:
    return JSONRPCError(
        jsonrpc="2.0",
        id=_parse_id(members.get('"id"', "")),
        error=ErrorData(code=code, message=text),
    )


def _describe_problem(line: str, error: ValidationError) -> tuple[int, str]:
    """Return the JSON-RPC error code and a sentence about it."""
    (first, *_) = error.errors(include_url=False, include_input=False)
    if first["type"] != "json_invalid":
        return INVALID_REQUEST, NOT_A_REQUEST
    if any(token[0] == '"' and _has_lone_surrogate(token) for token in TOKEN.findall(line)):
        return PARSE_ERROR, LONE_SURROGATE
    return PARSE_ERROR, f"This line can't be read as JSON: {first['ctx']['error']}."


def _scan_members(line: str) -> dict[str, str]:
    """Return the keys of the outermost object, each with the first token of its value.

    It also reads lines that parsers reject, such as those nested too deep.
    """
    members: dict[str, str] = {}
    depth, key, previous = 0, "", ""
    for found in TOKEN.finditer(line):
        token = found[0]
        if depth == 1 and previous == ":":
            members[key] = token
        depth += (token in ("{", "[")) - (token in ("}", "]"))
        key, previous = previous, token
    return members


def _parse_id(token: str) -> RequestId | None:
    """Return the id in a JSON token, None if it isn't an id."""
    try:
        id = json.loads(token)
    except ValueError:
        return None
    is_id = isinstance(id, str) or type(id) is int
    return id if is_id and not _has_lone_surrogate(token) else None


def _has_lone_surrogate(token: str) -> bool:
    try:
        str(json.loads(token)).encode()
    except UnicodeEncodeError:
        return True
    except ValueError:
        return False
    return False
