"""The edition for offline play on a server: its files over HTTP, with `--site` and without."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from web_support import Served

from duel_support import where
from numduel import SetupError
from numduel.web.policies import OFFLINE_POLICY, POLICY, SITE_POLICY
from numduel.web.site_files import SiteFiles

LONG = b"// a script that is worth compressing\n" * 200

FILES = {
    "index.html": (b"<!doctype html><title>numduel offline</title>", "text/html"),
    "service_worker.js": (b"const VERSION = '1';", "text/javascript"),
    "page.js": (LONG, "text/javascript"),
    "manifest.webmanifest": (b"{}", "application/manifest+json"),
    "python/pyodide.asm.wasm": (b"\0asm" + bytes(5000), "application/wasm"),
    "python/pyodide.mjs": (LONG, "text/javascript"),
    "python/numduel.zip": (b"PK" + bytes(5000), "application/zip"),
}
COMPRESSED = {"page.js", "python/pyodide.asm.wasm", "python/pyodide.mjs"}

TAG = '<meta name="numduel-offline" content="/offline/">'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder like the one that `make site` builds, with a secret beside it."""
    folder = tmp_path_factory.mktemp("built")
    for path, (body, _) in FILES.items():
        file = folder / "site" / "play" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(body)
    (folder / "site" / "index.html").write_text("the start page of the whole site")
    (folder / "secret.txt").write_text("secret")
    return folder / "site"


@pytest.fixture(scope="module")
def offline(folder: Path) -> Iterator[Served]:
    """Yield a server with the edition."""
    with Served(folder.parent / "matches.db", "--site", str(folder)) as found:
        yield found


def get(served: Served, path: str, **headers: str) -> httpx.Response:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.get(f"{served.url}{path}", headers=sent, trust_env=False)


def get_raw(served: Served, path: str) -> tuple[int, bytes]:
    """Return status and body of a path that is sent as it is."""
    connection = http.client.HTTPConnection(urlsplit(served.url).netloc, timeout=60)
    connection.putrequest("GET", path, skip_accept_encoding=True)
    connection.endheaders()
    answer = connection.getresponse()
    found = answer.status, answer.read()
    connection.close()
    return found


def test_every_file_is_served_and_checked_before_use(offline: Served) -> None:
    for path, (body, media_type) in FILES.items():
        with where(path):
            answer = get(offline, f"/offline/{path}", accept_encoding="gzip")
            assert answer.status_code == 200
            assert answer.content == body
            assert answer.headers["content-type"].partition(";")[0] == media_type
            assert answer.headers["cache-control"] == "no-cache"
            assert answer.headers["content-security-policy"] == SITE_POLICY
            assert answer.headers["x-content-type-options"] == "nosniff"
            is_compressed = answer.headers.get("content-encoding") == "gzip"
            assert is_compressed == (path in COMPRESSED)
            tag = answer.headers["etag"]
            again = get(offline, f"/offline/{path}", accept_encoding="gzip", if_none_match=tag)
            assert (again.status_code, again.content) == (304, b"")
            plain = get(offline, f"/offline/{path}", accept_encoding="identity")
            assert plain.content == body
            assert "content-encoding" not in plain.headers
            assert (plain.headers["etag"] != tag) == is_compressed
    assert get(offline, "/offline/").content == FILES["index.html"][0]


def test_policy_of_the_edition_allows_webassembly_and_nothing_more() -> None:
    assert SITE_POLICY.replace(" 'wasm-unsafe-eval'", "") == OFFLINE_POLICY
    for policy in (POLICY, OFFLINE_POLICY, SITE_POLICY):
        assert "'unsafe-inline'" not in policy
        assert "'unsafe-eval'" not in policy
        assert "http" not in policy
        assert policy.startswith("default-src 'none'; ")


@pytest.mark.parametrize(
    "path",
    [
        "nothing.js",
        "python/",
        "python",
        "../secret.txt",
        "../../secret.txt",
        "..%2f..%2fsecret.txt",
        "%2e%2e/%2e%2e/secret.txt",
        "..%5c..%5csecret.txt",
        "python/../../../secret.txt",
        "/etc/passwd",
        "%2fetc%2fpasswd",
        "page.js%00",
        "index.html/",
        "%ff",
    ],
)
def test_other_files_are_missing(offline: Served, path: str) -> None:
    status, body = get_raw(offline, f"/offline/{path}")
    assert status == 404
    assert b"secret" not in body
    assert b"root:" not in body
    assert b"start page" not in body


def test_page_of_the_server_names_the_edition(offline: Served) -> None:
    for path in ("/", "/puzzles"):
        page = get(offline, path)
        assert TAG in page.text
        assert page.headers["content-security-policy"] == OFFLINE_POLICY
    worker = get(offline, "/service_worker.js")
    assert worker.status_code == 200
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == "no-cache"
    assert "/offline/" in worker.text
    api = offline.client.get("/games")
    assert api.headers["content-security-policy"] == POLICY


def test_server_without_the_edition_has_only_a_manifest(served: Served) -> None:
    page = get(served, "/", accept="text/html")
    assert "numduel-offline" not in page.text
    assert 'rel="manifest"' in page.text
    assert page.headers["content-security-policy"] == POLICY
    for path in ("/service_worker.js", "/offline/", "/offline/index.html"):
        with where(path):
            assert get(served, path).status_code == 404
    assert "Page not found" not in get(served, "/offline/", accept="text/html").text
    assert get(served, "/offline/", accept="text/html").status_code == 404


def test_files_stay_as_they_were_when_the_server_started(tmp_path: Path) -> None:
    play = tmp_path / "play"
    play.mkdir()
    for name in ("index.html", "service_worker.js"):
        (play / name).write_text("one")
    files = SiteFiles(str(tmp_path))
    (play / "index.html").write_text("two")
    for path in ("", "index.html"):
        found = files.find(path)
        assert found is not None
        assert found.body == b"one"
    assert files.find("later.js") is None


def test_folder_without_a_site_is_refused(tmp_path: Path, folder: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "half" / "play").mkdir(parents=True)
    (tmp_path / "half" / "play" / "index.html").write_text("")
    for wrong in ("nowhere", "file", "half", ""):
        with where(wrong), pytest.raises(SetupError, match="isn't a built site"):
            SiteFiles(str(tmp_path / wrong))
    with pytest.raises(SetupError, match="isn't a built site"):
        SiteFiles(str(folder / "play"))
