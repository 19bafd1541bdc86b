"""The sandbox of the editor and of examples: its document, its worker, and the scripts of pages."""

from __future__ import annotations

import base64
import shutil
from hashlib import sha256
from pathlib import Path

from site_build.programs import find_program, run

__all__ = ["PACKAGES", "PAGE_SCRIPTS", "build_sandbox", "bundle"]

SOURCE = Path(__file__).parents[2] / "site" / "sandbox"
PACKAGES = Path(__file__).parent / "node_modules"

PAGE_SCRIPTS = ("parts.js", "plain_text.js", "sandbox.js")
"""Modules of the pages that have a sandbox."""


def build_sandbox(folder: Path) -> None:
    """Write the frame's document, its worker with Pyodide, and the modules of pages."""
    folder.mkdir()
    (folder / "document.html").write_text(_document(), encoding="utf-8")
    address = '--define:import.meta.url="https://sandbox.invalid/"'
    others = ["--external:node:*", "--external:ws"]
    bundle(SOURCE / "worker.js", folder / "python.js", address, *others)
    for name in PAGE_SCRIPTS:
        shutil.copyfile(SOURCE / name, folder / name)


def _document() -> str:
    """Return the sandbox's document. Its policy allows this one script, by its hash."""
    script = (SOURCE / "relay.js").read_text(encoding="utf-8")
    digest = base64.b64encode(sha256(script.encode()).digest()).decode()
    document = (SOURCE / "document.html").read_text(encoding="utf-8")
    return document.replace("HASH", f"sha256-{digest}").replace("SCRIPT", script)


def bundle(entry: Path, out: Path, *options: str) -> None:
    """Write a script with all packages that it imports."""
    node = find_program("node", "Install Node.js.")
    esbuild = PACKAGES / "esbuild" / "bin" / "esbuild"
    plain = ["--bundle", "--format=iife", "--target=es2022", "--minify", "--charset=utf8"]
    quiet = ["--log-level=warning", "--legal-comments=none"]
    where: list[str | Path] = [node, esbuild, entry, f"--outfile={out}"]
    run([*where, *plain, *quiet, *options], SOURCE, {"NODE_PATH": str(PACKAGES)})
