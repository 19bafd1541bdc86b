"""Choose few small inputs that reach as much as all of them, for tests/fixtures/fuzz."""

from __future__ import annotations

import sys
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from types import FrameType
from typing import Any

from .runs import work_folder
from .seeds import list_seeds
from .targets import CORPUS, MAX_BYTES, corpus_files, load_target

__all__ = ["MAX_INPUTS", "reduce_corpus"]

MAX_INPUTS = 60
"""Maximum number of inputs of a target that the repository keeps, besides former crashes."""

CRASH = "crash-"
"""The start of the names of inputs that made a target fail once; they are all kept."""

Lines = frozenset[tuple[str, int, int]]


def reduce_corpus(name: str) -> None:
    """Replace the inputs of a target in the repository."""
    target, folder = load_target(name), CORPUS / name
    kept = [path for path in corpus_files(name) if path.name.startswith(CRASH)]
    found = [path.read_bytes() for path in (*corpus_files(name), *_worked(name))]
    reached = {}
    for data in sorted({*found, *list_seeds(name)}, key=lambda data: (len(data), data)):
        if len(data) <= MAX_BYTES:
            reached[data] = _trace(target, data)
    for path in set(corpus_files(name)) - set(kept):
        path.unlink()
    folder.mkdir(parents=True, exist_ok=True)
    for data in _choose(reached):
        (folder / sha256(data).hexdigest()[:16]).write_bytes(data)
    print(f"{name}: kept {len(corpus_files(name))} of {len(reached):,} inputs", flush=True)


def _worked(name: str) -> list[Path]:
    return list((work_folder(name) / "corpus").iterdir())


def _choose(reached: dict[bytes, Lines]) -> list[bytes]:
    """Return the inputs that together reach most, each adding the most to those before it."""
    chosen: list[bytes] = []
    missing = set().union(*reached.values())
    while missing and len(chosen) < MAX_INPUTS:
        best = max(reached, key=lambda data: len(reached[data] & missing))
        if not reached[best] & missing:
            break
        chosen.append(best)
        missing -= reached[best]
    return chosen


def _trace(target: Any, data: bytes) -> Lines:
    """Return the steps from line to line in numduel that an input makes."""
    steps: set[tuple[str, int, int]] = set()

    def trace_call(frame: FrameType, event: str, argument: object) -> Any:
        file = frame.f_code.co_filename
        if "/numduel/" not in file:
            return None
        last = 0

        def trace_line(frame: FrameType, event: str, argument: object) -> Any:
            nonlocal last
            steps.add((file, last, frame.f_lineno))
            last = frame.f_lineno
            return trace_line

        return trace_line

    sys.settrace(trace_call)
    try:
        with suppress(Exception):
            target(data)
    finally:
        sys.settrace(None)
    return frozenset(steps)
