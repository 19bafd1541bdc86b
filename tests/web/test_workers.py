"""Those who think at a real server: dropped with the asker, refused when full, never forgotten."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from web_support import API, Seat, Served, until

LONG: dict[str, Any] = {"game": "run", "options": {"size": 12, "highest": 9}, "opponent": "here"}
"""What is thought about for as long as is allowed."""


def figure(served: Served, name: str) -> int:
    text = httpx.get(f"{served.url}/metrics", trust_env=False).text
    found = re.search(rf"^numduel_{name} (\d+)$", text, re.MULTILINE)
    assert found, text
    return int(found[1])


def thinking(served: Served) -> set[str]:
    """The processes that the server has begun."""
    task = Path(f"/proc/{served.pid}/task/{served.pid}/children")
    return set(task.read_text().split())


def looked_at(pid: str) -> list[str]:
    """What the system says of a process: its state, and the time that it has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return [fields[0], fields[11], fields[12]]


def is_idle(pid: str) -> bool:
    """Whether it sleeps, and goes on to for a moment."""
    before = looked_at(pid)
    time.sleep(0.3)
    return before[0] == "S" and looked_at(pid) == before


@contextmanager
def asking(served: Served, seat: Seat) -> Iterator[socket.socket]:
    """Somebody who asks what a position is worth, and who leaves at the end of this."""
    host, port = served.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=60) as line:
        path = f"{API}/matches/{seat.id}/analysis"
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        yield line


def fill(served: Served, seat: Seat, guests: ExitStack) -> bytes:
    """Ask until somebody is refused; what they are told."""
    while True:
        waiting = figure(served, "questions")
        line = guests.enter_context(asking(served, seat))
        if said := until(partial(heard, served, line, waiting), "an answer, or a place in the row"):
            return said


def heard(served: Served, line: socket.socket, waiting: int) -> bytes | None:
    """What somebody was told; nothing once they wait like the others."""
    line.setblocking(False)
    try:
        return line.recv(65536)
    except BlockingIOError:
        return b"" if figure(served, "questions") > waiting else None


@pytest.mark.slow
def test_a_question_is_dropped_and_its_process_killed_when_the_asker_leaves(tmp_path: Path) -> None:
    with Served(tmp_path / "matches.db") as served:
        seat = served.create(**LONG)
        # Whoever leaves while it is being started leaves an idle one behind, for the next.
        with asking(served, seat):
            until(lambda: bool(thinking(served)), "a process")
        until(lambda: figure(served, "questions") == 0, "the end of the question")
        [process] = thinking(served)
        until(lambda: is_idle(process), "the end of its start")
        with asking(served, seat):
            until(lambda: not is_idle(process), "a process that thinks")
            assert figure(served, "questions") == 1
        until(lambda: process not in thinking(served), "the end of the process")
        assert figure(served, "questions") == 0
        # Others are answered after it.
        easy = served.create("sum", "here", options={"target": 12})
        assert easy.client.get(f"/matches/{easy.id}/analysis").status_code == 200


@pytest.mark.slow
def test_a_full_house_says_so_and_a_level_moves_after_all_of_it(tmp_path: Path) -> None:
    """Its move waits behind all questions; then the server is killed, and its person never asks."""
    with Served(tmp_path / "matches.db") as served:
        seat = served.create(**LONG)
        with ExitStack() as guests:
            refused = fill(served, seat, guests)
            assert refused.startswith(b"HTTP/1.1 429 ")
            assert b'"code": "too_many"' in refused
            assert b"retry-after: " in refused.lower()
            match = served.create("sum", "casual", seat=2)
            assert match.view["seq"] == 1
            assert figure(served, "levels_thinking") == 1
            served.kill()
        served.start()
        until(lambda: figure(served, "events_total") == 1, "the level's move")
        view = match.look()
        assert [ply["player"] for ply in view["plies"]] == [1]
        assert view["status"]["player"] == 2
