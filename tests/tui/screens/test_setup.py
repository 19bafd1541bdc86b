"""Setting up a game: every row by keys and mouse, every kind of board, saved setups."""

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
from numduel.views.level_text import describe_level


def open_setup(id: str) -> Any:
    return lambda: SetupScreen(find(id))


def setup_screen(pilot: Pilot[None]) -> SetupScreen:
    found = pilot.app.screen
    assert isinstance(found, SetupScreen)
    return found


def play_screen(pilot: Pilot[None]) -> PlayScreen:
    found = pilot.app.screen
    assert isinstance(found, PlayScreen)
    return found


def row(pilot: Pilot[None], option: str) -> FormRow:
    return next(row for row in setup_screen(pilot).form.rows if row.option == option)


async def go_to(pilot: Pilot[None], option: str) -> None:
    """Move the cursor to a row with the arrow keys."""
    form = setup_screen(pilot).form
    shown = [row for row in form.rows if row.display]
    steps = shown.index(row(pilot, option)) - shown.index(form.row)
    await pilot.press(*["down" if steps > 0 else "up"] * abs(steps))
    assert form.row.option == option


async def type_ahead(pilot: Pilot[None], *keys: str) -> None:
    """Send keys without waiting for the app."""
    for key in keys:
        pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))
    await settle(pilot)


async def type_into(pilot: Pilot[None], option: str, text: str) -> None:
    """Type a text into a row."""
    await go_to(pilot, option)
    await type_ahead(pilot, *text)


def text_of(pilot: Pilot[None], id: str) -> str:
    return str(pilot.app.screen.query_one(f"#{id}", Static).content)


def load_sixth_game(module: str, name: str) -> type[AnyGame]:
    spec = importlib.util.spec_from_file_location(module, SIXTH / f"{module}.py")
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    kind: type[AnyGame] = getattr(loaded, name)
    return kind


# ---- starting


@pytest.mark.parametrize("id", ids())
@pytest.mark.usefixtures("home")
@app_test
async def test_enter_starts_a_game_against_casual(id: str) -> None:
    async with open_app(open_setup(id), name="Ann") as pilot:
        expected = setup_screen(pilot).setup.game
        assert expected is not None
        await pilot.press("enter")
        await settle(pilot)
        session = play_screen(pilot).session
        assert [(s.name, s.who) for s in session.series.sides] == [
            ("Ann", HUMAN),
            ("Casual", "casual"),
        ]
        assert session.series.seats[0].name == "Ann"
        assert session.series.rounds == 1
        assert session.match.game == expected.public()
        assert pilot.app.screen_stack[-2].__class__ is HomeScreen


@pytest.mark.usefixtures("home")
@app_test
async def test_escape_leads_home_from_setup_and_game() -> None:
    async with open_app(open_setup("maze")) as pilot:
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
async def test_click_on_play_starts_the_game() -> None:
    async with open_app(open_setup("run")) as pilot:
        await pilot.click("#play")
        await settle(pilot)
        assert play_screen(pilot).match.game.id == "run"


@pytest.mark.usefixtures("home")
@app_test
async def test_keys_typed_ahead_keep_their_order() -> None:
    async with open_app(open_setup("maze")) as pilot:
        await type_ahead(pilot, "left", "down", "left", "down", "3", "enter")
        series = play_screen(pilot).session.series
        assert [side.name for side in series.seats] == ["Beginner", "Guest"]
        assert series.rounds == 3


@pytest.mark.usefixtures("home")
@app_test
async def test_keys_typed_ahead_reach_a_row_that_appears_later() -> None:
    async with open_app(open_setup("maze")) as pilot:
        ahead = ["down", "down", "down", "left", "down", *"4 3 8/9 5 1/2 7 6", "enter"]
        await type_ahead(pilot, *ahead)
        assert play_screen(pilot).match.game.board == "4 3 8/9 5 1/2 7 6"


# ---- the match


@pytest.mark.usefixtures("home")
@app_test
async def test_every_level_can_be_played() -> None:
    async with open_app() as pilot:
        for who in LEVELS:
            with where(who):
                await pilot.app.push_screen(SetupScreen(find("sum")))
                while setup_screen(pilot).setup.match["opponent"] != who:
                    await pilot.press("right")
                assert describe_level(who) in text_of(pilot, "help")
                await pilot.press("enter")
                await settle(pilot)
                assert play_screen(pilot).session.series.sides[1].who == who
                choosers: tuple[Chooser | None, ...] = play_screen(pilot).session.choosers
                assert choosers[0] is None
                assert choosers[1] is not None


