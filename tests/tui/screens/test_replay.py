"""Games seen again in the app: the kept ones, and any record in a file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Static
from tui_support import LARGE, SMALL, app_test, open_app, settle

import numduel
from numduel import Match, Player, record
from numduel.storage import saves
from numduel.storage.saves import Save
from numduel.tui.screens.home import HomeScreen
from numduel.tui.screens.keys import KeysScreen
from numduel.tui.screens.replay import ReplayScreen
from numduel.tui.screens.review import ReviewScreen

pytestmark = pytest.mark.usefixtures("home")


def kept(name: str, *moves: str, age: int = 0, **tags: str) -> Match:
    """A game of Sum Battle on disk, last played so many seconds ago."""
    match = Match(numduel.new("sum", target=9))
    match.tags |= tags
    for move in moves:
        match.play(move)
    save = Save(name)
    save.keep(match)
    os.utime(save.path, (1_700_000_000 - age, 1_700_000_000 - age))
    return match


def shelf(pilot: Pilot[None]) -> ReplayScreen:
    screen = pilot.app.screen
    assert isinstance(screen, ReplayScreen)
    return screen


def said(pilot: Pilot[None]) -> str:
    return str(shelf(pilot).query_one("#message", Static).content)


def rows(pilot: Pilot[None]) -> list[str]:
    return [str(option.prompt) for option in shelf(pilot).games.options]


async def named(pilot: Pilot[None], path: str) -> None:
    """Name a file, and Enter."""
    await pilot.press("f")
    shelf(pilot).field.value = path
    await pilot.press("enter")
    await settle(pilot)


# ---- the list


@pytest.mark.parametrize("size", [SMALL, LARGE])
@app_test
async def test_the_list_tells_when_what_who_and_how_it_ended(size: tuple[int, int]) -> None:
    kept("won", "9", Player1="[b]Ann[/b]", Player2="Bob", Date="2026.11.01")
    kept("open", "1", age=10)
    async with open_app(ReplayScreen, size) as pilot:
        won, unfinished = rows(pilot)
        assert won == "2026.11.01  Sum Battle        [b]Ann[/b] against Bob, [b]Ann[/b] won"
        assert unfinished.endswith("Player 1 against Player 2, unfinished, turn 2")
        assert unfinished.startswith("2023.11.1")
        assert "2 games" in said(pilot)


@app_test
async def test_a_game_that_people_ended_is_finished() -> None:
    resigned = kept("resigned", "1", Player1="Ann", Player2="Bob")
    resigned.resign(Player.ONE)
    Save("resigned").keep(resigned)
    async with open_app(ReplayScreen, LARGE) as pilot:
        assert rows(pilot)[0].endswith("Ann against Bob, Bob won")
        glance = str(shelf(pilot).query_one("#glance-head", Static).content)
        assert glance.endswith("Ann resigned. Bob won the game.")
        await pilot.press("enter")
        await settle(pilot)
        words = str(pilot.app.screen.query_one("#message", Static).content)
        assert "Ann resigned. Bob won the game." in words


@app_test
async def test_enter_opens_the_game_under_the_cursor_and_esc_comes_back() -> None:
    kept("first", "9")
    second = kept("second", "1", "3", age=10)
    async with open_app(ReplayScreen) as pilot:
        await pilot.press("down", "enter")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, ReviewScreen)
        assert screen.match.plies == second.plies
        await pilot.press("escape")
        assert shelf(pilot).games.highlighted == 1
        assert shelf(pilot).focused is shelf(pilot).games
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, HomeScreen)


@app_test
async def test_a_click_opens_a_game() -> None:
    kept("first", "9")
    second = kept("second", "1", "3", age=10)
    async with open_app(ReplayScreen) as pilot:
        await pilot.click("#games", offset=(10, 2))
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, ReviewScreen)
        assert screen.match.plies == second.plies


@app_test
async def test_without_games_it_says_what_can_be_done() -> None:
    async with open_app(ReplayScreen) as pilot:
        assert "No game has been kept yet" in said(pilot)
        await pilot.press("down", "up", "enter")
        shelf(pilot)


@app_test
async def test_a_damaged_game_is_listed_and_says_what_is_wrong() -> None:
    kept("good", "9", age=10)
    Path(Save("bad").path).write_text("[Game [b]")
    async with open_app(ReplayScreen, LARGE) as pilot:
        assert "damaged" in rows(pilot)[0]
        await pilot.press("enter")
        await settle(pilot)
        assert "damaged" in said(pilot)
        await pilot.press("down", "enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ReviewScreen)


@app_test
async def test_a_game_that_has_gone_meanwhile_says_so() -> None:
    kept("gone", "9")
    async with open_app(ReplayScreen) as pilot:
        os.unlink(Save("gone").path)
        await pilot.press("enter")
        await settle(pilot)
        assert "There is no saved game 'gone'" in said(pilot)


@app_test
async def test_a_thousand_games_are_listed_while_keys_are_heard() -> None:
    kept("0", "9")
    text = Path(Save("0").path).read_text()
    for number in range(1, 1000):
        Path(Save(str(number)).path).write_text(text)
    async with open_app() as pilot:
        screen = ReplayScreen()
        await pilot.app.push_screen(screen)
        await pilot.press("f", *"abc")
        assert screen.field.value == "abc"
        await settle(pilot)
        assert screen.games.option_count == 1000
        await pilot.press("escape", "end")
        assert screen.games.highlighted == 999


@app_test
async def test_leaving_ends_the_reading() -> None:
    kept("0", "9")
    async with open_app() as pilot:
        await pilot.app.push_screen(ReplayScreen())
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(pilot.app.screen, HomeScreen)
        assert not list(pilot.app.workers)


@app_test
async def test_nothing_is_ever_deleted() -> None:
    kept("first", "9")
    async with open_app(ReplayScreen) as pilot:
        await pilot.press("d", "delete", "backspace", "x")
        assert [save.name for save in saves.list_saves()] == ["first"]


# ---- at a glance


@app_test
async def test_where_there_is_room_the_game_is_seen_beside_the_list() -> None:
    match = kept("won", "9")
    kept("open", "1", age=10)
    async with open_app(ReplayScreen, LARGE) as pilot:
        screen = shelf(pilot)
        assert screen.board.picture == match.game.picture(match.state)
        await pilot.press("down")
        await settle(pilot)
        assert "UnfinishedGame" in str(screen.query_one("#glance-head", Static).content)
        await pilot.resize_terminal(*SMALL)
        await pilot.pause()
        assert not screen.query_one("#glance").display
        assert screen.games.highlighted == 1


# ---- any file


@app_test
async def test_any_record_file_can_be_opened(tmp_path: Path) -> None:
    match = Match(numduel.new("maze", seed=7))
    match.play(match.moves[0])
    file = tmp_path / "some game.txt"
    file.write_text(record.dumps(match))
    async with open_app(ReplayScreen) as pilot:
        await named(pilot, f"'{file}'")
        screen = pilot.app.screen
        assert isinstance(screen, ReviewScreen)
        assert screen.match.plies == match.plies
        await pilot.press("escape")
        assert shelf(pilot).field.value == f"'{file}'"


@app_test
async def test_a_saved_game_can_be_named_too() -> None:
    kept("mine", "9")
    async with open_app(ReplayScreen) as pilot:
        await named(pilot, "mine")
        assert isinstance(pilot.app.screen, ReviewScreen)


@app_test
async def test_what_cannot_be_read_is_said_in_place(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear [b]Ann")
    (tmp_path / "noise").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "long").write_bytes(b" " * (saves.MAX_RECORD_BYTES + 2))
    os.mkfifo(tmp_path / "pipe")
    async with open_app(ReplayScreen) as pilot:
        for name, words in [
            ("", "is a folder"),
            ("nothing", "No such file"),
            ("letter", "line 1"),
            ("noise", "not UTF-8"),
            ("long", "too long"),
            ("pipe", "no file that could hold a record"),
        ]:
            await named(pilot, str(tmp_path / name))
            assert words in said(pilot), name
            assert shelf(pilot).focused is shelf(pilot).field
        await named(pilot, "")
        assert "Type the name of a record file" in said(pilot)


@app_test
async def test_tab_completes_the_name(tmp_path: Path) -> None:
    (tmp_path / "game-of-maze").write_text("")
    async with open_app(ReplayScreen) as pilot:
        await pilot.press("slash")
        screen = shelf(pilot)
        screen.field.value = str(tmp_path / "gam")
        await pilot.press("tab")
        assert screen.field.value == str(tmp_path / "game-of-maze")
        await pilot.press("tab")
        assert screen.focused is screen.games
        await pilot.press("shift+tab", "escape")
        assert screen.focused is screen.games


@app_test
async def test_keys_are_listed() -> None:
    async with open_app(ReplayScreen) as pilot:
        await pilot.press("question_mark")
        assert isinstance(pilot.app.screen, KeysScreen)
        told = str(pilot.app.screen.query_one("#keys Static", Static).content)
        assert "name any record file" in told
        await pilot.press("escape")
        shelf(pilot)


@app_test
async def test_a_resize_loses_nothing() -> None:
    kept("first", "9")
    kept("second", "1", age=10)
    async with open_app(ReplayScreen, LARGE) as pilot:
        await pilot.press("down", "f", *"abc")
        for size in [(40, 12), (200, 60), SMALL]:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert (shelf(pilot).games.highlighted, shelf(pilot).field.value) == (1, "abc")
            assert shelf(pilot).focused is shelf(pilot).field
