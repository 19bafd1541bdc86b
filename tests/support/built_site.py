"""One build of the site for all tests of a run."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import build_site
import pytest

from duel_support import needs

__all__ = ["build_once"]


def build_once(folders: pytest.TempPathFactory) -> Path:
    """Return the folder of a site: $SITE, or a build with the compiled core if zig is installed.

    All processes of a test run share one build. It runs in its own process, because a process
    that drives a browser can't start another loop of asyncio.
    """
    given = os.environ.get("SITE")
    if given:
        return Path(given)
    for program in ("node", "npm"):
        needs(program)
    shared = folders.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    site = shared / "site"
    with (shared / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not site.exists():
            command = [sys.executable, build_site.__file__, "--out", str(site)]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return site
