"""A server in its own process for tests, attacks and benchmarks, which can be killed."""

from __future__ import annotations

import os
import re
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress

__all__ = ["TIMEOUT_S", "Served", "command", "new_token", "running", "served"]

TIMEOUT_S = 60.0
"""Seconds for a server to start or stop, also on a busy machine."""

AT = r"numduel is at (http://\S+:(\d+)\S*)\n"
"""The line in which a server prints its address."""


class Served:
    """A server command that keeps its port when it is started again."""

    def __init__(
        self, command: Sequence[str], home: str, preexec: Callable[[], None] | None = None
    ) -> None:
        """Prepare a command; `preexec` is called in its process before it starts."""
        self.url = ""
        self._preexec = preexec
        self._command = command
        self._log = os.path.join(home, f"server-{secrets.token_hex(4)}.log")
        self._home = home
        self._port = 0
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None, "it runs"
        return self._process.pid

    @property
    def exit_status(self) -> int | None:
        assert self._process is not None, "it ran"
        return self._process.returncode

    @property
    def said(self) -> str:
        """The output of all its runs so far."""
        with open(self._log, encoding="utf-8", errors="replace") as log:
            return log.read()

    def start(self) -> None:
        with open(self._log, "ab") as log:
            before = log.tell()
            self._process = subprocess.Popen(
                [*self._command, "--port", str(self._port)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                env={**os.environ, "NUMDUEL_HOME": self._home},
                preexec_fn=self._preexec,
            )
        give_up = time.monotonic() + TIMEOUT_S
        while not (found := re.search(AT, self.said[before:])):
            if self._process.poll() is not None or time.monotonic() > give_up:
                self.end()
                raise RuntimeError(f"The server did not start: {self.said[before:]}")
            time.sleep(0.01)
        self.url, self._port = found[1], int(found[2])

    def kill(self) -> None:
        """Kill the server as a power failure would, except its worker processes."""
        os.kill(self.pid, signal.SIGKILL)
        self._wait()

    def stop(self) -> float:
        """Stop the server as systemd would; return the seconds it took."""
        began = time.monotonic()
        os.kill(self.pid, signal.SIGTERM)
        self._wait()
        return time.monotonic() - began

    def _wait(self) -> None:
        assert self._process is not None, "it runs"
        self._process.wait(TIMEOUT_S)

    def end(self) -> None:
        """Kill the server and every process that it started."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._wait()


def served(database: str, *words: str) -> AbstractContextManager[Served]:
    """Run `numduel serve` with a database."""
    return running(command(database, *words))


def command(database: str, *words: str) -> list[str]:
    serve = [sys.executable, "-m", "numduel", "serve", "--no-open", "--database", database]
    return [*serve, *words]


@contextmanager
def running(command: Sequence[str]) -> Iterator[Served]:
    """Run a command that takes `--port` and prints its address as `numduel serve` does."""
    with tempfile.TemporaryDirectory(prefix="numduel-served-") as home:
        server = Served(command, home)
        try:
            server.start()
            yield server
        finally:
            server.end()


def new_token() -> str:
    """Return a new token for a seat."""
    return secrets.token_urlsafe(32)
