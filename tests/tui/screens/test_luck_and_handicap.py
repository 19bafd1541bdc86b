"""The setup offers luck and skill as equals, and rules that make a game fairer."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Static
from tui_support import app_test, open_app, settle

from numduel.games import find
from numduel.tui.parts.rule_choices import RuleChoiceLabel
from numduel.tui.screens.home import HomeScreen
from numduel.tui.screens.setup import SetupScreen
from numduel.views.handicaps import BEFORE, NONE_FOUND

pytestmark = pytest.mark.usefixtures("home")


def setup_screen(pilot: Pilot[None]) -> SetupScreen:
    found = pilot.app.screen
    assert isinstance(found, SetupScreen)
    return found


def choices(pilot: Pilot[None]) -> list[str]:
    return [str(label.content) for label in pilot.app.screen.query(RuleChoiceLabel)]


def status(pilot: Pilot[None]) -> str:
    return str(pilot.app.screen.query_one("#problem", Static).content)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
@app_test
async def test_quest_setup_shows_luck_and_skill_side_by_side(size: tuple[int, int]) -> None:
    async with open_app(lambda: SetupScreen(find("quest")), size) as pilot:
        assert choices(pilot) == ["● By the book: luck decides", "○ With Stand: skill decides"]
        labels = list(pilot.app.screen.query(RuleChoiceLabel))
        assert all(label.region.right <= size[0] for label in labels)
        assert labels[0].region.y == labels[1].region.y
        await pilot.press("k")
        assert choices(pilot) == ["○ By the book: luck decides", "● With Stand: skill decides"]
        assert setup_screen(pilot).setup.rules["stand"] is True
        await pilot.click(labels[0])
        assert setup_screen(pilot).setup.rules["stand"] is False


@app_test
async def test_games_of_skill_have_no_choice_between_luck_and_skill() -> None:
    async with open_app(lambda: SetupScreen(find("maze"))) as pilot:
        assert choices(pilot) == []
        await pilot.press("k")
        assert setup_screen(pilot).setup.rules.given == {}


@app_test
async def test_card_of_quest_names_luck_and_skill() -> None:
    async with open_app(size=(120, 40)) as pilot:
        home = pilot.app.screen
        assert isinstance(home, HomeScreen)
        (quest,) = (card for card in home.cards if card.kind is find("quest"))
        shown = " ".join(str(quest.render()).split())
        assert "Luck decides. With Stand: skill decides." in shown
        assert "Luck" not in str(home.cards[0].render())


@app_test
async def test_handicaps_change_the_rules_and_come_back() -> None:
    async with open_app(lambda: SetupScreen(find("sum"))) as pilot:
        seen = []
        for _ in range(6):
            await pilot.press("h")
            await settle(pilot)
            seen.append((dict(setup_screen(pilot).setup.rules.given), status(pilot)))
        *handicaps, last = seen
        assert len({str(rules) for rules, _ in handicaps}) == 5
        for rules, text in handicaps:
            ((name, value),) = rules.items()
            assert text.startswith(f"{name.capitalize()} {value}: Player 1 wins "), text
            assert "of games between imperfect players. With perfect play, Player 1 " in text
        assert handicaps[0][0] in ({"highest": 8}, {"highest": 10}), "the nearest come first"
        assert last == ({}, "These are your rules from before.")
        game = setup_screen(pilot).setup.game
        assert game is not None
        assert game.options == find("sum").options_type()


@app_test
async def test_handicaps_are_searched_again_after_a_rule_changed() -> None:
    async with open_app(lambda: SetupScreen(find("maze"))) as pilot:
        await pilot.press("h")
        await settle(pilot)
        screen = setup_screen(pilot)
        screen.setup.rules.reset("size")
        screen.form.go_to(screen.form.find(screen.setup.rules, "target"))
        await pilot.press("right")
        before = dict(screen.setup.rules.given)
        while status(pilot) != BEFORE:
            await pilot.press("h")
            await settle(pilot)
        assert screen.setup.rules.given == before


@app_test
async def test_handicap_says_when_no_rules_are_fairer() -> None:
    async with open_app(lambda: SetupScreen(find("race")), size=(60, 20)) as pilot:
        await pilot.press("h")
        await settle(pilot)
        assert status(pilot) == NONE_FOUND
        assert "play 2 rounds" in status(pilot)
        assert setup_screen(pilot).setup.rules.given == {}


@app_test
async def test_sentence_on_a_handicap_fits_a_small_terminal() -> None:
    async with open_app(lambda: SetupScreen(find("maze")), size=(60, 20)) as pilot:
        await pilot.press("h")
        await settle(pilot)
        shown = pilot.app.screen.query_one("#problem", Static)
        assert "With perfect play, Player 2 wins" in status(pilot)
        lines = shown.get_content_height(
            shown.content_size, shown.app.size, shown.content_size.width
        )
        assert lines == shown.content_size.height


@app_test
async def test_preview_writes_out_a_board_too_large_to_draw() -> None:
    async with open_app(lambda: SetupScreen(find("race"))) as pilot:
        screen = setup_screen(pilot)
        screen.setup.rules.put("size", 7)
        screen.apply_answers()
        await settle(pilot)
        assert screen.setup.game is not None
        rows = screen.setup.game.public().board.split("/")
        assert len(rows) == 7
        assert str(screen.query_one("#caption", Static).content).splitlines() == rows