@pytest.mark.usefixtures("home")
@app_test
async def test_friend_at_this_keyboard_has_a_name() -> None:
    async with open_app(open_setup("sum"), name="Ann", friend="Bob") as pilot:
        while setup_screen(pilot).setup.match["opponent"] != match_options.FRIEND:
            await pilot.press("right")
        assert "Bob, on this computer" in text_of(pilot, "help")
        await pilot.press("down", "left", "enter")
        await settle(pilot)
        assert play_screen(pilot).narration.names == ("Bob", "Ann")
        assert play_screen(pilot).session.choosers == (None, None)


@pytest.mark.usefixtures("home")
@app_test
async def test_random_seat_and_rounds_are_used() -> None:
    async with open_app(open_setup("race")) as pilot:
        await go_to(pilot, "begins")
        await pilot.press("right")
        await go_to(pilot, "rounds")
        await pilot.press("right", "right")
        assert "swap seats" in text_of(pilot, "help")
        await pilot.press("enter")
        await settle(pilot)
        assert play_screen(pilot).session.is_first_random
        assert play_screen(pilot).session.series.rounds == 3


# ---- the rules


@pytest.mark.usefixtures("home")
@app_test
async def test_summary_follows_the_chosen_options() -> None:
    async with open_app(open_setup("maze")) as pilot:
        assert text_of(pilot, "heading").endswith("exactly 15.")
        await type_into(pilot, "size", "4")
        assert text_of(pilot, "heading").endswith("exactly 34.")
        await type_into(pilot, "target", "20")
        assert text_of(pilot, "heading").endswith("exactly 20.")
        await pilot.press("enter")
        await settle(pilot)
        assert play_screen(pilot).match.game.summary.endswith("exactly 20.")


@pytest.mark.usefixtures("home")
@app_test
async def test_help_of_every_row_fits_at_60_columns() -> None:
    """Also the longest help: value, choices and default."""
    for kind in (*offered(), load_sixth_game("nim", "Nim"), load_sixth_game("pig", "Pig")):
        async with open_app(lambda kind=kind: SetupScreen(kind), size=(60, 20)) as pilot:  # type: ignore[misc]
            game = setup_screen(pilot).setup.game
            assert game is not None
            is_drawn = setup_screen(pilot).board.display
            assert is_drawn or text_of(pilot, "caption").split("\n") == game.board.split("/")
            for shown_row in setup_screen(pilot).form.rows:
                if shown_row.display:
                    await go_to(pilot, shown_row.option)
                    await pilot.press("right")
                    for id in ("help", "heading"):
                        part = pilot.app.screen.query_one(f"#{id}", Static)
                        text = " ".join(str(part.content).split())
                        assert text == " ".join(words_in(pilot, part.content_region)), id
                    assert setup_screen(pilot).form.row.region.height


@pytest.mark.usefixtures("home")
@app_test
async def test_form_without_visible_rows_can_be_shown() -> None:
    """A search may finish while the screen closes."""
    async with open_app(lambda: SetupScreen(find("maze"))) as pilot:
        for each in setup_screen(pilot).form.rows:
            each.display = False
        setup_screen(pilot).form.show()


def words_in(pilot: Pilot[None], region: Region) -> list[str]:
    """Return the words drawn in a region of the screen."""
    lines = pilot.app.screen._compositor.render_strips()
    drawn = [strip.text[region.x : region.right] for strip in lines[region.y : region.bottom]]
    return " ".join(drawn).split()


@pytest.mark.usefixtures("home")
@app_test
async def test_every_option_has_a_row_with_its_help_and_limits() -> None:
    for kind in (*offered(), load_sixth_game("nim", "Nim"), load_sixth_game("pig", "Pig")):
        async with open_app(lambda kind=kind: SetupScreen(kind)) as pilot:  # type: ignore[misc]
            for name, field in kind.options_type.fields.items():
                await go_to(pilot, name)
                help = text_of(pilot, "help").lower()
                assert field.help.lower() in help
                assert field.limits() in help


