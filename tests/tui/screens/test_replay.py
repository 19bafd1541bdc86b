"""The replay list in the app: saved games, and any record file."""

from __future__ import annotations

import os
import re
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


def save_game(name: str, *moves: str, age: int = 0, **tags: str) -> Match:
    """Save a game of Sum Battle, last played `age` seconds before the newest."""
    match = Match(numduel.new("sum", target=9))
    match.tags |= tags
    for move in moves:
        match.play(move)
    save = Save(name)
    save.keep(match)
    os.utime(save.path, (1_700_000_000 - age, 1_700_000_000 - age))
    return match


def replay_screen(pilot: Pilot[None]) -> ReplayScreen:
    screen = pilot.app.screen
    assert isinstance(screen, ReplayScreen)
    return screen


def message(pilot: Pilot[None]) -> str:
    return str(replay_screen(pilot).query_one("#message", Static).content)


def rows(pilot: Pilot[None]) -> list[str]:
    return [str(option.prompt) for option in replay_screen(pilot).games.options]


async def open_path(pilot: Pilot[None], path: str) -> None:
    """Enter the name of a file."""
    await pilot.press("f")
    replay_screen(pilot).field.value = path
    await pilot.press("enter")
    await settle(pilot)


# ---- the list


@pytest.mark.parametrize("size", [SMALL, LARGE])
@app_test
async def test_list_shows_time_game_players_and_result(size: tuple[int, int]) -> None:
    save_game("won", "9", Player1="[b]Ann[/b]", Player2="Bob", Date="2026.11.01")
    save_game("open", "1", age=10)
    async with open_app(ReplayScreen, size) as pilot:
        won, unfinished = rows(pilot)
        assert won.endswith("  Sum Battle        [b]Ann[/b] against Bob, [b]Ann[/b] won")
        assert re.match(r"2023-11-1\d \d\d:\d\d  ", won)
        assert unfinished.endswith("Player 1 against Player 2, unfinished, turn 2")
        assert "2 games" in message(pilot)


@app_test
async def test_list_can_be_limited_to_one_game() -> None:
    save_game("one", "1")
    save_game("two", "2", age=10)
    Save("maze").keep(Match(numduel.new("maze", seed=1)))
    async with open_app(ReplayScreen) as pilot:
        assert len(rows(pilot)) == 3
        await pilot.press("g")
        assert ["Number Maze" in row for row in rows(pilot)] == [True]
        assert message(pilot) == "1 game of Number Maze, latest first."
        await pilot.press("g")
        assert ["Sum Battle" in row for row in rows(pilot)] == [True, True]
        await pilot.press("g")
        assert len(rows(pilot)) == 3
        await pilot.press("g", "enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ReviewScreen)
        assert pilot.app.screen.match.game.id == "maze"


@app_test
async def test_results_are_told_from_the_players_side_and_unfinished_games_can_be_hidden() -> None:
    for age, (name, moves) in enumerate({"won": "9", "lost": "49", "open": "1"}.items()):
        save_game(name, *moves, age=10 * age, Type1="human", Player2="Casual", Type2="casual")
    async with open_app(ReplayScreen) as pilot:
        ends = ("won against Casual", "lost to Casual", "unfinished against Casual, turn 2")
        for row, end in zip(rows(pilot), ends, strict=True):
            assert row.endswith(end)
        await pilot.press("u")
        assert [row.split("  ")[-1] for row in rows(pilot)] == list(ends[:2])
        assert message(pilot) == "2 finished games, latest first."
        await pilot.press("g")
        assert message(pilot) == "2 finished games of Sum Battle, latest first."
        await pilot.press("u")
        assert len(rows(pilot)) == 3


@app_test
async def test_resigned_game_counts_as_finished() -> None:
    resigned = save_game("resigned", "1", Player1="Ann", Player2="Bob")
    resigned.resign(Player.ONE)
    Save("resigned").keep(resigned)
    async with open_app(ReplayScreen, LARGE) as pilot:
        assert rows(pilot)[0].endswith("Ann against Bob, Bob won")
        glance = str(replay_screen(pilot).query_one("#glance-head", Static).content)
        assert glance.endswith("Ann resigned. Bob won the game.")
        await pilot.press("enter")
        await settle(pilot)
        words = str(pilot.app.screen.query_one("#message", Static).content)
        assert "Ann resigned. Bob won the game." in words


@app_test
async def test_enter_opens_the_game_under_the_cursor_and_escape_returns() -> None:
    save_game("first", "9")
    second = save_game("second", "1", "3", age=10)
    async with open_app(ReplayScreen) as pilot:
        await pilot.press("down", "enter")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, ReviewScreen)
        assert screen.match.plies == second.plies
        await pilot.press("escape")
        assert replay_screen(pilot).games.highlighted == 1
        assert replay_screen(pilot).focused is replay_screen(pilot).games
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, HomeScreen)


