"""Every screen as it is seen: its letters, and their styles in the words of the theme.

After a change that is meant, SNAPSHOT=write writes them anew; then read the diff.
"""

from __future__ import annotations

import difflib
import os
import shlex
import string
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from rich.color import Color
from rich.style import Style
from screens import SCREENS, Shot
from textual.pilot import Pilot
from tui_support import LARGE, SMALL, app_test, open_app, settle, type_line

from numduel.storage import streak
from numduel.tui.app import NumduelApp

FOLDER = Path(__file__).parent / "snapshots"
SIZES = {f"{width}x{height}": (width, height) for width, height in (SMALL, LARGE)}
COLOURS = ("dark", "light")
WRITES = os.environ.get("SNAPSHOT") == "write"

WORDS = (
    *("foreground", "background", "surface", "panel", "one", "two", "one-trail", "two-trail"),
    *("both-trail", "on-player", "legal", "quiet", "tile", "tile-line", "primary", "secondary"),
    *("accent", "warning", "error", "success"),
)
"""The theme's words, by which a colour is named where it is one of them."""

LETTERS = string.ascii_lowercase + string.ascii_uppercase + string.digits


class Cell(NamedTuple):
    """A place on the screen: what stands there, and what every colour of it may be called."""

    letter: str
    traits: str
    colour: frozenset[str]
    behind: frozenset[str]


Seen = list[list[Cell]]


# ---- seeing


async def seen(shot: Shot, size: tuple[int, int]) -> list[Seen]:
    """A screen at rest, in one colour after the other."""
    pictures = []
    async with open_app(shot.opening, size) as pilot:
        for word in shlex.split(shot.keys, posix=False):
            await _do(pilot, word)
        assert isinstance(pilot.app, NumduelApp)
        for colours in COLOURS:
            pilot.app.apply_settings(pilot.app.settings.replace(colours=colours))
            await settle(pilot)
            pictures.append(list(_rows(pilot.app)))
    return pictures


async def _do(pilot: Pilot[None], word: str) -> None:
    if word.startswith("'"):
        await type_line(pilot, word.strip("'"))
    else:
        await pilot.press(word)
        await settle(pilot)


def _rows(app: NumduelApp) -> Iterator[list[Cell]]:
    names: dict[str, set[str]] = {}
    for word in WORDS:
        names.setdefault(app.theme_variables[word].lower(), set()).add(word)
    for strip in app.screen._compositor.render_strips():
        cells = []
        for text, style, _ in strip:
            cells += [_cell(letter, style or Style(), names) for letter in text]
        yield cells


def _cell(letter: str, style: Style, names: dict[str, set[str]]) -> Cell:
    traits = [
        trait
        for trait in ("bold", "dim", "italic", "underline", "strike", "reverse")
        if getattr(style, trait)
    ]
    colour, behind = _names(style.color, names), _names(style.bgcolor, names)
    if letter == " " and not {"underline", "strike", "reverse"} & {*traits}:
        return Cell(" ", "", frozenset(), behind)  # of a space only what lies behind it is seen
    return Cell(letter, " ".join(traits), colour, behind)


def _names(colour: Color | None, names: dict[str, set[str]]) -> frozenset[str]:
    if colour is None:
        return frozenset()
    code = colour.triplet.hex if colour.triplet is not None else colour.name
    return frozenset(names.get(code, {code}))


# ---- writing


def told(pictures: list[Seen]) -> str:
    """The same screen in several colours, as a text that can be read and compared."""
    letters = [_dateless("".join(cell.letter for cell in row)).rstrip() for row in pictures[0]]
    styles: dict[str, str] = {}
    rows = []
    for cells in zip(*pictures, strict=True):
        looks = _joined([_look(place) for place in zip(*cells, strict=True)])
        row = [" " if look == PLAIN else styles.setdefault(look, _next(styles)) for look in looks]
        rows.append("".join(row).rstrip())
    legend = [f"{letter}  {look}" for look, letter in styles.items()]
    return "\n".join([*_framed(letters), *_framed(rows), *legend, ""])


PLAIN = "on background"


def _dateless(row: str) -> str:
    """The same on every day."""
    return row.replace(streak.today(), "YYYY-MM-DD")


def _next(styles: dict[str, str]) -> str:
    return LETTERS[len(styles)]


def _framed(rows: list[str]) -> list[str]:
    return ["-" * 20, *(f"|{row}" for row in rows), "-" * 20]


def _look(place: tuple[Cell, ...]) -> str:
    """The style of one place; where its colours have no common word, one after the other."""
    colour = _common([cell.colour for cell in place])
    behind = _common([cell.behind for cell in place])
    return " ".join(filter(None, [place[0].traits, colour, behind and f"on {behind}"]))


def _joined(looks: list[str]) -> list[str]:
    """Gaps between words filled with the style of the words, so that a run stays in one piece."""
    joined = list(looks)
    for place in range(1, len(looks) - 1):
        before, after = (
            joined[place - 1],
            next((look for look in looks[place:] if look != looks[place]), ""),
        )
        if before == after and before.endswith(f" {looks[place]}"):
            joined[place] = before
    return joined


def _common(names: list[frozenset[str]]) -> str:
    shared = frozenset.intersection(*names)
    if shared:
        return min(shared, key=lambda name: WORDS.index(name) if name in WORDS else -1)
    return "/".join(min(some) for some in names if some)


# ---- comparing


@pytest.fixture(autouse=True)
def _at_home(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is kept in a folder whose name is the same everywhere."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NUMDUEL_HOME", "numduel-home")
    monkeypatch.delenv("COLORFGBG", raising=False)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", SCREENS)
@app_test
async def test_a_screen_looks_as_it_did(name: str, size: str) -> None:
    shot = SCREENS[name]
    if shot.before is not None:
        shot.before()
    pictures = await seen(shot, SIZES[size])
    letters = [[cell.letter + cell.traits for row in seen for cell in row] for seen in pictures]
    assert letters[0] == letters[1], "not only the colours are other ones"
    _compare(FOLDER / f"{name}-{size}.txt", told(pictures))


def _compare(file: Path, text: str) -> None:
    if WRITES:
        FOLDER.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return
    before = file.read_text(encoding="utf-8") if file.exists() else ""
    if text != before:
        lines = (before.splitlines(), text.splitlines())
        diff = difflib.unified_diff(*lines, "as it was", "as it is", lineterm="", n=2)
        pytest.fail(
            "\n".join([f"{file.name} has changed; SNAPSHOT=write if it shall:", *diff]),
            pytrace=False,
        )


def test_every_snapshot_is_of_a_screen() -> None:
    there = {file.name for file in FOLDER.iterdir()}
    assert there == {f"{name}-{size}.txt" for name in SCREENS for size in SIZES}


def test_a_snapshot_tells_letters_and_styles() -> None:
    def row(text: str, colour: str, traits: str = "") -> list[Cell]:
        return [
            Cell(letter, traits, frozenset({colour, "tile"}), frozenset({"background"}))
            for letter in text
        ]

    dark = [row("ab", "one"), row("c", "#123456", "bold")]
    light = [row("ab", "one"), row("c", "two", "bold")]
    assert told([dark, light]).split("\n") == [
        *("-" * 20, "|ab", "|c", "-" * 20),
        *("-" * 20, "|aa", "|b", "-" * 20),
        "a  one on background",
        "b  bold tile on background",
        "",
    ]
