"""Chromium from Debian's packages: where it is, and how it starts."""

from __future__ import annotations

import shutil

__all__ = ["FLAGS", "find_chromium"]

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""Flags of Chromium, without background requests."""


def find_chromium(*, is_whole: bool = False) -> str | None:
    """Return the path of Chromium; None if it isn't installed.

    Tests open many contexts. Chromium opens a window for each of them, also without a screen;
    its headless shell doesn't, and opens a context four times as fast. But the shell shows no
    notifications, and runs frames without an origin in the process of their page: `is_whole`
    leaves it out.
    """
    names = ("chromium-headless-shell", "chromium", "chromium-browser")[is_whole:]
    return next(filter(None, map(shutil.which, names)), None)
