"""The statistics: every number in the table is right, at every size."""

from __future__ import annotations

import json
import os
import re
import time
from pathlib import Path

import pytest
from rating_support import play_as, save_match
from textual.containers import VerticalScroll
from textual.pilot import Pilot
from textual.widgets import Static
from tui_support import LARGE, SMALL, app_test, open_app, settle

import numduel
from numduel import Match, Player, record
from numduel.daily.duel import Result
from numduel.play.series import Series, Side
from numduel.ratings.decisions import Tally
from numduel.ratings.person import rate_person
from numduel.ratings.rated_games import RatedGame
from numduel.storage import json_files, saves, statistics, streak
from numduel.storage.statistics import OpponentRow, Statistics
from numduel.tui.parts.ratings_list import short_ratings
from numduel.tui.parts.statistics_table import StatisticsTable, format_notes
from numduel.tui.screens.statistics import StatisticsScreen
from numduel.views.calendar import month_of, month_title

pytestmark = pytest.mark.usefixtures("home")

ME = Side("Guest", "human")
NOON = time.mktime((2026, 11, 15, 12, 0, 0, 0, 0, -1))
WON, LOST, OPEN = "91919191915", "191919191915", "9"
"""Moves of Sum Battle games, named for Player 1."""


def save_game(moves: str, opponent: Side, me: Side = ME, game: str = "sum", help: str = "") -> None:
    """Save a game, dated a day before the previous one."""
    match = Match(numduel.new(game, seed=7))
    for move in moves if game == "sum" else moves.split():
        match.play(move)
    Series((me, opponent)).tag(match)
    match.tags["Help"] = help
    number = len(saves.list_saves())
    save = saves.Save(f"{number:03}-{game}")
    save.keep(match)
    os.utime(save.path, (NOON - number * 86400,) * 2)


def level_side(name: str) -> Side:
    return Side(name, name)


def save_some_games() -> None:
    save_game(WON, level_side("casual"))
    save_game(WON, level_side("casual"))
    save_game(LOST, level_side("casual"))
    save_game(OPEN, level_side("casual"))
    save_game(LOST, level_side("expert"))
    save_game("2,1 2,2 2,0 1,2 1,0", level_side("casual"), game="maze")
    save_game(WON, Side("Bob", "human"), Side("Ann", "human"))


def table_lines(pilot: Pilot[None]) -> list[str]:
    """Return the lines of the table, visible or not."""
    return str(pilot.app.screen.query_one("#rows", Static).content).splitlines()


def screen_text(pilot: Pilot[None]) -> str:
    return "\n".join(strip.text for strip in pilot.app.screen._compositor.render_strips())


def rows_below(pilot: Pilot[None], title: str) -> list[list[str]]:
    """Return the words of each row below a title."""
    lines = table_lines(pilot)
    titles = [line.partition(" · ")[0] for line in lines]  # a rating may follow
    below = lines[titles.index(title) + 1 :]
    return [line.split() for line in below[: below.index("")]]


def test_sample_games_end_as_named() -> None:
    for moves, winner in ((WON, Player.ONE), (LOST, Player.TWO), (OPEN, None)):
        match = Match(numduel.new("sum"))
        for move in moves:
            match.play(move)
        assert match.winner is winner


@pytest.mark.parametrize("size", [SMALL, LARGE])
@app_test
async def test_every_opponent_has_a_row_of_counts(size: tuple[int, int]) -> None:
    save_some_games()
    async with open_app(StatisticsScreen, size) as pilot:
        casual, expert = rows_below(pilot, "Sum Battle")
        assert casual[:4] == ["Casual", "3", "2", "1"]
        assert casual[5:9] == ["67%", "2", "1", "2026-11-15"]
        assert expert[:4] == ["Expert", "1", "0", "1"]
        assert expert[5:9] == ["0%", "-", "-", "2026-11-11"]


@app_test
async def test_wins_with_help_are_counted_and_friends_are_named() -> None:
    save_game(WON, level_side("casual"))
    save_game(WON, level_side("casual"), help="hints=1")
    save_game(LOST, level_side("casual"), help="undone=2")
    save_game(WON, Side("human B", "human"), Side("human A", "human"))
    async with open_app(StatisticsScreen, LARGE) as pilot:
        (casual,) = rows_below(pilot, "Sum Battle")
        assert casual[:4] == ["Casual", "3", "2", "1"]
        assert casual[9] == "1"
        text = " ".join(screen_text(pilot).split())
        assert "1 game was won with hints, analysis or undo." in text
        assert "you and a friend" in text


@app_test
async def test_total_excludes_games_with_friends() -> None:
    save_some_games()
    async with open_app(StatisticsScreen) as pilot:
        rows = rows_below(pilot, "All games against the computer")
        won = 2 + (statistics.count().rows[0].won)
        assert [row[:4] for row in rows] == [
            ["Casual", "4", str(won), str(4 - won)],
            ["Expert", "1", "0", "1"],
            ["All", "5", str(won), str(5 - won)],
        ]


