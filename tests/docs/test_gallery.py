"""The table of the gallery in docs/workshop.md counts what the files contain."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "workshop.md").read_text(encoding="utf-8")


def test_table_counts_lines_and_methods_of_each_game() -> None:
    rows = re.findall(
        r"^\| \[(\w+)\]\(\.\./examples/games/\w+\.py\) \| (\d+) \| (\d+) \|", PAGE, re.M
    )
    files = sorted((ROOT / "examples" / "games").glob("*.py"))
    counted = []
    for file in files:
        text = file.read_text(encoding="utf-8")
        lines = [line for line in text.split("\n") if line.strip()]
        methods = re.findall(r"^    def ", text, re.M)
        counted.append((file.stem, str(len(lines)), str(len(methods))))
    assert rows == counted


def test_page_shows_all_of_the_first_game() -> None:
    chomp = (ROOT / "examples" / "games" / "chomp.py").read_text(encoding="utf-8")
    assert f"```python\n{chomp}```" in PAGE
