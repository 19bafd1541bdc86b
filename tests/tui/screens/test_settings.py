"""The settings: changed by keys and mouse, applied and saved at once, readable colours."""

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
from tui_support import LARGE, SMALL, app_test, open_app, settle, start_game

from numduel.tui import settings
from numduel.tui.app import NumduelApp
from numduel.tui.parts.form_row import FormRow
from numduel.tui.parts.key_bar import KeyBar
from numduel.tui.screens.home import HomeScreen
from numduel.tui.screens.keys import KeysScreen
from numduel.tui.screens.settings import SettingsScreen, make_sample
from numduel.tui.settings import COLOURS, Settings
from numduel.tui.themes import THEMES


def settings_screen(pilot: Pilot[None]) -> SettingsScreen:
    found = pilot.app.screen
    assert isinstance(found, SettingsScreen)
    return found


def row(pilot: Pilot[None], option: str) -> FormRow:
    return settings_screen(pilot).form.find(settings_screen(pilot).values, option)


def load_saved() -> dict[str, object]:
    saved: dict[str, object] = json.loads(Path(settings.file()).read_text())
    return saved


def text_of(pilot: Pilot[None], id: str) -> str:
    return str(pilot.app.screen.query_one(f"#{id}", Static).content)


def is_at(pilot: Pilot[None], kind: type[Screen[None]]) -> bool:
    return isinstance(pilot.app.screen, kind)


def animation_level(pilot: Pilot[None]) -> str:
    return pilot.app.animation_level


async def go_to_name(pilot: Pilot[None]) -> None:
    """Move the cursor to the first text row."""
    await pilot.press(*["down"] * 4)
    assert settings_screen(pilot).form.row.option == "name"


# ---- changing


@pytest.mark.usefixtures("home")
@app_test
async def test_typing_replaces_a_default_name_but_not_a_chosen_one() -> None:
    async with open_app(SettingsScreen) as pilot:
        await go_to_name(pilot)
        await pilot.press("enter", "A", "n", "n", "enter")
        assert load_saved()["name"] == "Ann"
        await pilot.press("enter", "e", "enter")
        assert load_saved()["name"] == "Anne"


@pytest.mark.usefixtures("home")
@app_test
async def test_names_are_typed_and_shown_at_once() -> None:
    async with open_app(SettingsScreen) as pilot:
        await go_to_name(pilot)
        await pilot.press("A", "n", "n", "enter", "down", "B", "o", "b")
        assert (load_saved()["name"], load_saved()["friend"]) == ("Ann", "Bob")
        assert "Ann" in str(settings_screen(pilot).players.content)
        assert "Bob" in str(settings_screen(pilot).players.content)
        await pilot.press("escape")
        assert load_saved()["friend"] == "Friend"
        assert isinstance(pilot.app.screen, SettingsScreen)


@pytest.mark.usefixtures("home")
@app_test
async def test_enter_changes_and_del_resets_every_row() -> None:
    async with open_app(SettingsScreen, name="Ann", animation=True) as pilot:
        keys = {key.label: key.description for key in settings_screen(pilot).query_one(KeyBar).keys}
        assert keys["Enter"] == "Change"
        for option in Settings.fields:
            while settings_screen(pilot).form.row.option != option:
                await pilot.press("down")
            before = row(pilot, option).value if row(pilot, option).is_changed else ""
            typed = ["x", "enter"] if row(pilot, option).is_text else []
            await pilot.press("enter", *typed)
            after = row(pilot, option).value
            assert after == f"{before}x" if typed else row(pilot, option).is_changed
            assert "Press Del to reset to " in text_of(pilot, "help")
            await pilot.press("delete")
            assert row(pilot, option).value == row(pilot, option).values.default(option)
        await pilot.press("A", "b", "left")
        assert "Del" not in text_of(pilot, "help")
        await pilot.press("delete", "enter")
        assert load_saved()["friend"] == "A"


