"""The edition in Pyodide, run by Node.js: the modules of the site as they are built."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from types import TracebackType

import pytest
from edition_support import write_message

ROOT = Path(__file__).parents[2]
PYODIDE = ROOT / "tools" / "site" / "node_modules" / "pyodide"
SITE = Path(os.environ.get("SITE") or ROOT / "dist" / "site")
MODULES = SITE / "play" / "python" / "numduel.zip"


class NodeEdition:
    """A process that answers one request for each line."""

    def __init__(self) -> None:
        if not MODULES.exists() or not PYODIDE.exists():
            pytest.skip("the site isn't built: run `make site`")
        self.ids: dict[str, str] = {}
        script = Path(__file__).with_name("node_edition.mjs")
        self._process = subprocess.Popen(
            ["node", script, PYODIDE, MODULES],
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
