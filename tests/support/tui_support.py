"""Helpers that drive the real app without a terminal: send keys, read screens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import wraps
from typing import Any, ParamSpec

import pytest
import textual.app
import textual.pilot
import textual.screen
from textual._compositor import Compositor
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.events import Key
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Markdown

from numduel import Match
from numduel.games import find
from numduel.play.session import Session, make_sides
from numduel.storage import saves
from numduel.storage.autosave import Autosave
from numduel.tui import settings
from numduel.tui.app import NumduelApp
from numduel.tui.screens.page import Page
from numduel.tui.screens.play import PlayScreen

P = ParamSpec("P")
SMALL, LARGE = (80, 24), (120, 40)


def app_test(test: Callable[P, Awaitable[None]]) -> Callable[P, None]:
    """Run an asynchronous app test under pytest and mark it `app`."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        async def whole() -> None:
            await test(*args, **kwargs)

        asyncio.run(whole())

    return pytest.mark.app(run)


@asynccontextmanager
async def open_app(
    opening: Callable[[], Screen[Any]] | None = None,
    size: tuple[int, int] = SMALL,
    **chosen: object,
) -> AsyncIterator[Pilot[None]]:
    """Run the app with a screen above home; no animation, unless `chosen` sets it."""
    settings.save(settings.load().replace(**{"animation": False, **chosen}))
    async with run_app(NumduelApp(opening), size) as pilot:
        await settle(pilot)
        yield pilot


@asynccontextmanager
async def run_app(
    app: NumduelApp, size: tuple[int, int] = SMALL, *, notifications: bool = False
) -> AsyncIterator[Pilot[None]]:
    """Run an app under a pilot that waits exactly until all work is done.

    Textual's own pilot waits at least 40 ms after every key, often too little, until the
    processor seems idle. This one draws only at a pause and at the end: it skips the frames
    between keys and screens that are covered before anyone sees them.
    """

    async def wait(*_: object) -> bool:
        await wait_until_idle(app)
        return True

    async def wait_and_draw(*_: object) -> bool:
        await wait_until_idle(app)
        _draw(app)
        return True

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(textual.screen, "UPDATE_PERIOD", 1.0)  # draw only when idle
        patch.setattr(textual.app, "wait_for_idle", wait)
        patch.setattr(Pilot, "_wait_for_screen", wait)
        patch.setattr(textual.pilot, "wait_for_idle", wait_and_draw)
        patch.setattr(Compositor, "render_update", _render_full_only)
        patch.setattr(Stylesheet, "_parse_rules", _parse_cached)
        async with app.run_test(size=size, notifications=notifications) as pilot:
            yield pilot
            await wait_and_draw()


_render_update, _parse_rules = Compositor.render_update, Stylesheet._parse_rules


def _render_full_only(compositor: Compositor, full: bool = False, **how: Any) -> object:
    """Render full updates only; leave partial ones to `_draw`."""
    return _render_update(compositor, full=True, **how) if full else None


def _draw(app: NumduelApp) -> None:
    """Draw the changed regions."""
    screen = app.screen_stack[-1] if app.screen_stack else None
    if screen is not None and screen.is_current and screen._compositor._dirty_regions:
        _render_update(screen._compositor, screen_stack=app._background_screens)


_RULES: dict[object, list[RuleSet]] = {}


def _parse_cached(sheet: Stylesheet, *css: object, **how: object) -> list[RuleSet]:
    """Parse a style sheet once for all apps; each would parse it twice."""
    key = (*css, *how.values(), *sheet._variables.values())
    if key not in _RULES:
        parse: Any = _parse_rules
        _RULES[key] = parse(sheet, *css, **how)
    return _RULES[key]


async def wait_until_idle(app: NumduelApp) -> None:
    """Wait until only timers and searches are pending."""
    loop: Any = asyncio.get_running_loop()
    still = 0
    while still < 2:
        await asyncio.sleep(0)
        still = 0 if loop._ready or _run_pending_update(app) else still + 1
        if app.animator._animations and app.animation_level == "none":
            app.animator()  # scrolling without animation
            still = 0
        if still == 2 and _is_parsing_markdown(app):
            await asyncio.sleep(0.001)
            still = 0


def _run_pending_update(app: NumduelApp) -> bool:
    """Run updates that the app scheduled for its next timer tick; return whether there were any."""
    if app._resize_timer is not None:
        app._check_resize()
        return True
    screen = app.screen_stack[-1] if app.screen_stack else None
    if screen is None or not screen.is_current or app._batch_count:
        return False
    is_due = bool(
        screen._layout_required
        or screen._scroll_required
        or screen._repaint_required
        or screen._recompose_required
        or screen._dirty_widgets
        or screen._callbacks
    )
    if is_due:
        screen._on_timer_update()
    return is_due


def _is_parsing_markdown(app: NumduelApp) -> bool:
    """Return whether Textual is parsing Markdown in a thread."""
    pages = app.screen_stack[-1].walk_children(Markdown) if app.screen_stack else ()
    return any(page.lock.is_locked for page in pages)


async def settle(pilot: Pilot[None]) -> None:
    """Wait until all workers have finished and the screen is drawn."""
    await pilot.pause()
    while any(worker.is_running for worker in pilot.app.workers):
        await asyncio.sleep(0.005)
        await pilot.pause()


async def type_line(pilot: Pilot[None], text: str) -> None:
    """Type a text, then Enter; a direction needs a slash, since its letters are shortcuts."""
    if text.lower() in ("up", "down", "left", "right"):
        text = f"/{text}"
    await pilot.press(*(KEYS.get(letter, letter) for letter in text), "enter")
    await settle(pilot)


KEYS = {" ": "space", ",": "comma", "/": "slash", "(": "left_parenthesis"}


CHARACTERS = {"question_mark": "?", "comma": ",", "slash": "/", "enter": "\r"}


async def send_burst(pilot: Pilot[None], keys: str) -> None:
    """Send all keys before the app handles the first; type words in quotes, with Enter."""
    for word in keys.split():
        for key in _keys_of_line(word[1:-1]) if word[0] == "'" else [word]:
            pilot.app.post_message(Key(key, CHARACTERS.get(key)))
    await settle(pilot)


def _keys_of_line(text: str) -> list[str]:
    return [*(KEYS.get(letter, letter) for letter in text), "enter"]


def pages(pilot: Pilot[None]) -> list[Page]:
    """Return the open screens, from home to the top one."""
    return [screen for screen in pilot.app.screen_stack if isinstance(screen, Page)]


def player_moves(match: Match) -> list[str]:
    return [ply.move for ply in match.plies if ply.player is not None]


def start_game(
    id: str, who: str = "human", *, rounds: int = 1, seed: int = 7, **options: object
) -> Callable[[], PlayScreen]:
    """Return a function that opens a new game on the board of a seed, Ann against `who`."""

    def opening() -> PlayScreen:
        two = make_sides(("human", who), ("Ann", "Bob" if who == "human" else None))
        return open_session(Session.begin(find(id), options, two, seed=seed, rounds=rounds))

    return opening


def open_session(session: Session) -> PlayScreen:
    """Return the screen of a session that is saved automatically, as after the setup."""
    return PlayScreen(session, Autosave(session))


def open_save(save: saves.Save) -> PlayScreen:
    """Return the screen of a saved game."""
    autosave = Autosave.resume(save)
    return PlayScreen(autosave.session, autosave)


def save_of(screen: PlayScreen) -> saves.Save:
    """Return the save of a screen's game."""
    assert screen.autosave is not None
    return screen.autosave.save
