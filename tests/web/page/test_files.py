"""Rules for the files of the page: headers, imports, HTTP, markup and game names."""

from __future__ import annotations

import json
import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from duel_support import where
from numduel.games import offered
from numduel.web.page_files import PAGE

SITE = Path(__file__).parents[3] / "site"

MAX_LINES = 500

OVERLAYS = (SITE / "page", SITE / "editor")
"""Folders that lie over the page's: their modules import its files as if they were beside them."""

PACKAGES = json.loads((SITE.parent / "tools/site_build/package.json").read_text())["dependencies"]
"""Packages that are bundled with modules of the site."""

KNOWN_HOSTS = {
    *("http://www.w3.org", "http://fragment", "http://page", "http://worker"),
    "https://sandbox.invalid",
}
"""The namespace of SVG, and bases of relative addresses. No request goes there."""


def page_files(*endings: str) -> list[Path]:
    found = [path for path in PAGE.rglob("*") if path.suffix in endings]
    assert found
    return sorted(found)


def all_files(*endings: str) -> list[Path]:
    """Return the files of the page, and those that the browser edition has besides."""
    return [*page_files(*endings), *sorted(p for p in SITE.rglob("*") if p.suffix in endings)]


def code_of(path: Path) -> str:
    """Return a file without comments."""
    return re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", path.read_text(), flags=re.DOTALL)


def test_every_module_opens_with_a_sentence_and_is_short() -> None:
    for path in all_files(".js", ".css"):
        with where(path):
            lines = path.read_text().splitlines()
            assert re.match(r"(// [A-Z].+[.:]$|/\* [A-Z].+\. ?\*/$)", lines[0]), lines[0]
            assert len(lines) <= MAX_LINES


def imported_paths(path: Path) -> list[str]:
    """Return the import paths of a module, static and dynamic."""
    return re.findall(r'(?:from|import\() ?"([^"]+)"', code_of(path))


def test_imported_and_linked_files_exist() -> None:
    for path in page_files(".js"):
        for named in imported_paths(path):
            with where(path.relative_to(PAGE), named):
                assert named.startswith("."), "an import of another host"
                assert (path.parent / named).is_file()
    document = (PAGE / "index.html").read_text()
    for named in re.findall(r'(?:href|src)="/page/([^"]+)"', document):
        with where(named):
            assert (PAGE / named).is_file()


def test_imports_have_no_cycles() -> None:
    """Dynamic imports of the router count too."""
    graph = {
        path: {(path.parent / named).resolve() for named in imported_paths(path)}
        for path in page_files(".js")
    }
    assert sum(map(len, graph.values())) > len(graph)
    try:
        list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        cycle = [str(path.relative_to(PAGE / "js")) for path in error.args[1]]
        raise AssertionError(f"modules import each other: {' <- '.join(cycle)}") from None


def test_only_the_router_imports_screens_and_imports_all_of_them() -> None:
    """The setup is an exception: it is a sheet of the home screen."""
    screens = {path for path in page_files(".js") if path.parent == PAGE / "js" / "screens"}
    opened = {
        (path.parent / named).resolve(): path.name
        for path in page_files(".js")
        for named in imported_paths(path)
    }
    assert {path.name: opened[path] for path in screens} == {
        path.name: "home.js" if path.name == "setup.js" else "router.js" for path in screens
    }
    for path in page_files(".js"):
        with where(path.relative_to(PAGE)):
            assert (
                "export async function show(" in code_of(path)
                or "export function show(" in code_of(path)
            ) == (path in screens and path.name != "setup.js")


def test_one_module_uses_http_and_one_knows_the_address_of_the_api() -> None:
    for path in page_files(".js"):
        with where(path.relative_to(PAGE)):
            if path.name not in ("transport.js", "service_worker.js"):
                assert not re.search(r"\bfetch\(|EventSource|XMLHttpRequest", code_of(path))
            if path != PAGE / "js" / "server" / "api.js":
                assert "/api/v1" not in code_of(path)


def test_page_contains_no_markup_strings_or_other_hosts() -> None:
    """The content security policy forbids these too; this test needs no browser."""
    forbidden = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|style=|@import"
    for path in all_files(".js", ".css", ".html"):
        with where(path):
            text = code_of(path)
            assert not re.search(forbidden, text)
            assert set(re.findall(r"https?://[\w.]+", text)) <= KNOWN_HOSTS


def test_page_names_no_game() -> None:
    names = [name for kind in offered() for name in (f'"{kind.id}"', kind.title)]
    for path in all_files(".js", ".css", ".html"):
        with where(path):
            text = code_of(path)
            assert not [name for name in names if name in text]


def test_lock_files_name_no_registry() -> None:
    for folder in ("tools/page-types", "bench/lighthouse"):
        with where(folder):
            lock = (Path(__file__).parents[3] / folder / "package-lock.json").read_text()
            assert '"integrity"' in lock
            assert '"resolved"' not in lock


def test_modules_of_the_site_import_packages_or_files_of_the_page_or_their_own() -> None:
    for path in sorted(SITE.rglob("*.js")):
        for named in imported_paths(path):
            with where(path, named):
                if named.startswith("."):
                    own = (path.parent / named).resolve()
                    under = [one for one in OVERLAYS if own.is_relative_to(one)]
                    found = [own, *(PAGE / own.relative_to(one) for one in under)]
                    assert any(one.is_file() for one in found)
                else:
                    assert any(f"{named}/".startswith(f"{package}/") for package in PACKAGES)
