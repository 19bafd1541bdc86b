"""Setting up a game: every row by keys and mouse, boards of every kind, and what is kept."""

from __future__ import annotations

import asyncio
import importlib.util
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.geometry import Region, Size
from textual.pilot import Pilot
from textual.widgets import Static
from tui_support import LARGE, SMALL, app_test, open_app, settle

from duel_support import ENGINE, SIXTH, plenty, where
from numduel.core import AnyGame
from numduel.dice import Dice
from numduel.games import find, ids, offered
from numduel.options import Choice, Flag, Options, Whole
from numduel.play.dealing import is_playable
from numduel.play.players import HUMAN, LEVELS, Chooser
from numduel.tui import match_options
from numduel.tui.parts.edited_text import EditedText
from numduel.tui.parts.form_row import FormRow
from numduel.tui.parts.form_values import FormValues, step_value
from numduel.tui.screens.home import HomeScreen
from numduel.tui.screens.keys import KeysScreen
from numduel.tui.screens.play import PlayScreen
from numduel.tui.screens.setup import SetupScreen


def setting_up(id: str) -> Any:
    return lambda: SetupScreen(find(id))


def screen(pilot: Pilot[None]) -> SetupScreen:
    found = pilot.app.screen
    assert isinstance(found, SetupScreen)
    return found


def played(pilot: Pilot[None]) -> PlayScreen:
    found = pilot.app.screen
    assert isinstance(found, PlayScreen)
    return found


def row(pilot: Pilot[None], option: str) -> FormRow:
    return next(row for row in screen(pilot).form.rows if row.option == option)


async def go(pilot: Pilot[None], option: str) -> None:
    """The cursor on a row, by arrows alone."""
    form = screen(pilot).form
    shown = [row for row in form.rows if row.display]
    steps = shown.index(row(pilot, option)) - shown.index(form.row)
    await pilot.press(*["down" if steps > 0 else "up"] * abs(steps))
    assert form.row.option == option


async def type_ahead(pilot: Pilot[None], *keys: str) -> None:
    """Keys that come faster than they are answered."""
    for key in keys:
        pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))
    await settle(pilot)


async def put(pilot: Pilot[None], option: str, text: str) -> None:
    """Another text in a row, letter by letter."""
    await go(pilot, option)
    await type_ahead(pilot, *text)


def shown(pilot: Pilot[None], id: str) -> str:
    return str(pilot.app.screen.query_one(f"#{id}", Static).content)


def sixth(module: str, name: str) -> type[AnyGame]:
    spec = importlib.util.spec_from_file_location(module, SIXTH / f"{module}.py")
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    kind: type[AnyGame] = getattr(loaded, name)
    return kind


# ---- playing at once


@pytest.mark.parametrize("id", ids())
@pytest.mark.usefixtures("home")
@app_test
async def test_enter_plays_at_once_against_a_level_that_looks_a_little_ahead(id: str) -> None:
    async with open_app(setting_up(id), name="Ann") as pilot:
        expected = screen(pilot).setup.game
        assert expected is not None
        await pilot.press("enter")
        await settle(pilot)
        session = played(pilot).session
        assert [(s.name, s.who) for s in session.series.sides] == [
            ("Ann", HUMAN),
            ("casual", "casual"),
        ]
        assert session.series.seats[0].name == "Ann"
        assert session.series.rounds == 1
        assert session.match.game == expected.public()
        assert pilot.app.screen_stack[-2].__class__ is HomeScreen


@pytest.mark.usefixtures("home")
@app_test
async def test_escape_leads_home_and_out_of_the_game_too() -> None:
    async with open_app(setting_up("maze")) as pilot:
        await pilot.press("enter")
        await settle(pilot)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, HomeScreen)
        pilot.app.push_screen(SetupScreen(find("maze")))
        await settle(pilot)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, HomeScreen)


@pytest.mark.usefixtures("home")
@app_test
async def test_a_click_on_play_plays() -> None:
    async with open_app(setting_up("run")) as pilot:
        await pilot.click("#play")
        await settle(pilot)
        assert played(pilot).match.game.id == "run"


