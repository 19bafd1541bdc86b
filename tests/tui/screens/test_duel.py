"""The duel of the day in the app: begun, gone on with, finished, counted once, copied."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Static
from tui_support import LARGE, SMALL, app_test, open_app, settle

from numduel.daily.duel import load
from numduel.storage import saves, streak
from numduel.tui.screens.duel import DuelScreen, ResultScreen

DAY = "2026-11-24"
"""A Tuesday, with Number Maze from the second seat against casual."""


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch, home: object) -> None:
    monkeypatch.setattr(streak, "today", lambda: DAY)


def seen(pilot: Pilot[None]) -> str:
    strips = pilot.app.screen._compositor.render_strips()
    return " ".join(" ".join(strip.text for strip in strips).split())


def duel(pilot: Pilot[None]) -> DuelScreen:
    screen = next(s for s in pilot.app.screen_stack if isinstance(s, DuelScreen))
    assert isinstance(screen, DuelScreen)
    return screen


@pytest.mark.parametrize("size", [SMALL, LARGE])
@app_test
async def test_the_duel_is_begun_gone_on_with_finished_and_counted(size: tuple[int, int]) -> None:
    async with open_app(size=size) as pilot:
        assert "Today's duel" in seen(pilot)
        assert "Waiting for you" in seen(pilot)
        await pilot.press("d")
        await settle(pilot)
        assert f"The duel of {DAY}" in seen(pilot)
        duel(pilot).choose(duel(pilot).match.moves[0])
        await settle(pilot)
        name = saves.list_saves()[0].name
        await pilot.press("escape")
        await settle(pilot)
        await pilot.press("c")
        await settle(pilot)
        for _ in range(20):
            if not duel(pilot).match.is_finished:
                duel(pilot).choose(duel(pilot).match.moves[0])
                await settle(pilot)
        assert isinstance(pilot.app.screen, ResultScreen)
        assert [save.name for save in saves.list_saves()] == [name]
        result = load()[DAY]
        assert str(pilot.app.screen.query(Static).first().content) == result.text
        await pilot.press("c")
        assert pilot.app.clipboard == result.text
        await pilot.press("escape", "escape")
        await settle(pilot)
        assert result.outcome.capitalize() in seen(pilot)
        await pilot.press("d")
        await settle(pilot)
        assert not duel(pilot).match.has_moves or duel(pilot).match.player is not None
        assert load() == {DAY: result}


@app_test
async def test_there_is_no_second_try_on_the_same_screen() -> None:
    async with open_app(size=LARGE) as pilot:
        await pilot.press("d")
        await settle(pilot)
        for _ in range(20):
            if not duel(pilot).match.is_finished:
                duel(pilot).choose(duel(pilot).match.moves[0])
                await settle(pilot)
        await pilot.press("escape")
        assert duel(pilot).check_action("again", ()) is False
        await pilot.press("y")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ResultScreen)
