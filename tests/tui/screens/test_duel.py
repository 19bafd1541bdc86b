"""The daily duel in the app: started, continued, finished, counted once, copied."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Static
from tui_support import LARGE, SMALL, app_test, open_app, settle

from numduel.daily.duel import Result, load_results
from numduel.storage import json_files, saves, streak
from numduel.tui.screens.duel import DuelScreen, ResultScreen

DAY = "2026-11-24"
"""A Tuesday: Number Maze, first seat, against casual."""


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch, home: object) -> None:
    monkeypatch.setattr(streak, "today", lambda: DAY)


def screen_text(pilot: Pilot[None]) -> str:
    strips = pilot.app.screen._compositor.render_strips()
    return " ".join(" ".join(strip.text for strip in strips).split())


def duel_screen(pilot: Pilot[None]) -> DuelScreen:
    screen = next(s for s in pilot.app.screen_stack if isinstance(s, DuelScreen))
    assert isinstance(screen, DuelScreen)
    return screen


@pytest.mark.parametrize("size", [SMALL, LARGE])
@app_test
async def test_duel_is_continued_finished_and_counted_once(size: tuple[int, int]) -> None:
    async with open_app(size=size) as pilot:
        assert "Daily duel" in screen_text(pilot)
        assert "Not played" in screen_text(pilot)
        await pilot.press("d")
        await settle(pilot)
        assert f"Daily duel, {DAY}" in screen_text(pilot)
        duel_screen(pilot).choose(duel_screen(pilot).match.moves[0])
        await settle(pilot)
        name = saves.list_saves()[0].name
        await pilot.press("escape")
        await settle(pilot)
        await pilot.press("c")
        await settle(pilot)
        for _ in range(20):
            if not duel_screen(pilot).match.is_finished:
                duel_screen(pilot).choose(duel_screen(pilot).match.moves[0])
                await settle(pilot)
        assert isinstance(pilot.app.screen, ResultScreen)
        assert [save.name for save in saves.list_saves()] == [name]
        result = load_results()[DAY]
        assert str(pilot.app.screen.query(Static).first().content) == result.text
        await pilot.press("c")
        assert pilot.app.clipboard == result.text
        await pilot.press("escape", "escape")
        await settle(pilot)
        assert result.outcome.capitalize() in screen_text(pilot)
        await pilot.press("d")
        await settle(pilot)
        assert not duel_screen(pilot).match.has_moves or duel_screen(pilot).match.player is not None
        assert load_results() == {DAY: result}


@app_test
async def test_finished_duel_cannot_be_restarted() -> None:
    async with open_app(size=LARGE) as pilot:
        await pilot.press("d")
        await settle(pilot)
        for _ in range(20):
            if not duel_screen(pilot).match.is_finished:
                duel_screen(pilot).choose(duel_screen(pilot).match.moves[0])
                await settle(pilot)
        await pilot.press("escape")
        assert duel_screen(pilot).check_action("again", ()) is False
        await pilot.press("y")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ResultScreen)


@app_test
async def test_home_shows_a_streak_of_wins_and_none_after_a_loss() -> None:
    def save(day: str, outcome: str) -> None:
        result = Result(day, "maze", "casual", outcome, 7, 3, 2, 1, "+-+", "+-+")
        json_files.add("duels", {day: result._asdict()})

    save("2026-11-22", "won")
    save("2026-11-23", "won")
    async with open_app(size=LARGE) as pilot:
        assert "Not played, streak 2" in screen_text(pilot)
    save(DAY, "lost")
    async with open_app(size=LARGE) as pilot:
        assert "Lost" in screen_text(pilot)
        assert "Lost, streak" not in screen_text(pilot)