@pytest.mark.usefixtures("home")
@app_test
async def test_keys_typed_ahead_count_in_their_order() -> None:
    async with open_app(setting_up("maze")) as pilot:
        await type_ahead(pilot, "left", "down", "right", "down", "3", "enter")
        series = played(pilot).session.series
        assert [side.name for side in series.seats] == ["beginner", "Guest"]
        assert series.rounds == 3


@pytest.mark.usefixtures("home")
@app_test
async def test_keys_typed_ahead_reach_a_row_that_only_an_answer_brings() -> None:
    async with open_app(setting_up("maze")) as pilot:
        ahead = ["down", "down", "down", "left", "down", *"4 3 8/9 5 1/2 7 6", "enter"]
        await type_ahead(pilot, *ahead)
        assert played(pilot).match.game.board == "4 3 8/9 5 1/2 7 6"


# ---- the match


@pytest.mark.usefixtures("home")
@app_test
async def test_every_level_can_be_met() -> None:
    async with open_app() as pilot:
        for who in LEVELS:
            with where(who):
                await pilot.app.push_screen(SetupScreen(find("sum")))
                while screen(pilot).setup.match["opponent"] != who:
                    await pilot.press("right")
                assert "ahead" in shown(pilot, "help")
                await pilot.press("enter")
                await settle(pilot)
                assert played(pilot).session.series.sides[1].who == who
                choosers: tuple[Chooser | None, ...] = played(pilot).session.choosers
                assert choosers[0] is None
                assert choosers[1] is not None


@pytest.mark.usefixtures("home")
@app_test
async def test_a_friend_at_this_keyboard_has_a_name() -> None:
    async with open_app(setting_up("sum"), name="Ann", friend="Bob") as pilot:
        while screen(pilot).setup.match["opponent"] != match_options.FRIEND:
            await pilot.press("right")
        assert "Bob, at this keyboard" in shown(pilot, "help")
        await pilot.press("down", "right", "enter")
        await settle(pilot)
        assert played(pilot).narration.names == ("Bob", "Ann")
        assert played(pilot).session.choosers == (None, None)


@pytest.mark.usefixtures("home")
@app_test
async def test_a_coin_and_rounds() -> None:
    async with open_app(setting_up("race")) as pilot:
        await go(pilot, "begins")
        await pilot.press("left")
        await go(pilot, "rounds")
        await pilot.press("right", "right")
        assert "seats are swapped" in shown(pilot, "help")
        await pilot.press("enter")
        await settle(pilot)
        assert played(pilot).session.is_first_random
        assert played(pilot).session.series.rounds == 3


# ---- the rules


@pytest.mark.usefixtures("home")
@app_test
async def test_the_summary_speaks_of_the_options_that_are_chosen() -> None:
    async with open_app(setting_up("maze")) as pilot:
        assert shown(pilot, "heading").endswith("exactly 15.")
        await put(pilot, "size", "4")
        assert shown(pilot, "heading").endswith("exactly 34.")
        await put(pilot, "target", "20")
        assert shown(pilot, "heading").endswith("exactly 20.")
        await pilot.press("enter")
        await settle(pilot)
        assert played(pilot).match.game.summary.endswith("exactly 20.")


@pytest.mark.usefixtures("home")
@app_test
async def test_all_that_is_said_of_a_row_can_be_read_from_60_columns_on() -> None:
    """Also the longest: what is chosen, what could be, and where Del leads."""
    for kind in (*offered(), sixth("nim", "Nim"), sixth("pig", "Pig")):
        async with open_app(lambda kind=kind: SetupScreen(kind), size=(60, 20)) as pilot:  # type: ignore[misc]
            game = screen(pilot).setup.game
            assert game is not None
            is_drawn = screen(pilot).board.display
            assert is_drawn or shown(pilot, "caption").split("\n") == game.board.split("/")
            for shown_row in screen(pilot).form.rows:
                if shown_row.display:
                    await go(pilot, shown_row.option)
                    await pilot.press("right")
                    for id in ("help", "heading"):
                        part = pilot.app.screen.query_one(f"#{id}", Static)
                        text = " ".join(str(part.content).split())
                        assert text == " ".join(seen(pilot, part.content_region)), id
                    assert screen(pilot).form.row.region.height


