"""Nothing hidden is sent: matches that have revealed the same are the same to the byte."""

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
"""So few numbers that many matches reveal the same, and so far a target that all go on."""

ROUTES = ("", "/record", "/analysis", "/positions", "/hint", "/why", "/review", "/moves")
"""What can be asked of a match; some of it is refused, and that must not tell anything either."""


class Wire:
    """One who asks over a bare connection, and keeps every byte that comes."""

    def __init__(self, served: Served, token: str | None) -> None:
        host, port = served.url.removeprefix("http://").split(":")
        self._at = (host, int(port))
        self.token = token
        self.heard = b""

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
        line = socket.create_connection(self._at, timeout=60)
        line.sendall("\r\n".join([*lines, "", ""]).encode() + sent)
        return line

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """What the answer holds, if that is JSON."""
        answer = b""
        with self._open(method, path, body) as line:
            while more := line.recv(65536):
                answer += more
        self.heard += answer
        text = answer.partition(b"\r\n\r\n")[2]
        return json.loads(text) if text.startswith(b"{") else None

    @contextmanager
    def following(self, match: str) -> Iterator[None]:
        self._stream = b""
        with self._open("GET", f"/matches/{match}/events") as self._line:
            self._line.setblocking(False)
            yield

    def sees(self, text: str) -> None:
        """Wait until the newest view on the stream has this in it."""

        def is_there() -> bool:
            with suppress(BlockingIOError):
                self._stream += self._line.recv(65536)
            newest = self._stream.rpartition(b"data: ")[2]
            return newest.endswith(b"\r\n") and text.encode() in newest

        until(is_there, text)

    def taken(self) -> bytes:
        """All that was sent so far, without signs of life."""
        return self.heard + self._stream.replace(b"%x\r\n%s\r\n" % (len(HEARTBEAT), HEARTBEAT), b"")


def plain(sent: bytes, match: str, invite: str) -> bytes:
    """Without ids, times and the commitment."""
    sent = sent.replace(match.encode(), b"ID").replace(invite.encode(), b"INVITE")
    sent = re.sub(rb'"commit":"[0-9a-f]{64}"', b"COMMIT", sent)
    return re.sub(rb"\b20\d\d\.\d\d\.\d\d\b", b"DATE", sent)


def played(served: Served) -> Iterator[tuple[tuple[str, ...], list[bytes]]]:
    """One match; after each reveal, all that was revealed and all that was sent to each."""
    wires = [Wire(served, new_token()), Wire(served, new_token()), Wire(served, None)]
    ann, ben, _ = wires
    asked = {"game": "quest", "options": OPTIONS, "opponent": "friend", "seat": 1}
    made = ann.ask("POST", "/matches", {**asked, "token": ann.token})
    match, invite = made["view"]["id"], made["invite"]
    joined = ben.ask("POST", f"/matches/{match}/join", {"invite": invite, "token": ben.token})
    view = joined["view"]
    with ExitStack() as streams:
        for number, one in enumerate(wires):
            streams.enter_context(one.following(match))
            for other in wires[: number + 1]:
                other.sees('"here":true},{' if number == 0 else '"here":true}]')
        for _ in range(2):
            for move in ("no move", view["status"]["moves"][0]):
                body = {"seq": view["seq"], "do": "move", "move": move}
                answer = wires[view["status"]["player"] - 1].ask(
                    "POST", f"/matches/{match}/actions", body
                )
            view = answer["view"]
            for one in wires:
                one.sees(f'"seq":{view["seq"]},')
                for route in ROUTES:
                    one.ask("GET", f"/matches/{match}{route}")
                body = {"seq": view["seq"], "do": "takeback"}
                one.ask("POST", f"/matches/{match}/actions", body)
            revealed = tuple(ply["move"] for ply in view["plies"])
            yield revealed, [plain(one.taken(), match, invite) for one in wires]
    ended = ann.ask("POST", f"/matches/{match}/actions", {"seq": view["seq"], "do": "resign"})
    yield (), [ended["view"]["sealed"]["board"].encode()]


@pytest.mark.slow
def test_matches_that_have_revealed_the_same_are_the_same_to_the_byte(served: Served) -> None:
    sent: dict[tuple[str, ...], list[list[bytes]]] = defaultdict(list)
    boards: dict[tuple[str, ...], set[bytes]] = defaultdict(set)
    for _ in range(MATCHES):
        *steps, (_, (board,)) = played(served)
        for revealed, heard in steps:
            sent[revealed].append(heard)
            boards[revealed].add(board)
    compared = 0
    for revealed, matches in sent.items():
        with where("revealed", revealed):
            assert all(heard == matches[0] for heard in matches)
            compared += len(boards[revealed]) - 1
    assert compared > MATCHES / 4, "too few of them hid anything else"
