"""The page's files over HTTP: linked, compressed, and cached by version."""

from __future__ import annotations

import gzip
import json
import re
import shutil
from pathlib import Path

import httpx
import pytest
from web_support import API, Served

from duel_support import needs, where
from numduel.web.exchange import accepts_gzip
from numduel.web.linking import LinkError, link_modules
from numduel.web.page_files import PAGE, PageFiles, page_files
from running import run_program

FOREVER = "public, max-age=31536000, immutable"


def get(served: Served, path: str, accepted: str = "gzip", **headers: str) -> httpx.Response:
    """Return an answer with its body as it was sent."""
    sent = {
        "accept-encoding": accepted,
        **{name.replace("_", "-"): headers[name] for name in headers},
    }
    with (
        httpx.Client(timeout=60, trust_env=False) as client,
        client.stream("GET", f"{served.url}{path}", headers=sent) as answer,
    ):
        answer._content = b"".join(answer.iter_raw())
        return answer


def linked_paths(served: Served) -> list[str]:
    """Return the paths of all files that the document loads."""
    document = httpx.get(f"{served.url}/", trust_env=False).text
    return re.findall(r'(?:href|src)="(/page/[^"]+)"', document)


def test_document_loads_few_files_and_they_never_change(served: Served) -> None:
    paths = linked_paths(served)
    version = page_files().version
    icons = ["icon.svg", "icon-180.png", "manifest.webmanifest"]
    names = [*icons, "page.css", "js/theme.js", "page.js"]
    assert paths == [f"/page/{version}/{name}" for name in names]
    for path in paths:
        with where(path):
            answer = get(served, path)
            assert answer.status_code == 200
            assert answer.headers["cache-control"] == FOREVER
    script = gzip.decompress(get(served, paths[-1]).content).decode()
    for module in (PAGE / "js").rglob("*.js"):
        if module.name != "theme.js":
            assert f'"{module.relative_to(PAGE).as_posix()}"() {{' in script
    styles = gzip.decompress(get(served, paths[3]).content).decode()
    for sheet in (PAGE / "css").glob("*.css"):
        assert sheet.read_text() in styles


def test_addresses_of_other_versions_and_without_one_answer_too(served: Served) -> None:
    """During an upgrade a document of one server may load files from another."""
    path = linked_paths(served)[-1]
    now = get(served, path)
    for other in ("/page/0123456789abcdef/page.js", "/page/page.js"):
        with where(other):
            answer = get(served, other)
            assert answer.content == now.content
            assert answer.headers["cache-control"] == "no-cache"
    source = get(served, "/page/js/main.js", "identity")
    assert source.content == (PAGE / "js" / "main.js").read_bytes()
    for wrong in ("/page/0123456789abcdef/", "/page/0123456789abcdef", "/page/index.html"):
        assert get(served, wrong).status_code == 404


def test_version_changes_with_any_file(tmp_path: Path) -> None:
    folder = tmp_path / "page"
    shutil.copytree(PAGE, folder)
    versions = {PageFiles(folder).version}
    assert versions == {PageFiles(folder).version} == {page_files().version}
    for name in ("index.html", "icon.svg", "css/base.css", "js/theme.js", "js/ui/dom.js"):
        with (folder / name).open("a") as file:
            file.write(" ")
        versions.add(PageFiles(folder).version)
    assert len(versions) == 6


def test_server_keeps_the_page_that_it_started_with(tmp_path: Path) -> None:
    """The files may be replaced by an upgrade while it runs, before anyone opens the page."""
    package = tmp_path / "numduel"
    (package / "web").mkdir(parents=True)
    for path in [*PAGE.parent.parent.iterdir(), *PAGE.parent.iterdir()]:
        copy = package / path.relative_to(PAGE.parent.parent)
        if path.name not in ("web", "page"):
            copy.symlink_to(path)
    shutil.copytree(PAGE, package / "web" / "page")
    environ = {"PYTHONPATH": str(tmp_path)}
    with Served(tmp_path / "matches.sqlite3", environ=environ) as other:
        shutil.rmtree(package / "web" / "page")
        for address in ("/", *linked_paths(other)):
            assert get(other, address).status_code == 200


def test_text_is_compressed_if_the_client_accepts_it(served: Served) -> None:
    match = served.create("sum", "here")
    paths = ("/", "/learn/maze", *linked_paths(served)[2:], f"{API}/games", f"{API}/samples")
    for path in (*paths, f"{API}/matches/{match.id}", "/board.svg?game=maze"):
        with where(path):
            plain, short = get(served, path, "identity"), get(served, path)
            assert gzip.decompress(short.content) == plain.content
            assert len(short.content) < len(plain.content)
            assert short.headers["content-encoding"] == "gzip"
            assert "content-encoding" not in plain.headers
            for answer in (plain, short):
                assert answer.headers["content-length"] == str(len(answer.content))
                assert "accept-encoding" in answer.headers["vary"]
            assert "etag" not in short.headers or short.headers["etag"] != plain.headers["etag"]
            head = httpx.head(
                f"{served.url}{path}", headers={"accept-encoding": "gzip"}, trust_env=False
            )
            assert head.headers == short.headers
    for path in ("/page/preview.png", "/page/icon.svg", f"{API}/about", f"{API}/nowhere"):
        with where(path):
            assert "content-encoding" not in get(served, path).headers


