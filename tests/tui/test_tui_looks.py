"""How the screens look in common: no rule of one reaches another, and plain letters are plain."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen
from tui_support import driven, opened, settled

import numduel
from numduel import Match
from numduel.games import offered
from numduel.tui.screens.learn import LearnScreen
from numduel.tui.screens.preferences import SettingsScreen
from numduel.tui.screens.puzzles import PuzzlesScreen
from numduel.tui.screens.replay import ReplayScreen
from numduel.tui.screens.saving import SaveScreen
from numduel.tui.screens.setup import SetupScreen
from numduel.tui.screens.statistics import StatisticsScreen

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


@pytest.mark.parametrize(
    "opening",
    [
        lambda: SetupScreen(offered()[0]),
        lambda: SaveScreen(Match(numduel.new(offered()[0].id, seed=7))),
        SettingsScreen,
        PuzzlesScreen,
        LearnScreen,
        ReplayScreen,
        StatisticsScreen,
        None,
    ],
)
@driven
async def test_plain_letters_draw_no_frames(opening: Callable[[], Screen[Any]] | None) -> None:
    async with opened(opening, ascii=True) as pilot:
        await settled(pilot)
        assert not FRAMES.findall(whole(pilot))


@driven
async def test_frames_are_drawn_where_they_can_be() -> None:
    async with opened(ReplayScreen) as pilot:
        assert FRAMES.findall(whole(pilot))


def whole(pilot: Pilot[None]) -> str:
    return "\n".join(strip.text for strip in pilot.app.screen._compositor.render_strips())
