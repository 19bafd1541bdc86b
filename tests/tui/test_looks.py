"""How the screens look in common: no rule of one reaches another, and plain letters are plain."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from screens import SCREENS as SHOTS
from textual.pilot import Pilot
from tui_support import app_test, open_app, send_burst, settle

import numduel
from numduel.tui.parts.key_bar import KeyBar
from numduel.tui.screens.replay import ReplayScreen
from numduel.tui.screens.settings import SettingsScreen

pytestmark = pytest.mark.usefixtures("home")

SCREENS = Path(numduel.__file__).parent / "tui" / "screens"
FRAMES = re.compile("[\u2500-\u259f]")
"""Lines, frames and blocks."""


@pytest.mark.parametrize("file", sorted(SCREENS.glob("*.tcss")), ids=lambda file: file.stem)
def test_a_rule_says_for_which_screen_it_is(file: Path) -> None:
    """Once a screen has been opened, what its file says holds for the whole app."""
    text = re.sub(r"/\*.*?\*/", "", file.read_text(), flags=re.S)
    lists = re.findall(r"([^{}]+)\{", text)
    selectors = [selector.strip() for many in lists for selector in many.split(",")]
    assert selectors
    assert not [selector for selector in selectors if selector.startswith(("#", "."))]


LOOKED_AT = (
    *("home", "setup", "setup-seed", "play-run", "play-quest", "play-race", "analysis", "hint"),
    *("refusal", "verdict", "rules", "keys", "review", "saving", "replay", "learn", "lesson"),
    *("puzzles", "statistics", "settings", "unfinished"),
)
"""One of each kind."""


@pytest.mark.long
@pytest.mark.parametrize("name", LOOKED_AT)
@app_test
async def test_plain_letters_are_plain_and_keys_fit_from_60_columns_on(name: str) -> None:
    shot = SHOTS[name]
    if shot.before:
        shot.before()
    async with open_app(shot.opening, (60, 20), ascii=True, name="Zoë 数", friend="Ünal") as pilot:
        await send_burst(pilot, shot.keys)
        await settle(pilot)
        assert whole(pilot).isascii(), {c for c in whole(pilot) if not c.isascii()}
        for bar in pilot.app.screen.query(KeyBar):
            assert bar.keys
            assert bar.keys[-1].end <= 60


@app_test
async def test_plain_letters_are_there_as_soon_as_somebody_wants_them() -> None:
    async with open_app(SettingsScreen) as pilot:
        await pilot.press("down", "down")
        for is_plain in (True, False, True):
            await pilot.press("enter")
            await settle(pilot)
            assert whole(pilot).isascii() == is_plain
        await pilot.press("escape")
        await settle(pilot)
        assert whole(pilot).isascii()


@app_test
async def test_frames_are_drawn_where_they_can_be() -> None:
    async with open_app(ReplayScreen) as pilot:
        assert FRAMES.findall(whole(pilot))


def whole(pilot: Pilot[None]) -> str:
    return "\n".join(strip.text for strip in pilot.app.screen._compositor.render_strips())
