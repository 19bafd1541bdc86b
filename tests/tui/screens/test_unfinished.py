"""Unfinished games in the app: resumed, reviewed, deleted."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Static
from tui_support import app_test, open_app, settle

import numduel
from numduel import Match, Player
from numduel.storage.saves import Save, list_saves
from numduel.tui.screens.home import HomeScreen
from numduel.tui.screens.play import PlayScreen
from numduel.tui.screens.review import ReviewScreen
from numduel.tui.screens.unfinished import UnfinishedScreen

pytestmark = pytest.mark.usefixtures("home")


def save_match(name: str, age: int, match: Match) -> Save:
    match.tags |= {"Player1": "Ann", "Player2": "casual", "Type2": "casual"}
    save = Save(name)
    save.keep(match)
    os.utime(save.path, (10**9 - age, 10**9 - age))
    return save


def save_some_games() -> tuple[Save, Save, Save]:
    """Save a finished game and three open ones, the last damaged; return the open ones."""
    one = save_match("one", 1, Match.replay(numduel.new("sum"), ["5", "1"]))
    done = Match.replay(numduel.new("sum"), ["5"])
    done.resign(Player.ONE)
    save_match("done", 2, done)
    two = save_match("two", 3, Match.replay(numduel.new("maze", seed=7), ["0,0"]))
    three = save_match("three", 4, Match.replay(numduel.new("sum"), ["5", "1", "9", "1"]))
    text = Path(three.path).read_text()
    assert "4. 1" in text
    Path(three.path).write_text(text.replace("4. 1", "4. x"))
    os.utime(three.path, (10**9 - 4, 10**9 - 4))
    return one, two, three


def unfinished_screen(pilot: Pilot[None]) -> UnfinishedScreen:
    assert isinstance(pilot.app.screen, UnfinishedScreen)
    return pilot.app.screen


def lines(pilot: Pilot[None]) -> list[str]:
    return [str(option.prompt) for option in unfinished_screen(pilot).games.options]


def message(pilot: Pilot[None]) -> str:
    return str(unfinished_screen(pilot).query_one("#message", Static).content)


@app_test
async def test_any_unfinished_game_can_be_resumed_from_home() -> None:
    save_some_games()
    async with open_app() as pilot:
        await pilot.press("u")
        await settle(pilot)
        first, second, third = lines(pilot)
        assert first == "Sum Battle        turn 3: Ann and casual"
        assert second == "Number Maze       turn 2: Ann and casual"
        assert "three is damaged" in third
        await pilot.press("down", "enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, PlayScreen)
        assert pilot.app.screen.match.game.id == "maze"
        await pilot.press("escape")
        await settle(pilot)
        assert len(lines(pilot)) == 3
        await pilot.press("end", "enter")  # the readable part of the damaged one
        await settle(pilot)
        assert isinstance(pilot.app.screen, PlayScreen)
        assert pilot.app.screen.match.game.id == "sum"
        await pilot.press("escape", "escape")
        assert isinstance(pilot.app.screen, HomeScreen)


@app_test
async def test_game_is_reviewed_and_deleted_after_confirmation() -> None:
    one, two, _ = save_some_games()
    async with open_app(UnfinishedScreen) as pilot:
        await settle(pilot)
        await pilot.press("l")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ReviewScreen)
        assert one.load().tags["Help"] == "analyses=1", "looking at values counts as help"
        await pilot.press("escape")
        await settle(pilot)
        await pilot.press("end", "l")
        assert message(pilot) == "No preview. Press Enter to resume."
        await pilot.press("home", "d")
        assert message(pilot) == "Delete this game permanently? Press d again to confirm."
        await pilot.press("down", "d", "up", "d")
        assert {save.name for save in list_saves()} == {"one", "done", "two", "three"}
        await pilot.press("d")
        await settle(pilot)
        assert not os.path.exists(one.path)
        assert os.path.exists(two.path)
        assert len(lines(pilot)) == 2
        for _ in range(2):
            await pilot.press("d", "d")
            await settle(pilot)
        assert message(pilot).startswith("No unfinished games.")
        await pilot.press("enter", "l", "d", "d")  # on an empty list
        assert {save.name for save in list_saves()} == {"done"}
