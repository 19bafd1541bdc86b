"""Keys sent all at once, at the worst moment: the app stays open and loses nothing."""

from __future__ import annotations

import asyncio
import importlib
import json
import os
import pkgutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from screens import SCREENS, Shot
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Markdown, Static
from textual.widgets._toast import Toast
from tui_support import (
    CHARACTERS,
    app_test,
    open_app,
    pages,
    player_moves,
    run_app,
    send_burst,
    settle,
    start_game,
)

import numduel
from duel_support import where
from numduel import Match, Player, record
from numduel.daily.duel import Duel, RecordedResult, Result
from numduel.learning.lessons import lesson
from numduel.play.controller import MATCH_LIMIT_MESSAGE
from numduel.storage.autosave import Autosave
from numduel.storage.saves import Save
from numduel.tui import screens as folder
from numduel.tui import settings
from numduel.tui.app import NumduelApp
from numduel.tui.parts.paths import PathField
from numduel.tui.screens.duel import ResultScreen, screen_of
from numduel.tui.screens.home import HomeScreen
from numduel.tui.screens.play import PlayScreen
from numduel.tui.screens.resume_external import screen_for
from numduel.tui.screens.saving import SaveScreen
from running import run_program

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run in a temporary folder, where a burst may save files."""
    monkeypatch.chdir(tmp_path)


def play_screen(pilot: Pilot[None]) -> PlayScreen:
    screen = pilot.app.screen
    assert isinstance(screen, PlayScreen)
    return screen


def message(pilot: Pilot[None]) -> str:
    return str(play_screen(pilot).query_one("#message", Static).content)


# ---- on every screen


BURSTS = (
    "escape escape escape",
    "enter enter",
    "question_mark x x",
    "question_mark escape escape",
)

DUEL = Duel("2026-11-16", "maze", "4 3 8/9 5 1/2 7 6", Player.ONE, "casual")
RESULT = Result("2026-11-16", "maze", "casual", "won", 7, 3, 2, 1, "+-.+")


def save_game_with_program() -> None:
    match = Match.replay(numduel.new("sum"), ["5", "1"])
    match.tags |= {"Type1": "human", "Type2": "program ./bot.py"}
    Save("bot").keep(match)


ALL_SCREENS = {
    "HomeScreen": SCREENS["home"],
    "HomeScreen with a game to continue": SCREENS["home-continue"],
    "SetupScreen": SCREENS["setup"],
    "PlayScreen": SCREENS["play-sum"],
    "PlayScreen at the end": SCREENS["verdict"],
    "PlayScreen with a question": SCREENS["play-run-challenge"],
    "DuelScreen": Shot(lambda: screen_of(Autosave(DUEL.begin("Ann")))),
    "ResultScreen": Shot(lambda: ResultScreen(RecordedResult(RESULT, "This result counts."))),
    "OpponentsScreen": Shot(SCREENS["setup"].opening, "o"),
    "KeysScreen": SCREENS["keys"],
    "ReviewScreen": SCREENS["review"],
    "TrialScreen": Shot(SCREENS["review"].opening, "home t enter"),
    "SaveScreen": SCREENS["saving"],
    "ReplayScreen": SCREENS["replay"],
    "UnfinishedScreen": SCREENS["unfinished"],
    "ResumeExternalScreen": Shot(lambda: screen_for(Save("bot")), before=save_game_with_program),
    "LearnScreen": SCREENS["learn"],
    "LessonScreen": SCREENS["lesson"],
    "PuzzlesScreen": SCREENS["puzzles"],
    "ArchiveScreen": SCREENS["archive"],
    "PuzzleScreen": SCREENS["puzzle"],
    "StatisticsScreen": SCREENS["statistics"],
    "SettingsScreen": SCREENS["settings"],
}
"""Every screen by class name, opened as for its snapshot; some in several states."""


@pytest.mark.long
@pytest.mark.parametrize("name", ALL_SCREENS)
@app_test
async def test_burst_leaves_a_screen_with_a_way_home(name: str) -> None:
    opening, before, led = (
        ALL_SCREENS[name].opening,
        ALL_SCREENS[name].before,
        ALL_SCREENS[name].keys,
    )
    if before is not None:
        before()
    async with open_app() as pilot:
        for keys in BURSTS:
            with where(keys):
                if opening is not None:
                    await pilot.app.push_screen(opening())
                await send_burst(pilot, led)
                assert type(pilot.app.screen).__name__ == name.split()[0]
                await send_burst(pilot, keys)
                assert pages(pilot)[-1] is pilot.app.screen
                assert [type(page) is HomeScreen for page in pages(pilot)].index(True) == 0
                await return_home(pilot)
                await send_burst(pilot, "1")  # home still responds
                assert len(pages(pilot)) == 2
                await return_home(pilot)


async def return_home(pilot: Pilot[None]) -> None:
    for _ in range(6):
        if not isinstance(pilot.app.screen, HomeScreen):
            await send_burst(pilot, "escape")
    assert len(pages(pilot)) == 1


def test_bursts_cover_every_screen() -> None:
    offered = {
        name
        for found in pkgutil.iter_modules(folder.__path__)
        for module in [importlib.import_module(f"{folder.__name__}.{found.name}")]
        for name, thing in vars(module).items()
        if name.endswith("Screen") and thing.__module__ == module.__name__
    }
    assert {name.split()[0] for name in ALL_SCREENS} == offered


@pytest.mark.parametrize("loop_turns", range(8))
@app_test
async def test_keys_keep_their_order_while_screens_open(loop_turns: int) -> None:
    """With any number of event loop turns between two keys."""
    moves = [9, 1, 9, 1, 9, 1, 9, 1, 9, 1]
    keys = ["2", "left", "left", "left", "enter", *(k for n in moves for k in (str(n), "enter"))]
    async with open_app() as pilot:
        for key in keys:
            pilot.app.post_message(Key(key, CHARACTERS.get(key)))
            for _ in range(loop_turns):
                await asyncio.sleep(0)
        await settle(pilot)
        assert player_moves(play_screen(pilot).match) == [str(number) for number in moves]


# ---- keys during a search


FRESH_PROCESS = """
import asyncio, json, os, sys
from tui_support import open_app, pages, player_moves, send_burst, start_game

