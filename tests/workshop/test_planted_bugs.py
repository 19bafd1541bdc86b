"""Every planted bug is caught by the law that should catch it; docs/laws.md lists laws and bugs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from planted_bugs import BUGS, load_source

from duel_support import is_one_sentence, where
from numduel.errors import capitalise
from numduel.workshop.checker import Checker, Finding
from numduel.workshop.laws import LAWS, Law
from numduel.workshop.laws.law import Kind
from numduel.workshop.template import write_template

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "laws.md"
CHOMP = ROOT / "examples" / "games" / "chomp.py"

HEADINGS: dict[Kind, tuple[str, str]] = {
    "call": ("Every call", "Any call of a game's code can break these."),
    "position": ("Every position", "They are checked in each position, those marked * in some."),
    "walk": ("All positions of a variant", "They compare positions that a walk has met."),
    "setup": ("Setups", "They compare the deals of 12 seeds, for each variant."),
    "game": ("The whole game", "They look at the class, its examples, and all variants together."),
}

INTRODUCTION = """\
# Laws of games

`numduel game check` checks these laws ([games of your own](workshop.md)). Our tests check them for
the five games, the gallery and the games in tests/sixth. A broken law is an error; a warning may be
a mistake. `GOLDEN=write .venv/bin/pytest tests/workshop/test_planted_bugs.py` writes this page.
"""

BUGS_INTRODUCTION = """\
## Planted bugs

The tests change good games in one place, and each change is caught by the law in the table.
"""


def write_laws() -> str:
    """Return the tables of all laws."""
    lines = []
    for kind, (heading, about) in HEADINGS.items():
        lines += [f"## {heading}", "", about, "", "| law | what it demands |", "| --- | --- |"]
        lines += [_row(law) for law in LAWS if law.about == kind]
        lines.append("")
    return "\n".join(lines)


def _row(law: Law) -> str:
    mark = " *" if law.is_costly else ""
    return f"| `{law.name}`{mark} | {law.demand}{' (warning)' if law.is_warning else ''} |"


def write_bugs(messages: list[str]) -> str:
    """Return the table of planted bugs."""
    rows = [
        f"| {capitalise(bug.about)} | {bug.name} | `{bug.law}` | {_escape(message)} |"
        for bug, message in zip(BUGS, messages, strict=True)
    ]
    return "\n".join(["| bug | game | law | message |", "| --- | --- | --- | --- |", *rows, ""])


def _escape(message: str) -> str:
    return message.replace("|", "\\|").replace("<", "&lt;")


def test_laws_have_names_and_demand_something_in_one_sentence() -> None:
    names = [law.name for law in LAWS]
    assert len(set(names)) == len(names)
    for law in LAWS:
        with where(law.name):
            assert law.name.replace("-", "").isalpha()
            assert law.name == law.name.lower()
            assert is_one_sentence(law.demand)
            assert law.demand.endswith(".")


@pytest.mark.long
def test_planted_bugs_are_caught_by_the_law_that_should() -> None:
    """With few moves, and as the page shows it."""
    messages = []
    for number, bug in enumerate(BUGS):
        kind = load_source(f"planted_{number}", bug.source)
        result = Checker(kind, bug.positions).run()
        found = {finding.law: finding for finding in (*result.warnings, *result.broken)}
        with where(bug.about, *found.values()):
            assert bug.law in found
            assert bool(result.broken) == (bug.law not in {one.law for one in result.warnings})
            _check_finding(found[bug.law])
            messages.append(found[bug.law].message)
    assert len(BUGS) >= 25
    page = f"{INTRODUCTION}\n{write_laws()}\n{BUGS_INTRODUCTION}\n{write_bugs(messages)}"
    if os.environ.get("GOLDEN") == "write":
        PAGE.write_text(page, "utf-8")
    assert PAGE.read_text("utf-8") == page, "docs/laws.md is out of date"


def test_check_that_an_error_stops_does_not_say_what_never_occurred() -> None:
    bug = next(bug for bug in BUGS if bug.law == "no-errors")
    result = Checker(load_source("planted_stop", bug.source), 20).run()
    assert result.broken
    assert result.warnings == ()


def _check_finding(finding: Finding) -> None:
    assert is_one_sentence(finding.message, 400)
    assert len(finding.moves) < 16
    assert bool(finding.position) >= bool(finding.moves)


def test_page_lists_the_laws() -> None:
    assert write_laws() in PAGE.read_text("utf-8"), "docs/laws.md is out of date"


CHOMP_EXAMPLE = 'Example("2,2 1,2 2,1 1,1", winner=1, options={"rows": 2, "columns": 2})'


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (f"({CHOMP_EXAMPLE})", "examples isn't a tuple: write a comma after the only example"),
        (f"({CHOMP_EXAMPLE},)".replace("=1", "=0"), "its winner is 0: write 1 or 2, or None"),
        (
            f"({CHOMP_EXAMPLE},)".replace("=1", "=__import__('numduel').Player.TWO"),
            "its winner is <Player.TWO: 1>: write 1 or 2, or None for a draw",
        ),
        (
            f"({CHOMP_EXAMPLE},)".replace("=1", "=2"),
            "example 1: Player 2 wins in the example, but Player 1 wins in the code",
        ),
    ],
)
def test_check_says_what_is_wrong_with_an_example(written: str, said: str) -> None:
    source = CHOMP.read_text("utf-8")
    right = f"({CHOMP_EXAMPLE},)"
    assert source.count(right) == 1
    kind = load_source("planted_example", source.replace(right, written))
    (broken,) = Checker(kind, 20).run().broken
    assert broken.law == "examples"
    assert said in broken.message
    assert is_one_sentence(broken.message, 400)


def test_check_names_the_part_that_players_cannot_see() -> None:
    source = write_template("unseen")
    for old, new in (
        (
            'highest="stones")\n',
            'highest="stones")\n    last = Number(0, highest="most", is_shown=False)\n',
        ),
        ("return None if number <=", "return None if number != pile.last and number <="),
        ("pile.stones -= number\n", "pile.stones -= number\n        pile.last = number\n"),
    ):
        assert source.count(old) == 1
        source = source.replace(old, new)
    source += '\n    def stuck(self, pile):\n        return Over(pile.player.other, "last")\n'
    result = Checker(load_source("planted_unseen", source), 200).run()
    (broken,) = (one for one in result.broken if one.law == "looks-distinct")
    assert broken.message.endswith(": they differ in last, which players can't see")
    assert is_one_sentence(broken.message, 400)
