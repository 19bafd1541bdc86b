"""Driving the real app without a terminal: keys in, screens out, with the real engine behind."""

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


def driven(test: Callable[P, Awaitable[None]]) -> Callable[P, None]:
    """A test that drives an app, as pytest can run it."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        async def whole() -> None:
            await test(*args, **kwargs)

        asyncio.run(whole())

    return pytest.mark.app(run)


@asynccontextmanager
async def opened(
    opening: Callable[[], Screen[Any]] | None = None,
    size: tuple[int, int] = SMALL,
    **chosen: object,
) -> AsyncIterator[Pilot[None]]:
    """The app with a screen on top of its home, still unless `animation=True` is chosen."""
    settings.save(settings.load().replace(**{"animation": False, **chosen}))
    async with run(NumduelApp(opening), size) as pilot:
        await settled(pilot)
        yield pilot


@asynccontextmanager
async def run(
    app: NumduelApp, size: tuple[int, int] = SMALL, *, notifications: bool = False
) -> AsyncIterator[Pilot[None]]:
    """An app driven by hand.

    Textual's own pilot waits after every key until the processor seems to be idle, at least 40
    milliseconds and often too short a time; this one until there is nothing left to be done.
    What is drawn is what a person looks at: all as it is at a pause and at the end, but neither
    what keys pass through nor a screen that is below another one before it was seen.
    """

    async def passes(*_: object) -> bool:
        await rest(app)
        return True

    async def waits(*_: object) -> bool:
        await rest(app)
        _draw(app)
        return True

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(textual.screen, "UPDATE_PERIOD", 1.0)  # drawn when all is done, not between
        patch.setattr(textual.app, "wait_for_idle", passes)
        patch.setattr(Pilot, "_wait_for_screen", passes)
        patch.setattr(textual.pilot, "wait_for_idle", waits)
        patch.setattr(Compositor, "render_update", _put_off)
        patch.setattr(Stylesheet, "_parse_rules", _parsed_once)
        async with app.run_test(size=size, notifications=notifications) as pilot:
            yield pilot
            await waits()


_render_update, _parse_rules = Compositor.render_update, Stylesheet._parse_rules


def _put_off(compositor: Compositor, full: bool = False, **how: Any) -> object:
    """No drawing but where all is asked for: what has changed remains to be drawn."""
    return _render_update(compositor, full=True, **how) if full else None


def _draw(app: NumduelApp) -> None:
    """Draw what has changed, as it would be sent to a terminal."""
    screen = app.screen_stack[-1] if app.screen_stack else None
    if screen is not None and screen.is_current and screen._compositor._dirty_regions:
        _render_update(screen._compositor, screen_stack=app._background_screens)


_RULES: dict[object, list[RuleSet]] = {}


def _parsed_once(sheet: Stylesheet, *css: object, **told: object) -> list[RuleSet]:
    """The rules of a style sheet, which every app would read anew, and twice."""
    key = (*css, *told.values(), *sheet._variables.values())
    if key not in _RULES:
        parse: Any = _parse_rules
        _RULES[key] = parse(sheet, *css, **told)
    return _RULES[key]


async def rest(app: NumduelApp) -> None:
    """Wait until all is done, but for what a clock or a search will bring."""
    loop: Any = asyncio.get_running_loop()
    still = 0
    while still < 2:
        await asyncio.sleep(0)
        still = 0 if loop._ready or _goes_on(app) else still + 1
        if app.animator._animations and app.animation_level == "none":
            app.animator()  # things that scroll without being seen to do so
            still = 0
        if still == 2 and _reads(app):
            await asyncio.sleep(0.001)
            still = 0


def _goes_on(app: NumduelApp) -> bool:
    """Do at once what the app has put off until its next beat; False if that was nothing."""
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


def _reads(app: NumduelApp) -> bool:
    """Whether a page is being taken apart, which Textual does in a thread."""
    pages = app.screen_stack[-1].walk_children(Markdown) if app.screen_stack else ()
    return any(page.lock.is_locked for page in pages)


async def settled(pilot: Pilot[None]) -> None:
    """Wait until nobody is thinking and everything is shown."""
    await pilot.pause()
    while any(worker.is_running for worker in pilot.app.workers):
        await asyncio.sleep(0.005)
        await pilot.pause()


async def typed(pilot: Pilot[None], text: str) -> None:
    """Type a text, and Enter."""
    await pilot.press(*(KEYS.get(letter, letter) for letter in text), "enter")
    await settled(pilot)


KEYS = {" ": "space", ",": "comma", "/": "slash", "(": "left_parenthesis"}


CHARACTERS = {"question_mark": "?", "comma": ",", "slash": "/", "enter": "\r"}


async def burst(pilot: Pilot[None], keys: str) -> None:
    """All of these keys before the first of them is heard; a word in quotes is typed."""
    for word in keys.split():
        for key in _typed(word[1:-1]) if word[0] == "'" else [word]:
            pilot.app.post_message(Key(key, CHARACTERS.get(key)))
    await settled(pilot)


def _typed(text: str) -> list[str]:
    return [*(KEYS.get(letter, letter) for letter in text), "enter"]


def pages(pilot: Pilot[None]) -> list[Page]:
    """The screens from the first to the one on top."""
    return [screen for screen in pilot.app.screen_stack if isinstance(screen, Page)]


def chosen(match: Match) -> list[str]:
    return [ply.move for ply in match.plies if ply.player is not None]


def playing(
    id: str, who: str = "human", *, rounds: int = 1, seed: int = 7, **options: object
) -> Callable[[], PlayScreen]:
    """A function that opens a game on the board of a seed, Ann against a friend or a program."""

    def opening() -> PlayScreen:
        two = make_sides(("human", who), ("Ann", "Bob" if who == "human" else None))
        return kept(Session.begin(find(id), options, two, seed=seed, rounds=rounds))

    return opening


def kept(session: Session) -> PlayScreen:
    """The screen of a session that is kept on disk, as all that begin at the set-up are."""
    return PlayScreen(session, Autosave(session))


def resumed(save: saves.Save) -> PlayScreen:
    """The screen of a saved game."""
    autosave = Autosave.resume(save)
    return PlayScreen(autosave.session, autosave)


def save_of(screen: PlayScreen) -> saves.Save:
    """Where a screen's game is kept."""
    assert screen.autosave is not None
    return screen.autosave.save
