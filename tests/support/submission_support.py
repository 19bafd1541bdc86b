"""Submissions to the benchmark, made by the real commands, and changes to them."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from hashlib import sha256
from pathlib import Path
from typing import Any

from model_server import Say
from terminal import Ran

from numduel.cli.main import main
from numduel.submission.manifest import MANIFEST
from numduel.submission.packing import write_manifest

SEED = "oak"


def numduel(*words: object) -> Ran:
    """Run a command in this process."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main(list(map(str, words)))
    return Ran(status, out.getvalue(), err.getvalue())


def run_quick(player: str, folder: Path) -> Path:
    """Run the quick protocol and write the manifest; return the folder."""
    ran = numduel(
        *("submit", "run", player, "--out", folder, "--quick"),
        *("--fresh", SEED, "--processes", "1"),
    )
    assert ran.status == 0, ran.err
    write_manifest(str(folder), None, None)
    return folder


def answer_by_position(messages: list[dict[str, Any]]) -> Say:
    """Return the answer of a model that lists legal moves: it follows from the question alone."""
    asked = next(one["content"] for one in messages if one["role"] == "user")
    found = re.search("Legal moves: (.*)", asked)
    assert found
    moves = found[1].split("; ")
    return Say(f"MOVE: {moves[sha256(asked.encode()).digest()[0] % len(moves)]}")


Change = Callable[[Path], None]


def change_json(name: str, change: Callable[[Any], None]) -> Change:
    """Return a function that changes a JSON file in a folder."""

    def apply(folder: Path) -> None:
        path = folder / name
        data = json.loads(path.read_text())
        change(data)
        path.write_text(json.dumps(data))

    return apply


def change_line(name: str, change: Callable[[Any], None], number: int = 1) -> Change:
    """Return a function that changes one line of a file with JSON lines."""

    def apply(folder: Path) -> None:
        path = folder / name
        lines = path.read_text().splitlines()
        data = json.loads(lines[number - 1])
        change(data)
        lines[number - 1] = json.dumps(data)
        path.write_text("\n".join(lines) + "\n")

    return apply


def sign(folder: Path) -> None:
    """Write a manifest with the digests of the changed files, as a cheat would."""
    write_manifest(str(folder), None, None)


def change_manifest(change: Callable[[Any], None]) -> Change:
    return change_json(MANIFEST, change)
