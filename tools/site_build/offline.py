"""The manifest of the site, and its service worker with a list of all files."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

from numduel.web.page_files import PAGE

ROOT = Path(__file__).parents[2]
WORKER = "service_worker.js"
MANIFEST = "manifest.webmanifest"
VERSION_TAG = '<meta name="numduel-version" content="{}">\n'
VERSION_PATTERN = re.compile(VERSION_TAG.format("[0-9a-f]+") + "|[?]v=[0-9a-f]+")
"""The texts that `add_service_worker` adds to files."""

LINK = re.compile(r'(?:href|src)="[\w/.-]+\.(?:css|js)(?=")')
IMPORT = re.compile(r'(?:^(?:import|export)\b[^"(]*|\bimport\()"[./\w-]+\.js(?=")', re.MULTILINE)
"""Addresses of scripts and styles in documents and workers. The version is added to them."""


def add_manifest(play: Path) -> None:
    """Write the manifest, with routes as fragments, and its icons."""
    manifest = json.loads((PAGE / MANIFEST).read_text(encoding="utf-8"))
    del manifest["id"]  # the start address, so that each copy of the site is its own app
    (play / MANIFEST).write_text(
        json.dumps(_under_prefix(manifest), indent=2) + "\n", encoding="utf-8"
    )
    for icon in sorted(PAGE.glob("icon*")):
        (play / icon.name).write_bytes(icon.read_bytes())


def _under_prefix(value: Any) -> Any:
    """Return a manifest whose paths work under any prefix.

    >>> _under_prefix({"start_url": "/", "shortcuts": [{"url": "/puzzle"}]})
    {'start_url': './', 'shortcuts': [{'url': './#/puzzle'}]}
    """
    if isinstance(value, dict):
        return {key: _under_prefix(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_under_prefix(part) for part in value]
    if isinstance(value, str) and value.startswith("/"):
        return "./" if value == "/" else f"./#{value}"
    return value


def add_service_worker(play: Path) -> str:
    """Write the service worker for all files of the folder, and return their version.

    Call this last: every changed byte makes another version. The version is part of the addresses
    in the document and the workers, so that a browser's cache never mixes versions.
    """
    source = (ROOT / "site" / WORKER).read_text(encoding="utf-8")
    page = play / "index.html"
    changing = [page, *sorted((play / "workers").glob("*.js"))]
    for file in changing:
        file.write_text(VERSION_PATTERN.sub("", file.read_text(encoding="utf-8")), encoding="utf-8")
    version = sha256(json.dumps([source, _hash_files(play)]).encode()).hexdigest()[:16]
    for file in changing:
        text = add_version(file.read_text(encoding="utf-8"), version)
        file.write_text(text, encoding="utf-8")
    tag = VERSION_TAG.format(version)
    document = page.read_text(encoding="utf-8").replace("</title>\n", f"</title>\n{tag}", 1)
    page.write_text(document, encoding="utf-8")
    files = json.dumps(_hash_files(play), indent=2)
    filled = source.replace("const FILES = {};", f"const FILES = {files};", 1)
    filled = filled.replace('const VERSION = "";', f'const VERSION = "{version}";', 1)
    assert files in filled, "the worker has a place for the files"
    assert version in filled, "the worker has a place for the version"
    (play / WORKER).write_text(filled, encoding="utf-8")
    return version


def add_version(text: str, version: str) -> str:
    """Add a version to the addresses of files in a document or a worker.

    >>> add_version('<script src="page.js">', "12")
    '<script src="page.js?v=12">'
    >>> add_version('import { engine } from "./engine.js";', "12")
    'import { engine } from "./engine.js?v=12";'
    >>> add_version('later = () => import("./engine.js");', "12")
    'later = () => import("./engine.js?v=12");'
    """
    for pattern in (LINK, IMPORT):
        text = pattern.sub(rf"\g<0>?v={version}", text)
    return text


def _hash_files(play: Path) -> dict[str, str]:
    """Return the SHA-256 of every file that the edition needs, by its path."""
    return {
        file.relative_to(play).as_posix(): sha256(file.read_bytes()).hexdigest()
        for file in sorted(play.rglob("*"))
        if file.is_file() and file.suffix != ".map" and file.name != WORKER
    }
