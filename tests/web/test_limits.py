"""Rate limits by address, and client addresses behind proxies."""

from __future__ import annotations

import asyncio
import os
import resource
import time
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import httpx
import pytest
from web_support import Seat, Served, new_token, until

from duel_support import where
from numduel import SetupError
from numduel.errors import Refused
from numduel.web import headers
from numduel.web.asgi import Message, Receive, Scope, Send
from numduel.web.limits import (
    DEFAULT_LIMITS,
    UNKNOWN,
    Limits,
    client_address,
    read_limits,
    read_networks,
)
from numduel.web.services import Requests


def is_refused(limits: Limits, kind: str, address: str) -> bool:
    try:
        limits.spend(kind, address)
    except Refused as refused:
        return refused.code == "too_many"
    return False


def count_allowed(limits: Limits, kind: str, address: str, max_tries: int = 1000) -> int:
    """Return how often an address may do something at once."""
    return next((n for n in range(max_tries) if is_refused(limits, kind, address)), max_tries)


def test_each_address_has_its_own_limit() -> None:
    limits = Limits({})
    for kind in ("create", "join", "engine"):
        assert count_allowed(limits, kind, "192.0.2.1") == DEFAULT_LIMITS[kind]
        assert count_allowed(limits, kind, "192.0.2.2") == DEFAULT_LIMITS[kind]
    assert limits.refused == 6


def test_ipv6_network_counts_as_one_address() -> None:
    limits = Limits({"create": 3})
    spent = [count_allowed(limits, "create", f"2001:db8::{n}") for n in range(1, 4)]
    assert spent == [3, 0, 0]
    assert count_allowed(limits, "create", "2001:db8:0:1::1") == 3
    assert count_allowed(limits, "create", "::ffff:192.0.2.1") == 3
    assert count_allowed(limits, "create", "192.0.2.1") == 0


def test_local_clients_have_only_explicit_limits() -> None:
    for address in ("127.0.0.1", "::1"):
        assert count_allowed(Limits({}), "create", address) == 1000
        assert count_allowed(Limits({"create": 2}), "create", address) == 2
        assert count_allowed(Limits({"create": 2}), "join", address) == 1000


def test_streams_are_counted_while_they_are_open() -> None:
    limits = Limits({"streams": 2})
    limits.enter("streams", "192.0.2.1")
    limits.enter("streams", "192.0.2.1")
    with pytest.raises(Refused):
        limits.enter("streams", "192.0.2.1")
    limits.enter("streams", "192.0.2.2")
    limits.enter("connections", "192.0.2.1")
    limits.exit("streams", "192.0.2.1")
    limits.enter("streams", "192.0.2.1")


def test_clients_without_a_forwarded_address_share_a_limit() -> None:
    assert count_allowed(Limits({}), "create", UNKNOWN) == DEFAULT_LIMITS["create"]


def test_forwarded_address_counts_only_from_a_trusted_proxy() -> None:
    proxies = read_networks("127.0.0.1, 10.0.0.0/8")
    for peer, forwarded, trusted, expected in (
        ("127.0.0.1", "9.9.9.9", (), "127.0.0.1"),
        ("8.8.8.8", "9.9.9.9", proxies, "8.8.8.8"),
        ("127.0.0.1", "9.9.9.9", proxies, "9.9.9.9"),
        ("127.0.0.1", "1.1.1.1, 9.9.9.9, 10.1.2.3", proxies, "9.9.9.9"),
        ("127.0.0.1", "10.0.0.7", proxies, "10.0.0.7"),
        ("127.0.0.1", "1.1.1.1, nonsense", proxies, UNKNOWN),
        ("127.0.0.1", "1.2.3.4:443", proxies, "1.2.3.4"),
        ("127.0.0.1", "1.1.1.1, [2001:db8::1]:443, 10.1.2.3:80", proxies, "2001:db8::1"),
        ("127.0.0.1", "unknown", proxies, UNKNOWN),
        ("127.0.0.1", "", proxies, "127.0.0.1"),
        ("127.0.0.1", "2001:db8::1", proxies, "2001:db8::1"),
    ):
        with where(peer, forwarded):
            headers = [(b"x-forwarded-for", forwarded.encode())] if forwarded else []
            scope = {"client": (peer, 1234), "headers": headers}
            assert client_address(scope, trusted) == expected


def test_invalid_limits_and_proxies_are_refused() -> None:
    assert read_limits("") == {}
    assert read_networks("") == ()
    for text in ("create", "create=", "create=-1", "nothing=1", "create=1e3", "create=٣"):
        with pytest.raises(SetupError):
            read_limits(text)
    for text in ("nginx", "1.2.3", "10.0.0.0/99"):
        with pytest.raises(SetupError):
            read_networks(text)


# ---- at a server

LIMITS = "create=2 join=1 engine=1 streams=1"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    database = tmp_path_factory.mktemp("limits") / "matches.db"
    options = ("--limits", LIMITS, "--trusted-proxy", "127.0.0.1")
    with Served(database, *options) as served:
        yield served


