"""The title on the home screen."""

from __future__ import annotations

import pytest
from tui_support import LARGE, app_test, open_app

from duel_support import where
from numduel.tui.parts.title import TAGLINE, WORDMARK, Title


def title_lines(width: int, *, is_large: bool) -> list[str]:
    title = Title()
    title.show(width, is_large=is_large)
    return str(title.content).split("\n")


def test_title_can_be_shown_at_every_width() -> None:
    for width in range(1, 260):
        with where(width):
            assert len(title_lines(width, is_large=False)) == 1
            assert len(title_lines(width, is_large=True)) in (1, len(WORDMARK))


def test_large_title_shows_its_tagline_if_both_fit() -> None:
    assert title_lines(60, is_large=True) == title_lines(60, is_large=False)
    (first, *others) = title_lines(80, is_large=True)
    assert first.endswith(TAGLINE)
    assert len(others) == len(WORDMARK) - 1


@pytest.mark.usefixtures("home")
@app_test
async def test_title_follows_a_resize_behind_another_screen() -> None:
    async with open_app(size=LARGE) as pilot:
        await pilot.press("comma")
        await pilot.resize_terminal(60, 40)
        await pilot.press("escape")
        title = pilot.app.screen.query_one(Title)
        assert "\n" not in str(title.content)
        await pilot.resize_terminal(*LARGE)
        assert TAGLINE in str(title.content)