@pytest.mark.usefixtures("home")
@app_test
async def test_a_form_that_is_going_can_be_shown_still() -> None:
    """What was looked for may be found just then."""
    async with open_app(lambda: SetupScreen(find("maze"))) as pilot:
        for each in screen(pilot).form.rows:
            each.display = False
        screen(pilot).form.show()


def seen(pilot: Pilot[None], region: Region) -> list[str]:
    """The words that are drawn in a part of the screen."""
    lines = pilot.app.screen._compositor.render_strips()
    drawn = [strip.text[region.x : region.right] for strip in lines[region.y : region.bottom]]
    return " ".join(drawn).split()


@pytest.mark.usefixtures("home")
@app_test
async def test_every_option_has_a_row_with_its_help_and_limits() -> None:
    for kind in (*offered(), sixth("nim", "Nim"), sixth("pig", "Pig")):
        async with open_app(lambda kind=kind: SetupScreen(kind)) as pilot:  # type: ignore[misc]
            for name, field in kind.options_type.fields.items():
                await go(pilot, name)
                told = shown(pilot, "help").lower()
                assert field.help.lower() in told
                assert field.limits() in told


@pytest.mark.usefixtures("home")
@app_test
async def test_a_default_that_nobody_changed_follows() -> None:
    async with open_app(setting_up("maze")) as pilot:
        await go(pilot, "size")
        await pilot.press("right")
        assert row(pilot, "target").value == 34
        assert len(screen(pilot).board.tiles) == 16
        await go(pilot, "target")
        await pilot.press("left")
        await go(pilot, "size")
        await pilot.press("delete")
        assert (row(pilot, "size").value, row(pilot, "target").value) == (3, 33)
        await go(pilot, "target")
        assert "Del goes back to 15" in shown(pilot, "help")
        await pilot.press("delete", "enter")
        await settle(pilot)
        assert vars(played(pilot).match.game.options)["target"] == 15


@pytest.mark.usefixtures("home")
@app_test
async def test_a_number_is_typed_at_once_and_refused_in_place() -> None:
    async with open_app(setting_up("maze")) as pilot:
        await go(pilot, "size")
        await pilot.press("1", "3")
        assert row(pilot, "size").fault == ""
        await pilot.press("enter")
        await settle(pilot)
        assert "must be a whole number from 2 to 12, not 13" in shown(pilot, "help")
        await pilot.press("down", "enter")
        await settle(pilot)
        assert screen(pilot).form.row.option == "size"
        await pilot.press("backspace", "backspace", "5")
        assert row(pilot, "size").fault == ""
        assert row(pilot, "size").value == 5
        await pilot.press("enter")
        await settle(pilot)
        assert vars(played(pilot).match.game.options)["size"] == 5


@pytest.mark.usefixtures("home")
@app_test
async def test_escape_while_typing_brings_the_old_value_back() -> None:
    async with open_app(setting_up("sum")) as pilot:
        await go(pilot, "target")
        await pilot.press("9", "9")
        assert row(pilot, "target").value == 99
        await pilot.press("escape")
        assert row(pilot, "target").value == 50
        await pilot.press("pageup", "pageup", "pagedown", "right")
        assert row(pilot, "target").value == 61
        await pilot.press("x", "space")  # no digits, and no keys of the screen
        assert row(pilot, "target").value == 61
        await pilot.press("backspace")
        assert row(pilot, "target").value == 6


