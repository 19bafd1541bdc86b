"""The statistics: every number in the table is the tally's, at every size."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from textual.containers import VerticalScroll
from textual.pilot import Pilot
from textual.widgets import Static
from tui_support import LARGE, SMALL, app_test, open_app, settle

import numduel
from numduel import Match, Player, record
from numduel.daily.duel import Result
from numduel.play.series import Series, Side
from numduel.storage import json_files, saves, statistics, streak
from numduel.storage.statistics import OpponentRow, Statistics
from numduel.tui.parts.statistics_table import format_notes
from numduel.tui.screens.statistics import StatisticsScreen

pytestmark = pytest.mark.usefixtures("home")

ME = Side("Guest", "human")
NOON = time.mktime((2026, 11, 15, 12, 0, 0, 0, 0, -1))
WON, LOST, OPEN = "91919191915", "191919191915", "9"
"""Games of Sum Battle as Player 1 sees them."""


def keep(moves: str, opponent: Side, me: Side = ME, game: str = "sum", help: str = "") -> None:
    """A game on disk, each a day older than the one before."""
    match = Match(numduel.new(game, seed=7))
    for move in moves if game == "sum" else moves.split():
        match.play(move)
    Series((me, opponent)).tag(match)
    match.tags["Help"] = help
    number = len(saves.list_saves())
    save = saves.Save(f"{number:03}-{game}")
    save.keep(match)
    os.utime(save.path, (NOON - number * 86400,) * 2)


def level(name: str) -> Side:
    return Side(name, name)


def some_games() -> None:
    keep(WON, level("casual"))
    keep(WON, level("casual"))
    keep(LOST, level("casual"))
    keep(OPEN, level("casual"))
    keep(LOST, level("expert"))
    keep("2,1 2,2 2,0 1,2 1,0", level("casual"), game="maze")
    keep(WON, Side("Bob", "human"), Side("Ann", "human"))


def counted(pilot: Pilot[None]) -> list[str]:
    """The lines of the table, in sight or not."""
    return str(pilot.app.screen.query_one("#rows", Static).content).splitlines()


def seen(pilot: Pilot[None]) -> str:
    return "\n".join(strip.text for strip in pilot.app.screen._compositor.render_strips())


def group(pilot: Pilot[None], title: str) -> list[list[str]]:
    """The words of the rows below a title."""
    lines = counted(pilot)
    below = lines[lines.index(title) + 1 :]
    return [line.split() for line in below[: below.index("")]]


def test_the_games_of_these_tests_are_what_they_are_called() -> None:
    for moves, winner in ((WON, Player.ONE), (LOST, Player.TWO), (OPEN, None)):
        match = Match(numduel.new("sum"))
        for move in moves:
            match.play(move)
        assert match.winner is winner


@pytest.mark.parametrize("size", [SMALL, LARGE])
@app_test
async def test_every_opponent_has_a_row_with_what_was_counted(size: tuple[int, int]) -> None:
    some_games()
    async with open_app(StatisticsScreen, size) as pilot:
        casual, expert = group(pilot, "Sum Battle")
        assert casual[:4] == ["casual", "3", "2", "1"]
        assert casual[5:9] == ["67%", "2", "1", "2026-11-15"]
        assert expert[:4] == ["expert", "1", "0", "1"]
        assert expert[5:9] == ["0%", "-", "-", "2026-11-11"]


@app_test
async def test_games_won_with_help_are_told_apart_and_both_friends_are_named() -> None:
    keep(WON, level("casual"))
    keep(WON, level("casual"), help="hints=1")
    keep(LOST, level("casual"), help="undone=2")
    keep(WON, Side("human B", "human"), Side("human A", "human"))
    async with open_app(StatisticsScreen, LARGE) as pilot:
        (casual,) = group(pilot, "Sum Battle")
        assert casual[:4] == ["casual", "3", "2", "1"]
        assert casual[9] == "1"
        text = " ".join(seen(pilot).split())
        assert "1 game was won with hints, analyses or moves taken back." in text
        assert "you and a friend" in text


@app_test
async def test_all_games_are_added_up_without_friends() -> None:
    some_games()
    async with open_app(StatisticsScreen) as pilot:
        rows = group(pilot, "All games against the computer")
        won = 2 + (statistics.count().rows[0].won)
        assert [row[:4] for row in rows] == [
            ["casual", "4", str(won), str(4 - won)],
            ["expert", "1", "0", "1"],
            ["all", "5", str(won), str(5 - won)],
        ]


@app_test
async def test_one_game_alone_is_not_added_up() -> None:
    keep(WON, level("casual"))
    async with open_app(StatisticsScreen) as pilot:
        assert not any("All games" in line for line in counted(pilot))


@app_test
async def test_friends_stand_apart() -> None:
    some_games()
    async with open_app(StatisticsScreen) as pilot:
        lines = counted(pilot)
        place = next(n for n, line in enumerate(lines) if line.startswith("With friends"))
        assert lines[place + 2] == "Sum Battle"
        assert lines[place + 3].split()[:6] == ["Ann", "and", "Bob", "1", "1", "0"]
        assert not any("Ann" in line for line in lines[:place])


@app_test
async def test_nobody_misses_the_games_with_friends() -> None:
    some_games()
    keep(OPEN, Side("Bob", "human"), Side("Ann", "human"))
    keep(WON, level("expert"), level("casual"))
    async with open_app(StatisticsScreen) as pilot:
        first = seen(pilot)
        assert (
            f"{len(saves.list_saves())} games kept: 6 against the computer, 2 with friends" in first
        )
        assert "1 between programs." in " ".join(first.split())


@app_test
async def test_the_daily_duels_stand_in_a_calendar() -> None:
    today = streak.today()
    won = Result(today, "maze", "casual", "won", 7, 3, 2, 0, "+-+")
    json_files.add("duels", {today: won._asdict()})
    async with open_app(StatisticsScreen, LARGE) as pilot:
        lines = [line.strip() for line in counted(pilot)]
        place = lines.index("The daily duel")
        assert lines[place + 1] == "1 duel, 1 won, 1 of them without help."
        assert "+" in lines[place + 6]
        assert lines[place + 7] == "+ won  - lost  = no winner"


@app_test
async def test_nothing_played_is_said_kindly() -> None:
    async with open_app(StatisticsScreen) as pilot:
        assert "No game has been played here yet." in seen(pilot)
        assert "played     won" not in seen(pilot)
        assert saves.folder() in "".join(counted(pilot))


@app_test
async def test_what_is_not_counted_is_said() -> None:
    keep(OPEN, level("casual"))
    keep(WON, level("expert"), level("casual"))
    Path(saves.folder(), "odd.numduel").write_text("odd")
    async with open_app(StatisticsScreen, LARGE) as pilot:
        text = seen(pilot)
        assert "1 game unfinished" in text
        assert "1 game in which only programs played" in text
        assert "1 file that cannot be read" in text


def test_several_are_not_called_one() -> None:
    rows = (OpponentRow("sum", "", "casual", open=2),)
    told = "\n".join(format_notes(Statistics(rows, watched=3, spoilt=4)))
    assert "2 games" in told
    assert "3 games" in told
    assert "4 files" in told


@app_test
async def test_strange_names_are_shown_as_they_are() -> None:
    keep(WON, Side("[red]B[/]", "human"), Side("[bold]A", "human"))
    async with open_app(StatisticsScreen, LARGE) as pilot:
        assert "[bold]A and [red]B[/]" in seen(pilot)


@app_test
async def test_long_names_are_cut_and_the_columns_stay() -> None:
    keep(WON, Side("B" * 20, "human"), Side("A" * 20, "human"))
    async with open_app(StatisticsScreen) as pilot:
        row = next(line for line in counted(pilot) if "AAAA" in line)
        assert "…" in row
        assert row.split()[1:4] == ["1", "1", "0"]


@pytest.mark.parametrize("width", [80, 60, 44, 30, 200])
@app_test
async def test_no_row_is_broken_at_any_width(width: int) -> None:
    some_games()
    async with open_app(StatisticsScreen, (width, 24)) as pilot:
        heading = str(pilot.app.screen.query_one("#columns", Static).content)
        rows = [line for line in counted(pilot) if line.startswith("  ")]
        assert rows
        assert {len(row) for row in rows} == {len(heading)}
        assert len(heading) <= width - 4
        assert "played" in heading


@app_test
async def test_a_resize_draws_it_anew() -> None:
    some_games()
    async with open_app(StatisticsScreen, LARGE) as pilot:
        wide = counted(pilot)
        await pilot.resize_terminal(*SMALL)
        await settle(pilot)
        narrow = counted(pilot)
        assert max(map(len, narrow[:8])) < max(map(len, wide[:8]))
        assert len(narrow) == len(wide)


@app_test
async def test_keys_and_wheel_scroll() -> None:
    some_games()
    async with open_app(StatisticsScreen, (80, 12)) as pilot:
        area = pilot.app.screen.query_one("#counted", VerticalScroll)
        places = []
        for key in ("down", "pagedown", "end", "up", "pageup", "home"):
            await pilot.press(key)
            await settle(pilot)
            places.append(area.scroll_offset.y)
        down, page, end, up, back, home = places
        assert 0 < down < page <= end == area.max_scroll_y
        assert end > up > back >= home == 0


@app_test
async def test_keys_lead_on_and_back() -> None:
    some_games()
    async with open_app(StatisticsScreen) as pilot:
        for key, there in (("o", "ReplayScreen"), ("question_mark", "KeysScreen")):
            await pilot.press(key)
            await settle(pilot)
            assert type(pilot.app.screen).__name__ == there
            await pilot.press("escape")
            await settle(pilot)
        assert isinstance(pilot.app.screen, StatisticsScreen)
        await pilot.press("escape")
        await settle(pilot)
        assert type(pilot.app.screen).__name__ == "HomeScreen"


@app_test
async def test_what_was_played_in_between_is_counted_on_return() -> None:
    keep(WON, level("casual"))
    async with open_app(StatisticsScreen) as pilot:
        await pilot.press("question_mark")
        await settle(pilot)
        keep(LOST, level("expert"))
        await pilot.press("escape")
        await settle(pilot)
        assert [row[0] for row in group(pilot, "Sum Battle")] == ["casual", "expert"]


@app_test
async def test_plain_letters_only_where_that_is_wished() -> None:
    some_games()
    async with open_app(StatisticsScreen, ascii=True) as pilot:
        assert "".join(group(pilot, "Sum Battle")[0]).isascii()


@app_test
async def test_leaving_stops_the_reading() -> None:
    """Many files take a while; whoever leaves does not wait for them."""
    match = Match(numduel.new("sum"))
    for move in WON:
        match.play(move)
    os.makedirs(saves.folder())
    text = record.dumps(match)
    for number in range(3000):
        Path(saves.folder(), f"{number}.numduel").write_text(text)
    async with open_app() as pilot:
        await settle(pilot)
        screen = StatisticsScreen()
        await pilot.app.push_screen(screen)
        workers = [w for w in pilot.app.workers if w.group == "counting"]
        assert len(workers) == 1
        await pilot.press("escape")
        await settle(pilot)
        assert workers[0].is_cancelled
        assert screen.counted is None
