"""Invalid lines on standard input: each gets an error, and the server keeps running."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from duel_support import is_one_sentence, where
from numduel.adapters.mcp_stdio import LONE_SURROGATE, NOT_A_REQUEST, WRONG_ID, refusal

LONE = '"\\ud800"'


def call(tool: str, arguments: str, id: str = "7") -> str:
    """Return a tool call as JSON, which may be invalid."""
    params = f'{{"name": "{tool}", "arguments": {arguments}}}'
    return f'{{"jsonrpc": "2.0", "id": {id}, "method": "tools/call", "params": {params}}}'


def ask(method: str, params: str = "{}", id: str = "7") -> str:
    """Return a request as JSON."""
    return f'{{"jsonrpc": "2.0", "id": {id}, "method": "{method}", "params": {params}}}'


SURROGATES = [
    call("numduel_new", f'{{"game": {LONE}}}'),
    call("numduel_new", f'{{"game": "sum", "options": {{{LONE}: 1}}}}'),
    call("numduel_play", f'{{"match": "x", "move": {LONE}}}'),
    call("numduel_play", '{"match": "x", "move": "a\\udc00b"}'),
    call("numduel_play", '{"match": "x", "move": "\\uDC00\\uD800"}'),
    call("\\ud800", "{}"),
    ask("resources/read", '{"uri": "numduel://rules/\\ud800"}'),
    ask("prompts/get", f'{{"name": "lesson", "arguments": {{"game": {LONE}}}}}'),
    ask("\\ud800"),
    ask("tools/list", f'{{"_meta": {{"progressToken": {LONE}}}}}'),
]
"""Requests with id 7 and a lone surrogate in different fields."""

DEEP = "[" * 5000 + "]" * 5000
UNREADABLE: list[tuple[str, Any, int, str]] = [
    (call("numduel_board", '{"match": "x"}', LONE), None, -32700, LONE_SURROGATE),
    (call("numduel_new", f'{{"game": {DEEP}}}'), 7, -32700, "recursion limit exceeded"),
    (call("numduel_new", f'{{"seed": {"9" * 5000}}}', '"a b"'), "a b", -32700, "out of range"),
    ('{"params": {"id": 3}, "id": 7, "x": ', 7, -32700, "EOF while parsing"),
    ('{"params": {"id": 3}, "x": "', None, -32700, "EOF while parsing"),
    ("hello", None, -32700, "This line can't be read as JSON: expected value"),
    (f"[{ask('tools/list')}]", None, -32600, NOT_A_REQUEST),
    ("7", None, -32600, NOT_A_REQUEST),
    ('{"id": 7, "method": "tools/list"}', 7, -32600, NOT_A_REQUEST),
    ('{"jsonrpc": "2.0", "id": 7}', 7, -32600, NOT_A_REQUEST),
    (ask("tools/list", "[]"), 7, -32600, NOT_A_REQUEST),
    *((ask("ping", id=id), None, -32600, WRONG_ID) for id in ("null", "1.5", "true", "[7]", "{}")),
]
"""Lines, with id, code and text of the error for each."""

UNANSWERED = [
    "",
    " \r\n",
    '{"jsonrpc": "2.0", "method": "notifications/initialized"}',
    '{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"id": 7}}',
    '{"jsonrpc": "2.0", "id": 7, "result": 5}',
    '{"jsonrpc": "2.0", "id": 7, "error": "\\ud800"}',
    ask("ping", '{"text": "\\ud83d\\ude00 \\\\ud800"}'),
    ask("ping", '{"number": NaN}'),
]
"""Lines that the SDK reads itself, and lines that need no answer."""


def test_lone_surrogates_are_refused_with_request_id() -> None:
    for line in SURROGATES:
        with where(line):
            answer = refusal(line)
            assert answer
            assert (answer.id, answer.error.code) == (7, -32700)
            assert answer.error.message == LONE_SURROGATE


def test_invalid_lines_get_a_clear_error() -> None:
    for line, id, code, said in UNREADABLE:
        with where(line[:100]):
            answer = refusal(line)
            assert answer
            assert (answer.id, answer.error.code) == (id, code)
            assert said in answer.error.message
            assert is_one_sentence(answer.error.message, 400)
            assert answer.model_dump_json().encode()


def test_valid_messages_and_notifications_are_left_to_the_sdk() -> None:
    for line in UNANSWERED:
        with where(line):
            assert refusal(line) is None


# ---- a real server


@contextmanager
def served(home: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Start a server on standard input and output; check that it ends with them."""
    environ = {"PYTHONPATH": ":".join(sys.path), "NUMDUEL_HOME": str(home)}
    command = [sys.executable, "-m", "numduel", "mcp"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environ) as child:
        try:
            yield child
            out, err = child.communicate(timeout=30)
            assert (out, err, child.returncode) == (b"", b"", 0)
        finally:
            child.kill()


def send(child: subprocess.Popen[bytes], line: str) -> dict[str, Any]:
    """Send a line and return the next answer."""
    assert child.stdin
    assert child.stdout
    child.stdin.write(f"{line}\n".encode())
    child.stdin.flush()
    answer = json.loads(child.stdout.readline())
    assert isinstance(answer, dict)
    return answer


@pytest.mark.slow
def test_server_answers_every_request_and_keeps_running(
    tmp_path: Path,
) -> None:
    client = '{"name": "test", "version": "1"}'
    begin = f'{{"protocolVersion": "2025-06-18", "capabilities": {{}}, "clientInfo": {client}}}'
    with served(tmp_path) as child:
        assert send(child, SURROGATES[0])["error"]["message"] == LONE_SURROGATE
        assert send(child, ask("initialize", begin, '"first"'))["id"] == "first"
        for line in SURROGATES:
            with where(line):
                answer = send(child, line)
                assert (answer["id"], answer["error"]["message"]) == (7, LONE_SURROGATE)
        for line, id, code, said in UNREADABLE:
            with where(line[:100]):
                answer = send(child, line)
                assert (answer["id"], answer["error"]["code"]) == (id, code)
                assert said in answer["error"]["message"]
        for arguments in (
            '{"game": "%s"}' % ("a" * 1_000_000),
            f'{{"game": {"[" * 100}{"]" * 100}}}',
            '{"game": "sum", "seed": NaN}',
            '{"game": "sum", "seed": 1e999}',
            '{"game": "\\u0000"}',
        ):
            with where(arguments[:100]):
                answer = send(child, call("numduel_new", arguments))
                assert (answer["id"], answer["result"]["isError"]) == (7, True)
        started = send(child, call("numduel_new", '{"game": "sum"}'))["result"]
        assert started["structuredContent"]["status"]["kind"] == "turn"
