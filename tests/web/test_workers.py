"""Engine processes at a real server: cancellation, refusals and levels' moves."""

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

LONG_MATCH: dict[str, Any] = {
    "game": "run",
    "options": {"size": 12, "highest": 9},
    "opponent": "here",
}
"""A match whose analysis uses all of its time."""


def read_metric(served: Served, name: str) -> int:
    text = httpx.get(f"{served.url}/metrics", trust_env=False).text
    found = re.search(rf"^numduel_{name} (\d+)$", text, re.MULTILINE)
    assert found, text
    return int(found[1])


def child_processes(served: Served) -> set[str]:
    """Return the ids of the server's child processes."""
    task = Path(f"/proc/{served.pid}/task/{served.pid}/children")
    return set(task.read_text().split())


def process_state(pid: str) -> list[str]:
    """Return the state of a process and the CPU time it has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return [fields[0], fields[11], fields[12]]


def is_idle(pid: str) -> bool:
    """Return whether a process sleeps, and still does a moment later."""
    before = process_state(pid)
    time.sleep(0.3)
    return before[0] == "S" and process_state(pid) == before


@contextmanager
def asking_for_analysis(served: Served, seat: Seat) -> Iterator[socket.socket]:
    """Ask for an analysis; leave at the end of the block."""
    host, port = served.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        path = f"{API}/matches/{seat.id}/analysis"
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        yield connection


def fill_queue(served: Served, seat: Seat, clients: ExitStack) -> bytes:
    """Send requests until one is refused; return that answer."""
    while True:
        waiting = read_metric(served, "questions")
        connection = clients.enter_context(asking_for_analysis(served, seat))
        if answer := until(
            partial(read_answer, served, connection, waiting), "an answer, or a place in the queue"
        ):
            return answer


def read_answer(served: Served, connection: socket.socket, waiting: int) -> bytes | None:
    """Return an answer; nothing once the request is queued."""
    connection.setblocking(False)
    try:
        return connection.recv(65536)
    except BlockingIOError:
        return b"" if read_metric(served, "questions") > waiting else None


@pytest.mark.slow
def test_process_is_killed_when_the_client_leaves(tmp_path: Path) -> None:
    with Served(tmp_path / "matches.db") as served:
        seat = served.create(**LONG_MATCH)
        # A client that leaves during the start leaves an idle process for the next one.
        with asking_for_analysis(served, seat):
            until(lambda: bool(child_processes(served)), "a process")
        until(lambda: read_metric(served, "questions") == 0, "the end of the question")
        [process] = child_processes(served)
        until(lambda: is_idle(process), "the end of its start")
        with asking_for_analysis(served, seat):
            until(lambda: not is_idle(process), "a busy process")
            assert read_metric(served, "questions") == 1
        until(lambda: process not in child_processes(served), "the end of the process")
        assert read_metric(served, "questions") == 0
        # Later requests are answered.
        easy = served.create("sum", "here", options={"target": 12})
        assert easy.client.get(f"/matches/{easy.id}/analysis").status_code == 200


@pytest.mark.slow
def test_busy_engine_refuses_requests_and_levels_still_move(tmp_path: Path) -> None:
    """A level's move waits behind all requests, and survives a kill of the server."""
    with Served(tmp_path / "matches.db") as served:
        seat = served.create(**LONG_MATCH)
        with ExitStack() as clients:
            refused = fill_queue(served, seat, clients)
            assert refused.startswith(b"HTTP/1.1 429 ")
            assert b'"code": "too_many"' in refused
            assert b"retry-after: " in refused.lower()
            match = served.create("sum", "casual", seat=2)
            assert match.view["seq"] == 1
            assert read_metric(served, "levels_thinking") == 1
            served.kill()
        served.start()
        until(lambda: read_metric(served, "events_total") == 1, "the level's move")
        view = match.look()
        assert [ply["player"] for ply in view["plies"]] == [1]
        assert view["status"]["player"] == 2