@pytest.mark.usefixtures("home")
@app_test
async def test_untouched_default_follows_other_options() -> None:
    async with open_app(open_setup("maze")) as pilot:
        await go_to(pilot, "size")
        await pilot.press("right")
        assert row(pilot, "target").value == 34
        assert len(setup_screen(pilot).board.tiles) == 16
        await go_to(pilot, "target")
        await pilot.press("left")
        await go_to(pilot, "size")
        await pilot.press("delete")
        assert (row(pilot, "size").value, row(pilot, "target").value) == (3, 33)
        await go_to(pilot, "target")
        assert "Press Del to reset to 15" in text_of(pilot, "help")
        await pilot.press("delete", "enter")
        await settle(pilot)
        assert vars(play_screen(pilot).match.game.options)["target"] == 15


@pytest.mark.usefixtures("home")
@app_test
async def test_typed_number_out_of_range_is_refused_in_its_row() -> None:
    async with open_app(open_setup("maze")) as pilot:
        await go_to(pilot, "size")
        await pilot.press("1", "3")
        assert row(pilot, "size").fault == ""
        await pilot.press("enter")
        await settle(pilot)
        assert "must be a whole number from 2 to 12, not 13" in text_of(pilot, "help")
        await pilot.press("down", "enter")
        await settle(pilot)
        assert setup_screen(pilot).form.row.option == "size"
        await pilot.press("backspace", "backspace", "5")
        assert row(pilot, "size").fault == ""
        assert row(pilot, "size").value == 5
        await pilot.press("enter")
        await settle(pilot)
        assert vars(play_screen(pilot).match.game.options)["size"] == 5


@pytest.mark.usefixtures("home")
@app_test
async def test_escape_while_typing_restores_the_old_value() -> None:
    async with open_app(open_setup("sum")) as pilot:
        await go_to(pilot, "target")
        await pilot.press("9", "9")
        assert row(pilot, "target").value == 99
        await pilot.press("escape")
        assert row(pilot, "target").value == 50
        await pilot.press("pageup", "pageup", "pagedown", "right")
        assert row(pilot, "target").value == 61
        await pilot.press("x", "space")  # neither digits nor keys of the screen
        assert row(pilot, "target").value == 61
        await pilot.press("backspace")
        assert row(pilot, "target").value == 6


@pytest.mark.usefixtures("home")
@app_test
async def test_page_keys_step_choices_by_one() -> None:
    """Choices are few and wrap around, so a step of ten would seem random."""
    async with open_app(open_setup("maze")) as pilot:
        for option in ("opponent", "board"):
            await go_to(pilot, option)
            field, value = row(pilot, option).field, row(pilot, option).value
            assert isinstance(field, Choice)
            after = field.words[(field.words.index(value) + 1) % len(field.words)]
            await pilot.press("pageup")
            assert row(pilot, option).value == after
            await pilot.press("pagedown")
            assert row(pilot, option).value == value


@pytest.mark.usefixtures("home")
@app_test
async def test_escape_undoes_only_typing_in_its_row() -> None:
    async with open_app(open_setup("maze")) as pilot:
        await go_to(pilot, "size")
        await pilot.press("right", "9", "9", "down", "down", "right", "up", "up", "escape")
        assert setup_screen(pilot).setup.rules.given == {"size": 4, "starts": "random"}
        assert row(pilot, "size").fault == ""


@pytest.mark.usefixtures("home")
@app_test
async def test_conflicting_options_show_an_error_in_their_row() -> None:
    async with open_app(open_setup("maze")) as pilot:
        await type_into(pilot, "extra", "99")
        await go_to(pilot, "opponent")
        assert setup_screen(pilot).setup.game is None
        assert row(pilot, "extra").fault
        assert text_of(pilot, "problem") == row(pilot, "extra").fault
        await pilot.press("enter")
        assert setup_screen(pilot).form.row.option == "extra"
        await pilot.press("delete")
        assert setup_screen(pilot).setup.game is not None
        assert row(pilot, "extra").fault == ""


# ---- the board


@pytest.mark.usefixtures("home")
@app_test
async def test_shown_board_is_played_and_n_deals_another() -> None:
    async with open_app(open_setup("maze")) as pilot:
        before = setup_screen(pilot).setup.game
        await pilot.press("n")
        await settle(pilot)
        after = setup_screen(pilot).setup.game
        assert before != after
        assert after is not None
        await pilot.press("enter")
        await settle(pilot)
        assert play_screen(pilot).match.game.board == after.board