@pytest.mark.usefixtures("home")
@app_test
async def test_a_page_up_or_down_is_one_word_further_or_back() -> None:
    """MessagePanel are few and go round: ten of them at once would be any word."""
    async with open_app(setting_up("maze")) as pilot:
        for option in ("opponent", "board"):
            await go(pilot, option)
            field, value = row(pilot, option).field, row(pilot, option).value
            assert isinstance(field, Choice)
            after = field.words[(field.words.index(value) + 1) % len(field.words)]
            await pilot.press("pageup")
            assert row(pilot, option).value == after
            await pilot.press("pagedown")
            assert row(pilot, option).value == value


@pytest.mark.usefixtures("home")
@app_test
async def test_escape_takes_back_nothing_but_what_was_typed_there() -> None:
    async with open_app(setting_up("maze")) as pilot:
        await go(pilot, "size")
        await pilot.press("right", "9", "9", "down", "down", "right", "up", "up", "escape")
        assert screen(pilot).setup.rules.given == {"size": 4, "starts": "random"}
        assert row(pilot, "size").fault == ""


@pytest.mark.usefixtures("home")
@app_test
async def test_options_that_do_not_go_together_are_told_in_their_row() -> None:
    async with open_app(setting_up("maze")) as pilot:
        await put(pilot, "extra", "99")
        await go(pilot, "opponent")
        assert screen(pilot).setup.game is None
        assert row(pilot, "extra").fault
        assert shown(pilot, "problem") == row(pilot, "extra").fault
        await pilot.press("enter")
        assert screen(pilot).form.row.option == "extra"
        await pilot.press("delete")
        assert screen(pilot).setup.game is not None
        assert row(pilot, "extra").fault == ""


# ---- the board


@pytest.mark.usefixtures("home")
@app_test
async def test_the_board_that_is_shown_is_played_and_another_can_be_had() -> None:
    async with open_app(setting_up("maze")) as pilot:
        before = screen(pilot).setup.game
        await pilot.press("n")
        await settle(pilot)
        after = screen(pilot).setup.game
        assert before != after
        assert after is not None
        await pilot.press("enter")
        await settle(pilot)
        assert played(pilot).match.game.board == after.board


@pytest.mark.usefixtures("home")
@app_test
async def test_a_board_that_nobody_asked_for_is_playable_and_the_book_s_own_one_row_away() -> None:
    async with open_app(setting_up("race")) as pilot:
        await go(pilot, "board")
        for way in ("random", "book"):
            while row(pilot, "board").value != way:
                await pilot.press("right")
            dealt = []
            for _ in range(30):
                await pilot.press("n")
                game = screen(pilot).setup.game
                assert game == find("race").setup({}, None, Dice(screen(pilot).setup.seed))
                dealt.append(is_playable(game))
            assert all(dealt) == (way == "random")
        await pilot.press("enter")
        await settle(pilot)
        assert "Deal" not in played(pilot).match.tags


@pytest.mark.usefixtures("home")
@app_test
async def test_where_no_board_is_playable_the_one_that_is_shown_is_played() -> None:
    async with open_app(setting_up("maze")) as pilot:
        await put(pilot, "target", "1")
        expected = screen(pilot).setup.game
        assert expected is not None
        assert not is_playable(expected)
        await pilot.press("enter")
        await settle(pilot)
        assert played(pilot).match.game == expected


@pytest.mark.usefixtures("home")
@app_test
async def test_whom_a_board_favours_is_said_if_somebody_asks() -> None:
    async with open_app(setting_up("maze")) as pilot:
        await go(pilot, "board")
        await pilot.press("left")
        await put(pilot, "numbers", "1 2 3/4 5 6/7 8 9")
        assert "favour" not in shown(pilot, "problem")
        await pilot.press("up", "f")
        await settle(pilot)
        game = find("maze").setup({}, "1 2 3/4 5 6/7 8 9", Dice())
        value = ENGINE.analyse(game, game.start(), plenty()).value
        winner = {"win": "Player 1", "loss": "Player 2"}[value.outcome]
        assert shown(pilot, "problem") == f"Best play favours {winner}."
        await pilot.press("right")
        assert "favours" not in shown(pilot, "problem")
    async with open_app(setting_up("quest")) as pilot:
        await pilot.press("f")
        await settle(pilot)
        assert "Best play favours Player " in shown(pilot, "problem")


