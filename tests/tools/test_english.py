"""tools/english.py finds phrases to avoid, and fails if one occurs more often than accepted."""

from __future__ import annotations

from pathlib import Path

import english
import pytest

LISTING = """
skip = ["docs/old/"]

[[phrase]]
pattern = '\\banew\\b'
instead = "again"
limit = {limit}
allowed = ["docs/rules/"]
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a tree in which one page says "anew" twice, and two others may say it."""
    for folder in ("tools", "docs/old", "docs/rules"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "docs" / "page.md").write_text("Deal anew.\nThen\nAnew.\n")
    (tmp_path / "docs" / "old" / "page.md").write_text("anew")
    (tmp_path / "docs" / "rules" / "page.md").write_text("anew")
    (tmp_path / "docs" / "data.json").write_text('"anew"')
    return tmp_path


def check(tree: Path, limit: int, *arguments: str) -> int:
    (tree / "tools" / "english.toml").write_text(LISTING.format(limit=limit))
    return english.main(["--root", str(tree), *arguments])


def test_more_hits_than_accepted_fail(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(tree, 1) == 1
    assert capsys.readouterr().out.splitlines() == [
        r"\banew\b: 2 of 1. Write: again.",
        "    docs/page.md:1: anew",
        "    docs/page.md:3: Anew",
    ]


def test_accepted_hits_pass(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(tree, 2) == 0
    assert capsys.readouterr().out == "\\banew\\b: 2 of 2. Write: again.\n"


def test_fewer_hits_than_accepted_ask_for_a_lower_limit(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(tree, 3) == 0
    assert "Lower its limit to 2" in capsys.readouterr().out


def test_paths_limit_what_is_printed(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(tree, 0, "src") == 1
    assert "docs/page.md" not in capsys.readouterr().out