@app_test
async def test_single_game_has_no_total() -> None:
    save_game(WON, level_side("casual"))
    async with open_app(StatisticsScreen) as pilot:
        assert not any("All games" in line for line in table_lines(pilot))


@app_test
async def test_friends_have_their_own_section() -> None:
    save_some_games()
    async with open_app(StatisticsScreen) as pilot:
        lines = table_lines(pilot)
        start = next(n for n, line in enumerate(lines) if line.startswith("With friends"))
        assert lines[start + 2] == "Sum Battle"
        assert lines[start + 3].split()[:6] == ["Ann", "and", "Bob", "1", "1", "0"]
        assert not any("Ann" in line for line in lines[:start])


@app_test
async def test_first_screen_counts_games_with_friends_and_between_programs() -> None:
    save_some_games()
    save_game(OPEN, Side("Bob", "human"), Side("Ann", "human"))
    save_game(WON, level_side("expert"), level_side("casual"))
    async with open_app(StatisticsScreen) as pilot:
        first = screen_text(pilot)
        assert (
            f"{len(saves.list_saves())} games saved: 6 against the computer, 2 with friends"
            in first
        )
        assert "1 between programs." in " ".join(first.split())


@app_test
async def test_calendar_shows_daily_duels() -> None:
    today = streak.today()
    won = Result(today, "maze", "casual", "won", 7, 3, 2, 0, "+-+")
    json_files.add("duels", {today: won._asdict()})
    async with open_app(StatisticsScreen, LARGE) as pilot:
        lines = [line.strip() for line in table_lines(pilot)]
        start = lines.index("Daily duel")
        assert lines[start + 1] == "1 duel, 1 won (1 without help)."
        end = lines.index("+ won  - lost  = no winner")
        assert lines[start + 2] == month_title(month_of(today))
        assert f"[{int(today[8:]):>2}+]" in lines[end - 1], "the last week so far"


@app_test
async def test_empty_statistics_say_so() -> None:
    async with open_app(StatisticsScreen) as pilot:
        assert "No games yet." in screen_text(pilot)
        assert "played     won" not in screen_text(pilot)
        assert saves.folder() in "".join(table_lines(pilot))


@app_test
async def test_notes_list_games_not_counted() -> None:
    save_game(OPEN, level_side("casual"))
    save_game(WON, level_side("expert"), level_side("casual"))
    Path(saves.folder(), "odd.numduel").write_text("odd")
    async with open_app(StatisticsScreen, LARGE) as pilot:
        text = screen_text(pilot)
        assert "1 game unfinished" in text
        assert "1 game between programs" in text
        assert "1 file couldn't be read" in text


def test_notes_use_plurals() -> None:
    rows = (OpponentRow("sum", "", "casual", open=2),)
    notes = "\n".join(format_notes(Statistics(rows, between_programs=3, unreadable=4)))
    assert "2 games" in notes
    assert "3 games" in notes
    assert "4 files" in notes


@app_test
async def test_markup_in_names_is_shown_literally() -> None:
    save_game(WON, Side("[red]B[/]", "human"), Side("[bold]A", "human"))
    async with open_app(StatisticsScreen, LARGE) as pilot:
        assert "[bold]A and [red]B[/]" in screen_text(pilot)


@app_test
async def test_long_names_are_cut_to_keep_columns_aligned() -> None:
    save_game(WON, Side("B" * 20, "human"), Side("A" * 20, "human"))
    async with open_app(StatisticsScreen) as pilot:
        row = next(line for line in table_lines(pilot) if "AAAA" in line)
        assert "…" in row
        assert row.split()[1:4] == ["1", "1", "0"]


@pytest.mark.parametrize("width", [80, 60, 44, 30, 200])
@app_test
async def test_rows_never_wrap(width: int) -> None:
    save_some_games()
    async with open_app(StatisticsScreen, (width, 24)) as pilot:
        heading = str(pilot.app.screen.query_one("#columns", Static).content)
        rows = [line for line in table_lines(pilot) if line.startswith("  ")]
        assert rows
        assert {len(row) for row in rows} == {len(heading)}
        assert len(heading) <= width - 4
        assert "played" in heading


@app_test
async def test_resize_redraws_the_table() -> None:
    save_some_games()
    async with open_app(StatisticsScreen, LARGE) as pilot:
        wide = table_lines(pilot)
        await pilot.resize_terminal(*SMALL)
        await settle(pilot)
        narrow = table_lines(pilot)
        assert max(map(len, narrow[:8])) < max(map(len, wide[:8]))
        assert len(narrow) == len(wide)


@app_test
async def test_keys_scroll() -> None:
    save_some_games()
    async with open_app(StatisticsScreen, (80, 12)) as pilot:
        area = pilot.app.screen.query_one("#counted", VerticalScroll)
        offsets = []
        for key in ("down", "pagedown", "end", "up", "pageup", "home"):
            await pilot.press(key)
            await settle(pilot)
            offsets.append(area.scroll_offset.y)
        down, page, end, up, back, home = offsets
        assert 0 < down < page <= end == area.max_scroll_y
        assert end > up > back >= home == 0


