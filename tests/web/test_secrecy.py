"""Hidden numbers are never sent: matches with the same reveals are identical to the byte."""

from __future__ import annotations

import json
import re
import socket
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import pytest
from web_support import API, Served, new_token, until

from duel_support import where
from numduel.web.live import HEARTBEAT

MATCHES = 24
OPTIONS = {"size": 2, "target": 30}
"""So few numbers that many matches reveal the same ones, and a target too high to reach."""

ROUTES = ("", "/record", "/analysis", "/positions", "/hint", "/why", "/review", "/moves")
"""Routes of a match; refusals mustn't reveal anything either."""


class RawClient:
    """A client on a bare connection that keeps every byte."""

    def __init__(self, served: Served, token: str | None) -> None:
        host, port = served.url.removeprefix("http://").split(":")
        self._at = (host, int(port))
        self.token = token
        self.received = b""

    def _open(self, method: str, path: str, body: Any = None) -> socket.socket:
        sent = b"" if body is None else json.dumps(body).encode()
        lines = [
            f"{method} {API}{path} HTTP/1.1",
            "Host: localhost",
            "Connection: close",
            f"Content-Length: {len(sent)}",
            "Content-Type: application/json",
            *([f"Authorization: Bearer {self.token}"] if self.token else []),
        ]
        connection = socket.create_connection(self._at, timeout=60)
        connection.sendall("\r\n".join([*lines, "", ""]).encode() + sent)
        return connection

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Return the answer, if it is JSON."""
        answer = b""
        with self._open(method, path, body) as connection:
            while more := connection.recv(65536):
                answer += more
        self.received += answer
        text = answer.partition(b"\r\n\r\n")[2]
        return json.loads(text) if text.startswith(b"{") else None

    @contextmanager
    def follow(self, match: str) -> Iterator[None]:
        self._stream = b""
        with self._open("GET", f"/matches/{match}/events") as self._stream_socket:
            self._stream_socket.setblocking(False)
            yield

    def wait_for_text(self, text: str) -> None:
        """Wait until the newest view on the stream contains a text."""

        def is_received() -> bool:
            with suppress(BlockingIOError):
                self._stream += self._stream_socket.recv(65536)
            newest = self._stream.rpartition(b"data: ")[2]
            return newest.endswith(b"\r\n") and text.encode() in newest

        until(is_received, text)

    def everything_received(self) -> bytes:
        """Return everything received so far, without heartbeats."""
        return self.received + self._stream.replace(
            b"%x\r\n%s\r\n" % (len(HEARTBEAT), HEARTBEAT), b""
        )


def mask_ids(sent: bytes, match: str, invite: str) -> bytes:
    """Replace ids, dates and the commitment."""
    sent = sent.replace(match.encode(), b"ID").replace(invite.encode(), b"INVITE")
    sent = re.sub(rb'"commit":"[0-9a-f]{64}"', b"COMMIT", sent)
    return re.sub(rb"\b20\d\d\.\d\d\.\d\d\b", b"DATE", sent)


def play_match(served: Served) -> Iterator[tuple[tuple[str, ...], list[bytes]]]:
    """Play a match; after each reveal, yield the revealed moves and what each client received."""
    clients = [
        RawClient(served, new_token()),
        RawClient(served, new_token()),
        RawClient(served, None),
    ]
    ann, ben, _ = clients
    settings = {"game": "quest", "options": OPTIONS, "opponent": "friend", "seat": 1}
    created = ann.ask("POST", "/matches", {**settings, "token": ann.token})
    match, invite = created["view"]["id"], created["invite"]
    joined = ben.ask("POST", f"/matches/{match}/join", {"invite": invite, "token": ben.token})
    view = joined["view"]
    with ExitStack() as streams:
        for number, one in enumerate(clients):
            streams.enter_context(one.follow(match))
            for other in clients[: number + 1]:
                other.wait_for_text('"here":true},{' if number == 0 else '"here":true}]')
        for _ in range(2):
            for move in ("no move", view["status"]["moves"][0]):
                body = {"seq": view["seq"], "do": "move", "move": move}
                answer = clients[view["status"]["player"] - 1].ask(
                    "POST", f"/matches/{match}/actions", body
                )
            view = answer["view"]
            for one in clients:
                one.wait_for_text(f'"seq":{view["seq"]},')
                for route in ROUTES:
                    one.ask("GET", f"/matches/{match}{route}")
                body = {"seq": view["seq"], "do": "takeback"}
                one.ask("POST", f"/matches/{match}/actions", body)
            revealed = tuple(ply["move"] for ply in view["plies"])
            yield revealed, [mask_ids(one.everything_received(), match, invite) for one in clients]
    ended = ann.ask("POST", f"/matches/{match}/actions", {"seq": view["seq"], "do": "resign"})
    yield (), [ended["view"]["sealed"]["board"].encode()]


@pytest.mark.slow
def test_matches_with_the_same_reveals_are_identical_to_the_byte(served: Served) -> None:
    sent: dict[tuple[str, ...], list[list[bytes]]] = defaultdict(list)
    boards: dict[tuple[str, ...], set[bytes]] = defaultdict(set)
    for _ in range(MATCHES):
        *steps, (_, (board,)) = play_match(served)
        for revealed, received in steps:
            sent[revealed].append(received)
            boards[revealed].add(board)
    compared = 0
    for revealed, matches in sent.items():
        with where("revealed", revealed):
            assert all(received == matches[0] for received in matches)
            compared += len(boards[revealed]) - 1
    assert compared > MATCHES / 4, "too few matches with the same reveals had different boards"
