"""Run other programs with a time limit."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from typing import Any


def run_program(
    command: Sequence[str], typed: str | bytes = "", *, seconds: float = 60, **how: Any
) -> subprocess.CompletedProcess[str]:
    """Run a program and return its output; kill it with its children at the time limit."""
    sent = typed if isinstance(typed, bytes) else typed.encode()
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(command, start_new_session=True, **{**streams, **how}) as child:
        try:
            said = child.communicate(sent, seconds)
        except BaseException:
            with suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
            raise
    out, err = ((stream or b"").decode() for stream in said)
    return subprocess.CompletedProcess(command, child.returncode, out, err)
