"""The archive of daily puzzles and duels in the app."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from textual.pilot import Pilot
from textual.widgets import Static
from tui_support import LARGE, SMALL, app_test, open_app, settle, type_line

from duel_support import ENGINE, plenty
from numduel.daily.duel import Result, days_in_progress
from numduel.storage import json_files, streak
from numduel.storage.streak import Streak
from numduel.tui.parts.month_calendar import MonthCalendar
from numduel.tui.screens.archive import ArchiveScreen
from numduel.tui.screens.duel import DuelScreen
from numduel.tui.screens.puzzle import PuzzleScreen
from numduel.tui.screens.puzzles import PuzzlesScreen
from numduel.views.calendar import day_title, month_of, month_title, shift_month

pytestmark = pytest.mark.usefixtures("home")


def days_ago(number: int) -> str:
    return (date.fromisoformat(streak.today()) - timedelta(number)).isoformat()


def screen_text(pilot: Pilot[None]) -> str:
    """Return all text on the screen."""
    return "\n".join(strip.text for strip in pilot.app.screen._compositor.render_strips())


def text_of(pilot: Pilot[None], name: str) -> str:
    return str(pilot.app.screen.query_one(name, Static).content)


def archive(pilot: Pilot[None]) -> ArchiveScreen:
    screen = pilot.app.screen
    assert isinstance(screen, ArchiveScreen)
    return screen


@app_test
async def test_archive_shows_a_month_with_numbers_signs_and_legend_at_every_size() -> None:
    json_files.keep(
        streak.FILE_STEM, {**Streak()._asdict(), "calendar": {days_ago(0): streak.MISSED}}
    )
    won = Result(days_ago(0), "maze", "casual", "won", 7, 3, 2, 1, "+-.+")
    json_files.add("duels", {won.day: won._asdict()})
    for size in ((60, 20), SMALL, LARGE):
        async with open_app(PuzzlesScreen, size) as pilot:
            await pilot.press("c")
            await settle(pilot)
            seen, today = screen_text(pilot), streak.today()
            expected = [month_title(month_of(today)), "Mo", "Su", f"[{int(today[8:]):>2}x+]"]
            expected += [f"{day_title(today)} (today)", "Puzzle: missed", "Duel: won, Number Maze"]
            expected += ["* first try  o later  x missed", "+ won  - lost", "Earlier", "Duel"]
            for word in expected:
                assert word in seen, (size, word)


@app_test
async def test_days_and_months_are_chosen_by_keys_and_mouse_but_not_in_the_future() -> None:
    today = streak.today()
    async with open_app(ArchiveScreen) as pilot:
        for key in ("right", "down", "full_stop"):
            await pilot.press(key)
            assert archive(pilot).day == today
            assert "today's and earlier days" in text_of(pilot, "#message")
        await pilot.press("left", "up")
        assert archive(pilot).day == days_ago(8)
        assert "count towards your streaks" in text_of(pilot, "#message")
        await pilot.press("pageup")
        month = shift_month(month_of(days_ago(8)), -1)
        assert month_of(archive(pilot).day) == month
        assert month_title(month) in screen_text(pilot)
        await pilot.press("comma")
        assert month_of(archive(pilot).day) == shift_month(month, -1)
        await pilot.click(MonthCalendar, offset=(9 * 6 + 1, 3))
        assert archive(pilot).day[8:] <= "14", "a Sunday"
        assert date.fromisoformat(archive(pilot).day).weekday() == 6
        chosen = archive(pilot).day
        await pilot.click(MonthCalendar, offset=(1, 0))
        assert archive(pilot).day == chosen, "the title isn't a day"
        await pilot.press("t")
        assert archive(pilot).day == today


@app_test
async def test_month_key_keeps_the_day_or_takes_the_last_one() -> None:
    async with open_app(ArchiveScreen) as pilot:
        archive(pilot).select("2024-03-31")
        await pilot.press("comma")
        assert archive(pilot).day == "2024-02-29"
        archive(pilot).select(streak.FIRST_DAY)
        await pilot.press("left", "comma")
        assert archive(pilot).day == streak.FIRST_DAY, "the archive starts there"


@app_test
async def test_earlier_puzzle_is_marked_as_solved_later_and_counts_for_no_streak() -> None:
    json_files.keep(streak.FILE_STEM, Streak(days_ago(1), 3, 5)._asdict())
    async with open_app(ArchiveScreen) as pilot:
        await pilot.press("left", "left", "enter")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, PuzzleScreen)
        assert screen.run.day == days_ago(2)
        assert "doesn't count towards your streak" in text_of(pilot, "#message")
        while not screen.run.attempt.is_over:
            best = ENGINE.analyse(screen.match.game, screen.match.state, plenty()).best[0]
            await type_line(pilot, best)
        assert "Only today's puzzle counts" in text_of(pilot, "#message")
        await pilot.press("escape")
        await settle(pilot)
        assert "Puzzle: solved later" in screen_text(pilot)
        assert streak.load() == Streak(days_ago(1), 3, 5)


@app_test
async def test_earlier_duel_is_started_and_shown_as_in_progress() -> None:
    async with open_app(ArchiveScreen) as pilot:
        await pilot.press("left", "d")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, DuelScreen)
        assert screen.match.tags["Duel"] == days_ago(1)
        screen.choose(screen.match.moves[0])
        await settle(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert days_in_progress() == {days_ago(1)}
        assert "Duel: in progress" in screen_text(pilot)


@app_test
async def test_home_and_list_show_a_duel_in_progress() -> None:
    async with open_app() as pilot:
        assert "Not played" in screen_text(pilot)
        await pilot.press("d")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, DuelScreen)
        screen.choose(screen.match.moves[0])
        await settle(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert "In progress" in screen_text(pilot)
        await pilot.press("m")
        await settle(pilot)
        assert "in progress" in screen_text(pilot)