async def main(game, moves, keys):
    async with open_app(start_game(game)) as pilot:
        screen = pilot.app.screen
        await send_burst(pilot, " ".join(f"'{move}'" for move in moves.split()))
        assert screen.match.is_over or "numduel.engine.solving.analysis" not in sys.modules
        await send_burst(pilot, keys)
        names = [type(page).__name__ for page in pages(pilot)]
        print(json.dumps([names, player_moves(screen.match)]), flush=True)

game, moves, *bursts = sys.argv[1:]
for keys in bursts:
    if not os.fork():
        asyncio.run(main(game, moves, keys))
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.wait()[1]) == 0, keys
"""


def run_in_fresh_processes(game: str, moves: str, bursts: Iterable[str]) -> list[Any]:
    """Return screens and moves after each burst, each in a process without a loaded engine."""
    command = [sys.executable, "-c", FRESH_PROCESS, game, moves, *bursts]
    path = os.pathsep.join(sys.path)
    ran = run_program(command, seconds=120, env={**os.environ, "PYTHONPATH": path})
    assert (ran.returncode, ran.stderr) == (0, "")
    return [json.loads(line) for line in ran.stdout.splitlines()]


HOME, PLAY = ["HomeScreen"], ["HomeScreen", "PlayScreen"]


@pytest.mark.slow
@pytest.mark.parametrize("key", "hwa")
def test_keys_work_during_a_search(key: str) -> None:
    then = {
        "1 comma 1 enter": [PLAY, ["1,0", "4,3", "1,1"]],
        "u u u u": [PLAY, []],
        "escape": [HOME, ["1,0", "4,3"]],
    }
    bursts = [f"{key} {keys}" for keys in then]
    assert run_in_fresh_processes("run", "1,0 4,3", bursts) == list(then.values())


MAZE = "2,1 2,2 2,0 1,2 1,0"
"""A whole game on the board of seed 7."""


@pytest.mark.slow
def test_keys_work_during_a_review() -> None:
    then = {
        "1 comma 1 enter": [*PLAY, "ReviewScreen"],
        "u u u u": [*PLAY, "ReviewScreen"],
        "escape": PLAY,
        "escape escape": HOME,
    }
    results = run_in_fresh_processes("maze", MAZE, [f"v {keys}" for keys in then])
    assert results == [[pages, MAZE.split()] for pages in then.values()]


@app_test
async def test_undo_works_while_the_last_mistake_is_searched() -> None:
    async with open_app(start_game("maze", size=12)) as pilot:
        await send_burst(pilot, "'5,0' '6,11' '5,1' '6,10'")
        assert len(player_moves(play_screen(pilot).match)) == 4
        await send_burst(pilot, "w u u u u")
        assert player_moves(play_screen(pilot).match) == []
        assert message(pilot) == "Undone: 5,0"


@app_test
async def test_hint_after_the_end_is_dropped() -> None:
    async with open_app(start_game("sum")) as pilot:
        await send_burst(pilot, "'9' '1' '9' '1' '9' '1' '9' '1' '9' '1'")
        assert not play_screen(pilot).match.is_over
        await send_burst(pilot, "h 5 enter")
        match = play_screen(pilot).match
        assert match.is_over
        assert message(pilot) == " ".join(play_screen(pilot).narration.verdict())


# ---- limits


@app_test
async def test_rematch_after_the_last_possible_round_is_refused() -> None:
    async with open_app(start_game("maze", rounds=1000)) as pilot:
        session = play_screen(pilot).session
        session.state = session.state._replace(series=session.series._replace(round=1000))
        await send_burst(pilot, " ".join(f"'{move}'" for move in MAZE.split()))
        before = play_screen(pilot).match
        await send_burst(pilot, "m m")
        assert message(pilot) == MATCH_LIMIT_MESSAGE
        assert play_screen(pilot).match is before
        assert play_screen(pilot).session.series.rounds == 1000
        await send_burst(pilot, "escape")
        assert isinstance(pilot.app.screen, HomeScreen)


def open_save_screen() -> SaveScreen:
    opening = SCREENS["saving"].opening
    assert opening is not None
    screen = opening()
    assert isinstance(screen, SaveScreen)
    return screen


@app_test
async def test_field_takes_keys_in_order() -> None:
    async with open_app(open_save_screen) as pilot:
        await send_burst(pilot, "ctrl+u a b backspace c left d")
        assert pilot.app.screen.query_one(PathField).value == "adc"


@app_test
async def test_record_is_never_written_into_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    async with open_app(open_save_screen) as pilot:
        await send_burst(pilot, "ctrl+u 'pipe'")
        screen = pilot.app.screen
        assert isinstance(screen, SaveScreen)
        problem = str(screen.query_one("#problem", Static).content)
        assert problem.startswith("'pipe' couldn't be written: ")
        assert (tmp_path / "pipe").is_fifo()
        await send_burst(pilot, "escape")
        assert isinstance(pilot.app.screen, HomeScreen)


# ---- names that look like markup


def toasts(pilot: Pilot[None]) -> str:
    """Return the notifications as drawn."""
    return "\n".join(toast.render().plain for toast in pilot.app.screen.query(Toast))


@pytest.fixture
def odd_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use a data folder whose name consists of markup."""
    odd = tmp_path / "[red]" / "a[" / "b]c"
    odd.mkdir(parents=True)
    monkeypatch.setenv("NUMDUEL_HOME", str(odd))
    return odd


