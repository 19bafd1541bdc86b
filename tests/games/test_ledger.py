"""Every rule clause has a test, and every test of a rule names a clause."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import numduel
from duel_support import FIVE
from numduel.games import find
from numduel.options import Whole

ROOT = Path(__file__).parents[2]
PAGES = {page.stem: page for page in sorted((ROOT / "docs" / "rules").glob("*.md"))}
LETTERS = {"every-game": "G", "maze": "M", "sum": "S", "run": "R", "quest": "Q", "race": "X"}
NEVER = "*(Never reached on the standard board.)*"


class Clause(NamedTuple):
    id: str
    text: str
    page: str

    @property
    def number(self) -> int:
        return int(self.id[1:])


class Proof(NamedTuple):
    test: str
    file: Path
    clauses: tuple[str, ...]


def clauses_of(page: str) -> list[Clause]:
    """Return the clauses of a page: list items up to the next item or an empty line."""
    text = PAGES[page].read_text(encoding="utf-8")
    items = re.findall(r"^- \*\*(\w+)\*\* (.+?)(?=\n- |\n\n|\n*\Z)", text, re.MULTILINE | re.DOTALL)
    return [Clause(id, " ".join(text.split()), page) for id, text in items]


CLAUSES = [clause for page in PAGES for clause in clauses_of(page)]


def marks(function: ast.FunctionDef) -> Iterator[str]:
    """Return the clauses that a test is marked with."""
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func).endswith("mark.clause"):
            for argument in decorator.args:
                yield str(ast.literal_eval(argument))


def proofs() -> Iterator[Proof]:
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_bytes(), str(file))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield Proof(node.name, file, tuple(marks(node)))


PROOFS = list(proofs())
PROVEN = {id for proof in PROOFS for id in proof.clauses}


def test_each_of_the_five_games_has_a_page() -> None:
    assert set(FIVE) <= set(PAGES)


def test_every_page_belongs_to_a_game() -> None:
    assert {*FIVE, "every-game"} <= set(PAGES) <= {*numduel.games(), "every-game"}


@pytest.mark.parametrize("page", PAGES)
def test_every_page_has_clauses_with_its_letter(page: str) -> None:
    ids = [clause.id for clause in clauses_of(page)]
    assert ids
    letter = LETTERS.get(page, ids[0][0])
    assert letter == LETTERS.get(page) or letter not in LETTERS.values()
    assert [id for id in ids if not re.fullmatch(rf"{letter}[1-9][0-9]*", id)] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_list_item_is_a_clause(page: str) -> None:
    text = PAGES[page].read_text(encoding="utf-8")
    assert len(re.findall(r"^\s*[-*+] ", text, re.MULTILINE)) == len(clauses_of(page))


@pytest.mark.parametrize("page", PAGES)
def test_clauses_from_10_are_numbered_in_reading_order(page: str) -> None:
    numbers = [clause.number for clause in clauses_of(page) if clause.number >= 10]
    assert numbers == list(range(10, 10 + len(numbers)))


def test_no_clause_is_written_twice() -> None:
    counted = Counter(clause.id for clause in CLAUSES)
    assert [id for id, times in counted.items() if times > 1] == []


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: clause.id)
def test_every_clause_has_a_test(clause: Clause) -> None:
    assert clause.id in PROVEN, f"nothing proves {clause.id}: {clause.text}"


def test_every_clause_marker_names_a_clause() -> None:
    assert PROVEN - {clause.id for clause in CLAUSES} == set()


def test_every_test_of_a_rule_names_a_clause() -> None:
    here = Path(__file__)
    silent = [
        f"{proof.file.name}: {proof.test}"
        for proof in PROOFS
        if proof.file.parent == here.parent and proof.file != here and not proof.clauses
    ]
    assert silent == []


def test_unreached_clause_has_a_search_that_proves_it() -> None:
    never = [clause.id for clause in CLAUSES if clause.text.endswith(NEVER)]
    searched = {id for proof in PROOFS if "never" in proof.test for id in proof.clauses}
    assert never
    assert [id for id in never if id not in searched] == []


def test_never_reached_note_has_the_same_wording_everywhere() -> None:
    said = [clause.id for clause in CLAUSES if "(never" in clause.text.lower()]
    assert said == [clause.id for clause in CLAUSES if clause.text.endswith(NEVER)]


@pytest.mark.parametrize("id", [id for id in numduel.games() if id in PAGES])
def test_every_option_and_its_limits_are_on_the_page(id: str) -> None:
    text = " ".join(clause.text for clause in clauses_of(id))
    for name, option in find(id).options_type.fields.items():
        assert f"`{name}`" in text
        if isinstance(option, Whole):
            assert f"from {option.low} to {option.high}" in text
