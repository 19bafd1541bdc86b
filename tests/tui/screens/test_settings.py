"""The settings: every one by keys and mouse, at work and on disk at once, and colours to read."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest
from textual.color import Color
from textual.geometry import Size
from textual.pilot import Pilot
from textual.screen import Screen
from textual.theme import Theme
from textual.widgets import Static
from tui_support import LARGE, SMALL, app_test, open_app, settle

from numduel.tui import settings
from numduel.tui.app import NumduelApp
from numduel.tui.parts.form_row import FormRow
from numduel.tui.parts.key_bar import KeyBar
from numduel.tui.screens.home import HomeScreen
from numduel.tui.screens.keys import KeysScreen
from numduel.tui.screens.settings import SettingsScreen, make_sample
from numduel.tui.settings import COLOURS, Settings
from numduel.tui.themes import THEMES


def screen(pilot: Pilot[None]) -> SettingsScreen:
    found = pilot.app.screen
    assert isinstance(found, SettingsScreen)
    return found


def row(pilot: Pilot[None], option: str) -> FormRow:
    return screen(pilot).form.find(screen(pilot).values, option)


def kept() -> dict[str, object]:
    told: dict[str, object] = json.loads(Path(settings.file()).read_text())
    return told


def shown(pilot: Pilot[None], id: str) -> str:
    return str(pilot.app.screen.query_one(f"#{id}", Static).content)


def is_at(pilot: Pilot[None], kind: type[Screen[None]]) -> bool:
    return isinstance(pilot.app.screen, kind)


def moves(pilot: Pilot[None]) -> str:
    return pilot.app.animation_level


async def to_names(pilot: Pilot[None]) -> None:
    """The cursor on the first row in which letters are typed."""
    await pilot.press(*["down"] * 3)
    assert screen(pilot).form.row.option == "name"


# ---- changing


@pytest.mark.usefixtures("home")
@app_test
async def test_names_are_typed_and_shown_at_once() -> None:
    async with open_app(SettingsScreen) as pilot:
        await to_names(pilot)
        await pilot.press("A", "n", "n", "enter", "down", "B", "o", "b")
        assert (kept()["name"], kept()["friend"]) == ("Ann", "Bob")
        assert "Ann" in str(screen(pilot).players.content)
        assert "Bob" in str(screen(pilot).players.content)
        await pilot.press("escape")
        assert kept()["friend"] == "Friend"
        assert isinstance(pilot.app.screen, SettingsScreen)


@pytest.mark.usefixtures("home")
@app_test
async def test_enter_and_del_do_what_is_said_of_them_in_every_row() -> None:
    async with open_app(SettingsScreen, name="Ann", animation=True) as pilot:
        keys = {key.label: key.description for key in screen(pilot).query_one(KeyBar).keys}
        assert keys["Enter"] == "Change"
        for option in Settings.fields:
            while screen(pilot).form.row.option != option:
                await pilot.press("down")
            before = row(pilot, option).value
            typed = ["x", "enter"] if row(pilot, option).is_text else []
            await pilot.press("enter", *typed)
            after = row(pilot, option).value
            assert after == f"{before}x" if typed else after != before
            assert "Del goes back to " in shown(pilot, "help")
            await pilot.press("delete")
            assert row(pilot, option).value == row(pilot, option).values.default(option)
        await pilot.press("A", "b", "left")
        assert "Del" not in shown(pilot, "help")
        await pilot.press("delete", "enter")
        assert kept()["friend"] == "A"


@pytest.mark.usefixtures("home")
@app_test
async def test_an_empty_name_is_refused_in_place_and_the_old_one_stays() -> None:
    async with open_app(SettingsScreen, name="Ann") as pilot:
        await to_names(pilot)
        await pilot.press("backspace", "enter")
        assert "a name of up to 20 characters" in row(pilot, "name").fault
        assert row(pilot, "name").fault in shown(pilot, "help")
        await pilot.press("down")
        assert kept()["name"] == "Ann"
        await pilot.press("up", *"x" * 21, "enter")
        assert "up to 20 characters" in row(pilot, "name").fault
        assert kept()["name"] == "Ann"  # and not what would have been short enough
        await pilot.press("backspace", "enter")
        assert kept()["name"] == "x" * 20
        await pilot.press("delete")
        assert kept()["name"] == "Guest"


@pytest.mark.usefixtures("home")
@app_test
async def test_names_are_never_read_as_markup() -> None:
    async with open_app(SettingsScreen, name="[bold]Ann[/]") as pilot:
        assert "[bold]Ann[/]" in str(row(pilot, "name").render())
        assert "[bold]Ann[/]" in str(screen(pilot).players.content)


@pytest.mark.usefixtures("home")
@app_test
async def test_colours_change_all_screens_at_once() -> None:
    async with open_app(SettingsScreen) as pilot:
        for colours in (*COLOURS[1:], COLOURS[0]):
            await pilot.press("right")
            await settle(pilot)
            assert pilot.app.theme == THEMES[colours].name
            assert kept()["colours"] == colours
            wanted = Color.parse(THEMES[colours].background or "")
            assert screen(pilot).styles.background == wanted
            assert THEMES[colours].variables["one"] in pilot.app.export_screenshot().lower()


@pytest.mark.usefixtures("home")
@app_test
async def test_enter_space_and_arrows_turn_things_on_and_off() -> None:
    async with open_app(SettingsScreen) as pilot:
        await pilot.press(*["down"] * 2, "enter")
        await settle(pilot)
        assert kept()["ascii"] is True
        assert screen(pilot).has_class("-ascii")
        assert screen(pilot).board.overlay.ascii
        assert str(screen(pilot).players.render()).isascii()
        assert all(str(row.render()).isascii() for row in screen(pilot).form.rows)
        await pilot.press("space")
        assert kept()["ascii"] is False
        assert not screen(pilot).has_class("-ascii")
        assert not screen(pilot).board.overlay.ascii
        await pilot.press("left", "delete")
        assert kept()["ascii"] is False


@pytest.mark.usefixtures("home")
@app_test
async def test_animation_shows_itself_when_it_is_chosen_and_nothing_moves_without() -> None:
    async with open_app(SettingsScreen, animation=False) as pilot:
        await pilot.press("right", "down")
        assert not screen(pilot).board.is_animating
        assert moves(pilot) == "none"
        await pilot.press("right")
        assert kept()["animation"] is True
        assert moves(pilot) == "full"
        assert screen(pilot).board.is_animated
        await pilot.press("right")
        assert not screen(pilot).board.is_animated
        assert not screen(pilot).board.is_animating


@pytest.mark.usefixtures("home")
@app_test
async def test_clicks_change_things_too() -> None:
    async with open_app(SettingsScreen) as pilot:
        colours = row(pilot, "colours")
        text = str(colours.render())
        await pilot.click(colours, offset=(text.index("›"), 0))
        assert kept()["colours"] == "light"
        await pilot.click(colours, offset=(text.index("‹"), 0))
        assert kept()["colours"] == "dark"
        await pilot.click(row(pilot, "friend"), offset=(20, 0))
        assert screen(pilot).form.row.option == "friend"
        for place in ("#board", "#players", "#where"):
            await pilot.click(place)
            assert screen(pilot).focused is screen(pilot).form


# ---- the screen


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.usefixtures("home")
@app_test
async def test_everything_is_in_sight(size: tuple[int, int]) -> None:
    async with open_app(SettingsScreen, size=size) as pilot:
        whole = Size(*size).region
        for widget in (*screen(pilot).form.rows, screen(pilot).board, screen(pilot).players):
            assert widget.region.height
            assert whole.contains_region(widget.region)
        assert settings.file() in shown(pilot, "where")


@pytest.mark.usefixtures("home")
@app_test
async def test_a_resize_loses_nothing_that_is_being_typed() -> None:
    async with open_app(SettingsScreen) as pilot:
        await to_names(pilot)
        await pilot.press("A", "n")
        for size in ((40, 12), (130, 50)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
        await pilot.press("n", "enter")
        assert kept()["name"] == "Ann"


@pytest.mark.usefixtures("home")
@app_test
async def test_keys_are_listed_and_escape_leads_back() -> None:
    async with open_app(SettingsScreen) as pilot:
        await pilot.press("down", "down", "question_mark")
        assert is_at(pilot, KeysScreen)
        await pilot.press("escape")
        assert screen(pilot).focused is screen(pilot).form
        await pilot.press("escape")
        assert is_at(pilot, HomeScreen)


@pytest.mark.usefixtures("home")
@app_test
async def test_a_question_mark_asks_for_the_keys_unless_somebody_types() -> None:
    async with open_app(SettingsScreen, name="Ann") as pilot:
        await to_names(pilot)
        await pilot.press("question_mark")
        assert is_at(pilot, KeysScreen)
        await pilot.press("escape")
        assert kept()["name"] == "Ann"
        await pilot.press("B", "question_mark", "enter", "question_mark")
        assert kept()["name"] == "B?"
        assert is_at(pilot, KeysScreen)


@app_test
async def test_settings_that_cannot_be_kept_hold_until_the_end(home: Path) -> None:
    async with open_app(SettingsScreen) as pilot:
        Path(settings.file()).unlink()
        Path(settings.file()).mkdir()
        await pilot.press("right")
        await settle(pilot)
        assert isinstance(pilot.app, NumduelApp)
        assert pilot.app.settings.colours == "light"
        assert any("cannot be kept" in note.message for note in pilot.app._notifications)
    assert home.parent.exists()


def test_the_sample_shows_a_game_in_its_midst() -> None:
    match = make_sample()
    assert match.has_moves
    assert not match.is_over


# ---- colours that can be read


def luminance(colour: Color) -> float:
    """How light a colour is, by WCAG 2."""
    parts = [part / 255 for part in (colour.r, colour.g, colour.b)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(theme: Theme, front: str, behind: str) -> float:
    first, second = (luminance(Color.parse(colour(theme, name))) for name in (front, behind))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)


def colour(theme: Theme, name: str) -> str:
    found = theme.variables.get(name) or getattr(theme, name)
    assert isinstance(found, str)
    return found


SCREENS = ("background", "surface", "panel")
TILES = ("tile", "one-trail", "two-trail", "both-trail")
TEXTS = ("foreground", "quiet", "legal", "one", "two", "error", "primary", "success", "warning")


def test_contrast_is_counted_as_wcag_counts_it() -> None:
    theme = Theme("test", primary="#777777", background="#ffffff", foreground="#000000")
    assert contrast(theme, "foreground", "background") == pytest.approx(21)
    assert contrast(theme, "primary", "background") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("colours", COLOURS)
def test_text_can_be_read_on_everything_that_lies_behind_it(colours: str) -> None:
    theme = THEMES[colours]
    pairs = [*product(TEXTS, SCREENS + TILES), *product(("accent",), SCREENS)]
    poor = {pair: contrast(theme, *pair) for pair in pairs if contrast(theme, *pair) < 4.5}
    assert poor == {}


@pytest.mark.parametrize("colours", COLOURS)
def test_frames_can_be_seen_and_so_can_names_on_the_players_colours(colours: str) -> None:
    theme = THEMES[colours]
    for behind in (*SCREENS, "tile"):
        assert contrast(theme, "tile-line", behind) >= 3
    for player in ("one", "two"):
        assert contrast(theme, "on-player", player) >= 4.5
    for behind in ("legal", "primary"):  # a button, and one that is pointed at
        assert contrast(theme, "background", behind) >= 4.5
