"""Input that would crash Textual: for removed widgets, and while the app quits."""

from __future__ import annotations

import asyncio

import pytest
from textual import events
from textual.widget import Widget
from textual.widgets import Markdown
from tui_support import app_test, open_app, player_moves, save_of, settle, start_game, type_line

from duel_support import where
from numduel.tui.screens.play import PlayScreen

pytestmark = pytest.mark.usefixtures("home")


def mouse_event_at(widget: Widget, kind: type[events.MouseEvent]) -> events.MouseEvent:
    """Return an event of the left mouse button on the first cell of a widget."""
    x, y = widget.region.offset
    return kind(None, x, y, 0, 0, 1, False, False, False, x, y)


@app_test
async def test_mouse_on_a_removed_widget_does_nothing() -> None:
    async with open_app(start_game("maze")) as pilot:
        await pilot.press("r")
        await settle(pilot)
        rule = pilot.app.screen.query_one(Markdown).children[0]
        events_there = [mouse_event_at(rule, kind) for kind in (events.MouseDown, events.MouseMove)]
        await rule.remove()
        for event in events_there:
            under_mouse, _ = pilot.app.screen.get_widget_at(event.x, event.y)
            assert under_mouse is rule  # until the screen is laid out again
            pilot.app.post_message(event)
        await settle(pilot)
        await type_line(pilot, "2,1")
        assert isinstance(pilot.app.screen, PlayScreen)
        assert player_moves(pilot.app.screen.match) == ["2,1"]


@app_test
async def test_screen_that_opens_while_the_app_quits_does_not_fail() -> None:
    for key, loop_turns in (("?", 1), ("l", 1), ("m", 2), ("2", 2)):
        with where(key):
            async with open_app() as pilot:
                name = "question_mark" if key == "?" else key
                pilot.app.post_message(events.Key(name, key))
                for _ in range(loop_turns):
                    await asyncio.sleep(0)
                pilot.app.exit()
            assert pilot.app.return_code == 0


@app_test
async def test_last_move_before_the_app_quits_is_saved() -> None:
    """The end of a game adds buttons, which can't be mounted while the app quits."""
    moves = ["2,1", "2,2", "2,0", "1,2"]
    async with open_app(start_game("maze")) as pilot:
        for move in moves:
            await type_line(pilot, move)
        screen = pilot.app.screen
        assert isinstance(screen, PlayScreen)
        number = screen.board.tile_of_move("1,0")
        assert number is not None
        x, y = screen.board._layout.corner(number)
        click = events.Click(screen.board, x, y, 0, 0, 1, False, False, False)
        screen.board.post_message(click)
        pilot.app.exit()
    assert pilot.app.return_code == 0
    assert player_moves(save_of(screen).load()) == [*moves, "1,0"]
