"""People in real browsers. Errors and requests to other hosts are recorded."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from random import Random
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

from chromium import FLAGS, find_chromium
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Playwright,
    Request,
    Route,
    ViewportSize,
    WebError,
    expect,
)
from web_support import Seat, Served, until, versus

import numduel
from duel_support import needs, next_moves
from numduel.core import AnyGame

__all__ = [
    "CLEAR",
    "LOOKS",
    "MATCH",
    "PHONE",
    "WIDE",
    "People",
    "Person",
    "chromium",
    "next_view",
    "play",
    "played",
    "save",
    "saved",
]

EXPECT_TIMEOUT_MS = 30_000
"""Timeout of every expectation, long enough for a busy machine."""

expect.set_options(timeout=EXPECT_TIMEOUT_MS)

PHONE: ViewportSize = {"width": 320, "height": 640}
WIDE: ViewportSize = {"width": 1280, "height": 800}

LOOKS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light", "contrast": "no-preference"},
    "dark": {"color_scheme": "dark", "contrast": "no-preference"},
    "high contrast": {"color_scheme": "light", "contrast": "more"},
    "dark high contrast": {"color_scheme": "dark", "contrast": "more"},
}
"""System preferences, as Playwright emulates them."""

CLEAR = """() => new Promise((resolve, reject) => {
  localStorage.clear();
  const deleting = indexedDB.deleteDatabase("numduel-values");
  deleting.onsuccess = resolve;
  deleting.onerror = () => reject(deleting.error);
})"""
"""Script that deletes what the page has stored."""

LEGAL = ", legal move"
"""End of a tile's label if the reader can choose the tile."""


@contextmanager
def chromium(playwright: Playwright, *, is_whole: bool = False) -> Iterator[Browser]:
    """Start Chromium, or its faster headless shell unless a test needs the whole browser."""
    executable = find_chromium(is_whole=is_whole)
    if executable is None:
        needs("chromium")
    browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
    yield browser
    browser.close()


def open_address(page: Page, address: str) -> None:
    """Open a path or URL; again if the page is just removing the entry of a sheet."""
    try:
        page.goto(address)
    except Error as error:
        if "ERR_ABORTED" not in error.message:
            raise
        page.goto(address)


