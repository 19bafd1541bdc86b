"""A test server with OpenAI's protocol that answers, streams and fails in every way."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

KEY = "sk-very-secret-0123456789"


class Say(NamedTuple):
    """An answer."""

    text: str | None
    reasoning: str | None = None
    usage: Any = None
    """The usage that it reports, if not the default."""
    finish: str | None = "stop"
    """The finish reason; None for none."""
    tools: tuple[str, ...] = ()
    """The arguments of calls of the tool `play`."""
    seconds: float = 0.0
    """Seconds before it answers."""


class Fail(NamedTuple):
    """An error status with a message that repeats the key."""

    status: int
    wait: str | None = "0"


DROP, HANG, TRICKLE, GARBAGE, NO_CHOICES, CUT = "drop", "hang", "trickle", "garbage", "none", "cut"
FLOOD, FLOOD_OF_REFUSAL = "flood", "flood of refusal"

Deed = Say | Fail | str
Script = Callable[[list[dict[str, Any]]], Deed]
"""A function from the messages of a request to the server's behaviour."""


class ModelServer(ThreadingHTTPServer):
    """A server that follows a script and records requests."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, script: Script) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.script = script
        self.asked: list[dict[str, Any]] = []
        """The bodies of all requests."""
        self.keys: set[str] = set()
        self.released = threading.Event()
        """Set to release requests that hang."""
        self.at_once = self.most_at_once = self.connections = 0
        self.lock = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that disconnect."""


class Handler(BaseHTTPRequestHandler):
    """One request."""

    server: ModelServer
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def setup(self) -> None:
        super().setup()
        with self.server.lock:
            self.server.connections += 1

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def do_POST(self) -> None:
        server = self.server
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        assert self.path == "/v1/chat/completions"
        with server.lock:
            server.asked.append(body)
            server.keys.add(self.headers["Authorization"])
            server.at_once += 1
            server.most_at_once = max(server.most_at_once, server.at_once)
        try:
            self._do(server.script(body["messages"]), body.get("stream", False))
        finally:
            with server.lock:
                server.at_once -= 1

    def _do(self, deed: Deed, is_streamed: bool) -> None:
        if isinstance(deed, Say):
            self.server.released.wait(deed.seconds)
            self._stream(deed) if is_streamed else self._send(200, json.dumps(_completion(deed)))
        elif isinstance(deed, Fail):
            problem = {"error": {"message": f"no: {self.headers['Authorization']}"}}
            wait = {} if deed.wait is None else {"Retry-After": deed.wait}
            self._send(deed.status, json.dumps(problem), **wait)
        elif deed == GARBAGE:
            self._send(200, "<html>Bad gateway</html>")
        elif deed == NO_CHOICES:
            self._send(200, json.dumps({"id": "1", "object": "chat.completion", "choices": []}))
        elif deed == DROP:
            self._leave()
        elif deed == CUT:
            self._head(200, {"Content-Length": "1000"})
            self.wfile.write(b'{"id": "1", "choi')
            self._leave()
        elif deed in (FLOOD, FLOOD_OF_REFUSAL):
            self._flood(400 if deed == FLOOD_OF_REFUSAL else 200)
        else:
            self._keep_waiting(is_trickling=deed == TRICKLE)

    def _head(self, status: int, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.end_headers()

    def _send(self, status: int, text: str, **headers: str) -> None:
        self._head(status, {"Content-Length": str(len(text.encode())), **headers})
        self.wfile.write(text.encode())

    def _stream(self, answer: Say) -> None:
        """Send an answer in small parts; the last has the usage and no choices."""
        self._head(200, {"Content-Type": "text/event-stream", "Connection": "close"})
        parts: list[dict[str, Any]] = [{"role": "assistant"}]
        parts += [{"reasoning_content": letter} for letter in answer.reasoning or ""]
        parts += [{"content": letter} for letter in answer.text or ""]
        for index, call in enumerate(_tool_calls(answer)):
            whole = call["function"].pop("arguments")
            parts.append({"tool_calls": [{**call, "index": index}]})
            parts += [_fragment(index, letter) for letter in whole]
        parts.append({})
        base = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
        for part in parts:
            finish = None if part else answer.finish
            choice = {"index": 0, "delta": part, "finish_reason": finish}
            self._event(json.dumps({**base, "choices": [choice]}))
        self._event(json.dumps({**base, "choices": [], "usage": answer.usage or USAGE}))
        self._event("[DONE]")
        self.close_connection = True

    def _event(self, text: str) -> None:
        self.wfile.write(f"data: {text}\n\n".encode())

    def _leave(self) -> None:
        self.wfile.flush()
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)
        self.close_connection = True

    def _flood(self, status: int) -> None:
        """Send an endless line until the client disconnects."""
        self._head(status, {"Content-Type": "text/event-stream", "Connection": "close"})
        with suppress(OSError):
            self.wfile.write(b"data: ")
            while not self.server.released.is_set():
                self.wfile.write(b"x" * 2**16)
        self.close_connection = True

    def _keep_waiting(self, *, is_trickling: bool) -> None:
        """Send nothing, or one byte at a time, so that a timeout between bytes never expires."""
        if is_trickling:
            self._head(200, {"Content-Length": "1000000"})
        while not self.server.released.wait(0.02):
            if is_trickling:
                with suppress(OSError):
                    self.wfile.write(b" ")
                    continue
                break
        self.close_connection = True


USAGE = {
    "prompt_tokens": 100,
    "completion_tokens": 10,
    "total_tokens": 110,
    "completion_tokens_details": {"reasoning_tokens": 4},
}


def _tool_calls(answer: Say) -> list[dict[str, Any]]:
    """Return the tool calls of an answer."""
    return [
        {
            "id": f"call {number}",
            "type": "function",
            "function": {"name": "play", "arguments": arguments},
        }
        for number, arguments in enumerate(answer.tools)
    ]


def _fragment(index: int, letter: str) -> dict[str, Any]:
    """Return a part of a stream with one letter of a tool call's arguments."""
    return {"tool_calls": [{"index": index, "function": {"arguments": letter}}]}


def _completion(answer: Say) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": answer.text}
    if answer.tools:
        message["tool_calls"] = _tool_calls(answer)
    if answer.reasoning is not None:
        message["reasoning_content"] = answer.reasoning
    choice = {"index": 0, "message": message, "finish_reason": answer.finish}
    about = {"id": "1", "object": "chat.completion", "created": 1, "model": "m"}
    return {**about, "choices": [choice], "usage": answer.usage or USAGE}


def in_turn(*deeds: Deed) -> Script:
    """Return a script that does these one after another, then repeats the last."""
    left = list(deeds)
    return lambda _: left.pop(0) if len(left) > 1 else left[0]


Served = Callable[[Script], AbstractContextManager["ModelServer"]]
"""The type of the fixture `serve`: a function that starts a server with a script."""


@contextmanager
def served(script: Script) -> Iterator[ModelServer]:
    """Run a server with a script."""
    server = ModelServer(script)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.released.set()
        server.shutdown()
        thread.join()
        server.server_close()
