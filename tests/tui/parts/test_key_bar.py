"""The key bar on the last line of a screen, and its use with the mouse."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from tui_support import app_test, open_app, settle, start_game, type_line

from numduel.tui.parts.key_bar import KeyBar
from numduel.tui.screens.keys import KeysScreen
from numduel.tui.screens.play import PlayScreen

pytestmark = pytest.mark.usefixtures("home")


def last_line(pilot: Pilot[None]) -> str:
    return "".join(segment.text for segment in pilot.app.screen._compositor.render_strips()[-1])


@app_test
async def test_keys_can_be_hovered_and_clicked() -> None:
    async with open_app(start_game("maze")) as pilot:
        bar = pilot.app.screen.query_one(KeyBar)
        by_label = {key.label: key for key in bar.keys}
        for key in bar.keys:
            assert last_line(pilot)[key.start : key.end] == f" {key.label} {key.description} "
        tooltips = []
        for column in (by_label["r"].start + 1, by_label["?"].end - 1):
            await pilot.hover(bar, (column, 0))
            tooltips.append(bar.tooltip)
        await pilot.hover("#heading")
        tooltips.append(bar.tooltip)
        assert tooltips == ["show or hide the rules", "list all keys and symbols", None]
        await pilot.click(bar, (by_label["?"].start, 0))
        await settle(pilot)
        assert isinstance(pilot.app.screen, KeysScreen)
        await pilot.press("escape")
        await pilot.click(bar, (pilot.app.size.width - 1, 0))  # right of every key
        await settle(pilot)
        assert isinstance(pilot.app.screen, PlayScreen)


@app_test
async def test_bar_shows_only_available_actions() -> None:
    async with open_app(start_game("maze")) as pilot:
        bar = pilot.app.screen.query_one(KeyBar)
        assert "Hint" in [key.description for key in bar.keys]
        for move in ["2,1", "2,2", "2,0", "1,2", "1,0"]:
            await type_line(pilot, move)
        assert "Hint" not in [key.description for key in bar.keys]
        assert "Review" in [key.description for key in bar.keys]
        assert " Review " in last_line(pilot)


@app_test
async def test_narrow_bar_drops_keys_except_help_and_back() -> None:
    async with open_app(start_game("maze"), (90, 24)) as pilot:
        bar = pilot.app.screen.query_one(KeyBar)
        every = [key.description for key in bar.keys]
        for width in (60, 30, 20):
            await pilot.resize_terminal(width, 24)
            await settle(pilot)
            found = [key.description for key in bar.keys]
            assert found[-2:] == ["Keys", "Back"]
            assert found[:-2] == every[: len(found) - 2]
            assert len(found) < len(every)
            assert bar.keys[-1].end <= width
            assert last_line(pilot).rstrip().endswith("Back")
        await pilot.resize_terminal(90, 24)
        await settle(pilot)
        assert [key.description for key in bar.keys] == every
