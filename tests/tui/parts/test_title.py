"""The name of the app above the first screen."""

from __future__ import annotations

import pytest
from tui_support import LARGE, app_test, open_app

from duel_support import where
from numduel.tui.parts.title import TAGLINE, WORDMARK, Title


def lines(width: int, *, is_large: bool) -> list[str]:
    title = Title()
    title.show(width, is_large=is_large)
    return str(title.content).split("\n")


def test_title_can_be_shown_at_every_width() -> None:
    for width in range(1, 260):
        with where(width):
            assert len(lines(width, is_large=False)) == 1
            assert len(lines(width, is_large=True)) in (1, len(WORDMARK))


def test_large_title_has_its_saying_where_there_is_room_for_both() -> None:
    assert lines(60, is_large=True) == lines(60, is_large=False)
    (first, *others) = lines(80, is_large=True)
    assert first.endswith(TAGLINE)
    assert len(others) == len(WORDMARK) - 1


@pytest.mark.usefixtures("home")
@app_test
async def test_window_that_shrinks_below_another_screen_gets_the_small_title() -> None:
    async with open_app(size=LARGE) as pilot:
        await pilot.press("comma")
        await pilot.resize_terminal(60, 40)
        await pilot.press("escape")
        title = pilot.app.screen.query_one(Title)
        assert "\n" not in str(title.content)
        await pilot.resize_terminal(*LARGE)
        assert TAGLINE in str(title.content)
