"""`make site`: what is packed, the same bytes each time, and messages about missing programs."""

from __future__ import annotations

import asyncio
import io
import json
import os
import re
import shutil
import sys
import tarfile
import threading
import zipfile
from base64 import b64encode
from hashlib import sha512
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote, unquote

import build_site
import pytest
from site_build import answers, core, imports, modules, offline, packing, programs, report
from site_build.imports import Module
from site_build.programs import BuildError

from duel_support import needs
from running import run_program

ROOT = Path(__file__).parents[2]


def module(text: str, *, is_package: bool = False) -> Module:
    return Module("path", text.encode(), is_package)


# ---- what is packed


def test_imports_in_functions_and_names_in_texts_count_but_not_types() -> None:
    text = """
import os.path
from . import near
from ..far import thing
PLAYER = "numduel.players"
def later():
    from json import dumps
if TYPE_CHECKING:
    import for_checkers
"""
    found = set(imports.find_imports("a.b.c", module(text)))
    assert found == {
        *("os.path", "a.b", "a.b.near", "a.far", "a.far.thing"),
        *("numduel.players", "json", "json.dumps"),
    }
    inside = set(imports.find_imports("a.b", module("from . import c", is_package=True)))
    assert inside == {"a.b", "a.b.c"}


def test_reachable_modules_include_packages_and_leave_out_what_is_excluded() -> None:
    sources = {
        "a": module("", is_package=True),
        "a.b": module("import c.path, d.e"),
        "c": module(""),
        "d": module("", is_package=True),
        "d.e": module("import unused"),
        "f": module(""),
    }
    assert imports.find_reachable(["a.b"], sources, ["d"]) == {"a", "a.b", "c"}
    assert imports.find_reachable(["a.b"], sources, ["d.e"]) == {"a", "a.b", "c", "d"}


def test_modules_are_loadable_if_all_they_import_is_there() -> None:
    sources = {
        "a": module("", is_package=True),
        "a.b": module("from .c import name\nimport sys"),
        "a.c": module("try:\n    import missing\nexcept ImportError:\n    missing = None"),
        "a.d": module("def later():\n    import missing"),
        "a.e": module("if True:\n    from missing import name"),
        "a.f": module("from . import e"),
        "g": module("import missing", is_package=True),
        "g.h": module(""),
    }
    assert imports.find_loadable(sources, ["sys"]) == {"a", "a.b", "a.c", "a.d"}


def test_archives_depend_only_on_their_files() -> None:
    one = packing.write_archive({"b/c": b"2", "a": b"1"})
    assert one == packing.write_archive({"a": b"1", "b/c": b"2"})
    with zipfile.ZipFile(io.BytesIO(one)) as archive:
        assert archive.namelist() == ["a", "b/c"]


def test_edition_needs_no_other_interface() -> None:
    source = io.BytesIO()
    with zipfile.ZipFile(source, "w") as archive:
        for file in (ROOT / "src").rglob("*.py"):
            archive.write(file, file.relative_to(ROOT / "src").as_posix())
    with zipfile.ZipFile(source) as archive:
        sources = imports.read_modules(archive)
    roots = ["numduel.web.in_browser.edition", "numduel.web.in_browser.tasks"]
    found = imports.find_reachable(roots, sources, packing.OWN_NEVER)
    assert {"numduel.web.engine_tasks", "numduel.engine.opponents.levels"} <= found
    assert not {name for name in found if name.startswith(("numduel.tui", "numduel.cli"))}
    assert not {"numduel.web.server", "numduel.web.store_sqlite", "numduel.exam.making"} & found


# ---- answers that are files


def test_fixed_answers_are_files_with_the_names_of_their_paths(tmp_path: Path) -> None:
    asked = asyncio.run(answers.ask_routes())
    answers.write_answers(tmp_path)
    assert sorted(asked) == sorted(answers.PATHS)
    for path, answer in asked.items():
        assert (tmp_path / f"{path[1:]}.json").read_text(encoding="utf-8") == answer
    assert json.loads(asked["/rules/maze"])["blocks"]
    assert json.loads(asked["/lessons/maze"])["steps"]
    for entry in json.loads(asked["/lessons"])["lessons"]:
        assert len(json.loads(asked[f"/lessons/{entry['id']}"])["steps"]) == entry["steps"]


# ---- versions


