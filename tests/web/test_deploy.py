"""What docs/deploy.md tells people to do, done: its unit, and its nginx before the server of it."""

from __future__ import annotations

import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from web_support import API, Seat, Served, new_token, until

from duel_support import needs
from running import run_program

PAGE = (Path(__file__).parents[2] / "docs" / "deploy.md").read_text()

MAIN = """
daemon off;
pid {folder}/nginx.pid;
error_log stderr;
{user}
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {site}
}}
"""
"""What Debian's own configuration holds around a site."""


def block(language: str) -> str:
    found = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(found) == 1, language
    return str(found[0])


def words(url: str) -> list[str]:
    """The options of the unit, found at this URL, but for where it listens and what it keeps."""
    found = re.search(r"^ExecStart=\S+/numduel serve (.*)$", block("ini"), re.MULTILINE)
    assert found
    told = shlex.split(found[1])
    told[told.index("--url") + 1] = url
    for name in ("--port", "--database"):
        at = told.index(name)
        del told[at : at + 2]
    told.remove("--no-open")
    return told


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


@contextmanager
def proxied(folder: Path, *more: str) -> Iterator[tuple[Served, str]]:
    """The server of the unit behind nginx as the page has it, but for the ports; and its URL."""
    needs("nginx")
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with (
        Served(folder / "matches.db", *words(url), *more) as served,
        nginx(served, folder, port),
    ):
        yield served, url


@contextmanager
def nginx(served: Served, folder: Path, port: int) -> Iterator[None]:
    site = block("nginx")
    for written, here in (
        ("listen 80;", f"listen 127.0.0.1:{port};"),
        ("127.0.0.1:8765", served.url.removeprefix("http://")),
    ):
        assert site.count(written) == 1
        site = site.replace(written, here)
    user = "user root;" if folder.stat().st_uid == 0 else ""
    (folder / "nginx.conf").write_text(MAIN.format(folder=folder, site=site, user=user))
    command = ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]
    with (folder / "said").open("wb") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said)
    try:
        until(lambda: answers(process, port) or None, "nginx")
        yield
    finally:
        process.terminate()
        process.wait(60)


def answers(process: subprocess.Popen[bytes], port: int) -> bool:
    assert process.poll() is None, "nginx does not run"
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0


def visitor(url: str, address: str) -> httpx.Client:
    """Somebody who comes from an address, and says that it is another."""
    transport = httpx.HTTPTransport(local_address=address)
    headers = {"X-Forwarded-For": "203.0.113.7"}
    return httpx.Client(base_url=url + API, headers=headers, transport=transport, timeout=60)


def create(client: httpx.Client) -> int:
    asked = {"game": "sum", "opponent": "here", "token": new_token()}
    return client.post("/matches", json=asked).status_code


@pytest.mark.slow
def test_two_play_through_the_proxy_of_the_page_and_a_stream_comes_through(tmp_path: Path) -> None:
    with (
        proxied(tmp_path) as (served, url),
        httpx.Client(base_url=url + API, timeout=60, trust_env=False) as outside,
    ):
        served.client.close()
        served.client = outside
        ann = served.create("sum", seat=1)
        ben = Seat(served, new_token(), ann.id)
        with Seat(served, None, ann.id).stream() as shown:
            assert next(shown)["view"]["seq"] == 1
            ben.take(ben.join(ann.invite).json())
            assert next(shown)["view"]["seq"] == 2
            for seat, move, seq in ((ann, "1", 3), (ben, "5", 4), (ann, "9", 5)):
                seat.does("move", move)
                assert next(shown)["view"]["seq"] == seq
        about = outside.get("/about").json()
        assert (about["url"], about["local"]) == (url, False)
        page = httpx.get(f"{url}/m/{ann.id}", trust_env=False).text
        assert f'<meta property="og:url" content="{url}/m/{ann.id}">' in page
        assert httpx.get(f"{url}/healthz", trust_env=False).text == "ok\n"
        assert httpx.get(f"{url}/metrics", trust_env=False).status_code == 403
        assert outside.post("/matches", content=b" " * 70_000).status_code == 413


def test_limits_are_for_each_address_before_the_proxy(tmp_path: Path) -> None:
    """Whatever visitors say of themselves, to the proxy and to the server."""
    with proxied(tmp_path, "--limits", "create=2") as (served, url):
        for place, address in ((url, "127.0.0.2"), (url, "127.0.0.3"), (served.url, "127.0.0.4")):
            with visitor(place, address) as client:
                assert [create(client) for _ in range(3)] == [201, 201, 429]
        with visitor(served.url, "127.0.0.1") as proxy:  # which is trusted
            assert [create(proxy) for _ in range(3)] == [201, 201, 429]
            proxy.headers["X-Forwarded-For"] = "203.0.113.8"
            assert create(proxy) == 201


def test_systemd_takes_the_unit_of_the_page_without_a_word(tmp_path: Path) -> None:
    """Its program stands elsewhere here."""
    needs("systemd-analyze")
    unit = tmp_path / "numduel.service"
    unit.write_text(block("ini").replace("/opt/numduel/bin/numduel", sys.executable))
    ran = run_program(["systemd-analyze", "verify", str(unit)])
    assert (ran.returncode, ran.stdout + ran.stderr) == (0, "")