@pytest.mark.parametrize(
    ("name", "blocked", "keys"),
    [
        ("play-maze", "games", "'2,1'"),
        ("settings", "settings.json", "enter"),
        ("lesson", "lessons.json", f"'{lesson('maze').steps[0].do[0]}'"),
    ],
)
@app_test
async def test_write_error_names_the_path_literally(
    odd_folder: Path, name: str, blocked: str, keys: str
) -> None:
    settings.save(settings.load().replace(animation=False))
    async with run_app(NumduelApp(SCREENS[name].opening), notifications=True) as pilot:
        await settle(pilot)
        block_writes(odd_folder / blocked)
        await send_burst(pilot, keys)
        assert str(odd_folder / blocked) in toasts(pilot)


def block_writes(path: Path) -> None:
    """Put a folder in place of a file, or a file in place of a folder."""
    path.unlink(missing_ok=True)
    if path.suffix:
        path.mkdir()
        (path / "something").touch()
    else:
        path.touch()


@app_test
async def test_saved_file_is_named_literally(odd_folder: Path) -> None:
    async with run_app(NumduelApp(open_save_screen), notifications=True) as pilot:
        await settle(pilot)
        await send_burst(pilot, "ctrl+u '[red]/a[/b]c/x'")
        assert f"Saved to {odd_folder / 'x'}" in toasts(pilot)
        assert record.loads((odd_folder / "x").read_text(encoding="utf-8")).is_over


# ---- the mouse between two keys


@app_test
async def test_enter_chooses_on_the_board_after_a_click_on_the_rules() -> None:
    async with open_app(start_game("run")) as pilot:
        await send_burst(pilot, "r")
        assert await pilot.click(Markdown)
        await send_burst(pilot, "home enter")
        assert player_moves(play_screen(pilot).match) == ["0,1"]
        assert play_screen(pilot).focused is play_screen(pilot).board
