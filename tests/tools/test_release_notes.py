"""CHANGELOG.md keeps its form, and gives each released version its notes."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from release_notes import CHANGELOG, NoNotes, main, read_parts, release_notes

import numduel

KINDS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
"""The headings of Keep a Changelog, in the order of its page."""

RELEASED = """# Changelog

## [Unreleased]

## [1.2.0] - 2026-12-24

### Added

- [Snow](docs/snow.md), after [a book](https://example.org/snow).

## [1.1.0] - 2026-12-01

### Fixed

- Rain.
"""


def parts() -> dict[str, tuple[str | None, str]]:
    return read_parts(CHANGELOG.read_text(encoding="utf-8"))


def test_every_heading_is_a_version_or_unreleased() -> None:
    text = CHANGELOG.read_text(encoding="utf-8")
    assert re.findall(r"^## ", text, re.MULTILINE) == ["## "] * len(parts())
    assert next(iter(parts())) == "Unreleased"
    for version, (date, _) in parts().items():
        assert (date is None) == (version == "Unreleased"), version


def test_versions_are_newest_first() -> None:
    dated = [(date, version) for version, (date, _) in parts().items() if date is not None]
    assert all(newer >= older for (newer, _), (older, _) in pairwise(dated))
    assert all(re.fullmatch(r"\d+\.\d+\.\d+\S*", version) for _, version in dated)


def test_kinds_of_changes_are_known_and_in_order() -> None:
    for version, (_, text) in parts().items():
        kinds = re.findall(r"^### (.+)$", text, re.MULTILINE)
        assert kinds == [kind for kind in KINDS if kind in kinds], version


def test_notes_are_the_part_of_a_version_without_links_into_the_repository() -> None:
    assert release_notes("v1.2.0", RELEASED, "1.2.0") == (
        "### Added\n\n- Snow, after [a book](https://example.org/snow)."
    )
    assert release_notes("v1.1.0", RELEASED, "1.1.0").endswith("- Rain.")


def test_tag_of_another_version_has_no_notes() -> None:
    with pytest.raises(NoNotes, match=r"Use v1\.2\.0"):
        release_notes("v1.1.0", RELEASED, "1.2.0")


def test_version_without_a_dated_part_has_no_notes() -> None:
    with pytest.raises(NoNotes, match=r"\[1\.3\.0\] - YYYY-MM-DD"):
        release_notes("v1.3.0", RELEASED, "1.3.0")


def test_present_version_is_unreleased_or_has_notes(capsys: pytest.CaptureFixture[str]) -> None:
    version = numduel.__version__
    is_released = version in parts()
    assert main([f"v{version}"]) == (0 if is_released else 1)
    assert bool(capsys.readouterr().err) == (not is_released)
    assert is_released or parts()["Unreleased"][1]
