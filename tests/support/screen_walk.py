"""Open every screen of the app on the data folder as it is: `python screen_walk.py`.

It prints a line of JSON for each screen: its name, the warnings and the text that it shows.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys

from screens import SCREENS
from textual.widgets import Input
from tui_support import run_app, settle, type_line

from numduel.tui.app import NumduelApp

STEPS = {
    **dict.fromkeys(("home", "setup", "play-sum", "review", "replay", "unfinished"), ""),
    **dict.fromkeys(("learn", "lesson", "puzzles", "archive", "puzzle", "statistics"), ""),
    "settings": "enter",  # changes a setting
    "saving": "enter",
}
"""The screens, and keys to press there."""


async def walk() -> None:
    for name, keys in STEPS.items():
        app = NumduelApp(SCREENS[name].opening)
        app.settings = app.settings.replace(animation=False)
        app.animation_level = "none"
        async with run_app(app) as pilot:
            await settle(pilot)
            if name == "play-sum":
                await type_line(pilot, "5")
            if name == "saving":
                pilot.app.screen.query_one(Input).value = f"{os.environ['NUMDUEL_HOME']}/a.txt"
            await pilot.press(*keys.split())
            await settle(pilot)
            warnings = [one.message for one in app._notifications]
            text = " ".join(strip.text for strip in app.screen._compositor.render_strips())
            sys.stdout.write(json.dumps([name, warnings, " ".join(text.split())]) + "\n")


if __name__ == "__main__":
    asyncio.run(walk())
