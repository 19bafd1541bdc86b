"""`numduel serve`: options, environment and start-up messages."""

from __future__ import annotations

import socket
from pathlib import Path

import httpx
import pytest
import serving
from serving import new_token
from terminal import Terminal, numduel
from web_support import Served, until

from duel_support import where

pytestmark = pytest.mark.usefixtures("home")

WRONG = {
    ("--port", "seven"): (2, "'seven' isn't a port. Type a number from 0 to 65535"),
    ("--port", "65536"): (2, "'65536' isn't a port"),
    ("--host", "no.such.host.invalid"): (1, "no.such.host.invalid:0 cannot be used"),
    ("--limits", "create=many"): (
        1,
        "'create=many' isn't a limit. Use create, join, act, engine, draw, streams, or connections",
    ),
    ("--trusted-proxy", "nginx"): (1, "'nginx' isn't a proxy. Use an address or a network"),
    ("--unfinished-days", "never"): (1, "'never' isn't a number of days above 0"),
    ("--url", "example.org"): (1, "'example.org' isn't a URL. Start it with https:// or http://"),
    ("--database", "/nowhere/at/all.db"): (1, "/nowhere/at/all.db cannot be used"),
    ("--site", "/nowhere"): (1, "'/nowhere' isn't a built site. Build one with: make site"),
}


@pytest.mark.slow
def test_serve_refuses_wrong_options() -> None:
    for words, (status, said) in WRONG.items():
        with where(words):
            more = [] if words[0] == "--port" else ["--port", "0"]
            ran = numduel(["serve", "--no-open", *more, *words])
            assert (ran.status, ran.out) == (status, "")
            assert said in ran.err
            assert "Traceback" not in ran.err


def test_serve_reports_an_address_in_use() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ran = numduel(["serve", "--no-open", "--port", str(taken.getsockname()[1])])
    assert ran.status == 1
    assert ran.err.endswith(": Address already in use.\n")


def test_serve_reads_options_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = tmp_path / "kept.db"
    for name, value in (
        ("HOST", "localhost"),
        ("DATABASE", str(database)),
        ("URL", "https://play.example.org/"),
        ("LIMITS", "create=1"),
        ("LOG_REQUESTS", "1"),
    ):
        monkeypatch.setenv(f"NUMDUEL_{name}", value)
    with Served(tmp_path / "another.db") as served:
        assert "Others can reach it at https://play.example.org.\n" in served.said
        about = served.client.get("/about").json()
        assert (about["url"], about["local"]) == ("https://play.example.org", False)
        asked = {"game": "sum", "opponent": "here", "token": new_token()}
        made = [served.client.post("/matches", json=asked).status_code for _ in range(2)]
        assert made == [201, 429]
        assert "POST /api/v1/matches 429" in served.said
    assert not database.exists(), "options override the environment"
    monkeypatch.setenv("NUMDUEL_PORT", "seven")
    ran = numduel(["serve"])
    assert (ran.status, "'seven' isn't a port" in ran.err) == (2, True)


def test_lan_prints_address_and_qr_code(tmp_path: Path) -> None:
    with serving.served(str(tmp_path / "matches.db"), "--lan") as server:
        port = server.url.rpartition(":")[2]
        about = httpx.get(f"http://127.0.0.1:{port}/api/v1/about", trust_env=False).json()
        assert about["url"] == server.url
        assert not about["local"] or "127.0.0.1" in server.url
        said = server.said
        block = [line for line in said.splitlines() if set(line) <= set("█▀▄ ") and "█" in line]
        assert len(block) >= 14
        assert len({len(line) for line in block}) == 1


@pytest.mark.slow
def test_serve_opens_a_browser_only_from_a_terminal(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {opened}\n')
    browser.chmod(0o755)
    for words, is_opened in ((["--no-open"], False), ([], True)):
        terminal = Terminal(
            ["serve", "--port", "0", *words], BROWSER=f"{browser} %s", NUMDUEL_HOME=str(tmp_path)
        )
        terminal.until("numduel is at http://127.0.0.1:")
        if is_opened:
            until(opened.exists, "the start of the browser")
        terminal.type("\x03")
        assert terminal.wait() == 0
        assert opened.exists() == is_opened
    assert opened.read_text().startswith("http://127.0.0.1:")
