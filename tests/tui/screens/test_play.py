"""A game in the app: every way to move, every kind of help, and no lost moves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bot_support import Bots
from terminal import numduel as command_line
from textual.pilot import Pilot
from textual.widgets import ContentSwitcher, Markdown, Static
from tui_support import (
    KEYS,
    LARGE,
    SMALL,
    app_test,
    open_app,
    open_save,
    open_session,
    pages,
    save_of,
    settle,
    start_game,
    type_line,
)

import numduel
from duel_support import ENGINE, full_disk, plenty, where
from numduel import Match, record
from numduel.budget import Budget
from numduel.engine.teaching.hints import Hints
from numduel.games import find
from numduel.play.series import Side
from numduel.play.session import Session, make_sides
from numduel.storage import saves, statistics
from numduel.storage.record.end_mark import add_end_mark
from numduel.tui import background, base_app
from numduel.tui.app import NumduelApp
from numduel.tui.base_app import AppEngine
from numduel.tui.parts.board import BoardView
from numduel.tui.parts.board_panel import BoardArea
from numduel.tui.parts.game_end import draw_large
from numduel.tui.parts.move_buttons import MoveButton
from numduel.tui.screens.keys import KeysScreen
from numduel.tui.screens.play import PlayScreen
from numduel.views.narration import address
from numduel.views.values import describe_best

pytestmark = pytest.mark.usefixtures("home")

BOOK = "4 3 8/9 5 1/2 7 6"
"""The board of the maze's rule book."""

WHOLE_GAMES = {
    "maze": "2,1 2,2 2,0 1,2 1,0",
    "sum": "9 1 9 1 9 1 9 1 9 1 5",
    "run": "1,0 4,3 1,1 4,2 2,1 4,1 2,2 4,0 2,3 3,0 3,3 2,0 4,3 1,0 4,4",
    "quest": "3,1 3,2 1,1 2,1 3,3",
    "race": "Right Left",
}
"""A whole game of each kind on the board of seed 7, as typed."""


def play_screen(pilot: Pilot[None]) -> PlayScreen:
    screen = pilot.app.screen
    assert isinstance(screen, PlayScreen)
    return screen


def message(pilot: Pilot[None]) -> str:
    return str(play_screen(pilot).query_one("#message", Static).content)


def input_line(pilot: Pilot[None]) -> str:
    return str(play_screen(pilot).query_one("#line", Static).content)


def visible_text(pilot: Pilot[None], part: str) -> str:
    """Return the visible text of a part of the screen."""
    region = play_screen(pilot).query_one(part).region
    rows = play_screen(pilot)._compositor.render_strips()[region.y : region.bottom]
    return "\n".join(row.crop(region.x, region.right).text.strip() for row in rows)


def heading(pilot: Pilot[None]) -> str:
    return str(play_screen(pilot).query_one("#heading", Static).content)


def moves_made(pilot: Pilot[None]) -> list[str]:
    """Return the moves of both players."""
    return [ply.move for ply in play_screen(pilot).match.plies if ply.player is not None]


def cursor(pilot: Pilot[None]) -> int | None:
    return play_screen(pilot).board.cursor


def buttons(pilot: Pilot[None]) -> dict[str, str]:
    return {choice.key: choice.text for choice in play_screen(pilot).query(MoveButton)}


def button_texts(pilot: Pilot[None]) -> list[str]:
    return [choice.text for choice in play_screen(pilot).query(MoveButton)]


async def wait_until(condition: Callable[[], bool]) -> None:
    """Wait up to a minute for a condition."""
    for _ in range(6000):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("timed out")


def start_on_board(id: str, board: str, **options: object) -> Callable[[], PlayScreen]:
    """Return a function that opens a game of two people on a board."""
    two = make_sides(("human", "human"), ("Ann", "Bob"))
    return lambda: open_session(Session.begin(find(id), options, two, board=board))


async def click_move(pilot: Pilot[None], move: str) -> None:
    """Click the tile of a move."""
    number = play_screen(pilot).board.tile_of_move(move)
    assert number is not None
    await click_tile(pilot, number)


