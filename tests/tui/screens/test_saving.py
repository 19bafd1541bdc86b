"""Saving a copy of a record: where it is written, and what it never overwrites."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Static
from tui_support import LARGE, SMALL, app_test, open_app, settle

import numduel
from numduel import Match, record
from numduel.tui.parts.paths import PathField, complete_path, expand_path
from numduel.tui.screens.home import HomeScreen
from numduel.tui.screens.saving import SaveScreen


@pytest.fixture(autouse=True)
def desk(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use a new working folder, also as home folder."""
    folder = tmp_path / "desk"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HOME", str(folder))
    return folder


def make_match() -> Match:
    match = Match(numduel.new("sum"))
    match.play("7")
    return match


def open_save_screen() -> SaveScreen:
    return SaveScreen(make_match())


async def save_as(pilot: Pilot[None], path: str) -> None:
    """Enter a path."""
    field = pilot.app.screen.query_one(PathField)
    field.value = path
    await pilot.press("enter")
    await settle(pilot)


def problem(pilot: Pilot[None]) -> str:
    return str(pilot.app.screen.query_one("#problem", Static).content)


@app_test
async def test_enter_writes_to_the_proposed_name(desk: Path) -> None:
    async with open_app(open_save_screen) as pilot:
        name = pilot.app.screen.query_one(PathField).value
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, HomeScreen)
    assert (desk / name).read_text() == record.dumps(make_match())


@app_test
async def test_existing_name_is_not_proposed(desk: Path) -> None:
    async with open_app(open_save_screen) as pilot:
        taken = pilot.app.screen.query_one(PathField).value
    (desk / taken).write_text("something else")
    async with open_app(open_save_screen) as pilot:
        assert pilot.app.screen.query_one(PathField).value != taken
        await pilot.press("enter")
    assert (desk / taken).read_text() == "something else"


@app_test
async def test_field_takes_typed_letters(desk: Path) -> None:
    async with open_app(open_save_screen) as pilot:
        pilot.app.screen.query_one(PathField).value = ""
        await pilot.press(*"~", "slash", *"game", "enter")
        await settle(pilot)
    assert (desk / "game").read_text() == record.dumps(make_match())


@pytest.mark.parametrize("size", [SMALL, LARGE, (40, 14)])
@app_test
async def test_all_controls_are_visible(size: tuple[int, int]) -> None:
    async with open_app(open_save_screen, size) as pilot:
        await save_as(pilot, "nowhere/game.txt")
        for id in ("#path", "#problem", "#write", "#back"):
            region = pilot.app.screen.query_one(id).region
            assert region.area > 0
            assert region.bottom <= size[1]


@app_test
async def test_only_records_are_overwritten(desk: Path) -> None:
    (desk / "letter.txt").write_text("Dear Ann")
    async with open_app(open_save_screen) as pilot:
        for _ in range(2):
            await save_as(pilot, "letter.txt")
            assert "a file with that name exists" in problem(pilot)
    assert (desk / "letter.txt").read_text() == "Dear Ann"


@app_test
async def test_other_record_is_overwritten_only_after_confirmation(desk: Path) -> None:
    other = record.dumps(Match(numduel.new("maze", seed=1)))
    (desk / "game.txt").write_text(other)
    async with open_app(open_save_screen) as pilot:
        await save_as(pilot, "game.txt")
        assert "Enter again" in problem(pilot)
        assert (desk / "game.txt").read_text() == other
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, HomeScreen)
    assert (desk / "game.txt").read_text() == record.dumps(make_match())


@app_test
async def test_same_record_can_be_written_again(desk: Path) -> None:
    (desk / "game.txt").write_text(record.dumps(make_match()))
    async with open_app(open_save_screen) as pilot:
        await save_as(pilot, "game.txt")
        assert isinstance(pilot.app.screen, HomeScreen)


@app_test
async def test_write_errors_are_shown_and_can_be_corrected(desk: Path) -> None:
    async with open_app(open_save_screen) as pilot:
        for path, words in [
            ("", "Type a file name"),
            (str(desk), "is a folder"),
            ("nowhere/game.txt", "Folder 'nowhere' doesn't exist"),
            ("/dev/null", "a file with that name exists"),
            ("x" * 300, "couldn't be written"),
            ("a\0b", "couldn't be written"),
            ("[b]/x", "Folder '[b]' doesn't exist"),
        ]:
            await save_as(pilot, path)
            assert words in problem(pilot), path
            assert pilot.app.screen.focused is pilot.app.screen.query_one(PathField)
        await save_as(pilot, "game.txt")
        assert isinstance(pilot.app.screen, HomeScreen)
    assert os.listdir(desk) == ["game.txt"]


@app_test
async def test_typing_clears_the_error() -> None:
    async with open_app(open_save_screen) as pilot:
        await save_as(pilot, "nowhere/game.txt")
        await pilot.press("x")
        assert not problem(pilot)


@app_test
async def test_buttons_do_what_keys_do(desk: Path) -> None:
    async with open_app(open_save_screen) as pilot:
        await pilot.click("#back")
        await pilot.pause()
        assert isinstance(pilot.app.screen, HomeScreen)
        assert not os.listdir(desk)
        await pilot.app.push_screen(open_save_screen())
        await pilot.click("#write")
        await pilot.pause()
        assert isinstance(pilot.app.screen, HomeScreen)
        assert len(os.listdir(desk)) == 1


@app_test
async def test_escape_writes_nothing(desk: Path) -> None:
    async with open_app(open_save_screen) as pilot:
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, HomeScreen)
    assert not os.listdir(desk)


@app_test
async def test_tab_completes_a_path_then_moves_the_focus(desk: Path) -> None:
    (desk / "games").mkdir()
    for name in ("game-one.txt", "game-two.txt"):
        (desk / "games" / name).write_text("")
    async with open_app(open_save_screen) as pilot:
        field = pilot.app.screen.query_one(PathField)
        field.value = "~/ga"
        await pilot.press("tab")
        assert field.value == "~/games/"
        await pilot.press("tab")
        assert field.value == "~/games/game-"
        await pilot.press("tab")
        assert "game-one.txt  game-two.txt" in problem(pilot)
        await pilot.press("o", "tab")
        assert field.value == "~/games/game-one.txt"
        assert pilot.app.screen.focused is field
        await pilot.press("tab")
        assert pilot.app.screen.focused is pilot.app.screen.query_one("#write")


@app_test
async def test_resize_keeps_typed_text() -> None:
    async with open_app(open_save_screen) as pilot:
        await save_as(pilot, "nowhere/game.txt")
        await pilot.resize_terminal(30, 12)
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert pilot.app.screen.query_one(PathField).value == "nowhere/game.txt"
        assert problem(pilot)


def test_paths_expand_as_in_a_shell(desk: Path) -> None:
    assert expand_path(" '~/a b.txt' ") == f"{desk}/a b.txt"
    assert expand_path("'") == "'"
    assert complete_path("nowhere/x") == ("nowhere/x", [])
    assert complete_path("a\0") == ("a\0", [])
    (desk / ".hidden").write_text("")
    assert complete_path("") == ("", [])
    assert complete_path(".hi") == (".hidden", [".hidden"])