@pytest.mark.usefixtures("home")
@app_test
async def test_a_seed_deals_the_board_of_that_seed() -> None:
    async with open_app(setting_up("maze")) as pilot:
        await go(pilot, "board")
        await pilot.press("right", "right")
        assert f"{row(pilot, 'seed').value}" not in ("", "0")
        await go(pilot, "seed")
        await pilot.press("7", "down", "up")
        assert screen(pilot).setup.game == find("maze").setup({}, None, Dice(7))
        assert f"Del goes back to {row(pilot, 'seed').values.default('seed')}" in shown(
            pilot, "help"
        )
        assert row(pilot, "seed").values.default("seed") != 0
        await pilot.press("enter")
        await settle(pilot)
        assert played(pilot).match.game.board == "7 4 6/8 9 1/5 2 3"


@pytest.mark.usefixtures("home")
@app_test
async def test_a_seed_has_limits_too() -> None:
    async with open_app(setting_up("maze")) as pilot:
        await go(pilot, "board")
        await pilot.press("right", "right", "down", *"99999999999999999999", "enter")
        assert "seed must be a whole number" in row(pilot, "seed").fault.lower()


@pytest.mark.usefixtures("home")
@app_test
async def test_a_board_is_typed_and_checked_letter_by_letter() -> None:
    async with open_app(setting_up("maze")) as pilot:
        await go(pilot, "board")
        await pilot.press("left")
        numbers = row(pilot, "numbers")
        assert numbers.value == screen(pilot).setup.game.board  # type: ignore[union-attr]
        await put(pilot, "numbers", "4 3 8/9 5 1/2 7")
        assert screen(pilot).setup.game is None
        assert numbers.fault
        assert numbers.fault in shown(pilot, "help")
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, SetupScreen)
        await pilot.press("space", "6", "enter")
        assert numbers.fault == ""
        await pilot.press("enter")
        await settle(pilot)
        assert played(pilot).match.game.board == "4 3 8/9 5 1/2 7 6"
        assert played(pilot).match.tags["Deal"] == "given"


@pytest.mark.usefixtures("home")
@app_test
async def test_digits_on_the_row_of_the_board_go_where_they_are_typed() -> None:
    async with open_app(setting_up("maze")) as pilot:
        await go(pilot, "board")
        await pilot.press("7")
        assert screen(pilot).form.row.option == "board"
        await pilot.press("right", "right", "4", "2")
        assert screen(pilot).form.row is row(pilot, "seed")
        assert row(pilot, "seed").value == 42
        await pilot.press("up", "right", "right", *"43")
        assert screen(pilot).form.row is row(pilot, "numbers")
        assert row(pilot, "numbers").value == "43"
        await pilot.press("escape", "up")
        screen(pilot).form.post_message(events.Paste("4 3 8\n9 5 1\n2 7 6\n"))
        await settle(pilot)
        assert row(pilot, "numbers").value == "4 3 8/9 5 1/2 7 6"
        await pilot.press("down", "up", "question_mark")
        assert isinstance(pilot.app.screen, KeysScreen)


@pytest.mark.usefixtures("home")
@app_test
async def test_a_pasted_board_settles_the_size() -> None:
    async with open_app(setting_up("maze")) as pilot:
        await go(pilot, "board")
        await pilot.press("left", "down")
        lines = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 16\n"
        screen(pilot).form.post_message(events.Paste(lines))
        await settle(pilot)
        assert row(pilot, "size").value == 4
        assert row(pilot, "target").value == 34
        assert len(screen(pilot).board.tiles) == 16
        await pilot.press("enter")
        await settle(pilot)
        assert played(pilot).match.game.board == "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 16"


@pytest.mark.usefixtures("home")
@app_test
async def test_a_typed_board_can_be_edited_in_its_midst() -> None:
    async with open_app(setting_up("maze")) as pilot:
        await go(pilot, "board")
        await pilot.press("left")
        await put(pilot, "numbers", "4 3 8/9 5 1/2 7 6")
        await pilot.press("home", "delete", "6", "end", "backspace", "4", "left", "right")
        assert row(pilot, "numbers").value == "6 3 8/9 5 1/2 7 4"
        assert screen(pilot).setup.game is not None