@pytest.mark.usefixtures("home")
@app_test
async def test_random_boards_are_playable_and_rule_book_boards_need_not_be() -> None:
    async with open_app(open_setup("race")) as pilot:
        await go_to(pilot, "board")
        for way in ("random", "book"):
            while row(pilot, "board").value != way:
                await pilot.press("right")
            dealt = []
            for _ in range(30):
                await pilot.press("n")
                game = setup_screen(pilot).setup.game
                assert game == find("race").setup({}, None, Dice(setup_screen(pilot).setup.seed))
                dealt.append(is_playable(game))
            assert all(dealt) == (way == "random")
        await pilot.press("enter")
        await settle(pilot)
        assert "Deal" not in play_screen(pilot).match.tags


@pytest.mark.usefixtures("home")
@app_test
async def test_unplayable_board_is_played_if_no_other_exists() -> None:
    async with open_app(open_setup("maze")) as pilot:
        await type_into(pilot, "target", "1")
        expected = setup_screen(pilot).setup.game
        assert expected is not None
        assert not is_playable(expected)
        await pilot.press("enter")
        await settle(pilot)
        assert play_screen(pilot).match.game == expected


@pytest.mark.usefixtures("home")
@app_test
async def test_f_shows_whom_the_board_favours() -> None:
    async with open_app(open_setup("maze")) as pilot:
        await go_to(pilot, "board")
        await pilot.press("left")
        await type_into(pilot, "numbers", "1 2 3/4 5 6/7 8 9")
        assert "favour" not in text_of(pilot, "problem")
        await pilot.press("up", "f")
        await settle(pilot)
        game = find("maze").setup({}, "1 2 3/4 5 6/7 8 9", Dice())
        value = ENGINE.analyse(game, game.start(), plenty()).value
        winner = {"win": "Player 1", "loss": "Player 2"}[value.outcome]
        assert text_of(pilot, "problem") == f"With best play, {winner} is favoured."
        await pilot.press("right")
        assert "favours" not in text_of(pilot, "problem")
    async with open_app(open_setup("quest")) as pilot:
        await pilot.press("f")
        await settle(pilot)
        assert "With best play, Player " in text_of(pilot, "problem")


@pytest.mark.usefixtures("home")
@app_test
async def test_seed_deals_its_board() -> None:
    async with open_app(open_setup("maze")) as pilot:
        await go_to(pilot, "board")
        await pilot.press("right", "right")
        assert f"{row(pilot, 'seed').value}" not in ("", "0")
        await go_to(pilot, "seed")
        await pilot.press("7", "down", "up")
        assert setup_screen(pilot).setup.game == find("maze").setup({}, None, Dice(7))
        assert f"Press Del to reset to {row(pilot, 'seed').values.default('seed')}" in text_of(
            pilot, "help"
        )
        assert row(pilot, "seed").values.default("seed") != 0
        await pilot.press("enter")
        await settle(pilot)
        assert play_screen(pilot).match.game.board == "7 4 6/8 9 1/5 2 3"


@pytest.mark.usefixtures("home")
@app_test
async def test_seed_has_limits() -> None:
    async with open_app(open_setup("maze")) as pilot:
        await go_to(pilot, "board")
        await pilot.press("right", "right", "down", *"99999999999999999999", "enter")
        assert "seed must be a whole number" in row(pilot, "seed").fault.lower()


@pytest.mark.usefixtures("home")
@app_test
async def test_typed_board_is_checked_at_every_key() -> None:
    async with open_app(open_setup("maze")) as pilot:
        await go_to(pilot, "board")
        await pilot.press("left")
        numbers = row(pilot, "numbers")
        assert numbers.value == setup_screen(pilot).setup.game.board  # type: ignore[union-attr]
        await type_into(pilot, "numbers", "4 3 8/9 5 1/2 7")
        assert setup_screen(pilot).setup.game is None
        assert numbers.fault
        assert numbers.fault in text_of(pilot, "help")
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, SetupScreen)
        await pilot.press("space", "6", "enter")
        assert numbers.fault == ""
        await pilot.press("enter")
        await settle(pilot)
        assert play_screen(pilot).match.game.board == "4 3 8/9 5 1/2 7 6"
        assert play_screen(pilot).match.tags["Deal"] == "given"


