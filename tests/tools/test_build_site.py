"""`make site`: what is packed, the same bytes each time, and messages about missing programs."""

from __future__ import annotations

import asyncio
import io
import json
import os
import sys
import zipfile
from pathlib import Path

import build_site
import pytest
from site_build import answers, core, packing, report
from site_build.packing import Module

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
    found = set(packing.find_imports("a.b.c", module(text)))
    assert found == {
        *("os.path", "a.b", "a.b.near", "a.far", "a.far.thing"),
        *("numduel.players", "json", "json.dumps"),
    }
    inside = set(packing.find_imports("a.b", module("from . import c", is_package=True)))
    assert inside == {"a.b", "a.b.c"}


def test_reachable_modules_include_packages_and_leave_out_what_is_excluded() -> None:
    modules = {
        "a": module("", is_package=True),
        "a.b": module("import c.path, d.e"),
        "c": module(""),
        "d": module("", is_package=True),
        "d.e": module("import unused"),
        "f": module(""),
    }
    assert packing.find_reachable(["a.b"], modules, ["d"]) == {"a", "a.b", "c"}
    assert packing.find_reachable(["a.b"], modules, ["d.e"]) == {"a", "a.b", "c", "d"}


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
        modules = packing.read_modules(archive)
    roots = ["numduel.web.in_browser.edition", "numduel.web.in_browser.tasks"]
    found = packing.find_reachable(roots, modules, packing.OWN_NEVER)
    assert {"numduel.web.engine_tasks", "numduel.engine.opponents.levels"} <= found
    assert not {name for name in found if name.startswith(("numduel.tui", "numduel.cli"))}
    assert not {"numduel.web.server", "numduel.web.store_sqlite", "numduel.exam"} & found


# ---- answers that are files


def test_fixed_answers_are_files_with_the_names_of_their_paths(tmp_path: Path) -> None:
    asked = asyncio.run(answers.ask_routes())
    answers.write_answers(tmp_path)
    assert sorted(asked) == sorted(answers.PATHS)
    for path, answer in asked.items():
        assert (tmp_path / f"{path[1:]}.json").read_text(encoding="utf-8") == answer
    assert json.loads(asked["/rules/maze"])["blocks"]


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


def files_of(folder: Path) -> dict[str, bytes]:
    found = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in found}


@pytest.mark.long
def test_two_builds_are_equal(tmp_path: Path) -> None:
    needs("node")
    needs("npm")
    for name in ("one", "two"):
        program = ROOT / "tools" / "build_site.py"
        command = [sys.executable, str(program), "--out", str(tmp_path / name)]
        path = os.pathsep.join(sys.path)
        built = run_program(command, seconds=240, env={**os.environ, "PYTHONPATH": path})
        assert built.returncode == 0, built.stderr
        assert "Too large" not in built.stdout
    one, two = files_of(tmp_path / "one"), files_of(tmp_path / "two")
    assert [name for name in {*one, *two} if one.get(name) != two.get(name)] == []
