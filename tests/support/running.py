"""Running other programs, so that none goes on for ever."""

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
    """A program and what it said; one that does not end in time is killed with all it began."""
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
