"""People in real browsers: what their pages ask for, and what goes wrong there, is watched."""

from __future__ import annotations

import re
import shutil
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from random import Random
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

from page_pictures import FLAGS
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    ViewportSize,
    WebError,
    expect,
    sync_playwright,
)
from web_support import Seat, Served, until, versus

import numduel
from duel_support import following, needs
from numduel.core import AnyGame

__all__ = ["LOOKS", "PHONE", "WIDE", "People", "Person", "after", "chromium", "play"]

PATIENCE = 30_000
"""Milliseconds after which what should be seen is given up, however busy the machine is."""

expect.set_options(timeout=PATIENCE)

PHONE: ViewportSize = {"width": 320, "height": 640}
WIDE: ViewportSize = {"width": 1280, "height": 800}

LOOKS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light", "contrast": "no-preference"},
    "dark": {"color_scheme": "dark", "contrast": "no-preference"},
    "high contrast": {"color_scheme": "light", "contrast": "more"},
    "dark high contrast": {"color_scheme": "dark", "contrast": "more"},
}
"""What a system may ask for."""

MAY_CHOOSE = ", you may choose this"
"""What is added to the label of a tile for who may choose it."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser of this machine."""
    needs("chromium")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        yield found
        found.close()


class Person:
    """Somebody before a page of the server."""

    def __init__(self, browser: Browser, served: Served, **how: Any) -> None:
        self.how = how
        how = {"viewport": WIDE, "reduced_motion": "reduce", **how}
        self.context = browser.new_context(base_url=served.url, **how)
        self.context.set_default_timeout(PATIENCE)
        self.context.on("request", self._asks)
        self.context.on("console", self._hears)
        self.context.on("weberror", self._throws)
        self.page: Page = self.context.new_page()
        self.home = urlsplit(served.url).netloc
        self.errors: list[str] = []
        """Whatever nobody should ever see: errors in the console, requests to other hosts."""
        self.refusals = re.compile(r"(?!)")
        """What the console may say, since a test provokes it."""

    def _asks(self, request: Request) -> None:
        url = urlsplit(request.url)
        if url.scheme not in ("blob", "data") and url.netloc != self.home:
            self.errors.append(f"asked {request.url}")

    def _hears(self, told: ConsoleMessage) -> None:
        if told.page != self.page:  # a page of an earlier test has been late
            return
        if told.type in ("error", "warning", "assert") and not self.refusals.search(told.text):
            self.errors.append(f"{told.type}: {told.text} ({told.location})")

    def _throws(self, thrown: WebError) -> None:
        if thrown.page == self.page:
            self.errors.append(str(thrown.error))

    def open(self, address: str) -> Person:
        self.page.goto(address)
        return self

    def sits(self, seat: Seat) -> Person:
        """Take up a seat by its private link, or watch."""
        self.open(f"/m/{seat.id}" + (f"#seat={seat.token}" if seat.token else ""))
        self.sees(seat.look()["seq"])
        return self

    def forget(self) -> None:
        """Be as somebody new, in a browser that has loaded everything once."""
        self.context.set_offline(False)
        self.open("/page/icon.svg").page.evaluate("localStorage.clear()")
        before, self.page = self.page, self.context.new_page()
        before.close()
        self.errors.clear()
        self.refusals = re.compile(r"(?!)")

    def __getitem__(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def button(self, what: str) -> Locator:
        """The button that does this."""
        return self[f"[data-do={what}]:visible"].first

    # ---- at a match

    @property
    def id(self) -> str:
        """Of the match; the address holds it and no secret."""
        expect(self.page).to_have_url(re.compile(r"/m/[\w-]{16,}$"))
        return urlsplit(self.page.url).path.removeprefix("/m/")

    @property
    def grid(self) -> Locator:
        return self["[role=grid][data-seq]"]

    @property
    def seq(self) -> int:
        return int(self.grid.get_attribute("data-seq") or 0)

    def sees(self, seq: int) -> None:
        """Wait until this state of the match is shown."""
        expect(self.grid).to_have_attribute("data-seq", str(seq))

    def move(self, move: str) -> Locator:
        """The tile or the button that means a move."""
        return self[f'[data-move="{move}"]:visible']

    @property
    def board(self) -> list[tuple[str, str | None]]:
        """Every tile in words, with the move that it means, as everybody sees it."""
        tiles: list[tuple[str, str | None]] = self.grid.locator("[role=gridcell]").evaluate_all(
            "tiles => tiles.map(tile => [tile.ariaLabel, tile.dataset.move ?? null])"
        )
        return [(label.replace(MAY_CHOOSE, ""), move) for label, move in tiles]

    @property
    def figures(self) -> list[list[str]]:
        """What stands at the bars of both players, Player 1 first."""
        bars = [self[f".bar[data-player='{player}'] .figure"] for player in (1, 2)]
        return [bar.all_text_contents() for bar in bars]

    @property
    def words(self) -> Locator:
        return self[".words"]

    @property
    def heard(self) -> Locator:
        """What a screen reader is told."""
        return self["[aria-live=polite]"]


class People:
    """Everybody in a test, and the server they are at."""

    def __init__(self, browser: Browser, served: Served) -> None:
        self._browser = browser
        self._here: list[Person] = []
        self._gone: list[Person] = []
        self.served = served

    def new(self, **how: Any) -> Person:
        person = next((one for one in self._gone if one.how == how), None)
        if person is None:
            person = Person(self._browser, self.served, **how)
        else:
            self._gone.remove(person)
        self._here.append(person)
        return person

    def at(self, seat: Seat, **how: Any) -> Person:
        """Somebody who takes up a seat by its private link, or watches."""
        return self.new(**how).sits(seat)

    def pair(
        self, game: str, how: Mapping[str, Any] = MappingProxyType({}), **setup: Any
    ) -> tuple[Person, Person, Seat]:
        """Ann, who is Player 1, and Bob at a match; and somebody who watches, without a browser."""
        one, two = versus(self.served, game, **setup)
        return self.at(one, **how), self.at(two, **how), Seat(self.served, None, one.id)

    def errors(self) -> list[str]:
        return [error for person in self._here for error in person.errors]

    def leave(self) -> None:
        """Leave the places to those of the next test."""
        for person in self._here:
            person.forget()
        self._gone += self._here
        self._here = []

    def close(self) -> None:
        for person in (*self._here, *self._gone):
            person.context.close()


# ---- playing


def moves_to_the_end(view: dict[str, Any], dice: Random) -> str:
    """A move that ends a game soon: by the shortest way, where nothing is drawn or hidden."""
    kind = view["game"]
    if view["sealed"] is None:
        game = numduel.new(kind["id"], board=kind["board"], **kind["options"])
        if not game.chance:
            return _shortest(game, [ply["move"] for ply in view["plies"]])
    moves: list[str] = view["status"]["moves"]
    return dice.choice(moves)


def _shortest(game: AnyGame, played: list[str]) -> str:
    state = game.start()
    for move in played:
        state = game.play(state, move)
    waiting = deque((game.play(state, move), move) for move in following(game, state))
    seen = set()
    while True:
        state, first = waiting.popleft()
        moves = following(game, state)
        if not moves:
            return first
        for after in (game.play(state, move) for move in moves):
            if after not in seen:
                seen.add(after)
                waiting.append((after, first))


def after(seat: Seat, view: dict[str, Any]) -> dict[str, Any]:
    """What a match has come to when something has happened."""
    return until(lambda: newer if (newer := seat.look())["seq"] > view["seq"] else None)


def play(
    seat: Seat, movers: dict[int, Person], *others: Person, taps: bool = False
) -> dict[str, Any]:
    """Let people play to the end, each for a player; the view of that, which all of them see."""
    dice = Random(7)
    view = seat.look()
    while view["status"]["kind"] == "turn":
        player = view["status"]["player"]
        if player in movers:
            person = movers[player]
            person.sees(view["seq"])
            chosen = person.move(moves_to_the_end(view, dice))
            chosen.tap() if taps else chosen.click()
        view = after(seat, view)
    for person in (*movers.values(), *others):
        person.sees(view["seq"])
    return view
