"""Run the app in a real terminal: tmux with its keys and screen."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from types import TracebackType

from duel_support import needs

__all__ = ["NUMDUEL", "Tmux"]

TIMEOUT_S = 60.0
"""Seconds after which something that has not come will not come."""


class Tmux:
    """A tmux terminal with one command, closed at the end of the `with` block."""

    def __init__(
        self, command: Sequence[str], size: tuple[int, int] = (80, 24), **environ: str
    ) -> None:
        needs("tmux")
        self._folder = tempfile.mkdtemp(prefix="numduel-tmux-")
        self._socket = os.path.join(self._folder, "socket")
        self._pid = os.path.join(self._folder, "pid")
        around = {name: os.environ[name] for name in KNOWN if name in os.environ}
        given = {**around, "TERM": "tmux-256color", "LC_ALL": "C.UTF-8", **environ}
        known = [f"{name}={value}" for name, value in given.items()]
        # `exec` all the way down, so that the pid written is the program's.
        begun = ["sh", "-c", 'echo $$ >"$0"; exec "$@"', self._pid, "env", "-i", *known, *command]
        # The screen stays when the command ends, so that its last output can be read.
        line = f"{shlex.join(begun)}; echo status $?; cat"
        width, height = (str(length) for length in size)
        self._tmux("-f", os.devnull, "new-session", "-d", "-x", width, "-y", height, line)

    def __enter__(self) -> Tmux:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._tmux("kill-server", must=False)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _tmux(self, *words: str, must: bool = True) -> str:
        done = subprocess.run(
            ["tmux", "-S", self._socket, *words],
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=TIMEOUT_S,
        )
        if must and done.returncode:
            raise AssertionError(f"tmux {words[0]}: {done.stderr}")
        return done.stdout

    # ---- input

    def type(self, text: str) -> None:
        """Type a text at full speed; a line break is Enter."""
        self._tmux("send-keys", "-l", "--", text.replace("\n", "\r"))

    def press(self, *keys: str) -> None:
        """Press keys by tmux's names: Enter, Escape, Down, C-q."""
        self._tmux("send-keys", *keys)

    def resize(self, width: int, height: int) -> None:
        self._tmux("resize-window", "-x", str(width), "-y", str(height))

    def kill(self, number: int = signal.SIGKILL) -> None:
        """Send a signal to the program, by default SIGKILL, as in a power failure."""
        with open(self._pid) as file:
            os.kill(int(file.read()), number)

    def is_whole(self) -> bool:
        """Return whether the terminal is restored: normal screen, visible cursor, no mouse."""
        flags = "#{alternate_on} #{mouse_any_flag} #{cursor_flag}"
        return self._tmux("display-message", "-p", flags).split() == ["0", "0", "1"]

    # ---- output

    def screen(self, *, styled: bool = False) -> str:
        return self._tmux("capture-pane", "-p", *(["-e"] if styled else []))

    def until(self, *texts: str) -> str:
        """Wait until all texts are on the screen, and return it."""
        return self._wait(texts, all)

    def until_one(self, *texts: str) -> str:
        """Wait until one of the texts is on the screen, and return it."""
        return self._wait(texts, any)

    def _wait(self, texts: tuple[str, ...], enough: Callable[[Iterable[bool]], bool]) -> str:
        give_up = time.monotonic() + TIMEOUT_S
        while not enough(text in (shown := self.screen()) for text in texts):
            if time.monotonic() > give_up:
                raise AssertionError(f"{texts} never came; there was\n{shown}")
            time.sleep(0.05)
        return shown


KNOWN = ("HOME", "NUMDUEL_HOME", "PATH")
"""Environment variables to pass on; no others may affect the output."""

NUMDUEL = [sys.executable, "-m", "numduel"]