@pytest.mark.usefixtures("home")
@app_test
async def test_hidden_numbers_stay_hidden_however_they_are_dealt() -> None:
    async with open_app(setting_up("quest")) as pilot:
        await go(pilot, "board")
        await pilot.press("left")
        await put(pilot, "numbers", "4 3 8/9 5 1/2 7 6")
        assert {tile.label for tile in screen(pilot).board.tiles} == {""}
        assert "Seed" not in shown(pilot, "caption")
        await pilot.press("enter")
        await settle(pilot)
        assert "4" not in played(pilot).match.game.board


@pytest.mark.usefixtures("home")
@app_test
async def test_a_fair_board_is_looked_for_and_found() -> None:
    async with open_app(setting_up("maze"), size=LARGE) as pilot:
        await go(pilot, "board")
        await pilot.press("right")
        await settle(pilot)
        game = screen(pilot).setup.game
        assert game is not None
        assert "fair" in shown(pilot, "caption")
        await pilot.press("n")
        await settle(pilot)
        again = screen(pilot).setup.game
        assert again is not None
        assert again != game
        await pilot.press("enter")
        await settle(pilot)
        assert played(pilot).match.game == again


@pytest.mark.usefixtures("home")
@app_test
async def test_play_waits_for_the_fair_board_and_then_begins() -> None:
    async with open_app(setting_up("race")) as pilot:
        await put(pilot, "size", "6")
        await go(pilot, "board")
        await type_ahead(pilot, "right", "enter")
        assert played(pilot).match.tags["Deal"] == "given"


@pytest.mark.usefixtures("home")
@app_test
async def test_leaving_ends_the_search() -> None:
    async with open_app(setting_up("run")) as pilot:
        await put(pilot, "size", "12")
        await go(pilot, "board")
        pilot.app.post_message(events.Key("right", None))
        while "Looking for a fair board" not in shown(pilot, "problem"):
            await asyncio.sleep(0.001)
        searches = [worker for worker in pilot.app.workers if worker.group == "looking"]
        pilot.app.post_message(events.Key("escape", None))
        await settle(pilot)
        assert isinstance(pilot.app.screen, HomeScreen)
        assert [search.is_cancelled for search in searches] == [True]


@pytest.mark.usefixtures("home")
@app_test
async def test_where_no_board_is_fairer_than_another_that_is_said() -> None:
    async with open_app(setting_up("quest")) as pilot:
        await go(pilot, "board")
        await pilot.press("right")
        await settle(pilot)
        assert "look alike" in shown(pilot, "help")
        assert "numduel" not in shown(pilot, "help")
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, SetupScreen)
        await pilot.press("left", "enter")
        await settle(pilot)
        assert played(pilot).match.game.id == "quest"


@pytest.mark.parametrize(("module", "name"), [("nim", "Nim"), ("pig", "Pig")])
@pytest.mark.usefixtures("home")
@app_test
async def test_a_sixth_game_is_set_up_like_the_others(module: str, name: str) -> None:
    kind = sixth(module, name)
    async with open_app(lambda: SetupScreen(kind)) as pilot:
        assert row(pilot, "board").display is (name == "Nim")
        await pilot.press("enter")
        await settle(pilot)
        assert played(pilot).match.game.id == module


@pytest.mark.usefixtures("home")
@app_test
async def test_a_game_without_boards_offers_none() -> None:
    async with open_app(setting_up("sum")) as pilot:
        assert not row(pilot, "board").display
        assert "Every game begins like this" in shown(pilot, "caption")
        await pilot.press("n")
        assert screen(pilot).setup.game is not None


# ---- mouse, sizes, keys