class Person:
    """A person with a page of the server open."""

    def __init__(self, browser: Browser, served: Served, **how: Any) -> None:
        self.how = how
        how = {"viewport": WIDE, "reduced_motion": "reduce", **how}
        self.context = browser.new_context(base_url=served.url, **how)
        self.context.set_default_timeout(EXPECT_TIMEOUT_MS)
        self.context.on("request", self._check_request)
        self.context.on("console", self._check_console)
        self.context.on("weberror", self._record_error)
        self.page: Page = self.context.new_page()
        self.home = urlsplit(served.url).netloc
        self.errors: list[str] = []
        """Errors in the console, and requests to other hosts."""
        self.expected_errors = re.compile(r"(?!)")
        """Pattern of console errors that a test provokes."""
        self.has_clock = False
        """Whether a test controls the clock: for good, and in every page of this browser."""

    def _check_request(self, request: Request) -> None:
        url = urlsplit(request.url)
        if url.scheme not in ("blob", "data") and url.netloc != self.home:
            self.errors.append(f"requested {request.url}")

    def _check_console(self, message: ConsoleMessage) -> None:
        if message.page != self.page:  # late message of an earlier test
            return
        if str(message.location["url"]).endswith("/favicon.ico"):
            return  # Chromium asks for it if a document, such as a drawing, names no icon
        is_error = message.type in ("error", "warning", "assert")
        if is_error and not self.expected_errors.search(message.text):
            self.errors.append(f"{message.type}: {message.text} ({message.location})")

    def _record_error(self, error: WebError) -> None:
        if error.page == self.page:
            self.errors.append(str(error.error))

    def open(self, address: str) -> Person:
        """Open a path or URL."""
        open_address(self.page, address)
        return self

    def take_seat(self, seat: Seat) -> Person:
        """Open a seat by its private link, or watch the match."""
        self.open(f"/m/{seat.id}" + (f"#seat={seat.token}" if seat.token else ""))
        self.wait_for_seq(seat.look()["seq"])
        return self

    def stop_clock(self) -> None:
        """Stop the page's clock; the test then runs it with `page.clock`."""
        self.has_clock = True
        self.page.clock.install()

    def reset(self) -> None:
        """Become a new person in the same browser, which keeps its HTTP cache."""
        self.context.set_offline(False)
        self.open("/page/icon.svg").page.evaluate(CLEAR)
        before, self.page = self.page, self.context.new_page()
        before.close()
        self.errors.clear()
        self.expected_errors = re.compile(r"(?!)")

    def __getitem__(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def button(self, action: str) -> Locator:
        """Return the button of an action."""
        return self[f"[data-do={action}]:visible"].first

    # ---- in a match

    @property
    def id(self) -> str:
        """Id of the match. The address bar holds no secret."""
        expect(self.page).to_have_url(re.compile(r"/m/[\w-]{16,}$"))
        return urlsplit(self.page.url).path.removeprefix("/m/")

    @property
    def grid(self) -> Locator:
        return self["[role=grid][data-seq]"]

    @property
    def seq(self) -> int:
        return int(self.grid.get_attribute("data-seq") or 0)

    def wait_for_seq(self, seq: int) -> None:
        """Wait until the page shows this state of the match, or a later one."""
        until(lambda: self.seq >= seq, f"state {seq} of the match on the page")

    def move(self, move: str) -> Locator:
        """Return the tile or button of a move."""
        return self[f'[data-move="{move}"]:visible']

    @property
    def board(self) -> list[tuple[str, str | None]]:
        """Label and move of every tile, with "Player 1" and "Player 2" for the names."""
        tiles: list[tuple[str, str | None]] = self.grid.locator("[role=gridcell]").evaluate_all(
            "tiles => tiles.map(tile => [tile.ariaLabel, tile.dataset.move ?? null])"
        )
        names = [self[f".bar[data-player='{player}'] .name"].inner_text() for player in (1, 2)]
        return [(without_names(label.replace(LEGAL, ""), names), move) for label, move in tiles]

    @property
    def figures(self) -> list[list[str]]:
        """Figures in the bars of both players, Player 1 first."""
        bars = [self[f".bar[data-player='{player}'] .figure"] for player in (1, 2)]
        return [bar.all_text_contents() for bar in bars]

    @property
    def words(self) -> Locator:
        return self[".words"]

    @property
    def announcement(self) -> Locator:
        """The text for screen readers."""
        return self["[aria-live=polite]"]


def without_names(label: str, names: list[str]) -> str:
    """Return a tile's label with "Player 1" and "Player 2" for "you" and the names.

    >>> without_names("5, you are here, Ann's start", ["You", "Ann"])
    "5, Player 1 is here, Player 2's start"
    """
    for player, name in zip(("Player 1", "Player 2"), names, strict=True):
        if name == "You":
            label = re.sub(r"\byou are\b", f"{player} is", label)
            label = re.sub(r"\byour\b", f"{player}'s", label)
            label = re.sub(r"\bby you\b", f"by {player}", label)
        else:
            label = label.replace(name, player)
    return label


class HeldRequests(list[Route]):
    """The requests of a page that wait until a test continues them."""

    def __init__(self, page: Page, pattern: str) -> None:
        self._page = page
        page.route(pattern, lambda route: self.append(route))

    def wait(self, count: int = 1) -> HeldRequests:
        """Wait for this number of requests; Playwright reports a request before it holds it."""
        while len(self) < count:
            self._page.wait_for_timeout(10)
        return self


class People:
    """The people in a test, and their server."""

    def __init__(self, browser: Browser, served: Served) -> None:
        self._browser = browser
        self._here: list[Person] = []
        self._gone: list[Person] = []
        self.served = served

    def new(self, **how: Any) -> Person:
        """Return a person; `how` are options of the browser context."""
        person = next((one for one in self._gone if one.how == how), None)
        if person is None:
            person = Person(self._browser, self.served, **how)
        else:
            self._gone.remove(person)
        self._here.append(person)
        return person

    def at(self, seat: Seat, **how: Any) -> Person:
        """Return a person who opens a seat by its private link, or watches."""
        return self.new(**how).take_seat(seat)

    def pair(
        self, game: str, how: Mapping[str, Any] = MappingProxyType({}), **setup: Any
    ) -> tuple[Person, Person, Seat]:
        """Return Ann (Player 1), Bob, and a spectator without a browser, in a new match."""
        one, two = versus(self.served, game, **setup)
        return self.at(one, **how), self.at(two, **how), Seat(self.served, None, one.id)

    def errors(self) -> list[str]:
        """Return the errors of all people."""
        return [error for person in self._here for error in person.errors]

    def reset(self) -> None:
        """Make all browsers available to the next test, except those with a stopped clock."""
        for person in self._here:
            if person.has_clock:
                person.context.close()
            else:
                person.reset()
                self._gone.append(person)
        self._here = []

    def close(self) -> None:
        """Close all browsers."""
        for person in (*self._here, *self._gone):
            person.context.close()


# ---- what a browser stores

MATCH = "match-0000000001"


def saved(person: Person, name: str) -> Any:
    """Return a value that a browser has saved."""
    text = person.page.evaluate("name => localStorage.getItem(`numduel.${name}`)", name)
    return None if text is None else json.loads(text)


def save(person: Person, **values: Any) -> None:
    """Save values in a browser."""
    for name, value in values.items():
        person.page.evaluate(
            "([name, text]) => localStorage.setItem(`numduel.${name}`, text)",
            [name, json.dumps(value)],
        )


def played(id: str = MATCH, round: float = 1, **values: Any) -> dict[str, Any]:
    """Return an entry of the history."""
    entry = {"id": id, "round": round, "at": 1_760_000_000_000, "result": "won", "game": "maze"}
    words = {"title": "Number Maze", "variant": "", "opponents": "against Casual", "how": ""}
    return {**entry, **words, "verdict": "You win", **values}


# ---- playing


def pick_move(view: dict[str, Any], dice: Random) -> str:
    """Return a move on a shortest way to the end, or a random one if there is chance."""
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
    waiting = deque((game.play(state, move), move) for move in next_moves(game, state))
    seen = set()
    while True:
        state, first = waiting.popleft()
        moves = next_moves(game, state)
        if not moves:
            return first
        for successor in (game.play(state, move) for move in moves):
            if successor not in seen:
                seen.add(successor)
                waiting.append((successor, first))


def next_view(seat: Seat, view: dict[str, Any]) -> dict[str, Any]:
    """Wait for the next change of a match and return its view."""
    return until(lambda: newer if (newer := seat.look())["seq"] > view["seq"] else None)


def play(
    seat: Seat, movers: dict[int, Person], *others: Person, taps: bool = False
) -> dict[str, Any]:
    """Play to the end, wait until everyone sees it, and return the last view.

    `movers` play for their players; `others` watch.
    """
    dice = Random(7)
    view = seat.look()
    while view["status"]["kind"] == "turn":
        player = view["status"]["player"]
        if player in movers:
            person = movers[player]
            person.wait_for_seq(view["seq"])
            chosen = person.move(pick_move(view, dice))
            chosen.tap() if taps else chosen.click()
        view = next_view(seat, view)
    for person in (*movers.values(), *others):
        person.wait_for_seq(view["seq"])
    return view
