"""The pages about the API, records, terms and error codes agree with the code."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import api_page
import pytest

import numduel
from duel_support import with_more_games
from numduel import Match, Player, record
from numduel.games import find
from numduel.play.session import Session, make_sides
from numduel.storage.input_tag import FROM_POSITION, START_TAG
from numduel.web.problems import STATUS
from numduel.web.routes import API_ROUTES

DOCS = Path(__file__).parents[2] / "docs"
API = (DOCS / "api.md").read_text()
RECORDS = (DOCS / "records.md").read_text()
GLOSSARY = (DOCS / "glossary.md").read_text()

# ---- docs/api.md


def test_api_page_is_current() -> None:
    assert api_page.page() == API, "docs/api.md is out of date: run `make contract`"


def test_api_page_has_every_public_name_with_a_sentence() -> None:
    names = [name for names in api_page.SECTIONS.values() for name in names.split()]
    assert sorted(names) == sorted(numduel.__all__)
    for name, thing in api_page.load().items():
        assert thing.has_docstring, name


@pytest.mark.parametrize("name", numduel.__all__)
def test_api_page_has_every_public_member(name: str) -> None:
    public = {f"{name}.{member}" for member in public_members(getattr(numduel, name))}
    if name == "Game":
        public -= {f"Game.{member}" for member in api_page.FOR_AUTHORS}
    listed = set(re.findall(rf"^- `({name}\.\w+)", API, re.MULTILINE))
    assert public <= listed


def public_members(thing: object) -> Iterator[str]:
    if isinstance(thing, ModuleType):
        yield from thing.__all__
    elif isinstance(thing, type):
        for one in thing.__mro__:
            if one.__module__.startswith("numduel."):
                names = {*vars(one), *vars(one).get("__annotations__", {})}
                yield from (name for name in names if not name.startswith("_"))


def test_every_public_class_function_and_module_has_an_example() -> None:
    sections = re.split(r"^### `(\w+).*`$", API, flags=re.MULTILINE)[1:]
    for name, section in zip(sections[::2], sections[1::2], strict=True):
        assert "```python\n>>> " in section or name in ("AnyGame", "Move", "Status"), name


def test_examples_of_the_api_page_run_as_doctests() -> None:
    modules = {api.canonical_path.rpartition(".")[0] for api in api_page.load().values()}
    finder = doctest.DocTestFinder()
    tested = [
        (example.source, example.want)
        for module in ("numduel.play.players", "numduel.storage.record", *modules)
        for test in finder.find(import_module(module))
        for example in test.examples
    ]
    blocks = re.findall(r"^ *```python\n(.+?)^ *```$", API, re.MULTILINE | re.DOTALL)
    assert len(blocks) > 40
    for block in blocks:
        for example in doctest.DocTestParser().get_examples(block):
            assert (example.source, example.want) in tested


# ---- docs/records.md


def records_on_page() -> list[str]:
    return re.findall(r"^```record\n(.*?)^```$", RECORDS, re.MULTILINE | re.DOTALL)


def test_records_on_the_page_survive_a_round_trip() -> None:
    assert len(records_on_page()) >= 5
    for text in records_on_page():
        match = record.loads(text)
        again = record.loads(record.dumps(match))
        assert (again.plies, again.tags, again.comments) == (
            match.plies,
            match.tags,
            match.comments,
        )
        assert (again.board, again.ending) == (match.board, match.ending)


def test_page_lists_all_written_tags_in_order() -> None:
    table = re.findall(r"^\| `([A-Z]\w+)` \|", RECORDS, re.MULTILINE)
    assert table == list(dict.fromkeys(table))
    for written in written_tags():
        assert written == [tag for tag in table if tag in written]
    assert set(table) == {tag for written in written_tags() for tag in written}
    grammar = re.search(r"^own *= (.+?) ;", RECORDS, re.MULTILINE | re.DOTALL)
    assert grammar is not None
    assert set(re.findall(r'"(\w+)"', grammar[1])) == set(record.writing.MATCH_TAGS)


def written_tags() -> list[list[str]]:
    """Return the tags of matches that were won, resigned, played with help, or follow a draw."""
    two = make_sides(("human", "random"), ("Ann", None))
    session = Session.begin(find("race"), {}, two, board="1 2/1 1", rounds=3)
    resigned = session.match
    resigned.resign(Player.ONE)
    session.next_round()
    won = session.match
    while not won.is_over:
        won.play(won.moves[0])
    helped = Session.begin(find("quest"), {}, two, board="1 2/3 4", duel="2026-11-16")
    helped.count_help("hints")
    helped.match.tags[START_TAG] = FROM_POSITION  # as the server writes it
    helped.match.tags["Fork"] = "20261116-120000-quest-7"  # as storage.saves writes it
    helped.match.tags |= dict.fromkeys(("Model1", "Model2"), "answers=1")  # as models write them
    matches = (resigned, won, helped.match, match_after_draw())
    return [re.findall(r"^\[(\w+) ", record.dumps(match), re.M) for match in matches]


def match_after_draw() -> Match:
    with with_more_games():
        two = make_sides(("human", "human"), ("Ann", "Bob"))
        session = Session.begin(find("pick15"), {}, two, rounds=2)
        for move in "461978235":
            session.match.play(move)
        session.next_round()
        return session.match


# ---- docs/glossary.md


def test_glossary_defines_each_term_once_in_order() -> None:
    groups = [re.findall(r"^- \*\*(.+?)\*\*: \S", part, re.M) for part in GLOSSARY.split("\n## ")]
    terms = [term for group in groups for term in group]
    assert len(terms) == len(set(terms)) > 60
    assert all(group == sorted(group) for group in groups)


# ---- docs/web.md


def test_web_page_lists_every_problem_code_with_its_status() -> None:
    rows = re.findall(r"^\| (\d{3}) \| (.+) \|$", (DOCS / "web.md").read_text(), re.MULTILINE)
    listed = {code: int(status) for status, codes in rows for code in re.findall(r"`(\w+)`", codes)}
    assert listed == STATUS


def test_web_page_lists_existing_routes_once() -> None:
    cells = re.findall(r"^\| (`(?:GET|POST).+?) \|", (DOCS / "web.md").read_text(), re.MULTILINE)
    listed = [route for cell in cells for route in re.findall(r"`([A-Z]+ [^`?]+)", cell)]
    assert len(listed) == len(set(listed)) > 30
    assert {*listed} <= {f"{one.method} {one.path.removeprefix('/api/v1')}" for one in API_ROUTES}


# ---- docs/baselines.md


def test_no_interval_of_the_baselines_is_empty() -> None:
    page = (DOCS / "baselines.md").read_text(encoding="utf-8")
    intervals = re.findall(r" \[(\S+), (\S+)\] ", page)
    assert len(intervals) > 100
    assert all(low != high for low, high in intervals)
