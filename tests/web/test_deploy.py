"""The systemd unit and nginx configuration of docs/deploy.md."""

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

NGINX_MAIN = """
daemon off;
pid {folder}/nginx.pid;
error_log stderr;
{user}
events {{ worker_connections 256; }}
http {{
    access_log off;
    gzip on;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {site}
}}
"""
"""Configuration that Debian's nginx has around a site."""


def block(language: str) -> str:
    found = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(found) == 1, language
    return str(found[0])


def unit_options(url: str) -> list[str]:
    """Return the options of the documented unit with this URL, without port and database."""
    found = re.search(r"^ExecStart=\S+/numduel serve (.*)$", block("ini"), re.MULTILINE)
    assert found
    options = shlex.split(found[1])
    options[options.index("--url") + 1] = url
    for name in ("--port", "--database"):
        at = options.index(name)
        del options[at : at + 2]
    options.remove("--no-open")
    return options


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


@contextmanager
def run_behind_nginx(folder: Path, *more: str) -> Iterator[tuple[Served, str]]:
    """Run the documented server behind the documented nginx; yield it and its URL."""
    needs("nginx")
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with (
        Served(folder / "matches.db", *unit_options(url), *more) as served,
        run_nginx(served, folder, port),
    ):
        yield served, url


@contextmanager
def run_nginx(served: Served, folder: Path, port: int) -> Iterator[None]:
    site = block("nginx")
    for written, here in (
        ("listen 80;", f"listen 127.0.0.1:{port};"),
        ("127.0.0.1:8765", served.url.removeprefix("http://")),
    ):
        assert site.count(written) == 1
        site = site.replace(written, here)
    user = "user root;" if folder.stat().st_uid == 0 else ""
    (folder / "nginx.conf").write_text(NGINX_MAIN.format(folder=folder, site=site, user=user))
    command = ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]
    with (folder / "said").open("wb") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said)
    try:
        until(lambda: is_listening(process, port) or None, "nginx")
        yield
    finally:
        process.terminate()
        process.wait(60)


def is_listening(process: subprocess.Popen[bytes], port: int) -> bool:
    assert process.poll() is None, "nginx has ended"
    with socket.socket() as connection:
        return connection.connect_ex(("127.0.0.1", port)) == 0


def visitor(url: str, address: str) -> httpx.Client:
    """Return a client with an address that claims another one in X-Forwarded-For."""
    transport = httpx.HTTPTransport(local_address=address)
    headers = {"X-Forwarded-For": "203.0.113.7"}
    return httpx.Client(base_url=url + API, headers=headers, transport=transport, timeout=60)


def create_match(client: httpx.Client) -> int:
    asked = {"game": "sum", "opponent": "here", "token": new_token()}
    return client.post("/matches", json=asked).status_code


@pytest.mark.slow
def test_documented_proxy_carries_a_game_and_its_stream(tmp_path: Path) -> None:
    with (
        run_behind_nginx(tmp_path) as (served, url),
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
        script = re.findall(r'src="(/page/[^"]+/page.js)"', page)[0]
        answer = httpx.get(f"{url}{script}", trust_env=False)
        assert answer.headers["content-encoding"] == "gzip"
        assert "immutable" in answer.headers["cache-control"]
        assert "accept-encoding" in answer.headers["vary"]
        same = {"if-none-match": answer.headers["etag"]}
        assert httpx.get(f"{url}{script}", headers=same, trust_env=False).status_code == 304
        assert httpx.get(f"{url}/healthz", trust_env=False).text == "ok\n"
        assert httpx.get(f"{url}/metrics", trust_env=False).status_code == 403
        assert outside.post("/matches", content=b" " * 70_000).status_code == 413


def test_limits_apply_to_each_address_behind_the_proxy(tmp_path: Path) -> None:
    """Claimed addresses don't matter, neither to the proxy nor to the server."""
    with run_behind_nginx(tmp_path, "--limits", "create=2") as (served, url):
        for base_url, address in (
            (url, "127.0.0.2"),
            (url, "127.0.0.3"),
            (served.url, "127.0.0.4"),
        ):
            with visitor(base_url, address) as client:
                assert [create_match(client) for _ in range(3)] == [201, 201, 429]
        with visitor(served.url, "127.0.0.1") as proxy:  # a trusted one
            assert [create_match(proxy) for _ in range(3)] == [201, 201, 429]
            proxy.headers["X-Forwarded-For"] = "203.0.113.8"
            assert create_match(proxy) == 201


def test_systemd_accepts_the_documented_unit(tmp_path: Path) -> None:
    needs("systemd-analyze")
    unit = tmp_path / "numduel.service"
    unit.write_text(block("ini").replace("/opt/numduel/bin/numduel", sys.executable))
    ran = run_program(["systemd-analyze", "verify", str(unit)])
    assert (ran.returncode, ran.stdout + ran.stderr) == (0, "")
