"""Driving the real app without a terminal: keys in, screens out, with the real engine behind."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import wraps
from typing import Any, ParamSpec

from textual.pilot import Pilot
from textual.screen import Screen

from numduel.games import find
from numduel.play.session import Session, sides
from numduel.storage import saves
from numduel.storage.autosave import Autosave
from numduel.tui import settings
from numduel.tui.app import NumduelApp
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

    return run


@asynccontextmanager
async def opened(
    opening: Callable[[], Screen[Any]] | None = None,
    size: tuple[int, int] = SMALL,
    **chosen: object,
) -> AsyncIterator[Pilot[None]]:
    """The app with a screen on top of its home, still unless `animation=True` is chosen."""
    settings.keep(settings.load().changed(**{"animation": False, **chosen}))
    app = NumduelApp(opening)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        yield pilot


async def settled(pilot: Pilot[None]) -> None:
    """Wait until nobody is thinking and everything is shown."""
    await pilot.pause()
    while any(worker.is_running for worker in pilot.app.workers):
        await asyncio.sleep(0.01)
    await pilot.pause()


async def typed(pilot: Pilot[None], text: str) -> None:
    """Type a text, and Enter."""
    await pilot.press(*(KEYS.get(letter, letter) for letter in text), "enter")
    await settled(pilot)


KEYS = {" ": "space", ",": "comma", "/": "slash", "(": "left_parenthesis"}


def playing(
    id: str, who: str = "human", *, rounds: int = 1, seed: int = 7, **options: object
) -> Callable[[], PlayScreen]:
    """A function that opens a game on the board of a seed, Ann against a friend or a program."""

    def opening() -> PlayScreen:
        two = sides(("human", who), ("Ann", "Bob" if who == "human" else None))
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