@pytest.mark.usefixtures("home")
@app_test
async def test_a_click_on_an_arrow_changes_the_value() -> None:
    async with open_app(setting_up("maze")) as pilot:
        size = row(pilot, "size")
        text = str(size.render())
        await pilot.click(size, offset=(text.index("›"), 0))
        assert (size.value, size.is_current) == (4, True)
        await pilot.click(size, offset=(text.index("‹"), 0))
        await pilot.click(size, offset=(text.index("‹"), 0))
        assert size.value == 2
        await pilot.click(size, offset=(text.index("›") - 4, 0))
        assert size.value == 2
        starts = row(pilot, "starts")
        await pilot.click(starts, offset=(str(starts.render()).index("chosen"), 0))
        assert starts.value == "random"
        assert screen(pilot).focused is screen(pilot).form


@pytest.mark.usefixtures("home")
@app_test
async def test_the_focus_is_never_lost() -> None:
    async with open_app(setting_up("maze")) as pilot:
        for place in ("#board", "#caption", "#heading", "#problem", "#help"):
            await pilot.click(place)
            assert screen(pilot).focused is screen(pilot).form
        await pilot.press("tab", "tab", "shift+tab")
        assert screen(pilot).form.row.option == "begins"
        assert screen(pilot).focused is screen(pilot).form


@pytest.mark.usefixtures("home")
@app_test
async def test_resizing_loses_nothing() -> None:
    async with open_app(setting_up("maze"), size=LARGE) as pilot:
        await go(pilot, "board")
        await pilot.press("left")
        await put(pilot, "numbers", "4 3 8/9")
        for size in ((40, 12), (80, 24), (160, 50), SMALL):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            assert screen(pilot).form.row.option == "numbers"
            region = screen(pilot).form.row.region
            assert region.height
            assert Size(*size).region.contains_region(region)
            assert row(pilot, "numbers").edited == EditedText("4 3 8/9", 7)


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.usefixtures("home")
@app_test
async def test_every_row_and_the_board_are_in_sight(size: tuple[int, int]) -> None:
    for kind in offered():
        async with open_app(lambda kind=kind: SetupScreen(kind), size=size) as pilot:  # type: ignore[misc]
            whole = Size(*size).region
            for shown_row in screen(pilot).form.rows:
                if shown_row.display:
                    assert whole.contains_region(shown_row.region)
                    assert shown_row.region.height
            assert screen(pilot).board.display
            assert whole.contains_region(screen(pilot).board.region)


@pytest.mark.usefixtures("home")
@app_test
async def test_a_board_too_large_to_be_shown_is_played_nevertheless() -> None:
    async with open_app(setting_up("maze")) as pilot:
        await put(pilot, "size", "12")
        assert not screen(pilot).board.display
        assert "too large" in shown(pilot, "caption")
        await pilot.press("enter")
        await settle(pilot)
        assert vars(played(pilot).match.game.options)["size"] == 12


@pytest.mark.usefixtures("home")
@app_test
async def test_a_list_of_all_keys() -> None:
    async with open_app(setting_up("maze")) as pilot:
        await pilot.press("question_mark")
        assert isinstance(pilot.app.screen, KeysScreen)
        await pilot.press("escape")
        assert screen(pilot).focused is screen(pilot).form


@pytest.mark.usefixtures("home")
@app_test
async def test_plain_letters_only_where_asked_for() -> None:
    async with open_app(setting_up("maze"), ascii=True) as pilot:
        for shown_row in screen(pilot).form.rows:
            assert str(shown_row.render()).isascii()


# ---- what is kept


@pytest.mark.usefixtures("home")
@app_test
async def test_the_last_set_up_of_each_game_is_the_next_one() -> None:
    async with open_app(setting_up("maze")) as pilot:
        await pilot.press("right")
        await put(pilot, "size", "4")
        await pilot.press("enter")
        await settle(pilot)
    async with open_app(setting_up("maze")) as pilot:
        assert row(pilot, "opponent").value == "skilled"
        assert (row(pilot, "size").value, row(pilot, "target").value) == (4, 34)
    async with open_app(setting_up("quest")) as pilot:
        assert row(pilot, "opponent").value == "casual"
        await pilot.press("enter")
        await settle(pilot)
    kept = match_options.LastSetup.of("maze")
    assert kept == match_options.LastSetup({"opponent": "skilled"}, {"size": 4})


