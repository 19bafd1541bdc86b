"""The targets of fuzzing: each one hands bytes to a reader, and checks what comes out.

A target returns if the reader gave a clean value or refused with an error of numduel. Everything
else is a failure: another exception, a message that isn't printable, a round trip that changes the
value. The tests call the same functions with every file in tests/fixtures/fuzz.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

__all__ = ["CORPUS", "MAX_BYTES", "TARGETS", "Entry", "corpus_files", "load_target"]

CORPUS = Path(__file__).parents[3] / "tests" / "fixtures" / "fuzz"
"""A folder of small inputs for each target."""

MAX_BYTES = 2048
"""Maximum size of an input."""

Target = Callable[[bytes], None]


class Entry(NamedTuple):
    """A target, with its row in docs/trust.md."""

    module: str
    words: str
    """The meaning of the bytes, and what must hold."""
    is_compiled: bool = False
    """Whether it fuzzes the compiled core, which is built with AddressSanitizer for it."""


TARGETS = {
    "record": Entry("records", "a record: it is read, or refused; writing it again is stable"),
    "letter": Entry("records", "a letter: packed, unpacked, and its record read"),
    "save": Entry("records", "a saved game: loaded, or reported as damaged and rescued"),
    "board": Entry("positions", "options and a board as text: the game can be set up again"),
    "move": Entry("positions", "lines typed at a prompt: a legal move, or a refusal"),
    "core": Entry("core", "packed positions and batches of the compiled core", is_compiled=True),
    "request": Entry("requests", "requests to a server: an answer as declared, never a failure"),
    "file": Entry("data_files", "settings, progress and other small JSON files"),
    "result": Entry("data_files", "results of tournaments, exams and models, read by a command"),
    "message": Entry("messages", "lines from bots, assistants and model endpoints"),
    "game": Entry("game_files", "declarations of a game in the short form: checked, or refused"),
    "page": Entry("game_files", "the rule page and the lesson that a game brings"),
}
"""The targets by name."""


def load_target(name: str) -> Target:
    """Return the function of a target."""
    module = import_module(f"{__name__}.{TARGETS[name].module}")
    found: Target = getattr(module, f"fuzz_{name}")
    return found


def corpus_files(name: str) -> list[Path]:
    """Return the inputs of a target that the repository keeps."""
    return sorted(path for path in (CORPUS / name).glob("*") if path.is_file())
