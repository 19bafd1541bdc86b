"""Helpers for tests of datasets: the command in this process, and the lines that it wrote."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from numduel.cli.main import main
from numduel.dataset.lines import Line


def run(*words: str) -> tuple[int, str, str]:
    """Run the command; return its status, output and messages."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main(["dataset", "--processes", "1", *words])
    return status, out.getvalue(), err.getvalue()


def export(*words: str, file: str = "export.jsonl") -> bytes:
    """Write a dataset; return the content of the file."""
    status, out, err = run(*words, "--out", file)
    assert status == 0, err
    assert f" positions in {file}: " in out
    return Path(file).read_bytes()


def lines(data: bytes) -> list[Line]:
    return [json.loads(text) for text in data.decode().splitlines()]
