"""60 columns by 20 lines: nothing that a player needs is cut."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from tui_support import app_test, open_app, settle, start_game

from numduel.core import Player
from numduel.games import ids
from numduel.tui.screens.play import PlayScreen

pytestmark = pytest.mark.usefixtures("home")

NARROW = (60, 20)


def drawn(pilot: Pilot[None]) -> list[str]:
    """Return the lines on the screen."""
    strips = pilot.app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip) for strip in strips]


def play_screen(pilot: Pilot[None]) -> PlayScreen:
    found = pilot.app.screen
    assert isinstance(found, PlayScreen)
    return found


@pytest.mark.parametrize("id", ids())
@app_test
async def test_board_prompt_and_players_are_whole(id: str) -> None:
    async with open_app(start_game(id), NARROW) as pilot:
        for _ in range(4):
            screen = play_screen(pilot)
            text = "\n".join(drawn(pilot))
            board, area = screen.board.region, screen.board.parent
            assert area is not None
            assert board.right <= area.region.right  # type: ignore[attr-defined]
            assert board.bottom <= area.region.bottom  # type: ignore[attr-defined]
            picture = screen.panel.view.picture
            if any(tile.tokens for tile in picture.tiles):
                for player in Player:
                    on_board = sum(player in tile.tokens for tile in picture.tiles)
                    assert text.count(player.token) >= on_board + 1, text
            prompt = screen.panel.view.prompt_or_wait
            line = screen.panel.line.region
            rows = drawn(pilot)[line.y : line.bottom]
            assert "".join(row[line.x : line.right] for row in rows).split() == prompt.split()
            assert not [line for line in drawn(pilot) if "…" in line], text
            if screen.match.is_finished:
                break
            screen.choose(screen.match.moves[0])
            await settle(pilot)


@app_test
async def test_tiles_of_a_row_keep_their_places() -> None:
    async with open_app(start_game("sum"), NARROW) as pilot:
        before = play_screen(pilot).board.region
        play_screen(pilot).choose("5")
        await settle(pilot)
        assert play_screen(pilot).board.region == before


@app_test
async def test_buttons_at_the_end_fit() -> None:
    for id in ids():
        async with open_app(start_game(id), NARROW) as pilot:
            screen = play_screen(pilot)
            screen.choose(screen.match.moves[0])
            await settle(pilot)
            await pilot.press("g", "g")
            await settle(pilot)
            assert screen.match.is_finished
            for button in screen.panel.buttons.all:
                region, room = button.region, screen.panel.buttons.region
                assert region.right <= room.right, (id, button.text)
                assert region.bottom <= room.bottom, (id, button.text)


@app_test
async def test_shortcuts_of_the_race_need_no_ctrl() -> None:
    async with open_app(start_game("race"), NARROW) as pilot:
        screen = play_screen(pilot)
        assert [screen.key_for(key) for key in "hawurdl"] == list("hawurdl")
        move = screen.match.moves[0]
        await pilot.press(move.lower())
        await settle(pilot)
        assert [ply.move for ply in screen.match.plies] == [move]
        await pilot.press("u")
        await settle(pilot)
        assert [ply.move for ply in screen.match.plies] == []
        await pilot.press("slash", *move.lower(), "enter")
        await settle(pilot)
        assert [ply.move for ply in screen.match.plies] == [move]


@pytest.mark.parametrize("width", [40, 60, 80])
@app_test
async def test_list_of_keys_is_whole(width: int) -> None:
    async with open_app(start_game("race"), (width, 60)) as pilot:
        page = play_screen(pilot)
        await pilot.press("question_mark")
        await settle(pilot)
        shown = " ".join(" ".join(drawn(pilot)).replace("│", " ").split())
        meanings = [binding.tooltip for _, binding, _, _ in page.active_bindings.values()]
        for meaning in filter(None, [*meanings, *page.legend.values()]):
            assert meaning in shown