@pytest.mark.usefixtures("home")
@app_test
async def test_digits_on_the_board_row_go_to_seed_or_numbers() -> None:
    async with open_app(open_setup("maze")) as pilot:
        await go_to(pilot, "board")
        await pilot.press("7")
        assert setup_screen(pilot).form.row.option == "board"
        await pilot.press("right", "right", "4", "2")
        assert setup_screen(pilot).form.row is row(pilot, "seed")
        assert row(pilot, "seed").value == 42
        await pilot.press("up", "right", "right", *"43")
        assert setup_screen(pilot).form.row is row(pilot, "numbers")
        assert row(pilot, "numbers").value == "43"
        await pilot.press("escape", "up")
        setup_screen(pilot).form.post_message(events.Paste("4 3 8\n9 5 1\n2 7 6\n"))
        await settle(pilot)
        assert row(pilot, "numbers").value == "4 3 8/9 5 1/2 7 6"
        await pilot.press("down", "up", "question_mark")
        assert isinstance(pilot.app.screen, KeysScreen)


@pytest.mark.usefixtures("home")
@app_test
async def test_pasted_board_sets_the_size() -> None:
    async with open_app(open_setup("maze")) as pilot:
        await go_to(pilot, "board")
        await pilot.press("left", "down")
        lines = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 16\n"
        setup_screen(pilot).form.post_message(events.Paste(lines))
        await settle(pilot)
        assert row(pilot, "size").value == 4
        assert row(pilot, "target").value == 34
        assert len(setup_screen(pilot).board.tiles) == 16
        await pilot.press("enter")
        await settle(pilot)
        assert play_screen(pilot).match.game.board == "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 16"


@pytest.mark.usefixtures("home")
@app_test
async def test_typed_board_can_be_edited_in_the_middle() -> None:
    async with open_app(open_setup("maze")) as pilot:
        await go_to(pilot, "board")
        await pilot.press("left")
        await type_into(pilot, "numbers", "4 3 8/9 5 1/2 7 6")
        await pilot.press("home", "delete", "6", "end", "backspace", "4", "left", "right")
        assert row(pilot, "numbers").value == "6 3 8/9 5 1/2 7 4"
        assert setup_screen(pilot).setup.game is not None


@pytest.mark.usefixtures("home")
@app_test
async def test_hidden_numbers_stay_hidden_on_custom_boards() -> None:
    async with open_app(open_setup("quest")) as pilot:
        await go_to(pilot, "board")
        await pilot.press("left")
        await type_into(pilot, "numbers", "4 3 8/9 5 1/2 7 6")
        assert {tile.label for tile in setup_screen(pilot).board.tiles} == {""}
        assert "Seed" not in text_of(pilot, "caption")
        await pilot.press("enter")
        await settle(pilot)
        assert "4" not in play_screen(pilot).match.game.board


@pytest.mark.usefixtures("home")
@app_test
async def test_fair_board_is_found_and_played() -> None:
    async with open_app(open_setup("maze"), size=LARGE) as pilot:
        await go_to(pilot, "board")
        await pilot.press("right")
        await settle(pilot)
        game = setup_screen(pilot).setup.game
        assert game is not None
        assert "Fair board" in text_of(pilot, "caption")
        await pilot.press("n")
        await settle(pilot)
        again = setup_screen(pilot).setup.game
        assert again is not None
        assert again != game
        await pilot.press("enter")
        await settle(pilot)
        assert play_screen(pilot).match.game == again


@pytest.mark.usefixtures("home")
@app_test
async def test_play_waits_for_the_fair_board() -> None:
    async with open_app(open_setup("race")) as pilot:
        await type_into(pilot, "size", "6")
        await go_to(pilot, "board")
        await type_ahead(pilot, "right", "enter")
        assert play_screen(pilot).match.tags["Deal"] == "given"


@pytest.mark.usefixtures("home")
@app_test
async def test_leaving_cancels_the_search() -> None:
    async with open_app(open_setup("run")) as pilot:
        await type_into(pilot, "size", "12")
        await go_to(pilot, "board")
        pilot.app.post_message(events.Key("right", None))
        while "Finding a fair board" not in text_of(pilot, "problem"):
            await asyncio.sleep(0.001)
        searches = [worker for worker in pilot.app.workers if worker.group == "looking"]
        pilot.app.post_message(events.Key("escape", None))
        await settle(pilot)
        assert isinstance(pilot.app.screen, HomeScreen)
        assert [search.is_cancelled for search in searches] == [True]


