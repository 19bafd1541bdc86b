"""The chapter of CONTRIBUTING about games has a working example and names all members of Game."""

from __future__ import annotations

import re
from pathlib import Path

from duel_support import SIXTH
from numduel import Game
from numduel.core import HiddenBoard

TEXT = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text(encoding="utf-8")
CHAPTER = TEXT.partition("\n## A game\n")[2].partition("\n## ")[0]


def test_example_is_the_tested_game() -> None:
    (example,) = re.findall(r"^```python\n(.+?)^```$", CHAPTER, re.MULTILINE | re.DOTALL)
    assert example == (SIXTH / "pick15.py").read_text(encoding="utf-8")


def test_chapter_names_all_members_of_a_game() -> None:
    named = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`\n]+)`", CHAPTER))))
    for kind in (Game, HiddenBoard):
        members = {*vars(kind), *vars(kind).get("__annotations__", {})}
        public = {name for name in members if not name.startswith("_")}
        assert public - named <= {"on", "options"}, kind


def test_required_methods_have_their_own_section() -> None:
    section = CHAPTER.partition("### What is required\n")[2].partition("\n### ")[0]
    listed = re.findall(r"^- `(\w+)\(", section, re.MULTILINE)
    assert sorted(listed) == sorted(Game.__abstractmethods__)


def test_chapter_names_existing_files() -> None:
    named = set(re.findall(r"`(\w+\.py)`", CHAPTER)) - {"options.py"}
    assert named == {file.name for file in SIXTH.glob("*.py")} - {"pick15.py"}
