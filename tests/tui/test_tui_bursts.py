"""Keys that come all at once, at the worst moment: nothing closes the app, and nothing is lost."""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from screens import SCREENS, Shot
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Markdown, Static
from textual.widgets._toast import Toast
from tui_support import KEYS, SMALL, driven, opened, playing, settled

from numduel import Match, record
from numduel.learning.lessons import lesson
from numduel.tui import screens as folder
from numduel.tui import settings
from numduel.tui.app import NumduelApp
from numduel.tui.parts.paths import PathField
from numduel.tui.screens.home import HomeScreen
from numduel.tui.screens.page import Page
from numduel.tui.screens.play import PlayScreen
from numduel.tui.screens.saving import SaveScreen

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a burst happens to save goes nowhere else."""
    monkeypatch.chdir(tmp_path)


CHARACTERS = {"question_mark": "?", "comma": ",", "slash": "/", "enter": "\r"}


async def burst(pilot: Pilot[None], keys: str) -> None:
    """All of these keys before the first of them is heard; a word in quotes is typed."""
    for word in keys.split():
        for key in _typed(word[1:-1]) if word[0] == "'" else [word]:
            pilot.app.post_message(Key(key, CHARACTERS.get(key)))
    await settled(pilot)


def _typed(text: str) -> list[str]:
    return [*(KEYS.get(letter, letter) for letter in text), "enter"]


def pages(pilot: Pilot[None]) -> list[Page]:
    """The screens from the first to the one on top."""
    return [screen for screen in pilot.app.screen_stack if isinstance(screen, Page)]


def table(pilot: Pilot[None]) -> PlayScreen:
    screen = pilot.app.screen
    assert isinstance(screen, PlayScreen)
    return screen


def said(pilot: Pilot[None]) -> str:
    return str(table(pilot).query_one("#said", Static).content)


def chosen(match: Match) -> list[str]:
    return [ply.move for ply in match.plies if ply.player is not None]


# ---- on every screen


BURSTS = (
    "escape escape escape",
    "enter enter",
    "question_mark x x",
    "question_mark escape escape",
)

ALL = {
    "HomeScreen": SCREENS["home"],
    "HomeScreen with a game to continue": SCREENS["home-continue"],
    "SetupScreen": SCREENS["setup"],
    "PlayScreen": SCREENS["play-sum"],
    "PlayScreen at the end": SCREENS["verdict"],
    "PlayScreen with a question": SCREENS["play-run-challenge"],
    "KeysScreen": SCREENS["keys"],
    "ReviewScreen": SCREENS["review"],
    "TrialScreen": Shot(SCREENS["review"].opening, "home t enter"),
    "SaveScreen": SCREENS["saving"],
    "ReplayScreen": SCREENS["replay"],
    "LearnScreen": SCREENS["learn"],
    "LessonScreen": SCREENS["lesson"],
    "PuzzlesScreen": SCREENS["puzzles"],
    "PuzzleScreen": SCREENS["puzzle"],
    "StatisticsScreen": SCREENS["statistics"],
    "SettingsScreen": SCREENS["settings"],
}
"""Every screen by its name, as it is opened for its snapshot, some in several states."""


@pytest.mark.parametrize("keys", BURSTS)
@pytest.mark.parametrize("name", ALL)
@driven
async def test_a_burst_leaves_the_app_on_a_screen_from_which_one_comes_home(
    name: str, keys: str
) -> None:
    opening, before, led = ALL[name].opening, ALL[name].before, ALL[name].keys
    if before is not None:
        before()
    async with opened(opening) as pilot:
        await burst(pilot, led)
        assert type(pilot.app.screen).__name__ == name.split()[0]
        await burst(pilot, keys)
        assert pages(pilot)[-1] is pilot.app.screen
        assert [type(page) is HomeScreen for page in pages(pilot)].index(True) == 0
        for _ in range(6):
            if not isinstance(pilot.app.screen, HomeScreen):
                await burst(pilot, "escape")
        assert len(pages(pilot)) == 1
        await burst(pilot, "1")  # which hears what is pressed
        assert len(pages(pilot)) == 2


def test_no_screen_is_left_out() -> None:
    offered = {
        name
        for module in pkgutil.iter_modules(folder.__path__)
        for name in importlib.import_module(f"{folder.__name__}.{module.name}").__all__
        if name.endswith("Screen")
    }
    assert {name.split()[0] for name in ALL} == offered


# ---- what the engine is asked, and at once something else is done


FRESH = """
import asyncio, json, sys
from test_tui_bursts import burst, pages, chosen
from tui_support import opened, playing

async def main(game, moves, keys):
    async with opened(playing(game)) as pilot:
        match = pilot.app.screen.match
        await burst(pilot, " ".join(f"'{move}'" for move in moves.split()))
        loaded = "numduel.engine.solving.analysis" in sys.modules
        await burst(pilot, keys)
        told = [type(page).__name__ for page in pages(pilot)]
        print(json.dumps({"loaded": loaded, "pages": told, "chosen": chosen(match)}))