@pytest.mark.usefixtures("home")
@app_test
async def test_fair_boards_are_refused_if_all_boards_look_alike() -> None:
    async with open_app(open_setup("quest")) as pilot:
        await go_to(pilot, "board")
        await pilot.press("right")
        await settle(pilot)
        assert "no board is fairer" in text_of(pilot, "help")
        assert "numduel" not in text_of(pilot, "help")
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(pilot.app.screen, SetupScreen)
        await pilot.press("left", "enter")
        await settle(pilot)
        assert play_screen(pilot).match.game.id == "quest"


@pytest.mark.parametrize(("module", "name"), [("nim", "Nim"), ("pig", "Pig")])
@pytest.mark.usefixtures("home")
@app_test
async def test_sixth_game_is_set_up_like_the_others(module: str, name: str) -> None:
    kind = load_sixth_game(module, name)
    async with open_app(lambda: SetupScreen(kind)) as pilot:
        assert row(pilot, "board").display is (name == "Nim")
        await pilot.press("enter")
        await settle(pilot)
        assert play_screen(pilot).match.game.id == module


@pytest.mark.usefixtures("home")
@app_test
async def test_game_without_boards_offers_none() -> None:
    async with open_app(open_setup("sum")) as pilot:
        assert not row(pilot, "board").display
        assert "Every game starts like this" in text_of(pilot, "caption")
        await pilot.press("n")
        assert setup_screen(pilot).setup.game is not None


# ---- mouse, sizes, keys


@pytest.mark.usefixtures("home")
@app_test
async def test_click_on_an_arrow_changes_the_value() -> None:
    async with open_app(open_setup("maze")) as pilot:
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
        await pilot.click(starts, offset=(str(starts.render()).index("Chosen"), 0))
        assert starts.value == "random"
        assert setup_screen(pilot).focused is setup_screen(pilot).form


@pytest.mark.usefixtures("home")
@app_test
async def test_focus_stays_on_the_form() -> None:
    async with open_app(open_setup("maze")) as pilot:
        for id in ("#board", "#caption", "#heading", "#problem", "#help"):
            await pilot.click(id)
            assert setup_screen(pilot).focused is setup_screen(pilot).form
        await pilot.press("tab", "tab", "shift+tab")
        assert setup_screen(pilot).form.row.option == "begins"
        assert setup_screen(pilot).focused is setup_screen(pilot).form


@pytest.mark.usefixtures("home")
@app_test
async def test_resizing_keeps_row_and_text() -> None:
    async with open_app(open_setup("maze"), size=LARGE) as pilot:
        await go_to(pilot, "board")
        await pilot.press("left")
        await type_into(pilot, "numbers", "4 3 8/9")
        for size in ((40, 12), (80, 24), (160, 50), SMALL):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            assert setup_screen(pilot).form.row.option == "numbers"
            region = setup_screen(pilot).form.row.region
            assert region.height
            assert Size(*size).region.contains_region(region)
            assert row(pilot, "numbers").edited == EditedText("4 3 8/9", 7)


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.usefixtures("home")
@app_test
async def test_every_row_and_the_board_are_visible(size: tuple[int, int]) -> None:
    for kind in offered():
        async with open_app(lambda kind=kind: SetupScreen(kind), size=size) as pilot:  # type: ignore[misc]
            whole = Size(*size).region
            for shown_row in setup_screen(pilot).form.rows:
                if shown_row.display:
                    assert whole.contains_region(shown_row.region)
                    assert shown_row.region.height
            assert setup_screen(pilot).board.display
            assert whole.contains_region(setup_screen(pilot).board.region)


@pytest.mark.usefixtures("home")
@app_test
async def test_board_too_large_to_show_can_be_played() -> None:
    async with open_app(open_setup("maze")) as pilot:
        await type_into(pilot, "size", "12")
        assert not setup_screen(pilot).board.display
        assert "too large" in text_of(pilot, "caption")
        await pilot.press("enter")
        await settle(pilot)
        assert vars(play_screen(pilot).match.game.options)["size"] == 12


@pytest.mark.usefixtures("home")
@app_test
async def test_question_mark_lists_the_keys() -> None:
    async with open_app(open_setup("maze")) as pilot:
        await pilot.press("question_mark")
        assert isinstance(pilot.app.screen, KeysScreen)
        await pilot.press("escape")
        assert setup_screen(pilot).focused is setup_screen(pilot).form


@pytest.mark.usefixtures("home")
@app_test
async def test_ascii_setting_applies_to_rows() -> None:
    async with open_app(open_setup("maze"), ascii=True) as pilot:
        for shown_row in setup_screen(pilot).form.rows:
            assert str(shown_row.render()).isascii()


