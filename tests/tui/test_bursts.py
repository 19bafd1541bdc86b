"""Keys that come all at once, at the worst moment: nothing closes the app, and nothing is lost."""

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
from numduel.daily.duel import Counted, Duel, Result
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
    """What a burst happens to save goes nowhere else."""
    monkeypatch.chdir(tmp_path)


def top_screen(pilot: Pilot[None]) -> PlayScreen:
    screen = pilot.app.screen
    assert isinstance(screen, PlayScreen)
    return screen


def said(pilot: Pilot[None]) -> str:
    return str(top_screen(pilot).query_one("#message", Static).content)


# ---- on every screen


BURSTS = (
    "escape escape escape",
    "enter enter",
    "question_mark x x",
    "question_mark escape escape",
)

DUEL = Duel("2026-11-16", "maze", "4 3 8/9 5 1/2 7 6", Player.ONE, "casual")
RESULT = Result("2026-11-16", "maze", "casual", "won", 7, 3, 2, 1, "+-.+")


def kept_with_a_program() -> None:
    match = Match.replay(numduel.new("sum"), ["5", "1"])
    match.tags |= {"Type1": "human", "Type2": "program ./bot.py"}
    Save("bot").keep(match)


ALL = {
    "HomeScreen": SCREENS["home"],
    "HomeScreen with a game to continue": SCREENS["home-continue"],
    "SetupScreen": SCREENS["setup"],
    "PlayScreen": SCREENS["play-sum"],
    "PlayScreen at the end": SCREENS["verdict"],
    "PlayScreen with a question": SCREENS["play-run-challenge"],
    "DuelScreen": Shot(lambda: screen_of(Autosave(DUEL.begin("Ann")))),
    "ResultScreen": Shot(lambda: ResultScreen(Counted(RESULT, "It counts."))),
    "KeysScreen": SCREENS["keys"],
    "ReviewScreen": SCREENS["review"],
    "TrialScreen": Shot(SCREENS["review"].opening, "home t enter"),
    "SaveScreen": SCREENS["saving"],
    "ReplayScreen": SCREENS["replay"],
    "UnfinishedScreen": SCREENS["unfinished"],
    "ResumeExternalScreen": Shot(lambda: screen_for(Save("bot")), before=kept_with_a_program),
    "LearnScreen": SCREENS["learn"],
    "LessonScreen": SCREENS["lesson"],
    "PuzzlesScreen": SCREENS["puzzles"],
    "PuzzleScreen": SCREENS["puzzle"],
    "StatisticsScreen": SCREENS["statistics"],
    "SettingsScreen": SCREENS["settings"],
}
"""Every screen by its name, as it is opened for its snapshot, some in several states."""


@pytest.mark.long
@pytest.mark.parametrize("name", ALL)
@app_test
async def test_a_burst_leaves_the_app_on_a_screen_from_which_one_comes_home(name: str) -> None:
    opening, before, led = ALL[name].opening, ALL[name].before, ALL[name].keys
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
                await home_again(pilot)
                await send_burst(pilot, "1")  # which hears what is pressed
                assert len(pages(pilot)) == 2
                await home_again(pilot)


async def home_again(pilot: Pilot[None]) -> None:
    for _ in range(6):
        if not isinstance(pilot.app.screen, HomeScreen):
            await send_burst(pilot, "escape")
    assert len(pages(pilot)) == 1


def test_no_screen_is_left_out() -> None:
    offered = {
        name
        for found in pkgutil.iter_modules(folder.__path__)
        for module in [importlib.import_module(f"{folder.__name__}.{found.name}")]
        for name, thing in vars(module).items()
        if name.endswith("Screen") and thing.__module__ == module.__name__
    }
    assert {name.split()[0] for name in ALL} == offered


@pytest.mark.parametrize("breaths", range(8))
@app_test
async def test_no_key_overtakes_another_where_a_screen_is_opened(breaths: int) -> None:
    """However many of them have come by the time that it is there."""
    moves = [9, 1, 9, 1, 9, 1, 9, 1, 9, 1]
    keys = ["2", "left", "left", "left", "enter", *(k for n in moves for k in (str(n), "enter"))]
    async with open_app() as pilot:
        for key in keys:
            pilot.app.post_message(Key(key, CHARACTERS.get(key)))
            for _ in range(breaths):
                await asyncio.sleep(0)
        await settle(pilot)
        assert player_moves(top_screen(pilot).match) == [str(number) for number in moves]


# ---- what the engine is asked, and at once something else is done