def test_addresses_of_scripts_and_styles_have_the_version(tmp_path: Path) -> None:
    build_site.build_page(tmp_path)
    version = offline.add_service_worker(tmp_path)
    document = (tmp_path / "index.html").read_text()
    used = re.findall(r'(?:src|href)="([^"]+\.(?:js|css)[^"]*)"', document)
    imports = re.findall(
        r"""^(?:import|export) .*from\s+["'](.+?)["']""",
        "\n".join(file.read_text() for file in (tmp_path / "workers").iterdir()),
        re.MULTILINE,
    )
    assert {"page.js", "page.css", "js/theme.js"} == {path.partition("?")[0] for path in used}
    assert "./python.js" in {path.partition("?")[0] for path in imports}
    for path in (*used, *imports):
        assert path.endswith(f"?v={version}"), path
    before = files_of(tmp_path)
    assert offline.add_service_worker(tmp_path) == version
    assert files_of(tmp_path) == before, "it replaces the version of an earlier call"


# ---- messages


def test_missing_node_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert build_site.main(["--out", str(tmp_path / "site")]) == 1
    assert "node is missing. Install Node.js" in capsys.readouterr().err
    assert not (tmp_path / "site").exists()


def test_folder_with_other_files_stays_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    assert build_site.main(["--out", str(tmp_path)]) == 1
    assert "holds other files" in capsys.readouterr().err
    assert (tmp_path / "letter.txt").read_text() == "mine"


def test_folder_with_a_site_and_other_files_stays_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "play").mkdir()
    for name in ("index.html", "play/index.html", "letter.txt"):
        (tmp_path / name).write_text("mine")
    (tmp_path / build_site.MARK).write_text("index.html\nplay\n")
    assert build_site.main(["--out", str(tmp_path)]) == 1
    assert "holds other files" in capsys.readouterr().err
    assert (tmp_path / "letter.txt").read_text() == "mine"
    (tmp_path / "letter.txt").unlink()
    build_site.check_target(tmp_path)


def test_file_in_the_place_of_the_site_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "site").write_text("mine")
    assert build_site.main(["--out", str(tmp_path / "site")]) == 1
    assert "is a file" in capsys.readouterr().err


def test_folder_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "new").mkdir()
    with pytest.raises(BuildError, match="can't be written"):
        build_site.replace_folder(tmp_path / "file" / "site", tmp_path / "new")


def add_program(folder: Path, name: str, script: str) -> None:
    """Write a shell script with the name of a program."""
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


def test_old_node_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    add_program(tmp_path, "node", "echo v18.20.4")
    with pytest.raises(BuildError, match=r"Node\.js v18\.20\.4 is too old\. Install Node\.js 20"):
        programs.find_node()
    add_program(tmp_path, "node", "echo v20.0.0")
    assert programs.find_node() == str(tmp_path / "node")


def test_npm_is_needed_only_if_pyodide_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(modules, "HERE", tmp_path)
    (tmp_path / "package-lock.json").touch()
    with pytest.raises(BuildError, match="npm is missing"):
        modules.install_pyodide()
    (tmp_path / "bin").mkdir()
    add_program(tmp_path / "bin", "npm", "echo npm error code ENOTFOUND; exit 1")
    with pytest.raises(BuildError, match=r"npm ci --ignore-scripts failed:\nnpm error.*ENOTFOUND"):
        modules.install_pyodide()
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / ".package-lock.json").touch()
    assert modules.install_pyodide() == tmp_path / "node_modules" / "pyodide"


