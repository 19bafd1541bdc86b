"""A folder of numduel's own for targets that read files."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path

__all__ = ["home"]

MEMORY = "/dev/shm"
"""A folder in memory, where there is one: targets write a file for every input."""


@cache
def home() -> Path:
    """Return a new folder that numduel uses for its files, deleted when the process ends."""
    folder = tempfile.mkdtemp(prefix="numduel-fuzz-", dir=MEMORY if os.path.isdir(MEMORY) else None)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ["NUMDUEL_HOME"] = folder
    return Path(folder)
