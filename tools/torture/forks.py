"""Commands of numduel in forks of one process, which has imported what they need.

Starting Python takes most of the time of a short command. As a program, this module reads requests
from standard input, one line of JSON each, and answers each with a line.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import NoReturn

from numduel.cli import main

__all__ = ["Forks", "forking"]

TOOLS = Path(__file__).parents[1]


class Forks:
    """A process that forks for each command."""

    def __init__(self, process: subprocess.Popen[str], scratch: Path) -> None:
        self._process = process
        self._typed, self._said = scratch / "typed", scratch / "said"

    def run(self, words: Sequence[str], typed: str = "") -> tuple[int, str]:
        """Run a command; return its exit status, and its output and errors as they came."""
        assert self._process.stdin, "it is a pipe"
        assert self._process.stdout, "it is a pipe"
        self._typed.write_text(typed)
        print(json.dumps(list(words)), file=self._process.stdin, flush=True)
        status = int(self._process.stdout.readline())
        return status, self._said.read_text(errors="replace")


@contextmanager
def forking(scratch: str, environment: Mapping[str, str]) -> Iterator[Forks]:
    """Start the process, with additions to the environment; end it after the block."""
    path = os.pathsep.join([str(TOOLS), *sys.path])
    with subprocess.Popen(
        [sys.executable, "-m", "torture.forks", scratch],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path, **environment},
    ) as process:
        try:
            yield Forks(process, Path(scratch))
        finally:
            assert process.stdin, "it is a pipe"
            process.stdin.close()


def _serve(scratch: Path) -> None:
    """Run commands until the end of input; import what each was the first to import."""
    for line in sys.stdin:
        words = json.loads(line)
        child = os.fork()
        if child == 0:
            _run(words, scratch)
        _, status = os.waitpid(child, 0)
        for name in (scratch / "modules").read_text().split():
            with suppress(ImportError):
                import_module(name)
        print(os.waitstatus_to_exitcode(status), flush=True)


def _run(words: list[str], scratch: Path) -> NoReturn:
    """Run a command as a process would, and exit."""
    for number, name, flags in ((0, "typed", os.O_RDONLY), (1, "said", os.O_WRONLY)):
        os.dup2(os.open(scratch / name, flags | os.O_CREAT | os.O_TRUNC * number, 0o600), number)
    os.dup2(1, 2)
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115
    status = 1
    try:
        status = main(words)
    except BaseException:
        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError):
                stream.flush()
        (scratch / "modules").write_text("\n".join(list(sys.modules)))
        os._exit(status)


if __name__ == "__main__":
    _serve(Path(sys.argv[1]))
