"""The list of opponents in the app."""

from __future__ import annotations

import re

import pytest
from rating_support import play_as, save_match
from textual.pilot import Pilot
from textual.widgets import OptionList, Static
from tui_support import LARGE, SMALL, app_test, open_app, settle

from numduel.games import find
from numduel.play.players import CHARACTERS, LEVELS
from numduel.render.face import FACES
from numduel.tui.parts.face import SMALL_FACES, draw_face
from numduel.tui.screens.opponents import OpponentsScreen
from numduel.tui.screens.play import PlayScreen
from numduel.tui.screens.setup import SetupScreen
from numduel.views.opponent_text import describe_opponent, describe_rating

pytestmark = pytest.mark.usefixtures("home")


def text_of(pilot: Pilot[None], name: str) -> str:
    return str(pilot.app.screen.query_one(name, Static).content)


def test_small_faces_fit_their_box_in_pixels_and_letters() -> None:
    assert set(SMALL_FACES) == set(FACES) == set(CHARACTERS)
    for who, face in SMALL_FACES.items():
        assert len(face.pixels) == 12, who
        assert {len(row) for row in face.pixels} == {14}, who
        assert set("".join(face.pixels)) <= set("shiwb."), who
        assert {len(row) for row in face.letters} == {9}, who
        assert len(face.letters) == 4, who
        assert str(draw_face(who)).count("\n") == 5, who
        plain = str(draw_face(who, is_plain=True))
        assert plain.isascii(), who
        assert plain.count("\n") == 3, who


@app_test
async def test_list_has_two_parts_and_shows_who_is_at_the_cursor() -> None:
    async with open_app(lambda: SetupScreen(find("maze")), size=SMALL) as pilot:
        await pilot.press("o")
        screen = pilot.app.screen
        assert isinstance(screen, OpponentsScreen)
        options = screen.query_one(OptionList).options
        headings = [str(option.prompt) for option in options if option.disabled]
        assert headings == ["Levels", "Characters"]
        listed = [option.id for option in options if not option.disabled]
        assert listed == ["random", *LEVELS, *CHARACTERS]
        assert text_of(pilot, "#portrait").startswith("Casual\n")  # the opponent so far
        assert not screen.query_one("#face").display
        await pilot.press("end")
        last = CHARACTERS[-1]
        portrait = text_of(pilot, "#portrait")
        assert describe_opponent(last) in portrait
        assert describe_rating(last, "maze") in portrait
        assert text_of(pilot, "#face") == str(draw_face(last))


@app_test
async def test_everything_fits_in_forty_columns() -> None:
    async with open_app(lambda: SetupScreen(find("maze")), size=(40, 24)) as pilot:
        await pilot.press("o", "end")
        screen = pilot.app.screen
        assert screen.query_one("#face").region.right <= 40
        assert screen.query_one("#face").size.width == 14
        listed = screen.query_one(OptionList)
        assert listed.border_subtitle is not None
        assert len(listed.border_subtitle) <= listed.size.width - 2
        assert listed.size.width >= max(len(str(option.prompt)) for option in listed.options)


@app_test
async def test_heading_has_the_rating_of_the_reader() -> None:
    async with open_app(lambda: SetupScreen(find("maze")), size=SMALL) as pilot:
        await pilot.press("o")
        await settle(pilot)
        assert text_of(pilot, "#heading") == "Opponents  ·  Number Maze"
    for number in range(2):
        save_match(play_as("perfect", "casual", "maze", number))
    async with open_app(lambda: SetupScreen(find("maze")), size=SMALL) as pilot:
        await pilot.press("o")
        await settle(pilot)
        heading = text_of(pilot, "#heading")
        assert re.fullmatch(r"Opponents  ·  Number Maze  ·  your rating: [0-9–() ]+", heading)


@app_test
async def test_chosen_opponent_plays_the_game() -> None:
    async with open_app(lambda: SetupScreen(find("sum")), size=LARGE) as pilot:
        await pilot.press("o", "end", "up", "enter")
        setup = pilot.app.screen
        assert isinstance(setup, SetupScreen)
        assert setup.setup.match["opponent"] == CHARACTERS[-2]
        assert "rating" in setup.form.find(setup.setup.match, "opponent").note
        await pilot.press("enter")
        play = pilot.app.screen
        assert isinstance(play, PlayScreen)
        assert play.session.series.seats[1].who == CHARACTERS[-2]


@app_test
async def test_escape_keeps_the_opponent_and_ascii_draws_letters() -> None:
    async with open_app(lambda: SetupScreen(find("maze")), size=SMALL, ascii=True) as pilot:
        await pilot.press("o", "end")
        assert text_of(pilot, "#face") == str(draw_face(CHARACTERS[-1], is_plain=True))
        await pilot.press("escape")
        setup = pilot.app.screen
        assert isinstance(setup, SetupScreen)
        assert setup.setup.match["opponent"] == "casual"