@pytest.mark.usefixtures("home")
@app_test
async def test_empty_or_long_name_is_refused_and_the_old_one_stays() -> None:
    async with open_app(SettingsScreen, name="Ann") as pilot:
        await go_to_name(pilot)
        await pilot.press("backspace", "enter")
        assert "1 to 20 characters" in row(pilot, "name").fault
        assert row(pilot, "name").fault in text_of(pilot, "help")
        await pilot.press("down")
        assert load_saved()["name"] == "Ann"
        await pilot.press("up", *"x" * 21, "enter")
        assert "1 to 20 characters" in row(pilot, "name").fault
        assert load_saved()["name"] == "Ann"  # not a shortened one
        await pilot.press("backspace", "enter")
        assert load_saved()["name"] == "x" * 20
        await pilot.press("delete")
        assert load_saved()["name"] == "Guest"


@pytest.mark.usefixtures("home")
@app_test
async def test_names_are_never_read_as_markup() -> None:
    async with open_app(SettingsScreen, name="[bold]Ann[/]") as pilot:
        assert "[bold]Ann[/]" in str(row(pilot, "name").render())
        assert "[bold]Ann[/]" in str(settings_screen(pilot).players.content)


@pytest.mark.usefixtures("home")
@app_test
async def test_colours_change_all_screens_at_once() -> None:
    async with open_app(SettingsScreen) as pilot:
        for colours in (*COLOURS[1:], COLOURS[0]):
            await pilot.press("right")
            await settle(pilot)
            assert pilot.app.theme == THEMES[colours].name
            assert load_saved()["colours"] == colours
            wanted = Color.parse(THEMES[colours].background or "")
            assert settings_screen(pilot).styles.background == wanted
            assert THEMES[colours].variables["one"] in pilot.app.export_screenshot().lower()


@pytest.mark.usefixtures("home")
@app_test
async def test_enter_space_and_arrows_toggle_switches() -> None:
    async with open_app(SettingsScreen) as pilot:
        await pilot.press(*["down"] * 2, "enter")
        await settle(pilot)
        assert load_saved()["ascii"] is True
        assert settings_screen(pilot).has_class("-ascii")
        assert settings_screen(pilot).board.overlay.ascii
        assert str(settings_screen(pilot).players.render()).isascii()
        assert all(str(row.render()).isascii() for row in settings_screen(pilot).form.rows)
        await pilot.press("space")
        assert load_saved()["ascii"] is False
        assert not settings_screen(pilot).has_class("-ascii")
        assert not settings_screen(pilot).board.overlay.ascii
        await pilot.press("left", "delete")
        assert load_saved()["ascii"] is False


@pytest.mark.usefixtures("home")
@app_test
async def test_animation_setting_starts_and_stops_animation() -> None:
    async with open_app(SettingsScreen, animation=False) as pilot:
        await pilot.press("right", "down")
        assert not settings_screen(pilot).board.is_animating
        assert animation_level(pilot) == "none"
        await pilot.press("right")
        assert load_saved()["animation"] is True
        assert animation_level(pilot) == "full"
        assert settings_screen(pilot).board.is_animated
        await pilot.press("right")
        assert not settings_screen(pilot).board.is_animated
        assert not settings_screen(pilot).board.is_animating


@pytest.mark.usefixtures("home")
@app_test
async def test_clicks_change_settings() -> None:
    async with open_app(SettingsScreen) as pilot:
        colours = row(pilot, "colours")
        text = str(colours.render())
        await pilot.click(colours, offset=(text.index("›"), 0))
        assert load_saved()["colours"] == "light"
        await pilot.click(colours, offset=(text.index("‹"), 0))
        assert load_saved()["colours"] == "dark"
        await pilot.click(row(pilot, "friend"), offset=(20, 0))
        assert settings_screen(pilot).form.row.option == "friend"
        for id in ("#board", "#players", "#where"):
            await pilot.click(id)
            assert settings_screen(pilot).focused is settings_screen(pilot).form


# ---- the screen


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.usefixtures("home")
@app_test
async def test_everything_is_visible(size: tuple[int, int]) -> None:
    async with open_app(SettingsScreen, size=size) as pilot:
        whole = Size(*size).region
        for widget in (
            *settings_screen(pilot).form.rows,
            settings_screen(pilot).board,
            settings_screen(pilot).players,
        ):
            assert widget.region.height
            assert whole.contains_region(widget.region)
        assert settings.file() in text_of(pilot, "where")


