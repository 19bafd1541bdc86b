"""The folders of tests mirror the packages."""

from __future__ import annotations

from pathlib import Path

import numduel

TESTS = Path(__file__).parent
SOURCES = Path(numduel.__file__).parent

BESIDE = {"docs", "examples", "site", "tools"}
"""Folders next to src/ with tests in a folder of the same name."""


def test_test_folders_are_named_after_packages() -> None:
    """Tests are in the folder of their package.

    contract/ has tests of every game; first_hour/ has what a new user does in each interface.
    """
    folders = {file.parent.relative_to(TESTS).as_posix() for file in TESTS.rglob("test_*.py")}
    strange = {
        folder
        for folder in folders - {".", "contract", "first_hour"}
        if not (SOURCES / folder).is_dir() and folder not in BESIDE
    }
    assert not strange
    assert all((TESTS.parent / folder).is_dir() for folder in BESIDE)


def test_test_modules_do_not_import_each_other() -> None:
    """Shared helpers are in support/, so each test file can be moved and run alone."""
    for file in TESTS.rglob("*.py"):
        for line in file.read_text().splitlines():
            assert not line.strip().startswith(("from test_", "import test_")), file
