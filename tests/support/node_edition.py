"""The edition in Pyodide, run by Node.js: the modules of the site as they are built."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from types import TracebackType

from edition_support import write_message


class NodeEdition:
    """A process that answers one request for each line, with the compiled core unless `is_pure`."""

    def __init__(self, site: Path, *, is_pure: bool = False) -> None:
        self.ids: dict[str, str] = {}
        script = Path(__file__).with_name("node_edition.mjs")
        python = site / "play" / "python"
        self._process = subprocess.Popen(
            ["node", script, python, python / "numduel.zip", "1" if is_pure else "0"],
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
