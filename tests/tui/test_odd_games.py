"""Games unlike the five in the app: draws, several tokens, no tiles, chance at the start."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Static
from tui_support import LARGE, app_test, open_app, settle, start_game, type_line

from duel_support import with_more_games
from numduel.budget import Budget
from numduel.core import Over, Player
from numduel.dice import Dice
from numduel.engine import Engine
from numduel.games import find
from numduel.play.match import Match
from numduel.tui.match_setup import describe_favourite
from numduel.tui.parts.game_end import GameEnd, draw_large
from numduel.tui.parts.menu import GameCard
from numduel.tui.parts.panels import PlayersPanel
from numduel.tui.screens.play import HOW_TO_PRESS, PlayScreen
from numduel.tui.screens.replay import ReplayScreen
from numduel.tui.screens.review import ReviewScreen
from numduel.tui.screens.statistics import StatisticsScreen

pytestmark = pytest.mark.usefixtures("home", "more_games")

DRAWN_THREES = "a1 b1 c1 d1 b2 a2 d2 c2"


@pytest.fixture
def more_games() -> Iterator[None]:
    with with_more_games():
        yield


def play_screen(pilot: Pilot[None]) -> PlayScreen:
    screen = pilot.app.screen
    assert isinstance(screen, PlayScreen)
    return screen


def text_of(pilot: Pilot[None], part: Any) -> str:
    """Return the text of a widget, visible or not."""
    return str(pilot.app.screen.query_one(part, Static).content)


def screen_text(pilot: Pilot[None]) -> str:
    return "\n".join(strip.text for strip in pilot.app.screen._compositor.render_strips())


@app_test
async def test_drawn_game_is_a_draw_on_every_screen() -> None:
    async with open_app(start_game("threes", rounds=3), LARGE, animation=True) as pilot:
        for move in DRAWN_THREES.split():
            await type_line(pilot, move)
            assert not play_screen(pilot).board.is_animating  # a new token never slides
        assert text_of(pilot, GameEnd).startswith(draw_large("DRAW"))
        assert text_of(pilot, PlayersPanel).count("½") == 2
        assert "Wins: Ann 0, Bob 0, 1 drawn" in text_of(pilot, "#heading")
        assert "The game is a draw." in text_of(pilot, "#message")
        assert screen_text(pilot).count("P1 ") == 5  # four tokens, and the player
        await pilot.press("v")
        await settle(pilot)
        assert isinstance(pilot.app.screen, ReviewScreen)
        assert "The game is a draw." in text_of(pilot, "#message")
        assert text_of(pilot, PlayersPanel).count("½") == 2
        await pilot.press("left")
        assert "½" not in text_of(pilot, PlayersPanel)
        pilot.app.push_screen(ReplayScreen())
        await settle(pilot)
        assert "Ann against Bob, draw" in screen_text(pilot)
        pilot.app.push_screen(StatisticsScreen())
        await settle(pilot)
        assert "lost  drawn  win %" in text_of(pilot, "#columns")
        row = next(line for line in text_of(pilot, "#rows").splitlines() if "Ann and Bob" in line)
        assert row.split()[3:7] == ["1", "0", "0", "1"]
        cards = pilot.app.screen_stack[1].query(GameCard)
        card = next(card for card in cards if card.kind.id == "threes")
        card.demo.match = Match.replay(card.demo.match.game, DRAWN_THREES.split())
        assert str(card.render()).endswith("½ Draw")


@app_test
async def test_statistics_without_draws_have_no_column_for_them() -> None:
    async with open_app(start_game("pick15")) as pilot:
        for move in "21934":  # 2 + 9 + 4
            await type_line(pilot, move)
        assert play_screen(pilot).match.winner is Player.ONE
        assert "½" not in text_of(pilot, PlayersPanel)
        pilot.app.push_screen(StatisticsScreen())
        await settle(pilot)
        assert "played" in text_of(pilot, "#columns")
        assert "drawn" not in text_of(pilot, "#columns")


@app_test
async def test_analysis_shows_drawing_moves() -> None:
    async with open_app(start_game("shuttle"), ascii=True) as pilot:
        await pilot.press("a")
        await settle(pilot)
        assert "left D" in screen_text(pilot)
        assert "stay D" in screen_text(pilot)
        assert "D" in play_screen(pilot).panel.legend()
        await type_line(pilot, "stay")
        assert text_of(pilot, GameEnd).startswith("DRAW")
        assert text_of(pilot, PlayersPanel).count("= ") == 2  # ASCII


@app_test
async def test_game_without_tiles_is_played_with_buttons() -> None:
    async with open_app(start_game("toss")) as pilot:
        screen = play_screen(pilot)
        assert [ply.player for ply in screen.match.plies] == [None]
        assert text_of(pilot, "#message") == HOW_TO_PRESS
        assert screen.board.cursor is None
        await pilot.press("u")
        assert text_of(pilot, "#message") == "There is no move to undo."
        await pilot.press("up", "enter", "enter")  # reach the first button, then press it
        await settle(pilot)
        assert [ply.move for ply in screen.match.plies if ply.player is not None] == ["keep"]
        await pilot.press("tab", "tab", "enter")
        await settle(pilot)
        assert screen.match.is_over
        assert screen.match.plies[-2].move == "throw"


@app_test
async def test_cursor_stays_on_a_board_that_is_not_square() -> None:
    async with open_app(start_game("threes", columns=6)) as pilot:
        await pilot.press(*["right"] * 9, *["down"] * 3)
        assert play_screen(pilot).board.cursor == 11
        await pilot.press("up", "enter")
        assert play_screen(pilot).match.plies[-1].move == "f1"


class DrawnAtStart(find("sum")):  # type: ignore[misc]
    """A game that is drawn before its first move."""

    id = "full"
    has_draws = True

    def status(self, state: object) -> Over:
        return Over(None, "full")


def test_game_drawn_at_the_start_favours_nobody() -> None:
    game = DrawnAtStart.setup({}, None, Dice(1))
    assert describe_favourite(Engine(), game, Budget()) == "It's a draw before the first move."