FRESH = """
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


def in_fresh_processes(game: str, moves: str, bursts: Iterable[str]) -> list[Any]:
    """What each burst comes to where the engine has not been loaded before: screens and moves."""
    command = [sys.executable, "-c", FRESH, game, moves, *bursts]
    path = os.pathsep.join(sys.path)
    ran = run_program(command, seconds=120, env={**os.environ, "PYTHONPATH": path})
    assert (ran.returncode, ran.stderr) == (0, "")
    return [json.loads(line) for line in ran.stdout.splitlines()]


HOME, PLAY = ["HomeScreen"], ["HomeScreen", "PlayScreen"]


@pytest.mark.slow
@pytest.mark.parametrize("key", "hwa")
def test_who_asks_and_does_not_wait(key: str) -> None:
    then = {
        "1 comma 1 enter": [PLAY, ["1,0", "4,3", "1,1"]],
        "u u u u": [PLAY, []],
        "escape": [HOME, ["1,0", "4,3"]],
    }
    bursts = [f"{key} {keys}" for keys in then]
    assert in_fresh_processes("run", "1,0 4,3", bursts) == list(then.values())


MAZE = "2,1 2,2 2,0 1,2 1,0"
"""A whole game on the board of seed 7."""


@pytest.mark.slow
def test_who_looks_back_and_does_not_wait() -> None:
    then = {
        "1 comma 1 enter": [*PLAY, "ReviewScreen"],
        "u u u u": [*PLAY, "ReviewScreen"],
        "escape": PLAY,
        "escape escape": HOME,
    }
    came_to = in_fresh_processes("maze", MAZE, [f"v {keys}" for keys in then])
    assert came_to == [[pages, MAZE.split()] for pages in then.values()]


@app_test
async def test_moves_are_taken_back_while_the_last_mistake_is_looked_for() -> None:
    async with open_app(start_game("maze", size=12)) as pilot:
        await send_burst(pilot, "'5,0' '6,11' '5,1' '6,10'")
        assert len(player_moves(top_screen(pilot).match)) == 4
        await send_burst(pilot, "w u u u u")
        assert player_moves(top_screen(pilot).match) == []
        assert said(pilot) == "Undone: 5,0"


@app_test
async def test_a_hint_that_comes_after_the_end_says_nothing() -> None:
    async with open_app(start_game("sum")) as pilot:
        await send_burst(pilot, "'9' '1' '9' '1' '9' '1' '9' '1' '9' '1'")
        assert not top_screen(pilot).match.is_over
        await send_burst(pilot, "h 5 enter")
        match = top_screen(pilot).match
        assert match.is_over
        assert said(pilot) == " ".join(top_screen(pilot).narration.verdict())


# ---- what cannot be


@app_test
async def test_after_the_last_round_there_can_be_no_rematch_is_said() -> None:
    async with open_app(start_game("maze", rounds=1000)) as pilot:
        session = top_screen(pilot).session
        session.state = session.state._replace(series=session.series._replace(round=1000))
        await send_burst(pilot, " ".join(f"'{move}'" for move in MAZE.split()))
        before = top_screen(pilot).match
        await send_burst(pilot, "m m")
        assert said(pilot) == MATCH_LIMIT_MESSAGE
        assert top_screen(pilot).match is before
        assert top_screen(pilot).session.series.rounds == 1000
        await send_burst(pilot, "escape")
        assert isinstance(pilot.app.screen, HomeScreen)


def saving() -> SaveScreen:
    opening = SCREENS["saving"].opening
    assert opening is not None
    screen = opening()
    assert isinstance(screen, SaveScreen)
    return screen


@app_test
async def test_a_field_is_filled_in_as_it_is_typed() -> None:
    async with open_app(saving) as pilot:
        await send_burst(pilot, "ctrl+u a b backspace c left d")
        assert pilot.app.screen.query_one(PathField).value == "adc"


@app_test
async def test_a_record_is_not_written_into_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    async with open_app(saving) as pilot:
        await send_burst(pilot, "ctrl+u 'pipe'")
        screen = pilot.app.screen
        assert isinstance(screen, SaveScreen)
        problem = str(screen.query_one("#problem", Static).content)
        assert problem.startswith("Nothing was written to 'pipe': ")
        assert (tmp_path / "pipe").is_fifo()
        await send_burst(pilot, "escape")
        assert isinstance(pilot.app.screen, HomeScreen)


# ---- names that look like markup


def toasts(pilot: Pilot[None]) -> str:
    """What is told in the corner of the screen, as it is drawn."""
    return "\n".join(toast.render().plain for toast in pilot.app.screen.query(Toast))


@pytest.fixture
def odd_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of kept things whose name has all that markup consists of."""
    odd = tmp_path / "[red]" / "a[" / "b]c"
    odd.mkdir(parents=True)
    monkeypatch.setenv("NUMDUEL_HOME", str(odd))
    return odd


@pytest.mark.parametrize(
    ("name", "spoilt", "keys"),
    [
        ("play-maze", "games", "'2,1'"),
        ("settings", "settings.json", "enter"),
        ("lesson", "lessons.json", f"'{lesson('maze').steps[0].do[0]}'"),
    ],
)
@app_test
async def test_a_folder_that_cannot_be_written_is_named_letter_by_letter(
    odd_folder: Path, name: str, spoilt: str, keys: str
) -> None:
    settings.save(settings.load().replace(animation=False))
    async with run_app(NumduelApp(SCREENS[name].opening), notifications=True) as pilot:
        await settle(pilot)
        close(odd_folder / spoilt)
        await send_burst(pilot, keys)
        assert str(odd_folder / spoilt) in toasts(pilot)


def close(path: Path) -> None:
    """Nothing can be written where a folder stands instead of a file, or a file instead of one."""
    path.unlink(missing_ok=True)
    if path.suffix:
        path.mkdir()
        (path / "something").touch()
    else:
        path.touch()


@app_test
async def test_a_file_that_was_written_is_named_letter_by_letter(odd_folder: Path) -> None:
    async with run_app(NumduelApp(saving), notifications=True) as pilot:
        await settle(pilot)
        await send_burst(pilot, "ctrl+u '[red]/a[/b]c/x'")
        assert f"Written to {odd_folder / 'x'}" in toasts(pilot)
        assert record.loads((odd_folder / "x").read_text(encoding="utf-8")).is_over


# ---- the mouse between two keys


@app_test
async def test_after_a_click_on_the_rules_enter_still_chooses_on_the_board() -> None:
    async with open_app(start_game("run")) as pilot:
        await send_burst(pilot, "r")
        assert await pilot.click(Markdown)
        await send_burst(pilot, "home enter")
        assert player_moves(top_screen(pilot).match) == ["0,1"]
        assert top_screen(pilot).focused is top_screen(pilot).board
