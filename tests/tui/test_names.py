"""Player names in the app: each pair of `names.PAIRS` could break a sentence."""

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
"""Two names that occur nowhere else in the app."""

MOVES = {"human": ("9", "1", "9"), "casual": ("9", "1")}
"""The moves before Player 2, a person or a program, or Player 1 resigns."""


def named_match(names: tuple[str, str], who: str) -> Match:
    match = Match.replay(numduel.new("sum", target=20), MOVES[who])
    match.tags |= {"Player1": names[0], "Player2": names[1], "Type1": "human", "Type2": who}
    return match


async def play_and_review(pilot: Pilot[None], names: tuple[str, str], who: str) -> list[str]:
    """Return the texts of a game from a position to its end, and of its review."""
    screen = PlayScreen(Session.of(named_match(names, who)), None)
    await pilot.app.push_screen(screen)
    await settle(pilot)
    words = [text_of(screen, "#heading"), text_of(screen, "#line")]
    for _ in range(2):
        await pilot.press("g")
        await settle(pilot)
        words.append(screen.panel.messages.text)
    words += [*screen.panel.side.log_panel.lines, text_of(screen, "#players")]
    words.append(text_of(screen, "#game-end").split("\n", 3)[3])  # below the large letters
    if who == "human":
        words += await read_review(pilot)
    await pilot.press("escape")
    return words


async def read_review(pilot: Pilot[None]) -> list[str]:
    """Return the texts of the review of the current game."""
    await pilot.press("v")
    await settle(pilot)
    review = pilot.app.screen
    assert isinstance(review, ReviewScreen)
    words = [text_of(review, "#heading"), review.panel.messages.text]
    words += [str(option.prompt) for option in review.notes.options]
    await pilot.press("left")
    words.append(review.panel.messages.text)
    await pilot.press("escape")
    return words


def text_of(screen: PlayScreen | ReviewScreen, part: str) -> str:
    return str(screen.query_one(part, Static).content)


@pytest.mark.long
@pytest.mark.parametrize("who", MOVES)
@app_test
async def test_names_never_change_the_text_around_them(who: str) -> None:
    async with open_app(size=LARGE) as pilot:
        plain = await play_and_review(pilot, PLAIN, who)
        assert any("Zoe" in words for words in plain)
        for names in PAIRS:
            with where(names):
                called = short_names(named_match(names, who))
                assert called[0] != called[1]
                assert await play_and_review(pilot, names, who) == [
                    insert_names(words, called) for words in plain
                ]


def insert_names(words: str, names: tuple[str, str]) -> str:
    """Replace the plain names; a player without a name is called by seat alone."""
    for player, name in zip(Player, PLAIN, strict=True):
        if names[player] == str(player):
            words = words.replace(f"{player}, {name}", name)
    return re.sub("|".join(PLAIN), lambda found: names[PLAIN.index(found[0])], words)
