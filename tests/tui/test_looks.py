"""The look of all screens: style rules stay on their screen, ASCII mode is ASCII."""

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
"""Line, frame and block characters."""


@pytest.mark.parametrize("file", sorted(SCREENS.glob("*.tcss")), ids=lambda file: file.stem)
def test_style_rules_name_their_screen(file: Path) -> None:
    """The rules of a screen apply to the whole app once it has been opened."""
    text = re.sub(r"/\*.*?\*/", "", file.read_text(), flags=re.S)
    lists = re.findall(r"([^{}]+)\{", text)
    selectors = [selector.strip() for many in lists for selector in many.split(",")]
    assert selectors
    assert not [selector for selector in selectors if selector.startswith(("#", "."))]


CHECKED_SCREENS = (
    *("home", "setup", "setup-seed", "play-run", "play-quest", "play-race", "analysis", "hint"),
    *("refusal", "verdict", "rules", "keys", "review", "saving", "replay", "learn", "lesson"),
    *("puzzles", "statistics", "settings", "unfinished"),
)
"""One screen of each kind."""


@pytest.mark.long
@pytest.mark.parametrize("name", CHECKED_SCREENS)
@app_test
async def test_ascii_screens_are_ascii_and_keys_fit_at_60_columns(name: str) -> None:
    shot = SHOTS[name]
    if shot.before:
        shot.before()
    async with open_app(shot.opening, (60, 20), ascii=True, name="Zoë 数", friend="Ünal") as pilot:
        await send_burst(pilot, shot.keys)
        await settle(pilot)
        assert screen_text(pilot).isascii(), {c for c in screen_text(pilot) if not c.isascii()}
        for bar in pilot.app.screen.query(KeyBar):
            assert bar.keys
            assert bar.keys[-1].end <= 60


@app_test
async def test_ascii_setting_takes_effect_at_once() -> None:
    async with open_app(SettingsScreen) as pilot:
        await pilot.press("down", "down")
        for is_ascii in (True, False, True):
            await pilot.press("enter")
            await settle(pilot)
            assert screen_text(pilot).isascii() == is_ascii
        await pilot.press("escape")
        await settle(pilot)
        assert screen_text(pilot).isascii()


@app_test
async def test_frames_are_drawn_by_default() -> None:
    async with open_app(ReplayScreen) as pilot:
        assert FRAMES.findall(screen_text(pilot))


def screen_text(pilot: Pilot[None]) -> str:
    return "\n".join(strip.text for strip in pilot.app.screen._compositor.render_strips())
