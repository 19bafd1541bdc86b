"""The edition in Pyodide, run by Node.js: the modules of the site as they are built."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from types import TracebackType

import build_site
import pytest
from edition_support import write_message

from duel_support import needs

BUILT: list[Path] = []
"""The folder of the site, once it is built."""


def build_once(folders: pytest.TempPathFactory) -> Path:
    """Return the folder of a site: $SITE, or a new build without the compiled core."""
    for program in ("node", "npm"):
        needs(program)
    if not BUILT:
        given = os.environ.get("SITE")
        folder = Path(given) if given else folders.mktemp("site") / "site"
        if not given:
            assert build_site.main(["--pure", "--out", str(folder)]) == 0
        BUILT.append(folder)
    return BUILT[0]


class NodeEdition:
    """A process that answers one request for each line."""

    def __init__(self, site: Path) -> None:
        self.ids: dict[str, str] = {}
        script = Path(__file__).with_name("node_edition.mjs")
        python = site / "play" / "python"
        self._process = subprocess.Popen(
            ["node", script, python, python / "numduel.zip"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def ask(
        self, method: str, address: str, body: object, token: str | None
    ) -> tuple[int, str, str]:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(write_message(method, address, body, token) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, "the edition has ended"
        status, kind, text = json.loads(line)
        return status, kind, text

    def __enter__(self) -> NodeEdition:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.wait(30)
        self._process.stdout.close()