@app_test
async def test_what_an_older_version_kept_is_not_lost(home: Path) -> None:
    home.parent.mkdir(parents=True)
    Path(match_options.file()).write_text('{"maze": {"wishes": {"rounds": 3}, "options": {}}}')
    async with open_app(setting_up("maze")) as pilot:
        assert screen(pilot).setup.match.given == {"rounds": 3}
        await pilot.press("enter")
        await settle(pilot)
    assert match_options.LastSetup.of("maze") == match_options.LastSetup({"rounds": 3}, {})


SPOILT = (
    "",
    "{",
    "[]",
    "[" * 5000,
    '{"maze": 7}',
    '{"maze": {"match": [], "options": 3}}',
    '{"maze": {"match": {"opponent": "nobody", "rounds": true}, "options": {"size": 99}}}',
)


@pytest.mark.usefixtures("home")
@app_test
async def test_a_spoilt_file_means_defaults() -> None:
    async with open_app() as pilot:
        for text in SPOILT:
            with where(text[:80]):
                Path(match_options.file()).write_text(text)
                await pilot.app.push_screen(SetupScreen(find("maze")))
                await settle(pilot)
                assert screen(pilot).setup.match.given == {}
                assert screen(pilot).setup.rules.given == {}
                await pilot.press("enter")
                await settle(pilot)
                assert played(pilot).match.game.id == "maze"


@app_test
async def test_play_begins_even_where_nothing_can_be_kept(home: Path) -> None:
    async with open_app(setting_up("maze")) as pilot:
        Path(match_options.file()).mkdir()
        await pilot.press("right", "enter")
        await settle(pilot)
        assert played(pilot).match.game.id == "maze"


# ---- the parts of a form


class Walk(Options):
    size = Whole(3, 2, 12, "cells in a row")
    target = Whole(lambda o: o.size * 5, 1, 100, "the total that wins")
    way = Choice("up", ("up", "down", "left"), "where to")
    free = Flag(False, "whether anything goes")


def test_what_is_put_back_to_its_default_follows_again() -> None:
    values = FormValues(Walk, {"target": 30, "nothing": 1, "way": "sideways"})
    assert values.given == {"target": 30}
    values.put("size", 4)
    values.put("target", 20)
    assert values.given == {"size": 4}
    values.put("size", 5)
    assert values["target"] == 25


def test_what_something_else_settles_is_no_answer_of_anybody() -> None:
    values = FormValues(Walk, {"target": 30})
    values.set_defaults({"size": 7, "target": 35})
    assert (values["size"], values["target"], values.given) == (7, 30, {"target": 30})
    values.set_defaults({})
    assert values["size"] == 3


def test_steps_end_at_limits_and_go_round_words() -> None:
    fields = Walk.fields
    assert [step_value(fields["size"], 12, 1), step_value(fields["size"], 2, -10)] == [12, 2]
    assert [step_value(fields["way"], "left", 1), step_value(fields["way"], "up", -1)] == [
        "up",
        "left",
    ]
    assert step_value(fields["free"], False, -1) is True


def test_a_line_is_typed_over_or_edited() -> None:
    marked = EditedText("You", 0, is_selected=True)
    assert marked.insert("A").insert("n") == EditedText("An", 2)
    assert marked.press("right") == EditedText("You", 3)
    assert marked.press("left") == EditedText("You", 0)
    assert marked.press("backspace") == EditedText("", 0)
    assert EditedText("Yu", 1).insert("o") == EditedText("You", 2)
    assert EditedText("You", 3).press("ctrl+u") == EditedText("", 0)
    assert EditedText("You", 0).press("backspace") == EditedText("You", 0)
    assert EditedText("You", 3).press("f1") is None
    assert len(EditedText("", 0).insert("9" * 5000).text) == 2000