@pytest.mark.usefixtures("home")
@app_test
async def test_resize_keeps_typed_text() -> None:
    async with open_app(SettingsScreen) as pilot:
        await go_to_name(pilot)
        await pilot.press("A", "n")
        for size in ((40, 12), (130, 50)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
        await pilot.press("n", "enter")
        assert load_saved()["name"] == "Ann"


@pytest.mark.usefixtures("home")
@app_test
async def test_question_mark_lists_the_keys_and_escape_returns() -> None:
    async with open_app(SettingsScreen) as pilot:
        await pilot.press("down", "down", "question_mark")
        assert is_at(pilot, KeysScreen)
        await pilot.press("escape")
        assert settings_screen(pilot).focused is settings_screen(pilot).form
        await pilot.press("escape")
        assert is_at(pilot, HomeScreen)


@pytest.mark.usefixtures("home")
@app_test
async def test_question_mark_is_text_while_typing() -> None:
    async with open_app(SettingsScreen, name="Ann") as pilot:
        await go_to_name(pilot)
        await pilot.press("question_mark")
        assert is_at(pilot, KeysScreen)
        await pilot.press("escape")
        assert load_saved()["name"] == "Ann"
        await pilot.press("B", "question_mark", "enter", "question_mark")
        assert load_saved()["name"] == "B?"
        assert is_at(pilot, KeysScreen)


@app_test
async def test_unsaved_settings_last_until_quitting(home: Path) -> None:
    async with open_app(SettingsScreen) as pilot:
        Path(settings.file()).unlink()
        Path(settings.file()).mkdir()
        await pilot.press("right")
        await settle(pilot)
        assert isinstance(pilot.app, NumduelApp)
        assert pilot.app.settings.colours == "light"
        assert any("couldn't be saved" in note.message for note in pilot.app._notifications)
    assert home.parent.exists()


def test_sample_is_a_game_in_progress() -> None:
    match = make_sample()
    assert match.has_moves
    assert not match.is_over


# ---- contrast


def luminance(colour: Color) -> float:
    """Return the relative luminance of a colour by WCAG 2."""
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


def test_contrast_follows_wcag() -> None:
    theme = Theme("test", primary="#777777", background="#ffffff", foreground="#000000")
    assert contrast(theme, "foreground", "background") == pytest.approx(21)
    assert contrast(theme, "primary", "background") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("colours", COLOURS)
def test_text_has_enough_contrast_on_every_background(colours: str) -> None:
    theme = THEMES[colours]
    pairs = [*product(TEXTS, SCREENS + TILES), *product(("accent",), SCREENS)]
    poor = {pair: contrast(theme, *pair) for pair in pairs if contrast(theme, *pair) < 4.5}
    assert poor == {}


@pytest.mark.parametrize("colours", COLOURS)
def test_frames_and_player_names_have_enough_contrast(colours: str) -> None:
    theme = THEMES[colours]
    for behind in (*SCREENS, "tile"):
        assert contrast(theme, "tile-line", behind) >= 3
    for player in ("one", "two"):
        assert contrast(theme, "on-player", player) >= 4.5
    for behind in ("legal", "primary"):  # a button, and one under the mouse
        assert contrast(theme, "background", behind) >= 4.5


# ---- the bell


@pytest.mark.parametrize("is_wanted", [True, False])
@pytest.mark.usefixtures("home")
@app_test
async def test_bell_rings_on_your_turn_if_wanted(is_wanted: bool) -> None:
    async with open_app(start_game("sum", "casual"), bell=is_wanted) as pilot:
        rung: list[bool] = []
        pilot.app.bell = lambda: rung.append(True)  # type: ignore[method-assign]
        await pilot.press("5", "enter")
        await settle(pilot)
        assert rung == [True] * is_wanted


def test_file_with_unknown_names_gives_the_other_settings(home: Path) -> None:
    path = Path(settings.file())
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('{"self": 1, "": 2, "replace": 3, "name": "Ann"}')
    assert settings.load().name == "Ann"
