"""Snapshots of every screen: its characters, and their styles with the theme's colour names.

After an intended change, set SNAPSHOT=write to rewrite the snapshots; then read the diff.
"""

from __future__ import annotations

import difflib
import os
import shlex
import string
from collections.abc import Iterator
from datetime import date
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
SHOULD_WRITE = os.environ.get("SNAPSHOT") == "write"

COLOUR_NAMES = (
    *("foreground", "background", "surface", "panel", "one", "two", "one-trail", "two-trail"),
    *("both-trail", "on-player", "legal", "quiet", "tile", "tile-line", "primary", "secondary"),
    *("accent", "warning", "error", "success"),
)
"""Theme colours that a snapshot names."""

STYLE_KEYS = string.ascii_lowercase + string.ascii_uppercase + string.digits


class Cell(NamedTuple):
    """One cell of the screen: its character, text style and possible colour names."""

    letter: str
    traits: str
    colour: frozenset[str]
    behind: frozenset[str]


Screenshot = list[list[Cell]]


# ---- taking


async def take_screenshots(shot: Shot, size: tuple[int, int]) -> list[Screenshot]:
    """Return a screen at rest, once per colour scheme."""
    pictures = []
    async with open_app(shot.opening, size) as pilot:
        for word in shlex.split(shot.keys, posix=False):
            await _press(pilot, word)
        assert isinstance(pilot.app, NumduelApp)
        for colours in COLOURS:
            pilot.app.apply_settings(pilot.app.settings.replace(colours=colours))
            await settle(pilot)
            pictures.append(list(_read_rows(pilot.app)))
    return pictures


async def _press(pilot: Pilot[None], word: str) -> None:
    if word.startswith("'"):
        await type_line(pilot, word.strip("'"))
    else:
        await pilot.press(word)
        await settle(pilot)


def _read_rows(app: NumduelApp) -> Iterator[list[Cell]]:
    names: dict[str, set[str]] = {}
    for word in COLOUR_NAMES:
        names.setdefault(app.theme_variables[word].lower(), set()).add(word)
    for strip in app.screen._compositor.render_strips():
        cells = []
        for text, style, _ in strip:
            cells += [_make_cell(letter, style or Style(), names) for letter in text]
        yield cells


def _make_cell(letter: str, style: Style, names: dict[str, set[str]]) -> Cell:
    traits = [
        trait
        for trait in ("bold", "dim", "italic", "underline", "strike", "reverse")
        if getattr(style, trait)
    ]
    colour, behind = _colour_names(style.color, names), _colour_names(style.bgcolor, names)
    if letter == " " and not {"underline", "strike", "reverse"} & {*traits}:
        return Cell(" ", "", frozenset(), behind)  # a space shows only its background
    return Cell(letter, " ".join(traits), colour, behind)


def _colour_names(colour: Color | None, names: dict[str, set[str]]) -> frozenset[str]:
    if colour is None:
        return frozenset()
    code = colour.triplet.hex if colour.triplet is not None else colour.name
    return frozenset(names.get(code, {code}))


# ---- writing


def format_snapshot(pictures: list[Screenshot]) -> str:
    """Format one screen in several colour schemes as a text to read and compare."""
    letters = [_mask_date("".join(cell.letter for cell in row)).rstrip() for row in pictures[0]]
    styles: dict[str, str] = {}
    rows = []
    for cells in zip(*pictures, strict=True):
        looks = _join_gaps([_describe_style(cell) for cell in zip(*cells, strict=True)])
        row = [
            " " if look == PLAIN_STYLE else styles.setdefault(look, _next_style_key(styles))
            for look in looks
        ]
        rows.append("".join(row).rstrip())
    legend = [f"{letter}  {look}" for look, letter in styles.items()]
    return "\n".join([*_frame(letters), *_frame(rows), *legend, ""])


PLAIN_STYLE = "on background"


def _mask_date(row: str) -> str:
    """Replace today's date, which changes: the real one and that of the calendars."""
    for day in (date.today().isoformat(), streak.today()):
        row = row.replace(day, "YYYY-MM-DD")
    return row


def _next_style_key(styles: dict[str, str]) -> str:
    return STYLE_KEYS[len(styles)]


def _frame(rows: list[str]) -> list[str]:
    return ["-" * 20, *(f"|{row}" for row in rows), "-" * 20]


def _describe_style(cells: tuple[Cell, ...]) -> str:
    """Describe the style of one cell; list its colours if they share no name."""
    colour = _common_name([cell.colour for cell in cells])
    behind = _common_name([cell.behind for cell in cells])
    return " ".join(filter(None, [cells[0].traits, colour, behind and f"on {behind}"]))


def _join_gaps(looks: list[str]) -> list[str]:
    """Give gaps between words the style of the words, to keep runs whole."""
    joined = list(looks)
    for index in range(1, len(looks) - 1):
        before, after = (
            joined[index - 1],
            next((look for look in looks[index:] if look != looks[index]), ""),
        )
        if before == after and before.endswith(f" {looks[index]}"):
            joined[index] = before
    return joined


def _common_name(names: list[frozenset[str]]) -> str:
    shared = frozenset.intersection(*names)
    if shared:
        return min(
            shared, key=lambda name: COLOUR_NAMES.index(name) if name in COLOUR_NAMES else -1
        )
    return "/".join(min(some) for some in names if some)


# ---- comparing


@pytest.fixture(autouse=True)
def _use_fixed_home(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a data folder whose name is the same everywhere."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NUMDUEL_HOME", "numduel-home")
    monkeypatch.delenv("COLORFGBG", raising=False)
    monkeypatch.setattr(streak, "today", lambda: "2026-11-17")  # calendars show the month


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", SCREENS)
@app_test
async def test_screen_matches_its_snapshot(name: str, size: str) -> None:
    shot = SCREENS[name]
    if shot.before is not None:
        shot.before()
    pictures = await take_screenshots(shot, SIZES[size])
    letters = [[cell.letter + cell.traits for row in seen for cell in row] for seen in pictures]
    assert letters[0] == letters[1], "the colour schemes differ in more than colours"
    _compare(FOLDER / f"{name}-{size}.txt", format_snapshot(pictures))


def _compare(file: Path, text: str) -> None:
    if SHOULD_WRITE:
        FOLDER.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return
    before = file.read_text(encoding="utf-8") if file.exists() else ""
    if text != before:
        lines = (before.splitlines(), text.splitlines())
        diff = difflib.unified_diff(*lines, "before", "now", lineterm="", n=2)
        pytest.fail(
            "\n".join(
                [f"{file.name} has changed. If this is intended, set SNAPSHOT=write.", *diff]
            ),
            pytrace=False,
        )


def test_every_snapshot_belongs_to_a_screen() -> None:
    there = {file.name for file in FOLDER.iterdir()}
    assert there == {f"{name}-{size}.txt" for name in SCREENS for size in SIZES}


def test_snapshot_contains_characters_and_styles() -> None:
    def row(text: str, colour: str, traits: str = "") -> list[Cell]:
        return [
            Cell(letter, traits, frozenset({colour, "tile"}), frozenset({"background"}))
            for letter in text
        ]

    dark = [row("ab", "one"), row("c", "#123456", "bold")]
    light = [row("ab", "one"), row("c", "two", "bold")]
    assert format_snapshot([dark, light]).split("\n") == [
        *("-" * 20, "|ab", "|c", "-" * 20),
        *("-" * 20, "|aa", "|b", "-" * 20),
        "a  one on background",
        "b  bold tile on background",
        "",
    ]