@app_test
async def test_keys_open_other_screens_and_escape_returns() -> None:
    save_some_games()
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
async def test_new_games_are_counted_on_return() -> None:
    save_game(WON, level_side("casual"))
    async with open_app(StatisticsScreen) as pilot:
        await pilot.press("question_mark")
        await settle(pilot)
        save_game(LOST, level_side("expert"))
        await pilot.press("escape")
        await settle(pilot)
        assert [row[0] for row in rows_below(pilot, "Sum Battle")] == ["Casual", "Expert"]


@app_test
async def test_ascii_setting_applies_to_the_table() -> None:
    save_some_games()
    async with open_app(StatisticsScreen, ascii=True) as pilot:
        assert "".join(rows_below(pilot, "Sum Battle")[0]).isascii()


@app_test
async def test_leaving_cancels_counting() -> None:
    """Many files take a while to read; leaving doesn't wait."""
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


# ---- ratings


def save_rated_games(number: int = 6) -> None:
    for n in range(number):
        save_match(play_as("perfect", "casual", "maze", n), at=NOON + n)


@pytest.mark.parametrize("size", [SMALL, LARGE])
@app_test
async def test_ratings_are_shown_with_their_curves(size: tuple[int, int]) -> None:
    save_rated_games()
    async with open_app(StatisticsScreen, size) as pilot:
        [title] = [line for line in table_lines(pilot) if line.startswith("Number Maze")]
        assert re.fullmatch(r"Number Maze · your rating: [0-9–() ]+", title)
        assert "r Ratings" in screen_text(pilot)
        await pilot.press("r")
        await settle(pilot)
        assert "r Results" in screen_text(pilot)
        lines = table_lines(pilot)
        assert lines[0] == "Number Maze"
        assert any("└ 6 games, oldest first" in line for line in lines)
        assert any("●" in line for line in lines)
        assert max(map(len, lines[:-1])) <= size[0]
        assert "Statistics: ratings" in screen_text(pilot)
        await pilot.press("r")
        await settle(pilot)
        assert "Casual" in rows_below(pilot, "Number Maze")[0]


@app_test
async def test_ratings_screen_says_how_to_get_one() -> None:
    async with open_app(StatisticsScreen) as pilot:
        await pilot.press("r")
        await settle(pilot)
        assert table_lines(pilot)[0].startswith("No ratings yet.")


@app_test
async def test_statistics_can_be_exported() -> None:
    save_rated_games(2)
    async with open_app(StatisticsScreen) as pilot:
        await pilot.press("e")
        await settle(pilot)
        [path] = Path(saves.home()).glob("statistics-*.json")
        assert json.loads(path.read_text())["ratings"][0]["game"] == "maze"


@app_test
async def test_reset_needs_two_presses_and_any_other_key_cancels() -> None:
    save_rated_games(2)
    async with open_app(StatisticsScreen) as pilot:
        await pilot.press("x")
        assert "Moved aside: 2 finished games" in " ".join(table_lines(pilot))
        assert "Statistics: reset" in screen_text(pilot)
        await pilot.press("down")
        assert len(saves.list_saves()) == 2
        assert rows_below(pilot, "Number Maze")
        await pilot.press("x", "x")
        await settle(pilot)
        assert not saves.list_saves()
        assert "No games yet." in table_lines(pilot)[0]
        [folder] = Path(saves.home()).glob("reset-*")
        assert len(list((folder / "games").iterdir())) == 2


@app_test
async def test_question_is_not_asked_if_there_is_nothing_to_reset() -> None:
    async with open_app(StatisticsScreen) as pilot:
        await pilot.press("x")
        assert table_lines(pilot) == ["There is nothing to reset.", "", "Press any key to go back."]
        await pilot.press("x")
        assert table_lines(pilot)[0] == "No games yet."


@pytest.mark.parametrize("width", [80, 40])
def test_title_has_the_rating_in_one_line(width: int) -> None:
    decisions = {"1": Tally(2, 2.0), "3": Tally(2, 1.0)}
    games = [RatedGame("race", "casual", "won", 0.0, decisions) for _ in range(40)]
    none = RatedGame("maze", "casual", "won", 0.0, {})
    ratings = short_ratings(rate_person([*games, none]))
    assert set(ratings) == {"race"}
    rows = Statistics((OpponentRow("race", "", "casual", played=40, won=40),))
    table = StatisticsTable(width - 4, is_ascii=False, has_draws=False, ratings=ratings)
    [title] = [line for line in str(table.rows(rows)).splitlines() if "Race" in line]
    assert title.endswith(ratings["race"])
    assert len(title) <= width - 4
    assert ("your rating" in title) == (width == 80)
