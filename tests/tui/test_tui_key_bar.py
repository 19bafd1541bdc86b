"""The last line of a screen: its keys, by the mouse."""

from __future__ import annotations

import pytest
from textual import events
from textual.pilot import Pilot
from tui_support import driven, opened, playing, settled, typed

from numduel.tui.parts.key_bar import KeyBar
from numduel.tui.screens.keys import KeysScreen
from numduel.tui.screens.play import PlayScreen

pytestmark = pytest.mark.usefixtures("home")


def shown(pilot: Pilot[None]) -> str:
    return "".join(segment.text for segment in pilot.app.screen._compositor.render_strips()[-1])


@driven
async def test_a_key_is_found_pointed_at_and_clicked() -> None:
    async with opened(playing("maze")) as pilot:
        bar = pilot.app.screen.query_one(KeyBar)
        by_label = {key.label: key for key in bar.keys}
        for key in bar.keys:
            assert shown(pilot)[key.start : key.end] == f" {key.label} {key.description} "
        pointed = []
        for place in (by_label["r"].start + 1, by_label["?"].end - 1):
            await pilot.hover(bar, (place, 0))
            pointed.append(bar.tooltip)
        await pilot.hover("#heading")
        pointed.append(bar.tooltip)
        assert pointed == ["the rules beside the board, or away", "all keys and signs", None]
        await pilot.click(bar, (by_label["?"].start, 0))
        await settled(pilot)
        assert isinstance(pilot.app.screen, KeysScreen)
        await pilot.press("escape")
        await pilot.click(bar, (pilot.app.size.width - 1, 0))  # beside all keys
        await settled(pilot)
        assert isinstance(pilot.app.screen, PlayScreen)


@driven
async def test_the_bar_follows_what_can_be_done() -> None:
    async with opened(playing("maze")) as pilot:
        bar = pilot.app.screen.query_one(KeyBar)
        assert "Hint" in [key.description for key in bar.keys]
        for move in ["2,1", "2,2", "2,0", "1,2", "1,0"]:
            await typed(pilot, move)
        assert "Hint" not in [key.description for key in bar.keys]
        assert "Review" in [key.description for key in bar.keys]
        assert " Review " in shown(pilot)


@driven
async def test_the_wheel_brings_keys_into_sight_that_have_no_room() -> None:
    async with opened(playing("maze"), (30, 24)) as pilot:
        bar = pilot.app.screen.query_one(KeyBar)
        last = bar.keys[-1]
        assert last.end > 30
        assert last.description not in shown(pilot)
        for _ in range(40):
            bar.post_message(wheel(events.MouseScrollDown))
        await settled(pilot)
        assert shown(pilot).endswith(f" {last.label} {last.description} ")
        await pilot.hover(bar, (29, 0))
        assert bar.tooltip == last.tooltip
        for _ in range(40):
            bar.post_message(wheel(events.MouseScrollUp))
        await settled(pilot)
        assert shown(pilot).startswith(f" {bar.keys[0].label} ")


def wheel(kind: type[events.MouseEvent]) -> events.MouseEvent:
    return kind(None, 0, 0, 0, 0, 0, False, False, False)
