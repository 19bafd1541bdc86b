"""The tutorial "Your first game in ten minutes", followed step by step."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
from pathlib import Path

import pytest

from running import run_program

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "first-game.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S))


def blocks(heading: str, kind: str) -> list[str]:
    """Return the code blocks of a section: `kind` is "python", or "" for commands."""
    (text,) = (text for title, text in SECTIONS.items() if title.startswith(heading))
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.M | re.S)
    return [block for language, block in fenced if language == kind]


def replace_definition(file: Path, block: str) -> None:
    """Put a class, method or attribute of the tutorial into the file, as a reader would."""
    text, lines = file.read_text(), block.rstrip("\n")
    first = lines.split("\n", 1)[0]
    start = re.escape(re.split(r"[(:=]", first)[0])
    indent = len(first) - len(first.lstrip())
    pattern = rf"^{start}\b.*?(?=^ {{0,{indent}}}\S|\Z)"
    found = re.search(pattern, text, re.M | re.S)
    if found:
        file.write_text(f"{text[: found.start()]}{lines}\n\n{text[found.end() :]}")
    else:  # a new method, at the end of the class
        file.write_text(f"{text.rstrip()}\n\n{lines}\n")


class Reader:
    """A reader who types the commands of the page in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.file = folder / "river.py"

    def types(self, command: str, *more: str, typed: str = "", status: int = 0) -> str:
        """Run a command of the page; return its output."""
        program, *words = shlex.split(command)
        assert program == "numduel"
        environ = {
            **os.environ,
            "PYTHONPATH": str(ROOT / "src"),
            "NUMDUEL_HOME": str(self._folder / "home"),
        }
        run = [sys.executable, "-m", "numduel", *words, *more]
        ran = run_program(run, typed, cwd=self._folder, env=environ, seconds=120)
        assert ran.returncode == status, (command, ran.stdout, ran.stderr)
        return ran.stdout + ran.stderr


@pytest.mark.slow
def test_readers_get_what_the_page_promises(tmp_path: Path) -> None:
    reader = Reader(tmp_path)
    new, play = blocks("1.", "")
    assert "Wrote river.py" in reader.types(new)
    said = reader.types(play, "--p2", "human", typed="3\n1\n3\n1\n3\n1\n")
    assert "Player 2 took the last stone" in said
    for name in ("class RiverOptions(", "class Pile(", "class River("):
        assert name in reader.file.read_text()
    (check,) = blocks("3.", "")
    assert "All laws hold." in reader.types(check)

    part, why_not, change, stuck, endings = blocks("4.", "python")
    for block in (part, why_not, change):
        replace_definition(reader.file, block)
    (again,) = blocks("4.", "")
    broken = reader.types(again, status=1)
    assert "define stuck, or return Over from ended" in broken
    for block in (stuck, endings):
        replace_definition(reader.file, block)
    assert "All laws hold." in reader.types(again)

    (report,) = blocks("5.", "")
    found = json.loads(reader.types(report, "--games", "10", "--json"))
    assert (found["game"], found["solved"]) == ("river", True)
    (tune,) = blocks("6.", "")
    small = re.sub(r"\.\.\d+", "..", tune)
    ranges = iter(("8..9", "2..3"))
    small = re.sub(r"=\d+\.\.", lambda _: f"={next(ranges)}", small)
    assert reader.types(small, "--json").startswith(("{", "["))


@pytest.mark.slow
def test_hints_for_own_ideas_make_a_game(tmp_path: Path) -> None:
    """The lines of the table, in a game in which a full row wins."""
    (text,) = (text for title, text in SECTIONS.items() if title.startswith("8."))
    (example,) = blocks("8.", "python")
    codes = re.findall(r"`([^`\n]+)`", text)
    field, points = (code for code in codes if re.match(r"\w+ = (Grid|PerPlayer)\(", code))
    (highest,) = (code for code in codes if code.startswith("highest=lambda"))
    (score,) = (code for code in codes if "+= 1" in code)
    (draws,) = (code for code in codes if code.startswith("has_draws"))
    (equal,) = (code for code in codes if code.startswith("Over("))
    (again,) = (code for code in codes if code.startswith("return "))
    (newest,) = (code for code in codes if code.startswith("int(cell)"))
    (remembered,) = (code for code in codes if code.startswith("self.cells[number"))
    reader = Reader(tmp_path)
    source = f"""\
from numduel.workshop import *

class Sizes(Options):
    rows = Whole(2, 2, 3, "rows of the field")
    columns = Whole(2, 2, 2, "columns of the field")

class Field(Position):
    {field}
    {points.replace("highest=9", highest)}
    last = Number(0, highest=9)

class River(ShortGame[Sizes, Field, Cell]):
    id, title, summary = "river", "River", "Fill a row."
    {draws}
    endings = {{"more": "{{winner}} had more points", "equal": "no player filled a row"}}
{example}
    def why_not(self, field, cell):
        number = field.last
        if number and {remembered} == cell:
            return "that is the newest plant"
        return "something grows there" if field.field[cell] else None

    def change(self, field, cell):
        field.field[cell] = 1
        field.last = {newest}
        if all(field.field[one] for one in self.cells if one.row == cell.row):
            {score}
            {again}

    def ended(self, field):
        one, two = field.points
        if one + two < 1:
            return {equal} if sum(field.field) == self.options.columns else None
        return Over(Player.ONE if one > two else Player.TWO, "more")
"""
    reader.file.write_text(source, "utf-8")
    assert "All laws hold." in reader.types("numduel game check ./river.py --positions 1000")
