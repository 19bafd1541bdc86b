"""The pages about the public names, the records and the words say what the code says."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import numduel
from duel_support import with_more_games
from numduel import Match, Player, record
from numduel.games import find
from numduel.play.session import Session, sides
from numduel.web.problems import STATUS

DOCS = Path(__file__).parents[2] / "docs"
API = (DOCS / "api.md").read_text()
RECORDS = (DOCS / "records.md").read_text()
GLOSSARY = (DOCS / "glossary.md").read_text()

# ---- docs/api.md


def documented() -> list[str]:
    """The public names that have a section, as they are written: some with a signature."""
    return re.findall(r"^### `(.+)`$", API, re.MULTILINE)


def members() -> list[str]:
    """What is listed of them: `Match.play(move)`."""
    lines = re.findall(r"^- (`.+?`):", API, re.MULTILINE)
    return [name for line in lines for name in re.findall(r"`(.+?)`", line)]


def name_of(written: str) -> str:
    return written.partition("(")[0]


def signature(thing: object) -> str:
    """A signature as the page prints it: without types, and without what is bound."""
    assert callable(thing)
    plain = [
        p.replace(annotation=inspect.Parameter.empty)
        for p in inspect.signature(thing).parameters.values()
        if p.name not in ("self", "cls")
    ]
    return str(inspect.Signature(plain))


def test_every_public_name_is_documented_and_nothing_else_is() -> None:
    assert sorted(map(name_of, documented())) == sorted(numduel.__all__)


def test_every_section_of_a_public_name_has_a_sentence_and_an_example() -> None:
    sections = re.split(r"^### `.+`$", re.sub(r"^## .+$", "", API, flags=re.MULTILINE), flags=re.M)
    for written, section in zip(documented(), sections[1:], strict=True):
        text, _, example = section.partition("```python\n>>> ")
        assert text.strip(), written
        assert example, written


def test_documented_signatures_are_the_real_ones() -> None:
    for written in [*documented(), *members()]:
        thing: object = numduel
        for part in name_of(written).split("."):
            if isinstance(thing, type) and part in field_names(thing):
                assert "(" not in written, written
                break
            thing = getattr(thing, part)
        else:
            if "(" in written:
                assert written == f"{name_of(written)}{signature(thing)}"
            elif "." in written:
                assert not inspect.isroutine(thing), f"{written} lacks its signature"


def field_names(kind: type) -> set[str]:
    """What is declared of a class without having a value on it, or only a tuple's getter."""
    declared = {name for one in kind.__mro__ for name in vars(one).get("__annotations__", {})}
    return {name for name in declared if not hasattr(kind, name)} | set(
        getattr(kind, "_fields", ())
    )


def public_members(thing: object) -> Iterator[str]:
    if isinstance(thing, ModuleType):
        yield from thing.__all__
    elif isinstance(thing, type):
        for one in thing.__mro__:
            if one.__module__.startswith("numduel."):
                names = {*vars(one), *vars(one).get("__annotations__", {})}
                yield from (name for name in names if not name.startswith("_"))


FOR_AUTHORS = {
    *("aliases", "boards", "complete", "deal", "drawing", "expects", "forbids", "implied"),
    *("embedding_in", "list_order", "nowhere", "options_type", "read_board", "setup", "threat"),
    "to_move_and_winner",
}
"""What only those write and ask who add a game: CONTRIBUTING tells of it."""


@pytest.mark.parametrize("name", numduel.__all__)
def test_all_that_a_public_name_offers_is_documented(name: str) -> None:
    offered = {f"{name}.{member}" for member in public_members(getattr(numduel, name))}
    if name == "Game":
        offered -= {f"Game.{member}" for member in FOR_AUTHORS}
    listed = {name_of(written) for written in members() if written.startswith(f"{name}.")}
    assert listed == offered


# ---- docs/records.md


def examples() -> list[str]:
    return re.findall(r"^```record\n(.*?)^```$", RECORDS, re.MULTILINE | re.DOTALL)


def test_every_record_on_the_page_is_read_and_written_again_the_same() -> None:
    assert len(examples()) >= 5
    for text in examples():
        match = record.loads(text)
        again = record.loads(record.dumps(match))
        assert (again.plies, again.tags, again.comments) == (
            match.plies,
            match.tags,
            match.comments,
        )
        assert (again.board, again.ending) == (match.board, match.ending)


def test_the_page_has_every_tag_that_is_ever_written_in_this_order() -> None:
    table = re.findall(r"^\| `([A-Z]\w+)` \|", RECORDS, re.MULTILINE)
    assert table == list(dict.fromkeys(table))
    for written in written_tags():
        assert written == [tag for tag in table if tag in written]
    assert set(table) == {tag for written in written_tags() for tag in written}
    grammar = re.search(r"^own *= (.+?) ;", RECORDS, re.MULTILINE | re.DOTALL)
    assert grammar is not None
    assert set(re.findall(r'"(\w+)"', grammar[1])) == set(record.writing.OWN)


def written_tags() -> list[list[str]]:
    """The tags of matches won, resigned, helped in, and after a draw."""
    two = sides(("human", "random"), ("Ann", None))
    session = Session.begin(find("race"), {}, two, board="1 2/1 1", rounds=3)
    resigned = session.match
    resigned.resign(Player.ONE)
    session.next_round()
    won = session.match
    while not won.is_over:
        won.play(won.moves[0])
    helped = Session.begin(find("quest"), {}, two, board="1 2/3 4", duel="2026-11-16")
    helped.count_help("hints")
    helped.match.tags["Fork"] = "20261116-120000-quest-7"  # as storage.saves writes it
    helped.match.tags |= dict.fromkeys(("Model1", "Model2"), "answers=1")  # as a model is noted
    matches = (resigned, won, helped.match, after_a_draw())
    return [re.findall(r"^\[(\w+) ", record.dumps(match), re.M) for match in matches]


def after_a_draw() -> Match:
    with with_more_games():
        two = sides(("human", "human"), ("Ann", "Bob"))
        session = Session.begin(find("pick15"), {}, two, rounds=2)
        for move in "461978235":
            session.match.play(move)
        session.next_round()
        return session.match


# ---- docs/glossary.md


def test_words_are_in_order_and_each_stands_once() -> None:
    groups = [re.findall(r"^- \*\*(.+?)\*\*: \S", part, re.M) for part in GLOSSARY.split("\n## ")]
    words = [word for group in groups for word in group]
    assert len(words) == len(set(words)) > 60
    assert all(group == sorted(group) for group in groups)


# ---- docs/web.md


def test_every_code_of_a_refusal_is_listed_with_its_status() -> None:
    rows = re.findall(r"^\| (\d{3}) \| (.+) \|$", (DOCS / "web.md").read_text(), re.MULTILINE)
    listed = {code: int(status) for status, codes in rows for code in re.findall(r"`(\w+)`", codes)}
    assert listed == STATUS


# ---- links


def test_links_lead_somewhere_and_one_to_every_page() -> None:
    root = DOCS.parent
    front = [root / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
    pages = [*DOCS.glob("*.md"), *DOCS.glob("rules/*.md"), root / "bench" / "README.md"]
    linked = set()
    for page in [*front, *pages]:
        for link in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", page.read_text()):
            if "://" not in link:
                assert (page.parent / link).exists(), f"{page} links to {link}"
                linked.add((page.parent / link).resolve())
    assert {*pages} - linked == set()