# ---- saved setups


@pytest.mark.usefixtures("home")
@app_test
async def test_last_setup_of_each_game_is_remembered() -> None:
    async with open_app(open_setup("maze")) as pilot:
        await pilot.press("right")
        await type_into(pilot, "size", "4")
        await pilot.press("enter")
        await settle(pilot)
    async with open_app(open_setup("maze")) as pilot:
        assert row(pilot, "opponent").value == "skilled"
        assert (row(pilot, "size").value, row(pilot, "target").value) == (4, 34)
    async with open_app(open_setup("quest")) as pilot:
        assert row(pilot, "opponent").value == "casual"
        await pilot.press("enter")
        await settle(pilot)
    saved = match_options.LastSetup.of("maze")
    assert saved == match_options.LastSetup({"opponent": "skilled"}, {"size": 4})


@app_test
async def test_setup_saved_by_an_older_version_is_read(home: Path) -> None:
    home.parent.mkdir(parents=True)
    Path(match_options.file()).write_text('{"maze": {"wishes": {"rounds": 3}, "options": {}}}')
    async with open_app(open_setup("maze")) as pilot:
        assert setup_screen(pilot).setup.match.given == {"rounds": 3}
        await pilot.press("enter")
        await settle(pilot)
    assert match_options.LastSetup.of("maze") == match_options.LastSetup({"rounds": 3}, {})


DAMAGED = (
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
async def test_damaged_file_gives_defaults() -> None:
    async with open_app() as pilot:
        for text in DAMAGED:
            with where(text[:80]):
                Path(match_options.file()).write_text(text)
                await pilot.app.push_screen(SetupScreen(find("maze")))
                await settle(pilot)
                assert setup_screen(pilot).setup.match.given == {}
                assert setup_screen(pilot).setup.rules.given == {}
                await pilot.press("enter")
                await settle(pilot)
                assert play_screen(pilot).match.game.id == "maze"


@app_test
async def test_game_starts_if_the_setup_cannot_be_saved(home: Path) -> None:
    async with open_app(open_setup("maze")) as pilot:
        Path(match_options.file()).mkdir()
        await pilot.press("right", "enter")
        await settle(pilot)
        assert play_screen(pilot).match.game.id == "maze"


# ---- the parts of a form


class Walk(Options):
    size = Whole(3, 2, 12, "cells in a row")
    target = Whole(lambda o: o.size * 5, 1, 100, "the total that wins")
    way = Choice("up", ("up", "down", "left"), "where to")
    free = Flag(False, "whether anything goes")


def test_value_reset_to_its_default_follows_again() -> None:
    values = FormValues(Walk, {"target": 30, "nothing": 1, "way": "sideways"})
    assert values.given == {"target": 30}
    values.put("size", 4)
    values.put("target", 20)
    assert values.given == {"size": 4}
    values.put("size", 5)
    assert values["target"] == 25


def test_derived_values_do_not_count_as_given() -> None:
    values = FormValues(Walk, {"target": 30})
    values.set_defaults({"size": 7, "target": 35})
    assert (values["size"], values["target"], values.given) == (7, 30, {"target": 30})
    values.set_defaults({})
    assert values["size"] == 3


def test_steps_stop_at_limits_and_wrap_around_choices() -> None:
    fields = Walk.fields
    assert [step_value(fields["size"], 12, 1), step_value(fields["size"], 2, -10)] == [12, 2]
    assert [step_value(fields["way"], "left", 1), step_value(fields["way"], "up", -1)] == [
        "up",
        "left",
    ]
    assert step_value(fields["free"], False, -1) is True


def test_selected_text_is_replaced_or_edited() -> None:
    selected = EditedText("You", 0, is_selected=True)
    assert selected.insert("A").insert("n") == EditedText("An", 2)
    assert selected.press("right") == EditedText("You", 3)
    assert selected.press("left") == EditedText("You", 0)
    assert selected.press("backspace") == EditedText("", 0)
    assert EditedText("Yu", 1).insert("o") == EditedText("You", 2)
    assert EditedText("You", 3).press("ctrl+u") == EditedText("", 0)
    assert EditedText("You", 0).press("backspace") == EditedText("You", 0)
    assert EditedText("You", 3).press("f1") is None
    assert len(EditedText("", 0).insert("9" * 5000).text) == 2000