asyncio.run(main(*sys.argv[1:]))
"""


def in_a_fresh_process(game: str, moves: str, keys: str) -> dict[str, Any]:
    """What a burst comes to where the engine has not been loaded before."""
    ran = subprocess.run(
        [sys.executable, "-c", FRESH, game, moves, keys],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    told: dict[str, Any] = json.loads(ran.stdout)
    assert not told.pop("loaded")
    return told


HOME, PLAY = ["HomeScreen"], ["HomeScreen", "PlayScreen"]


@pytest.mark.parametrize("key", "hwa")
@pytest.mark.parametrize(
    ("then", "pages", "chosen"),
    [
        ("1 comma 1 enter", PLAY, ["1,0", "4,3", "1,1"]),
        ("u u u u", PLAY, []),
        ("escape", HOME, ["1,0", "4,3"]),
    ],
)
def test_who_asks_and_does_not_wait(
    key: str, then: str, pages: list[str], chosen: list[str]
) -> None:
    told = in_a_fresh_process("run", "1,0 4,3", f"{key} {then}")
    assert told == {"pages": pages, "chosen": chosen}


MAZE = "2,1 2,2 2,0 1,2 1,0"
"""A whole game on the board of seed 7."""


@pytest.mark.parametrize(
    ("then", "pages"),
    [
        ("1 comma 1 enter", [*PLAY, "ReviewScreen"]),
        ("u u u u", [*PLAY, "ReviewScreen"]),
        ("escape", PLAY),
        ("escape escape", HOME),
    ],
)
def test_who_looks_back_and_does_not_wait(then: str, pages: list[str]) -> None:
    told = in_a_fresh_process("maze", MAZE, f"v {then}")
    assert told == {"pages": pages, "chosen": MAZE.split()}


@driven
async def test_moves_are_taken_back_while_the_last_mistake_is_looked_for() -> None:
    async with opened(playing("maze", size=12)) as pilot:
        await burst(pilot, "'5,0' '6,11' '5,1' '6,10'")
        assert len(chosen(table(pilot).match)) == 4
        await burst(pilot, "w u u u u")
        assert chosen(table(pilot).match) == []
        assert said(pilot) == "Taken back: 5,0"


@driven
async def test_a_hint_that_comes_after_the_end_says_nothing() -> None:
    async with opened(playing("sum")) as pilot:
        await burst(pilot, "'9' '1' '9' '1' '9' '1' '9' '1' '9' '1'")
        assert not table(pilot).match.is_over
        await burst(pilot, "h 5 enter")
        match = table(pilot).match
        assert match.is_over
        assert said(pilot) == " ".join(table(pilot).narration.verdict())


# ---- what cannot be


@driven
async def test_after_the_last_round_there_can_be_no_rematch_is_said() -> None:
    async with opened(playing("maze", rounds=1000)) as pilot:
        table(pilot).session.series.round = 1000
        await burst(pilot, " ".join(f"'{move}'" for move in MAZE.split()))
        before = table(pilot).match
        await burst(pilot, "m m")
        assert "1000" in said(pilot)
        assert table(pilot).match is before
        assert table(pilot).session.series.rounds == 1000
        await burst(pilot, "escape")
        assert isinstance(pilot.app.screen, HomeScreen)


def saving() -> SaveScreen:
    opening = SCREENS["saving"].opening
    assert opening is not None
    screen = opening()
    assert isinstance(screen, SaveScreen)
    return screen


@driven
async def test_a_field_is_filled_in_as_it_is_typed() -> None:
    async with opened(saving) as pilot:
        await burst(pilot, "ctrl+u a b backspace c left d")
        assert pilot.app.screen.query_one(PathField).value == "adc"


@driven
async def test_a_record_is_not_written_into_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    async with opened(saving) as pilot:
        await burst(pilot, "ctrl+u 'pipe'")
        screen = pilot.app.screen
        assert isinstance(screen, SaveScreen)
        problem = str(screen.query_one("#problem", Static).content)
        assert problem.startswith("Nothing was written to 'pipe': ")
        assert (tmp_path / "pipe").is_fifo()
        await burst(pilot, "escape")
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
@driven
async def test_a_folder_that_cannot_be_written_is_named_letter_by_letter(
    odd_folder: Path, name: str, spoilt: str, keys: str
) -> None:
    settings.keep(settings.load().changed(animation=False))
    app = NumduelApp(SCREENS[name].opening)
    async with app.run_test(size=SMALL, notifications=True) as pilot:
        await settled(pilot)
        close(odd_folder / spoilt)
        await burst(pilot, keys)
        assert str(odd_folder / spoilt) in toasts(pilot)


def close(path: Path) -> None:
    """Nothing can be written where a folder stands instead of a file, or a file instead of one."""
    path.unlink(missing_ok=True)
    if path.suffix:
        path.mkdir()
        (path / "something").touch()
    else:
        path.touch()


@driven
async def test_a_file_that_was_written_is_named_letter_by_letter(odd_folder: Path) -> None:
    async with NumduelApp(saving).run_test(size=SMALL, notifications=True) as pilot:
        await settled(pilot)
        await burst(pilot, "ctrl+u '[red]/a[/b]c/x'")
        assert f"Written to {odd_folder / 'x'}" in toasts(pilot)
        assert record.loads((odd_folder / "x").read_text(encoding="utf-8")).is_over


# ---- the mouse between two keys


@driven
async def test_after_a_click_on_the_rules_enter_still_chooses_on_the_board() -> None:
    async with opened(playing("run")) as pilot:
        await burst(pilot, "r")
        assert await pilot.click(Markdown)
        await burst(pilot, "home enter")
        assert chosen(table(pilot).match) == ["0,1"]
        assert table(pilot).focused is table(pilot).board