async def click_tile(pilot: Pilot[None], number: int) -> None:
    board = play_screen(pilot).board
    x, y = board._layout.corner(number)
    assert await pilot.click(BoardView, offset=(x + board._layout.tile_width // 2, y + 1))
    await settle(pilot)


# ---- moving


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("game", numduel.games())
@app_test
async def test_typed_game_is_saved_at_every_move_and_ends_with_a_verdict(
    game: str, size: tuple[int, int]
) -> None:
    async with open_app(start_game(game), size) as pilot:
        assert saves.list_saves() == []
        for move in WHOLE_GAMES[game].split():
            assert not play_screen(pilot).match.is_over
            await type_line(pilot, move)
            assert read_save(pilot) == add_end_mark(record.dumps(play_screen(pilot).match))
        match = play_screen(pilot).match
        assert match.is_over
        verdict = play_screen(pilot).narration.verdict()
        assert message(pilot) == " ".join(verdict)
        assert set(verdict) <= set(play_screen(pilot).panel.side.log_panel.lines)
        assert buttons(pilot) == {"m": "Rematch", "v": "Review", "escape": "Home"}
        await pilot.press("u")
        if not match.uncovered:
            assert read_save(pilot) == add_end_mark(record.dumps(play_screen(pilot).match))


def read_save(pilot: Pilot[None]) -> str:
    return Path(save_of(play_screen(pilot)).path).read_text(encoding="utf-8")


@app_test
async def test_moves_can_be_typed_in_any_clear_way() -> None:
    async with open_app(start_on_board("maze", BOOK)) as pilot:
        await type_line(pilot, "0,0")
        await type_line(pilot, "2,0")
        for text in ("0,1", "(0, 1)", "0 1", "01", "/right", "/R"):
            with where(text):
                await type_line(pilot, text)
                assert moves_made(pilot) == ["0,0", "2,0", "0,1"]
                await pilot.press("u")
                assert moves_made(pilot) == ["0,0", "2,0"]


@app_test
async def test_game_typed_at_once_is_played_in_order() -> None:
    async with open_app(start_game("run")) as pilot:
        for letter in WHOLE_GAMES["run"].replace(" ", "\n") + "\n":
            key = "enter" if letter == "\n" else KEYS.get(letter, letter)
            pilot.app.simulate_key(key)
        await settle(pilot)
        assert " ".join(moves_made(pilot)) == WHOLE_GAMES["run"]


@app_test
async def test_typed_text_can_be_corrected_and_cleared() -> None:
    async with open_app(start_on_board("maze", BOOK)) as pilot:
        await pilot.press("0", "comma", "3")
        assert input_line(pilot).endswith("Ann's turn: start on which cell (row,col)? 0,3▏")
        await pilot.press("backspace", "0", "enter")
        assert moves_made(pilot) == ["0,0"]
        await pilot.press("2", "escape")
        assert input_line(pilot) == "Bob's turn: start on which cell (row,col)?"
        await pilot.press("2", "backspace", "enter")  # an empty line plays nothing
        assert moves_made(pilot) == ["0,0"]
        assert input_line(pilot) == "Bob's turn: start on which cell (row,col)?"
        await pilot.press("2", "left", "comma", "1", "enter")  # arrows don't change the text
        assert moves_made(pilot) == ["0,0", "2,1"]


@pytest.mark.parametrize("size", [(40, 12), SMALL, LARGE])
@app_test
async def test_typed_text_stays_visible_after_a_long_question(size: tuple[int, int]) -> None:
    async with open_app(start_on_board("maze", BOOK), size) as pilot:
        await pilot.press("2", "comma", "1")
        assert visible_text(pilot, "#line").endswith("(row,col)? 2,1▏")
        await pilot.resize_terminal(50, 16)
        await settle(pilot)
        assert visible_text(pilot, "#line").endswith("(row,col)? 2,1▏")
        await pilot.press(*"1234567890" * 5)
        assert visible_text(pilot, "#line").endswith("567890▏")


@app_test
async def test_pasted_text_is_typed() -> None:
    from textual.events import Paste

    async with open_app(start_on_board("maze", BOOK)) as pilot:
        pilot.app.post_message(Paste("2,\n2"))
        await settle(pilot)
        assert moves_made(pilot) == []
        await pilot.press("enter")
        assert moves_made(pilot) == ["2,2"]


@app_test
async def test_arrows_move_the_cursor_and_enter_chooses() -> None:
    async with open_app(start_on_board("maze", BOOK)) as pilot:
        assert cursor(pilot) == 0
        assert message(pilot) == "Arrows move the cursor, Enter chooses. Or click, or type a move."
        await pilot.press("up", "left")
        assert cursor(pilot) == 0
        await pilot.press("right", "down", "down", "down", "enter")
        assert moves_made(pilot) == ["2,1"]
        await pilot.press("left", "left", "space")
        assert moves_made(pilot) == ["2,1", "2,0"]


@app_test
async def test_tab_cycles_through_legal_moves() -> None:
    async with open_app(start_game("run")) as pilot:
        board = play_screen(pilot).board
        visited = []
        for key in ("tab", "tab", "shift+tab", "right", "tab", "right", "shift+tab"):
            await pilot.press(key)
            assert board.cursor is not None
            visited.append(board.tiles[board.cursor].move)
        assert visited == ["1,0", "0,1", "1,0", "1,1", "0,1", "0,2", "0,1"]


@app_test
async def test_arrows_jump_in_a_game_of_directions() -> None:
    async with open_app(start_game("race")) as pilot:
        assert (
            message(pilot)
            == "Arrows jump in that direction. Or click, or type / and the direction."
        )
        assert cursor(pilot) is None
        await pilot.press("left")
        assert moves_made(pilot) == []
        assert message(pilot) == "Left leads off the grid from the 2, top left."
        await pilot.press("down", "up")
        assert moves_made(pilot) == ["Down", "Up"]


TYPED_WORDS = {
    "race": ("", {"/Down": "Down", "/u": "Up", "/RIGHT": "Right", "/left": "Left"}),
    "run": ("0,1 3,4 1,1 2,4 1,2 2,3 1,3", {"yes": "yes", "NO": "no", "n": "no"}),
    "quest": ("1,1", {"stand": "stand", "s": "stand"}),
}
"""Moves that lead to a prompt for words, and texts to type there with their move."""


@pytest.mark.parametrize("game", TYPED_WORDS)
@app_test
async def test_words_can_be_typed_without_triggering_shortcuts(game: str) -> None:
    before, asked = TYPED_WORDS[game]
    options: dict[str, Any] = {"stand": True} if game == "quest" else {}
    for text, move in asked.items():
        async with open_app(start_game(game, **options)) as pilot:
            for earlier in before.split():
                await type_line(pilot, earlier)
            for letter in text:
                await pilot.press("slash" if letter == "/" else letter)
                assert len(pages(pilot)) == 2  # no screen opened or closed
            assert text.removeprefix("/") in input_line(pilot)
            legal = move in play_screen(pilot).match.moves
            await pilot.press("enter")
            await settle(pilot)
            if legal:
                assert moves_made(pilot) == [*before.split(), move]
            else:
                assert move in message(pilot)
                assert moves_made(pilot) == before.split()


@app_test
async def test_shortcut_needs_ctrl_only_if_a_word_without_arrow_starts_with_its_letter() -> None:
    async with open_app(start_game("race")) as pilot:
        await pilot.press("down")
        assert " u Undo" in visible_text(pilot, "KeyBar")
        assert " r Rules" in visible_text(pilot, "KeyBar")
        await pilot.press("u")
        assert moves_made(pilot) == []
        await pilot.press("question_mark")
        keys = str(pilot.app.screen.query_one(Static).content)
        assert " u  undo the last move" in keys
        assert "arrows  jump that way" in keys
        assert " /  type a direction" in keys
    async with open_app(start_game("quest", stand=True)) as pilot:
        assert play_screen(pilot).key_for("s") == "ctrl+s"


@app_test
async def test_letters_of_words_are_no_shortcuts_while_a_program_thinks() -> None:
    async with open_app(start_game("quest", "casual", stand=True), animation=True) as pilot:
        await pilot.press("1", "comma", "1", "enter")
        assert not play_screen(pilot).is_persons_turn
        await pilot.press("s")
        assert input_line(pilot).startswith("Casual is thinking … s")


@app_test
async def test_unreachable_tile_says_why() -> None:
    async with open_app(start_on_board("race", "2 1 1 1/1 1 1 1/1 1 1 1/1 1 1 1")) as pilot:
        for number, why in (
            (5, "The 1 at 2,2 is not 2 steps away in a straight line."),
            (0, "You are already on the 2, top left."),
        ):
            await click_tile(pilot, number)
            assert message(pilot) == why
            assert play_screen(pilot).board.overlay.refused == number
        await type_line(pilot, "33")
        assert message(pilot) == "The 1 at 3,3 is not 2 steps away in a straight line."
        await type_line(pilot, "1,3")
        assert moves_made(pilot) == ["Right"]


@pytest.mark.parametrize("size", [SMALL, LARGE, (50, 16)])
@app_test
async def test_click_plays_a_move(size: tuple[int, int]) -> None:
    async with open_app(start_on_board("maze", BOOK), size) as pilot:
        for move in ("0,0", "2,2", "1,0"):
            await click_move(pilot, move)
        assert moves_made(pilot) == ["0,0", "2,2", "1,0"]
        await click_move(pilot, "0,2")
        assert moves_made(pilot) == ["0,0", "2,2", "1,0"]
        assert "The 8, top right, is not next to the 6, bottom right." in message(pilot)


@app_test
async def test_click_beside_the_tiles_does_nothing() -> None:
    async with open_app(start_on_board("maze", BOOK)) as pilot:
        before = message(pilot)
        assert await pilot.click(BoardView, offset=(1, 0))
        await settle(pilot)
        assert (moves_made(pilot), message(pilot)) == ([], before)


# ---- the end


@app_test
async def test_end_shows_winner_deciding_move_and_accuracy() -> None:
    async with open_app(start_on_board("maze", BOOK)) as pilot:
        for move in ("0,0", "2,0", "0,1", "2,1", "1,1"):
            await type_line(pilot, move)
        assert not play_screen(pilot).game_end.display
        await type_line(pilot, "2,2")
        end = str(play_screen(pilot).game_end.content)
        assert draw_large("BOB WON") in end
        assert "Turn 5 decided the game. Ann threw away a win with the 5, centre." in end
        assert "Accuracy: Ann 50%." in end
        assert "exactly 15" in message(pilot)
        assert all(tile.label for tile in play_screen(pilot).board.tiles)  # the board stays
        assert play_screen(pilot).board.region.height > 10
        await pilot.press("u")
        assert not play_screen(pilot).game_end.display


@app_test
async def test_end_addresses_the_player_and_offers_three_keys() -> None:
    async with open_app(start_game("sum", "casual", target=5), (50, 16)) as pilot:
        await type_line(pilot, "5")
        await settle(pilot)
        assert draw_large("YOU WON") in str(play_screen(pilot).game_end.content)
        assert "Your accuracy: 100%." in message(pilot)  # too little space beside the board
        await pilot.press("m")
        await settle(pilot)
        assert play_screen(pilot).session.round == 2
        await pilot.press("g", "g")
        assert draw_large("YOU LOST") in str(play_screen(pilot).game_end.content)
        home = [choice for choice in play_screen(pilot).query(MoveButton) if choice.key == "escape"]
        assert str(home[0].label) == "Home (Esc)"
        await pilot.click(home[0])
        await settle(pilot)
        assert len(pages(pilot)) == 1
    async with open_app(start_game("race", "casual", seed=ENDLESS_SEED)) as pilot:
        await pilot.press("e", "e")
        await settle(pilot)
        end = play_screen(pilot).game_end
        assert str(end.content).startswith("NO WINNER\n"), "large letters would be too wide"


ENDLESS_SEED, LOST_SEED = 29, 14
"""Seeds of races: one that neither player can win by force, and one that Player 1 loses."""


@app_test
async def test_level_declines_to_stop_a_lost_race() -> None:
    async with open_app(start_game("race", "perfect", seed=LOST_SEED), (120, 40)) as pilot:
        await pilot.press("e", "e")
        await settle(pilot)
        assert message(pilot).startswith("Perfect declined to end the game without a winner.")
        screen = play_screen(pilot)
        assert (screen.match.is_finished, screen.session.state.offer) == (False, None)
        await type_line(pilot, screen.match.moves[0])
        await settle(pilot)
        assert len(screen.match.plies) == 2, "the game goes on"


@app_test
async def test_new_game_starts_without_analysis() -> None:
    async with open_app(start_game("sum", "casual", target=9)) as pilot:
        await pilot.press("a")
        await settle(pilot)
        assert play_screen(pilot).advice.is_analysing
        await pilot.press("g", "g", "m")
        await settle(pilot)
        screen = play_screen(pilot)
        assert (screen.session.round, screen.advice.is_analysing) == (2, False)
        assert "Help" not in screen.match.tags


@app_test
async def test_resigning_a_won_position_says_so_and_is_undone() -> None:
    async with open_app(start_game("sum", "casual", target=9), (120, 40)) as pilot:
        await pilot.press("g", "g")
        await settle(pilot)
        screen = play_screen(pilot)
        end = str(screen.game_end.content)
        assert "You resigned a winning position." in end
        assert "accuracy: 0%" in end
        assert [row.lost for row in statistics.count().rows] == [1]
        undo = [choice for choice in screen.query(MoveButton) if choice.key == "u"]
        assert str(undo[0].label) == "Undo resignation (u)"
        await pilot.press("u")
        await settle(pilot)
        assert message(pilot) == "Undone: resignation"
        assert not screen.match.is_finished
        assert not screen.game_end.display
        assert [(row.lost, row.open) for row in statistics.count().rows] == [(0, 1)]
        await type_line(pilot, "9")
        await settle(pilot)
        assert draw_large("YOU WON") in str(screen.game_end.content)


@app_test
async def test_rating_or_why_there_is_none_is_shown_after_a_game() -> None:
    rating, why = "Your rating in Sum Battle: between ", "Games with hints, analysis or undo don't"
    for help, expected, other in (("", rating, why), ("h", why, rating)):
        async with open_app(start_game("sum", "casual"), LARGE) as pilot:
            for key in help:
                await pilot.press(key)
                await settle(pilot)
            await type_line(pilot, "9")
            await settle(pilot)
            await pilot.press("g", "g")
            await settle(pilot)
            end = str(play_screen(pilot).game_end.content)
            assert expected in end
            assert other not in end
            await pilot.press("m")  # a rematch hides it
            await settle(pilot)
            assert not play_screen(pilot).game_end.display


# ---- moves without a tile


CHALLENGE = "0,1 3,4 1,1 2,4 1,2 2,3 1,3"


@pytest.mark.parametrize(("key", "answer"), [("y", "yes"), ("n", "no")])
@app_test
async def test_challenge_is_answered_by_key(key: str, answer: str) -> None:
    async with open_app(start_game("run")) as pilot:
        for move in CHALLENGE.split():
            await type_line(pilot, move)
        assert button_texts(pilot) == ["yes", "no"]
        await pilot.press(key, "enter")
        assert moves_made(pilot)[-1] == answer
        assert button_texts(pilot) == []


@app_test
async def test_challenge_is_answered_by_click_and_word() -> None:
    async with open_app(start_game("run")) as pilot:
        for move in CHALLENGE.split():
            await type_line(pilot, move)
        assert await pilot.click(play_screen(pilot).query(MoveButton).last())
        await settle(pilot)
        assert moves_made(pilot)[-1] == "no"
        assert play_screen(pilot).focused is play_screen(pilot).board
        await pilot.press("u")
        await type_line(pilot, "yes")
        assert moves_made(pilot)[-1] == "yes"


@app_test
async def test_buttons_can_be_reached_by_tab() -> None:
    async with open_app(start_game("run")) as pilot:
        for move in CHALLENGE.split():
            await type_line(pilot, move)
        await pilot.press("tab", "tab", "enter")
        await settle(pilot)
        assert moves_made(pilot)[-1] == "no"
        await type_line(pilot, "2,2")
        assert moves_made(pilot)[-1] == "2,2"


@app_test
async def test_extra_move_can_be_passed() -> None:
    async with open_app(start_on_board("maze", "4 3+ 8/9 5 1/2 7 6")) as pilot:
        for move in ("0,0", "2,0", "0,1"):
            await type_line(pilot, move)
        assert button_texts(pilot) == ["pass"]
        await type_line(pilot, "pass")
        assert moves_made(pilot)[-1] == "pass"
        assert play_screen(pilot).match.player is numduel.Player.TWO


@app_test
async def test_stand_is_a_button_and_a_word() -> None:
    async with open_app(start_game("quest", stand=True)) as pilot:
        await type_line(pilot, "1,1")
        await type_line(pilot, "1,3")
        assert button_texts(pilot) == ["stand"]
        await type_line(pilot, "s")
        await type_line(pilot, "stand")
        assert moves_made(pilot) == ["1,1", "1,3", "stand", "stand"]
        assert play_screen(pilot).match.is_over
        assert all(tile.label for tile in play_screen(pilot).board.tiles)  # everything is revealed


@app_test
async def test_tiles_hide_numbers_until_turned_over() -> None:
    async with open_app(start_game("quest")) as pilot:
        await type_line(pilot, "3,1")
        labels = [tile.label for tile in play_screen(pilot).board.tiles]
        assert [label for label in labels if label] == ["5"]
        await type_line(pilot, "3,1")
        assert len(moves_made(pilot)) == 1
        assert message(pilot) == "The 5, bottom left, is already revealed."


# ---- refused moves


@app_test
async def test_refused_move_says_why_and_changes_nothing() -> None:
    async with open_app(start_on_board("maze", BOOK)) as pilot:
        await type_line(pilot, "0,0")
        await type_line(pilot, "2,0")
        before = record.dumps(play_screen(pilot).match)
        for text, why in {
            "2,2": "The 6, bottom right, is not next to the 4, top left.",
            "0,0": "The 4, top left, is already visited.",
            "9,9": "type a cell as row,col from 0,0 to 2,2",
            "/up": "Up leads off the grid from here.",
            "/banana": "banana",
            "/[bold]x": "[bold]x",
            "0" * 80: "0" * 40 + "…",
        }.items():
            with where(text):
                await type_line(pilot, text)
                assert message(pilot).lower().count(why.lower()) == 1
                assert record.dumps(play_screen(pilot).match) == before


@app_test
async def test_refused_tile_is_crossed_until_the_next_action() -> None:
    async with open_app(start_on_board("maze", BOOK)) as pilot:
        await type_line(pilot, "0,0")
        await type_line(pilot, "0,0")
        board = play_screen(pilot).board
        assert "✗" in board._canvas.text()
        await pilot.press("down")
        assert "✗" not in board._canvas.text()


@app_test
async def test_moves_after_the_end_are_ignored() -> None:
    async with open_app(start_game("maze")) as pilot:
        for move in WHOLE_GAMES["maze"].split():
            await type_line(pilot, move)
        verdict = message(pilot)
        assert verdict.endswith("Ann won the game.")
        await type_line(pilot, "0,0")
        assert message(pilot) == verdict
        assert " ".join(moves_made(pilot)) == WHOLE_GAMES["maze"]


# ---- help


def hint(match: Match, number: int) -> str:
    hints = Hints(ENGINE, match.game, match.state)
    return address([hints.next(plenty()) for _ in range(number)][-1], ("Ann", "Bob"))


@app_test
async def test_hints_grow_stronger() -> None:
    async with open_app(start_on_board("maze", BOOK)) as pilot:
        for step in (1, 2, 3, 4):
            await pilot.press("h")
            await settle(pilot)
            assert message(pilot) == hint(play_screen(pilot).match, step)
        await type_line(pilot, "0,0")
        await pilot.press("h")
        await settle(pilot)
        assert message(pilot) == hint(play_screen(pilot).match, 1)
        await type_line(pilot, "2,2")
        play_screen(pilot).action_hint()  # twice, before there is an answer
        play_screen(pilot).action_hint()
        await settle(pilot)
        assert message(pilot) == hint(play_screen(pilot).match, 2)


@app_test
async def test_help_is_counted_in_the_record() -> None:
    async with open_app(start_on_board("maze", BOOK)) as pilot:
        await pilot.press("h", "h", "a")
        await settle(pilot)
        assert play_screen(pilot).match.tags["Help"] == "hints=2 analyses=1"
        await type_line(pilot, "0,0")
        await pilot.press("a", "u")
        await settle(pilot)
        assert play_screen(pilot).match.tags["Help"] == "hints=2 analyses=2 undone=1"


def badge_texts(pilot: Pilot[None]) -> dict[str, str]:
    return {move: found.text for move, found in play_screen(pilot).board.overlay.badges.items()}


@pytest.mark.parametrize("game", numduel.games())
@app_test
async def test_analysis_shows_the_value_of_every_move(game: str) -> None:
    async with open_app(start_game(game)) as pilot:
        await pilot.press("a")
        await settle(pilot)
        for move in ("", *WHOLE_GAMES[game].split()[:-1][:3]):
            if move:
                await type_line(pilot, move)
            match = play_screen(pilot).match
            report = numduel.analyse(match)
            assert badge_texts(pilot) == {m: v.sign for m, v in report.moves.items()}
            assert message(pilot) == describe_best(report, match.game.picture(match.state))
            drawn = play_screen(pilot).board._canvas.text()
            assert all(text in drawn for text in badge_texts(pilot).values())
        await pilot.press("a")
        assert (badge_texts(pilot), message(pilot)) == ({}, "")
        drawn = play_screen(pilot).board._canvas.text()
        assert not any(value.sign in drawn for value in report.moves.values())


@app_test
async def test_analysis_shows_values_on_buttons() -> None:
    async with open_app(start_game("run")) as pilot:
        for move in CHALLENGE.split():
            await type_line(pilot, move)
        await pilot.press("a")
        await settle(pilot)
        values = numduel.analyse(play_screen(pilot).match).moves
        labels = [str(choice.label).strip() for choice in play_screen(pilot).query(MoveButton)]
        assert labels == [f"{m} {values[m].sign}" for m in ("yes", "no")]
        await pilot.press("a")
        labels = [str(choice.label).strip() for choice in play_screen(pilot).query(MoveButton)]
        assert labels == ["yes", "no"]


@app_test
async def test_w_explains_the_last_mistake() -> None:
    async with open_app(start_on_board("maze", BOOK)) as pilot:
        await pilot.press("w")
        await settle(pilot)
        assert message(pilot) == "No mistake so far has changed the outcome."
        report = numduel.analyse(play_screen(pilot).match)
        mistake = next(m for m, value in report.moves.items() if value.outcome == "loss")
        await type_line(pilot, mistake)
        await pilot.press("w")
        await settle(pilot)
        assert message(pilot).startswith("Turn 1, Ann: ")
        start = play_screen(pilot).match.states[0]
        assert (
            play_screen(pilot).match.game.picture(start).name_of(mistake) in message(pilot).lower()
        )


@app_test
async def test_undo_takes_back_one_move_between_friends() -> None:
    async with open_app(start_on_board("maze", BOOK)) as pilot:
        await pilot.press("u")
        assert message(pilot) == "There is no move to undo."
        await type_line(pilot, "0,0")
        await type_line(pilot, "2,0")
        await pilot.press("u")
        assert moves_made(pilot) == ["0,0"]
        assert message(pilot) == "Undone: 2,0"


@app_test
async def test_revealed_number_cannot_be_undone_but_a_new_game_is_offered() -> None:
    async with open_app(start_game("quest")) as pilot:
        await pilot.press("m")
        assert not play_screen(pilot).match.has_moves  # m does nothing yet
        await type_line(pilot, "2,2")
        first = save_of(play_screen(pilot))
        await pilot.press("u")
        refused = "You can't undo a move that revealed a number."
        assert message(pilot) == f"{refused} Press m for a new game."
        assert moves_made(pilot) == ["2,2"]
        assert [button.key for button in play_screen(pilot).query(MoveButton)] == ["m"]
        await pilot.press("m")
        assert moves_made(pilot) == []
        assert "Still hidden: 1-9" in visible_text(pilot, "#players")
        await type_line(pilot, "1,1")
        assert [ply.move for ply in first.load().plies if ply.player is not None] == ["2,2"]
        assert save_of(play_screen(pilot)).name != first.name


@app_test
async def test_undo_against_a_level_takes_back_both_moves() -> None:
    async with open_app(start_game("sum", "casual")) as pilot:
        await type_line(pilot, "5")
        first = moves_made(pilot)
        assert len(first) == 2
        await type_line(pilot, play_screen(pilot).match.moves[0])
        assert len(moves_made(pilot)) == 4
        await pilot.press("u")
        await settle(pilot)
        assert moves_made(pilot) == first
        assert play_screen(pilot).is_persons_turn


@app_test
async def test_game_is_resigned_by_pressing_g_twice() -> None:
    async with open_app(start_game("sum", "casual")) as pilot:
        await type_line(pilot, "5")
        asked = "Resign? Casual wins. Press g again to confirm."
        await pilot.press("g")
        assert message(pilot) == asked
        await type_line(pilot, play_screen(pilot).match.moves[0])  # playing on cancels the question
        await pilot.press("g")
        assert message(pilot) == asked
        assert not play_screen(pilot).match.is_finished
        await pilot.press("g")
        assert message(pilot) == "You resigned. Casual won the game."
        kept = save_of(play_screen(pilot)).load()
        assert (kept.ended, kept.winner) == ("Player 1 resigned", None)
        assert saves.latest_open() is None
        await pilot.press("g")
        assert play_screen(pilot).match.ended
        await pilot.press("m")
        await settle(pilot)
        assert (play_screen(pilot).session.round, play_screen(pilot).match.ended) == (2, "")


@app_test
async def test_failed_program_forfeits(bots: Bots) -> None:
    async with open_app(start_game("sum", bots.write("greet(); move(); hear(); 1/0"))) as pilot:
        await type_line(pilot, "5")
        assert len(play_screen(pilot).match.plies) == 2
        await type_line(pilot, "5")
        assert message(pilot).startswith(
            "bot forfeited: it exited with status 1 and did not answer"
        )
        assert "You won the game." in message(pilot)
        assert save_of(play_screen(pilot)).load().ended == play_screen(pilot).match.ended
        assert saves.latest_open() is None
        await pilot.press("m")
        await settle(pilot)
        assert (play_screen(pilot).session.round, play_screen(pilot).match.ended) == (2, "")


@app_test
async def test_only_endless_games_can_end_without_a_winner() -> None:
    async with open_app(start_game("race")) as pilot:
        await pilot.press("down", "e")
        assert message(pilot) == "End without a winner? Press e again to confirm."
        await pilot.press("e")
        assert message(pilot) == "The game ended without a winner, by agreement."
        assert save_of(play_screen(pilot)).load().ended == "stopped"
    async with open_app(start_game("maze")) as pilot:
        await pilot.press("e", "e")
        assert not play_screen(pilot).match.is_finished


@app_test
async def test_level_plays_to_the_end() -> None:
    async with open_app(start_game("sum", "skilled")) as pilot:
        while not play_screen(pilot).match.is_over:
            await type_line(pilot, play_screen(pilot).match.moves[0])
        assert play_screen(pilot).match.winner is not None
        assert "Skilled" in heading(pilot)


@app_test
async def test_two_programs_play_on_screen() -> None:
    two = Side("One", "beginner"), Side("Two", "casual")
    session = Session.begin(find("maze"), {}, two, seed=7)
    async with open_app(lambda: open_session(session)) as pilot:
        while not play_screen(pilot).match.is_over:
            await settle(pilot)
        assert buttons(pilot)["m"] == "Rematch"
        assert record.loads(Path(save_of(play_screen(pilot)).path).read_text()).is_over


@app_test
async def test_r_toggles_the_rules_beside_the_board() -> None:
    async with open_app(start_game("race")) as pilot:
        beside = play_screen(pilot).query_one("#beside", ContentSwitcher)
        await pilot.press("r")
        assert beside.current == "rules"
        await settle(pilot)
        assert "Number Maze Race" in play_screen(pilot).query_one(Markdown).source
        await pilot.press("pagedown")
        await settle(pilot)
        assert play_screen(pilot).query_one("#rules").scroll_y > 0
        await type_line(pilot, "Right")  # play continues beside them
        assert moves_made(pilot) == ["Right"]
        await pilot.press("r")
        assert beside.current == "log"


@app_test
async def test_question_mark_lists_keys_and_signs() -> None:
    async with open_app(start_game("run")) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        keys = pilot.app.screen
        assert isinstance(keys, KeysScreen)
        listed = str(keys.query_one("#keys Static", Static).content)
        for phrase in ("a hint; again", "undo the last move", "Ann's start", "P2"):
            assert phrase in listed
        assert "review the game" not in listed  # not before it is over
        await pilot.press("down", "x")
        assert moves_made(pilot) == []  # `x` has only closed the list


# ---- rounds


@app_test
async def test_next_round_swaps_seats_and_counts_wins() -> None:
    async with open_app(start_game("maze", rounds=2)) as pilot:
        assert "round 1 of 2" in heading(pilot)
        for move in WHOLE_GAMES["maze"].split():
            await type_line(pilot, move)
        assert buttons(pilot)["m"] == "Next round"
        assert "Ann 1" in heading(pilot)  # counted at once
        await pilot.press("m")
        assert "round 2 of 2" in heading(pilot)
        assert "Ann 1" in heading(pilot)
        assert message(pilot) == "Round 2 of 2: Bob is Player 1, Ann is Player 2."
        assert moves_made(pilot) == []
        assert play_screen(pilot).narration.names == ("Bob", "Ann")


@app_test
async def test_heading_counts_a_round_that_was_resigned() -> None:
    async with open_app(start_game("maze", rounds=2)) as pilot:
        await type_line(pilot, "0,0")
        await pilot.press("g", "g")
        assert play_screen(pilot).match.ended == "Player 2 resigned"
        assert "Wins: Ann 1, Bob 0" in heading(pilot)


@app_test
async def test_rematch_after_the_last_round_adds_a_round() -> None:
    async with open_app(start_game("maze")) as pilot:
        for move in WHOLE_GAMES["maze"].split():
            await type_line(pilot, move)
        first = save_of(play_screen(pilot)).path
        assert await pilot.click(play_screen(pilot).query(MoveButton)[0])
        await settle(pilot)
        assert "round 2 of 2" in heading(pilot)
        assert play_screen(pilot).narration.names == ("Bob", "Ann")
        await type_line(pilot, "0,0")
        assert save_of(play_screen(pilot)).path != first
        assert len(saves.list_saves()) == 2


@app_test
async def test_rematch_is_unavailable_before_the_end() -> None:
    async with open_app(start_game("maze")) as pilot:
        await type_line(pilot, "0,0")
        match = play_screen(pilot).match
        await pilot.press("m", "v")
        assert play_screen(pilot).match is match


# ---- saving


@app_test
async def test_left_game_can_be_resumed() -> None:
    async with open_app(start_game("run", "casual")) as pilot:
        await type_line(pilot, "0,1")
        before = record.dumps(play_screen(pilot).match)
        await pilot.press("escape")
        await settle(pilot)
        assert not isinstance(pilot.app.screen, PlayScreen)
        save = saves.latest_open()
        assert save is not None
        pilot.app.push_screen(open_save(save))
        await settle(pilot)
        assert record.dumps(play_screen(pilot).match) == before
        assert play_screen(pilot).narration.names == ("Ann", "Casual")
        await pilot.press("tab", "enter")
        await settle(pilot)
        assert len(moves_made(pilot)) == 4


@app_test
async def test_command_line_resumes_a_game_of_the_app() -> None:
    async with open_app(start_on_board("maze", BOOK)) as pilot:
        for move in ("0,0", "2,0", "0,1"):
            await type_line(pilot, move)
    ran = command_line(["resume", "--classic"], "2,1\n1,1\n2,2\n")
    assert ran.status == 0
    assert ran.out.startswith("Resuming Number Maze, turn 4.\n\nAnn is Player 1, Bob is Player 2.")
    assert ran.out.endswith("Player 2 has reached a cumulative total of 15 and wins the game!\n")
    (save,) = saves.list_saves()
    assert [ply.move for ply in save.load().plies] == ["0,0", "2,0", "0,1", "2,1", "1,1", "2,2"]


@app_test
async def test_app_resumes_a_game_of_the_command_line() -> None:
    words = ["play", "maze", "--classic", "--board", BOOK, "--name1", "Zoe"]
    assert command_line(words, "0,0\n2,0\nquit\n").status == 0
    (save,) = saves.list_saves()
    async with open_app(lambda: open_save(save)) as pilot:
        assert play_screen(pilot).narration.names == ("Zoe", "Player 2")
        await type_line(pilot, "0,1")
        assert [ply.move for ply in save.load().plies] == ["0,0", "2,0", "0,1"]
        assert len(saves.list_saves()) == 1


@app_test
async def test_unwritable_folder_is_reported_at_every_move(home: Path) -> None:
    async with open_app(start_on_board("maze", BOOK)) as pilot:
        home.write_text("a file where the folder should be")
        for move in ("0,0", "2,0", "0,1"):
            await type_line(pilot, move)
        assert moves_made(pilot) == ["0,0", "2,0", "0,1"]
        notes = [note.message for note in pilot.app._notifications]
        assert len(notes) == 3
        assert all(note.startswith(f"This game cannot be saved in {home}: ") for note in notes)


@app_test
async def test_full_disk_is_reported_and_the_game_continues() -> None:
    async with open_app(start_on_board("maze", BOOK)) as pilot:
        with full_disk():
            await type_line(pilot, "0,0")
        assert moves_made(pilot) == ["0,0"]
        await type_line(pilot, "2,0")
        failed, worked = (word.message for word in pilot.app._notifications)
        assert "File too large" in failed
        assert worked == f"Saved again, as {save_of(play_screen(pilot)).name}."


# ---- leaving, and sizes


slow_game = start_game("sum", highest=99, target=2000)
"""A game whose first position keeps the engine busy for a minute, given enough memory."""


@pytest.fixture
def large_engine_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the app's engine from running out of memory before the next key."""
    monkeypatch.setattr(base_app, "ENGINE_MAX_POSITIONS", 10**7)


async def start_long_analysis(pilot: Pilot[None]) -> Budget:
    """Start a long analysis and return its budget."""
    await pilot.press("a")
    running_budgets = app_engine(pilot).running_budgets
    await wait_until(lambda: any(budget.spent for budget in running_budgets))
    assert message(pilot) == "Analysing …"
    return running_budgets[-1]


def app_engine(pilot: Pilot[None]) -> AppEngine:
    assert isinstance(pilot.app, NumduelApp)
    return pilot.app.engine


async def wait_until_cancelled(engine: AppEngine, budget: Budget) -> None:
    """Wait until the engine drops a budget, and check that it was cancelled."""
    await wait_until(lambda: budget not in engine.running_budgets)
    assert budget.is_cancelled


@app_test
async def test_slow_search_times_out_with_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "TASK_TIMEOUT_S", 0.0)
    async with open_app(slow_game) as pilot:
        await type_line(pilot, "5")
        await pilot.press("w")
        await settle(pilot)
        assert "No result after 0 seconds." in [n.message for n in pilot.app._notifications]
        assert not app_engine(pilot).running_budgets


@pytest.mark.usefixtures("large_engine_memory")
@app_test
async def test_leaving_cancels_the_analysis() -> None:
    async with open_app(slow_game) as pilot:
        budget = await start_long_analysis(pilot)
        await pilot.press("escape")
        assert not isinstance(pilot.app.screen, PlayScreen)
        await wait_until_cancelled(app_engine(pilot), budget)
        assert not [worker for worker in pilot.app.workers if worker.is_running]
        pilot.app.push_screen(start_game("maze")())
        await settle(pilot)
        await pilot.press("h")
        await settle(pilot)
        assert message(pilot) == hint(play_screen(pilot).match, 1)


@pytest.mark.usefixtures("large_engine_memory")
@app_test
async def test_switching_off_cancels_the_analysis() -> None:
    async with open_app(slow_game) as pilot:
        budget = await start_long_analysis(pilot)
        await pilot.press("a")
        await wait_until_cancelled(app_engine(pilot), budget)
        assert (badge_texts(pilot), message(pilot)) == ({}, "")


@pytest.mark.usefixtures("large_engine_memory")
@app_test
async def test_move_cancels_the_previous_analysis() -> None:
    async with open_app(slow_game) as pilot:
        budget = await start_long_analysis(pilot)
        await pilot.press("5", "enter")
        await wait_until_cancelled(app_engine(pilot), budget)
        await pilot.press("a")
        await wait_until(lambda: not app_engine(pilot).running_budgets)
        assert moves_made(pilot) == ["5"]


@pytest.mark.usefixtures("large_engine_memory")
@app_test
async def test_quitting_cancels_the_analysis() -> None:
    async with open_app(slow_game) as pilot:
        budget, engine = await start_long_analysis(pilot), app_engine(pilot)
        await pilot.press("ctrl+q")
    await wait_until_cancelled(engine, budget)


@pytest.mark.parametrize("game", numduel.games())
@app_test
async def test_resize_keeps_game_values_and_text(game: str) -> None:
    async with open_app(start_game(game), LARGE) as pilot:
        first, second = WHOLE_GAMES[game].split()[:2]
        await type_line(pilot, first)
        await pilot.press("a", "tab", *("1" if game != "race" else ""))
        await settle(pilot)
        before = (
            record.dumps(play_screen(pilot).match),
            badge_texts(pilot),
            play_screen(pilot).panel.line.typed,
        )
        drawn = play_screen(pilot).board._canvas.text()
        for size in ((40, 12), (10, 4), (200, 60), LARGE):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            after = (
                record.dumps(play_screen(pilot).match),
                badge_texts(pilot),
                play_screen(pilot).panel.line.typed,
            )
            assert after == before
        assert play_screen(pilot).board._canvas.text() == drawn
        if game != "race":
            await pilot.press("backspace")
        await type_line(pilot, second)
        assert len(moves_made(pilot)) == 2


@pytest.mark.parametrize("size", [(40, 12), SMALL, LARGE])
@app_test
async def test_cursor_stays_visible(size: tuple[int, int]) -> None:
    async with open_app(start_game("maze", size=12), size) as pilot:
        board = play_screen(pilot).board
        await pilot.press(*["down"] * 11, *["right"] * 11)
        await settle(pilot)
        assert board.cursor == 143
        x, y = board._layout.corner(143)
        area = play_screen(pilot).query_one(BoardArea).region
        assert area.contains(board.region.x + x, board.region.y + y)


@app_test
async def test_keys_do_not_wait_for_animation() -> None:
    async with open_app(start_game("run"), animation=True) as pilot:
        for move in WHOLE_GAMES["run"].split():
            await pilot.press(*(KEYS.get(letter, letter) for letter in move), "enter")
        assert " ".join(moves_made(pilot)) == WHOLE_GAMES["run"]
        await wait_until(lambda: not play_screen(pilot).board.is_animating)
        assert "P1" in play_screen(pilot).board._canvas.text()


def test_whole_games_are_legal_and_finished() -> None:
    for game, moves in WHOLE_GAMES.items():
        match = Match(numduel.new(game, seed=7))
        for move in moves.split():
            match.play(move)
        assert match.is_over