class OtherPackages(BaseHTTPRequestHandler):
    """A registry with packages of the right names and versions that aren't those of the lock."""

    tarball: bytes
    versions: dict[str, str]

    def do_GET(self) -> None:
        if self.path.endswith(".tgz"):
            return self.reply(self.tarball)
        name = unquote(self.path[1:])
        version = self.versions[name]
        url = f"http://{self.headers['host']}/{quote(name, safe='')}.tgz"
        digest = b64encode(sha512(self.tarball).digest()).decode()
        dist = {"tarball": url, "integrity": f"sha512-{digest}"}
        one = {"name": name, "version": version, "dist": dist}
        return self.reply(json.dumps({"name": name, "versions": {version: one}}).encode())

    def reply(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        pass


@pytest.mark.slow
def test_packages_that_differ_from_the_lock_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs("npm")
    for name in ("package.json", "package-lock.json"):
        shutil.copyfile(modules.HERE / name, tmp_path / name)
    lock = json.loads((tmp_path / "package-lock.json").read_text())["packages"]
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        archive.addfile(tarfile.TarInfo("package/index.js"))
    OtherPackages.tarball = packed.getvalue()
    OtherPackages.versions = {
        path.removeprefix("node_modules/"): one["version"] for path, one in lock.items() if path
    }
    monkeypatch.setattr(modules, "HERE", tmp_path)
    with ThreadingHTTPServer(("127.0.0.1", 0), OtherPackages) as registry:
        threading.Thread(target=registry.serve_forever, daemon=True).start()
        monkeypatch.setenv("npm_config_registry", f"http://127.0.0.1:{registry.server_port}/")
        monkeypatch.setenv("npm_config_cache", str(tmp_path / "cache"))
        with pytest.raises(BuildError, match="EINTEGRITY"):
            modules.install_pyodide()
        registry.shutdown()
    assert not (tmp_path / "node_modules" / "pyodide").exists()


def test_lock_files_name_no_registry() -> None:
    for lock in (*ROOT.glob("tools/*/package-lock.json"), *ROOT.glob("bench/*/package-lock.json")):
        packages = json.loads(lock.read_text())["packages"].values()
        assert not [one["resolved"] for one in packages if "resolved" in one], lock


def test_core_says_what_it_lacks() -> None:
    assert "zig is missing" in (core.find_obstacle(None) or "")


def test_report_counts_compressed_bytes_and_warns(tmp_path: Path) -> None:
    (tmp_path / "python").mkdir()
    (tmp_path / "python" / "a.wasm").write_bytes(b"a" * 5000)
    (tmp_path / "page.js").write_bytes(b"b" * 3000)
    (tmp_path / "page.js.map").write_bytes(b"not loaded")
    sizes = report.measure(tmp_path)
    assert {part: raw for part, (raw, _) in sizes.items()} == {"python/a.wasm": 5000, ".": 3000}
    assert all(compressed < 100 for _, compressed in sizes.values())
    assert not any("Too large" in line for line in report.report_lines(sizes))
    large = {"python": (report.MAX_START_BYTES + 1,) * 2}
    assert any("Too large" in line for line in report.report_lines(large))


# ---- whole builds

ELSEWHERE = {"TZ": "Asia/Kathmandu", "LC_ALL": "C", "PYTHONHASHSEED": "7", "UMASK": "077"}
"""Settings of another machine."""


def files_of(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder, and those in its archives."""
    found = {}
    for file in folder.rglob("*"):
        if file.is_file():
            path = file.relative_to(folder).as_posix()
            found[path] = file.read_bytes()
            if file.suffix == ".zip":
                with zipfile.ZipFile(file) as archive:
                    found |= {f"{path}/{name}": archive.read(name) for name in archive.namelist()}
    return found


IGNORED = (".git", ".venv", "dist", "build", "node_modules", "__pycache__", "tests", "*.so", "*.c")
"""Names that a fresh checkout doesn't have, or that the build doesn't need."""


@pytest.mark.long
def test_two_builds_are_equal_and_name_no_folder_of_the_machine(tmp_path: Path) -> None:
    """Build with the compiled core if zig is installed, in two places with two settings."""
    for program in ("node", "npm"):
        needs(program)
    copy = tmp_path / "a copy, naïve"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*IGNORED))
    packages = modules.install_pyodide().parent
    shutil.copytree(packages, copy / packages.relative_to(ROOT))
    (tmp_path / "temp").mkdir()
    settings = {**ELSEWHERE, "TMPDIR": str(tmp_path / "temp")}
    for root, name, environ in ((ROOT, "one", {}), (copy, "two", settings)):
        command = [sys.executable, str(root / "tools" / "build_site.py"), "--out"]
        built = run_program(
            ["sh", "-c", 'umask "${UMASK:-022}"; exec "$@"', "sh", *command, str(tmp_path / name)],
            seconds=240,
            env={**os.environ, "PYTHONPATH": str(root / "src"), **environ},
            cwd=tmp_path,
        )
        assert built.returncode == 0, built.stderr
        assert "Too large" not in built.stdout
    one, two = files_of(tmp_path / "one"), files_of(tmp_path / "two")
    assert [name for name in {*one, *two} if one.get(name) != two.get(name)] == []
    assert (core.NAME in str([*one])) == (core.find_obstacle(programs.find_zig()) is None)
    for folder in (ROOT, tmp_path, Path(sys.prefix)):
        named = [path for path, body in one.items() if f"{folder}/".encode() in body]
        assert named == [], folder