def test_server_enforces_each_limit(served: Served) -> None:
    def asked(address: str, method: str, path: str, **json: object) -> httpx.Response:
        headers = {"x-forwarded-for": address}
        return served.client.request(method, path, headers=headers, json=json or None)

    new = {"game": "sum", "opponent": "friend", "seat": 1, "token": new_token()}
    created = [asked("9.9.9.1", "POST", "/matches", **new) for _ in range(3)]
    assert [answer.status_code for answer in created] == [201, 201, 429]
    assert created[2].json()["code"] == "too_many"
    assert "retry-after" in created[2].headers
    assert asked("9.9.9.2", "POST", "/matches", **new).status_code == 201
    id = created[0].json()["view"]["id"]
    guess = {"invite": "a-wrong-guess", "token": new_token()}
    joined = [asked("9.9.9.1", "POST", f"/matches/{id}/join", **guess) for _ in range(2)]
    assert [answer.status_code for answer in joined] == [403, 429]
    alone = asked("9.9.9.3", "POST", "/matches", **{**new, "opponent": "here"}).json()["view"]["id"]
    found = [asked("9.9.9.3", "GET", f"/matches/{alone}/analysis") for _ in range(2)]
    assert [answer.status_code for answer in found] == [200, 429]
    with Seat(served, None, id).stream() as pushed:
        next(pushed)
        answer = served.client.get(f"/matches/{id}/events")
        assert (answer.status_code, answer.json()["code"]) == (429, "too_many")
        assert asked("9.9.9.1", "GET", f"/matches/{id}").status_code == 200


@pytest.mark.slow
def test_idle_game_is_marked_and_deleted_at_a_later_start(tmp_path: Path) -> None:
    database = tmp_path / "matches.db"
    with Served(database) as served:
        unfinished, done = (served.create("sum", "here", options={"target": 5}) for _ in range(2))
        unfinished.does("move", "4")
        time.sleep(0.02)
        done.does("move", "5")
        done.does("rematch")
        served.stop()
    for statuses in ([200, 200], [404, 200]):
        with Served(database, "--unfinished-days", "0.0000001") as served:
            until(lambda: "unfinished games" in served.said, "the log")
            asked = [served.client.get(f"/matches/{seat.id}") for seat in (unfinished, done)]
            assert [answer.status_code for answer in asked] == statuses
            assert ("--unfinished-days" in served.said) == (statuses[0] == 200)
    assert asked[1].json()["view"]["round"] == 2


@pytest.mark.slow
def test_wrong_clock_deletes_no_game(tmp_path: Path) -> None:
    database = tmp_path / "matches.db"
    ahead = "import time\nnow = time.time\ntime.time = lambda: now() + 40 * 24 * 3600\n"
    (tmp_path / "sitecustomize.py").write_text(ahead)
    environ = {"PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])}
    with Served(database) as served:
        unfinished = served.create("sum", "here")
        unfinished.does("move", "4")
        served.stop()
    for _ in range(2):
        with Served(database, environ=environ) as served:
            assert served.client.get(f"/matches/{unfinished.id}").status_code == 200
            served.stop()
    with Served(database, environ=environ) as served:
        served.create("sum", "here")  # the newest event is now in the future
        served.stop()
    with Served(database) as served:
        assert served.client.get(f"/matches/{unfinished.id}").status_code == 200


@pytest.mark.slow
def test_health_fails_while_the_database_is_missing(tmp_path: Path) -> None:
    database = tmp_path / "matches.db"
    with Served(database) as served:
        seat = served.create("sum", "here")
        assert read_health(served) == (200, "1")
        away = database.rename(tmp_path / "away.db")
        assert read_health(served) == (503, "0")
        assert seat.send("move", "4", seat.view["seq"]).json()["code"] == "unavailable"
        database.write_bytes(away.read_bytes())
        assert read_health(served) == (503, "0")
        away.rename(database)
        assert read_health(served) == (200, "1")
        assert seat.does("move", "4")["plies"]


@pytest.mark.slow
def test_health_fails_when_the_disk_is_full(tmp_path: Path) -> None:
    def limit_file_size() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))

    with Served(tmp_path / "matches.db", preexec=limit_file_size) as served:
        new = {"game": "sum", "opponent": "here", "token": new_token()}
        assert read_health(served) == (200, "1")
        answers = (served.client.post("/matches", json=new) for _ in range(500))
        statuses = {
            answer.status_code for answer in takewhile(lambda a: a.status_code < 500, answers)
        }
        assert statuses == {201}
        until(lambda: read_health(served) == (503, "0"), "a full disk")  # each check writes, too
        assert served.client.post("/matches", json=new).json()["code"] == "unavailable"


def read_health(served: Served) -> tuple[int, str]:
    """Return the status of /healthz and the metric of the store."""
    figures = httpx.get(f"{served.url}/metrics").text
    found = next(line for line in figures.splitlines() if line.startswith("numduel_store_up "))
    return httpx.get(f"{served.url}/healthz").status_code, found.split()[1]


def test_missing_body_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(headers, "BODY_TIMEOUT_S", 0.01)
    sent: list[Message] = []

    async def never() -> Message:
        await asyncio.Event().wait()
        raise AssertionError("this event is never set")

    async def send(message: Message) -> None:
        sent.append(message)

    async def unreachable(scope: Scope, receive: Receive, send: Send) -> None:
        raise AssertionError("the request has no body")

    scope: Scope = {"type": "http", "method": "POST", "path": "/", "headers": [], "client": None}
    asyncio.run(headers.Headers(unreachable, Requests(), ())(scope, never, send))
    assert sent[0]["status"] == 408
    assert (b"connection", b"close") in sent[0]["headers"]


def test_waiting_request_gets_503_at_shutdown() -> None:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def wait_forever(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.Event().wait()

    async def work() -> None:
        scope: Scope = {"type": "http", "method": "GET", "path": "/", "headers": [], "client": None}
        asked = headers.Headers(wait_forever, Requests(), ())(scope, asyncio.Event().wait, send)  # type: ignore[arg-type]
        waiting = asyncio.ensure_future(asked)
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        assert waiting.cancelled()

    asyncio.run(work())
    assert sent[0]["status"] == 503