@app_test
async def test_unfinished_game_opened_for_review_counts_as_help() -> None:
    save_game("first", "1")
    done = Match(numduel.new("sum", target=9))
    done.resign(Player.TWO)
    Save("done").keep(done)
    for typed in (["enter"], ["f", *Save("first").path, "enter"]):
        async with open_app(ReplayScreen) as pilot:
            await settle(pilot)
            names = [option.id for option in replay_screen(pilot).games.options]
            replay_screen(pilot).games.highlighted = names.index("first")
            await pilot.press(*("slash" if key == "/" else key for key in typed))
            await settle(pilot)
            assert isinstance(pilot.app.screen, ReviewScreen)
            await pilot.press("escape")
            replay_screen(pilot).games.highlighted = names.index("done")
            await pilot.press("escape", "enter")
    assert Save("first").load().tags["Help"] == "analyses=2"
    assert "Help" not in Save("done").load().tags


@app_test
async def test_click_opens_a_game() -> None:
    save_game("first", "9")
    second = save_game("second", "1", "3", age=10)
    async with open_app(ReplayScreen) as pilot:
        await pilot.click("#games", offset=(10, 2))
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, ReviewScreen)
        assert screen.match.plies == second.plies


@app_test
async def test_empty_list_says_what_to_do() -> None:
    async with open_app(ReplayScreen) as pilot:
        assert "No saved games yet" in message(pilot)
        await pilot.press("down", "up", "enter")
        replay_screen(pilot)


@app_test
async def test_damaged_game_is_listed_with_its_error() -> None:
    save_game("good", "9", age=10)
    Path(Save("bad").path).write_text("[Game [b]")
    async with open_app(ReplayScreen, LARGE) as pilot:
        assert "damaged" in rows(pilot)[0]
        await pilot.press("enter")
        await settle(pilot)
        assert "damaged" in message(pilot)
        await pilot.press("down", "enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ReviewScreen)


@app_test
async def test_deleted_game_is_reported() -> None:
    save_game("gone", "9")
    async with open_app(ReplayScreen) as pilot:
        os.unlink(Save("gone").path)
        await pilot.press("enter")
        await settle(pilot)
        assert "The saved game 'gone' does not exist" in message(pilot)


@app_test
async def test_keys_work_while_1000_games_are_listed() -> None:
    save_game("0", "9")
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
async def test_leaving_cancels_reading() -> None:
    save_game("0", "9")
    async with open_app() as pilot:
        await pilot.app.push_screen(ReplayScreen())
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(pilot.app.screen, HomeScreen)
        assert not list(pilot.app.workers)


@app_test
async def test_no_key_deletes_a_game() -> None:
    save_game("first", "9")
    async with open_app(ReplayScreen) as pilot:
        await pilot.press("d", "delete", "backspace", "x")
        assert [save.name for save in saves.list_saves()] == ["first"]


# ---- preview


@app_test
async def test_wide_screen_previews_the_game() -> None:
    match = save_game("won", "9")
    save_game("open", "1", age=10)
    async with open_app(ReplayScreen, LARGE) as pilot:
        screen = replay_screen(pilot)
        assert screen.board.picture == match.game.picture(match.state)
        await pilot.press("down")
        await settle(pilot)
        assert "Unfinished" in str(screen.query_one("#glance-head", Static).content)
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
        await open_path(pilot, f"'{file}'")
        screen = pilot.app.screen
        assert isinstance(screen, ReviewScreen)
        assert screen.match.plies == match.plies
        await pilot.press("escape")
        assert replay_screen(pilot).field.value == f"'{file}'"


@app_test
async def test_saved_game_can_be_opened_by_name() -> None:
    save_game("mine", "9")
    async with open_app(ReplayScreen) as pilot:
        await open_path(pilot, "mine")
        assert isinstance(pilot.app.screen, ReviewScreen)


@app_test
async def test_unreadable_files_show_an_error(tmp_path: Path) -> None:
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
            ("pipe", "isn't a record file"),
        ]:
            await open_path(pilot, str(tmp_path / name))
            assert words in message(pilot), name
            assert replay_screen(pilot).focused is replay_screen(pilot).field
        await open_path(pilot, "")
        assert "Type the path of a record file" in message(pilot)


@app_test
async def test_tab_completes_the_name(tmp_path: Path) -> None:
    (tmp_path / "game-of-maze").write_text("")
    async with open_app(ReplayScreen) as pilot:
        await pilot.press("slash")
        screen = replay_screen(pilot)
        screen.field.value = str(tmp_path / "gam")
        await pilot.press("tab")
        assert screen.field.value == str(tmp_path / "game-of-maze")
        await pilot.press("tab")
        assert screen.focused is screen.games
        await pilot.press("shift+tab", "escape")
        assert screen.focused is screen.games


@app_test
async def test_question_mark_lists_the_keys() -> None:
    async with open_app(ReplayScreen) as pilot:
        await pilot.press("question_mark")
        assert isinstance(pilot.app.screen, KeysScreen)
        keys = str(pilot.app.screen.query_one("#keys Static", Static).content)
        assert "open a record file" in keys
        await pilot.press("escape")
        replay_screen(pilot)


@app_test
async def test_resize_keeps_selection_and_text() -> None:
    save_game("first", "9")
    save_game("second", "1", age=10)
    async with open_app(ReplayScreen, LARGE) as pilot:
        await pilot.press("down", "f", *"abc")
        for size in [(40, 12), (200, 60), SMALL]:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert (replay_screen(pilot).games.highlighted, replay_screen(pilot).field.value) == (
                1,
                "abc",
            )
            assert replay_screen(pilot).focused is replay_screen(pilot).field