def test_answers_with_an_invite_are_not_compressed(served: Served) -> None:
    """Otherwise their length would depend on the secret and on the name that was sent."""
    setup = {"game": "maze", "opponent": "friend", "token": "t" * 43}
    answer = served.client.post("/matches", json=setup)
    assert answer.json()["invite"]
    assert len(answer.content) > 1000
    assert "content-encoding" not in answer.headers


def test_cached_files_get_304_in_the_same_encoding(served: Served) -> None:
    for path in ("/", linked_paths(served)[-1], "/page/js/main.js"):
        for accepted in ("gzip", "identity"):
            with where(path, accepted):
                first = get(served, path, accepted)
                tag = first.headers["etag"]
                for known in (tag, f'"other", {tag}', f"W/{tag}", "*"):
                    again = get(served, path, accepted, if_none_match=known)
                    assert (again.status_code, again.content) == (304, b"")
                    for name in ("etag", "cache-control", "vary"):
                        assert again.headers.get(name) == first.headers.get(name)
                    assert "content-encoding" not in again.headers
                assert get(served, path, accepted, if_none_match='"other"').status_code == 200
    tag = get(served, "/", "identity").headers["etag"]
    assert get(served, "/", "gzip", if_none_match=tag).status_code == 200
    missing = get(served, "/nothing", accept="text/html")
    for known in ("*", missing.headers["etag"]):
        again = get(served, "/nothing", accept="text/html", if_none_match=known)
        assert (again.status_code, again.content) == (404, missing.content)


@pytest.mark.parametrize(
    "accepted", ["gzip", "GZIP", "br, gzip", "gzip;q=0.1", "*", "br;q=1, *;q=0.5", "gzip ; q=1"]
)
def test_gzip_is_accepted(accepted: str) -> None:
    assert accepts_gzip(accepted)


@pytest.mark.parametrize(
    "accepted", ["", "identity", "br", "gzip;q=0", "gzip;q=0.000, *", "*;q=0", "gzip;q=much"]
)
def test_gzip_is_not_accepted(accepted: str) -> None:
    assert not accepts_gzip(accepted)


# ---- linking


def link(files: dict[str, str]) -> tuple[str, dict[str, object]]:
    script, source_map = link_modules("js/main.js", files.get, "page.js.map")
    return script, json.loads(source_map)


MODULES = {
    "js/main.js": """// The start.
import { add, Counter as Count } from "./ui/sums.js";
import * as texts from "./texts.js";
console.log(texts.HELLO, add(1, 2), new Count().next());
import("./later.js").then(({ show }) => console.log(show()));
import("./missing.js").catch((error) => console.log(error.message));
""",
    "js/ui/sums.js": """import {
  ONE,
} from "../texts.js";
console.log("sums");
export function add(one, two) {
  return one + two;
}
export class Counter {
  value = 0;
  next = () => (this.value += ONE);
}
""",
    "js/texts.js": 'console.log("texts");\nexport const HELLO = "Hello";\nexport const ONE = 1;\n',
    "js/later.js": """/**
 * Later.
 */
import { ONE } from "./texts.js";
export const show = () => `later ${ONE}`;
""",
    "js/unused.js": 'console.log("unused");\n',
}


def test_linked_modules_run_once_and_in_the_order_of_their_imports(tmp_path: Path) -> None:
    needs("node")
    script, _ = link(MODULES)
    (tmp_path / "page.mjs").write_text(script)
    ran = run_program(["node", str(tmp_path / "page.mjs")])
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines() == [
        "texts",
        "sums",
        "Hello 3 1",
        "later 1",
        "Unknown module: js/missing.js.",
    ]


def test_code_after_a_comment_on_its_line_is_kept() -> None:
    code = 'const kinds =\n  /** @type {const} */ (["a"]);\n/** Say it. */\nconsole.log(kinds);\n'
    script, _ = link({"js/main.js": code})
    assert '/** @type {const} */ (["a"]);\n\nconsole.log(kinds);' in script
    assert "Say it." not in script


def is_comment(line: str) -> bool:
    return line.startswith(("//", "/**", " *"))


def test_source_map_names_the_line_of_every_module() -> None:
    script, source_map = link(MODULES)
    lines = script.split("\n")
    sections = source_map["sections"]
    assert isinstance(sections, list)
    assert len(sections) == 4
    for section in sections:
        (path,) = section["map"]["sources"]
        first = section["offset"]["line"]
        source = MODULES[path].split("\n")
        assert section["map"]["mappings"].count(";") == len(source) - 1
        for line, written in enumerate(source):
            if not re.search(r"\bimport\b|^export|from ", written):
                assert lines[first + line] == ("" if is_comment(written) else written)


def test_texts_over_several_lines_are_kept() -> None:
    text = "// Kept.\nconst text = `first\n// second\n/** third */`;\n"
    script, _ = link({"js/main.js": text})
    assert text in script


def test_other_imports_and_exports_are_refused() -> None:
    for wrong in ('import "./a.js";', "export default 1;", "export { a };", 'import a from "./a";'):
        with where(wrong), pytest.raises(LinkError, match="can't be linked"):
            link({"js/main.js": f"const a = 1;\n{wrong}\n"})
