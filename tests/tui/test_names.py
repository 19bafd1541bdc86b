"""Names in the app: each pair of `names.PAIRS` is a trap for a sentence that it shows."""

from __future__ import annotations

import re

import pytest
from names import PAIRS
from textual.pilot import Pilot
from textual.widgets import Static
from tui_support import LARGE, app_test, open_app, settle

import numduel
from duel_support import where
from numduel import Match, Player
from numduel.play.session import Session
from numduel.tui.screens.play import PlayScreen
from numduel.tui.screens.review import ReviewScreen
from numduel.views.narration import short_names

pytestmark = pytest.mark.usefixtures("home")

PLAIN = ("Xavier", "Zoe")
"""Two names that occur in no word of the app."""

MOVES = {"human": ("9", "1", "9"), "casual": ("9", "1")}
"""The moves before Player 2, a person or a program, or Player 1 resigns."""


def named(names: tuple[str, str], who: str) -> Match:
    match = Match.replay(numduel.new("sum", target=20), MOVES[who])
    match.tags |= {"Player1": names[0], "Player2": names[1], "Type1": "human", "Type2": who}
    return match


async def told(pilot: Pilot[None], names: tuple[str, str], who: str) -> list[str]:
    """Return what the app says from a position of a game to its end, and in its review."""
    screen = PlayScreen(Session.of(named(names, who)), None)
    await pilot.app.push_screen(screen)
    await settle(pilot)
    words = [shown(screen, "#heading"), shown(screen, "#line")]
    for _ in range(2):
        await pilot.press("g")
        await settle(pilot)
        words.append(screen.panel.messages.text)
    words += [*screen.panel.side.log_panel.lines, shown(screen, "#players")]
    words.append(shown(screen, "#game-end").split("\n", 3)[3])  # below what is drawn in large
    if who == "human":
        words += await reviewed(pilot)
    await pilot.press("escape")
    return words


async def reviewed(pilot: Pilot[None]) -> list[str]:
    """Return what the review of the game on the screen says."""
    await pilot.press("v")
    await settle(pilot)
    review = pilot.app.screen
    assert isinstance(review, ReviewScreen)
    words = [shown(review, "#heading"), review.panel.messages.text]
    words += [str(option.prompt) for option in review.notes.options]
    await pilot.press("left")
    words.append(review.panel.messages.text)
    await pilot.press("escape")
    return words


def shown(screen: PlayScreen | ReviewScreen, part: str) -> str:
    return str(screen.query_one(part, Static).content)


@pytest.mark.slow
@pytest.mark.parametrize("who", MOVES)
@app_test
async def test_no_name_changes_the_words_around_it(who: str) -> None:
    async with open_app(size=LARGE) as pilot:
        plain = await told(pilot, PLAIN, who)
        assert any("Zoe" in words for words in plain)
        for names in PAIRS:
            with where(names):
                called = short_names(named(names, who))
                assert called[0] != called[1]
                assert await told(pilot, names, who) == [put(words, called) for words in plain]


def put(words: str, names: tuple[str, str]) -> str:
    """Put names in the place of the plain ones; who has none is called by the seat alone."""
    for player, name in zip(Player, PLAIN, strict=True):
        if names[player] == str(player):
            words = words.replace(f"{player}, {name}", name)
    return re.sub("|".join(PLAIN), lambda found: names[PLAIN.index(found[0])], words)
