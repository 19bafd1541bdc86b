"""A server of the tests' own that speaks OpenAI's protocol, streams, and fails in every way."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

KEY = "sk-very-secret-0123456789"


class Say(NamedTuple):
    """An answer."""

    text: str | None
    reasoning: str | None = None
    usage: Any = None
    """What it says that this has cost, if something else than usual."""


class Fail(NamedTuple):
    """A status that is no success; what it says repeats the key."""

    status: int
    wait: str | None = "0"


DROP, HANG, TRICKLE, GARBAGE, NO_CHOICES, CUT = "drop", "hang", "trickle", "garbage", "none", "cut"
FLOOD, FLOOD_OF_REFUSAL = "flood", "flood of refusal"

Deed = Say | Fail | str
Script = Callable[[list[dict[str, str]]], Deed]
"""What is done when somebody asks with these messages."""


class ModelServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, script: Script) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.script = script
        self.asked: list[dict[str, Any]] = []
        """The bodies of all requests."""
        self.keys: set[str] = set()
        self.released = threading.Event()
        """Set when those who hang may go."""
        self.at_once = self.most_at_once = 0
        self.lock = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Whoever asks may leave at any time."""


class Handler(BaseHTTPRequestHandler):
    server: ModelServer
    protocol_version = "HTTP/1.1"

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
            self._stream(deed) if is_streamed else self._send(200, json.dumps(_whole(deed)))
        elif isinstance(deed, Fail):
            told = {"error": {"message": f"no: {self.headers['Authorization']}"}}
            wait = {} if deed.wait is None else {"Retry-After": deed.wait}
            self._send(deed.status, json.dumps(told), **wait)
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

    def _stream(self, said: Say) -> None:
        """In small parts, the usage in the last, which has no choices."""
        self._head(200, {"Content-Type": "text/event-stream", "Connection": "close"})
        parts: list[dict[str, Any]] = [{"role": "assistant"}]
        parts += [{"reasoning_content": letter} for letter in said.reasoning or ""]
        parts += [*({"content": letter} for letter in said.text or ""), {}]
        base = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
        for part in parts:
            choice = {"index": 0, "delta": part, "finish_reason": None if part else "stop"}
            self._event(json.dumps({**base, "choices": [choice]}))
        self._event(json.dumps({**base, "choices": [], "usage": said.usage or USAGE}))
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
        """Say more and more, in a single line, until nobody listens."""
        self._head(status, {"Content-Type": "text/event-stream", "Connection": "close"})
        with suppress(OSError):
            self.wfile.write(b"data: ")
            while not self.server.released.is_set():
                self.wfile.write(b"x" * 2**16)
        self.close_connection = True

    def _keep_waiting(self, *, is_trickling: bool) -> None:
        """Say nothing, or a little again and again: no time-out between two bytes ever ends."""
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


def _whole(said: Say) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": said.text}
    if said.reasoning is not None:
        message["reasoning_content"] = said.reasoning
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    about = {"id": "1", "object": "chat.completion", "created": 1, "model": "m"}
    return {**about, "choices": [choice], "usage": said.usage or USAGE}


def in_turn(*deeds: Deed) -> Script:
    """These, one after the other, and the last again and again."""
    left = list(deeds)
    return lambda _: left.pop(0) if len(left) > 1 else left[0]


@contextmanager
def served(script: Script) -> Iterator[ModelServer]:
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
